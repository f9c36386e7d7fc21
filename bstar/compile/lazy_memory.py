"""Large arrays of zeros whose memory is mapped page by page, on first touch.

    | SMALL bytes: small pages | the rest: huge pages, where the system has them |

numpy requests huge pages for large arrays: a small search that touches a few thousand places of a
large table would then clear all of it, which took most of the time of an easy position.  Tables and
pools grow from their beginning, so only long searches touch what is beyond the first SMALL bytes.
There huge pages save the translation of addresses, 8 to 11 % of the time of a hard position.  Private
memory is mapped twice as fast as shared memory, Python's default for a map without a file.

The first access to a part of such an array should be a write.  A page that is read first is mapped
read-only and again at the first write: twice the work, and with several threads each of their
processors has to be notified.
"""

from __future__ import annotations

import math
import mmap
from contextlib import suppress
from typing import Any

import numpy as np

PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
SMALL = 2 << 20  # bytes


def lazy_zeros(shape: int | tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
    """Return an array of zeros; only pages that are touched take memory.  Raises MemoryError."""
    shape = (shape,) if isinstance(shape, int) else shape
    size = math.prod(shape) * np.dtype(dtype).itemsize
    if size < mmap.PAGESIZE:
        return np.zeros(shape, dtype)
    try:
        memory = mmap.mmap(-1, size, **PRIVATE)
    except OSError as error:
        raise MemoryError(f"{size:,} bytes of memory cannot be had") from error
    if size > SMALL and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a kernel without huge pages
            memory.madvise(mmap.MADV_HUGEPAGE, SMALL, size - SMALL)
    return np.frombuffer(memory, dtype).reshape(shape)


def prefault(array: np.ndarray[Any, Any]) -> None:
    """Write to every page of a contiguous array that is still all zeros."""
    array.view(np.uint8).reshape(-1)[:: mmap.PAGESIZE] = 0
