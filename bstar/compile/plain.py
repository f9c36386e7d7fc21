"""Kernels by numba's public interface alone: for versions with unknown internals (`numba_internals.py`).

The same functions give the same answers.  They take longer to compile, because each one is made machine code
with all that it calls, and longer to load; reference counts slow the searches down.  numba's own cache keeps
them in the folder it is given, which is named after every source that can end up in them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import config

INLINE_OPTIONS: dict[str, Any] = {"nogil": True}


def inline(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function that kernels call."""
    return numba.njit(**INLINE_OPTIONS)(function)


def kernel(function: Callable[..., Any], may_save: Callable[[], bool], allocates: bool) -> Any:
    """Compile a function that Python calls; cache it where numba is told to if `may_save` allows."""
    if config.DISABLE_JIT:
        return function
    if may_save():
        try:
            kept = numba.njit(nogil=True, cache=True)(function)
        except (OSError, RuntimeError):  # no writable folder
            return numba.njit(nogil=True)(function)
        if Path(kept.stats.cache_path).is_relative_to(config.CACHE_DIR):  # elsewhere edits would go unnoticed
            return kept
    return numba.njit(nogil=True)(function)


def is_cached(dispatcher: Any) -> bool:
    """Return whether machine code of a kernel is on disk, or none can be cached."""
    folder = dispatcher.stats.cache_path
    return folder is None or any(Path(folder).glob(f"*.{dispatcher.py_func.__qualname__}-*.nbi"))
