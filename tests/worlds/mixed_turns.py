"""Analyses with turns of every sort: losing, open, with tiles in the bag, phonies, of either player."""

from __future__ import annotations

import functools
from fractions import Fraction

from scrabble.analysis import analyse, analyse_replay
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.answer.analysis import Analysis
from scrabble.answer.interval import exactly
from scrabble.records.replay import replay
from scrabble.solver import SolveOptions
from tests.worlds.preendgame_turns import analysed_with_bag, thrown, with_turn
from tests.worlds.scrabble_games import GAMES, analysed, enable, game, with_found, with_phony


def stopped(name: str, nodes: int) -> Analysis:
    """A game whose searches stop early, so that turns stay open."""
    return analyse_replay(
        replay(game(name)), PositionEvaluator(enable(), SolveOptions(nodes=nodes)), max_bag=0
    )


def costing(found: Analysis, points: Fraction) -> Analysis:
    """The same analysis where the turn with tiles in the bag costs points on average, and no chance."""
    [turn] = found.preendgame
    return with_turn(found, with_found(turn, loss=exactly(points)))


@functools.cache
def mixed_analyses() -> dict[str, Analysis]:
    """The analyses by name."""
    return {
        "changed": analysed("g0030"),
        "lost": analysed("g0034"),
        "open": stopped("g0028", 100),
        "both open": stopped("g0034", 100),
        "chances": thrown(analysed_with_bag(), Fraction(3, 4), Fraction(1, 4)),
        "equal chances": thrown(analysed_with_bag(), Fraction(1, 4), Fraction(1, 4)),
        "open chances": analyse(GAMES / "g0040.gcg", enable(), nodes=300),
        "decided": costing(thrown(analysed_with_bag(), Fraction(0), Fraction(0)), Fraction(241, 4)),
        "phony": analyse(with_phony("g0034", 25, is_taken_back=False)[0], enable(), max_bag=0),
        "challenged off": analyse(with_phony("g0034", 25, is_taken_back=True)[0], enable(), max_bag=0),
    }
