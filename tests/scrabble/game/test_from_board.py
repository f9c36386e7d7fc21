"""Positions from text, boards and racks given by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.position import Position
from tests.doors.bridge import enable

ROWS = ["." * 15] * 7 + ["......CAt......"] + ["." * 15] * 7
LINE = f"{'15/' * 7}6CAt6{'/15' * 7} AEINRS?/DGO 310/-7 2 lex ENABLE;"


def test_cgp_both_ways() -> None:
    position = Position.from_cgp(LINE)
    assert position == cgp.loads(LINE) and position.cgp() == LINE
    with pytest.raises(cgp.CgpError, match="not a position"):
        Position.from_cgp("nothing")


@pytest.mark.parametrize("board", [ROWS, tuple(ROWS), "\n".join(ROWS), " \n".join(map(" ".join, ROWS))])
def test_rows_and_racks(board: Any) -> None:
    position = Position.from_board(board, ("SAEINR?", "GOD"), (310, -7), 2, "ENABLE")
    assert position.cgp() == LINE


def test_a_printed_board_may_bring_racks_and_scores() -> None:
    position = Position.from_cgp(LINE)
    assert Position.from_board(str(position)) == position
    others = Position.from_board(str(position), ("QZ", ""), (1, 2), lexicon="ENABLE")
    assert (others.racks, others.scores, others.scoreless_turns) == (("QZ", ""), (1, 2), 0)
    assert Position.from_board("\n".join([*ROWS, "S/DOG 1/2"]), lexicon="ENABLE").lexicon_name == "ENABLE"
    assert Position.from_board("\n".join([*ROWS, "S/DOG 1/2 0 lex X"]), language="german").alphabet.name


def test_scores_may_be_unknown() -> None:
    position = Position.from_board(ROWS, ("S", "DOG"))
    assert position.scores == (0, 0) and not cgp.has_scores(position)


def test_the_language_is_that_of_the_tiles_or_the_one_given() -> None:
    assert Position.from_board(ROWS, ("Ź", "A"), (0, 0)).alphabet.name == "polish"
    assert Position.from_board(ROWS, ("S", "A"), (0, 0), language="german").alphabet.name == "german"
    wide = ["." * 21] * 21
    assert Position.from_board(wide, ("S", "A"), (0, 0)).layout.name == "SuperCrosswordGame"


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"racks": "S/DOG"}, TypeError, "racks: expected 2 texts, got 'S/DOG'"),
        ({"racks": ("S",)}, TypeError, "racks: expected 2 texts, got ('S',)"),
        ({"racks": (b"S", b"D")}, TypeError, "racks: expected 2 texts, got (b'S', b'D')"),
        ({"board": 5}, TypeError, "board: expected a list of texts, got 5"),
        ({"board": []}, TypeError, "board: expected a list of texts, got []"),
        ({"scores": ("1", 2)}, TypeError, "scores: expected 2 whole numbers, got ('1', 2)"),
        ({"board": ROWS[1:]}, ScrabbleError, "line 14: expected 15 rows, got 14: '...............'"),
        ({"board": ""}, ScrabbleError, "it is empty; expected the rows of a board"),
        (
            {"racks": None, "scores": (1, 2)},
            ScrabbleError,
            "scores or scoreless turns without racks, expected all of them or none",
        ),
        ({"scoreless_turns": -1}, ScrabbleError, "zeros: expected a number of scoreless turns, got '-1'"),
        (
            {"racks": ("s", "D")},
            ScrabbleError,
            "racks: a blank on a rack is '?', not a lower-case letter: 's'",
        ),
        (
            {"lexicon": Path("mine.kwg")},
            TypeError,
            f"lexicon: expected the name of a lexicon, got {Path('mine.kwg')!r}",
        ),
        (
            {"lexicon": "lists/mine.kwg"},
            TypeError,
            "lexicon: expected the name of a lexicon, got 'lists/mine.kwg'",
        ),
        (
            {"lexicon": "ENABLE; id x"},
            TypeError,
            "lexicon: expected the name of a lexicon, got 'ENABLE; id x'",
        ),
        ({"language": 1}, TypeError, "language: expected a name, got 1"),
        ({"scoreless_turns": "2"}, TypeError, "scoreless_turns: expected a whole number, got '2'"),
        (
            {"layout": "nope"},
            ScrabbleError,
            "operation bdn: unknown board 'nope', expected one of CrosswordGame, SuperCrosswordGame",
        ),
    ],
)
def test_refusals(given: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        Position.from_board(**{"board": ROWS, "racks": ("S", "DOG"), **given})
    assert str(caught.value) == text


def test_two_boards_are_not_one_position() -> None:
    two = f"{Position.from_cgp(LINE)}\n\n{Position.from_cgp(LINE)}"
    with pytest.raises(ScrabbleError, match="expected one board, got 2"):
        Position.from_board(two)


def test_a_lexicon_as_an_object_is_refused_by_its_argument() -> None:
    with pytest.raises(TypeError, match=r"^lexicon: expected the name of a lexicon, got <Lexicon "):
        Position.from_board(ROWS, ("S", "DOG"), lexicon=enable())  # type: ignore[arg-type]
