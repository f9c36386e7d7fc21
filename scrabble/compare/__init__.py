"""Solvers side by side on the same positions: agreement, work, plots."""
