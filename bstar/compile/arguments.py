"""The arguments of a kernel as machine words, and a description of their types.  Nothing here needs numba.

    argument             its type here                                words
    int, np.uint32 ...   "int64", "uint32"                            its value
    array                ("array", dtype, ndim, layout, is writeable, is aligned)
                                                                      0, 0, size, itemsize, address, shape,
                                                                      strides
    NamedTuple           ("ref", class, names, types of the fields)   the address of the words of its fields

A game is a tuple of some seventy arrays.  Passed by value it would be five hundred arguments at each call; as
the address of one block of words it is a single one, which makes kernels quick to compile and calls of one
another cheap.  To describe a game takes some 100 microseconds; a tuple of a class that is decorated with
`@kernel_tuple` is described once.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import numpy as np

C = TypeVar("C")
Kind = Any  # the type of an argument: a string, or a tuple of strings, numbers and tuples like it

SCALARS: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
}
WORD = 8  # bytes
_BITS, _FLOAT = struct.Struct("q"), struct.Struct("d")
HEAD = 5  # words of an array before its shape
_SIZE, _POINTER = ctypes.c_int64, ctypes.c_void_p
ARRAY_HEAD = (_POINTER, _POINTER, _SIZE, _SIZE, _POINTER)
MOST = 1 << 63
_address_of = ctypes.addressof
_from_buffer: Any = ctypes.c_char.from_buffer  # only of memory that can be written


class KeptWords(NamedTuple):
    """The words of a NamedTuple."""

    kind: Kind
    words: list[int]
    block: bytearray  # the words in memory
    address: int  # of the block


def kernel_tuple(cls: type[C]) -> type[C]:
    """Let each instance of a NamedTuple class keep its words, for many calls of kernels.

    Its arrays must not be resized in place or change their flags.  Copies and pickles are without the words.
    """
    body = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    return type(cls.__name__, (cls,), body | {"__getstate__": lambda self: None})


def class_name(kind: type) -> str:
    """Return the name by which another process finds a class."""
    return f"{kind.__module__}:{kind.__qualname__}"


def describe(arguments: Iterable[Any], words: list[Any], kept: list[KeptWords]) -> tuple[Kind, ...]:
    """Return the types of some arguments, append their words, and append what must outlive the call.

    Equal types are the same object, so that they can be told apart by `id`.
    """
    kinds = []
    for argument in arguments:
        if isinstance(argument, tuple):
            of_tuple = _kept_words(argument)
            kept.append(of_tuple)
            words.append(of_tuple.address)
            kinds.append(of_tuple.kind)
        elif isinstance(argument, np.ndarray):
            kinds.append(_array(argument, words))
        else:
            kinds.append(_scalar(argument))
            words.append(argument.item() if isinstance(argument, np.generic) else argument)
    return tuple(kinds)


def _kept_words(value: Any) -> KeptWords:
    """Return the words of a tuple, those that it keeps if its class was made for that."""
    kept: KeptWords | None = getattr(value, "_kept_words", None)
    if kept is None:
        words: list[int] = []
        kind = _tuple(value, words)
        block = bytearray(struct.pack(f"{len(words)}q", *words)) or bytearray(WORD)
        kept = KeptWords(kind, words, block, _address_of(_from_buffer(block)))
        with suppress(AttributeError):  # a class that keeps none
            value._kept_words = kept
    return kept


def _tuple(value: Any, words: list[int]) -> Kind:
    """Return the type of a tuple and append the words of its fields, those of tuples in it, too."""
    kinds: list[Kind] = []
    for field in value:
        if isinstance(field, np.ndarray):
            kinds.append(_array(field, words))
        elif isinstance(field, tuple):
            kept = _kept_words(field)
            kinds.append(kept.kind)
            words += kept.words
        else:
            kinds.append(_scalar(field))
            words.append(_word(field))
    known = type(value), *map(id, kinds)
    kind = _TUPLE_KINDS.get(known)
    if kind is None:
        kind = _same(("ref", class_name(type(value)), value._fields, tuple(kinds)))
        _TUPLE_KINDS[known] = kind
    return kind


def _array(array: np.ndarray[Any, Any], words: list[Any]) -> Kind:
    shape, flags, size = array.shape, array.flags, array.size
    known = array.dtype, len(shape), flags.num
    kind = _ARRAY_KINDS.get(known)
    if kind is None:
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        kind = _same(("array", dtype_name(array.dtype), array.ndim, layout, flags.writeable, flags.aligned))
        _ARRAY_KINDS[known] = kind
    if size and flags.c_contiguous and flags.writeable:  # five times as fast as the general way
        address = _address_of(_from_buffer(array))
    else:
        address = array.__array_interface__["data"][0]
    words += 0, 0, size, array.itemsize, address, *shape, *array.strides
    return kind


def _word(number: Any) -> int:
    """Return the bits of a number as a signed word."""
    if isinstance(number, float):
        return int(_BITS.unpack(_FLOAT.pack(number))[0])
    word = int(number)
    return word if word < MOST else word - 2 * MOST


_ARRAY_KINDS: dict[tuple[np.dtype[Any], int, int], Kind] = {}  # by dtype, dimensions and flags
_TUPLE_KINDS: dict[tuple[Any, ...], Kind] = {}  # by class and the `id` of the types of the fields


def _same(kind: Kind) -> Kind:
    """Return the one object for all types equal to this one."""
    return _KINDS.setdefault(kind, kind)


_KINDS: dict[Kind, Kind] = {}


def dtype_name(dtype: np.dtype[Any]) -> Kind:
    """Return a dtype in words: its string, or for a record names, types, offsets, size and alignment."""
    known = _DTYPES.get(dtype)
    if known is None:
        known = dtype.str
        if dtype.names is not None:
            fields = dtype.fields
            assert fields is not None
            parts = tuple((name, fields[name][0].str, int(fields[name][1])) for name in dtype.names)
            known = "record", parts, dtype.itemsize, dtype.isalignedstruct
        _DTYPES[dtype] = known
    return known


_DTYPES: dict[Any, Kind] = {}


def _scalar(value: Any) -> Kind:
    """Return the type of a number as numba sees it."""
    kind = _SCALAR_TYPES.get(type(value)) or _scalar_type(value)
    return kind if kind != "int64" or -MOST <= value < MOST else "uint64"


_SCALAR_TYPES: dict[type, Kind] = {bool: "bool", np.bool_: "bool", int: "int64", float: "float64"}


def _scalar_type(value: Any) -> Kind:
    if isinstance(value, np.generic) and value.dtype.name in SCALARS:
        kind = sys.intern(value.dtype.name)
    elif isinstance(value, int | float):
        kind = "int64" if isinstance(value, int) else "float64"
    else:
        raise TypeError(f"a kernel takes numbers, arrays and NamedTuples of them, got {value!r}")
    _SCALAR_TYPES[type(value)] = kind
    return kind


def c_types(kinds: Iterable[Kind]) -> list[Any]:
    """Return the ctypes of the words of some arguments."""
    found: list[Any] = []
    for kind in kinds:
        if isinstance(kind, str):
            found.append(SCALARS[kind])
        elif kind[0] == "array":
            found += [*ARRAY_HEAD, *[ctypes.c_int64] * (2 * kind[2])]
        else:
            found.append(ctypes.c_void_p)
    return found


def size_of(kind: Kind) -> int:
    """Return the number of words of a field in its tuple."""
    if isinstance(kind, str):
        return 1
    if kind[0] == "array":
        return HEAD + 2 * int(kind[2])
    return sum(size_of(each) for each in kind[3])


def classes_of(kinds: Iterable[Kind]) -> Iterable[str]:
    """Yield the names of the classes in some types."""
    for kind in kinds:
        if not isinstance(kind, str) and kind[0] in ("ref", "tuple"):
            yield kind[1]
            yield from classes_of(kind[3])
