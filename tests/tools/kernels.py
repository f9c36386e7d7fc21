"""Compile the kernels for the processors and systems of LIBRARIES, and link them for a wheel.

    pip install ziglang
    python -m tests.tools.kernels          writes bstar/compile/kernels/, some minutes; then: python -m build

The program is run as its users run it, and all that it compiles is compiled once more for each target.  LLVM
emits the objects of all of them on any machine, and zig links them.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

PACKAGES = "bstar", "scrabble"
COMPILER = "bstar.compile.compiler"
V3 = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": "+avx2"}  # what code is optimized for


class Target(NamedTuple):
    """A kind of processor and system, for LLVM and for zig."""

    triple: str
    processor: str
    zig: str
    flags: tuple[str, ...] = ()


LIBRARIES = {  # by `bstar.compile.library.target`
    # without a C library: glibc and musl both bring what is missing
    "x86_64-linux": Target("x86_64-unknown-linux-gnu", "x86-64-v3", "x86_64-linux-gnu", ("-nostdlib",)),
    "aarch64-linux": Target("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu", ("-nostdlib",)),
    "aarch64-darwin": Target("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos"),
    "x86_64-win32": Target("x86_64-pc-windows-gnu", "x86-64-v3", "x86_64-windows-gnu"),
}


def run_program() -> None:
    """Call every kernel that the program calls."""
    from concurrent.futures import ThreadPoolExecutor

    import scrabble
    from scrabble.warm_up import PARTS, sample_position

    given = sample_position()
    with ThreadPoolExecutor(len(PARTS)) as pool:
        for each in [pool.submit(part.make_ready, given) for part in PARTS]:
            each.result()
    scrabble.solve("preendgame:6")
    scrabble.solve("first-empty-bag:3", nodes=20_000)


def with_needs(wanted: Iterable[Any]) -> list[Any]:
    """Return some functions that have been compiled, with all that they call."""
    from bstar.compile import objects

    found: dict[Any, Any] = {}
    waiting = list(wanted)
    while waiting:
        each = waiting.pop()
        if each not in found:
            code = objects.read(each)
            assert code is not None, each
            found[each] = code
            waiting += code.needs
    return list(found)


def modules_of(wanted: Any) -> Iterator[str]:
    """Yield the modules of the functions that an object is compiled from, and of its classes."""
    from bstar.compile import code_digest, objects
    from bstar.compile.arguments import classes_of
    from bstar.compile.registry import find

    games = [find(each) for each in sorted(set(classes_of(wanted.kinds)))]
    yield from (each.__module__ for each in games)
    yield from (each.__module__ for each in code_digest._reached(objects.function_of(wanted), list(games)))


def with_imports(modules: set[str]) -> dict[str, Path]:
    """Return the files of modules, and of all of ours that are imported with them, by name."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module in found or module not in sys.modules or module.partition(".")[0] not in PACKAGES:
            continue
        found[module] = Path(str(sys.modules[module].__file__))
        waiting += imported(ast.parse(found[module].read_bytes()).body)
    return found


def imported(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Yield the names that are imported when some statements run: of modules, or of what one holds."""
    for each in body:
        if isinstance(each, ast.Import):
            yield from (name.name for name in each.names)
        elif isinstance(each, ast.ImportFrom):
            assert each.module is not None and each.level == 0
            yield from (each.module, *(f"{each.module}.{name.name}" for name in each.names))
        elif isinstance(each, ast.If | ast.Try):
            yield from imported([*each.body, *each.orelse])


def main() -> None:
    """Write the libraries of all targets."""
    if any(os.environ.get(name) != value for name, value in V3.items()):
        with tempfile.TemporaryDirectory() as cache:  # no other program loads what is compiled with V3
            environment = os.environ | V3 | {"NUMBA_CACHE_DIR": cache}
            sys.exit(subprocess.run([sys.executable, "-m", __spec__.name], env=environment).returncode)
    run_program()

    from bstar.compile import library, load

    wanted = with_needs(load.loaded)
    print(f"{len(wanted)} functions")
    library.FOLDER.mkdir(exist_ok=True)
    sources = with_imports({COMPILER, *(module for each in wanted for module in modules_of(each))})
    digests = {
        path.relative_to(library.ROOT).as_posix(): library.digest_of(path)
        for path in sorted(sources.values())
    }
    modules, functions = optimized(wanted)
    for name, target in LIBRARIES.items():
        path = library.file_of(name)
        link(path, target, modules)
        about = {"digest": library.digest_of(path), "sources": digests, "functions": functions}
        path.with_suffix(".json").write_text(json.dumps(about))
        print(f"{path}: {path.stat().st_size // 1000} kB")


def optimized(wanted: Sequence[Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Return optimized modules as text, and the results of their functions, both by symbol."""
    from numba.core.compiler_lock import global_compiler_lock

    from bstar.compile import library
    from bstar.compile.compiler import optimize
    from bstar.compile.registry import declared_result, find

    modules, functions = {}, {}
    for each in wanted:
        with global_compiler_lock:
            _, module, code = optimize(each, declared_result(find(each.name)))
        symbol = library.symbol_of(*each)
        modules[symbol] = renamed(module, code, symbol)
        functions[symbol] = [code.result, code.is_tuple]
    return modules, functions


def renamed(module: Any, code: Any, symbol: str) -> str:
    """Return a module as text in which only the function itself can be seen from outside, by its symbol."""
    from bstar.compile import library, objects

    called = {objects.symbol(each): library.symbol_of(*each) for each in code.needs}
    for each in module.functions:
        if each.name == code.entry:
            each.name = symbol
        elif each.is_declaration:
            each.name = called.get(each.name, each.name)
        else:
            each.linkage = "internal"
    for each in module.global_variables:
        if not each.is_declaration:
            each.linkage = "internal"
    return str(module)


def link(path: Path, target: Target, modules: dict[str, str]) -> None:
    """Emit the objects of a target and link them."""
    with tempfile.TemporaryDirectory() as folder:
        objects = list(emit(Path(folder), target.triple, modules, cpu=target.processor, reloc="pic"))
        command = [sys.executable, "-m", "ziglang", "cc", "-target", target.zig, "-shared", *target.flags]
        linked = Path(folder, path.name)  # zig leaves other files beside it
        subprocess.run([*command, "-s", "-o", str(linked), *map(str, objects)], check=True)
        shutil.copy(linked, path)


def emit(folder: Path, triple: str, modules: dict[str, str], **settings: str) -> Iterator[Path]:
    """Write the objects of a target to a folder and yield their paths."""
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(triple).create_target_machine(opt=3, codemodel="default", **settings)
    for symbol, text in modules.items():
        module = binding.parse_assembly(text)
        module.triple, module.data_layout = triple, str(machine.target_data)
        path = folder / f"{symbol}.o"
        path.write_bytes(machine.emit_object(module))
        yield path


if __name__ == "__main__":
    main()
