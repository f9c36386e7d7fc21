"""Points lost by turns that have none: a phony that stayed, an open turn, racks that cannot be known."""

from __future__ import annotations

import io

from rich.console import Console

from scrabble.analysis import analyse
from scrabble.report.analysis_text import analysis_text
from scrabble.report.pages.game import game_page
from tests.worlds.mixed_turns import stopped
from tests.worlds.scrabble_games import analysed, breaking_off, enable, with_phony, without_racks


def text_of(analysis) -> str:
    console = Console(file=io.StringIO(), width=200)
    console.print(analysis_text(analysis))
    return console.file.getvalue()


def test_a_phony_that_stayed_has_neither_points_nor_grade():
    """It follows a mistake of its player."""
    record, _ = with_phony("g0034", 25, is_taken_back=False)
    phony = analyse(record, enable(), max_bag=0)
    turn = list(phony)[-1]
    assert turn.phonies and not turn.replayed.is_taken_back and turn.loss.exact is not None
    assert (turn.grade, turn.is_counted, turn.is_mistake) == ("phony", False, False)
    assert turn not in phony.mistakes
    summary = phony.summary[turn.player - 1]
    graded = summary.best + summary.small + summary.medium + summary.large
    assert (summary.unchallenged_phonies, summary.turns) == (1, graded + 1)
    assert "phony: left on the board though not in the lexicon, so not graded" in text_of(phony)
    assert "<dt>phony</dt><dd>left on the board though not in the lexicon, so not graded" in game_page(phony)


def test_what_open_means_is_said_where_a_turn_is_open():
    is_open = stopped("g0028", 100)
    assert any(not turn.loss.is_exact for turn in is_open)
    assert "open: turns that may have lost more than is proven" in text_of(is_open)
    assert "open:" not in text_of(analysed("g0022")) and "phony:" not in text_of(analysed("g0022"))


def test_turns_whose_racks_cannot_be_known_may_have_lost_points():
    found = analyse(without_racks(breaking_off("g0004", 23)), enable())
    assert [turn.status for turn in found] == ["unknown", "unknown"]
    for summary in found.summary:
        assert (summary.unknown, summary.loss_proven, summary.loss_undecided) == (1, 0, 1)
