"""The best total of two tiles on one line: both in one play, or one after the other in one word.

The word of the second tile then holds both tiles on one line, so it is the main word of a play of the pair
on that line, and the first tile must be playable alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline
from scrabble.movegen.bits import lowest
from scrabble.movegen.cross_sets import ACROSS
from scrabble.movegen.packed_move import code_of, direction_of, line_of
from scrabble.movegen.scoring import single_score

NO_PAIR = -(1 << 20)  # below every total, even with the points of an end added


class PlacedTile(NamedTuple):
    """A tile laid on a line."""

    square: int
    code: int


@inline
def best_of_pair(board, plays, first, count, pair):
    """The best total of the two tiles of `pair` on one line, whose plays are given; NO_PAIR if none."""
    best = np.int64(NO_PAIR)
    for number in range(first, first + count):
        play = plays[number]
        if play.tiles == pair:
            best = max(best, np.int64(play.score), one_by_one(board, play.move, play.squares))
    return best


@inline
def one_by_one(board, move, squares):
    """The best total of the two tiles of a play laid one after the other, in one word.

    Either tile may come first if it can be played alone; if neither can, the answer is NO_PAIR.
    """
    direction, line = direction_of(move), line_of(move)
    first = lowest(np.uint64(squares))
    second = lowest(np.uint64(squares) & (np.uint64(squares) - np.uint64(1)))
    best = np.int64(NO_PAIR)
    for turn in range(2):
        early_square, late_square = (first, second) if turn == 0 else (second, first)
        early = PlacedTile(early_square, code_of(move, np.int64(turn)))
        late = PlacedTile(late_square, code_of(move, np.int64(1 - turn)))
        row, column = (line, early.square) if direction == ACROSS else (early.square, line)
        alone = single_score(board, early.code, row, column)
        if alone >= 0:
            best = max(best, alone + _late_score(board, direction, line, early, late))
    return best


@inline
def _late_score(board, direction, line, early, late):
    """The score of a tile on a line where another one lies already that was laid before."""
    total = _points_beside(board, board.letters[direction, line], early, late.square, -1)
    total += _points_beside(board, board.letters[direction, line], early, late.square, 1)
    points = np.int64(board.values[late.code]) * board.letter_multiplier[direction, line, late.square]
    total += points
    if board.cross_scores[direction, line, late.square] >= 0:
        total += points + board.cross_scores[direction, line, late.square]
    return total * board.word_multiplier[direction, line, late.square]


@inline
def _points_beside(board, letters, early, square, step):
    """The points of the tiles beside a square, on the side where `step` leads, the early one among them."""
    points = np.int64(0)
    at = square + step
    while at >= 0 and at < letters.shape[0] and (letters[at] != 0 or at == early.square):
        points += board.values[early.code] if at == early.square else board.values[letters[at]]
        at += step
    return points
