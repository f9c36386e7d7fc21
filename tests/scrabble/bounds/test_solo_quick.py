"""Bounds without the lexicon: no tile, and no two in one word, ever make more on what a play touches.

A bound that is too low does harm on few boards only, so each is compared with its definition, too.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scrabble.movegen.scoring import NO_SCORE
from tests.doors import bounds
from tests.oracles import definitions, naive
from tests.worlds.play_by_play import Case, cases, squares_laid

MANY = pytest.param(200, marks=pytest.mark.slow)
# how often each must have been met, in 50 worlds
ENOUGH = {"single": 800, "single, tight": 100, "pair at once": 400, "one by one": 400, "pair, tight": 8}


def enough(said: Counter[str], kinds: tuple[str, ...], worlds: int) -> None:
    """Each of these was met, and often for so many worlds."""
    assert not {what: said[what] for what in kinds if said[what] < ENOUGH[what] * worlds / 50}, said


@pytest.mark.parametrize("worlds", [25, MANY])
def test_one_tile_makes_no_more_on_a_touched_square(worlds: int) -> None:
    said: Counter[str] = Counter()
    for case in cases(2 * worlds):
        for text in sorted(case.own)[::3]:
            board, _ = case.after(text)
            ends, move = definitions.touched(board, squares_laid(text)), np.int64(case.number(text))
            for _, sign, code in case.types(0) + case.types(1):
                most = bounds.quick_single(case.state.board, move, np.int64(code))
                found = definitions.quick_single(
                    case.world.game, case.world.board, board, squares_laid(text), sign
                )
                assert most == (NO_SCORE if found is None else found), (case.world, text, sign)
                for play, score in naive.plays(case.world.game, board, sign).items():
                    if squares_laid(play) <= ends:
                        assert score <= most, (case.world, text, play)
                        said["single"] += 1
                        said["single, tight"] += score == most
    enough(said, ("single", "single, tight"), worlds)


@pytest.mark.parametrize("worlds", [40, MANY])
def test_two_tiles_make_no_more_in_a_word_on_a_touched_square(worlds: int) -> None:
    said: Counter[str] = Counter()
    bonus = {"bingo_length": 2, "bingo_bonus": 40}
    for case in [*cases(2 * worlds, first=100, tiles=4), *cases(worlds, first=150, tiles=4, **bonus)]:
        for text in sorted(case.own):
            board, rest = case.after(text)
            if len(rest) == 2:
                _check_pair(case, text, board, rest, said)
    enough(said, ("pair at once", "one by one", "pair, tight"), worlds)


def _check_pair(case: Case, text: str, board: naive.Board, rest: str, said: Counter[str]) -> None:
    game, codes = case.world.game, {sign: code for _, sign, code in case.types(0)}
    alone = [max(naive.plays(game, board, sign).values(), default=NO_SCORE) for sign in rest]
    numbers = [codes[sign] for sign in rest] + alone
    most = bounds.quick_pair(case.state, np.int64(case.number(text)), *map(np.int64, numbers))
    found = definitions.quick_pair(game, board, squares_laid(text), rest, alone)
    assert most == (NO_SCORE if found is None else found), (case.world, text, rest)
    ends, best = definitions.touched(board, squares_laid(text)), NO_SCORE
    for play, score in naive.plays(game, board, rest).items():
        if len(squares_laid(play)) == 2:
            if squares_laid(play) & ends:
                said["pair at once"] += 1
                best = max(best, score)
            continue
        later, last = naive.apply(board, rest, play)
        for second, more in naive.plays(game, later, last).items():
            if (squares_laid(play) | squares_laid(second)) & ends and _is_one_word(later, play, second):
                said["one by one"] += 1
                best = max(best, score + more)
    assert best <= most, (case.world, text, rest, best, most)
    said["pair, tight"] += best == most > NO_SCORE


def _is_one_word(board: naive.Board, first: str, second: str) -> bool:
    """Return whether a word through the second tile contains the first one, which lies on the board."""
    [(row, column)], [(last_row, last_column)] = squares_laid(first), squares_laid(second)
    if row == last_row:
        between = board[row][min(column, last_column) + 1 : max(column, last_column)]
    elif column == last_column:
        rows = range(min(row, last_row) + 1, max(row, last_row))
        between = "".join(board[each][column] for each in rows)
    else:
        return False
    return naive.EMPTY not in between
