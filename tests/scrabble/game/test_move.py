"""Moves: reading, writing, the one form of a one-tile play, and texts that are not moves."""

import numpy as np
import pytest

from scrabble.game import cgp
from scrabble.game.move import PASS, IllegalMoveError, Move, canonical, move_text, parse_move, word_through
from scrabble.game.position import Position


@pytest.fixture
def position() -> Position:
    # row 8: . . . . . . C a T . .   and S below the T: row 9
    return cgp.loads("15/15/15/15/15/15/15/6CaT6/8S6/15/15/15/15/15/15 AEINRS?/ 0/0 0 lex ENABLE;")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("8G (CaT)ES", None),
        ("8G ...ES", "8G (CaT)ES"),
        ("8G CATES", "8G (CaT)ES"),
        ("8g CaTES", "8G (CaT)ES"),
        ("8G (C.T)ES", "8G (CaT)ES"),
        ("8G (C)(a)(T)ES", "8G (CaT)ES"),
        ("8G (.A.)ES", "8G (CaT)ES"),
        ("G8 (C)AsE", None),
        ("I7 A(TS)", None),
        ("  I7   ATS ", "I7 A(TS)"),
        ("10G EAR", None),
        ("9H A(S)", None),
        ("H8 .N", "H8 (a)N"),
        ("pass", None),
        ("PASS", "pass"),
        ("(pass)", "pass"),
        ("-", "pass"),
        ("exchange AES", None),
        ("Exchange  SEA", "exchange AES"),
        ("-E?A", "exchange AE?"),
    ],
)
def test_read_and_write(position: Position, text: str, written: str | None) -> None:
    move = parse_move(text, position)
    assert move_text(move, position) == (text if written is None else written)
    assert parse_move(move_text(move, position), position) == move


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a square and a word, or 'pass', got ''"),
        ("8G", "expected a square and a word"),
        ("exchange A1", "no tile '1' in the english set: 'A1', in the move 'exchange A1'"),
        ("8G CATES 12", "expected a square and a word"),
        ("88G CATES", "cannot play '88G CATES': it runs off the board"),
        ("8Ä CATES", "expected a square such as 8H or H8, got '8Ä', in the move '8Ä CATES'"),
        ("CATES 8G", "expected a square such as 8H or H8, got 'CATES'"),
        ("8G ...Ä", "no tile 'Ä' in the english set: 'Ä', in the move '8G ...Ä'"),
        ("8G ...?", "a blank is written as the lower-case letter it stands for, in the move '8G ...?'"),
        ("8G (CA", "unpaired parenthesis, in the move '8G (CA'"),
        ("8G CA)TES", "unpaired parenthesis"),
        ("8G ((CA)T)ES", "unpaired parenthesis"),
        ("8G DATES", "8G holds C already: '8G DATES'"),
        ("8G CATE.", "no tile on 8K to play through: '8G CATE.'"),
        ("8G CATE(S)", "no tile on 8K to play through"),
        ("8G CAT", "no tile is played: '8G CAT'"),
        ("8G ...", "no tile is played"),
        ("8G ()", "no tile is played"),
        ("16A .A", "no tile on 16A to play through"),
    ],
)
def test_text_that_is_no_move(position: Position, text: str, message: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        position.check(parse_move(text, position))
    assert message in str(caught.value)


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
