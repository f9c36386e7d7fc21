"""How fast positions are proven: solvers, settings and checkouts measured in turns."""
