"""Loading of cached kernels: the compiler is not set up, and no kernel calls another one."""

import ast
import os
import subprocess
import sys

from bstar.jit import cache_folder
from tests.conftest import REPOSITORY

PLAY = """
import sys
from bstar.engine import Engine
from bstar.game import INF
from bstar.games.nim import new_nim

assert Engine(new_nim(1, 2, 3), "minimax").bound([], -INF, INF) == -1
assert Engine(new_nim(1, 2), "minimax").moves()
print("numba.np.linalg" in sys.modules)
"""


def _nim():
    return subprocess.run(
        [sys.executable, "-c", PLAY], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_a_loaded_kernel_does_not_set_up_the_compiler():
    _nim()  # compiles, unless the tests before did
    assert _nim() == "False"


def test_machine_code_is_kept_without_what_it_was_made_from():
    _nim()
    kept = list(cache_folder("bstar.games.nim").rglob("algorithms.minimax_after-*.nbc"))
    assert kept
    for file in kept:
        content = file.read_bytes()
        assert b"\x7fELF" in content or sys.platform != "linux"
        assert content.count(b"minimax_after") and len(content) < 200_000


def test_a_kernel_that_cannot_be_cached_counts_as_cached(tmp_path):
    """A file lies where the folder should be."""
    (tmp_path / "file").touch()
    code = f"{PLAY}print(Engine(new_nim(1, 2), 'minimax').is_compiled)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["True", "True"]
    assert done.stderr.count("compiled kernels cannot be kept") == 1


def _is_kernel(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in function.decorator_list)


def _is_compiled(function: ast.FunctionDef) -> bool:
    marks = {mark.id for mark in function.decorator_list if isinstance(mark, ast.Name)}
    return bool(marks & {"kernel", "inline", "noinline"})


def test_no_kernel_calls_a_kernel():
    files = [*(REPOSITORY / "bstar").rglob("*.py"), *(REPOSITORY / "scrabble").rglob("*.py")]
    functions = [
        node
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    kernels = {function.name for function in functions if _is_kernel(function)}
    assert len(kernels) > 10
    for function in filter(_is_compiled, functions):
        called = {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & (kernels - {function.name}), function.name
