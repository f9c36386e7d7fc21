"""Kernels that a wheel brings along: one shared library for each kind of processor and system.

    bstar/compile/kernels/x86_64-linux.so      machine code of all of them, called through ctypes
    bstar/compile/kernels/x86_64-linux.json    its digest, those of its sources, the results of its functions

To solve with them takes neither llvmlite nor numba.  A library is used if it is whole, if the sources that it
was compiled from are those beside it, and if the processor knows its instructions (x86-64-v3 on that kind of
processor).  What it lacks is compiled, as if there were none.  A clone has no library: they are made before a
wheel is packed (`tests/tools/kernels.py`).
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib
import json
import platform
import sys
from ctypes import CDLL
from pathlib import Path
from typing import Any, NamedTuple

from bstar.compile.arguments import Kind

FOLDER = Path(__file__).with_name("kernels")
ROOT = Path(__file__).parents[2]  # of the sources
SUFFIXES = {"linux": ".so", "darwin": ".dylib", "win32": ".dll"}
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
X86_64_V3 = {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}  # as Linux calls them
LIKE_V3 = {"AVX2", "FMA3", "F16C"}  # as numpy calls them; whatever has these has the others


class ShippedKernel(NamedTuple):
    """A function in the library."""

    address: int
    result: tuple[str, ...]  # type of the result: one name, or those of a tuple's fields
    is_tuple: bool


def symbol_of(name: str, kinds: tuple[Kind, ...]) -> str:
    """Return the name of a function in the library, by its Python name and the types of its arguments."""
    return f"bstar_{hashlib.sha256(repr((name, kinds)).encode()).hexdigest()[:32]}"


def shipped(name: str, kinds: tuple[Kind, ...]) -> ShippedKernel | None:
    """Return a function of the library for this machine; None if there is none."""
    library = _library(target())
    if library is None:
        return None
    loaded, functions = library
    symbol = symbol_of(name, kinds)
    if symbol not in functions:
        return None
    result, is_tuple = functions[symbol]
    address = ctypes.cast(getattr(loaded, symbol), ctypes.c_void_p).value
    return ShippedKernel(address, tuple(result), is_tuple) if address else None


def target() -> str:
    """Return the name of this kind of processor and system."""
    machine = platform.machine().lower()
    return f"{MACHINES.get(machine, machine)}-{sys.platform}"


def file_of(name: str) -> Path:
    """Return the file of the library for a target."""
    return FOLDER / f"{name}{SUFFIXES.get(name.partition('-')[2], '.so')}"


@functools.cache
def _library(name: str) -> tuple[Any, dict[str, Any]] | None:
    """Return a library and its functions; None if it must not be used."""
    path = file_of(name)
    try:
        about = json.loads(path.with_suffix(".json").read_bytes())
        if digest_of(path) != about["digest"] or (name.startswith("x86_64") and not _has_v3()):
            return None
        if any(digest_of(ROOT / source) != digest for source, digest in about["sources"].items()):
            return None
        return CDLL(str(path)), dict(about["functions"])
    except (AttributeError, KeyError, OSError, TypeError, ValueError):  # none, or a part of one
        return None


def digest_of(path: Path) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _has_v3() -> bool:
    """Return whether the processor, as far as the system lets programs use it, is of the level x86-64-v3."""
    if sys.platform == "linux":
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        flags = next((line for line in lines if line.startswith("flags")), "")
        return set(flags.split()) >= X86_64_V3
    has = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    return all(has.get(each, False) for each in LIKE_V3)
