"""Practical chances in words: whole, in brief, and as notes beside moves; see golden/practical.txt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from scrabble.answer.interval import Interval, exactly
from scrabble.answer.moves import Step
from scrabble.answer.practical import PracticalChances
from scrabble.report.blocks import Paper, plain_text
from scrabble.report.solution import practical_text
from scrabble.wording.replies import practical_notes

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


def known(**changes: object) -> PracticalChances:
    return replace(KNOWN, **changes)


OTHER = known(text="9B OTHER", result_rank=exactly(1))
HOPELESS, OUT = known(keeping_result=exactly(40)), known(text="9C OUT", replies=0)
WINNING = known(spread=5, right=(BEST,))
CASES = {
    "three right replies, of which two are known": [known()],
    "no time for any move": [],
    "not searched": [known(replies=None)],
    "nothing known of any reply": [known(keeping_result=Interval(0, 40))],
    "some replies searched": [known(keeping_result=Interval(2, 40))],
    "the end of the game": [OUT],
    "every reply wins": [HOPELESS],
    "the only reply wins": [known(keeping_result=exactly(1), replies=1)],
    "the only reply is best": [known(spread=1, replies=1)],
    "a draw, and perhaps another reply": [known(spread=0, keeping_value=Interval(2, 3))],
    "the highest score is right": [
        known(keeping_result=exactly(2), result_rank=exactly(1), right=(HIGHEST, BEST))
    ],
    "a pass is right": [known(keeping_result=exactly(2), right=(BEST, Step("pass", 0)))],
    "a win, and one point": [known(spread=5, cost=exactly(1), win_after_highest=exactly(1), right=(BEST,))],
    "more right replies than are named": [known(spread=0, keeping_value=exactly(9), right=(BEST,) * 9)],
    "bounds of all": [
        known(
            keeping_result=Interval(1, 9),
            result_rank=Interval(1, 6),
            cost=Interval(0, 9),
            win_after_highest=Interval(0, 1),
            right=(),
        )
    ],
    "the highest score is best": [
        known(spread=5, highest=BEST, cost=exactly(0), best_rank=exactly(1), right=(BEST,))
    ],
    "a best try": [known(), OTHER],
    "equally hard": [known(), known()],
    "hardest to answer": [replace(OTHER, spread=5), known(spread=5, best_rank=exactly(2))],
    "a move not searched": [known(), replace(OTHER, replies=None)],
    "a cost that is open": [known(), replace(OTHER, cost=Interval(0, 3))],
    "no try": [HOPELESS, replace(HOPELESS, text="9B OTHER", cost=exactly(1))],
    "no try but to end the game": [HOPELESS, OUT],
    "a win that ends the game": [WINNING, OUT],
    "two moves end the game": [OUT, known(), OUT],
    "in brief only what can be missed": [
        *(OUT, HOPELESS, known(replies=None), known(spread=0, replies=1)),
        *(known(text="9B OTHER", keeping_result=exactly(2)), known()),
    ],
    "in brief nothing": [OUT, HOPELESS, known(replies=None), known(spread=0, replies=1)],
}


def told(chances: Sequence[PracticalChances]) -> Iterator[str]:
    """What is shown of the replies to some moves."""
    for is_brief in (False, True):
        text = plain_text(Paper(100), practical_text(chances, 10, is_brief=is_brief))
        yield from ["in brief:"] * is_brief
        yield from filter(None, text.splitlines())
    for move, (short, whole) in practical_notes(chances).items():
        yield from (f"note on {move}: {short}", f"                {whole}")


def test_practical_chances(golden: Callable[[Path, str], None]) -> None:
    parts = (f"--- {name}\n" + "".join(f"{line}\n" for line in told(each)) for name, each in CASES.items())
    golden(Path(__file__).with_name("golden") / "practical.txt", "".join(parts))
