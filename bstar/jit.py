"""Compiled kernels: how a function is compiled, and where its machine code is cached.

    @kernel    called from Python; machine code is cached on disk, a second process only loads it
    @inline    called from kernels only; compiled into its callers, never on its own
    @noinline  the same, but once in each kernel, however often it is called there
    compile_for(algorithm, kind)   a generic algorithm of `bstar`, compiled for one kind of game

numba validates a cached kernel by its own source file only, so an edit of a callee in another file would
leave stale machine code behind.  Here the cache folder is named after a digest of the code of every
source file that can end up in the kernel (`bstar` and the package of the game): an edit of the code makes a
new folder, an edit of a docstring, a comment or the layout does not.  Old folders are pruned.  A kernel is
only cached if Python runs what the sources say: of a source that was edited twice within a second, to the
same length, Python may still run the old bytecode.

Searches and everything inside them are compiled without numba's reference counting (`_nrt=False`).  A game
is a tuple of dozens of arrays, and counting references to all of them at every call and slice made the
kernels ten times slower.  It also means that they cannot allocate: the compiler refuses it.  A kernel that is
called from Python directly, outside a search, may.

Invariant: no kernel recurses, raises or calls another one; they run without the interpreter lock.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import os
import re
import shutil
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import config

from bstar.compile import backend
from bstar.compile.numba_internals import is_supported

F = TypeVar("F", bound=Callable[..., Any])

HOUR = 3600  # seconds
KEPT_FOLDERS = 4  # versions of the sources that stay compiled
KEPT_DIGESTS = 100  # small files
IMPORT = re.compile(
    r"\n[ \t]*(?:from|import)\s+([\w.]+)(?:\s+import\s+\(?([^#)]*?)\)?[ \t]*$)?", re.MULTILINE
)
FOREIGN = frozenset({"numba", "numpy", "llvmlite", "platformdirs"} | sys.stdlib_module_names)
OWN = __name__.partition(".")[0]  # this package: a source that does not mention it holds no kernel
BASE = Path(platformdirs.user_cache_dir("scrabble-endgame"))
DIGESTS = "digests"  # a folder beside those of the kernels: digests of code by digests of text
DIGEST = re.compile("[0-9a-f]{20}")


def kernel(function: F) -> F:
    """Compile `function` at its first call and cache the machine code on disk."""
    return _cached(function, function.__module__, function.__module__)


def inline(function: F) -> F:
    """Compile `function` into the kernels that call it; it cannot be called from Python."""
    return _inside(function)


def noinline(function: F) -> F:
    """Compile `function` once into each kernel that calls it: for long functions that are called rarely."""
    return _inside(function, forceinline=False)


@functools.cache
def compile_for(algorithm: Callable[..., Any], kind: type) -> Callable[..., Any]:
    """Return `algorithm`, a plain generic function, compiled for the games of type `kind` and cached on disk.

    The machine code depends on the sources of `bstar` and of the package that `kind` comes from, so
    each kind of game has a cache of its own.
    """
    place = f"{algorithm.__module__}.{kind.__module__}.{kind.__qualname__}"
    return _cached(algorithm, kind.__module__, place, allocates=False)


def is_cached(kernel: Any) -> bool:
    """Return whether machine code of a kernel is on disk, or none can be cached."""
    return is_jit_off() or backend.is_cached(kernel)


def cache_folder(module: str) -> Path:
    """Return the folder of the kernels whose sources are `bstar` and the package of `module`."""
    return _kernel_folder() / digest(module.partition(".")[0])


@functools.cache
def digest(package: str) -> str:
    """Return a digest of numba, Python and the code of every source that can reach a kernel of `package`.

    Parsing the sources takes a third of a second, so the digest is kept on disk under a digest of their text.
    """
    build = f"{numba.__version__} {sys.version} {'' if is_supported() else 'plain'}"
    sources = _kernel_sources({"bstar", package})
    known = _kernel_folder() / DIGESTS / _sha([build, *(f"{each.name}\n{_text(each)}" for each in sources)])
    try:
        found = known.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        found = ""
    if not DIGEST.fullmatch(found):
        found = _sha([build, *(f"{each.name}\n{_code(each)}" for each in sources)])
        _write(known, found)
        with suppress(OSError):  # another process may prune as well
            prune()
    with suppress(OSError):
        os.utime(_kernel_folder() / found)  # in use
    return found


def _kernel_folder() -> Path:
    """Return the folder of all kernels, the user's NUMBA_CACHE_DIR if there is one."""
    return Path(config.CACHE_DIR) if config.CACHE_DIR else BASE / "kernels"


def _code(source: Path) -> str:
    """Return the syntax tree of a source as text, without docstrings, comments and positions."""
    tree = ast.parse(_text(source))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            del node.body[0]
    return ast.dump(tree)


def _sha(parts: Iterable[str]) -> str:
    """Return a short digest of texts."""
    sha = hashlib.sha256()
    for part in parts:
        sha.update(hashlib.sha256(part.encode()).digest())
    return sha.hexdigest()[:20]


def _write(file: Path, text: str) -> None:
    """Write a small file whole; where nothing can be written, nothing is kept."""
    unfinished = file.with_suffix(f".{uuid.uuid4().hex}.tmp")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="ascii")
        unfinished.replace(file)


def _runs_its_sources(package: str) -> bool:
    """Return whether the loaded modules match their sources in the digest."""
    sources = set(_kernel_sources({"bstar", package}))
    loaders = (
        getattr(getattr(module, "__spec__", None), "loader", None) for module in list(sys.modules.values())
    )
    ours = (each for each in loaders if type(each) is SourceFileLoader and Path(each.path) in sources)
    return all(_is_as_written(loader.path, loader.name) for loader in ours)


@functools.cache
def _is_as_written(path: str, name: str) -> bool:
    """Return whether the bytecode of a module matches its source."""
    loader = SourceFileLoader(name, path)
    return bool(loader.get_code(name) == loader.source_to_code(_text(Path(path)).encode(), path))


def _kernel_sources(packages: set[str]) -> list[Path]:
    """Return the files of `packages` that import this module, and all that they import in turn.

    Other packages count if they mention `bstar`: a game may be built upon another game.
    """
    files: dict[str, Path] = {}
    for package in packages:
        files |= _modules(package)
    texts = {name: _text(file) for name, file in files.items()}
    reached = {name for name, text in texts.items() if __name__ in text}
    waiting = list(reached)
    while waiting:
        for name in _imported(texts[waiting.pop()], files):
            if name in reached or name.partition(".")[0] in FOREIGN:
                continue
            if name not in files:
                file = None if name.partition(".")[0] in packages else _source(name)
                if file is None or file.suffix != ".py":
                    continue
                text = _text(file)
                if OWN not in text:
                    continue
                files[name], texts[name] = file, text
            reached.add(name)
            waiting.append(name)
    return [files[name] for name in sorted(reached)]


def _imported(text: str, files: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules that a source imports, and the imported names, which may be modules too."""
    for source, names in IMPORT.findall("\n" + text):
        inside = [f"{source}.{part.split()[0]}" for part in names.split(",") if part.strip()]
        yield from inside
        if not inside or not all(name in files for name in inside):
            yield source


@functools.cache
def _text(file: Path) -> str:
    """Return the text of a source, read once in a process."""
    return file.read_text(encoding="utf-8")


def _source(name: str) -> Path | None:
    """Return the file of a module of another package, imported already or not."""
    loaded = getattr(sys.modules.get(name), "__file__", None)
    if loaded is not None:
        return Path(loaded)
    package, *inside = name.split(".")
    found = importlib.util.find_spec(package) if package and package != "__main__" else None
    if found is None or found.origin is None or bool(inside) != bool(found.submodule_search_locations):
        return None
    place = Path(found.origin).parent.joinpath(*inside)
    files = (place.with_suffix(".py"), place / "__init__.py") if inside else (Path(found.origin),)
    return next((file for file in files if file.is_file()), None)


def _modules(package: str) -> dict[str, Path]:
    """Return the modules of a package by name; a game may also live in a single file."""
    file = getattr(sys.modules.get(package), "__file__", None)
    if file is None:
        return {}
    path = Path(file)
    if path.name != "__init__.py":
        return {package: path}
    inside = {source: source.relative_to(path.parent.parent) for source in path.parent.rglob("*.py")}
    return {
        ".".join(name.with_suffix("").parts).removesuffix(".__init__"): source
        for source, name in inside.items()
    }


def _inside(function: F, **options: Any) -> F:
    if config.DISABLE_JIT:
        return function
    return cast(F, backend.inline(function, **options))


def _cached(function: F, module: str, place: str, allocates: bool = True) -> F:
    folder = cache_folder(module)
    old = config.CACHE_DIR
    config.CACHE_DIR = str(folder / place)  # numba chooses the folder while decorating
    try:
        return cast(
            F, backend.kernel(function, lambda: _runs_its_sources(module.partition(".")[0]), allocates)
        )
    finally:
        config.CACHE_DIR = old


def prune(kept: int = KEPT_FOLDERS) -> None:
    """Remove the kernels of older sources, all but the `kept` folders used last."""
    base = BASE / "kernels"
    if config.CACHE_DIR or not base.is_dir():
        return
    old = [each for each in base.iterdir() if each.name != DIGESTS]
    old.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    digests = sorted(base.joinpath(DIGESTS).glob("*"), key=lambda file: file.stat().st_mtime, reverse=True)
    for each in [*old[kept:], *digests[KEPT_DIGESTS:]]:
        if time.time() - each.stat().st_mtime > HOUR:  # another process may be compiling into it
            if each.is_dir():
                shutil.rmtree(each, ignore_errors=True)
            else:
                each.unlink(missing_ok=True)


def is_jit_off() -> bool:
    """Return whether numba is switched off (NUMBA_DISABLE_JIT=1) and kernels are plain Python."""
    return bool(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"))
