"""Benchmarks: solvers, settings and checkouts measured in turns."""
