"""Analyses with turns of every sort: losing, open, with tiles in the bag, phonies, of either player."""

from __future__ import annotations

import functools
from fractions import Fraction

from scrabble.analysis import Analysis, analyse, analyse_replay
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.records.replay import replay
from scrabble.solver import SolveOptions
from tests.conftest import DATA
from tests.worlds.preendgame_turns import analysed_with_bag, thrown
from tests.worlds.scrabble_games import GAMES, analysed, enable, game, with_phony


def stopped(name: str, nodes: int) -> Analysis:
    """A game whose searches stop early, so that turns stay open."""
    return analyse_replay(replay(game(name)), PositionEvaluator(enable(), SolveOptions(nodes=nodes)))


@functools.cache
def mixed_analyses() -> dict[str, Analysis]:
    """The analyses by name."""
    return {
        "changed": analysed("g0030"),
        "lost": analysed("g0034"),
        "open": stopped("g0022", 30),
        "both open": stopped("g0050", 3_000),
        "chances": thrown(analysed_with_bag(), Fraction(3, 4), Fraction(1, 4)),
        "equal chances": thrown(analysed_with_bag(), Fraction(1, 4), Fraction(1, 4)),
        "open chances": analyse(GAMES / "g0040.gcg", enable(), nodes=300),
        "decided": analyse(DATA / "reported" / "c33-pass-in-lost-preendgame.gcg", enable(), nodes=50_000),
        "phony": analyse(with_phony("g0034", 25, is_taken_back=False)[0], enable()),
        "challenged off": analyse(with_phony("g0034", 25, is_taken_back=True)[0], enable()),
    }
