"""From a Python function to an object: numba's types and code, optimized and made machine code once.

This module imports numba and is loaded when something must be compiled.  Five things differ from
`numba.njit`:

* **A tuple is passed as an address** (`RefType`) of a block of words, laid out as in `arguments.py`; a field
  is read where it is used.  The words do not change while a kernel runs, which is said to LLVM.
* **A function inside a kernel gets no machine code of its own** (`InlineCompiler`).  numba optimizes each
  function, with all that it calls, as soon as it is compiled: a function ten calls below a kernel ten times.
  Here it is tidied up alone and kept for linking; the kernel is optimized as a whole, once.
* **A linked function is called by its name** (`_linked_type`), in numba's calling convention, and compiled as
  an object of its own.  Its result has a declared type, so that the caller can be compiled before it.
* **An index that is computed counts from the start** (`_FromStart`) in the functions of packages that say so:
  numba compares each one with 0, and the kernels of Scrabble took 5 % longer for it.
* **Passes for what no kernel has** (`UNUSED`) are left out: they took a tenth of the time.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer, infer_getattr
from numba.extending import models, overload, register_model
from numba.np import numpy_support

from bstar.compile.arguments import SCALARS, WORD, Kind, dtype_name, size_of
from bstar.compile.objects import MachineCode, Wanted, function_of, symbol
from bstar.compile.registry import (
    GameQuestion,
    answer,
    compiled_as,
    find,
    indexes_from_start,
    linked_answers,
    questions,
)

__all__ = ["compile_object", "linked_type", "new_dispatcher"]

I64, BYTE = ir.IntType(64), ir.IntType(8)


class RefType(types.Type):  # type: ignore[misc]
    """The address of the words of a NamedTuple."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        _, self.class_name, self.fields, self.kinds = kind
        super().__init__(name=f"{self.class_name}.{hashlib.sha256(repr(kind).encode()).hexdigest()[:8]}")

    @property
    def instance_class(self) -> Any:
        """The NamedTuple."""
        return find(self.class_name)


@register_model(RefType)
class RefModel(models.PrimitiveModel):  # type: ignore[misc]
    """A pointer."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, BYTE.as_pointer())


@infer_getattr
class RefAttribute(AttributeTemplate):  # type: ignore[misc]
    """The types of the fields."""

    key = RefType

    def generic_resolve(self, ref: RefType, name: str) -> Any:
        """Return the type of a field; None if there is none of this name."""
        return numba_type(ref.kinds[ref.fields.index(name)]) if name in ref.fields else None


@infer
class RefItem(AbstractTemplate):  # type: ignore[misc]
    """The types of the fields by number."""

    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature of reading a field."""
        ref, index = args
        if isinstance(ref, RefType) and isinstance(index, int):
            return signature(numba_type(ref.kinds[index]), *args)
        return None


@lower_builtin("static_getitem", RefType, types.Any)  # type: ignore[untyped-decorator]
def _item(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    ref, index = called.args[0], arguments[1]
    return _field(context, builder, ref, arguments[0], ref.fields[index])


@lower_getattr_generic(RefType)  # type: ignore[untyped-decorator]
def _field(context: Any, builder: Any, ref: RefType, address: Any, name: str) -> Any:
    """Read a field: a number, an array by its words, or the address of a tuple in the same block."""
    at = ref.fields.index(name)
    kind = ref.kinds[at]
    first = sum(size_of(each) for each in ref.kinds[:at])
    unchanged = builder.module.add_metadata([])

    def place(word: int) -> Any:
        return builder.gep(address, [I64(WORD * (first + word))], inbounds=True)

    def word(number: int, kind: Any) -> Any:
        value = builder.load(builder.bitcast(place(number), kind.as_pointer()))
        value.set_metadata("invariant.load", unchanged)
        return value

    if isinstance(kind, str):
        number = word(0, I64)
        target = context.get_value_type(numba_type(kind))
        if kind == "float64":
            return builder.bitcast(number, target)
        return number if target == I64 else builder.trunc(number, target)
    if kind[0] == "ref":
        return place(0)
    array = numba_type(kind)
    layout = context.get_value_type(array)
    shape, strides = range(5, 5 + array.ndim), range(5 + array.ndim, 5 + 2 * array.ndim)
    value = ir.Constant(layout, ir.Undefined)
    for at, part in enumerate((None, None, word(2, I64), word(3, I64), word(4, layout.elements[4]))):
        value = builder.insert_value(
            value, ir.Constant(layout.elements[at], None) if part is None else part, at
        )
    for at, numbers in ((5, shape), (6, strides)):
        for index, number in enumerate(numbers):
            value = builder.insert_value(value, word(number, I64), [at, index])
    return value


@functools.cache
def numba_type(kind: Kind) -> Any:
    """Return numba's type of an argument."""
    if isinstance(kind, str):
        return types.boolean if kind == "bool" else types.none if kind == "none" else getattr(types, kind)
    if kind[0] == "ref":
        return RefType(kind)
    if kind[0] == "tuple":
        return types.BaseTuple.from_types([numba_type(each) for each in kind[3]], find(kind[1]))
    if kind[0] == "results":
        return types.BaseTuple.from_types([numba_type(each) for each in kind[1:]])
    _, dtype, ndim, layout, is_writable, is_aligned = kind
    return types.Array(_dtype(dtype), ndim, layout, readonly=not is_writable, aligned=is_aligned)


@functools.cache
def _dtype(name: Any) -> Any:
    if isinstance(name, str):
        return numpy_support.from_dtype(np.dtype(name))
    _, parts, size, is_aligned = name
    names, formats, offsets = zip(*parts, strict=True)
    fields = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
    return numpy_support.from_dtype(np.dtype(fields, align=is_aligned))  # type: ignore[call-overload]


def _kind(kind: Any) -> Kind:
    """Return the description of a type, as in `arguments.py`."""
    if isinstance(kind, RefType):
        return kind.kind
    if isinstance(kind, types.NoneType):
        return "none"
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Array):
        name = dtype_name(numpy_support.as_dtype(kind.dtype))
        return "array", name, kind.ndim, kind.layout, kind.mutable, kind.aligned
    if isinstance(kind, types.BaseNamedTuple):
        place = f"{kind.instance_class.__module__}:{kind.instance_class.__qualname__}"
        return "tuple", place, tuple(kind.fields), tuple(_kind(each) for each in kind.types)
    if kind.name in SCALARS:
        return kind.name
    raise TypeError(f"{kind} cannot be passed to a linked function")


def _normal(kind: Any) -> Any:
    """Return the type in which a linked function takes an argument: one function for all signed numbers."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


_named: dict[str, Wanted] = {}  # the linked functions called so far, by symbol


@functools.cache
def linked_type(name: str, result: Kind) -> Any:
    """Return the type of a function that is called by name, with a result of a declared type."""

    class Linked(AbstractTemplate):  # type: ignore[misc]
        key = f"linked {name} {result}"

        def generic(self, args: Any, kws: Any) -> Any:
            return None if kws else signature(numba_type(result), *map(_normal, args))

    def call(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        wanted = Wanted(name, tuple(_kind(each) for each in called.args))
        _named[symbol(wanted)] = wanted
        convention = context.call_conv
        pointer = convention.get_function_type(called.return_type, called.args)
        function = cgutils.get_or_insert_function(builder.module, pointer, symbol(wanted))
        status, value = convention.call_function(
            builder, function, called.return_type, called.args, arguments
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return value

    lower_builtin(Linked.key, types.VarArg(types.Any))(call)
    return types.Function(Linked)


UNUSED = {  # numba's passes for closures, `with`, `literally`, array expressions, and to show types
    *("WithLifting", "InlineClosureLikes", "RewriteDynamicRaises", "MakeFunctionToJitFunction"),
    *("InlineInlinables", "FindLiterallyCalls", "LiteralUnroll", "LiteralPropagationSubPipelinePass"),
    *("InlineOverloads", "NopythonRewrites", "NoPythonSupportedFeatureValidation", "AnnotateTypes"),
    "DumpParforDiagnostics",
}

_managers: list[Any] = []  # of passes, the same for all functions


class InlineCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler for `pipeline_class`, without optimization and machine code."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's passes, with code generation deferred and `_Lowering` in place of its own."""
        if not _managers:
            for manager in super().define_pipelines():
                passes = [each for each in manager.passes if each[0].__name__ not in UNUSED]
                at = [step for step, _ in passes].index(NativeLowering)
                passes[at : at + 1] = (_DeferCodegen, "defer code"), (_Lowering, "write code")
                manager.passes = passes
                manager.finalize()
                _managers.append(manager)
        return _managers


OPTIONS: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": InlineCompiler,
}


def new_dispatcher(function: Callable[..., Any], is_inlined: bool = True) -> Any:
    """Return numba's dispatcher of a function that is compiled into kernels only."""
    return numba.njit(**OPTIONS, forceinline=is_inlined)(function)


@register_pass(mutates_CFG=False, analysis_only=False)
class _DeferCodegen(LoweringPass):  # type: ignore[misc]
    """Write the code to a library that is not compiled yet."""

    _name = "defer_codegen"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = _DeferredLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(BaseNativeLowering):  # type: ignore[misc]
    """Write the code of a function."""

    _name = "from_start_lowering"

    @property
    def lowering_class(self) -> type:
        return _FromStart


class _FromStart(Lower):  # type: ignore[misc]
    """numba's code, with computed indices as numbers without a sign where none is negative."""

    def lower_getitem(self, result: Any, item: Any, value: Any, index: Any, called: Any) -> Any:
        return super().lower_getitem(result, item, value, index, self._from_start(index, called))

    def lower_setitem(self, target: Any, index: Any, value: Any, called: Any) -> Any:
        return super().lower_setitem(target, index, value, self._from_start(index, called))

    def _from_start(self, index: Any, called: Any) -> Any:
        of, kind, *rest = called.args
        if not isinstance(of, types.Array) or not indexes_from_start(self.func_ir.func_id.func):
            return called
        given = self.typeof(index.name)
        if isinstance(kind, types.BaseTuple):
            kind = types.BaseTuple.from_types([*map(_unsigned, given, kind)])
        else:
            kind = _unsigned(given, kind)
        return signature(called.return_type, of, kind, *rest)


def _unsigned(given: Any, kind: Any) -> Any:
    """Return the type in which an index is taken: a constant, which costs nothing, may be negative."""
    is_computed = isinstance(given, types.Integer) and not isinstance(given, types.Literal)
    return types.uintp if is_computed else kind


class _DeferredLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A module to be linked, as it was written."""

    @property
    def codegen(self) -> _NoCode:
        return _NoCode()

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _optimize_functions(self, module: Any) -> None:
        """Tidy up: otherwise optimizing the whole kernel takes six times as long."""
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
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

    def optimized(self) -> Any:
        """Optimize the module with all that is linked in, and return it."""
        self._ensure_finalized()
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        return self._final_module

    def emit(self) -> bytes:
        """Return the machine code of the optimized module for this processor."""
        found: bytes = self._codegen._tm.emit_object(self._final_module)
        return found


class _NoCode:
    """Stand-in for the code object that numba requests for a function's Python objects; it has none."""

    def set_env(self, name: str, environment: object) -> None:
        pass


def compile_object(wanted: Wanted, result: Kind | None) -> MachineCode:
    """Compile a function for the given types; `result` is the declared type of its result, if it has one."""
    with global_compiler_lock:
        library, _, code = optimize(wanted, result)
        return code._replace(code=library.emit())


def optimize(wanted: Wanted, result: Kind | None) -> tuple[Any, Any, MachineCode]:
    """Return a function as a library, its optimized module, and all but its machine code."""
    _register_overloads()
    kinds = tuple(numba_type(each) for each in wanted.kinds)
    dispatcher = new_dispatcher(function_of(wanted), is_inlined=False)
    dispatcher.compile(signature(numba_type(result), *kinds) if result is not None else kinds)
    [compiled] = dispatcher.overloads.values()
    module = compiled.library.optimized()
    declared = [
        each.name for each in module.functions if each.is_declaration and not each.name.startswith("llvm.")
    ]
    kind = compiled.signature.return_type
    is_tuple = isinstance(kind, types.BaseTuple)
    code = MachineCode(
        compiled.fndesc.llvm_func_name,
        tuple(_kind(each) for each in kind) if is_tuple else (_kind(types.unliteral(kind)),),
        is_tuple,
        tuple(_named[each] for each in declared if each in _named),
        tuple(declared),
        b"",
    )
    return compiled.library, module, code


def _register_overloads() -> None:
    """Tell numba of all questions and functions with other code in kernels that are registered by now."""
    for question in questions.values():
        _overload(question.function, functools.partial(_answer_of, question))
    for function, choose in compiled_as.items():
        _overload(function, choose)


def _overload(function: Callable[..., Any], choose: Callable[[], Any]) -> None:
    """Tell numba by which function it chooses the code of another one, once."""
    if function not in _overloaded:
        overload(function, strict=False, jit_options=OPTIONS | {"forceinline": True})(choose())
        _overloaded.add(function)


_overloaded: set[Callable[..., Any]] = set()


def _answer_of(question: GameQuestion) -> Callable[..., Any]:
    """Return the function by which numba chooses the answer to a question."""
    name = question.function.__name__
    linked: Any = _Linked(f"{question.function.__module__}:{name}", question.result)

    def choose(of: Any, *arguments: Any) -> Any:
        if not isinstance(of, types.BaseNamedTuple | RefType):
            return None
        if isinstance(of, RefType) and (name, of.instance_class) in linked_answers:
            return lambda of, *arguments: linked(of, *arguments)
        return answer(name, of.instance_class)

    return choose


class _Linked:
    """Stand-in for a linked answer, with numba's type of it."""

    def __init__(self, name: str, result: Kind) -> None:
        self._name, self._result = name, result

    @property
    def _numba_type_(self) -> Any:
        return linked_type(self._name, self._result)
