"""Why a move is best, or what it costs: no sentence speaks of a move that it does not name."""

from __future__ import annotations

import pytest

from scrabble.game import cgp
from scrabble.web import reasons
from scrabble.web.reasons import Explanation
from tests.doors.bridge import enable
from tests.scrabble.web.listening import FEW_MOVES
from tests.worlds.bundled_positions import EASY, HARD

MEMORY = 64 << 20
MOST_MOVES = 10  # of a position, the highest-scoring ones
ENOUGH = 15


def sentences(text: str, move: str) -> list[str]:
    found = Explanation(cgp.loads(text), move, enable(), MEMORY)
    found.find(lambda: True)
    assert found.is_done
    return found.sentences


def test_a_move_that_is_not_best_is_spoken_of_first():
    assert sentences(EASY, "3F (L)A") == [
        "3F (L)A costs 3 points: Player 2 G8 (GO)U(G)E 7, Player 1 H1 LORAN 21.",
        "Best is 3F (L)LANO, worth +22.",
        "With best play Player 1 goes out next turn, leaving Player 2 with I.",
    ]


def test_what_the_best_move_does_is_said_with_its_name():
    about = sentences(EASY, "3B RA(J)")
    assert about[0].startswith("3B RA(J), the highest-scoring play, costs 16 points: ")
    assert about[1] == "3B RA(J) allows 3F (L)IEU for 6, which 3F (L)LANO prevents."
    assert about[2] == (
        "Best is 3F (L)LANO, worth +22: it avoids being stuck with ALNO (4 points), "
        "as happens after 3B RA(J)."
    )


def test_a_best_move_is_compared_with_others_by_name():
    about = sentences(EASY, "3F (L)LANO")
    assert about[0].startswith("3F (L)LANO is best, worth +22: it avoids being stuck with ALNO (4 points)")
    assert "The second-best move, 3F (L)A, is worth 3 points less." in about


def test_no_sentence_is_about_a_third_move():
    """Of a move that is not best: first itself, then the best one; no other move is compared with."""
    met = 0
    for row in FEW_MOVES[::2]:
        position = cgp.loads(row["cgp"])
        moves = [each.text for each in position.legal_moves(enable())]
        for move in moves[:MOST_MOVES]:
            about = sentences(row["cgp"], move)
            if about[0].startswith(f"{move} is best"):
                continue
            met += 1
            assert about[0].startswith(move) and "cost" in about[0]
            [best] = [each for each in about if each.startswith("Best is ")]
            best_move = best.removeprefix("Best is ").partition(",")[0]
            for each in about[1:]:
                is_named = each.startswith((move, "Best is ", best_move, "With best play ", "Player "))
                assert is_named, each
                assert " as after " not in each or f"as after {move}" in each
                assert "next best move" not in each and "highest-scoring play" not in each
    assert met >= ENOUGH


def test_what_is_not_proven_is_not_said_to_be(monkeypatch):
    monkeypatch.setattr(reasons, "SECONDS", 0.05)
    about = sentences(HARD, "pass")
    assert "not proven worse than" in about[0] or "costs at least" in about[0]
    assert any(each.startswith("Best so far is ") for each in about[1:])
    assert not any(each.startswith("Best is ") for each in about)


@pytest.mark.parametrize("move", ["pass", "3F (L)LANO"])
def test_reasons_that_are_stopped_are_not_said(move):
    found = Explanation(cgp.loads(EASY), move, enable(), MEMORY)
    found.find(lambda: False)
    assert not found.is_done and found.sentences == []
