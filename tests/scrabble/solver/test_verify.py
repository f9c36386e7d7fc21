"""`endgame verify`: solvers agree, and when one of them is wrong it is said loudly."""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest
from msgspec.structs import replace as with_fields

from scrabble import solver as endgame
from scrabble.answer.interval import exactly
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.solver import SolveOptions, verify
from scrabble.solver.verify import FAST, REFERENCE, SolverResult, Verification
from tests.conftest import POSITIONS
from tests.doors.bridge import enable

ONE, TWO = POSITIONS / "out-in-one.cgp", POSITIONS / "out-in-two.cgp"
MEMORY = 32 << 20


def position(name: str) -> Position:
    """A composed position."""
    return cgp.loads((POSITIONS / f"{name}.cgp").read_text("utf-8").splitlines()[-1])


def check(solver: str, value: int | None, *best: str) -> SolverResult:
    """What a solver might have said."""
    return SolverResult(solver, value, best, 10, 0.1, None if value is not None else "time")


def found(*checks: SolverResult) -> Verification:
    """What several might have said."""
    return Verification(position("out-in-one"), list(checks))


@pytest.mark.parametrize("name", ["out-in-one", "zeros-4-pass-ties", "stuck-q-mover"])
def test_all_solvers_agree(name: str) -> None:
    who: list[str] = []
    result = verify.verify(position(name), enable(), SolveOptions(memory=MEMORY), who.append)
    assert result.disagreement is None and result.is_complete
    assert tuple(who) == verify.solvers_for(result.position) == tuple(each.solver for each in result.checks)
    assert all(each.best for each in result.checks)


def test_small_positions_are_checked_by_the_plain_solver() -> None:
    assert verify.solvers_for(position("out-in-one")) == (*FAST, REFERENCE)
    assert verify.solvers_for(position("out-in-two")) == FAST


def test_disagreements_are_named() -> None:
    agree = [check("bstar", 5, "8D A"), check("sss", 5, "8D A")]
    assert found(*agree).disagreement is None
    assert found(*agree, check("mtdf", 6, "8D A")).disagreement == "bstar says +5, mtdf says +6"
    other = check("mtdf", 5, "8D A", "8E B")
    assert found(*agree, other).disagreement == "bstar and mtdf disagree whether best: 8E B"
    stopped = found(*agree, check("mtdf", None))
    assert stopped.disagreement is None and not stopped.is_complete


def test_who_is_stopped_has_no_say() -> None:
    result = verify.verify(position("out-in-two"), enable(), SolveOptions(nodes=3, memory=MEMORY))
    assert not result.is_complete and result.disagreement is None
    assert all((each.value is None) == bool(each.stopped_by) for each in result.checks)


def test_stopped_solvers_have_nothing_to_compare(endgame: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrabble.solver.options.SolveOptions", functools.partial(SolveOptions, nodes=1))
    outcome = endgame("verify", TWO)
    assert outcome.status == 0 and "nothing to compare" in outcome.out


def test_a_wrong_solver_is_found_out(endgame_command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = endgame.EndgameSearch.result

    def wrong(search: endgame.EndgameSearch) -> endgame.Solution:
        solution = right(search)
        if search.solver != "negascout":
            return solution
        return with_fields(solution, spread=exactly(99 + solution.lead), value=99)

    monkeypatch.setattr(endgame.EndgameSearch, "result", wrong)
    outcome = endgame_command("verify", ONE, TWO)
    assert outcome.status == 1
    assert "DISAGREEMENT: bstar says +18, negascout says +99" in outcome.out
    assert f"error: {ONE}: DISAGREEMENT: bstar says +18, negascout says +99\n" in outcome.err
    assert outcome.err.count("DISAGREEMENT") == 2
    assert not json.loads(endgame_command("verify", ONE, "--json").out)["agree"]


@pytest.fixture
def endgame_command(request: pytest.FixtureRequest) -> Any:
    """The command, where `endgame` is the module."""
    return request.getfixturevalue("endgame")


def test_input_that_cannot_be_read(endgame: Any) -> None:
    outcome = endgame("verify", "nonsense", ONE, "--json")
    assert outcome.status == 2
    failed, solved = map(json.loads, outcome.out.splitlines())
    assert set(failed) == {"version", "id", "error"} != set(solved)
