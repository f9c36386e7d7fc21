"""An endgame in which one side gives up moves: an oracle of theorem T2, its value bounds that of the whole.

    the opponent keeps some of his moves     his best play is worse for him:   value <= upper bound U
    I keep some of mine                      my best play is worse for me:     lower bound L <= value
                                             (bounds/README.md, T2)

The pass is always kept, so that there is a move in every position; besides it, in each position,

    Kept(plays=0, outs=False)    nothing: this side passes for ever
    Kept(plays=0, outs=True)     the out-plays
    Kept(plays=k, outs=True)     the out-plays and the k best-ranked other plays

The kept moves depend on the position alone, never on the window, so that all bounds found are those of one
game; and each list holds the one before it, so that bounds tighten with k.  It needs a table of its own.

It is built upon the fast game, whose static bounds remain true where they rest on moves that are kept.  Those
from passes do: the solo bounds.  Those from replies that play out (footprints, the last pair) need the
out-plays.  Those from a reply and the out-play after it need any play, so they are switched off.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, moves, register_game
from bstar.jit import inline, kernel_tuple
from scrabble.movegen.features import SearchFeatures
from scrabble.movegen.packed_move import PASS, tiles_of
from scrabble.movegen.packed_rack import tile_count
from scrabble.movegen.scoring import LOSS
from scrabble.movegen.state import TURN, ZEROS_LEFT, GameState, rack_value
from scrabble.solver.games.fast import OUT_RANK, FastGame, new_fast_game

SIDE, PLAYS, OUTS = range(3)  # indices into `kept`


class Kept(NamedTuple):
    """The moves that a side keeps besides the pass."""

    plays: int  # that do not go out, the best-ranked ones
    outs: bool


@kernel_tuple
class Restricted(NamedTuple):
    """An endgame in which one side does not have all its moves."""

    fast: FastGame
    kept: np.ndarray  # int64[3]    SIDE, PLAYS, OUTS


def new_restricted(state: GameState, side: int, kept: Kept, cache_bytes: int = 128 << 20) -> Restricted:
    """Return the game of a state in which `side` (0 = on turn now) keeps some of its moves.

    Raises ValueError when it keeps plays but no out-plays, or a number of plays below 0.
    """
    if kept.plays < 0 or (kept.plays and not kept.outs):
        raise ValueError(f"{kept}, expected 0 plays or, with the out-plays, more")
    features = SearchFeatures(reply_bounds=0)
    if not kept.outs:
        features = replace(features, out_play_bounds=0, last_pair=False)
    return Restricted(new_fast_game(state, cache_bytes, features), np.array([side, *kept], np.int64))


@inline
def _moves(game, alpha, beta, buffer, first):
    state, kept = game.fast.state, game.kept
    restricted = state.now[TURN] == kept[SIDE]
    if restricted and kept[OUTS] == 0:
        if first == buffer.move.shape[0]:
            return np.int64(FULL), np.int64(-INF)
        _write_pass(state, buffer, first)
        return np.int64(1), np.int64(-INF)
    # whatever the window is, the same moves are kept: none may be left out before the best are chosen
    lowest = np.int64(-INF) if restricted else np.int64(alpha)
    count, dropped = moves(game.fast, lowest, beta, buffer, first)
    if count == FULL or not restricted:
        return np.int64(count), np.int64(dropped)
    return _keep(state, buffer, np.int64(first), np.int64(first + count), kept[PLAYS]), np.int64(dropped)


@inline
def _keep(state, buffer, first, end, plays):
    """Move what is kept to the front of the moves from `first` to `end`; return how many that are."""
    at = first
    for index in range(first, end):
        if _is_always_kept(state, buffer.move[index]):
            _swap(buffer, at, index)
            at += 1
    for _ in range(min(plays, end - at)):
        best = at
        for index in range(at + 1, end):
            if _is_before(buffer, index, best):
                best = np.int64(index)
        _swap(buffer, at, best)
        at += 1
    return at - first


@inline
def _write_pass(state, buffer, at):
    """Write the pass, settled if it ends the game."""
    side = state.now[TURN]
    racks = state.hands.racks
    buffer.move[at] = PASS
    buffer.gain[at] = 0
    buffer.lower[at] = -INF
    buffer.upper[at] = INF
    buffer.rank[at] = 0
    if state.now[ZEROS_LEFT] == 1:
        worth = state.rules[LOSS] * (
            rack_value(state, 1 - side, racks[1 - side]) - rack_value(state, side, racks[side])
        )
        buffer.lower[at] = worth
        buffer.upper[at] = worth
        buffer.rank[at] = OUT_RANK


@inline
def _is_always_kept(state, move):
    """Is it the pass or an out-play?"""
    return move == PASS or tiles_of(move) == tile_count(state.hands.racks[state.now[TURN]])


@inline
def _is_before(buffer, one, other):
    """Is a move ranked before another?  The number of the move settles ties."""
    if buffer.rank[one] != buffer.rank[other]:
        return buffer.rank[one] > buffer.rank[other]
    return buffer.move[one] < buffer.move[other]


@inline
def _swap(buffer, one, other):
    """Exchange two moves."""
    for numbers in (buffer.move, buffer.rank):
        held = numbers[one]
        numbers[one] = numbers[other]
        numbers[other] = held
    for points in (buffer.gain, buffer.lower, buffer.upper):
        amount = points[one]
        points[one] = points[other]
        points[other] = amount


register_game(Restricted, inner="fast", moves=_moves)
