"""Kernels by numba's public interface alone: for versions whose internals have not been tried.

The same functions give the same answers.  They take longer to compile, because each one is made machine code
with all that it calls, and longer to load; reference counts slow the searches down.  numba's own cache keeps
them, in a folder named after everything that they are compiled from.
"""

from __future__ import annotations

import functools
import os
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bstar.compile.code_digest import numba_version
from bstar.compile.objects import Wanted, function_of, key, make_private, usable_folder
from bstar.compile.registry import answer, compiled_as, questions

TRIED = ((0, 62), (0, 70))  # versions of numba: the first one tried, and the first one beyond
ANY = "BSTAR_ANY_NUMBA"  # set to 1 in the environment: use the internals of untried versions, too


class UnsupportedNumbaWarning(UserWarning):
    """numba's internals are not as expected; compiling and searching take longer."""


_reasons: list[str] = []


def is_needed() -> bool:
    """Return whether kernels are plain: the version of numba has not been tried, or its internals failed."""
    return bool(_reasons) or not _is_tried()


def give_up(reason: str) -> None:
    """Make all kernels plain from now on, with one warning."""
    if not _reasons:
        _reasons.append(reason)
        text = f"numba {numba_version()}: {reason}; kernels take longer to compile and to run"
        warnings.warn(text, UnsupportedNumbaWarning, stacklevel=2)


@functools.cache
def _is_tried() -> bool:
    first, end = TRIED
    version = tuple(int(part) for part in re.findall(r"\d+", numba_version())[:2])
    if first <= version < end or os.environ.get(ANY, "0") not in ("", "0"):
        return True
    give_up(f"a version that has not been tried, expected {first[0]}.{first[1]} to below {end[0]}.{end[1]}")
    return False


def dispatcher(function: Callable[..., Any]) -> Any:
    """Return numba's dispatcher of a function that kernels call."""
    import numba

    return numba.njit(nogil=True)(function)


def kernel(wanted: Wanted) -> Any:
    """Return a compiled function; numba keeps it on disk if its folder can be written."""
    import numba
    from numba.core import config

    _register_overloads()
    place = usable_folder()
    if place is None:
        return dispatcher(function_of(wanted))
    before, config.CACHE_DIR = config.CACHE_DIR, str(place / f"plain-{key(wanted)}")
    try:
        make_private(Path(config.CACHE_DIR))
        return numba.njit(nogil=True, cache=True)(function_of(wanted))
    except (OSError, RuntimeError):  # no writable folder
        return dispatcher(function_of(wanted))
    finally:
        config.CACHE_DIR = before


def _register_overloads() -> None:
    from numba.core import types

    def answer_of(question: str) -> Callable[..., Any]:
        def choose(of: Any, *arguments: Any) -> Any:
            return answer(question, of.instance_class) if isinstance(of, types.BaseNamedTuple) else None

        return choose

    for name, question in questions.items():
        _overload(question.function, functools.partial(answer_of, name), nogil=True)
    for function, choose in compiled_as.items():
        _overload(function, choose)


def _overload(function: Callable[..., Any], choose: Callable[[], Any], **options: bool) -> None:
    """Tell numba by which function it chooses the code of another one, once."""
    from numba.extending import overload

    if function not in _overloaded:
        overload(function, strict=False, jit_options=options)(choose())
        _overloaded.add(function)


_overloaded: set[Callable[..., Any]] = set()
