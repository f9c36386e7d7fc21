"""Plays and passes bounded by one reply and the out-plays after it, from tables (bounds/README.md, T10).

    I make p        r is a reply whose footprint p does not touch, o an out-play of what r leaves:
                    worth of p <= score(p) - score(r) + the most that a move q of mine is worth then
                    q lays all that p leaves     score(q) + OUT x points of what r leaves
                    other q, or the pass         score(q) - the best o that neither p nor q touches
                                                          - OUT x points of what q leaves

A frame belongs to a position and a reply r, and answers for every p there.  On the board with r, q is a play
that was there before p, or one that p made possible:

    most[mask][tiles]   the best q that lays some of the tiles, not all; a bit of the mask for each o that p
                        does not touch
    out[tiles]          the best q that lays all of them
    other q             looked at on the board with p and r (reply_ends)

A set of my tiles is given by its number as a sub-rack (movegen/packed_rack).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import FAR, INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.bounds.footprint import footprint
from scrabble.movegen.cross_sets import CompiledBoard
from scrabble.movegen.list_heads import TileSetSeen, best_by_tiles
from scrabble.movegen.packed_move import PASS, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.packed_rack import TYPES, count_of, subrack_number, write_place_values
from scrabble.movegen.play_cache import CLEARED, PlayCache, find_lines
from scrabble.movegen.scoring import NO_SCORE, OUT, ZERO_IS_SCORELESS, ZEROS_AFTER_PLAY
from scrabble.movegen.squares import PlacedSquares, bit_of
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
from scrabble.solver.games.reply_ends import (
    BOARDS,
    LOOKS,
    EndSpace,
    best_untouched,
    most_through_ends,
    new_end_space,
    tiles_left,
)

MASKS = 4  # kept for a frame at a time
NEVER = -1
TILE_SETS = 1 << TYPES  # of a rack of seven tiles at most
OUT_PLAYS = 8  # the best ones of what a reply leaves; a bit of a mask each


@kernel_tuple
class ReplyFrames(NamedTuple):
    """Frames by number, and how often they were asked."""

    # of the reply
    score: np.ndarray  # int64[F]
    move: np.ndarray  # int64[F]
    cleared: np.ndarray  # int64[F]   how often the cache had been cleared when it was made, or NEVER
    rest: np.ndarray  # uint32[F]   what it leaves, packed
    squares: np.ndarray  # uint32[F, 2, n]   its footprint
    # of the board with it
    letters: np.ndarray  # uint8[F, 2, n, n]   and so on, as in CompiledBoard
    occupied: np.ndarray  # uint32[F, 2, n]
    cross_sets: np.ndarray  # uint64[F, 2, n, n]
    cross_scores: np.ndarray  # int32[F, 2, n, n]
    line_keys: np.ndarray  # uint64[F, 2, n]
    lists: np.ndarray  # int32[F, 2, n]   of my rack
    place_values: np.ndarray  # int64[F, TYPES]   for the numbers of my sub-racks
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
    space: EndSpace
    after_reply: GameState  # the position with a board of its own
    loaded: np.ndarray  # int64[1]   the frame whose board that is
    counts: np.ndarray  # int64[2]   LOOKS, BOARDS


def new_frames(count: int, state: GameState, seen: TileSetSeen) -> ReplyFrames:
    """Return `count` frames for a position."""
    n = state.board.letters.shape[1]
    return ReplyFrames(
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.uint32),
        lazy_zeros((count, 2, n), np.uint32),
        lazy_zeros((count, 2, n, n), np.uint8),
        lazy_zeros((count, 2, n), np.uint32),
        lazy_zeros((count, 2, n, n), np.uint64),
        lazy_zeros((count, 2, n, n), np.int32),
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
        new_end_space(),
        state._replace(board=_own_board(state.board)),
        np.full(1, -1, np.int64),
        np.zeros(3, np.int64),
    )


def _own_board(board: CompiledBoard) -> CompiledBoard:
    """Return a board with arrays of its own for what plays change."""
    return board._replace(
        letters=board.letters.copy(),
        occupied=board.occupied.copy(),
        cross_sets=board.cross_sets.copy(),
        cross_scores=board.cross_scores.copy(),
        line_keys=board.line_keys.copy(),
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
    out: int  # what a point left costs


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
    frames.cleared[at] = NEVER
    frames.rest[at] = rest = np.uint32(other - reply.tiles)
    footprint(state.board, reply.move, reply.squares, frames.squares[at])
    write_place_values(own, frames.place_values[at])
    for way in range(MASKS):
        frames.masks[at, way] = 0
    play_pass(state)
    play_state(state, np.int64(frames.move[at]))
    is_made = find_lines(state, cache, 1 - side, rest, cache.all_lines, frames.other_lists)
    is_made = is_made and _note_outs(game, at, rest)
    is_made = is_made and find_lines(state, cache, side, own, cache.all_lines, frames.lists[at])
    _copy_board(state.board, frames, at)
    if frames.loaded[0] == at:
        frames.loaded[0] = -1
    undo_state(state)
    undo_pass(state)
    if is_made:
        _fill_out(game, at)
        frames.cleared[at] = cache.used[CLEARED]
    return is_made


@inline
def _copy_board(board, frames, at):
    """Keep the board at hand as that of a frame."""
    for direction in range(2):
        for line in range(board.line_keys.shape[1]):
            frames.occupied[at, direction, line] = board.occupied[direction, line]
            frames.line_keys[at, direction, line] = board.line_keys[direction, line]
            for square in range(board.line_keys.shape[1]):
                frames.letters[at, direction, line, square] = board.letters[direction, line, square]
                frames.cross_sets[at, direction, line, square] = board.cross_sets[direction, line, square]
                frames.cross_scores[at, direction, line, square] = board.cross_scores[direction, line, square]


@inline
def _load(frames, at):
    """Put the board of a frame into the position for looks."""
    if frames.loaded[0] == at:
        return
    frames.loaded[0] = at
    board = frames.after_reply.board
    for direction in range(2):
        for line in range(board.line_keys.shape[1]):
            board.occupied[direction, line] = frames.occupied[at, direction, line]
            board.line_keys[direction, line] = frames.line_keys[at, direction, line]
            for square in range(board.line_keys.shape[1]):
                board.letters[direction, line, square] = frames.letters[at, direction, line, square]
                board.cross_sets[direction, line, square] = frames.cross_sets[at, direction, line, square]
                board.cross_scores[direction, line, square] = frames.cross_scores[at, direction, line, square]


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
                number = subrack_number(play.tiles, frames.place_values[at])
                table[number] = max(table[number], play.score)


@inline
def _heads(game, entry):
    """Return how many heads a list has, which is not empty; they are found if need be."""
    cache = game.cache
    if cache.heads[entry.first] == 0:
        best_by_tiles(cache, game.frames.seen, np.int64(entry.first), np.int64(entry.count))
    return np.int64(cache.heads[entry.first])


@linked("int64")
def bound_by_reply(game, at, move, gain, leave, limit, is_closest):
    """Bound the worth of a move of the position of a frame by its reply; INF if that is above `limit`.

    The move does not end the game; `gain` are its points, `leave` what it leaves, packed.  The bound is the
    closest that the reply gives if wanted, otherwise it may be as high as `limit`, which takes less time.
    """
    state, frames = game.state, game.frames
    frames.counts[LOOKS] += 1
    side, direction, line = state.now[TURN], direction_of(move), line_of(move)
    laid = squares_laid(state.board, move)
    if frames.squares[at, direction, line] & laid != 0:
        return np.int64(INF)
    mask = np.int64(0)
    for index in range(frames.out_used[at, COUNT]):
        if frames.out_squares[at, index, direction, line] & laid == 0:
            mask |= np.int64(1) << index
    if mask == 0:
        return np.int64(INF)
    left = state.rules[OUT] * rack_value(state, side, leave)
    others = state.rules[OUT] * rack_value(state, 1 - side, frames.rest[at])
    asked = LookQuery(move, leave, mask, left, others, state.rules[OUT])
    target = limit - gain + frames.score[at]
    most = _in_tables(game, at, asked)
    if most >= FAR or most > target:
        return np.int64(INF)
    if move != PASS:
        enough = most if is_closest else target
        most = max(most, _by_new_plays(game, at, asked, enough, target))
        if most >= FAR or most > target:
            return np.int64(INF)
    return gain - frames.score[at] + most


@inline
def squares_laid(board, move):
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
    frames, number = game.frames, subrack_number(asked.leave, game.frames.place_values[at])
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
        held, step = count_of(own, kind), frames.place_values[at, kind]
        for start in range(0, count if held > 0 else 0, step * (held + 1)):
            for index in range(start + step, start + step * (held + 1)):
                within[index] = max(within[index], within[index - step])
    for kind in range(TYPES):
        held, step = count_of(own, kind), frames.place_values[at, kind]
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
        answer = best_untouched(frames, at, mask, on.direction, on.line, play.squares)
        worth = np.int64(INF)
        if answer != NO_SCORE:
            worth = play.score + game.state.rules[OUT] * play.face - answer
        tiles = subrack_number(play.tiles, frames.place_values[at])
        frames.within[tiles] = max(np.int64(frames.within[tiles]), worth)


@inline
def _by_new_plays(game, at, asked, enough, target):
    """The most that I make after a move and the reply by a play that was not there; INF if above `target`.

    Up to `enough` it may be more than that.
    """
    frames, side, state = game.frames, game.state.now[TURN], game.frames.after_reply
    frames.counts[BOARDS] += 1
    _load(frames, at)
    left = tiles_left(state, side, asked.leave)
    play_state(state, asked.move)
    most = most_through_ends(FrameContext(state, game.cache, frames), at, asked, left, enough, target)
    undo_state(state)
    return most
