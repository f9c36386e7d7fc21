"""Cache of compiled kernels on disk, quick to load: one file per kernel and argument types, with a digest.

With the machine code numba stores all bitcode of a kernel, for other kernels to link, and before it loads
anything it sets up its whole compiler.  Neither is needed for a kernel that only Python calls, and both
take longer than the search of an easy position.  Here the bitcode is replaced by the kernel's names, and the
compiler is set up when there is something to compile.

numba names the folder after the location of the sources.  Here it is named after their code: a clone, a wheel
and a second environment share what was compiled once.  Where nothing can be written nothing is cached, with
one warning; numba would choose another place, where it only notices edits of one file.  A file that cannot be
loaded is compiled again.

Invariant: no kernel calls a kernel (what is loaded could only be called into a trap).

Invariant: a file is complete or absent.  It gets its name once it is complete, and one whose content
differs from its digest (a full disk, a power failure) is ignored and written again.  No file is shared by two
sets of argument types, so two processes that compile at once write the same.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import uuid
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.runtime import _nrt_python
from numba.core.serialize import dumps

from bstar.compile.numba_internals import warn_once

DIGEST = 32  # bytes


class CacheFiles:
    """The files of one function; a key identifies the argument types and the processor."""

    def __init__(self, folder: str, name: str) -> None:
        self._folder, self._name = Path(folder), name

    def is_filled(self) -> bool:
        """Return whether machine code of the function is on disk, for any argument types."""
        return any(self._folder.glob(f"{self._name}.*.nbc"))

    def load(self, key: Any) -> Any:
        """Return what was saved under `key`; None if there is nothing or it is damaged."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
            return None
        found, data = pickle.loads(content[DIGEST:])
        return data if found == key else None

    def save(self, key: Any, data: Any) -> None:
        """Write `data` under `key`; an OSError leaves nothing behind."""
        content: bytes = dumps((key, data))
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(key)
        unfinished = path.with_suffix(f".{uuid.uuid4().hex}.tmp")
        try:
            unfinished.write_bytes(hashlib.sha256(content).digest() + content)
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise

    def _path(self, key: Any) -> Path:
        kinds, processor, codes = key
        told = hashlib.sha256(repr((str(kinds), processor, codes)).encode()).hexdigest()
        return self._folder / f"{self._name}.{told[:16]}.nbc"


IN_A_GIVEN_FOLDER, *_, IN_A_NOTEBOOK, _ = CompileResultCacheImpl._locator_classes  # the places numba tries


class KernelCacheWarning(UserWarning):
    """Compiled kernels cannot be cached: every process compiles them."""


class UnexpectedNumbaError(Exception):
    """numba's data about a kernel is not as expected."""


class _CacheLocator(IN_A_GIVEN_FOLDER):  # type: ignore[misc, valid-type]
    """The folder that numba is given, wherever the source of the kernel lies."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        self._cache_path = config.CACHE_DIR

    def get_source_stamp(self) -> Any:
        """Return nothing: the folder's name is a digest of the sources."""
        return ""

    def get_disambiguator(self) -> str:
        """Return the same for every kernel: a line number would change with any text above it."""
        return "kernel"


class _StrippedCode(CompileResultCacheImpl):  # type: ignore[misc]
    """Machine code without the bitcode it was made from."""

    _locator_classes = (_CacheLocator, IN_A_NOTEBOOK)

    def reduce(self, result: Any) -> Any:
        """Return what is written to disk.  Raises UnexpectedNumbaError if it is not as expected."""
        try:
            (name, kind, (code, bitcode)), *rest, environments = super().reduce(result)
            data = code, _unresolved_symbols_module(result.fndesc, bitcode)
        except (AttributeError, TypeError, ValueError, RuntimeError) as error:
            raise UnexpectedNumbaError(str(error)) from error
        if kind != "object":
            raise UnexpectedNumbaError(f"machine code is kept as {kind!r}, expected 'object'")
        # the Python objects of each function; to load those of numba's own would import its compiler
        ours = (each for each in environments if not each.globals["__name__"].startswith("numba."))
        return (name, kind, data), *rest, tuple(ours)


class _FunctionCache(FunctionCache):  # type: ignore[misc]
    """The cached kernels of one function."""

    _impl_class = _StrippedCode

    def __init__(self, function: Callable[..., Any], may_save: Callable[[], bool]) -> None:
        super().__init__(function)
        self._may_save = may_save
        self._cache_file = CacheFiles(self._cache_path, self._impl.filename_base)

    def is_filled(self) -> bool:
        """Return whether machine code of the function is on disk."""
        return self._cache_file.is_filled()

    def save_overload(self, signature: Any, result: Any) -> None:
        """Cache a compiled kernel, if that is allowed."""
        if self._may_save():
            try:
                super().save_overload(signature, result)
            except OSError as error:
                _warn_once(str(self.cache_path), error)
            except UnexpectedNumbaError as error:
                warn_once(f"{error}; no kernel is kept, every start will compile")

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Load a compiled kernel; None if there is none, or none that can be loaded."""
        _name_helpers()
        try:
            return self._load_overload(signature, target)
        except Exception:  # unpickling may raise anything; the kernel is compiled again
            return None


def kernel(function: Callable[..., Any], may_save: Callable[[], bool], allocates: bool) -> Any:
    """Compile `function` and cache it in numba's folder, each time if `may_save` allows."""
    dispatcher = numba.njit(nogil=True, _nrt=allocates)(function)
    if dispatcher is not function:  # numba is not switched off
        _store(dispatcher, function, may_save)
    return dispatcher


def is_cached(dispatcher: Any) -> bool:
    """Return whether machine code of a kernel is on disk, or none can be cached."""
    cache = getattr(dispatcher, "_cache", None)
    return not isinstance(cache, _FunctionCache) or cache.is_filled()


def _store(dispatcher: Any, function: Callable[..., Any], may_save: Callable[[], bool]) -> None:
    try:
        Path(config.CACHE_DIR).mkdir(parents=True, exist_ok=True)
        dispatcher._cache = _FunctionCache(function, may_save)
    except OSError as error:
        _warn_once(config.CACHE_DIR, error)
    except RuntimeError:  # numba found no writable folder
        _warn_once(config.CACHE_DIR, OSError("it cannot be written"))


def _warn_once(folder: str, error: OSError) -> None:
    """Warn that nothing is cached, once in a process."""
    if not _complaints:
        _complaints.append(folder)
        reason = error.strerror or str(error)
        text = f"compiled kernels cannot be kept in {folder}: {reason}; every start will compile"
        warnings.warn(f"{text} (NUMBA_CACHE_DIR names another folder)", KernelCacheWarning, stacklevel=2)


_complaints: list[str] = []  # folders


@functools.cache
def _name_helpers() -> None:
    """Tell the linker the addresses of the C functions of numba's runtime, which unpack arrays.

    The rest of the runtime is compiled in each process that compiles; a kernel contains what it needs of it.
    """
    for name, address in _nrt_python.c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _unresolved_symbols_module(kernel: Any, bitcode: bytes) -> bytes:
    """Return a module with the names by which numba looks up a kernel's code; calling them traps."""
    module = ir.Module()
    module.triple = binding.parse_bitcode(bitcode).triple
    nothing = ir.FunctionType(ir.VoidType(), [])
    trap = ir.Function(module, nothing, "llvm.trap")
    for name in (kernel.llvm_func_name, kernel.llvm_cpython_wrapper_name, kernel.llvm_cfunc_wrapper_name):
        builder = ir.IRBuilder(ir.Function(module, nothing, name).append_basic_block())
        builder.call(trap, [])
        builder.unreachable()
    return bytes(binding.parse_assembly(str(module)).as_bitcode())
