"""Puzzles with proven answers: the record, making them from positions, sets of them."""
