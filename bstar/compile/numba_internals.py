"""The private names of numba that the cache and the inliner use, and a check that they exist.

None of them is guaranteed: another version may differ.  Before anything is compiled `is_supported` looks up
every name, which takes half a millisecond.  Where one is missing, and with versions that have not been
tested, kernels are plain numba (`plain.py`), slower to compile, to load and to run but just as correct; a
warning says so.  Whether inlined functions still compute the right result is tested when the first of them
is compiled (`inlining.py`), and cached data is checked as it is written (`kernel_cache.py`).
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import warnings
from collections.abc import Iterator
from operator import attrgetter

import numba

TRIED = ((0, 62), (0, 70))  # versions of numba: the first one tested, and the first one beyond
ANY = "BSTAR_ANY_NUMBA"  # set to 1 in the environment: use the internals of untested versions, too
LOCATORS = "numba.core.caching:CompileResultCacheImpl._locator_classes"
PRIVATE_NAMES = {  # module: the names used
    "numba.core.caching": (
        *(f"CompileResultCacheImpl.{name}" for name in ("reduce", "rebuild", "check_cachable", "locator")),
        "CompileResultCacheImpl.filename_base",
        "CompileResultCacheImpl._locator_classes",
        *(f"FunctionCache.{name}" for name in ("_impl_class", "_index_key", "cache_path", "save_overload")),
        *(f"FunctionCache.{name}" for name in ("load_overload", "_load_overload", "_save_overload")),
        "FunctionCache._guard_against_spurious_io_errors",
    ),
    "numba.core.runtime._nrt_python": ("c_helpers",),
    "numba.core.serialize": ("dumps",),
    "numba.core.codegen": (
        *(
            f"JITCodeLibrary.{name}"
            for name in ("_optimize_functions", "_optimize_final_module", "_finalized")
        ),
        *(f"JITCodeLibrary.{name}" for name in ("_finalize_dynamic_globals", "_finalize_final_module")),
        "JITCodeLibrary._verify_declare_only_symbols",
        "JITCPUCodegen._function_pass_manager",
    ),
    "numba.core.compiler": ("Compiler.define_pipelines",),
    "numba.core.compiler_machinery": ("LoweringPass", "PassManager.add_pass_after", "register_pass"),
    "numba.core.typed_passes": ("NativeLowering",),
    "numba.core.options": (
        *(f"DefaultOptions.{name}" for name in ("_nrt", "forceinline", "nogil")),
        *(f"DefaultOptions.{name}" for name in ("no_cpython_wrapper", "no_cfunc_wrapper")),
    ),
    "llvmlite.binding": ("add_symbol", "parse_assembly", "parse_bitcode"),
    "llvmlite.ir": ("IRBuilder", "Module"),
}


class UnsupportedNumbaWarning(UserWarning):
    """numba's internals are not as expected; only compile and load times suffer."""


@functools.cache
def is_supported() -> bool:
    """Return whether all private names exist; if not, warn once and name the missing one."""
    reason = next(_differences(), None)
    if reason is not None:
        warn_once(f"{reason}; all is compiled by what it promises alone, which takes longer")
    return reason is None


@functools.cache
def warn_once(text: str) -> None:
    """Warn once in a process that numba is not as expected."""
    if not _said:
        _said.append(text)
        warnings.warn(f"numba {numba.__version__}: {text}", UnsupportedNumbaWarning, stacklevel=2)


_said: list[str] = []


def _differences() -> Iterator[str]:
    """Yield every difference from what is expected."""
    first, end = TRIED
    version = tuple(int(part) for part in re.findall(r"\d+", numba.__version__)[:2])
    if not first <= version < end and os.environ.get(ANY, "0") in ("", "0"):
        yield f"a version that has not been tried, expected {first[0]}.{first[1]} to below {end[0]}.{end[1]}"
    for module, names in PRIVATE_NAMES.items():
        try:
            found = importlib.import_module(module)
        except Exception as error:  # an unknown version may raise anything
            yield f"no module {module} ({error})"
            continue
        for name in names:
            try:
                attrgetter(name)(found)
            except AttributeError:
                yield f"no {name} in {module}"
    yield from _locator_differences()


def _locator_differences() -> Iterator[str]:
    """Check the order of numba's cache locators: the first and the last but one are used."""
    from numba.core.caching import CompileResultCacheImpl

    names = [kind.__name__ for kind in CompileResultCacheImpl._locator_classes]
    if len(names) < 3 or not ("UserProvided" in names[0] and "IPython" in names[-2]):
        yield f"other places for kernels, {names}"
