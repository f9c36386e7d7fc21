"""Functions that are compiled into kernels only, without machine code of their own.

numba optimizes each function, together with all that it calls, as soon as it is compiled: a function ten
calls below a kernel is optimized ten times, with ever more code around it, and each time made into machine
code that nobody calls.  With InlineCompiler a function is tidied up alone and kept for linking; the kernel is
optimized as a whole, once.  Before the first use a tiny kernel is compiled in this way: if its result differs
from Python's, numba's usual way is used, with a warning.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numba
import numpy as np
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering

from bstar.compile.numba_internals import warn_once


class InlineFunction:
    """A function for kernels only, registered with numba when the first kernel that calls it is compiled.

    Registering hundreds of functions takes longer than loading the kernels they are in.
    """

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self.py_func = function
        self._options = options
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    @functools.cached_property
    def dispatcher(self) -> Any:
        """numba's dispatcher, created on first use."""
        return numba.njit(**self._options)(self.py_func)

    @property
    def _numba_type_(self) -> Any:
        """The type numba requests from each object that a compiled function names."""
        return self.dispatcher._numba_type_


class InlineCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler for `pipeline_class`, without optimization and machine code."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's passes, with code generation deferred if the self-test succeeds."""
        managers: list[Any] = super().define_pipelines()
        return _waiting(managers) if _self_test() else managers


class _SelfTestCompiler(Compiler):  # type: ignore[misc]
    """InlineCompiler without the self-test, for the self-test."""

    def define_pipelines(self) -> list[Any]:
        return _waiting(super().define_pipelines())


def _waiting(managers: list[Any]) -> list[Any]:
    """Return numba's passes with one that defers code generation."""
    for manager in managers:
        passes = [step for step, _ in manager.passes]
        manager.add_pass_after(_DeferCodegen, passes[passes.index(NativeLowering) - 1])
        manager.finalize()
    return managers


INLINE_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "forceinline": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": InlineCompiler,
}


def inline(function: Callable[..., Any], **options: Any) -> InlineFunction:
    """Compile a function into the kernels that call it."""
    return InlineFunction(function, INLINE_OPTIONS | options)


@functools.cache
def _self_test() -> bool:
    """Return whether a tiny kernel with inlined functions gives the same result as Python."""
    try:
        good = all(
            _trial(
                numba.njit(
                    **INLINE_OPTIONS | {"pipeline_class": _SelfTestCompiler, "forceinline": is_inlined}
                )
            )
            for is_inlined in (True, False)
        )
        reason = "" if good else "functions inside kernels do not say what Python says"
    except Exception as error:  # an unknown version may raise anything
        reason = " ".join(f"functions inside kernels: {error}".split())
    if reason:
        warn_once(f"{reason}; kernels take longer to compile")
    return not reason


def _trial(inside_a_kernel: Callable[..., Any]) -> bool:
    def step(number: int, numbers: Any) -> int:
        return int(3 * number + numbers[number % 4])

    first = inside_a_kernel(step)

    def twice(number: int, numbers: Any) -> int:
        return int(first(number, numbers) - 5 * first(number + 1, numbers))

    second = inside_a_kernel(twice)
    numbers = np.arange(10, 14)
    compiled = numba.njit(nogil=True, _nrt=False)(lambda number, numbers: second(number, numbers) + number)
    said = 3 * 7 + numbers[7 % 4] - 5 * (3 * 8 + numbers[8 % 4]) + 7
    return bool(compiled(7, numbers) == said)


@register_pass(mutates_CFG=False, analysis_only=False)
class _DeferCodegen(LoweringPass):  # type: ignore[misc]
    """Write the code to a library that is not compiled yet."""

    _name = "wait_inside"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = _DeferredLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class _DeferredLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A module to be linked, as it was written."""

    @property
    def codegen(self) -> _NoCode:
        return _NoCode()

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _optimize_functions(self, ll_module: Any) -> None:
        """Tidy up: otherwise optimizing the whole kernel takes six times as long."""
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            passes, builder = self._codegen._function_pass_manager(
                opt=1, loop_vectorize=False, slp_vectorize=False
            )
            passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _NoCode:
    """Stand-in for the code object that numba requests for a function's Python objects; it has none."""

    def set_env(self, name: str, environment: object) -> None:
        pass
