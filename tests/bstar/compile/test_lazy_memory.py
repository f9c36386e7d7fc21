"""Large arrays of zeros: their memory is taken on first touch, or in advance."""

from __future__ import annotations

import errno
import mmap
import resource

import numpy as np
import pytest

from bstar.compile.lazy_memory import SMALL, lazy_zeros, prefault

PAGES = SMALL // mmap.PAGESIZE


def faults_of_reading(array: np.ndarray) -> int:
    """Return the number of page faults while all of an array is read."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    assert not array.view(np.uint8).any()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


@pytest.mark.parametrize("dtype", [np.int64, np.dtype([("key", np.uint64), ("lower", np.int32)])])
def test_only_what_is_touched_takes_memory(dtype: np.dtype) -> None:
    size = PAGES * mmap.PAGESIZE // np.dtype(dtype).itemsize
    lazy, touched = lazy_zeros((size // 4, 4), dtype), lazy_zeros((size // 4, 4), dtype)
    prefault(touched)
    assert faults_of_reading(touched) < PAGES / 4
    assert faults_of_reading(lazy) > PAGES / 2


@pytest.mark.skipif(not hasattr(mmap, "MADV_HUGEPAGE"), reason="this system has no huge pages to ask for")
@pytest.mark.parametrize("error", [None, OSError(errno.EINVAL, "Invalid argument")], ids=["granted", "not"])
def test_huge_pages_are_requested_beyond_the_small_part(
    monkeypatch: pytest.MonkeyPatch, error: OSError | None
) -> None:
    requests = []

    class Watched(mmap.mmap):
        def madvise(self, *arguments: int) -> None:
            requests.append(arguments)
            if error is not None:
                raise error

    monkeypatch.setattr(mmap, "mmap", Watched)
    assert lazy_zeros(SMALL, np.uint8).nbytes == SMALL
    assert not requests
    large = lazy_zeros(3 * SMALL, np.uint8)
    large[::SMALL] = 1
    assert large.sum() == 3
    assert requests == [(mmap.MADV_HUGEPAGE, SMALL, 2 * SMALL)]


def test_a_small_array() -> None:
    small = lazy_zeros(3, np.int32)
    prefault(small)
    assert small.tolist() == [0, 0, 0]


def test_memory_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(mmap, "mmap", refuse)
    with pytest.raises(MemoryError, match="8,000,000 bytes of memory cannot be had"):
        lazy_zeros(10**6, np.int64)
