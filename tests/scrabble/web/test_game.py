"""Verdicts on the turns of a game in the explorer."""

from __future__ import annotations

from scrabble.web.game import GameAnalysisTask
from tests.worlds.scrabble_games import enable
from tests.worlds.shown_tiles import WHOLE, with_shown

MEMORY = 64 << 20


def test_a_turn_is_judged_by_what_a_phony_has_shown():
    task = GameAnalysisTask(with_shown(WHOLE), enable(), MEMORY)
    task.analyse_next(lambda: True)
    verdict = task.to_json()["verdicts"]["21"]
    assert (verdict["best"], verdict["lost"], verdict["value"]) == (["I9 DRA(W)S"], "50 %", "1/2 (50 %)")
    known = "the opponent was known to hold B, E, E, N, O, R and a blank, so that the bag held M"
    assert verdict["text"] == f"I9 DRA(W)S wins more often, by 50 %; {known}"
