"""A digest of everything that a kernel is compiled from.  Nothing here needs numba.

It covers what Python would run: the bytecode of the function and of all that it calls, the constants and
names they use, the answers of the games whose types occur, the types of the arguments, Python, numba, LLVM
and the processor.  It does not cover names of files, line numbers, comments and docstrings.  An edit
therefore makes just those kernels anew that contain what was edited, and what lies on disk always fits what
runs.

Invariant: a kernel uses functions, classes of tuples, numbers, numpy arrays and the names of numpy.  A global
of any other type is refused, since an edit of it might go unnoticed.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import importlib
import os
import platform
import re
import sys
import types
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from bstar.compile.arguments import Kind, class_name, classes_of, dtype_name
from bstar.compile.registry import (
    answer,
    compiled_as,
    declared_result,
    find,
    indexes_from_start,
    is_question,
    linked_answers,
    python_function,
)

LOAD_GLOBAL = dis.opmap["LOAD_GLOBAL"]
FORMAT = "3"  # of the files
FOREIGN = ("numpy", "builtins", "math")  # modules whose versions are in the digest


def key_of(name: str, function: Any, kinds: tuple[Kind, ...], result: Kind | None = None) -> str:
    """Return the key of the code of `function` for arguments of these types: 32 hexadecimal digits.

    `result` is the declared type of its result, if it has one.
    """
    parts = [FORMAT, name, repr(kinds), repr(result), *build()]
    games = [find(each) for each in sorted(set(classes_of(kinds)))]
    parts += (f"linked {one}" for one, game in sorted(linked_answers, key=str) if game in games)
    parts += (_own_digest(each) for each in sorted(_reached(python_function(function), games), key=_place))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _reached(function: Any, games: list[type]) -> set[Any]:
    """Return a function and all that it calls with games of these classes, or of those that it makes."""
    reached: set[Any] = {None}
    questions: set[Any] = set()
    waiting = [function]
    while waiting:
        while waiting:
            each = waiting.pop()
            if is_question(each):
                questions.add(each)
            elif each not in reached:
                reached.add(each)
                called, made = _uses(each)
                waiting += called
                games += [kind for kind in made if kind not in games]
        waiting = [
            found
            for game in games
            for one in questions
            if (found := answer(one.__name__, game)) not in reached
        ]
    return reached - {None}


@functools.cache
def _uses(function: Any) -> tuple[list[Any], list[type]]:
    """Return the functions that a function calls, and the classes of tuples that it makes."""
    values = [python_function(value) for value in _names(function).values()]
    called: list[Any] = [each for each in values if isinstance(each, types.FunctionType)]
    called += [compiled_as[each] for each in called if each in compiled_as]
    return called, [each for each in values if isinstance(each, type) and issubclass(each, tuple)]


@functools.cache
def build() -> tuple[str, ...]:
    """Return what machine code depends on besides its source."""
    import llvmlite
    from llvmlite import binding

    versions = f"numba {numba_version()}", f"llvmlite {llvmlite.__version__}", f"numpy {np.__version__}"
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    checks = f"bounds {os.environ.get('NUMBA_BOUNDSCHECK', '')}"
    return *versions, sys.version, platform.machine(), sys.platform, *processor, checks


@functools.cache
def numba_version() -> str:
    """Return the version of numba, without importing it."""
    found = find_spec("numba")
    if found is None or found.origin is None:
        raise ImportError("numba is not installed")
    with suppress(OSError):
        written = Path(found.origin).with_name("_version.py").read_text()
        if match := re.search(r'"version": "(.+)"', written):
            return match[1]
    return str(importlib.import_module("numba").__version__)


@functools.cache
def _place(function: Any) -> str:
    """Return a name that no other function has; those of a factory differ by what they enclose."""
    enclosed = [_constant(cell.cell_contents) for cell in function.__closure__ or ()]
    name = f"{function.__module__}:{function.__qualname__}"
    # a text of what is enclosed would double with each factory within a factory
    return f"{name} {hashlib.sha256(repr(enclosed).encode()).hexdigest()}" if enclosed else name


@functools.cache
def _own_digest(function: Any) -> str:
    """Return a digest of the code of one function and of the constants that it names."""
    names = sorted((name, _constant(value)) for name, value in _names(function).items())
    defaults = function.__defaults__, function.__kwdefaults__
    parts = _place(function), _code(function.__code__), names, *defaults, indexes_from_start(function)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _code(code: types.CodeType) -> tuple[Any, ...]:
    """Return the parts of a code object that decide what it does."""
    constants = [_code(each) if isinstance(each, types.CodeType) else repr(each) for each in code.co_consts]
    if code.co_flags & 0x2 and code.co_consts and isinstance(code.co_consts[0], str | None):
        constants[0] = "docstring"  # of a function the first constant: its docstring, or None
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_argcount, code.co_kwonlyargcount
    return code.co_code, constants, *names, getattr(code, "co_exceptiontable", b"")


@functools.cache
def _names(function: Any) -> dict[str, Any]:
    """Return the globals and enclosed variables that a function uses, by name."""
    scope = function.__globals__
    found: dict[str, Any] = {}
    for code in _codes(function.__code__):
        high = 0
        for step, part in zip(code.co_code[::2], code.co_code[1::2], strict=True):
            number = high | part
            high = number << 8 if step == dis.EXTENDED_ARG else 0
            if step == LOAD_GLOBAL and (name := code.co_names[number >> 1]) in scope:
                found |= _resolved(name, scope[name], code.co_names)
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return found | {name: cell.cell_contents for name, cell in cells}


def _resolved(name: str, value: Any, attributes: tuple[str, ...]) -> dict[str, Any]:
    """Return a global by name; of a module of our own, all that the code may use of it."""
    if not isinstance(value, types.ModuleType) or _is_foreign(value):
        return {name: value}
    return {f"{name}.{each}": getattr(value, each) for each in attributes if hasattr(value, each)}


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes(each)


def _constant(value: Any) -> str:
    """Return a global as text.  Raises TypeError for one whose edits would go unnoticed."""
    function = python_function(value)
    if isinstance(function, types.FunctionType):
        # its code has a text of its own
        return f"{type(value).__name__} {_place(function)} {declared_result(value)}"
    if isinstance(value, types.ModuleType | types.BuiltinFunctionType | type) and _is_foreign(value):
        return repr(getattr(value, "__name__", value))
    if isinstance(value, type) and issubclass(value, tuple):
        return f"tuple {class_name(value)} {getattr(value, '_fields', ())}"
    if isinstance(value, np.ndarray):
        return f"array {dtype_name(value.dtype)} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, bool | int | float | str | None | np.generic | tuple | np.dtype):
        return f"{type(value).__name__} {value!r}"
    raise TypeError(f"{value!r} in a kernel: expected a function, a class of tuples, a number or an array")


def _is_foreign(value: Any) -> bool:
    name = value.__name__ if isinstance(value, types.ModuleType) else value.__module__
    return name.partition(".")[0] in FOREIGN
