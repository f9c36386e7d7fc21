"""Lines as text."""

from __future__ import annotations

from scrabble.answer.moves import A_PASS, Step
from scrabble.answer.variants import joined, variants, variants_text
from scrabble.wording.lines import labelled_line, line_text
from tests.worlds.scrabble_games import analysed

PASSES = [A_PASS]
PLAY = [Step("1A A", 3)]


def test_passes_in_a_row_are_one():
    assert line_text(PLAY + PASSES * 6) == "1A A 3 · six passes"
    assert line_text(PASSES + PLAY + PASSES * 2 + PLAY) == "pass · 1A A 3 · two passes · 1A A 3"
    assert line_text(PASSES * 12) == "12 passes"
    assert line_text([]) == ""


def test_names_go_on_from_where_they_were():
    line = PLAY + PASSES + PLAY + PASSES * 3 + PLAY
    assert labelled_line(line, ("A", "B")) == "A 1A A 3, B pass, A 1A A 3, three passes, A 1A A 3"
    assert labelled_line([*PASSES, *PASSES, *PLAY], ("A", "B")) == "two passes, A 1A A 3"


def test_the_end_of_a_real_game():
    first = next(turn for turn in analysed("g0030") if turn.number == 29)
    assert len(first.found.line) == 6 and line_text(first.found.line) == "six passes"


def test_moves_that_differ_only_in_the_blank_are_one():
    same = [
        ["A5 GROWl", "A5 GROWn"],  # another letter
        ["N2 JeE", "N2 JoE", "N2 JEe", "N2 JEt"],  # or another place in the same word
        ["8A [ch]A", "8A lA"],  # a tile of two letters
        ["8A l[CH]", "8A n[CH]"],
        ["B4 S(o)x", "B4 S(o)z"],  # beside a blank on the board
    ]
    for group in same:
        assert variants(group) == [group]
    other = [
        "A5 GROW",
        "A5 GROWl",
        "5A GROWl",
        "A5 WROGl",
        "A5 GROwn",
        "B4 S(o)X",
        "B4 S(o)Y",
        "8A CH",
        "pass",
    ]
    assert variants(other) == [[move] for move in other]
    assert variants(["pass", "A5 GROWl", "B2 X", "A5 GROWn"]) == [
        ["pass"],
        ["A5 GROWl", "A5 GROWn"],
        ["B2 X"],
    ]
    assert variants([]) == []


def test_the_name_of_several():
    assert variants_text(["A5 GROWl"]) == "A5 GROWl"
    assert variants_text(["A5 GROWl", "A5 GROWn", "A5 GROWs"]) == "A5 GROWl (or GROWn, GROWs)"


def test_a_list_joins_what_is_worth_the_same():
    def moves(*pairs):
        return [Step(text, score) for text, score in pairs]

    found = joined(moves(("A5 Oa", 9), ("B1 X", 9), ("A5 Ob", 9), ("A5 Oc", 8)), lambda each: each.score)
    assert [[each.text for each in group] for group in found] == [["A5 Oa", "A5 Ob"], ["B1 X"], ["A5 Oc"]]
