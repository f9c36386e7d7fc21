"""Points: every kernel that scores a play, by the rules as they are.

bstar knows none of this; the rules of a game are one array, indexed by the names below.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inline
from scrabble.movegen.cross_sets import fits
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of, tiles_of

BINGO_LENGTH, BINGO_BONUS, OUT, LOSS, ZEROS_AFTER_PLAY, ZERO_IS_SCORELESS = range(6)  # indices into `rules`
NO_SCORE = -1  # of a play there is none of: no score is below 0


@inline
def score_of(state, move):
    """The points of a play, bonus included: the rules as they are, without the move generator."""
    board = state.board
    direction, line, square = direction_of(move), line_of(move), square_of(move)
    squares = board.letters[direction, line]
    n = squares.shape[0]
    start = square
    while start > 0 and squares[start - 1] != 0:
        start -= 1
    main, crosses, multiplier, laid = np.int64(0), np.int64(0), np.int64(1), np.int64(0)
    length = np.int64(0)
    at = start
    while at < n and (squares[at] != 0 or laid < tiles_of(move)):
        length += 1
        if squares[at] != 0:
            main += board.values[squares[at]]
        else:
            points = board.values[code_of(move, laid)] * board.letter_multiplier[direction, line, at]
            laid += 1
            main += points
            multiplier *= board.word_multiplier[direction, line, at]
            if board.cross_scores[direction, line, at] >= 0:
                crosses += (points + board.cross_scores[direction, line, at]) * board.word_multiplier[
                    direction, line, at
                ]
        at += 1
    bonus = state.rules[BINGO_BONUS] if tiles_of(move) >= state.rules[BINGO_LENGTH] else np.int64(0)
    return main * multiplier + crosses + bonus


@inline
def single_score(board, code, row, column):
    """The score of one tile on an empty square, or NO_SCORE if it cannot be played there.

    `code` is a letter, a blank that stands for a letter, or 0, a blank that may stand for any.
    """
    down_sum, across_sum = board.cross_scores[0, row, column], board.cross_scores[1, column, row]
    if down_sum < 0 and across_sum < 0:
        return np.int64(NO_SCORE)
    if not fits(board.cross_sets[0, row, column] & board.cross_sets[1, column, row], code):
        return np.int64(NO_SCORE)
    points = np.int64(board.values[code]) * board.letter_multiplier[0, row, column]
    score = np.int64(0)
    if down_sum >= 0:
        score += points + down_sum
    if across_sum >= 0:
        score += points + across_sum
    return score * board.word_multiplier[0, row, column]
