"""Quick bounds on one or two tiles on the squares that a play touches, without looking up words.

    a play touches the squares at the ends of the runs it makes or lengthens:
        both ends of its main word, and of the word across each tile laid

A word that was not there before the play has a tile on one of them.  What it can score is a sum over the runs
beside it: an upper bound, cheap, and in most positions far below what is asked for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, linked
from scrabble.movegen.bits import lowest
from scrabble.movegen.cross_sets import fits
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.scoring import BINGO_BONUS, BINGO_LENGTH, NO_SCORE
from scrabble.movegen.squares import ends_around, run_ends
from scrabble.movegen.state import PLY


class TileRun(NamedTuple):
    """A run of tiles, some of them not laid yet."""

    direction: int  # along the run
    line: int
    first: int  # square; the tiles on the board before the first and behind the last one belong to it
    last: int
    points: int  # of all its tiles


class TilePair(NamedTuple):
    """Two tiles by code, 0 a blank, and what each scores alone, or NO_SCORE."""

    one: int
    other: int
    one_alone: int
    other_alone: int


class TwoTileWord(NamedTuple):
    """A word of two tiles and tiles on the board."""

    direction: int
    line: int
    here: int  # square of the one tile
    there: int  # of the other one
    points: int  # of the tiles on the board


@linked("int64")
def quick_single(board, move, code):
    """The most that the tile `code`, 0 a blank, can score on a square touched by a play not made yet, or
    NO_SCORE."""
    direction, line, first = direction_of(move), line_of(move), square_of(move)
    letters = board.letters[direction, line]
    n = letters.shape[0]
    start = first
    while start > 0 and letters[start - 1] != 0:
        start -= 1
    best, total, laid = np.int64(NO_SCORE), np.int64(0), np.int64(0)
    at = start
    while at < n and (letters[at] != 0 or laid < tiles_of(move)):
        if letters[at] != 0:
            total += board.values[letters[at]]
        else:
            points = np.int64(board.values[code_of(move, laid)])
            laid += 1
            total += points
            across = points + max(np.int64(board.cross_scores[direction, line, at]), np.int64(0))
            best = max(best, _at_ends(board, TileRun(1 - direction, at, line, line, across), code))
        at += 1
    return max(best, _at_ends(board, TileRun(direction, line, start, at - 1, total), code))


@inline
def _at_ends(board, run, code):
    """The most that a tile can score at the ends of a run, or NO_SCORE."""
    letters = board.letters[run.direction, run.line]
    n = letters.shape[0]
    start, end = run.first - 1, run.last + 1
    while start >= 0 and letters[start] != 0:
        start -= 1
    while end < n and letters[end] != 0:
        end += 1
    best = np.int64(NO_SCORE)
    if start >= 0:
        points = run.points + _points_beyond(board, letters, start, -1)
        best = max(best, _single(board, run, start, points, code))
    if end < n:
        points = run.points + _points_beyond(board, letters, end, 1)
        best = max(best, _single(board, run, end, points, code))
    return best


@inline
def _points_beyond(board, letters, square, step):
    """The points of the run of tiles beside a square of a line, on the side where `step` leads."""
    points = np.int64(0)
    at = square + step
    while at >= 0 and at < letters.shape[0] and letters[at] != 0:
        points += board.values[letters[at]]
        at += step
    return points


@inline
def _single(board, run, square, others, code):
    """The score of a tile at an end of a run, in a word with `others` points more that may be none."""
    direction, line = run.direction, run.line
    if not fits(board.cross_sets[direction, line, square], code):
        return np.int64(NO_SCORE)
    points = np.int64(board.values[code]) * board.letter_multiplier[direction, line, square]
    score = others + points
    across = np.int64(board.cross_scores[direction, line, square])
    if across >= 0:
        score += across + points
    return score * board.word_multiplier[direction, line, square]


@linked("int64")
def quick_pair(state, two):
    """The most that two tiles can make in one word on a square touched by the play just made, or NO_SCORE.

    Both in one play, or one after the other.
    """
    board, ply = state.board, state.now[PLY] - 1
    direction, line = direction_of(state.log.move[ply]), line_of(state.log.move[ply])
    laid = np.uint64(state.log.squares[ply])
    n = board.letters.shape[1]
    best = np.int64(NO_SCORE)
    start, end = run_ends(board.occupied[direction, line], lowest(laid))
    square = np.int64(-1)  # first the ends of the main word, then those of the word across each tile laid
    while True:
        for place in (start, end):
            if place < 0 or place >= n:
                continue
            own, at = (line, place) if square < 0 else (place, square)
            for way in (direction, 1 - direction):
                best = max(best, _pair_at(board, way, own, at, two))
                own, at = at, own
        if laid == 0:
            return best + _bonus_of_two(state) if best >= 0 else best
        square = lowest(laid)
        laid &= laid - np.uint64(1)
        start, end = run_ends(board.occupied[1 - direction, square], line)


@inline
def _bonus_of_two(state):
    """Return the bonus of a play of two tiles; 0 under the usual rules."""
    return state.rules[BINGO_BONUS] if state.rules[BINGO_LENGTH] <= 2 else np.int64(0)


@inline
def _pair_at(board, direction, line, square, two):
    """The most that two tiles can make on a line, one of them on `square`, the other at an end of its run."""
    cross_sets, letters = board.cross_sets[direction, line], board.letters[direction, line]
    one_fits, other_fits = fits(cross_sets[square], two.one), fits(cross_sets[square], two.other)
    best = np.int64(NO_SCORE)
    if not one_fits and not other_fits:
        return best
    start, end = ends_around(board.occupied[direction, line], square)
    beside = _points_beyond(board, letters, square, -1) + _points_beyond(board, letters, square, 1)
    for there in (start, end):
        if there < 0 or there >= letters.shape[0]:
            continue
        is_one_here = one_fits and fits(cross_sets[there], two.other)
        is_other_here = other_fits and fits(cross_sets[there], two.one)
        if not is_one_here and not is_other_here:
            continue
        points = beside + _points_beyond(board, letters, there, -1 if there < square else 1)
        if is_one_here:
            best = max(best, _pair_score(board, TwoTileWord(direction, line, square, there, points), two))
        if is_other_here:  # the tiles change places
            best = max(best, _pair_score(board, TwoTileWord(direction, line, there, square, points), two))
    return best


@inline
def _pair_score(board, word, two):
    """The best total of two tiles in a word, `one` of them on the square `here`, `other` on `there`."""
    direction, line, here, there, points = word
    one_value, other_value = np.int64(board.values[two.one]), np.int64(board.values[two.other])
    one_points = one_value * board.letter_multiplier[direction, line, here]
    other_points = other_value * board.letter_multiplier[direction, line, there]
    one_times = np.int64(board.word_multiplier[direction, line, here])
    other_times = np.int64(board.word_multiplier[direction, line, there])
    one_cross, other_cross = np.int64(0), np.int64(0)
    if board.cross_scores[direction, line, here] >= 0:
        one_cross = (one_points + board.cross_scores[direction, line, here]) * one_times
    if board.cross_scores[direction, line, there] >= 0:
        other_cross = (other_points + board.cross_scores[direction, line, there]) * other_times
    best = (points + one_points + other_points) * one_times * other_times + one_cross + other_cross
    if two.one_alone >= 0:
        best = max(best, two.one_alone + (points + one_value + other_points) * other_times + other_cross)
    if two.other_alone >= 0:
        best = max(best, two.other_alone + (points + one_points + other_value) * one_times + one_cross)
    return best
