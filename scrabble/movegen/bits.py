"""Bit functions that numba lacks: the lowest and the highest bit set, a prefetch of memory, mixed bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from bstar.compile.registry import compiled_as
from bstar.jit import inline


def lowest(word: Any) -> Any:
    """The number of the lowest bit that is set in a 64-bit word; 64 if none is."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def highest(word: Any) -> Any:
    """The number of the highest bit that is set in a 64-bit word; -1 if none is."""
    return int(word).bit_length() - 1


def prefetch(array: Any, index: Any) -> None:
    """Prefetch an element of a one-dimensional array that will soon be read."""


def _zeros(instruction: str) -> Any:
    """Return numba's way to count the zeros at an end of a word: `instruction` is cttz or ctlz."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def zeros(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return getattr(builder, instruction)(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.uint64(types.uint64), generate

    return zeros


def _lowest_compiled() -> Any:
    """Return numba's way to `lowest`."""
    behind = _zeros("cttz")
    return lambda word: lambda word: np.int64(behind(np.uint64(word)))


def _highest_compiled() -> Any:
    """Return numba's way to `highest`."""
    before = _zeros("ctlz")
    return lambda word: lambda word: np.int64(63) - np.int64(before(np.uint64(word)))


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
compiled_as[highest] = _highest_compiled
compiled_as[prefetch] = _prefetch_compiled


@inline
def mix(word):
    """Scatter 64 bits (the finalizer of splitmix64: Steele, Lea, Flood 2014)."""
    word = np.uint64(word)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))
