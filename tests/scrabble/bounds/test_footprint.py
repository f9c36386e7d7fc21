"""Footprints: a play without another tile in it keeps its score and stays legal (bounds/README.md, T3)."""

from __future__ import annotations

import numpy as np
import pytest

from scrabble.bounds.line_replies import footprint
from scrabble.certificate import game as certificate_game
from scrabble.certificate.rulebook import Rulebook
from scrabble.game import cgp
from scrabble.game.move import parse_move
from tests.doors import kernels
from tests.doors.bridge import enable, position_of, samples
from tests.oracles import definitions
from tests.scrabble.certificate.test_rules import dotted
from tests.static_bounds import untouched
from tests.worlds.mini import mini_world
from tests.worlds.play_by_play import cases, squares_laid, squares_of


@pytest.mark.parametrize("seed", range(20))
def test_untouched_plays_stay(seed: int) -> None:
    """On random small worlds, through all pairs of plays."""
    untouched(*position_of(mini_world(seed, size=5 + 2 * (seed % 2), tiles=3)), most=60)


def test_untouched_plays_stay_on_a_real_board() -> None:
    """The same on real endgames; most plays do not meet."""
    for sample in samples()[:3]:
        position = cgp.loads(sample["cgp"])
        if all(len(rack) <= 7 for rack in position.rack_codes):
            assert untouched(position, enable(), most=25) > 100


@pytest.mark.parametrize("worlds", [30, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", [5, 7])
def test_the_squares_are_those_of_the_definition(size: int, worlds: int) -> None:
    """In the search, for bounds by replies and for certificates, which have code of their own."""
    compared = on_the_edge = 0
    for case in cases(worlds, first=69, tiles=4, size=size):
        masks = np.zeros((2, size), np.uint32)
        book = Rulebook(case.position, case.world.game.words)
        rules, board = book.game, book.start.board
        plays = {book.notation.text(board, play): play for play, _ in book.plays.of(board, book.start.mine)}
        for text in case.own:
            laid, move = squares_laid(text), parse_move(text, case.position)
            expected = definitions.footprint(case.after(text)[0], laid)
            lines = {square[text[0].isalpha()] for square in laid}
            squares = sum(1 << square[not text[0].isalpha()] for square in laid)
            assert len(lines) == 1
            kernels.mark(case.state.board, np.int64(case.number(text)), np.uint32(squares), masks)
            assert squares_of(masks) == expected, (case.world, text)
            assert squares_of(masks[::-1]) == {(row, col) for col, row in expected}, (case.world, text)
            assert footprint(case.position, move) == expected, (case.world, text)
            play = plays[dotted(text)]
            found = certificate_game.footprint(rules, board, play)
            assert {divmod(square, size) for square in found} == expected, (case.world, text)
            compared += 1
            on_the_edge += any({0, size - 1} & set(square) for square in expected)
    assert compared > 20 * worlds // 3 and on_the_edge > 10 * worlds // 3
