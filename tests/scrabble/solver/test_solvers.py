"""Every search of the library on Scrabble: the same values, best moves that are best, and their node counts.

The positions are the proven ones of positions/late.jsonl with the fewest tiles.  The node counts are the
signature of the solvers: a change that is not meant to alter a search may not alter them.  After one that is:

    python -m tests.scrabble.solver.test_solvers    writes tests/data/node_counts.json anew
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from bstar.solvers import SOLVERS
from bstar.tree.rounds import TreeBStar
from scrabble.answer.solution import Solution
from scrabble.files import bundled
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import unpack
from scrabble.solver import REFERENCE, SolveOptions, solve
from scrabble.solver.games.fast import new_fast_game
from scrabble.solver.planner.game import with_planner
from tests.conftest import DATA
from tests.doors.bridge import enable

COUNTS = DATA / "node_counts.json"
FAST = [name for name in SOLVERS if name not in REFERENCE]
POSITIONS = 200
EXPANSIONS = 2_000  # of B*


@cache
def records() -> tuple[dict[str, Any], ...]:
    """The proven positions with the fewest tiles, smallest first."""
    lines = (bundled("positions") / "late.jsonl").read_text("utf-8").splitlines()
    proven = [record for record in map(json.loads, lines) if record["proven"]]
    return tuple(sorted(proven, key=lambda record: (sum(record["tiles"]), record["id"]))[:POSITIONS])


@cache
def solution(index: int, solver: str) -> Solution:
    """The answer of a solver to one position."""
    return solve(position_of(index), enable(), SolveOptions(solver=solver, memory=16 << 20))


def position_of(index: int) -> Position:
    """One of the positions."""
    return cgp.loads(records()[index]["cgp"])


def node_counts() -> dict[str, int]:
    """The nodes of each solver on all positions together."""
    return {name: sum(solution(index, name).nodes for index in range(POSITIONS)) for name in FAST}


@pytest.mark.parametrize("solver", FAST)
def test_values(solver: str) -> None:
    """Every fast solver finds every given value, and a move that is worth it."""
    for index, record in enumerate(records()):
        found = solution(index, solver)
        assert (found.status, found.value) == ("proven", record["value"]), record["id"]
        [named] = [move for move in solution(index, "alphabeta").moves if move.text == found.text]
        assert named.searched.upper >= named.upper >= record["value"], record["id"]


@pytest.mark.parametrize("solver", sorted(REFERENCE))
def test_values_of_slow_solvers(solver: str) -> None:
    """Those without memory or static bounds, where they are feasible."""
    small = [index for index, record in enumerate(records()) if sum(record["tiles"]) == 2]
    assert len(small) >= 20
    for index in small[:30]:
        assert solution(index, solver).value == records()[index]["value"], records()[index]["id"]


def test_bstar_finds_a_best_move() -> None:
    """B* with sound intervals: a best move where it separates, true bounds everywhere."""
    separated = 0
    for index, record in enumerate(records()[::3]):
        position = position_of(3 * index)
        game = with_planner(new_fast_game(compile_position(position, enable()), 4 << 20))
        verdict = TreeBStar(game).run(expansions=EXPANSIONS)
        assert verdict.lower <= record["value"] <= verdict.upper, record["id"]
        if verdict.status != "proven":
            continue
        separated += 1
        [named] = [
            move
            for move in solution(3 * index, "alphabeta").moves
            if position.parse_move(move.text) == unpack(verdict.move, position)
        ]
        assert named.searched.upper >= named.upper >= record["value"], (record["id"], named)
    assert separated == len(records()[::3])


def test_node_counts() -> None:
    """The signature."""
    assert node_counts() == json.loads(COUNTS.read_text("utf-8"))


if __name__ == "__main__":
    COUNTS.write_text(json.dumps(node_counts(), indent=1) + "\n", encoding="utf-8")
