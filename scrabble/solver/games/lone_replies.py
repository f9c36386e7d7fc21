"""Plays bounded by a reply that leaves the other side a stuck tile (bounds/README.md, T8 and T2a).

    I make p        r is the best reply that leaves one tile, which fits nowhere, and is not touched by p:
                    worth of p <= score(p) - score(r) + the most that what p leaves makes alone then

No out-play follows r, so tables of out-plays (reply_frames) say nothing of it.  The first play of a position
that is asked about is not bounded: mostly it is a good one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.bounds.footprint import footprint
from scrabble.bounds.one_tile import best_single
from scrabble.bounds.solo import six_or_fewer
from scrabble.bounds.solo_game import SoloQuery, points_against
from scrabble.movegen.packed_move import PASS, direction_of, line_of
from scrabble.movegen.packed_rack import first_kind, tile_count
from scrabble.movegen.play_cache import find_lines
from scrabble.movegen.scoring import NO_SCORE, OUT
from scrabble.movegen.state import (
    PLIES,
    PLY,
    TURN,
    play_pass,
    play_state,
    rack_value,
    state_key,
    undo_pass,
    undo_state,
)
from scrabble.solver.games.reply_frames import can_refute, squares_laid


@kernel_tuple
class LoneReplies(NamedTuple):
    """The best reply that leaves a stuck tile in the position at hand, by ply."""

    position: np.ndarray  # uint64[PLIES]   the key of the position that it is for, not 0
    asked: np.ndarray  # int64[PLIES]   how often it was asked for there
    move: np.ndarray  # int64[PLIES]   the reply, or PASS if there is none
    score: np.ndarray  # int64[PLIES]
    squares: np.ndarray  # uint32[PLIES, 2, n]   its footprint
    lists: np.ndarray  # int32[2, n]   of the side that replies


def new_lone_replies(n: int) -> LoneReplies:
    """Return the work space for a board of n rows."""
    return LoneReplies(
        np.zeros(PLIES, np.uint64),
        np.zeros(PLIES, np.int64),
        np.zeros(PLIES, np.int64),
        np.zeros(PLIES, np.int64),
        np.zeros((PLIES, 2, n), np.uint32),
        np.zeros((2, n), np.int32),
    )


@linked("int64")
def bound_by_lone_reply(game, replies, move, gain, leave, limit):
    """Bound the worth of a play by the best reply that leaves a stuck tile; INF if that is above `limit`.

    `game` is a SoloContext.  The play does not end the game; `gain` are its points, `leave`
    what it leaves, packed, six tiles at most.
    """
    state = game.state
    ply, side = state.now[PLY], state.now[TURN]
    key = state_key(state) | np.uint64(1)
    if replies.position[ply] != key:
        replies.position[ply] = key
        replies.asked[ply] = 0
    replies.asked[ply] += 1
    if replies.asked[ply] == 1:
        return np.int64(INF)
    if replies.asked[ply] == 2:
        _choose(game, replies, ply)
    reply, score = replies.move[ply], replies.score[ply]
    touched = replies.squares[ply, direction_of(move), line_of(move)] & squares_laid(state.board, move)
    if reply == PASS or touched != 0:
        return np.int64(INF)
    play_pass(state)
    play_state(state, reply)
    target = max(limit - gain + score, np.int64(-INF))
    most = six_or_fewer(game, SoloQuery(side, leave, points_against(state, side), target), move)
    undo_state(state)
    undo_pass(state)
    upper = gain - score + most
    return upper if upper <= limit else np.int64(INF)


@inline
def _choose(game, replies, ply):
    """Choose the reply by its points and those of the tile that it leaves."""
    state, cache, lists = game.state, game.cache, replies.lists
    side = 1 - state.now[TURN]
    rack = state.hands.racks[side]
    best = np.int64(-INF)
    replies.move[ply] = PASS
    if not find_lines(state, cache, side, rack, cache.all_lines, lists):
        return
    for direction in range(2):
        for line in range(lists.shape[1]):
            entry = cache.lists[lists[direction, line]]
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                rest = np.uint32(rack - play.tiles)
                if tile_count(rest) != 1 or not can_refute(state, play.score):
                    continue
                if best_single(state, game.solo.singles, side, first_kind(rest)) != NO_SCORE:
                    continue
                worth = play.score - state.rules[OUT] * rack_value(state, side, rest)
                if worth > best:
                    best = worth
                    replies.move[ply], replies.score[ply] = play.move, play.score
                    footprint(state.board, play.move, play.squares, replies.squares[ply])
