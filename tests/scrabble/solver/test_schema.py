"""JSON of a solution: every answer fits the types, and says what the solution says."""

from __future__ import annotations

import json
from typing import Any

import pytest

import scrabble
from scrabble import bundled, sources
from scrabble.answer.moves import MoveResult
from scrabble.answer.plain import from_plain
from scrabble.answer.solution import ONLY_IF_ASKED, Solution, solution_json
from scrabble.files import VERSION
from scrabble.game.unseen import is_preendgame
from scrabble.solver import SolveOptions

NAMES = [name for name, path in bundled.files().items() if path.suffix == ".jsonl"]
NAMES += ["must-pass", "out-in-two", "stuck-q-mover", "g0010"]
MAVEN = SolveOptions(solver="maven", nodes=60, trace=True)
ALL = SolveOptions(value_of="pass", tree=50, trace=True, exact=2, nodes=400)
NODES = 15


def decoded(solution: Solution, *given: Any) -> Solution:
    """The JSON of a solution, written, read and decoded strictly."""
    return from_plain(json.loads(json.dumps(solution_json(solution, *given))), Solution)


def check_move(data: Any, each: MoveResult) -> None:
    assert (data.text, data.score, data.status) == (each.text, each.score, each.status)
    assert (data.spread, data.win) == (each.spread, each.win)
    assert (data.estimate is None) == (each.estimate is None)
    assert data.line == each.line
    assert len(data.scenarios) == len(each.scenarios)
    for scenario, kept in zip(data.scenarios, each.scenarios, strict=True):
        assert scenario.probability == kept.probability
        assert (scenario.spread, scenario.win) == (kept.spread, kept.win)


def check(solution: Solution) -> Solution:
    data = decoded(solution, "name", ["a warning"])
    assert (data.version, data.id, data.warnings) == (VERSION, "name", ("a warning",)) and VERSION == 3
    assert data.kind == ("endgame" if solution.preendgame is None else "preendgame")
    for name in ("status", "objective", "solver"):
        assert getattr(data, name) == getattr(solution, name), name
    assert (data.spread, data.win) == (solution.spread, solution.win)
    assert data.regret == solution.regret
    assert (data.value, data.outcome, data.best) == (solution.value, solution.outcome, solution.best)
    is_endgame = data.preendgame is None
    assert is_endgame == (solution.preendgame is None) == (data.value is not None or is_open(data))
    assert data.position.rack_codes[0] == solution.position.rack_codes[0]
    for each, kept in zip(data.moves, solution.moves, strict=True):
        check_move(each, kept)
    return data


def is_open(data: Solution) -> bool:
    return data.kind == "endgame" and not data.spread.is_exact


@pytest.mark.parametrize("name", NAMES)
def test_the_first_position_of_every_bundled_name(name: str) -> None:
    lexicon = scrabble.Lexicon("ENABLE") if name == "g0010" else None
    reading = sources.resolve(next(iter(sources.entries([name]))), lexicon, bag_limit=4)
    if reading.position.is_over:
        pytest.skip("the game is over")
    solution = scrabble.solve(reading.position, reading.lexicon, nodes=NODES)
    data = check(solution)
    assert (data.kind == "preendgame") == is_preendgame(reading.position)
    assert all(getattr(data, key) is None for key in ONLY_IF_ASKED)
    assert not set(ONLY_IF_ASKED) & set(solution_json(solution))


@pytest.mark.parametrize("options", [MAVEN, ALL], ids=["maven", "all"])
def test_what_is_only_there_if_it_is_asked_for(options: SolveOptions) -> None:
    solution = scrabble.solve("out-in-two", options=options)
    data = check(solution)
    given = {key for key in ONLY_IF_ASKED if getattr(data, key) is not None}
    exact = {"evaluated_move", "tree", "tree_is_complete", "trace"}
    assert given == ({"rounds", "believed", "trace"} if options is MAVEN else exact)
    if options is ALL:
        check_move(data.evaluated_move, solution.evaluated_move)


def test_scenarios_and_draws_of_a_pre_endgame() -> None:
    solution = scrabble.solve("preendgame:2", options=SolveOptions(value_of="pass", nodes=2_000))
    data = check(solution)
    assert data.preendgame is not None and data.preendgame == solution.preendgame
    check_move(data.evaluated_move, solution.evaluated_move)
    assert data.draws is None
    [drawn] = [decoded(solution, "", (), solution.moves[0].scenarios).draws]
    assert drawn is not None and len(drawn) == len(solution.moves[0].scenarios)


def test_a_frame_needs_pandas() -> None:
    solution = scrabble.solve("out-in-two", nodes=20)
    try:
        import pandas
    except ImportError:
        with pytest.raises(ImportError, match=r"pip install 'scrabble-endgame\[pandas\]'"):
            solution.to_frame()
        pytest.skip("without pandas")
    frame = solution.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["move"]) == [each.text for each in solution.moves]
    known = [each.value for each in solution.moves if each.value is not None]
    assert frame["value"].dropna().tolist() == known
    assert list(frame["value_upper"]) == [float(each.upper) for each in solution.moves]
    assert list(frame["win_lower"]) == [float(each.win.lower) for each in solution.moves]
