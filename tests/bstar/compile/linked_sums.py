"""A kernel, the function that it calls by name, and one with results of all kinds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import kernel, kernel_tuple, linked


class Numbers(NamedTuple):
    """Some numbers and a factor."""

    values: np.ndarray
    factor: int


@kernel_tuple
class KeptNumbers(NamedTuple):
    """The same, described once."""

    values: np.ndarray
    factor: int


@kernel_tuple
class KeptPair(NamedTuple):
    """Two of them."""

    first: KeptNumbers
    second: KeptNumbers


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
def total_of_pair(pair):
    """The sum of the first numbers, scaled by both factors together."""
    found = np.int64(0)
    for value in pair.first.values:
        found += value
    return found * (pair.first.factor + pair.second.factor)


@kernel
def kinds(table, number, flag, real):
    """The last number, the next one, the opposite and twice as much."""
    rows, columns = table.shape
    return np.int64(table[rows - 1, columns - 1]), np.uint32(number + np.uint32(1)), not flag, 2.0 * real
