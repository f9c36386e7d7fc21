"""The decisions of B* and of Maven on one position, held against stored ones.

positions/out-in-two.cgp is small enough to follow: which strategy went for which move, why, what was asked
and what came of it, the rounds, and every move as it stands at the end.  After a change that is meant to
alter it:

    python -m tests.scrabble.solver.test_decisions    writes tests/data/playthroughs/out-in-two.json anew
"""

from __future__ import annotations

from typing import Any

import pytest

from scrabble.answer.interval import from_wire, to_wire
from scrabble.answer.solution import solution_json
from scrabble.game import cgp
from scrabble.solver import SolveOptions, solve
from tests.conftest import POSITIONS
from tests.doors.bridge import enable
from tests.doors.stored import store, stored

NAME = "out-in-two"
FILE = POSITIONS / f"{NAME}.cgp"
SOLVERS = {
    "bstar": SolveOptions(memory=32 << 20, trace=True),
    "maven": SolveOptions(solver="maven", memory=32 << 20, stable_rounds=2, trace=True),
}
DIAGNOSTICS = ("rounds", "believed", "trace")


def told(solver: str) -> dict[str, Any]:
    """What a solver decides and answers, as plain data."""
    [line] = [line for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    position = cgp.loads(line)
    found = solve(position, enable(), SOLVERS[solver])
    believed = {
        each.text: (each.pessimistic, each.realistic, each.optimistic) for each in found.believed or ()
    }
    moves = [
        [move.text, *to_wire(move.searched), move.status, believed.get(move.text)] for move in found.moves
    ]
    answer = {name: getattr(found, name) for name in ("text", "status", "value", "lower", "upper", "regret")}
    counts = {"nodes": found.nodes, "expansions": found.expansions}
    line = [step.text for step in found.line]
    told = {name: value for name, value in solution_json(found).items() if name in DIAGNOSTICS}
    return {**answer, "line": line, **counts, "moves": moves, **told}


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_decisions_are_the_stored_ones(solver: str) -> None:
    found, kept = told(solver), stored(NAME)[solver]
    for part in kept:
        as_stored = [*map(list, found[part])] if part == "moves" else found[part]
        assert _plain(as_stored) == kept[part], part
    assert found.keys() == kept.keys()


def _plain(value: Any) -> Any:
    """Tuples as the lists that JSON makes of them."""
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


USED = {  # Maven's most promising move never has the best pessimistic bound here before it is separated
    "bstar": {"PROVEBEST", "DISPROVEREST"},
    "maven": {"PROVEBEST"},
}


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_changes_lead_to_what_is_known_at_the_end(solver: str) -> None:
    """Replayed in order they never contradict a proof, and the best move's last one holds its worth."""
    kept = stored(NAME)[solver]
    strategies = [step["strategy"] for step in kept["trace"]]
    assert strategies[0] == "" and set(strategies[1:]) == USED[solver]
    bounds = {}
    for step in kept["trace"]:
        for change in step["changes"]:
            bounds[change["move"]] = from_wire(change["bounds"])
    lower, upper = bounds[kept["text"]]
    assert lower <= 22 <= upper
    if solver == "bstar":
        assert (lower, upper) == (kept["value"], kept["value"]) == (22, 22)
        goals = [step["goal"] for step in kept["trace"][1:]]
        assert all(isinstance(goal, int) for goal in goals)


if __name__ == "__main__":
    store(NAME, {solver: told(solver) for solver in SOLVERS})
