"""Data of an analysis from a file: odd ones are named by their place."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from scrabble.analysis.analysis import with_game
from scrabble.answer.analysis import Analysis, AnalysisFormatError, analysis_json, read_data
from scrabble.answer.plain import as_plain
from scrabble.records.replay import replay
from tests.worlds.scrabble_games import analysed, enable, game

NAME = "g0034"
LAST = 25  # its last turn


@pytest.fixture
def data() -> Any:
    """The data of a game, as a file has them."""
    found = json.loads(json.dumps(analysis_json(analysed(NAME), NAME)))
    assert len(found["turns"]) == LAST + 1
    return found


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
    assert as_plain(read_data(copy.deepcopy(data), Analysis)) == data


def test_unknown_keys_are_ignored(data):
    assert read_data({**data, "more": 1}, Analysis) == read_data(data, Analysis)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("turns", 5, "turns: expected array, got int"),
        ("turns.0", [], "turns[0]: expected object, got array"),
        ("title", 7, "title: expected str | null, got int"),
        (
            f"turns.{LAST}.evaluation.moves.0.status",
            "good",
            f"turns[{LAST}].evaluation.moves[0].status: invalid enum value 'good'",
        ),
        ("players", ["a"], "players: expected array of length >= 2"),
        ("is_over", 1, "is_over: expected bool, got int"),
        ("turns.0.score", "9", "turns[0].score: expected int, got str"),
        ("turns.0.phonies", None, "turns[0]: object missing required field phonies"),
        (
            f"turns.{LAST}.evaluation.spread",
            [1],
            f'turns[{LAST}].evaluation.spread: expected two numbers, such as [3, "7/2"] or',
        ),
        (
            f"turns.{LAST}.evaluation.loss",
            ["much", 1],
            f"turns[{LAST}].evaluation.loss: invalid literal for Fraction: 'much'",
        ),
    ],
)
def test_what_is_odd_is_named(data, path, value, said):
    put(data, path, value)
    with pytest.raises(AnalysisFormatError, match=f"^{re.escape(said)}"):
        read_data(data, Analysis)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("turns", [], "turns: expected "),
        (f"turns.{LAST}.evaluation.line.0.move", "8H ZZZ", f"turn {LAST + 1}: "),
        (
            f"turns.{LAST}.evaluation.moves.0.move",
            "nonsense",
            f"turn {LAST + 1}: expected a square and a word",
        ),
        (f"turns.{LAST}.evaluation.moves.0.score", 400, f"turn {LAST + 1}: "),
        (f"turns.{LAST}.evaluation.moves", [], f"turn {LAST + 1}: moves: expected the best one"),
        (f"turns.{LAST}.evaluation.reply", [{"move": "1A QQ", "score": 3}], f"turn {LAST + 1}: "),
    ],
)
def test_what_cannot_be_played_is_named(data, path, value, said):
    put(data, path, value)
    replayed = replay(game(NAME), alphabet=enable().alphabet)
    with pytest.raises(AnalysisFormatError, match=f"^{re.escape(said)}"):
        with_game(read_data(data, Analysis), replayed)
