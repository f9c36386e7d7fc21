"""A library of kernels that a wheel brings: used whole, for its sources and this processor, or not at all."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bstar.compile import build, library
from bstar.compile.arguments import describe
from tests.bstar.compile.anew import anew
from tests.bstar.compile.linked_sums import Numbers, total

FLAGS = "processor : 0\nflags : fpu avx2 bmi1 bmi2 f16c fma abm movbe\n"
CODE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
SHIPPED = 77  # what the function of the library answers: nothing that a compiled one would


@CODE
def answer(result: int, error: int, numbers: int, times: int) -> int:
    """Answer like a kernel, by numba's way of calling."""
    ctypes.c_int64.from_address(result).value = SHIPPED
    return 0


def found(tmp_path: Path) -> tuple[Any, int]:
    """Call a kernel in a process that has just started; its answer, and how many functions were compiled."""
    library._library.cache_clear()
    with anew(tmp_path / "cache"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(total, "_loaded", {})
        return total(Numbers(np.arange(5), 2), 3), build.progress()[1]


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a library with one function, for this machine, beside its description."""
    kinds = describe((Numbers(np.arange(5), 2), 3), [], [])
    symbol = library.symbol_of(total.name, kinds)
    source = tmp_path / "source.py"
    source.write_text("SIZE = 2")
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    monkeypatch.setattr(library, "ROOT", tmp_path)
    monkeypatch.setattr(library, "CDLL", lambda path: SimpleNamespace(**{symbol: answer}))
    path = library.file_of(library.target())
    path.write_bytes(b"machine code")
    about = {
        "digest": library.digest_of(path),
        "sources": {"source.py": library.digest_of(source)},
        "functions": {symbol: [["int64"], False]},
    }
    path.with_suffix(".json").write_text(json.dumps(about))
    return path


def test_a_kernel_of_the_library_needs_no_compiler(shipped: Path, tmp_path: Path) -> None:
    assert found(tmp_path) == (SHIPPED, 0)


def older_processor(path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(library, "_has_v3", lambda: False)
    patch.setattr(library, "target", lambda: "x86_64-linux")
    path.rename(path.with_name("x86_64-linux.so"))
    path.with_suffix(".json").rename(path.with_name("x86_64-linux.json"))


def not_loaded(path: Path, patch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise OSError("wrong ELF class")

    patch.setattr(library, "CDLL", refuse)


def without_description(path: Path, patch: pytest.MonkeyPatch) -> None:
    path.with_suffix(".json").unlink()


CHANGES: dict[str, Callable[[Path, pytest.MonkeyPatch], object]] = {
    "half of it": lambda path, patch: path.write_bytes(path.read_bytes()[:6]),
    "none": lambda path, patch: path.unlink(),
    "no description": without_description,
    "half of its description": lambda path, patch: path.with_suffix(".json").write_text("{"),
    "another description": lambda path, patch: path.with_suffix(".json").write_text("[]"),
    "a changed source": lambda path, patch: path.with_name("source.py").write_text("SIZE = 4"),
    "a missing source": lambda path, patch: path.with_name("source.py").unlink(),
    "another machine": lambda path, patch: patch.setattr(library, "target", lambda: "riscv64-linux"),
    "an older processor": older_processor,
    "not for this system": not_loaded,
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_not_as_it_was_packed_is_not_used(
    what: str, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    CHANGES[what](shipped, monkeypatch)
    library._library.cache_clear()
    kinds = describe((Numbers(np.arange(5), 2), 3), [], [])
    assert library.shipped(total.name, kinds) is None


def test_what_the_library_lacks_is_compiled(shipped: Path, tmp_path: Path) -> None:
    about = json.loads(shipped.with_suffix(".json").read_text())
    shipped.with_suffix(".json").write_text(json.dumps(about | {"functions": {}}))
    assert found(tmp_path) == (60, 2)


@pytest.mark.parametrize(
    ("text", "has"),
    [(FLAGS, True), (FLAGS.replace("bmi2 ", ""), False), (FLAGS.replace("avx2", "avx"), False), ("", False)],
)
def test_the_level_of_a_processor_on_linux(text: str, has: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library.sys, "platform", "linux")
    monkeypatch.setattr(Path, "read_text", lambda self: text)
    assert library._has_v3() == has


@pytest.mark.parametrize("features", [{"AVX2", "FMA3", "F16C"}, {"AVX2", "F16C"}, set()])
def test_the_level_of_a_processor_elsewhere(features: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library.sys, "platform", "win32")
    numpy = SimpleNamespace(__cpu_features__=dict.fromkeys(features, True))
    monkeypatch.setattr(library.importlib, "import_module", lambda name: numpy)
    assert library._has_v3() == (len(features) == 3)


@pytest.mark.parametrize(
    ("machine", "system", "file"),
    [
        ("x86_64", "linux", "x86_64-linux.so"),
        ("arm64", "darwin", "aarch64-darwin.dylib"),
        ("AMD64", "win32", "x86_64-win32.dll"),
        ("aarch64", "linux", "aarch64-linux.so"),
    ],
)
def test_the_file_for_a_machine(
    machine: str, system: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.platform, "machine", lambda: machine)
    monkeypatch.setattr(library.sys, "platform", system)
    assert library.file_of(library.target()).name == file
