"""Options of a search: each refusal names the option and what was expected; none is ignored."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from scrabble.answer.interval import exactly
from scrabble.answer.names import Objective
from scrabble.game import cgp
from scrabble.game.move import PASS
from scrabble.solver import EndgameSearch, OptionError, PreendgameSearch, SolveOptions, new_running_search
from scrabble.solver.names import BSTAR, MAVEN, ONE_THREAD_ONLY, SolverName
from scrabble.solver.options import DEFAULTS, FOR_ENDGAMES, FOR_PREENDGAMES, OPTIONS
from tests.conftest import POSITIONS
from tests.doors.bridge import enable
from tests.scrabble.solver.preendgame.test_set_up import THREE_IN_BAG

TWO = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]
SOLVERS, OBJECTIVES = ", ".join(SolverName), ", ".join(Objective)
LIMITED = [name for name, each in OPTIONS.items() if each.least is not None]
ENDGAME_ONLY = [name for name, each in OPTIONS.items() if each.only == FOR_ENDGAMES]
PREENDGAME_ONLY = [name for name, each in OPTIONS.items() if each.only == FOR_PREENDGAMES]
REFUSED = {  # options that exclude one another, or have no meaning
    "seconds: expected more than 0, got 0": {"seconds": 0},
    "seconds: expected more than 0, got nan": {"seconds": float("nan")},
    "nodes: expected at least 1, got 0": {"nodes": 0},
    "memory: expected at least 16777216, got 16777215": {"memory": (16 << 20) - 1},
    "exact: expected at least 0, got -1": {"exact": -1},
    "tree: expected at least 0, got -1": {"tree": -1},
    "stable_rounds: expected at least 0, got -1": {"stable_rounds": -1},
    "workers: expected at least 1, got 0": {"workers": 0},
    "outcome_nodes: expected at least 0, got -1": {"outcome_nodes": -1},
    "cheap_exact: expected at least -1, got -2": {"cheap_exact": -2},
    f"solver: expected one of {SOLVERS}, got 'x'": {"solver": "x"},
    f"solver: expected one of {SOLVERS}, got None": {"solver": None},
    f"objective: expected one of {OBJECTIVES}, got 'chance'": {"objective": "chance"},
    f"objective: expected one of {OBJECTIVES}, got 5": {"objective": 5},
    "exact: maven estimates values, it proves none": {"solver": "maven", "exact": 2},
    "all_best: maven estimates values, it proves none": {"solver": "maven", "all_best": True},
    "tree: maven estimates values, it proves none": {"solver": "maven", "tree": 9},
    "value_of: maven estimates values, it proves none": {"solver": "maven", "value_of": PASS},
    "exact: only the best move is proven, no values": {"objective": "move", "exact": 0},
    "all_best: only the best move is proven, no values": {"objective": "move", "all_best": True},
    "tree: only the best move is proven, no values": {"objective": "move", "tree": 9},
    "objective: only bstar can prove the move alone, not mtdf": {"objective": "move", "solver": "mtdf"},
    "exact: only the outcome is proven, no values": {"objective": "outcome", "exact": 3},
    "all_best: only the outcome is proven, no values": {"objective": "outcome", "all_best": True},
    "tree: only the outcome is proven, no values": {"objective": "outcome", "tree": 9},
    "value_of: only the outcome is proven, no values": {"objective": "outcome", "value_of": "pass"},
    "settle_ties: only the outcome is proven, no spread": {"objective": "outcome", "settle_ties": True},
    "objective: only bstar and mtdf can prove the outcome, not sss": {
        "objective": "outcome",
        "solver": "sss",
    },
    "practical: only bstar looks at replies, not mtdf": {"practical": True, "solver": "mtdf"},
    "practical: it needs the value, which is not proven with this objective": {
        "practical": True,
        "objective": "outcome",
    },
    "workers: proof-number searches in one thread only": {"solver": "proof-number", "workers": 2},
    "workers: maven searches in one thread only": {"solver": "maven", "workers": 2},
    "stable_rounds: only maven goes in rounds, not bstar": {"stable_rounds": 3},
    "trace: only bstar and maven have decisions to show, not mtdf": {"solver": "mtdf", "trace": True},
}
WRONG_TYPES = {
    **{f"{name}: expected a whole number, got 1.5": {name: 1.5} for name in LIMITED},
    **{f"{name}: expected a whole number, got True": {name: True} for name in LIMITED},
    "value_of: expected a Move or its text, got 5": {"value_of": 5},
    "seconds: expected a number, got 'x'": {"seconds": "x"},
    "practical: expected True or False, got 1": {"practical": 1},
}


def another(name: str) -> Any:
    """Another value of an option than the default."""
    if OPTIONS[name].type is bool:
        return not DEFAULTS[name]
    return {"solver": "mtdf", "proven": {PASS: exactly(3)}}.get(name, 5)


@pytest.mark.parametrize("text", REFUSED)
def test_a_refused_option_is_named(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        SolveOptions(**REFUSED[text])
    assert str(caught.value) == text
    assert text == f"{caught.value.option}: {caught.value.problem}" and caught.value.option in REFUSED[text]


@pytest.mark.parametrize("text", WRONG_TYPES)
def test_a_wrong_type_is_named(text: str) -> None:
    with pytest.raises(TypeError) as caught:
        SolveOptions(**WRONG_TYPES[text])
    assert str(caught.value) == text


def test_every_refusal_of_two_options_is_tried_with_every_solver() -> None:
    for solver in SolverName:
        options: dict[str, Any] = {"solver": solver}
        if solver in ONE_THREAD_ONLY:
            with pytest.raises(OptionError, match=f"workers: {solver} searches in one thread only"):
                SolveOptions(**options, workers=2)
        else:
            assert SolveOptions(**options, workers=2).workers == 2
        if solver not in (BSTAR, MAVEN):
            with pytest.raises(OptionError, match="trace: only bstar and maven"):
                SolveOptions(**options, trace=True)


def test_text_becomes_a_member() -> None:
    options = SolveOptions(solver="mtdf", objective="outcome")
    assert options.solver is SolverName.MTDF and options.objective is Objective.OUTCOME
    assert SolveOptions().objective is None and SolveOptions().solver is SolverName.BSTAR
    assert dataclasses.replace(options, seconds=3).limit.seconds == 3


@pytest.mark.parametrize("name", [*ENDGAME_ONLY, *PREENDGAME_ONLY])
def test_an_option_is_for_one_kind_of_position(name: str) -> None:
    solver = {"stable_rounds": "maven"}.get(name, another(name) if name == "solver" else BSTAR)
    options = SolveOptions(**{"solver": solver, name: another(name)})
    is_for_endgames = name in ENDGAME_ONLY
    options.check_for(is_preendgame=not is_for_endgames)
    with pytest.raises(OptionError) as caught:
        options.check_for(is_preendgame=is_for_endgames)
    reason = FOR_ENDGAMES if is_for_endgames else FOR_PREENDGAMES
    named = "solver" if solver == MAVEN else name
    assert str(caught.value) == f"{named} {reason}" and caught.value.option == named


def test_the_outcome_is_for_both_kinds_of_positions() -> None:
    for is_preendgame in (False, True):
        SolveOptions(objective="outcome").check_for(is_preendgame)


@pytest.mark.parametrize("objective", [each for each in Objective if each is not Objective.OUTCOME])
def test_another_objective_is_for_one_kind_of_position(objective: Objective) -> None:
    options, is_preendgame = SolveOptions(objective=objective), objective in ("win", "spread")
    options.check_for(is_preendgame)
    with pytest.raises(OptionError, match=r"^objective is for "):
        options.check_for(not is_preendgame)


def test_every_other_option_is_honoured_with_both_kinds_of_positions() -> None:
    both = {"objective", "seconds", "nodes", "memory", "workers", "value_of"}
    assert {*OPTIONS} == both | {*ENDGAME_ONLY} | {*PREENDGAME_ONLY}


def test_searches_refuse_what_they_cannot_honour() -> None:
    endgame, with_bag = cgp.loads(TWO), cgp.loads(THREE_IN_BAG)
    for search, position, options in (
        (EndgameSearch, endgame, SolveOptions(bag_is_known=True)),
        (PreendgameSearch, with_bag, SolveOptions(all_best=True)),
        (new_running_search, endgame, SolveOptions(objective="win")),
        (new_running_search, with_bag, SolveOptions(objective="move")),
    ):
        with pytest.raises(OptionError):
            search(position, enable(), options)
