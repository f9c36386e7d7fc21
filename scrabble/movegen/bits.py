"""Bit functions that numba lacks: the lowest bit, memory asked for ahead of use, mixed bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from bstar.jit import inner


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


def lowest(word: Any) -> Any:
    """The number of the lowest bit that is set in a 64-bit word; 64 if none is."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


@overload(lowest, strict=False)  # type: ignore[untyped-decorator]
def _lowest(word: Any) -> Any:
    return lambda word: np.int64(_cttz(np.uint64(word)))


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        view = context.make_array(kind)(context, builder, arguments[0])
        place = cgutils.get_item_pointer(context, builder, kind, view, [arguments[1]])
        byte = ir.IntType(8).as_pointer()
        flag = ir.IntType(32)
        prefetch = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        )
        builder.call(prefetch, [builder.bitcast(place, byte), flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


def prefetch(array: Any, index: Any) -> None:
    """Say that an element of a one-dimensional array will soon be read."""


@overload(prefetch, strict=False)  # type: ignore[untyped-decorator]
def _prefetch_compiled(array: Any, index: Any) -> Any:
    return lambda array, index: _prefetch(array, np.int64(index))


@inner
def mix(word):
    """Scatter 64 bits (the finalizer of splitmix64: Steele, Lea, Flood 2014)."""
    word = np.uint64(word)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))
