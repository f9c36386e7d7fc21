"""What is said about a game against the solver, and about puzzles."""

from __future__ import annotations

import pytest

from scrabble.wording.practice import MoveLoss, losses_text, solved_text

BEST, TWO, OPEN = MoveLoss(0, True, False), MoveLoss(2, True, False), MoveLoss(1, False, False)
CHANCE = MoveLoss(0.25, True, True)


@pytest.mark.parametrize(
    ("losses", "text"),
    [
        ([], "You played perfectly."),
        ([BEST, BEST], "You played perfectly."),
        ([BEST, TWO], "Your moves lost 2 points in all."),
        ([TWO, OPEN], "Your moves lost at least 3 points in all."),
        ([OPEN], "Your moves lost at least 1 point in all."),
        ([CHANCE, TWO], "Your endgame moves lost 2 points in all."),
        ([CHANCE], ""),
        ([MoveLoss(0, False, False)], ""),
        ([CHANCE, BEST], "Your endgame moves lost 0 points in all."),
    ],
)
def test_what_the_moves_of_a_game_lost(losses, text):
    assert losses_text(losses) == text


def test_how_many_puzzles_were_solved():
    assert (solved_text(0, 0), solved_text(1, 3)) == ("", "1 of 3 solved at the first attempt")
