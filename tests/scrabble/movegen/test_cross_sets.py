"""Cross-sets and cross-scores of every square, against the words across it spelt out by the oracle."""

from __future__ import annotations

import numpy as np
import pytest

from scrabble.movegen.cross_sets import ACROSS, DOWN, NO_WORD
from scrabble.movegen.word_table import BLANK
from tests.oracles import naive
from tests.worlds.play_by_play import Case, cases

ENOUGH = {"squares": 400, "closed": 300}


def letters_of(mask: int, case: Case) -> set[str]:
    """The letters of a cross-set."""
    alphabet = case.position.alphabet
    return {alphabet.decode(bytes([code])) for code in range(1, alphabet.size + 1) if mask >> code & 1}


def letters_in_hand(case: Case) -> set[str]:
    """The letters that somebody can lay; a blank can be any."""
    held = set("".join(case.world.racks))
    return set(case.world.game.values) if naive.BLANK in held else held


@pytest.mark.parametrize(("size", "worlds"), [(5, 115), (7, 80)])
def test_what_may_go_on_each_square_and_what_it_is_worth(size: int, worlds: int) -> None:
    said = dict.fromkeys(ENOUGH, 0)
    for case in cases(worlds, first=18, size=size):
        game, board, kernels_board = case.world.game, case.world.board, case.state.board
        held = letters_in_hand(case)
        for row, col in np.ndindex(size, size):
            if board[row][col] != naive.EMPTY:
                continue
            for down in (False, True):
                place = (DOWN, col, row) if down else (ACROSS, row, col)
                allowed = naive.cross_set(game, board, row, col, down) & held
                found = letters_of(int(kernels_board.cross_sets[place]), case)
                assert found & held == allowed, (case.world, row, col, down)
                score = naive.cross_score(game, board, row, col, down)
                stated = int(kernels_board.cross_scores[place])
                if allowed and score is not None:
                    assert stated == score, (case.world, row, col, down)
                    said["squares"] += 1
                else:  # a score that nobody can make is kept as 0
                    assert stated == (NO_WORD if score is None else 0), (case.world, row, col, down)
                    said["closed"] += not allowed
    assert all(said[what] >= count for what, count in ENOUGH.items()), said


def test_the_letters_of_both_directions_are_one_board() -> None:
    for case in cases(10):
        letters = case.state.board.letters
        np.testing.assert_array_equal(letters[ACROSS], letters[DOWN].T)
        np.testing.assert_array_equal(letters[ACROSS], case.position.squares)
        points = [case.state.board.values[code] for code in range(1, case.position.alphabet.size + 1)]
        assert points == list(case.position.alphabet.values[1:])
        assert not case.state.board.values[BLANK:].any()
