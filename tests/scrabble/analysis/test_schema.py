"""Data of an analysis from a file: those of an older version are completed, odd ones named by their place."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from scrabble.analysis.restored import from_json
from scrabble.analysis.schema import AnalysisFormatError, to_json, validate
from scrabble.records.replay import replay
from tests.worlds.scrabble_games import analysed, enable, game

NAME = "g0034"
LAST = len(analysed(NAME).turns) - 1


@pytest.fixture
def data() -> Any:
    """The data of a game, as a file has them."""
    return json.loads(json.dumps(to_json(analysed(NAME), NAME)))


def put(data: Any, path: str, value: Any) -> None:
    """Change one place, such as `turns.3.endgame`."""
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in parents:
        data = data[part]
    if value is None:
        del data[last]
    else:
        data[last] = value


def test_what_was_written_is_right_and_stays_as_it_is(data):
    before = copy.deepcopy(data)
    validate(data)
    assert data == before


def test_of_before_there_were_estimates_there_are_none(data):
    for turn in data["turns"]:
        if turn["endgame"]:
            for found in (turn["endgame"], *turn["endgame"]["moves"]):
                del found["estimate"]
            del turn["endgame"]["worth_estimate"]
    validate(data)
    [last] = [turn["endgame"] for turn in data["turns"][-1:]]
    assert last["estimate"] is last["worth_estimate"] is None
    assert {move["estimate"] for move in last["moves"]} == {None}


def test_bounds_by_name_are_added(data):
    before = copy.deepcopy(data)
    for turn in data["turns"]:
        if turn["endgame"]:
            for found in (turn["endgame"], *turn["endgame"]["moves"]):
                del found["lower"], found["upper"]
    validate(data)
    for turn, other in zip(data["turns"], before["turns"], strict=True):
        if turn["endgame"]:
            assert [turn["endgame"]["lower"], turn["endgame"]["upper"]] == other["endgame"]["value"]
            for move in turn["endgame"]["moves"]:
                assert [move["lower"], move["upper"]] == move["bounds"]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("turns", 5, "turns: expected a list, got '5'"),
        ("turns.0", [], "turns[0]: expected an object, got '[]'"),
        ("title", 7, "title: expected a text, got '7'"),
        ("players", ["a"], "players: expected two, one for each player, got 1"),
        ("is_over", 1, "is_over: expected true or false, got '1'"),
        ("turns.0.score", "9", "turns[0].score: expected a number, got \"'9'\""),
        ("turns.0.phonies", None, "turns[0].phonies: missing"),
        (
            f"turns.{LAST}.endgame.value",
            [1],
            f"turns[{LAST}].endgame.value: expected [lower, upper], got '[1]'",
        ),
        (
            f"turns.{LAST}.endgame.moves.0.status",
            "good",
            f"turns[{LAST}].endgame.moves[0].status: expected one of best, best so far, worse, ",
        ),
    ],
)
def test_what_is_odd_is_named(data, path, value, said):
    put(data, path, value)
    with pytest.raises(AnalysisFormatError, match=f"^{re.escape(said)}"):
        validate(data)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("turns", [], "turns: expected "),
        (f"turns.{LAST}.endgame.line.0.move", "8H ZZZ", f"turn {LAST + 1}: "),
        (f"turns.{LAST}.endgame.moves.0.move", "nonsense", f"turn {LAST + 1}: expected a square and a word"),
        (f"turns.{LAST}.endgame.moves.0.score", 400, f"turn {LAST + 1}: "),
        (f"turns.{LAST}.endgame.reply", ["1A QQ"], f"turn {LAST + 1}: "),
        ("to_play", {"status": "proven"}, "to_play: expected null, the game is over"),
    ],
)
def test_what_cannot_be_played_is_named(data, path, value, said):
    put(data, path, value)
    if path != "to_play":
        validate(data)
    replayed = replay(game(NAME), alphabet=enable().alphabet)
    with pytest.raises(AnalysisFormatError, match=f"^{re.escape(said)}"):
        from_json(data, replayed, enable())
