"""Unexpected versions of numba: the same answers, and one warning.

Each case is a process of its own, in which one of numba's internals is removed before it is used.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bstar.compile import numba_internals
from bstar.jit import DIGESTS, is_jit_off
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.skipif(is_jit_off(), reason="nothing is compiled without numba")

SOLVE = """
from bstar.engine import Engine
from bstar.game import INF
from bstar.games.nim import new_nim

engine = Engine(new_nim(1, 2, 3), "minimax")
print(engine.bound([], -INF, INF), engine.is_compiled)
"""
IMPORTS = """
import numba
from numba.core import caching, codegen, compiler_machinery
"""
REFUSED = "def refused(*given, **named): raise TypeError('not as it was')\n"
MISSING = {  # what is taken away: what is said of it
    "numba.__version__ = '0.70.1'": "a version that has not been tried, expected 0.62 to below 0.70",
    "numba.__version__ = '1.0'": "a version that has not been tried",
    "del compiler_machinery.PassManager.add_pass_after": "no PassManager.add_pass_after",
    "caching.CompileResultCacheImpl._locator_classes.reverse()": "other places for kernels",
}
OTHERWISE = {  # what works another way: what is said of it
    "compiler_machinery.PassManager.add_pass_after = refused": "not as it was; kernels take longer",
    """
class Other(codegen.JITCPUCodegen):
    def _function_pass_manager(self): return super()._function_pass_manager()
codegen.JITCPUCodegen._function_pass_manager, before = (
    lambda self, *given: before(self, *given), codegen.JITCPUCodegen._function_pass_manager)
""": "kernels take longer to compile",
    "caching.CompileResultCacheImpl.reduce = lambda self, result: ('a', 'b')": "no kernel is kept",
}


def _solve(cache: Path, before: str = "") -> tuple[str, list[str]]:
    """Return what a process prints that solves a game of nim, and its warnings."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-c", f"{IMPORTS}{REFUSED}{before}\n{SOLVE}"],
        env={key: value for key, value in environment.items() if key != numba_internals.ANY},
        cwd=cache,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), [line for line in done.stderr.splitlines() if "Warning" in line]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Return a cache folder with the kernels in it."""
    folder = tmp_path_factory.mktemp("filled")
    assert _solve(folder) == ("-1 True", [])
    return folder


@pytest.fixture
def kernels(filled, tmp_path):
    """Return a copy of `filled`, to be damaged."""
    return Path(shutil.copytree(filled, tmp_path / "kernels"))


def test_all_internals_in_use_exist():
    assert list(numba_internals._differences()) == []


@pytest.mark.parametrize("change", MISSING)
def test_something_is_missing(change, tmp_path):
    answer, [warning] = _solve(tmp_path, change)
    assert answer == "-1 True"
    assert MISSING[change] in warning
    kept = len(list(tmp_path.rglob("*.nbc")))  # by numba's own cache, unless it would take another folder
    assert kept == ("places" not in MISSING[change])


def test_plain_kernels_are_loaded_and_in_a_folder_of_their_own(tmp_path):
    change = next(iter(MISSING))
    assert _solve(tmp_path, change)[0] == "-1 True"
    [kept] = tmp_path.rglob("*.nbc")
    written = kept.stat().st_mtime_ns
    assert _solve(tmp_path, change)[0] == "-1 True"
    assert kept.stat().st_mtime_ns == written
    assert _solve(tmp_path) == ("-1 True", [])
    assert len([each for each in tmp_path.iterdir() if each.name != DIGESTS]) == 2


@pytest.mark.parametrize("change", OTHERWISE)
def test_something_works_another_way(change, tmp_path):
    answer, [warning] = _solve(tmp_path, change)
    assert answer == f"-1 {'kept' not in OTHERWISE[change]}"
    assert OTHERWISE[change] in warning


def test_what_is_on_disk_but_cannot_be_loaded_is_compiled(kernels):
    change = "caching.CompileResultCacheImpl.rebuild = refused"
    assert _solve(kernels, change) == ("-1 True", [])


@pytest.mark.parametrize("damage", ["", "cut", "zeros", "bit"])
def test_a_damaged_file_is_compiled_and_written_again(damage, kernels):
    [kept] = kernels.rglob("*.nbc")
    content = bytearray(kept.read_bytes())
    whole = bytes(content)
    if damage == "zeros":
        content[4096:8192] = bytes(4096)
    elif damage == "bit":
        content[len(content) // 2] ^= 1
    elif damage == "cut":
        del content[len(content) // 2 :]
    else:
        content.clear()
    kept.write_bytes(content)
    assert _solve(kernels) == ("-1 True", [])
    assert len(kept.read_bytes()) > len(whole) // 2 and kept.read_bytes() != bytes(content)
    assert not list(kernels.rglob("*.tmp"))
