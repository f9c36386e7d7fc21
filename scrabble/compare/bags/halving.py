"""Successive halving, as other programs do it: play out, keep the better half, at last look exactly.

    all moves      1 draw        played out (playouts)      the better half stays
    half of them   2 draws       ...                        and so on, down to a few
    the rest       every draw    exact                      the best of these is chosen

What drops out is never looked at again, so nothing is proven unless what was asked happens to be enough.
The draws come in a random order, the same one for all moves of a position.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from scrabble.compare.bags.asking import CHANCE, SPREAD, Asking
from scrabble.compare.bags.playouts import Playouts
from scrabble.preendgame.worth import outcome

SEED = 1
SURVIVORS = 8  # moves that are looked into exactly, unless told otherwise


def halving(asking: Asking, survivors: int = SURVIVORS) -> None:
    """Choose a move.  Raises Stopped."""
    played = _Played(asking)
    field: Sequence[int] = range(len(asking.choice.options))
    draws = 1
    while len(field) > survivors:
        ranked = sorted(field, key=lambda move: played.mean(move, draws), reverse=True)
        asking.chosen = ranked[0]
        field = ranked[: max(survivors, len(ranked) // 2)]
        draws *= 2
    options = asking.choice.options
    for move in field:
        asking.settle_move(move, CHANCE)
    most = max(options[move].lower[CHANCE] for move in field)
    equals = [move for move in field if options[move].lower[CHANCE] == most]
    asking.chosen = equals[0]
    for move in equals:
        asking.settle_move(move, SPREAD)
    asking.chosen = max(equals, key=lambda move: options[move].lower[SPREAD])


class _Played:
    """What playouts have told of each move so far."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._playouts = Playouts(asking.judge.deals)
        unseen = asking.judge.unseen
        self._draws = list(unseen.draws)
        random.Random(SEED).shuffle(self._draws)
        self._spreads: dict[tuple[int, int], int] = {}

    def mean(self, move: int, draws: int) -> tuple[float, float]:
        """Chance and mean spread over the first draws, so many."""
        some = self._draws[:draws]
        spreads = [self._spread(move, at) for at in range(len(some))]
        weight = sum(draw.weight for draw in some)
        outcomes = (draw.weight * outcome(spread) for draw, spread in zip(some, spreads, strict=True))
        points = (draw.weight * spread for draw, spread in zip(some, spreads, strict=True))
        return sum(outcomes) / weight, sum(points) / weight

    def _spread(self, move: int, at: int) -> int:
        if (move, at) not in self._spreads:
            self._asking.judge.deals.leave_if_told()
            play = self._asking.judge.moves[move].play
            self._spreads[move, at] = self._playouts.spread(play, self._draws[at])
            self._asking.playouts += 1
        return self._spreads[move, at]
