"""Moves as numbers: what is packed comes back, from Python and in kernels, and in one way only."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.movegen.packed_move import CODE_BITS, MOST_LAID, PASS, placement
from tests.doors import bounds
from tests.worlds.play_by_play import cases, squares_laid

CODES = st.lists(st.integers(1, 127), min_size=1, max_size=MOST_LAID)
SQUARES = st.integers(0, 30)


@settings(deadline=None)
@given(st.integers(0, 1), SQUARES, SQUARES, CODES)
def test_every_part_comes_back(direction: int, line: int, square: int, codes: list[int]) -> None:
    letters = sum(code << CODE_BITS * at for at, code in enumerate(codes))
    number = bounds.packed(*map(np.int64, (direction, line, square, len(codes), letters)))
    assert placement(int(number)) == (direction, line, square, tuple(codes))
    assert bounds.move_parts(np.int64(number)) == (len(codes), direction, line, square, codes[0])


def test_a_pass_lays_nothing() -> None:
    assert placement(PASS) == (0, 0, 0, ())
    assert bounds.move_parts(np.int64(PASS))[0] == 0


def test_real_moves_lie_where_their_text_says() -> None:
    for case in cases(20):
        numbers = {text: case.number(text) for text in case.own}
        assert len(set(numbers.values())) == len(numbers)
        for text, number in numbers.items():
            direction, line, square, codes = placement(number)
            first = (square, line) if direction else (line, square)
            assert len(codes) == len(squares_laid(text)) and min(squares_laid(text)) == first, text
