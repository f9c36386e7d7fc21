"""This process as if it had just started: no kernel is loaded, compiled or complained of yet."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from bstar.compile import build, objects

_alive: list[Any] = []  # engines: kernels that are linked later may call their code


@contextmanager
def anew(cache: Path, compilers: int = 0) -> Iterator[list[warnings.WarningMessage]]:
    """Keep kernels in `cache`, compile here or in other processes, and yield the list of the warnings."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        patch.setenv("NUMBA_CACHE_DIR", str(cache))
        patch.setenv(build.COMPILERS, str(compilers))
        patch.setattr(tempfile, "tempdir", str(cache.parent))
        patch.setattr(build, "_started", {})
        patch.setattr(build, "_pool", [])
        patch.setattr(build, "_free", SimpleQueue())
        patch.setattr(objects, "_engines", {})
        patch.setattr(objects, "_complaints", set())
        objects._usable_folder.cache_clear()
        _alive.append(objects._engines)
        yield found
