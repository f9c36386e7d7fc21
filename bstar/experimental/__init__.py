"""Other kinds of B*, for comparison; none is run by `solve`, and each states its cost."""
