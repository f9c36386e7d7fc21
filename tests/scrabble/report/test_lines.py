"""Lines as text."""

from __future__ import annotations

from scrabble.endgame import Step
from scrabble.game.move import PASS, Move
from scrabble.report.lines import line_text, with_names
from tests.worlds.scrabble_games import analysed

PASSES = [Step(PASS, "pass", 0)]
PLAY = [Step(Move(0, 0, False, b"\1"), "1A A", 3)]


def test_passes_in_a_row_are_one():
    assert line_text(PLAY + PASSES * 6) == "1A A 3 · six passes"
    assert line_text(PASSES + PLAY + PASSES * 2 + PLAY) == "pass · 1A A 3 · two passes · 1A A 3"
    assert line_text(PASSES * 12) == "12 passes"
    assert line_text([]) == ""


def test_names_go_on_from_where_they_were():
    line = PLAY + PASSES + PLAY + PASSES * 3 + PLAY
    assert with_names(line, ("A", "B")) == "A 1A A 3, B pass, A 1A A 3, three passes, A 1A A 3"
    assert with_names([*PASSES, *PASSES, *PLAY], ("A", "B")) == "two passes, A 1A A 3"


def test_the_end_of_a_real_game():
    first = next(turn for turn in analysed("g0030") if turn.number == 29)
    assert len(first.choice.line) == 6 and line_text(first.choice.line) == "six passes"
