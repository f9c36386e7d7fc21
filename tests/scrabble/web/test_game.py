"""Verdicts on the turns of a game in the explorer, and what its export says of a position."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace as with_fields

from scrabble.answer.names import Status
from scrabble.game import cgp
from scrabble.solver import SolveOptions, solve
from scrabble.web.game import GameAnalysisTask
from scrabble.web.saved import found_text
from tests.scrabble.web.with_bag import ONE
from tests.worlds.scrabble_games import enable
from tests.worlds.shown_tiles import DRAWS, WHOLE, with_shown

MEMORY = 64 << 20


def test_a_turn_is_judged_by_what_a_phony_has_shown():
    task = GameAnalysisTask(with_shown(WHOLE), enable(), MEMORY)
    task.analyse_next(lambda: True)
    verdict = task.to_json()["verdicts"]["21"]
    [turn] = [each for each in task.turns if each.number == 21]
    [best] = turn.found.best
    assert best in DRAWS and (verdict["lost"], turn.win.exact) == ("50 %", Fraction(1, 2))
    known = "the opponent was known to hold B, E, E, N, O, R and a blank, so that the bag held M"
    assert verdict["text"] == f"{best} wins more often, by 50 %; {known}"


def test_an_export_tells_what_is_proven_with_tiles_in_the_bag():
    options = SolveOptions(objective="outcome", memory=MEMORY)
    proven = solve(cgp.loads(ONE["cgp"]), enable(), options)
    details = proven.preendgame
    assert details is not None and details.is_win_proven
    is_open = with_fields(proven, status=Status.BOUNDED)
    named = ", ".join(proven.best)
    claim = "proven, no move wins more often; another that wins as often may have a better spread"
    assert found_text(is_open).startswith(f"{named}: {claim}; wins ")
    unknown = with_fields(is_open, regret=Fraction(1, 8), objective=None)
    assert found_text(unknown).startswith(f"{named}: not proven; another move may win more often, by up to")
