"""What two tiles can make on one line: both in one play, or one after the other in one word.

The word of the second tile then holds both tiles on one line, so it is the main word of a play of the pair
on that line, and the first tile must be playable alone.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner
from scrabble.movegen.bits import lowest
from scrabble.movegen.packed_move import code_of, direction_of, line_of
from scrabble.movegen.scoring import single_score

NO_PAIR = -(1 << 20)


@inner
def best_of_pair(board, plays, first, count, pair):
    """The best total of the two tiles of `pair` on one line, whose plays are given; NO_PAIR if none."""
    best = np.int64(NO_PAIR)
    for number in range(first, first + count):
        play = plays[number]
        if play.tiles == pair:
            best = max(best, np.int64(play.score), _one_by_one(board, play.move, play.squares))
    return best


@inner
def _one_by_one(board, move, squares):
    """The best total of the two tiles of a play laid one after the other, in one word.

    Either tile may come first if it can be played alone; if neither can, the answer is NO_PAIR.
    """
    direction, line = direction_of(move), line_of(move)
    first = lowest(np.uint64(squares))
    second = lowest(np.uint64(squares) & (np.uint64(squares) - np.uint64(1)))
    best = np.int64(NO_PAIR)
    for turn in range(2):
        early, late = (first, second) if turn == 0 else (second, first)
        early_code, late_code = code_of(move, np.int64(turn)), code_of(move, np.int64(1 - turn))
        alone = (
            single_score(board, early_code, line, early)
            if direction == 0
            else single_score(board, early_code, early, line)
        )
        if alone >= 0:
            best = max(
                best, alone + _second_score(board, direction, line, early, early_code, late, late_code)
            )
    return best


@inner
def _second_score(board, direction, line, early, early_code, late, late_code):
    """The score of the tile on square `late` of a line when the other one lies on `early` already."""
    letters = board.letters[direction, line]
    n = letters.shape[0]
    total = np.int64(0)
    at = late - 1
    while at >= 0 and (letters[at] != 0 or at == early):
        total += board.values[early_code] if at == early else board.values[letters[at]]
        at -= 1
    at = late + 1
    while at < n and (letters[at] != 0 or at == early):
        total += board.values[early_code] if at == early else board.values[letters[at]]
        at += 1
    points = np.int64(board.values[late_code]) * board.letter_multiplier[direction, line, late]
    total += points
    if board.cross_scores[direction, line, late] >= 0:
        total += points + board.cross_scores[direction, line, late]
    return total * board.word_multiplier[direction, line, late]
