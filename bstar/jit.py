"""Compiled kernels: how a function is compiled, and where its machine code is kept.

    @kernel            called from Python
    @linked("int64")   called from kernels by its name, an object of its own; "int64" is its result's type
    @inline            called from kernels, and compiled into them; from Python it is plain Python
    @noinline          the same, but once in each kernel, however often it is called there
    compiled(algorithm)   a generic algorithm of `bstar` as a kernel, for any kind of game
    @kernel_tuple      a NamedTuple that kernels take: it is described once for many calls

A kernel, and each linked function, is an object on disk (`compile/objects.py`), under a digest of everything
that it was compiled from (`compile/code_digest.py`).  An object is compiled at its first call, by other
processes if there are several cores (`compile/build.py`), with numba (`compile/compiler.py`); loading one
does not need numba.

Kernels and everything inside them are compiled without numba's reference counting.  A game is a tuple of
dozens of arrays, and counting references to all of them at every call and slice made the kernels ten times
slower.  It also means that they cannot allocate: the compiler refuses it.

Invariant: no kernel recurses, raises or calls another kernel; they run without the interpreter lock.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from bstar.compile.arguments import KeptWords, describe
from bstar.compile.arguments import kernel_tuple as kernel_tuple
from bstar.compile.load import load
from bstar.compile.objects import LoadedKernel, Wanted
from bstar.compile.registry import declared, named

F = TypeVar("F", bound=Callable[..., Any])


def is_jit_off() -> bool:
    """Return whether numba is switched off (NUMBA_DISABLE_JIT=1) and kernels are plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class Kernel:
    """A function that is compiled at its first call, for the types of its arguments."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.name = f"{function.__module__}:{function.__qualname__}"
        named[self.name] = function
        self._loaded: dict[Any, LoadedKernel] = {}
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        words: list[Any] = []
        kept: list[KeptWords] = []
        kinds = describe(arguments, words, kept)
        types = tuple(map(id, kinds))
        loaded = self._loaded.get(types)
        if loaded is None:
            loaded = self._loaded[types] = load(Wanted(self.name, kinds))
        return loaded(words)


class InlineFunction:
    """A function for kernels, registered with numba when the first kernel that calls it is compiled."""

    def __init__(self, function: Callable[..., Any], is_inlined: bool) -> None:
        self.py_func, self._is_inlined = function, is_inlined
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    def __call__(self, *arguments: Any) -> Any:
        """Run the plain Python function, as tests and `bstar.check_game` do; no search calls it so."""
        return self.py_func(*arguments)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """numba's dispatcher."""
        from bstar.compile.compiler import new_dispatcher

        return new_dispatcher(self.py_func, self._is_inlined)

    @property
    def _numba_type_(self) -> Any:
        """The type numba requests from each object that a compiled function names."""
        return self.dispatcher._numba_type_


class LinkedFunction:
    """A function for kernels that is an object of its own, whose result has a declared type."""

    def __init__(self, function: Callable[..., Any], result: Any, name: str) -> None:
        self.py_func, self.result = function, result
        self.name = f"{function.__module__}:{name or function.__qualname__}"
        named[self.name] = self
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    def __call__(self, *arguments: Any) -> Any:
        """Run the plain Python function."""
        return self.py_func(*arguments)

    @property
    def _numba_type_(self) -> Any:
        from bstar.compile.compiler import linked_type

        return linked_type(self.name, self.result)


def kernel(function: F) -> F:
    """Compile `function` at its first call and keep the machine code on disk."""
    if is_jit_off():
        return np.errstate(over="ignore")(function)  # hashes count on numbers of 64 bits
    return cast(F, Kernel(function))


def inline(function: F) -> F:
    """Compile `function` into the kernels that call it; called from Python it is plain Python."""
    return function if is_jit_off() else cast(F, InlineFunction(function, True))


def noinline(function: F) -> F:
    """Compile `function` once into each kernel that calls it: for long functions that are called rarely."""
    return function if is_jit_off() else cast(F, InlineFunction(function, False))


def linked(*result: str, name: str = "") -> Callable[[F], F]:
    """Compile a function as an object of its own; `result` is the type of its result, or those of a tuple.

    A function made by another one has a `name` in its module by which another process finds it.
    """

    def link(function: F) -> F:
        return function if is_jit_off() else cast(F, LinkedFunction(function, declared(*result), name))

    return link


@functools.cache
def compiled(algorithm: Callable[..., Any]) -> Callable[..., Any]:
    """Return `algorithm`, a plain function, as a kernel; each kind of game has its own machine code."""
    return kernel(algorithm)
