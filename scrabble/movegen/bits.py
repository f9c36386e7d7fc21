"""Bit functions that numba lacks: the lowest bit, memory asked for ahead of use, mixed bits.

Squares of a board: as numbers, as bits of lines, and where the tiles on a line end.

    number    row * 32 + column
    marks     uint32[2, n]    bit s of marks[direction, line]: square s of that line, so every square has two
    run       . A B C .       the ends of the run of tiles through B are the squares before A and behind C,
              ^       ^       -1 and n off the board

No board has 32 lines: a line of squares is a number of 32 bits, and a square on it needs 5.

Racks as one number each.

    rack    4 bits a tile type, at most 7 types:   0ccc 0ccc 0ccc ...   type 0 in the lowest bits
    within  a rack contains some tiles  iff  ((rack | GUARD) - tiles) & GUARD == GUARD
            (a borrow in any field clears its guard bit)

A player holds at most 7 types of tile, so a sub-rack and "the tiles that a play lays" are one number each,
and the containment test of a play in a rack is a subtraction and a mask.  A number belongs to a side: which
tile a type stands for is in its hand (scrabble.movegen.state).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from bstar.compile.registry import compiled_as
from bstar.jit import inline


def lowest(word: Any) -> Any:
    """The number of the lowest bit that is set in a 64-bit word; 64 if none is."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def prefetch(array: Any, index: Any) -> None:
    """Prefetch an element of a one-dimensional array that will soon be read."""


def _lowest_compiled() -> Any:
    """Return numba's way to `lowest`: one instruction."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def cttz(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.uint64(types.uint64), generate

    return lambda word: lambda word: np.int64(cttz(np.uint64(word)))


def _prefetch_compiled() -> Any:
    """Return numba's way to `prefetch`: one instruction."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def fetch(typing_context: Any, array: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            view = context.make_array(kind)(context, builder, arguments[0])
            place = cgutils.get_item_pointer(context, builder, kind, view, [arguments[1]])
            byte = ir.IntType(8).as_pointer()
            flag = ir.IntType(32)
            instruction = builder.module.declare_intrinsic(
                "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
            )
            builder.call(instruction, [builder.bitcast(place, byte), flag(0), flag(3), flag(1)])
            return context.get_dummy_value()

        return types.void(array, types.int64), generate

    return lambda array, index: lambda array, index: fetch(array, np.int64(index))


compiled_as[lowest] = _lowest_compiled
compiled_as[prefetch] = _prefetch_compiled


@inline
def mix(word):
    """Scatter 64 bits (the finalizer of splitmix64: Steele, Lea, Flood 2014)."""
    word = np.uint64(word)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


SQUARE_BITS = 5
SQUARE_MASK = (1 << SQUARE_BITS) - 1


class PlacedSquares(NamedTuple):
    """The squares on which tiles are laid, by a play or by none."""

    direction: int
    line: int
    squares: np.uint32  # of the line, a bit each


@inline
def square_number(row, column):
    """A square as one number."""
    return (np.int64(row) << SQUARE_BITS) + column


@inline
def row_of(square):
    """The row of a square given as one number."""
    return np.int64(square) >> SQUARE_BITS


@inline
def column_of(square):
    """The column of a square given as one number."""
    return np.int64(square) & SQUARE_MASK


@inline
def bit_of(square):
    """A square of a line, as a bit."""
    return np.uint32(1) << np.uint32(square)


@inline
def mark(marks, direction, line, square):
    """Mark a square along both directions."""
    marks[direction, line] |= bit_of(square)
    marks[1 - direction, square] |= bit_of(line)


@inline
def run_ends(letters, square):
    """The ends of the run of tiles through `square` of a line; the square itself twice if it is empty."""
    n = letters.shape[0]
    start = square
    while start >= 0 and letters[start] != 0:
        start -= 1
    end = square
    while end < n and letters[end] != 0:
        end += 1
    return start, end


@inline
def ends_around(letters, square):
    """The ends of the run through `square` of a line, counted as if a tile lay on it."""
    n = letters.shape[0]
    start, end = square - 1, square + 1
    while start >= 0 and letters[start] != 0:
        start -= 1
    while end < n and letters[end] != 0:
        end += 1
    return start, end


TYPES = 7
TYPE_BITS = 4
COUNT_MASK = 7
GUARD = np.uint32(0x8888888)


@inline
def count_of(rack, kind):
    """The number of tiles of a type in a packed rack."""
    return (np.int64(rack) >> (TYPE_BITS * np.int64(kind))) & COUNT_MASK


@inline
def tile_of(kind):
    """Return one tile of a type as a packed rack; n times that is n such tiles."""
    return np.uint32(1) << np.uint32(TYPE_BITS * np.int64(kind))


@inline
def first_kind(rack):
    """The first type of which there is a tile in a packed rack, not an empty one."""
    return lowest(np.uint64(rack)) // TYPE_BITS


@inline
def is_subrack(tiles, rack):
    """Return whether these tiles are all in `rack`."""
    return ((np.uint32(rack) | GUARD) - np.uint32(tiles)) & GUARD == GUARD


@inline
def tile_count(rack):
    """The number of tiles in a packed rack."""
    even, odd = np.uint64(rack) & np.uint64(0x7070707), (np.uint64(rack) >> np.uint64(4)) & np.uint64(0x70707)
    return np.int64((((even + odd) * np.uint64(0x1010101)) >> np.uint64(24)) & np.uint64(0xFF))


def packed_rack(counts: Iterable[int]) -> int:
    """Return the packed rack of tile counts by type; for Python."""
    return sum(count << TYPE_BITS * kind for kind, count in enumerate(counts))


def counts_of(rack: int) -> list[int]:
    """The number of tiles of each type in a packed rack; for Python."""
    return [int(rack) >> TYPE_BITS * kind & COUNT_MASK for kind in range(TYPES)]
