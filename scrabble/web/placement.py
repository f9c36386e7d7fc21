"""Tiles placed on the board by hand, read as a move of the side to move.

    placement_json     the move with its points, or the reason why the tiles make none

The tiles of a move lie in one line, with tiles of the board between them.  A move that the rules allow is not
yet valid: every word that it makes must be in the lexicon.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrabble.game.board import square_name
from scrabble.game.move import IllegalMoveError, Move, canonical, is_on, word_through
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon


def placement_json(
    position: Position, lexicon: Lexicon, tiles: Sequence[tuple[int, int, str]]
) -> dict[str, Any]:
    """Return the move of placed tiles (row, column, tile): text, points, and the problem or ""."""
    try:
        move = _move(position, tiles)
        score = position.score(move)
    except ValueError as error:
        return {"move": "", "score": 0, "problem": str(error)}
    decode = position.alphabet.decode
    invalid = [decode(word) for word in position.new_words(move) if word not in lexicon]
    names = " and ".join(dict.fromkeys(invalid))
    problem = f"{names} {'is' if len(set(invalid)) == 1 else 'are'} not in {lexicon.name}" if invalid else ""
    return {"move": position.move_text(move), "score": score, "problem": problem}


def _move(position: Position, tiles: Sequence[tuple[int, int, str]]) -> Move:
    """Return the move that places these tiles.  Raises IllegalMoveError or TileError."""
    squares = position.squares.copy()
    for row, col, written in tiles:
        if not is_on(squares, row, col):
            raise IllegalMoveError("a tile lies off the board")
        if squares[row, col]:
            raise IllegalMoveError(f"{square_name(row, col, True)} is taken")
        codes = position.alphabet.encode(written)
        if len(codes) != 1 or not codes[0]:
            raise IllegalMoveError(f"expected one tile on {square_name(row, col, True)}, got {written!r}")
        squares[row, col] = codes[0]
    if len({row for row, _, _ in tiles}) > 1 and len({col for _, col, _ in tiles}) > 1:
        raise IllegalMoveError("the tiles are not in one line")
    is_down = len({row for row, _, _ in tiles}) > 1
    row, col, _ = min(tiles)
    first_row, first_col, length = word_through(squares, row, col, is_down)
    line = Move(first_row, first_col, is_down, bytes(length)).squares
    placed = {(row, col) for row, col, _ in tiles}
    if not placed <= set(line):
        raise IllegalMoveError("there is a gap between the tiles")
    codes = bytes(int(squares[at]) if at in placed else 0 for at in line)
    return canonical(Move(first_row, first_col, is_down, codes), position.squares)
