"""Practical chances as sentences."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scrabble.answer.interval import Interval, exactly
from scrabble.answer.moves import Step
from scrabble.answer.practical import PracticalChances
from scrabble.report.practical_text import practical_text, sentences
from scrabble.wording.replies import hardest_text, practical_notes

BEST, HIGHEST = Step("8D FOO", 12), Step("9A BAR", 20)
KNOWN = PracticalChances(
    "3F LLANO",
    7,
    spread=-5,
    replies=40,
    keeping_value=exactly(1),
    keeping_result=exactly(3),
    best_reply=BEST,
    best_rank=exactly(4),
    result_rank=exactly(2),
    highest=HIGHEST,
    cost=exactly(8),
    win_after_highest=exactly(1),
    right=(BEST, Step("8D BAZ", 9)),
)


def text(**changes: object) -> str:
    return " ".join(sentences(replace(KNOWN, **changes)))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {},
            "To win, the opponent must find 8D FOO for 12, 8D BAZ for 9 or one other, 3 of 40 replies, "
            "easy to miss: 2nd by score. "
            "The highest-scoring reply, 9A BAR for 20, costs the opponent 8 points and the win.",
        ),
        ({"replies": None}, "Replies not searched."),
        ({"replies": 0}, "Ends the game."),
        ({"keeping_result": exactly(40)}, "All 40 replies win."),
        ({"keeping_result": exactly(1), "replies": 1}, "The only reply wins."),
        ({"spread": 1, "replies": 1}, "The only reply is best."),
        ({"keeping_result": Interval(0, 40)}, "Replies not searched."),
        (
            {"keeping_result": Interval(2, 40)},
            "At least 2 of 40 replies win; the others were not searched.",
        ),
        (
            {"spread": 0, "keeping_value": Interval(2, 3)},
            "To draw, the opponent must find 8D FOO for 12, 8D BAZ for 9 or perhaps one other, 2 to 3 of 40 "
            "replies, easy to miss: 4th by score. The highest-scoring reply, 9A BAR for 20, "
            "costs the opponent 8 points and the draw.",
        ),
        (
            {"keeping_result": exactly(2), "result_rank": exactly(1), "right": (HIGHEST, BEST)},
            "To win, the opponent must find 9A BAR for 20 or 8D FOO for 12, 2 of 40 replies, "
            "easy to find: the highest score.",
        ),
        (
            {"spread": 5, "cost": exactly(1), "win_after_highest": exactly(1), "right": (BEST,)},
            "The opponent must find 8D FOO for 12, 1 of 40 replies, easy to miss: 4th by score. "
            "The highest-scoring reply, 9A BAR for 20, costs the opponent 1 point.",
        ),
        (
            {"spread": 0, "keeping_value": exactly(9), "right": (BEST,) * 9},
            "9 of 40 replies are best, 8D FOO for 12 among them, easy to miss: 4th by score. "
            "The highest-scoring reply, 9A BAR for 20, costs the opponent 8 points and the draw.",
        ),
        (
            {
                "keeping_result": Interval(1, 9),
                "result_rank": Interval(1, 6),
                "cost": Interval(0, 9),
                "win_after_highest": Interval(0, 1),
                "right": (),
            },
            "To win, the opponent must find one of at most 9, 1 to 9 of 40 replies, "
            "1st to 6th by score. "
            "The highest-scoring reply, 9A BAR for 20, costs the opponent 0 to 9 points.",
        ),
        (
            {"spread": 5, "highest": BEST, "cost": exactly(0), "best_rank": exactly(1), "right": (BEST,)},
            "The opponent must find 8D FOO for 12, 1 of 40 replies, easy to find: the highest score.",
        ),
    ],
)
def test_sentences(changes: dict[str, object], expected: str) -> None:
    assert text(**changes) == expected


def test_notes() -> None:
    other = replace(KNOWN, text="9B OTHER", result_rank=exactly(1))
    notes = practical_notes([KNOWN, other])
    assert notes["3F LLANO"] == (
        "best try: must find 8D FOO or ..., 3 of 40, easy to miss: 2nd by score",
        text(),
    )
    assert notes["9B OTHER"][0].endswith(", easy to find: the highest score")
    winning, missed = replace(KNOWN, spread=5), "must find 8D FOO, 1 of 40, easy to miss: 4th by score"
    winning = replace(winning, right=(BEST,))
    assert practical_notes([winning])["3F LLANO"][0] == missed
    both = practical_notes([winning, replace(winning, text="9B OTHER", replies=0)])
    assert both["3F LLANO"][0] == f"hardest to answer: {missed}"
    assert both["9B OTHER"][0] == "ends the game"
    hopeless = replace(KNOWN, keeping_result=exactly(40))
    notes = practical_notes([hopeless, replace(hopeless, text="9B OTHER", cost=exactly(1))])
    assert list(notes.values()) == [("all 40 replies win", "All 40 replies win.")] * 2


def test_the_hardest_to_answer() -> None:
    other = replace(KNOWN, text="9B OTHER", result_rank=exactly(1))
    assert hardest_text([KNOWN]) == ""
    assert hardest_text([KNOWN, other]) == "Best try: 3F LLANO"
    assert hardest_text([KNOWN, KNOWN]) == "All these moves are equally hard to answer."
    winning = [replace(each, spread=5, best_rank=exactly(1 + at)) for at, each in enumerate([other, KNOWN])]
    assert hardest_text(winning) == "Hardest to answer: 3F LLANO"
    are_open = [KNOWN, replace(other, cost=Interval(0, 3))]
    assert hardest_text([KNOWN, replace(other, replies=None)]) == hardest_text(are_open)
    assert hardest_text(are_open) == "Best try: open, as some replies were not searched."
    hopeless = replace(KNOWN, keeping_result=exactly(40))
    assert hardest_text([hopeless]) == "No try: every reply to this move wins."
    assert hardest_text([hopeless, hopeless]) == "No try: every reply to these moves wins."
    assert hardest_text([replace(KNOWN, replies=0)]) == ""
    out = replace(KNOWN, text="9B OTHER", replies=0)
    assert hardest_text([hopeless, out]) == "No try: every reply to these moves wins."
    assert practical_notes([hopeless, out])["3F LLANO"][0] == "all 40 replies win"


def test_in_brief_there_is_only_a_try_to_which_a_reply_can_be_wrong() -> None:
    out, hopeless = replace(KNOWN, replies=0), replace(KNOWN, keeping_result=exactly(40))
    is_open = replace(KNOWN, replies=None)
    only_reply = replace(KNOWN, spread=0, replies=1)
    assert [*practical_text([out, hopeless, is_open, only_reply], 10, is_brief=True)] == []
    best = replace(KNOWN, text="9B OTHER", keeping_result=exactly(2))
    shown = [*practical_text([out, hopeless, best, KNOWN], 10, is_brief=True)]
    assert shown[2].columns[0]._cells == ["9B OTHER"]
    assert [str(each) for each in shown[3:]] == [
        "and 2 more (--practical --show 0 shows all)",
        "Best try: 9B OTHER",
    ]


def test_moves_that_end_the_game_are_one_line() -> None:
    out = replace(KNOWN, replies=0)
    shown = [*practical_text([out, KNOWN, out], 10)]
    assert shown[2].columns[0]._cells == ["3F LLANO"] and str(shown[3]) == "2 moves end the game"
    assert [*map(str, practical_text([out], 10))][2:] == ["1 move ends the game"]
