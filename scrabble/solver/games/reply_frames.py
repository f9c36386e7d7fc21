"""Plays and passes bounded by one reply and the out-plays after it, from tables (bounds/README.md, T10).

    I make p        r is a reply whose footprint p does not touch, o an out-play of what r leaves:
                    worth of p <= score(p) - score(r) + the most that a move q of mine is worth then
                    q lays all that p leaves     score(q) + OUT x points of what r leaves
                    other q, or the pass         score(q) - the best o that neither p nor q touches
                                                          - OUT x points of what q leaves

A frame belongs to a position and a reply r, and answers for every p there.  On the board with r, q is a play
that was there before p, or one on a line that p has changed:

    most[mask][tiles]   the best q that lays some of the tiles, not all; a bit of the mask for each o that p
                        does not touch
    out[tiles]          the best q that lays all of them
    changed lines       looked at one by one on the board with p and r

A set of my tiles is the number whose digits are how many of each type there are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.bounds.reach import footprint
from scrabble.bounds.solo_table import leave_after
from scrabble.movegen.bits import TYPES, PlacedSquares, bit_of, count_of
from scrabble.movegen.generator import LineContext
from scrabble.movegen.packed_move import PASS, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.play_cache import NO_LIST, PlayCache, TileSetSeen, best_by_tiles, find_lines, list_of
from scrabble.movegen.scoring import NO_SCORE, OUT, ZERO_IS_SCORELESS, ZEROS_AFTER_PLAY
from scrabble.movegen.state import (
    TURN,
    GameState,
    play_pass,
    play_state,
    rack_value,
    undo_pass,
    undo_state,
)
from scrabble.solver.games.out_plays import COUNT, OutPlays, collect_out_plays

OUT_PLAYS = 8  # the best ones of what a reply leaves; a bit of a mask each
MASKS = 4  # kept for a frame at a time
TILE_SETS = 1 << TYPES  # of a rack of seven tiles at most
FAR = INF >> 1  # beyond every sum of points: nothing is known
LOOKS, BOARDS = range(2)  # indices into `counts`: moves asked about; those for which a board was made


@kernel_tuple
class ReplyFrames(NamedTuple):
    """Frames by number, and how often they were asked."""

    # of the reply
    score: np.ndarray  # int64[F]
    move: np.ndarray  # int64[F]
    rest: np.ndarray  # uint32[F]   what it leaves, packed
    squares: np.ndarray  # uint32[F, 2, n]   its footprint
    # of the board with it
    line_keys: np.ndarray  # uint64[F, 2, n]
    lists: np.ndarray  # int32[F, 2, n]   of my rack
    digits: np.ndarray  # int64[F, TYPES]   what a tile of each type adds to the number of a set
    # out-plays of what it leaves, as in OutPlays
    out_score: np.ndarray  # int32[F, OUT_PLAYS]
    out_play: np.ndarray  # int64[F, OUT_PLAYS]
    out_squares: np.ndarray  # uint32[F, OUT_PLAYS, 2, n]
    out_used: np.ndarray  # int64[F, 2]
    # tables
    masks: np.ndarray  # int64[F, MASKS]   0: none yet
    most: np.ndarray  # int32[F, MASKS, TILE_SETS]
    out: np.ndarray  # int32[F, TILE_SETS]
    # work space
    other_lists: np.ndarray  # int32[2, n]
    within: np.ndarray  # int32[TILE_SETS]
    seen: TileSetSeen
    counts: np.ndarray  # int64[2]   LOOKS, BOARDS


def new_frames(count: int, n: int, seen: TileSetSeen) -> ReplyFrames:
    """Return `count` frames for a board of n rows."""
    return ReplyFrames(
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.uint32),
        lazy_zeros((count, 2, n), np.uint32),
        lazy_zeros((count, 2, n), np.uint64),
        lazy_zeros((count, 2, n), np.int32),
        lazy_zeros((count, TYPES), np.int64),
        lazy_zeros((count, OUT_PLAYS), np.int32),
        lazy_zeros((count, OUT_PLAYS), np.int64),
        lazy_zeros((count, OUT_PLAYS, 2, n), np.uint32),
        lazy_zeros((count, 2), np.int64),
        lazy_zeros((count, MASKS), np.int64),
        lazy_zeros((count, MASKS, TILE_SETS), np.int32),
        lazy_zeros((count, TILE_SETS), np.int32),
        np.zeros((2, n), np.int32),
        np.zeros(TILE_SETS, np.int32),
        seen,
        np.zeros(2, np.int64),
    )


class FrameContext(NamedTuple):
    """A position in play, its cached lists, and frames."""

    state: GameState
    cache: PlayCache
    frames: ReplyFrames


class LookQuery(NamedTuple):
    """A move asked about, and what is known of it in a frame."""

    move: int
    leave: np.uint32  # what it leaves me, packed
    mask: int  # the out-plays that it does not touch
    left: int  # OUT x points of what it leaves me
    others: int  # OUT x points of what the reply leaves the other side


@inline
def can_refute(state, reply_score):
    """Return whether a reply may bound moves: the game goes on if I pass after it."""
    return state.rules[ZEROS_AFTER_PLAY] > 1 and (state.rules[ZERO_IS_SCORELESS] == 0 or reply_score > 0)


@linked("bool")
def make_frame(game, at, number):
    """Make a frame of the position at hand and of a play of the other side there, `cache.plays[number]`.

    The play `can_refute` and leaves some tiles.  False if these have no out-play, or if there is no room.
    """
    state, cache, frames = game.state, game.cache, game.frames
    side = state.now[TURN]
    own, other = state.hands.racks[side], state.hands.racks[1 - side]
    reply = cache.plays[number]
    frames.score[at], frames.move[at] = reply.score, reply.move
    frames.rest[at] = rest = np.uint32(other - reply.tiles)
    footprint(state.board, reply.move, reply.squares, frames.squares[at])
    step = np.int64(1)
    for kind in range(TYPES):
        frames.digits[at, kind] = step
        step *= count_of(own, kind) + 1
    for way in range(MASKS):
        frames.masks[at, way] = 0
    play_pass(state)
    play_state(state, np.int64(frames.move[at]))
    is_made = find_lines(state, cache, 1 - side, rest, cache.all_lines, frames.other_lists)
    is_made = is_made and _note_outs(game, at, rest)
    is_made = is_made and find_lines(state, cache, side, own, cache.all_lines, frames.lists[at])
    for direction in range(2):
        for line in range(state.board.line_keys.shape[1]):
            frames.line_keys[at, direction, line] = state.board.line_keys[direction, line]
    undo_state(state)
    undo_pass(state)
    if is_made:
        _fill_out(game, at)
    return is_made


@inline
def _note_outs(game, at, rest):
    """Note the best out-plays of what the reply of a frame leaves, just made; False if there are none."""
    cache, frames = game.cache, game.frames
    outs = _outs(frames, at)
    collect_out_plays(cache, outs, frames.other_lists, rest, np.int64(OUT_PLAYS))
    for index in range(outs.used[COUNT]):
        play = cache.plays[outs.play[index]]
        footprint(game.state.board, play.move, play.squares, outs.footprints[index])
    return outs.used[COUNT] > 0


@inline
def _outs(frames, at):
    return OutPlays(frames.out_score[at], frames.out_play[at], frames.out_squares[at], frames.out_used[at])


@inline
def _number(frames, at, tiles):
    """Return the number of a set of my tiles."""
    number = np.int64(0)
    for kind in range(TYPES):
        number += count_of(tiles, kind) * frames.digits[at, kind]
    return number


@inline
def _fill_out(game, at):
    """Find the best play of each set of my tiles on the board of a frame."""
    cache, frames = game.cache, game.frames
    table = frames.out[at]
    for index in range(TILE_SETS):
        table[index] = NO_SCORE
    for direction in range(2):
        for line in range(frames.lists.shape[2]):
            entry = cache.lists[frames.lists[at, direction, line]]
            if entry.count == 0:
                continue
            for index in range(_heads(game, entry)):
                play = cache.plays[entry.first if index == 0 else cache.heads[entry.first + index]]
                number = _number(frames, at, play.tiles)
                table[number] = max(table[number], play.score)


@inline
def _heads(game, entry):
    """Return how many heads a list has, which is not empty; they are found if need be."""
    cache = game.cache
    if cache.heads[entry.first] == 0:
        best_by_tiles(cache, game.frames.seen, np.int64(entry.first), np.int64(entry.count))
    return np.int64(cache.heads[entry.first])


@linked("int64")
def bound_by_reply(game, at, move, gain, limit):
    """Bound the worth of a move of the position of a frame by its reply; INF if that is above `limit`.

    The move does not end the game, and `gain` are its points.
    """
    state, frames = game.state, game.frames
    frames.counts[LOOKS] += 1
    side, direction, line = state.now[TURN], direction_of(move), line_of(move)
    laid = _squares(state.board, move)
    if frames.squares[at, direction, line] & laid != 0:
        return np.int64(INF)
    mask = np.int64(0)
    for index in range(frames.out_used[at, COUNT]):
        if frames.out_squares[at, index, direction, line] & laid == 0:
            mask |= np.int64(1) << index
    if mask == 0:
        return np.int64(INF)
    leave = leave_after(state, side, move)
    left = state.rules[OUT] * rack_value(state, side, leave)
    others = state.rules[OUT] * rack_value(state, 1 - side, frames.rest[at])
    asked = LookQuery(move, leave, mask, left, others)
    target = limit - gain + frames.score[at]
    most = _in_tables(game, at, asked)
    if most >= FAR or most > target:
        return np.int64(INF)
    if move != PASS:
        most = max(most, _on_changed_lines(game, at, asked, target))
        if most >= FAR or most > target:
            return np.int64(INF)
    return gain - frames.score[at] + most


@inline
def _squares(board, move):
    """Return the squares of its line where a move, not made yet, lays tiles."""
    letters, square, squares = board.letters[direction_of(move), line_of(move)], square_of(move), np.uint32(0)
    for _ in range(tiles_of(move)):
        while letters[square] != 0:
            square += 1
        squares |= bit_of(square)
        square += 1
    return squares


@inline
def _in_tables(game, at, asked):
    """The most that I make after a move and the reply by a pass, or a play that was there before the move."""
    frames, number = game.frames, _number(game.frames, at, asked.leave)
    mask = asked.mask
    way = (mask ^ (mask >> 2) ^ (mask >> 4) ^ (mask >> 6)) & (MASKS - 1)
    if frames.masks[at, way] != mask:
        _fill_most(game, at, way, mask)
        frames.masks[at, way] = mask
    most = np.int64(frames.most[at, way, number])
    if most < FAR:
        most -= asked.left
    if frames.out[at, number] >= 0:
        most = max(most, frames.out[at, number] + asked.others)
    return most


@inline
def _fill_most(game, at, way, mask):
    """Find, for each set of my tiles, the best play of some of them, not all, on the board of a frame.

    What they score less the best out-play of the mask that they do not touch, OUT x their points added; no
    tiles at all are the pass.
    """
    frames, within, table = game.frames, game.frames.within, game.frames.most[at, way]
    count, own = TILE_SETS, game.state.hands.racks[game.state.now[TURN]]
    for index in range(count):
        within[index] = -INF
    first = np.int64(0)
    while (mask >> first) & 1 == 0:
        first += 1
    within[0] = -frames.out_score[at, first]
    for direction in range(2):
        for line in range(frames.lists.shape[2]):
            entry = game.cache.lists[frames.lists[at, direction, line]]
            if entry.count > 0:
                _fill_from_line(game, at, mask, first, PlacedSquares(np.int64(direction), np.int64(line), 0))
    for index in range(count):
        table[index] = -INF
    count = np.int64(1)
    for kind in range(TYPES):
        count *= count_of(own, kind) + 1
    for kind in range(TYPES):
        held, step = count_of(own, kind), frames.digits[at, kind]
        for start in range(0, count if held > 0 else 0, step * (held + 1)):
            for index in range(start + step, start + step * (held + 1)):
                within[index] = max(within[index], within[index - step])
    for kind in range(TYPES):
        held, step = count_of(own, kind), frames.digits[at, kind]
        for start in range(0, count if held > 0 else 0, step * (held + 1)):
            for index in range(start + step, start + step * (held + 1)):
                table[index] = max(table[index], within[index - step])


@inline
def _fill_from_line(game, at, mask, first, on):
    """Note the plays of a line in `within`, by set of tiles; `first` is the best out-play of the mask."""
    cache, frames = game.cache, game.frames
    entry = cache.lists[frames.lists[at, on.direction, on.line]]
    is_apart = frames.out_squares[at, first, on.direction, on.line] == 0
    count = _heads(game, entry) if is_apart else np.int64(entry.count)
    for index in range(count):
        number = np.int64(entry.first + index)
        if is_apart and index > 0:
            number = np.int64(cache.heads[number])
        play = cache.plays[number]
        answer = _best_untouched(frames, at, mask, on.direction, on.line, play.squares)
        worth = np.int64(INF)
        if answer != NO_SCORE:
            worth = play.score + game.state.rules[OUT] * play.face - answer
        tiles = _number(frames, at, play.tiles)
        frames.within[tiles] = max(np.int64(frames.within[tiles]), worth)


@inline
def _best_untouched(frames, at, mask, direction, line, squares):
    """The score of the best out-play of a mask that a play does not touch, or NO_SCORE."""
    for index in range(frames.out_used[at, COUNT]):
        if (mask >> index) & 1 != 0 and frames.out_squares[at, index, direction, line] & squares == 0:
            return np.int64(frames.out_score[at, index])
    return np.int64(NO_SCORE)


@inline
def _on_changed_lines(game, at, asked, target):
    """The most that I make after a move and the reply by a play on a line that the move changed.

    INF if that is more than `target`.
    """
    state, frames = game.state, game.frames
    frames.counts[BOARDS] += 1
    side = state.now[TURN]
    play_state(state, asked.move)
    play_state(state, np.int64(frames.move[at]))
    best, lines = np.int64(-INF), state.board.line_keys
    for direction in range(2):
        for line in range(lines.shape[1]):
            if best <= target and lines[direction, line] != frames.line_keys[at, direction, line]:
                on = LineContext(np.int64(direction), np.int64(line), side, asked.leave)
                best = max(best, _on_line(game, at, asked, on, target))
    undo_state(state)
    undo_state(state)
    return best if best <= target else np.int64(INF)


@inline
def _on_line(game, at, asked, on, target):
    """The most that I make by a play on a line of the board at hand; INF if there is no room for its list."""
    state, cache, best = game.state, game.cache, np.int64(-INF)
    number = list_of(state, cache, on)
    if number == NO_LIST:
        return np.int64(INF)
    entry = cache.lists[number]
    for index in range(entry.first, entry.first + entry.count):
        play = cache.plays[index]
        if play.tiles == asked.leave:
            best = max(best, play.score + asked.others)
        else:
            answer = _best_untouched(game.frames, at, asked.mask, on.direction, on.line, play.squares)
            if answer == NO_SCORE:
                return np.int64(INF)
            best = max(best, play.score + state.rules[OUT] * play.face - answer - asked.left)
        if best > target:
            break
    return best
