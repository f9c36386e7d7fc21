"""A kernel, the function that it calls by name, and one with results of all kinds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import kernel, linked


class Numbers(NamedTuple):
    """Some numbers and a factor."""

    values: np.ndarray
    factor: int


@linked("int64")
def scaled(sum_of_them, factor):
    """A product."""
    return sum_of_them * factor


@kernel
def total(numbers, times):
    """The sum of the numbers, scaled twice."""
    found = np.int64(0)
    for value in numbers.values:
        found += value
    return scaled(scaled(found, numbers.factor), times)


@kernel
def kinds(table, number, flag, real):
    """The last number, the next one, the opposite and twice as much."""
    rows, columns = table.shape
    return np.int64(table[rows - 1, columns - 1]), np.uint32(number + np.uint32(1)), not flag, 2.0 * real
