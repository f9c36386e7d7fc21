"""Moves: reading, writing, the one form of a one-tile play, and texts that are not moves."""

import numpy as np
import pytest

from scrabble.game import cgp
from scrabble.game.move import PASS, Move, canonical, move_text, parse_move, word_through
from scrabble.game.position import Position


@pytest.fixture
def position() -> Position:
    # row 8: . . . . . . C a T . .   and S below the T: row 9
    return cgp.loads("15/15/15/15/15/15/15/6CaT6/8S6/15/15/15/15/15/15 AEINRS?/ 0/0 0 lex ENABLE;")


def test_what_a_move_holds(position: Position) -> None:
    move = parse_move("G8 (C)AsE", position)
    assert move == Move(7, 6, True, bytes([0, 1, 64 + 19, 5]))
    assert move.squares == [(7, 6), (8, 6), (9, 6), (10, 6)]
    assert move.placed == [(8, 6, 1), (9, 6, 83), (10, 6, 5)]
    assert move.step == (1, 0)
    assert not move.is_pass
    assert Move() == PASS
    assert PASS.is_pass and not parse_move("-A", position).is_pass
    assert PASS.squares == []
    assert PASS.placed == []
    assert {PASS: 1}[parse_move("pass", position)] == 1


def test_tiles_of_several_letters() -> None:
    spanish = cgp.loads("15/15/15/15/15/15/15/6[CH]O7/15/15/15/15/15/15/15 ACN[LL]/ 0/0 0 ld spanish;")
    for text in ("8G [CH]ON", "8G ..N", "8G ([CH]O)N"):
        assert move_text(parse_move(text, spanish), spanish) == "8G ([CH]O)N"
    assert move_text(parse_move("H8 .[ll]A", spanish), spanish) == "H8 (O)[ll]A"


def test_words_through_a_square(position: Position) -> None:
    assert word_through(position.squares, 7, 9, down=False) == (7, 6, 4)
    assert word_through(position.squares, 6, 8, down=True) == (6, 8, 3)
    assert word_through(position.squares, 0, 0, down=True) == (0, 0, 1)
    assert word_through(position.squares, 14, 14, down=False) == (14, 14, 1)


@pytest.mark.parametrize(
    ("forms", "text"),
    [
        # one tile that makes words both ways: across
        ([Move(8, 7, False, bytes([1, 0])), Move(7, 7, True, bytes([0, 1]))], "9H A(S)"),
        # only a word down, only a word across
        ([Move(6, 8, True, bytes([1, 0, 0])), Move(6, 8, False, bytes([1]))], "I7 A(TS)"),
        ([Move(7, 6, False, bytes([0, 0, 0, 19])), Move(7, 9, True, bytes([19]))], "8G (CaT)S"),
        # no word at all
        ([Move(0, 0, False, bytes([1])), Move(0, 0, True, bytes([1]))], "1A A"),
    ],
)
def test_one_tile_plays_have_one_form(position: Position, forms: list[Move], text: str) -> None:
    [move] = {canonical(form, position.squares) for form in forms}
    assert move_text(move, position) == text
    assert canonical(move, position.squares) == move


def test_other_moves_are_canonical(position: Position) -> None:
    for move in (PASS, parse_move("G8 .AsE", position), parse_move("-EA", position)):
        assert canonical(move, position.squares) == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move(14, 14, False, bytes([1, 0, 2])), "15O A(.)B"),
        (Move(-1, 30, True, bytes([1])), "(31)0 A"),
        (Move(0, 0, False, bytes([0, 1])), "1A (.)A"),
    ],
)
def test_a_move_that_does_not_fit_can_be_written(position: Position, move: Move, text: str) -> None:
    assert move_text(move, position) == text


def test_the_board_is_left_alone(position: Position) -> None:
    before = position.squares.copy()
    canonical(parse_move("9H A.", position), position.squares)
    assert np.array_equal(position.squares, before)
