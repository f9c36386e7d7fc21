"""The replies by which moves are bounded (reply_frames), chosen for each position as they are asked for.

    1. those that last refuted a move at this ply, if they can be made here
    2. those with the highest score + best out-play of what they leave, out of each other's way

The reply that refutes most of the moves of a position refutes nearly all of them, so the one that was last of
use is asked first.  The first move of a position that is asked about is not bounded: mostly it is a good one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.movegen.features import MOST_REPLIES
from scrabble.movegen.generator import LineContext
from scrabble.movegen.packed_move import PASS, direction_of, line_of
from scrabble.movegen.play_cache import CLEARED, NO_LIST, PlayCache, find_lines, list_of
from scrabble.movegen.scoring import NO_SCORE
from scrabble.movegen.squares import PlacedSquares
from scrabble.movegen.state import PLIES, PLY, TURN, GameState, state_key
from scrabble.solver.games.out_plays import NO_PLAY
from scrabble.solver.games.play_rank import (
    SLOTS,
    SecondPlays,
    new_second_plays,
    note_second_plays,
    out_in_two_points,
)
from scrabble.solver.games.reply_frames import (
    FrameContext,
    ReplyFrames,
    bound_by_reply,
    can_refute,
    make_frame,
    new_frames,
)

LATEST = 2  # replies that were last of use at a ply
# indices into `used`: how often replies were asked for; chosen ones taken, and all chosen; frames made;
# whether the latest, and then the best, were chosen
ASKED, TAKEN, CHOSEN, MADE, SOURCES = range(5)


@kernel_tuple
class ReplyBounds(NamedTuple):
    """The replies to the position at hand, by ply, and their frames."""

    frames: ReplyFrames  # MOST_REPLIES for each ply
    position: np.ndarray  # uint64[PLIES]   the key of the position that they are for, not 0
    used: np.ndarray  # int64[PLIES, 5]   by name, as above
    chosen: np.ndarray  # int64[PLIES, MOST_REPLIES + LATEST]   replies
    order: np.ndarray  # int64[PLIES, MOST_REPLIES]   frames made, the one last of use first
    latest: np.ndarray  # int64[PLIES, LATEST]   replies that were of use at this ply in other positions
    lists: np.ndarray  # int32[2, n]   of the side that replies
    second_plays: SecondPlays  # of that side


class ReplyContext(NamedTuple):
    """A position in play, its cached lists, and the replies there."""

    state: GameState
    cache: PlayCache
    replies: ReplyBounds


def new_replies(state: GameState) -> ReplyBounds:
    """Return the work space for a position, nothing known."""
    n = state.board.letters.shape[1]
    second_plays = new_second_plays()
    return ReplyBounds(
        new_frames(PLIES * MOST_REPLIES, state, second_plays.seen),
        np.zeros(PLIES, np.uint64),
        np.zeros((PLIES, 5), np.int64),
        np.zeros((PLIES, MOST_REPLIES + LATEST), np.int64),
        np.zeros((PLIES, MOST_REPLIES), np.int64),
        np.zeros((PLIES, LATEST), np.int64),
        np.zeros((2, n), np.int32),
        second_plays,
    )


@linked("int64")
def bound_by_replies(game, move, gain, leave, limit, most):
    """Bound the worth of a move by one of at most `most` replies; INF if none bounds it by `limit`.

    The move does not end the game; `gain` are its points, `leave` what it leaves, packed.  Without a limit,
    INF, the bound is the closest of all replies.
    """
    state, replies = game.state, game.replies
    ply = state.now[PLY]
    used, order = replies.used[ply], replies.order[ply]
    key = state_key(state) | np.uint64(1)
    if replies.position[ply] != key:
        replies.position[ply] = key
        used[ASKED] = used[TAKEN] = used[CHOSEN] = used[MADE] = used[SOURCES] = 0
    used[ASKED] += 1
    if used[ASKED] == 1 and limit < INF:
        return np.int64(INF)
    best, index = np.int64(INF), np.int64(0)
    while index < used[MADE] or _make_next(game, ply, most):
        at = order[index]
        if _is_at_hand(game, at):
            below = min(limit, best)
            bound = bound_by_reply(_frames(game), at, move, gain, leave, below, limit == INF)
            if bound < best:
                best = bound
                _move_to_front(order, index)
        if best <= limit and limit < INF:
            _note_latest(replies.latest[ply], replies.frames.move[at])
            break
        index += 1
    return best


@inline
def _is_at_hand(game, at):
    """Return whether a frame can be asked: it is made again if its lists have been cleared."""
    frames = game.replies.frames
    if frames.cleared[at] == game.cache.used[CLEARED]:
        return True
    number = _play_of(game, frames.move[at])
    return number != NO_PLAY and make_frame(_frames(game), at, number)


@inline
def _frames(game):
    return FrameContext(game.state, game.cache, game.replies.frames)


@inline
def _move_to_front(order, index):
    at = order[index]
    for place in range(index, 0, -1):
        order[place] = order[place - 1]
    order[0] = at


@inline
def _note_latest(latest, move):
    place = np.int64(0)
    while place < LATEST - 1 and latest[place] != move:
        place += 1
    for each in range(place, 0, -1):
        latest[each] = latest[each - 1]
    latest[0] = move


@linked("bool")
def _make_next(game, ply, most):
    """Make the frame of another reply to the position at hand; False if there is none."""
    replies = game.replies
    used = replies.used[ply]
    while used[MADE] < min(most, MOST_REPLIES):
        if used[TAKEN] == used[CHOSEN]:
            if used[SOURCES] == 2:
                return False
            if used[SOURCES] == 0:
                _choose_latest(game, ply)
            else:
                _choose_best(game, ply, most)
            used[SOURCES] += 1
            continue
        number = _play_of(game, replies.chosen[ply, used[TAKEN]])
        used[TAKEN] += 1
        at = ply * MOST_REPLIES + used[MADE]
        if number != NO_PLAY and make_frame(_frames(game), at, number):
            replies.order[ply, used[MADE]] = at
            used[MADE] += 1
            return True
    return False


@inline
def _choose_latest(game, ply):
    """Choose the replies that were last of use, if they can be made in the position at hand."""
    for index in range(LATEST):
        move = game.replies.latest[ply, index]
        if move != PASS and _play_of(game, move) != NO_PLAY:
            _choose(game.replies, ply, move)


@inline
def _choose(replies, ply, move):
    """Choose a reply, if it has not been chosen yet."""
    chosen, used = replies.chosen[ply], replies.used[ply]
    for index in range(used[CHOSEN]):
        if chosen[index] == move:
            return
    chosen[used[CHOSEN]] = move
    used[CHOSEN] += 1


@inline
def _play_of(game, move):
    """Return the number of a move of the other side, if it can refute something here, or NO_PLAY."""
    state, cache = game.state, game.cache
    side = 1 - state.now[TURN]
    rack = state.hands.racks[side]
    found = list_of(state, cache, LineContext(direction_of(move), line_of(move), side, rack))
    if found != NO_LIST:
        entry = cache.lists[found]
        for number in range(entry.first, entry.first + entry.count):
            play = cache.plays[number]
            if play.move == move and play.tiles != rack and can_refute(state, play.score):
                return np.int64(number)
    return np.int64(NO_PLAY)


@inline
def _choose_best(game, ply, most):
    """Choose replies by what they score together with the best out-play of what they leave."""
    state, cache, replies = game.state, game.cache, game.replies
    side = 1 - state.now[TURN]
    rack, second = state.hands.racks[side], replies.second_plays
    if not find_lines(state, cache, side, rack, cache.all_lines, replies.lists):
        return
    note_second_plays(cache, second, replies.lists, rack)
    limit, last = np.int64(INF), np.int64(-1)
    for _ in range(most):
        best, best_at = np.int64(0), np.int64(-1)
        for index in range(second.used[SLOTS] * 2):
            worth = _worth(state, second, rack, index)
            is_left = worth < limit or (worth == limit and index > last)
            if is_left and worth > best:
                best, best_at = worth, np.int64(index)
        if best_at < 0:
            return
        limit, last = best, best_at
        _choose(replies, ply, _move_of(cache, replies, best_at))


@inline
def _worth(state, second, rack, index):
    """Return the score of a second play and an out-play of the tiles it leaves; 0 if it is of no use."""
    slot, place = second.used[index // 2], index % 2
    score = np.int64(second.score[slot, place])
    if score == NO_SCORE or not can_refute(state, score):
        return np.int64(0)
    direction, line = np.int64(second.direction[slot, place]), np.int64(second.line[slot, place])
    laid = PlacedSquares(direction, line, second.squares[slot, place])
    rest = np.uint32(rack - second.tiles[slot])
    out = out_in_two_points(second, rest, laid, direction, line)
    return score + out if out > 0 else np.int64(0)


@inline
def _move_of(cache, replies, index):
    """Return the move of a second play."""
    second = replies.second_plays
    slot, place = second.used[index // 2], index % 2
    entry = cache.lists[replies.lists[second.direction[slot, place], second.line[slot, place]]]
    for number in range(entry.first, entry.first + entry.count):
        if cache.plays[number].tiles == second.tiles[slot]:
            return np.int64(cache.plays[number].move)
    return np.int64(PASS)
