"""Every search of the library on Scrabble: the same values, best moves that are best, and their node counts.

The positions are the proven ones of positions/late.jsonl with the fewest tiles.  The node counts are the
signature of the solvers: a change that is not meant to alter a search may not alter them.  By default every
fifth position is searched, with `-m slow` all.  After a change that is meant to:

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
from scrabble.solver import ON_REFERENCE_GAME, SolveOptions, solve
from scrabble.solver.games.fast import new_fast_game
from scrabble.solver.planner.game import with_planner
from tests.conftest import DATA
from tests.doors.bridge import enable

COUNTS = DATA / "node_counts.json"
FAST = [name for name in SOLVERS if name not in ON_REFERENCE_GAME]
POSITIONS = 200
SOME = range(0, POSITIONS, 5)
ALL = range(POSITIONS)
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


def check(solver: str, chosen: range) -> None:
    """It finds every given value, and a move that is worth it, within the nodes that it always took."""
    counts = json.loads(COUNTS.read_text("utf-8"))[solver]
    for index in chosen:
        record, found = records()[index], solution(index, solver)
        assert (found.status, found.value, found.nodes) == ("proven", record["value"], counts[index]), record
        [named] = [move for move in solution(index, "alphabeta").moves if move.text == found.text]
        assert named.searched.upper >= named.upper >= record["value"], record["id"]


@pytest.mark.parametrize("solver", FAST)
def test_values_and_nodes(solver: str) -> None:
    """Of every fast solver."""
    check(solver, SOME)


@pytest.mark.slow
@pytest.mark.parametrize("solver", FAST)
def test_values_and_nodes_of_all(solver: str) -> None:
    """The same on all positions."""
    check(solver, ALL)


@pytest.mark.parametrize("solver", sorted(ON_REFERENCE_GAME))
def test_values_of_slow_solvers(solver: str) -> None:
    """Those without memory or static bounds, where they are feasible."""
    small = [index for index, record in enumerate(records()) if sum(record["tiles"]) == 2]
    assert len(small) >= 20
    for index in small[:30]:
        assert solution(index, solver).value == records()[index]["value"], records()[index]["id"]


def test_bstar_finds_a_best_move() -> None:
    """B* with sound intervals: a best move where it separates, true bounds everywhere."""
    separated = 0
    chosen = range(0, POSITIONS, 3)
    for index in chosen:
        record, position = records()[index], position_of(index)
        game = with_planner(new_fast_game(compile_position(position, enable()), 4 << 20))
        verdict = TreeBStar(game).run(expansions=EXPANSIONS)
        assert verdict.lower <= record["value"] <= verdict.upper, record["id"]
        if verdict.status != "proven":
            continue
        separated += 1
        [named] = [
            move
            for move in solution(index, "alphabeta").moves
            if position.parse_move(move.text) == unpack(verdict.move, position)
        ]
        assert named.searched.upper >= named.upper >= record["value"], (record["id"], named)
    assert separated == len(chosen)


if __name__ == "__main__":
    nodes = {name: [solution(index, name).nodes for index in ALL] for name in FAST}
    lines = ",\n".join(f" {json.dumps(name)}: {counts}" for name, counts in nodes.items())
    COUNTS.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
