"""Kernels on disk: a second process compiles nothing, an edited source is always compiled again.

Each test starts processes of its own; those that compile use a cache folder of their own and tiny kernels.
"""

import importlib
import os
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from bstar import jit
from bstar.jit import cache_folder, compile_for, digest
from tests.conftest import REPOSITORY

RUN_ALL = """
from bstar.engine import ALGORITHMS, Engine
from bstar.game import INF
from {games} import {game}
from {games}.{game} import new_{game}

kernels = set()
for name in {algorithms}:
    engine = Engine({new}, name, 1 << 20)
    assert engine.bound([], -INF, INF) == {value}
    assert engine.moves()
    kernels |= {{engine._search, engine._moves}}
for kernel in kernels:
    hits, misses = (sum(count.values()) for count in (kernel.stats.cache_hits, kernel.stats.cache_misses))
    print(kernel.py_func.__name__, hits, misses)
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
        from bstar.jit import kernel
        from toy_game.rules import points

        @kernel
        def total(x):
            return points(x)

        print(total(1), sum(total.stats.cache_hits.values()), sum(total.stats.cache_misses.values()))
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


def _edit(file: Path, text: str) -> None:
    """Write a source again with a later time stamp: within one second old bytecode would still be valid."""
    later = file.stat().st_mtime + 2
    file.write_text(text, encoding="utf-8")
    os.utime(file, (later, later))


def _play(toy: Path) -> list[str]:
    (words,) = _run("import toy_game.play", cache=toy.parent / "cache", path=toy)
    return words


def test_a_second_process_loads_every_entry_point_of_every_algorithm():
    code = RUN_ALL.format(
        games="tests.games", game="tictactoe", algorithms="ALGORITHMS", new="new_tictactoe()", value=0
    )
    code = code.replace("1 << 20", "64 << 20")
    _run(code)  # the tests before have compiled most of it
    lines = _run(code)
    assert {name for name, *_ in lines} >= {"bound_after", "negascout_after", "sss_after", "dual_after"}
    assert all((hits, misses) == ("1", "0") for _, hits, misses in lines), lines


def test_a_cache_folder_of_ones_own_is_filled_once(tmp_path):
    code = RUN_ALL.format(
        games="bstar.games", game="nim", algorithms='["minimax"]', new="new_nim(1, 2)", value=1
    )
    assert sorted(_run(code, cache=tmp_path)) == [["minimax_after", "0", "1"], ["moves_after", "0", "1"]]
    files = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")}
    assert files
    lines = sorted(_run(code, cache=tmp_path))
    assert lines == [["minimax_after", "1", "0"], ["moves_after", "1", "0"]]
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")} == files


def test_an_edited_callee_in_another_file_is_compiled_again(toy):
    assert _play(toy) == ["12", "0", "1"]
    assert _play(toy) == ["12", "1", "0"]
    rules = toy / "toy_game" / "rules.py"
    _edit(rules, rules.read_text(encoding="utf-8").replace("10 * x", "20 * x"))
    assert _play(toy) == ["22", "0", "1"]
    assert _play(toy) == ["22", "1", "0"]


def test_an_edited_constant_two_files_away_is_compiled_in(toy):
    assert _play(toy) == ["12", "0", "1"]
    _edit(toy / "toy_game" / "board.py", "SIZE = 4")
    assert _play(toy) == ["14", "0", "1"]


def test_an_edit_of_docstrings_comments_and_layout_compiles_nothing(toy):
    assert _play(toy) == ["12", "0", "1"]
    rules, play = toy / "toy_game" / "rules.py", toy / "toy_game" / "play.py"
    text = rules.read_text(encoding="utf-8")
    longer = text.replace(
        "def points(x):\n", 'def points(x):\n    """Return the points."""\n    # a reason\n'
    )
    assert longer != text
    _edit(rules, longer)
    assert _play(toy) == ["12", "1", "0"]
    _edit(
        play,
        '"""A page\nof text."""\n\n' + play.read_text(encoding="utf-8").replace("total(1), ", "total(1),  "),
    )
    assert _play(toy) == ["12", "1", "0"]
    _edit(rules, longer.replace("10 * x", "30 * x"))
    assert _play(toy) == ["32", "0", "1"]


@pytest.mark.parametrize("text", ["", "an old digest", "\xff", "0" * 19])
def test_a_digest_on_disk_that_is_none_is_computed_again(toy, text):
    assert _play(toy) == ["12", "0", "1"]
    (known,) = (toy.parent / "cache" / "digests").iterdir()
    before = known.read_bytes()
    known.write_text(text, encoding="latin-1")
    assert _play(toy) == ["12", "1", "0"]
    assert known.read_bytes() == before


def test_kernels_of_old_sources_are_removed_unless_they_are_young_or_among_the_last(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "BASE", tmp_path)
    monkeypatch.setattr(jit.config, "CACHE_DIR", "")
    now = time.time()
    folder = tmp_path / "kernels"
    ages = {"a": 5, "b": 4, "c": 3, "d": 2, "young": 0.5}  # hours
    for name, age in ages.items():
        (folder / name).mkdir(parents=True)
        os.utime(folder / name, (now - 3600 * age,) * 2)
    (folder / jit.DIGESTS).mkdir()
    for number in range(jit.KEPT_DIGESTS + 2):
        known = folder / jit.DIGESTS / str(number)
        known.touch()
        os.utime(known, (now - 3600 * (2 + number),) * 2)
    jit.prune(2)
    assert {each.name for each in folder.iterdir()} == {"young", "d", jit.DIGESTS}
    assert {int(each.name) for each in (folder / jit.DIGESTS).iterdir()} == set(range(jit.KEPT_DIGESTS))


def test_what_stale_bytecode_says_is_not_kept(toy, monkeypatch):
    """Two edits of one length within a second: Python runs the old bytecode; no kernel may outlive it."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    board = toy / "toy_game" / "board.py"
    before = board.stat()
    assert _play(toy) == ["12", "0", "1"]
    board.write_text("SIZE = 4", encoding="utf-8")
    os.utime(board, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert _play(toy) == _play(toy) == ["12", "0", "1"]  # by Python's doing
    shutil.rmtree(board.parent / "__pycache__")
    assert _play(toy) == ["14", "0", "1"]
    assert _play(toy) == ["14", "1", "0"]


def test_a_kernel_of_the_program_itself_is_kept(toy):
    """`python -m`: the module is called __main__ then, but not by its loader."""
    code = "import runpy; runpy.run_module('toy_game.play', run_name='__main__', alter_sys=True)"
    assert _run(code, cache=toy.parent / "cache", path=toy) == [["12", "0", "1"]]
    assert _run(code, cache=toy.parent / "cache", path=toy) == [["12", "1", "0"]]


def test_going_back_to_an_old_source_finds_its_kernels(toy):
    board = toy / "toy_game" / "board.py"
    _play(toy)
    _edit(board, "SIZE = 4")
    _play(toy)
    _edit(board, "SIZE = 2")
    assert _play(toy) == ["12", "1", "0"]


def test_a_package_has_one_digest_and_a_folder_named_after_it():
    assert digest("bstar") == digest("bstar")
    assert cache_folder("bstar.games.nim") == cache_folder("bstar.engine")
    assert cache_folder("bstar.engine").name == digest("bstar")


def test_an_algorithm_is_compiled_once_for_a_kind_of_game():
    from bstar.algorithms import bound_after, minimax_after
    from bstar.games.nim import Nim
    from bstar.games.trees import TreeGame

    assert compile_for(bound_after, Nim) is compile_for(bound_after, Nim)
    kernels = {
        compile_for(algorithm, kind) for algorithm in (bound_after, minimax_after) for kind in (Nim, TreeGame)
    }
    assert len(kernels) == 4


def test_digest_follows_imports_into_other_packages(tmp_path, monkeypatch):
    """A game built upon another package's kernels is compiled again when those change."""
    monkeypatch.syspath_prepend(str(tmp_path))
    below, above = tmp_path / "below_game.py", tmp_path / "above_game.py"
    below.write_text("from bstar.jit import inline\n\nPOINTS = 1\n")
    above.write_text("from bstar.jit import kernel\nfrom below_game import POINTS\n")
    importlib.import_module("above_game")
    try:
        before = digest.__wrapped__("above_game")
        assert digest.__wrapped__("above_game") == before
        below.write_text("from bstar.jit import inline\n\nPOINTS = 2\n")
        jit._text.cache_clear()
        assert digest.__wrapped__("above_game") != before
    finally:
        for name in ("above_game", "below_game"):
            sys.modules.pop(name)


BEFORE = ("scrabble.movegen.bits", "dawg_python", "scrabble.selfplay.play_game", "scrabble.cli", "numba")


@pytest.mark.parametrize("first", BEFORE)
def test_the_same_sources_have_one_folder_whatever_was_imported_before(first):
    code = "import {}, scrabble.solver\nfrom bstar.jit import digest\nprint(digest('scrabble'))"
    assert _run(code.format(first)) == _run(code.format("scrabble.solver"))


@pytest.mark.parametrize("first", ["tests.bstar.compile.test_inlining", "tests.doors.kernels"])
def test_a_package_built_upon_another_has_one_folder_whatever_was_imported_before(first):
    """The kernels of the tests also depend on Scrabble's sources, even if none of them is loaded yet."""
    code = "import {}\nfrom bstar.jit import digest, _kernel_sources as found\nprint(digest('tests'))\n"
    code += "print(*sorted(path.name for path in found({{'bstar', 'tests'}})))"
    digest_of_tests, names = _run(code.format(first))
    assert [digest_of_tests, names] == _run(code.format("tests, scrabble.solver"))
    assert {"fast.py", "kernels.py", "table.py"} <= set(names)


def test_what_is_not_compiled_is_not_in_the_name_of_the_folder():
    code = "import scrabble.cli\nfrom bstar.jit import _kernel_sources as found\n"
    [names] = _run(f"{code}print(*('/'.join(path.parts[-2:]) for path in found({{'bstar', 'scrabble'}})))")
    assert {"depth_first/alphabeta.py", "depth_first/transposition_table.py", "games/fast.py"} <= set(names)
    assert {"movegen/features.py", "game/rules.py"} <= set(names)
    assert not {"bstar/bstar.py", "cli/commands.py", "solver/endgame.py"} & set(names)
    assert not {"explain/explain.py", "pages/game.py"} & set(names)
