"""Unexpected versions of numba: the same answers, and one warning.  Each case is a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from bstar.compile import plain
from bstar.jit import is_jit_off
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.skipif(is_jit_off(), reason="nothing is compiled without numba")

SUM = """
import numpy as np
from tests.bstar.compile.linked_sums import Numbers, total

print(total(Numbers(np.arange(5), 2), 3))
"""
SOLVE = """
from bstar.engine import Engine
from bstar.game import INF
from bstar.games.nim import new_nim

print(Engine(new_nim(1, 2, 3), "minimax").bound([], -INF, INF))
"""
VERSION = "from bstar.compile import code_digest\ncode_digest.numba_version = lambda: {!r}\n"
REFUSED = "def refused(*given, **named): raise AttributeError('not as it was')\n"
CHANGES = {  # what is different: what is said of it
    VERSION.format("0.70.1"): "a version that has not been tried, expected 0.62 to below 0.70",
    "from numba.core import codegen\ndel codegen.JITCodeLibrary": "JITCodeLibrary",
    f"{REFUSED}from llvmlite import binding\nbinding.TargetMachine.emit_object = refused": "not as it was",
}


def run(cache: Path, code: str) -> tuple[str, list[str]]:
    """Return what a process prints that runs some code, and its warnings."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(REPOSITORY)}
    environment |= {"BSTAR_COMPILERS": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={name: value for name, value in environment.items() if name != plain.ANY},
        cwd=cache,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), [line for line in done.stderr.splitlines() if "Warning" in line]


@pytest.mark.parametrize(
    ("version", "is_tried"),
    [("0.61.2", False), ("0.62.0", True), ("0.69.3", True), ("0.70.1", False), ("1.0", False)],
)
def test_versions_that_have_been_tried(version: str, is_tried: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "numba_version", lambda: version)
    monkeypatch.setattr(plain, "_reasons", [])
    monkeypatch.delenv(plain.ANY, raising=False)
    expected = "a version that has not been tried, expected 0.62 to below 0.70"
    with nullcontext() if is_tried else pytest.warns(plain.UnsupportedNumbaWarning, match=expected):
        assert plain._is_tried.__wrapped__() == is_tried


@pytest.mark.parametrize("change", CHANGES)
def test_another_numba_gives_the_same_answers(change: str, tmp_path: Path) -> None:
    """A kernel that calls another one by name, and a search of nim."""
    code = f"{change}\n{SUM}{SOLVE}"
    answer, [warning] = run(tmp_path, code)
    assert answer == "60\n-1"
    assert CHANGES[change] in warning and "kernels take longer" in warning
    assert list(tmp_path.rglob("*.nbc"))  # by numba's own cache
    if change == next(iter(CHANGES)):
        check_what_is_loaded_the_next_time(code, tmp_path)


def check_what_is_loaded_the_next_time(code: str, tmp_path: Path) -> None:
    """Check that plain kernels are, and that others are kept beside them."""
    written = {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.nbc")}
    assert run(tmp_path, code)[0] == "60\n-1"
    assert {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.nbc")} == written
    assert run(tmp_path, f"{SUM}{SOLVE}") == ("60\n-1", [])
