"""What one or two tiles can make on the squares that a play touches, without a look at the lexicon.

    a play touches the squares at the ends of the runs it makes or lengthens:
        both ends of its main word, and of the word across each tile laid

A word that was not there before the play has a tile on one of them.  What it can score is a sum over the runs
beside it: an upper bound, cheap, and in most positions far below what is asked for.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner
from scrabble.movegen.bits import lowest
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.scoring import NOTHING
from scrabble.movegen.squares import run_ends
from scrabble.movegen.state import PLY
from scrabble.movegen.word_prune import BLANK


@inner
def rough_single(board, move, code):
    """The most that the tile `code`, 0 a blank, can score on a square touched by a play not made yet, or
    NOTHING."""
    direction, line, first = direction_of(move), line_of(move), square_of(move)
    letters = board.letters[direction, line]
    n = letters.shape[0]
    start = first
    while start > 0 and letters[start - 1] != 0:
        start -= 1
    best, total, laid = np.int64(NOTHING), np.int64(0), np.int64(0)
    at = start
    while at < n and (letters[at] != 0 or laid < tiles_of(move)):
        if letters[at] != 0:
            total += board.values[letters[at]]
        else:
            points = np.int64(board.values[code_of(move, laid)])
            laid += 1
            total += points
            run = points + max(np.int64(board.cross_scores[direction, line, at]), np.int64(0))
            best = max(best, _at_ends(board, direction, at, line, line, run, code))
        at += 1
    return max(best, _at_ends(board, 1 - direction, line, start, at - 1, total, code))


@inner
def _at_ends(board, direction, line, first, last, run, code):
    """The most that a tile can score at the ends of a run that lies across `direction`: on its line `line`,
    through the squares `first` to `last` at least, worth `run` points in all."""
    letters = board.letters[1 - direction, line]
    n = letters.shape[0]
    start, end = first - 1, last + 1
    while start >= 0 and letters[start] != 0:
        start -= 1
    while end < n and letters[end] != 0:
        end += 1
    best = np.int64(NOTHING)
    if start >= 0:
        total, at = run, start - 1
        while at >= 0 and letters[at] != 0:
            total += board.values[letters[at]]
            at -= 1
        best = max(best, _single(board, direction, start, line, total, code))
    if end < n:
        total, at = run, end + 1
        while at < n and letters[at] != 0:
            total += board.values[letters[at]]
            at += 1
        best = max(best, _single(board, direction, end, line, total, code))
    return best


@inner
def _single(board, direction, line, square, total, code):
    """The score of a tile that makes a word with `total` points across `direction`, legal or not."""
    mask = board.cross_sets[1 - direction, square, line]
    if code == 0:
        if mask == 0:
            return np.int64(NOTHING)
    elif (mask >> np.uint64(code & (BLANK - 1))) & np.uint64(1) == 0:
        return np.int64(NOTHING)
    points = np.int64(board.values[code]) * board.letter_multiplier[direction, line, square]
    score = total + points
    along = np.int64(board.cross_scores[1 - direction, square, line])
    if along >= 0:
        score += along + points
    return score * board.word_multiplier[direction, line, square]


@inner
def rough_pair(state, one, other, one_alone, other_alone):
    """The most that two tiles can make in one word on a square touched by the play just made, or NOTHING.

    Both in one play, or one after the other; `one_alone` and `other_alone` are what they score alone, or
    NOTHING.
    """
    board, ply = state.board, state.now[PLY] - 1
    direction, line = direction_of(state.log.move[ply]), line_of(state.log.move[ply])
    laid = np.uint64(state.log.squares[ply])
    n = board.letters.shape[1]
    best = np.int64(NOTHING)
    start, end = run_ends(board.letters[direction, line], lowest(laid))
    square = np.int64(-1)  # first the ends of the main word, then those of the word across each tile laid
    while True:
        for place in (start, end):
            if place < 0 or place >= n:
                continue
            own, at = (line, place) if square < 0 else (place, square)
            for way in (direction, 1 - direction):
                best = max(best, _pair_at(board, way, own, at, one, other, one_alone, other_alone))
                own, at = at, own
        if laid == 0:
            return best
        square = lowest(laid)
        laid &= laid - np.uint64(1)
        start, end = run_ends(board.letters[1 - direction, square], line)


@inner
def _fits(board, direction, line, square, code):
    mask = board.cross_sets[direction, line, square]
    if code == 0:
        return mask != 0
    return (mask >> np.uint64(code & (BLANK - 1))) & np.uint64(1) != 0


@inner
def _pair_at(board, direction, line, square, one, other, one_alone, other_alone):
    """The most that two tiles can make on a line, one of them on `square`."""
    one_fits = _fits(board, direction, line, square, one)
    other_fits = _fits(board, direction, line, square, other)
    best = np.int64(NOTHING)
    if not one_fits and not other_fits:
        return best
    letters = board.letters[direction, line]
    n = letters.shape[0]
    beside = np.int64(0)
    left = square - 1
    while left >= 0 and letters[left] != 0:
        beside += board.values[letters[left]]
        left -= 1
    right = square + 1
    while right < n and letters[right] != 0:
        beside += board.values[letters[right]]
        right += 1
    for place in (left, right):
        if place < 0 or place >= n:
            continue
        is_one_here = one_fits and _fits(board, direction, line, place, other)
        is_other_here = other_fits and _fits(board, direction, line, place, one)
        if not is_one_here and not is_other_here:
            continue
        run = beside
        step = -1 if place == left else 1
        at = place + step
        while at >= 0 and at < n and letters[at] != 0:
            run += board.values[letters[at]]
            at += step
        if is_one_here:
            best = max(
                best,
                _pair_score(board, direction, line, square, place, run, one, other, one_alone, other_alone),
            )
        if is_other_here:
            best = max(
                best,
                _pair_score(board, direction, line, square, place, run, other, one, other_alone, one_alone),
            )
    return best


@inner
def _pair_score(board, direction, line, here, there, run, one, other, one_alone, other_alone):
    """The best total of `one` on the square `here` and `other` on `there`, in a word of `run` points more."""
    one_value, other_value = np.int64(board.values[one]), np.int64(board.values[other])
    one_points = one_value * board.letter_multiplier[direction, line, here]
    other_points = other_value * board.letter_multiplier[direction, line, there]
    one_times = np.int64(board.word_multiplier[direction, line, here])
    other_times = np.int64(board.word_multiplier[direction, line, there])
    one_cross, other_cross = np.int64(0), np.int64(0)
    if board.cross_scores[direction, line, here] >= 0:
        one_cross = (one_points + board.cross_scores[direction, line, here]) * one_times
    if board.cross_scores[direction, line, there] >= 0:
        other_cross = (other_points + board.cross_scores[direction, line, there]) * other_times
    best = (run + one_points + other_points) * one_times * other_times + one_cross + other_cross
    if one_alone >= 0:
        best = max(best, one_alone + (run + one_value + other_points) * other_times + other_cross)
    if other_alone >= 0:
        best = max(best, other_alone + (run + one_points + other_value) * one_times + one_cross)
    return best
