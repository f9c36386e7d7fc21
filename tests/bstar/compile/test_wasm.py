"""The kernels of `solve` as WebAssembly: the same nodes and the same answers as on this machine.

For each call the arrays are copied to the memory of a WebAssembly machine, and back:

    | stack, constants | result | error | arrays | blocks of words |
                       ^ __heap_base
"""

from __future__ import annotations

import ctypes
import importlib.util
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scrabble
from bstar.compile.arguments import HEAD, WORD, Kind, describe, size_of
from bstar.compile.library import symbol_of
from bstar.compile.objects import LoadedKernel, Wanted
from bstar.jit import Kernel
from scrabble.solver.options import SMALLEST_MEMORY, SolveOptions
from tests.tools import kernels

pytestmark = [
    pytest.mark.slow,
    *(
        pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=f"{name} is not installed")
        for name in ("ziglang", "wasmtime")
    ),
]
TRIPLE = "wasm32-unknown-unknown"
LINK = "wasm-ld --no-entry --export-all -z stack-size=1048576 --initial-memory=1073741824"
STRLEN = (
    "unsigned long long strlen(const char *at) { const char *end = at; while (*end) end++; return end - at; }"
)
POINTER = 4  # the word of an array that is its address
ALIGNMENT = 64
QUESTIONS = [
    ("out-in-two", "bstar"),
    ("late:9", "alphabeta"),
    ("selfplay:s1g00146", "bstar"),
    ("selfplay:s1g00155", "mtdf"),
]
NODES = 1_500  # at least, in all


class ArrayWords(NamedTuple):
    """The words of an array among others."""

    words: list[Any]
    first: int
    dimensions: int
    is_writable: bool

    @property
    def extent(self) -> tuple[int, int]:
        """Its memory: the first byte, and the one after the last."""
        _, _, size, item, address, *numbers = self.words[self.first :][: HEAD + 2 * self.dimensions]
        steps = zip(numbers[: self.dimensions], numbers[self.dimensions :], strict=True)
        return address, address + (item + sum((count - 1) * step for count, step in steps) if size else 0)


def arrays_in(kinds: Sequence[Kind], words: list[Any], is_block: bool, at: int = 0) -> Iterator[ArrayWords]:
    """Yield the arrays in the words of some arguments, or in the block of words of a tuple's fields."""
    for kind in kinds:
        if kind[0] == "array":
            yield ArrayWords(words, at, kind[2], kind[4])
        elif kind[0] == "ref" and is_block:
            yield from arrays_in(kind[3], words, True, at)
        at += 1 if kind[0] == "ref" and not is_block else size_of(kind)


def merged(extents: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the same memory without overlaps."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(extents):
        if found and start <= found[-1][1]:
            start, end = found[-1][0], max(end, found.pop()[1])
        found.append((start, end))
    return found


class Machine:
    """A WebAssembly machine with a module of kernels."""

    def __init__(self, path: Path) -> None:
        import wasmtime

        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self.store, wasmtime.Module.from_file(engine, str(path)), [])
        self.exports = instance.exports(self.store)
        self.heap = int(self.exports["__heap_base"].value(self.store))
        self.base = ctypes.addressof(self.exports["memory"].data_ptr(self.store).contents)


class WasmKernel(LoadedKernel):
    """A kernel that the machine runs."""

    def __init__(self, machine: Machine, wanted: Wanted, result: Sequence[str], is_tuple: bool) -> None:
        super().__init__(wanted.kinds, tuple(result), is_tuple, 1)
        self._kinds, self._machine = wanted.kinds, machine
        self._function = machine.exports[symbol_of(*wanted)]
        self._types = [str(each) for each in self._function.type(machine.store).params]

    def __call__(self, words: list[Any]) -> Any:
        machine, at, blocks = self._machine, 0, []
        arrays = list(arrays_in(self._kinds, words, is_block=False))
        for kind in self._kinds:
            if kind[0] == "ref":
                block = list((ctypes.c_int64 * size_of(kind)).from_address(words[at]))
                arrays += arrays_in(kind[3], block, is_block=True)
                blocks.append((at, block))
            at += 1 if kind[0] == "ref" else size_of(kind)
        places, top = {}, machine.heap + 1024  # the result, and an error
        for start, end in merged([each.extent for each in arrays]):
            top += -top % ALIGNMENT + start % ALIGNMENT
            places[start, end] = top
            ctypes.memmove(machine.base + top, start, end - start)
            top += end - start
        written = merged([each.extent for each in arrays if each.is_writable])

        def moved(address: int) -> int:
            return next(
                place + address - start for (start, end), place in places.items() if start <= address <= end
            )

        for each in arrays:
            each.words[each.first + POINTER] = moved(each.words[each.first + POINTER])
        for at, block in blocks:
            words[at] = top = top + -top % ALIGNMENT
            (ctypes.c_int64 * len(block)).from_address(machine.base + top)[:] = block
            top += WORD * len(block)
        given = [machine.heap, machine.heap + 512, *words]
        signed = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "f64": ctypes.c_double}
        values = [signed[kind](value).value for kind, value in zip(self._types, given, strict=True)]
        assert self._function(machine.store, *values) in (0, -2)
        for start, end in written:
            ctypes.memmove(start, machine.base + moved(start), end - start)
        return self._read(self._result.from_address(machine.base + machine.heap))


def answers() -> list[tuple[Any, ...]]:
    """Return what is found, in how many nodes."""
    found = [
        scrabble.solve(name, options=SolveOptions(memory=SMALLEST_MEMORY, solver=solver))
        for name, solver in QUESTIONS
    ]
    return [(each.nodes, each.text, each.value, each.bounds, each.status, each.line) for each in found]


def test_the_same_nodes_as_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: set[Wanted] = set()
    native = Kernel.__call__

    def noted(self: Kernel, *arguments: Any) -> Any:
        called.add(Wanted(self.name, describe(arguments, [], [])))
        return native(self, *arguments)

    monkeypatch.setattr(Kernel, "__call__", noted)
    expected = answers()
    modules, functions = kernels.optimized(kernels.with_needs(called))
    objects = kernels.emit(tmp_path, TRIPLE, modules, cpu="generic", features="+bulk-memory")
    zig = [sys.executable, "-m", "ziglang"]
    source, strlen = tmp_path / "strlen.c", tmp_path / "strlen.o"  # LLVM calls it in place of such loops
    source.write_text(STRLEN)
    compiling = ["cc", "-target", "wasm32-freestanding", "-O2", "-fno-builtin", "-c"]
    subprocess.run([*zig, *compiling, str(source), "-o", str(strlen)], check=True)
    linked = tmp_path / "kernels.wasm"
    subprocess.run([*zig, *LINK.split(), "-o", str(linked), *map(str, [*objects, strlen])], check=True)
    machine = Machine(linked)
    loaded = {each: WasmKernel(machine, each, *functions[symbol_of(*each)]) for each in called}

    def in_the_machine(self: Kernel, *arguments: Any) -> Any:
        words: list[Any] = []
        kept: list[Any] = []
        kinds = describe(arguments, words, kept)
        return loaded[Wanted(self.name, kinds)](words)

    monkeypatch.setattr(Kernel, "__call__", in_the_machine)
    assert answers() == expected and sum(each[0] for each in expected) > NODES
