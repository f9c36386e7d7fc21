"""Solvers by name on games, compared with one another, compiled and as plain Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bstar
from bstar.games import incremental, new_nim, uniform
from bstar.solvers import SOLVERS, Solver
from tests.oracles.searching import minimax, nested

REPOSITORY = Path(__file__).parents[2]
# connect-four on 3 x 4 squares is drawn: no line of four fits in a column, few elsewhere
PLAIN_PYTHON = """
import json, sys
import bstar
from bstar.games import incremental, new_connect_four, uniform
trees = {"uniform": uniform(2, 4, 1), "incremental": incremental(3, 3, 5, 1)}
found = {name: {solver: [each.value, each.nodes, each.expansions, each.leaves]
                for solver, each in bstar.compare(tree).items()} for name, tree in trees.items()}
print(json.dumps([found, bstar.solve(new_connect_four(3, 4), "alphabeta").value, "numba" in sys.modules]))
"""
TREES = {"uniform": uniform(2, 4, 1), "incremental": incremental(3, 3, 5, 1)}


def counted(results):
    return {
        solver: [each.value, each.nodes, each.expansions, each.leaves] for solver, each in results.items()
    }


def test_all_solvers_find_the_value_and_count_the_same_as_plain_python():
    compiled = {name: counted(bstar.compare(tree)) for name, tree in TREES.items()}
    for name, tree in TREES.items():
        assert {value for value, *_ in compiled[name].values()} == {minimax(nested(tree))}
        assert set(compiled[name]) == set(SOLVERS)
    process = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAIN_PYTHON],
        check=True,
        capture_output=True,
        cwd=REPOSITORY,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        timeout=300,
    )
    assert json.loads(process.stdout) == [compiled, 0, False]


def test_a_solver_from_outside(monkeypatch):
    monkeypatch.setitem(SOLVERS, "mine", Solver("alphabeta", SOLVERS["mtdf"].driver, "MTD(f) again"))
    found = bstar.compare(uniform(2, 4, 1), ["mine", "mtdf"])
    assert found["mine"].nodes == found["mtdf"].nodes
    with pytest.raises(ValueError, match="solvers: expected at least one"):
        bstar.compare(uniform(2, 4, 1), [])
    with pytest.raises(TypeError, match=r"solvers: expected a list of names, such as \['mtdf'\], got 5"):
        bstar.compare(new_nim(1), 5)
    with pytest.raises(TypeError, match=r"solvers: expected a list of names, such as \['mtdf'\], got 'mtdf'"):
        bstar.compare(uniform(2, 4, 1), "mtdf")


def test_a_limit_leaves_true_bounds():
    tree = uniform(3, 6, 1)
    result = bstar.solve(tree, "mtdf", nodes=20)
    assert (result.status, result.limit) == ("bounded", "nodes")
    assert result.lower <= minimax(nested(tree)) <= result.upper


def test_a_comparison_is_printed_as_a_table():
    lines = str(bstar.compare(uniform(2, 4, 1), ["minimax", "mtdf"], seconds=60)).splitlines()
    assert lines[0].split() == ["solver", "value", "status", "nodes", "expansions", "leaves", "seconds"]
    assert [line.split()[:3] for line in lines[1:]] == [["minimax", "7", "proven"], ["mtdf", "7", "proven"]]
    stopped = str(bstar.compare(uniform(3, 6, 1), ["minimax"], nodes=20)).splitlines()
    assert stopped[1].split()[:3] == ["minimax", "-INF..INF", "bounded"]


def test_solvers_that_contradict_each_other():
    tree = incremental(2, 2, 5, 1)
    tree.lower[tree.children == 0] = 40  # not sound
    with pytest.raises(bstar.GameError, match=r"at least -2 by minimax and at most -39 by alphabeta"):
        bstar.compare(tree, ["alphabeta", "minimax"])


@pytest.mark.parametrize(
    ("game", "arguments", "error", "message"),
    [
        (new_nim(1), ("mtd",), ValueError, "solver: unknown 'mtd', expected one of alphabeta, "),
        (new_nim(0), (), ValueError, "the game is over"),
        (np.zeros(3), (), TypeError, "game: expected a type known to register_game, got ndarray"),
    ],
    ids=["solver", "over", "game"],
)
def test_what_cannot_be_solved(game, arguments, error, message):
    with pytest.raises(error, match=message):
        bstar.solve(game, *arguments)
