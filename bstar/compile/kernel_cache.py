"""Compiled kernels on disk, quick to load.

numba keeps with the machine code of a kernel all its bitcode, for other kernels to link, and before it loads
anything it gets its whole compiler ready.  Neither is of use to a kernel that only Python calls, and both
take longer than the search of an easy position.  Here the bitcode is replaced by the kernel's names, and the
compiler wakes up when there is something to compile.

It also names the folder after where the sources lie.  Here what they say is enough: a clone, a wheel and a
second environment share what was compiled once.  And where nothing can be written nothing is kept, which is
said once; numba would look for another place, where it sees edits of one file only.  What cannot be loaded is
compiled.

Invariant: no kernel calls a kernel (what is loaded could only be called into a trap).
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.runtime import _nrt_python

from bstar.compile.kernel_files import KernelFiles
from bstar.compile.seams import complain

IN_A_GIVEN_FOLDER, *_, IN_A_NOTEBOOK, _ = CompileResultCacheImpl._locator_classes  # where numba looks


class KernelCacheWarning(UserWarning):
    """Compiled kernels cannot be kept: every process will compile."""


class Strange(Exception):  # noqa: N818
    """numba makes something else of a kernel than was thought."""


class _Place(IN_A_GIVEN_FOLDER):  # type: ignore[misc, valid-type]
    """The folder that numba is told of, wherever the source of the kernel lies."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        self._cache_path = config.CACHE_DIR

    def get_source_stamp(self) -> Any:
        """Return nothing: the folder's name is a digest of the sources."""
        return ""

    def get_disambiguator(self) -> str:
        """Return the same for every kernel: a line number would change with any text above it."""
        return "kernel"


class _Bare(CompileResultCacheImpl):  # type: ignore[misc]
    """Machine code without what it was made from."""

    _locator_classes = (_Place, IN_A_NOTEBOOK)

    def reduce(self, result: Any) -> Any:
        """What is written; Strange if it is not what it was when this was written."""
        try:
            (name, kind, (code, bitcode)), *rest, environments = super().reduce(result)
            data = code, _traps(result.fndesc, bitcode)
        except (AttributeError, TypeError, ValueError, RuntimeError) as error:
            raise Strange(str(error)) from error
        if kind != "object":
            raise Strange(f"machine code is kept as {kind!r}, expected 'object'")
        # the Python objects of each function; to load those of numba's own would import its compiler
        ours = (each for each in environments if not each.globals["__name__"].startswith("numba."))
        return (name, kind, data), *rest, tuple(ours)


class _Kept(FunctionCache):  # type: ignore[misc]
    """The kernels on disk of one function."""

    _impl_class = _Bare

    def __init__(self, function: Callable[..., Any], may_save: Callable[[], bool]) -> None:
        super().__init__(function)
        self._may_save = may_save
        self._cache_file = KernelFiles(self._cache_path, self._impl.filename_base)

    def is_filled(self) -> bool:
        """Is machine code of the function on disk?"""
        return self._cache_file.is_filled()

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a kernel that has been compiled, if it may be kept."""
        if self._may_save():
            try:
                super().save_overload(signature, result)
            except OSError as error:
                _complain(str(self.cache_path), error)
            except Strange as error:
                complain(f"{error}; no kernel is kept, every start will compile")

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Load a compiled kernel; None if there is none, or none that can be loaded."""
        _name_helpers()
        try:
            return self._load_overload(signature, target)
        except Exception:  # whatever unpickling comes upon; it is compiled and written anew
            return None


def kernel(function: Callable[..., Any], may_save: Callable[[], bool], allocates: bool) -> Any:
    """Compile `function` and keep it in the folder that numba is told of, each time if `may_save` says so."""
    dispatcher = numba.njit(nogil=True, _nrt=allocates)(function)
    if dispatcher is not function:  # numba is not switched off
        _keep(dispatcher, function, may_save)
    return dispatcher


def is_kept(dispatcher: Any) -> bool:
    """Is machine code of a kernel on disk, or can none be kept there?"""
    cache = getattr(dispatcher, "_cache", None)
    return not isinstance(cache, _Kept) or cache.is_filled()


def _keep(dispatcher: Any, function: Callable[..., Any], may_save: Callable[[], bool]) -> None:
    try:
        Path(config.CACHE_DIR).mkdir(parents=True, exist_ok=True)
        dispatcher._cache = _Kept(function, may_save)
    except OSError as error:
        _complain(config.CACHE_DIR, error)
    except RuntimeError:  # numba found no place that can be written
        _complain(config.CACHE_DIR, OSError("it cannot be written"))


def _complain(folder: str, error: OSError) -> None:
    """Say that nothing is kept, once in a process."""
    if not _complaints:
        _complaints.append(folder)
        reason = error.strerror or str(error)
        text = f"compiled kernels cannot be kept in {folder}: {reason}; every start will compile"
        warnings.warn(f"{text} (NUMBA_CACHE_DIR names another folder)", KernelCacheWarning, stacklevel=2)


_complaints: list[str] = []  # folders


@functools.cache
def _name_helpers() -> None:
    """Tell the linker where the C functions of numba's runtime are: they unpack arrays.

    The rest of the runtime is compiled in each process that compiles; a kernel brings what it needs of it.
    """
    for name, address in _nrt_python.c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _traps(kernel: Any, bitcode: bytes) -> bytes:
    """A module of the names by which numba asks for the code of a kernel; they must not be called."""
    module = ir.Module()
    module.triple = binding.parse_bitcode(bitcode).triple
    nothing = ir.FunctionType(ir.VoidType(), [])
    trap = ir.Function(module, nothing, "llvm.trap")
    for name in (kernel.llvm_func_name, kernel.llvm_cpython_wrapper_name, kernel.llvm_cfunc_wrapper_name):
        builder = ir.IRBuilder(ir.Function(module, nothing, name).append_basic_block())
        builder.call(trap, [])
        builder.unreachable()
    return bytes(binding.parse_assembly(str(module)).as_bitcode())
