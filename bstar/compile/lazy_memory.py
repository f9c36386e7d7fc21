"""Large arrays of zeros whose memory is taken page by page, when it is first touched.

numpy asks the system for huge pages for large arrays: a small search that touches a few thousand places of a
large table would then clear all of it, which took most of the time of an easy position.  Memory of this
process alone comes twice as fast as shared memory, Python's default for a map without a file.

Whoever takes a part of such an array into use should write to it first.  A page that is read first is lent
out by the system and taken again at the first write: twice the work, and with several threads all of them
have to be told.
"""

from __future__ import annotations

import math
import mmap
from typing import Any

import numpy as np

PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}


def lazy_zeros(shape: int | tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
    """Return an array of zeros; only what is touched takes memory.  Raises MemoryError."""
    shape = (shape,) if isinstance(shape, int) else shape
    size = math.prod(shape) * np.dtype(dtype).itemsize
    if size < mmap.PAGESIZE:
        return np.zeros(shape, dtype)
    try:
        memory = mmap.mmap(-1, size, **PRIVATE)
    except OSError as error:
        raise MemoryError(f"{size:,} bytes of memory cannot be had") from error
    return np.frombuffer(memory, dtype).reshape(shape)


def prefault(array: np.ndarray[Any, Any]) -> None:
    """Write to every page of a contiguous array that is still all zeros."""
    array.view(np.uint8).reshape(-1)[:: mmap.PAGESIZE] = 0
