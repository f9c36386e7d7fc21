"""A saved game analysed from its turn with a tile in the bag on, and with other chances there."""

from __future__ import annotations

import functools
from fractions import Fraction

from msgspec.structs import replace as with_fields

from scrabble.analysis import analyse
from scrabble.analysis.recorded_turn import describe_turn
from scrabble.answer.analysis import Analysis
from scrabble.answer.interval import exactly
from scrabble.answer.turns import Turn
from tests.worlds.scrabble_games import GAMES, enable, with_found, with_turns


@functools.cache
def analysed_with_bag() -> Analysis:
    """The analysis of a game, in which turn 21 has a tile in the bag."""
    return analyse(GAMES / "g0040.gcg", enable(), nodes=3_000)


def with_turn(analysis: Analysis, turn: Turn) -> Analysis:
    """The analysis with another evaluation of a turn."""
    turns = [turn if each.number == turn.number else each for each in analysis.turns]
    return with_turns(analysis, turns)


def without_preendgame(analysis: Analysis) -> Analysis:
    """The analysis without the turns with tiles in the bag."""
    plain = [describe_turn(each.replayed, analysis.game, enable()) for each in analysis.turns]
    kept = [each if each.is_endgame else plain[at] for at, each in enumerate(analysis.turns)]
    return with_turns(analysis, kept)


def thrown(found: Analysis, best: Fraction, played: Fraction) -> Analysis:
    """The same analysis with these chances at its turn with tiles in the bag."""
    [turn] = found.preendgame
    chances = {turn.found.best[0]: exactly(best), turn.made: exactly(played)}
    moves = tuple(with_fields(each, win=chances.get(each.text, each.win)) for each in turn.found.moves)
    win_loss = exactly(best - played)
    changed = with_found(turn, win=exactly(best), moves=moves, win_after=exactly(played), win_loss=win_loss)
    return with_turn(found, changed)
