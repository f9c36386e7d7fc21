"""The parts of the solo bounds, one by one, as tests call them: small kernels, quick to compile."""

from __future__ import annotations

import numpy as np

from bstar.jit import kernel
from scrabble.bounds import one_tile, reach, solo, solo_joined, solo_quick
from scrabble.bounds.solo_game import SoloContext, SoloQuery, leave_after
from scrabble.movegen.packed_move import code_of as _code_of
from scrabble.movegen.packed_move import direction_of as _direction_of
from scrabble.movegen.packed_move import line_of as _line_of
from scrabble.movegen.packed_move import pack as _pack
from scrabble.movegen.packed_move import square_of as _square_of
from scrabble.movegen.packed_move import tiles_of as _tiles_of
from scrabble.movegen.scoring import single_score as _single_score
from scrabble.movegen.squares import PlacedSquares
from scrabble.movegen.state import PLY, TURN, play_pass, play_state, undo_pass, undo_state
from scrabble.solver.games import lone_replies, replies, reply_frames
from scrabble.solver.games.replies import ReplyContext
from scrabble.solver.games.reply_frames import FrameContext


@kernel
def single_score(board, code, row, column):
    """The score of one tile on an empty square, or NO_SCORE."""
    return _single_score(board, code, row, column)


@kernel
def best_single(state, singles, side, kind):
    """The best score of a tile type on the board as it is, or NO_SCORE."""
    return one_tile.best_single(state, singles, side, kind)


@kernel
def best_single_after(state, singles, side, kind, move):
    """The same after a move of the side on turn, which is taken back."""
    one_tile.list_singles(state, singles, side, kind)
    play_state(state, move)
    one_tile.note_touched(state, singles)
    best = one_tile.best_after_play(state, singles, side, kind)
    undo_state(state)
    return best


@kernel
def value_of_last_pair(zeros_left, own_out, other_out, own_stop):
    """The value of one tile against one."""
    return one_tile.value_of_last_pair(zeros_left, own_out, other_out, own_stop)


@kernel
def quick_single(board, move, code):
    """What a tile scores at most on a square touched by a play not made yet."""
    return solo_quick.quick_single(board, move, code)


@kernel
def quick_pair(state, move, one, other, one_alone, other_alone):
    """What two tiles make at most in one word on a square touched by a move, which is taken back."""
    play_state(state, move)
    most = solo_quick.quick_pair(state, solo_quick.TilePair(one, other, one_alone, other_alone))
    undo_state(state)
    return most


@kernel
def solo_bound(state, cache, workspace, side, move, score, limit):
    """Bounds on what a move of `side` and its last one to six tiles make: (lower, upper)."""
    return solo.solo_bound(SoloContext(state, cache, workspace), side, move, score, limit)


@kernel
def joined_row(state, cache, workspace, side, tiles, move):
    """The row of what three tiles of a side make joined to a move of the side on turn, or -1."""
    game, asked = SoloContext(state, cache, workspace), SoloQuery(side, tiles, np.int64(0), np.int64(0))
    solo_joined.note_kinds(workspace.joined, tiles)
    solo._make_again(game, asked, solo_joined.TILES, move)
    is_waiting = state.now[TURN] != side
    if is_waiting:
        play_pass(state)
    row = solo._joined_row(game, asked, move)
    if is_waiting:
        undo_pass(state)
    undo_state(state)
    return row


@kernel
def mark_reach(state, marks, tiles, move, letters):
    """Mark what plays with `tiles` tiles reach of a move: marks[left] is for those that leave so many."""
    play_state(state, move)
    squares = state.log.squares[state.now[PLY] - 1]
    laid = PlacedSquares(_direction_of(move), _line_of(move), squares)
    reach.mark_reach(state.board, marks, tiles, laid, letters)
    undo_state(state)


@kernel
def move_parts(move):
    """Tiles laid, direction, line, square of the first one, and its code."""
    return (
        _tiles_of(move),
        _direction_of(move),
        _line_of(move),
        _square_of(move),
        _code_of(move, np.int64(0)),
    )


@kernel
def packed(direction, line, square, tiles, letters):
    """The number of a move."""
    return _pack(direction, line, square, tiles, letters)


@kernel
def reply_number(state, cache, known, move):
    """The number in the pool of plays of a move of the other side, or -1 if it can refute nothing."""
    return replies._play_of(ReplyContext(state, cache, known), move)


@kernel
def make_frame(state, cache, frames, at, number):
    """Make the frame of a reply; False if it bounds nothing."""
    return reply_frames.make_frame(FrameContext(state, cache, frames), at, number)


@kernel
def bound_by_reply(state, cache, frames, at, move, gain, limit, is_closest):
    """Bound the worth of a move by the reply of a frame."""
    leave = leave_after(state, state.now[TURN], move)
    context = FrameContext(state, cache, frames)
    return reply_frames.bound_by_reply(context, at, move, gain, leave, limit, is_closest)


@kernel
def bound_by_replies(state, cache, known, move, gain, limit, most):
    """Bound the worth of a move by one of the best replies."""
    leave = leave_after(state, state.now[TURN], move)
    return replies.bound_by_replies(ReplyContext(state, cache, known), move, gain, leave, limit, most)


@kernel
def bound_by_lone_reply(state, cache, workspace, known, move, gain, limit):
    """Bound the worth of a play by the best reply that leaves one tile which fits nowhere."""
    leave, game = leave_after(state, state.now[TURN], move), SoloContext(state, cache, workspace)
    return lone_replies.bound_by_lone_reply(game, known, move, gain, leave, limit)
