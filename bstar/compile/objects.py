"""Kernels as objects: machine code in a file, loaded by LLVM's linker and called by its address.

    kernel(arguments) --types--> key --file--> object: machine code, its entry, the objects that it calls

To load and run what has been compiled takes llvmlite alone; numba is imported when something must be
compiled. An object that calls others names them by their keys: they are loaded first, and the linker finds
them by name.

Invariant: a file is complete or absent.  It gets its name once it is complete; one whose content differs from
its digest (a full disk, a power failure), or that names anything the linker does not find, is compiled anew.
Where nothing can be written nothing is kept, with one warning.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import operator
import os
import pickle
import threading
import uuid
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from bstar.compile.arguments import Kind, c_types
from bstar.compile.code_digest import key_of
from bstar.compile.registry import answer, find, is_question, python_function

DIGEST = 32  # bytes
SUFFIX = ".kernel"
KEPT_VERSIONS = 4  # of one kernel for the same types
RESULTS: dict[str, Any] = {  # types of results, as fields of a structure
    "none": ctypes.c_void_p,
    "bool": ctypes.c_bool,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
}
FINE = 0, -2  # statuses of numba: a result, None


class KernelCacheWarning(UserWarning):
    """Compiled kernels cannot be kept: every process compiles them."""


class Wanted(NamedTuple):
    """An object to compile: the name of a function or a question, and the types of its arguments."""

    name: str  # module:qualified name
    kinds: tuple[Kind, ...]


class MachineCode(NamedTuple):
    """A compiled function."""

    entry: str  # name of the symbol
    result: tuple[str, ...]  # type of the result: one name, or those of a tuple's fields
    is_tuple: bool
    needs: tuple[Wanted, ...]  # the objects that it calls
    externals: tuple[str, ...]  # other names that the linker must find
    code: bytes


def function_of(wanted: Wanted) -> Any:
    """Return the Python function that is compiled."""
    found = find(wanted.name)
    if is_question(found):
        return answer(found.__name__, find(wanted.kinds[0][1]))
    return python_function(found)


def key(wanted: Wanted) -> str:
    """Return the key under which the code is kept."""
    return _key(wanted, function_of(wanted))


@functools.cache
def _key(wanted: Wanted, function: Any) -> str:
    return key_of(wanted.name, function, wanted.kinds)


def folder() -> Path:
    """Return the folder of all kernels: NUMBA_CACHE_DIR if it is set, else the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("scrabble-endgame")) / "kernels"


def _path(wanted: Wanted) -> Path:
    kinds = hashlib.sha256(repr(wanted).encode()).hexdigest()[:12]
    name = wanted.name.replace(":", ".")
    return folder() / f"{name}.{kinds}.{key(wanted)}{SUFFIX}"


def read(wanted: Wanted) -> MachineCode | None:
    """Return the code on disk; None if there is none, or it is damaged."""
    try:
        content = _path(wanted).read_bytes()
        if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
            return None
        return MachineCode(*pickle.loads(content[DIGEST:]))
    except Exception:  # unpickling may raise anything; the code is compiled again
        return None


def write(wanted: Wanted, code: MachineCode) -> None:
    """Keep the code on disk, and remove what older versions of the function have left there."""
    path = _path(wanted)
    unfinished = path.with_suffix(f".{uuid.uuid4().hex}.tmp")
    content = pickle.dumps(tuple(code))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(hashlib.sha256(content).digest() + content)
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        _warn_once(str(folder()), error)
        return
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # another process may do the same
        alike = list(path.parent.glob(f"{path.name.split('.' + key(wanted))[0]}.*{SUFFIX}"))
        alike.sort(key=lambda each: each.stat().st_mtime, reverse=True)
        for each in alike[KEPT_VERSIONS:]:
            each.unlink(missing_ok=True)


@functools.cache
def _warn_once(place: str, error: OSError) -> None:
    if not _complaints:
        _complaints.append(place)
        text = (
            f"compiled kernels cannot be kept in {place}: {error.strerror or error}; every start will compile"
        )
        warnings.warn(f"{text} (NUMBA_CACHE_DIR names another folder)", KernelCacheWarning, stacklevel=2)


_complaints: list[str] = []  # folders


class LoadedKernel:
    """Machine code in memory."""

    def __init__(self, wanted: Wanted, code: MachineCode, address: int) -> None:
        results = [(f"f{at}", RESULTS[each]) for at, each in enumerate(code.result)]
        self._result: Any = type("Result", (ctypes.Structure,), {"_fields_": results})
        self._read = _reader(code, [name for name, _ in results])
        pointer = ctypes.c_void_p
        call = ctypes.CFUNCTYPE(ctypes.c_int32, pointer, pointer, *c_types(wanted.kinds))  # without the GIL
        self._call = call(address)

    def __call__(self, words: list[Any]) -> Any:
        result, error = self._result(), ctypes.c_void_p()
        status = self._call(ctypes.addressof(result), ctypes.addressof(error), *words)
        if status not in FINE:
            raise RuntimeError(f"a kernel ended with status {status}")
        return self._read(result)


def _reader(code: MachineCode, names: list[str]) -> Callable[[Any], Any]:
    """Return what reads the result of a function from a structure with these fields."""
    if code.result == ("none",):
        return lambda result: None
    read: Callable[[Any], Any] = operator.attrgetter(*names)
    return (lambda result: (read(result),)) if code.is_tuple and len(names) == 1 else read


_engines: dict[str, tuple[Any, int]] = {}  # by key: what keeps the code in memory, and its address
_lock = threading.RLock()


def symbol(wanted: Wanted) -> str:
    """Return the name by which other objects call this one."""
    return f"bstar.{key(wanted)}"


def link(wanted: Wanted, code: MachineCode, find_code: Callable[[Wanted], MachineCode | None]) -> int | None:
    """Load an object after those that it calls; return its address, None if something is missing."""
    from llvmlite import binding

    with _lock:
        found = _engines.get(key(wanted))
        if found is not None:
            return found[1]
        for each in code.needs:
            if key(each) not in _engines:
                inner = find_code(each)
                if inner is None or link(each, inner, find_code) is None:
                    return None
        if any(not binding.address_of_symbol(name) for name in code.externals):
            return None
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target_machine())
        engine.add_object_file(binding.ObjectFileRef.from_data(code.code))
        engine.finalize_object()
        address = engine.get_function_address(code.entry)
        binding.add_symbol(symbol(wanted), address)
        _engines[key(wanted)] = engine, address
        return int(address)


@functools.cache
def _target_machine() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(jit=True)
