"""Words of arguments are what numpy says of the arrays, and stand in memory where their address says."""

from __future__ import annotations

import ctypes
import struct
from typing import Any, NamedTuple

import numpy as np
import pytest

from bstar.compile.arguments import KeptWords, describe
from bstar.jit import kernel_tuple

BASE = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
READ_ONLY = np.arange(5, dtype=np.uint64)
READ_ONLY.flags.writeable = False

ARRAYS = {
    "plain": BASE,
    "of one number": np.array([7.0]),
    "read-only": READ_ONLY,
    "empty": np.zeros((0, 3), np.int32),
    "Fortran's order": np.asfortranarray(BASE),
    "every second": BASE[:, ::2],
    "backwards": BASE[0, 0, ::-1],
    "without dimensions": np.array(3, np.int8),
    "records": np.zeros(3, [("first", "i4"), ("second", "u8")]),
}


class Inner(NamedTuple):
    numbers: np.ndarray[Any, Any]
    most: int


@kernel_tuple
class Outer(NamedTuple):
    inner: Inner
    half: float
    is_set: bool


class Empty(NamedTuple):
    pass


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array(name: str) -> None:
    array = ARRAYS[name]
    words: list[Any] = []
    [kind] = describe([array], words, [])
    address = array.__array_interface__["data"][0]
    assert words == [0, 0, array.size, array.itemsize, address, *array.shape, *array.strides]
    flags = array.flags
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    assert kind[0] == "array"
    assert kind[2:] == (array.ndim, layout, flags.writeable, flags.aligned)
    assert describe([array], [], [])[0] is kind


def test_a_tuple_in_memory() -> None:
    numbers = np.arange(3)
    words: list[Any] = []
    kept: list[KeptWords] = []
    value = Outer(Inner(numbers, (1 << 64) - 1), 0.5, True)
    [kind] = describe([value], words, kept)
    [address] = words
    content = ctypes.string_at(address, 10 * 8)
    found = struct.unpack("7qQd?", content[:-7])
    assert found == (0, 0, 3, 8, numbers.ctypes.data, 3, 8, (1 << 64) - 1, 0.5, True)
    assert kind[3] == (kept[0].kind[3][0], "float64", "bool")
    assert kind[3][0][3][1] == "uint64"
    again: list[Any] = []
    assert describe([value], again, [])[0] is kind
    assert again == words


def test_equal_tuples_of_other_arrays_have_one_type_and_other_words() -> None:
    one, other = (Outer(Inner(np.arange(size), 1), 0.5, True) for size in (3, 4))
    words: list[Any] = []
    first, second = describe([one, other], words, [])
    assert first is second
    assert words[0] != words[1]
    [wider] = describe([Outer(Inner(np.zeros((2, 2)), 1), 0.5, True)], [], [])
    assert wider is not first


def test_a_tuple_without_fields() -> None:
    words: list[Any] = []
    kept: list[KeptWords] = []
    [kind] = describe([Empty()], words, kept)
    assert kind[2:] == ((), ())
    assert words[0]
