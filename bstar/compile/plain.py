"""Kernels by what numba promises alone: for versions whose inside is not known (`seams.py`).

The same functions give the same answers.  They take longer to compile, for each one is made machine code with
all that it calls, and longer to load; reference counts slow the searches down.  numba's own cache keeps them
in the folder that it is told of, which is named after every source that can end up in them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import config

INSIDE: dict[str, Any] = {"nogil": True}


def inline(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function that kernels call."""
    return numba.njit(**INSIDE)(function)


def kernel(function: Callable[..., Any], may_save: Callable[[], bool], allocates: bool) -> Any:
    """Compile a function that Python calls, and keep it where numba is told to, if what runs may be kept."""
    if config.DISABLE_JIT:
        return function
    if may_save():
        try:
            kept = numba.njit(nogil=True, cache=True)(function)
        except (OSError, RuntimeError):  # no place that can be written
            return numba.njit(nogil=True)(function)
        if Path(kept.stats.cache_path).is_relative_to(config.CACHE_DIR):  # elsewhere edits are not seen
            return kept
    return numba.njit(nogil=True)(function)


def is_cached(dispatcher: Any) -> bool:
    """Is machine code of a kernel on disk, or can none be kept there?"""
    folder = dispatcher.stats.cache_path
    return folder is None or any(Path(folder).glob(f"*.{dispatcher.py_func.__qualname__}-*.nbi"))
