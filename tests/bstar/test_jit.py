"""Kernels on disk: a second process compiles nothing, an edited source is always compiled again.

Tests that compile use a cache folder of their own and tiny kernels, in this process or in others.
"""

import importlib
import io
import os
import runpy
import shutil
import subprocess
import sys
import textwrap
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest

from bstar.jit import InlineFunction, compiled, inline, is_jit_off, kernel, noinline
from tests.bstar.compile.anew import anew
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.skipif(is_jit_off(), reason="nothing is compiled without numba")

RUN_ALL = """
import sys
from bstar.compile.build import progress
from bstar.engine import ALGORITHMS, Engine
from bstar.game import INF
from bstar.games.graphs import Edge, graph
from bstar.games.trees import new_tree
from bstar.tree.rounds import TreeBStar

for name in ALGORITHMS:
    engine = Engine(new_tree([[3, 12], [[2, 5], 4]]), name, 64 << 20)
    assert engine.bound([], -INF, INF) == 4
    assert engine.moves()
search = TreeBStar(graph([[Edge(1, 0, 0, 9), Edge(2, 0, 1, 8)], -3, -4]))
search.run()
search.widen(1)
print(progress()[1], "numba" in sys.modules)
"""
MODULES = {
    "toy_game/__init__.py": "",
    "toy_game/rules.py": """
        from bstar.jit import inline
        from toy_game.board import SIZE

        @inline
        def points(x):
            return 10 * x + SIZE
        """,
    "toy_game/board.py": "SIZE = 2",
    "toy_game/play.py": """
        from bstar.compile.build import progress
        from bstar.jit import kernel
        from toy_game.rules import points

        @kernel
        def total(x):
            return points(x)

        print(total(1), progress()[1])
        """,
    "toy_game/two.py": """
        from bstar.compile.build import progress
        from bstar.jit import inline, kernel

        @inline
        def one(x):
            return x + 1

        @kernel
        def first(x):
            return one(x)

        @kernel
        def second(x):
            return x + 5

        print(first(1), second(1), progress()[1])
        """,
}


def _run(code: str, cache: Path | None = None, path: Path = REPOSITORY) -> list[list[str]]:
    """Return the words of each line that a Python process prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(REPOSITORY), str(path)))}
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


@pytest.fixture
def toy(tmp_path):
    """A package of one kernel that calls into two other files."""
    for name, text in MODULES.items():
        file = tmp_path / "source" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
    return tmp_path / "source"


def _edit(file: Path, old: str, new: str) -> None:
    """Change a source, with a later time stamp: within one second old bytecode would still be valid."""
    text, later = file.read_text(encoding="utf-8"), file.stat().st_mtime + 2
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(file, (later, later))


def _play(toy: Path, module: str = "toy_game.play", name: str | None = None) -> list[str]:
    """Run a module of the package in this process, as one that has just started would."""
    printed = io.StringIO()
    with anew(toy.parent / "cache"), pytest.MonkeyPatch.context() as patch, redirect_stdout(printed):
        patch.syspath_prepend(toy)
        for each in [each for each in sys.modules if each.partition(".")[0] == "toy_game"]:
            del sys.modules[each]
        if name is None:
            importlib.import_module(module)
        else:
            runpy.run_module(module, run_name=name, alter_sys=True)
    return printed.getvalue().split()


def test_a_second_process_loads_every_entry_point_of_every_algorithm():
    exec(RUN_ALL, {})  # what the tests before have not compiled
    assert _run(RUN_ALL) == [["0", "False"]]


def test_an_edit_is_compiled_if_code_changes(toy):
    rules, board, play = (toy / "toy_game" / name for name in ("rules.py", "board.py", "play.py"))
    assert _play(toy) == ["12", "1"]
    assert _play(toy) == ["12", "0"]
    _edit(rules, "10 * x", "20 * x")  # a callee in another file
    assert _play(toy) == ["22", "1"]
    assert _play(toy) == ["22", "0"]
    _edit(board, "SIZE = 2", "SIZE = 4")  # a constant two files away
    assert _play(toy) == ["24", "1"]
    _edit(board, "SIZE = 4", "SIZE = 2")  # the old source has its kernels still
    assert _play(toy) == ["22", "0"]
    _edit(rules, "def points(x):\n", 'def points(x):\n    """Return the points."""\n    # a reason\n')
    assert _play(toy) == ["22", "0"]
    _edit(play, "total(1), ", "total(1),  ")
    _edit(play, "\nfrom bstar.compile", '"""A page\nof text."""\n\nfrom bstar.compile')
    assert _play(toy) == ["22", "0"]
    _edit(rules, "20 * x", "30 * x")
    assert _play(toy) == ["32", "1"]


def test_what_stale_bytecode_says_is_not_kept(toy, monkeypatch):
    """Two edits of one length within a second: Python runs the old bytecode, and so does the kernel."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    board = toy / "toy_game" / "board.py"
    before = board.stat()
    assert _play(toy) == ["12", "1"]
    board.write_text("SIZE = 4", encoding="utf-8")
    os.utime(board, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert _play(toy) == ["12", "0"]  # by Python's doing, and what is kept fits what it runs
    shutil.rmtree(board.parent / "__pycache__")
    assert _play(toy) == ["14", "1"]
    assert _play(toy) == ["14", "0"]


def test_kernels_are_plain_python_where_numba_is_switched_off(toy, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    code = "import sys, toy_game.play\nprint('numba' in sys.modules)"
    cache = toy.parent / "cache"
    assert _run(code, cache, toy) == [["12", "0"], ["False"]]
    assert not cache.exists()


def test_a_kernel_of_the_program_itself_is_kept(toy):
    """`python -m`: the module is called __main__ then, which no other process can import."""
    assert _play(toy, name="__main__") == ["12", "1"]
    assert _play(toy, name="__main__") == ["12", "0"]


def test_a_kept_kernel_does_not_depend_on_what_was_compiled_with_it(toy):
    """A function is edited that one kernel calls and another one does not."""
    assert _play(toy, "toy_game.two") == ["2", "6", "2"]
    _edit(toy / "toy_game" / "two.py", "x + 1", "x + 2")
    assert _play(toy, "toy_game.two") == ["3", "6", "1"]


OF_A_PACKAGE = """
import numpy as np
from bstar.jit import kernel

@kernel
def moved(numbers, table, at):
    numbers[at] += 10
    return numbers[at] + table[at, 1] + table[0, -1] + numbers[-1]

def result(at):
    numbers = np.array([1, 2, 3])
    try:
        return [moved(numbers[1:], np.array([[4, 5], [6, 7]]), at), *numbers.tolist()]
    except RuntimeError as error:
        return str(error)
"""
IN_PLACE = {0: [12 + 5 + 5 + 3, 1, 12, 3], 1: [13 + 7 + 5 + 13, 1, 2, 13]}  # by index


def test_indices_are_checked_where_numba_is_told_to(tmp_path, monkeypatch):
    """Only packages that say so compute indices that are not negative; each may have -1 as a constant."""
    for name, says in (("silent", ""), ("from_start", "INDEXES_FROM_START = True")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(says)
        (tmp_path / name / "kernels.py").write_text(OF_A_PACKAGE)
    show = "print(result(0), result(1), result(-1), sep='; ')"
    code = "\n".join(f"from {name}.kernels import result\n{show}" for name in ("silent", "from_start"))
    monkeypatch.setenv("BSTAR_COMPILERS", "0")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    found = [" ".join(line) for line in _run(code, tmp_path / "cache", tmp_path)]
    right = f"{IN_PLACE[0]}; {IN_PLACE[1]};"
    assert found == [f"{right} {IN_PLACE[1]}", f"{right} a kernel ended with status 1"]


def test_a_package_that_says_so_has_other_kernels(toy):
    assert _play(toy) == ["12", "1"]
    (toy / "toy_game" / "__init__.py").write_text("INDEXES_FROM_START = True")
    assert _play(toy) == ["12", "1"]
    assert _play(toy) == ["12", "0"]


LONG = 40


@noinline
def _collatz(number):
    steps = 0
    while number != 1:
        number = 3 * number + 1 if number % 2 else number // 2
        steps += 1
    return steps


@inline
def _sum_of_steps(numbers):
    total = np.int64(0)
    for number in numbers:
        total += _collatz(number)
    return total


@inline
def _twice(numbers):
    return _sum_of_steps(numbers) + _sum_of_steps(numbers)


@kernel
def steps(numbers):
    """Twice the number of Collatz steps of all numbers."""
    return _twice(numbers)


def by_hand(number):
    return 0 if number == 1 else 1 + by_hand(3 * number + 1 if number % 2 else number // 2)


def test_a_kernel_with_functions_inside():
    numbers = np.arange(1, LONG)
    assert steps(numbers) == 2 * sum(map(by_hand, range(1, LONG)))


def test_what_lives_inside_kernels_is_plain_python_outside():
    assert isinstance(_twice, InlineFunction)
    numbers = np.arange(1, LONG)
    assert _twice(numbers) == steps(numbers)


def test_an_algorithm_is_one_kernel_for_all_games():
    from bstar.algorithms import bound_after, minimax_after

    assert compiled(bound_after) is compiled(bound_after) is not compiled(minimax_after)
