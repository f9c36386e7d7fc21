"""Short lists of what is best, kept in order while something is put in."""

from __future__ import annotations

from bstar.jit import inline


@inline
def insert_best_first(values, numbers, at, value, number):
    """Insert a number where its value belongs in a list, best first, at place `at` at most.

    What is at that place is overwritten.
    """
    while at > 0 and values[at - 1] < value:
        values[at] = values[at - 1]
        numbers[at] = numbers[at - 1]
        at -= 1
    values[at] = value
    numbers[at] = number
