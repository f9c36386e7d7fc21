"""Moves: a play of tiles along one line, or a pass; their notation; scored lists of plays.

    8D WORD    across, from column D of row 8           D8 WORD   down, from row 8 of column D
    8D (A)T    the A lies on the board already          8D wOrD   w and r are blanks
    pass

A move holds the whole main word, one code a square; 0 is a square whose tile lies on the board (the
word runs through it).  A play of one tile may be seen as across or down: `canonical` makes it one
move, across unless only the down word has two tiles or more.

    moves = position.legal_moves(lexicon)        all plays, best score first
    print(moves[0], moves[0].score)              8D QUIRKY 76
    moves[0].square, moves[0].word               8D, QUIRKY
    "8D QUIRKY" in moves, move in moves          by text, by Move or by ScoredMove
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol, SupportsIndex, overload

from scrabble.errors import ScrabbleError
from scrabble.game.board import LayoutError, Squares, parse_square, square_name
from scrabble.game.tiles import BLANK, Alphabet, TileError, quoted, shortened

NEIGHBOURS = ((-1, 0), (1, 0), (0, -1), (0, 1))
EXCHANGE = re.compile(r"(?:exchange\s+|-)(\S+)", re.IGNORECASE)
SHOWN = 3  # plays of a list in its repr


class IllegalMoveError(ScrabbleError):
    """A move that cannot be made, or a text that is not a move."""

    def __init__(self, text: str, lacks_tiles: bool = False) -> None:
        super().__init__(text)
        self.lacks_tiles = lacks_tiles  # the only objection: the rack does not have the tiles


@dataclass(frozen=True, slots=True)
class Move:
    """The play of `tiles` from (row, col); without any, an exchange, or a pass.

    Attributes:
        row, col: The square of the first tile, from 0.
        down: Whether the word is played downwards.
        tiles: One code for each square of the main word; 0 is played through.
        exchanged: Tiles put back into the bag, sorted; a blank is 0.
    """

    row: int = 0
    col: int = 0
    down: bool = False
    tiles: bytes = b""
    exchanged: bytes = b""

    @property
    def is_pass(self) -> bool:
        """Return whether this is a pass."""
        return not self.tiles and not self.exchanged

    @property
    def step(self) -> tuple[int, int]:
        """The offset (rows, columns) from one square of the word to the next."""
        return (1, 0) if self.down else (0, 1)

    @property
    def squares(self) -> list[tuple[int, int]]:
        """The squares of the main word, in order; they may lie off the board."""
        down, right = self.step
        return [(self.row + down * at, self.col + right * at) for at in range(len(self.tiles))]

    @property
    def placed(self) -> list[tuple[int, int, int]]:
        """Row, column and code of every tile that leaves the rack, in order."""
        down, right = self.step
        return [
            (self.row + down * at, self.col + right * at, code) for at, code in enumerate(self.tiles) if code
        ]

    @property
    def from_rack(self) -> bytes:
        """The tiles that leave the rack, as they are on it: a blank is 0."""
        return bytes(0 if code & BLANK else code for code in self.tiles if code) + self.exchanged

    @property
    def tile_count(self) -> int:
        """The number of tiles that leave the rack, and are drawn if the bag holds as many."""
        return len(self.from_rack)


PASS = Move()


class BoardView(Protocol):
    """The part of a position that reading and writing a move needs."""

    @property
    def alphabet(self) -> Alphabet:
        """The tiles of the game."""

    @property
    def squares(self) -> Squares:
        """The board."""


def is_on(squares: Squares, row: int, col: int) -> bool:
    """Return whether the square is on the board."""
    return 0 <= row < len(squares) and 0 <= col < len(squares)


def is_tile_on(squares: Squares, row: int, col: int) -> bool:
    """Return whether the square is on the board and has a tile."""
    return is_on(squares, row, col) and squares.item(row, col) != 0


def word_through(squares: Squares, row: int, col: int, down: bool) -> tuple[int, int, int]:
    """Return row and column of the first square, and the length, of the word through (row, col)."""
    by_row, by_col = (1, 0) if down else (0, 1)
    before = after = 0
    while is_tile_on(squares, row - by_row * (before + 1), col - by_col * (before + 1)):
        before += 1
    while is_tile_on(squares, row + by_row * (after + 1), col + by_col * (after + 1)):
        after += 1
    return row - by_row * before, col - by_col * before, before + 1 + after


def canonical(move: Move, squares: Squares) -> Move:
    """Return the one form of a move that fits on `squares`: only plays of one tile have a choice."""
    if not move.tiles:
        return Move(exchanged=bytes(sorted(move.exchanged)))
    if len(move.placed) != 1:
        return move
    [(row, col, code)] = move.placed
    across = word_through(squares, row, col, down=False)
    down = word_through(squares, row, col, down=True)
    is_down = across[2] == 1 and down[2] > 1
    first_row, first_col, length = down if is_down else across
    tiles = bytearray(length)
    tiles[row - first_row + col - first_col] = code
    return Move(first_row, first_col, is_down, bytes(tiles))


def words_made(move: Move, squares: Squares) -> list[list[tuple[int, int, int, bool]]]:
    """Return the words of a play, the main word first: row, column, code and is-new of each tile."""
    placed = {(row, col): code for row, col, code in move.placed}
    lines = [move.squares]
    for row, col in placed:
        first_row, first_col, length = word_through(squares, row, col, not move.down)
        lines.append(Move(first_row, first_col, not move.down, bytes(length)).squares)
    return [
        [(*square, placed.get(square) or squares.item(square), square in placed) for square in line]
        for line in lines
        if len(line) > 1
    ]


def why_illegal(move: Move, squares: Squares, start: tuple[int, int]) -> str | None:
    """Return the reason why a play does not fit on the board, or None.

    The first play of a game must cover `start`.
    """
    line = move.squares
    for (row, col), code in zip(line, move.tiles, strict=True):
        if not is_on(squares, row, col):
            return "it runs off the board"
        if code and squares[row, col]:
            return f"{square_name(row, col)} is taken"
        if not code and not squares[row, col]:
            return f"there is no tile on {square_name(row, col)} to play through"
    if not any(move.tiles):
        return "no tile is played"
    (row, col), (last_row, last_col) = line[0], line[-1]
    by_row, by_col = move.step
    for end in ((row - by_row, col - by_col), (last_row + by_row, last_col + by_col)):
        if is_tile_on(squares, *end):
            return f"the word goes on at {square_name(*end)}"
    is_first = not squares.any()
    if is_first and start not in line:
        return f"the first play must cover {square_name(*start)}"
    if not is_first and not _is_connected(move, squares):
        return "it touches no tile on the board"
    is_word = len(line) > 1 or word_through(squares, row, col, not move.down)[2] > 1
    return None if is_word else "it forms no word"


def _is_connected(move: Move, squares: Squares) -> bool:
    return len(move.placed) < len(move.tiles) or any(
        is_tile_on(squares, row + by_row, col + by_col)
        for row, col, _ in move.placed
        for by_row, by_col in NEIGHBOURS
    )


def move_text(move: Move, scene: BoardView) -> str:
    """Write a move: `8D WORD`, `D8 W(OR)d`, `exchange AE`, `pass`.

    Missing tiles of a move that does not fit are dots.
    """
    if move.is_pass:
        return "pass"
    if move.exchanged:
        return f"exchange {scene.alphabet.rack_text(move.exchanged)}"
    decode = scene.alphabet.decode
    tiles = []
    for at, code in enumerate(move.tiles):
        if code:
            tiles.append(decode((code,)))
        else:
            row, col = (move.row + at, move.col) if move.down else (move.row, move.col + at)
            tiles.append(f"({_text_on(scene, row, col)})")
    return f"{square_name(move.row, move.col, move.down)} {''.join(tiles).replace(')(', '')}"


def parse_move(text: str, scene: BoardView) -> Move:
    """Read a move; tiles on the board may be in parentheses, dots, or letters like the others.

    The notation is checked, not whether the move can be made: see `Position.check`.
    Raises IllegalMoveError, quoting the text.
    """
    if not isinstance(text, str):
        raise TypeError(f"text: expected a move such as '3F LLANO', got {shortened(repr(text))}")
    if text.strip().lower() in ("pass", "(pass)", "-"):
        return PASS
    if exchange := EXCHANGE.fullmatch(text.strip()):
        try:
            return Move(exchanged=bytes(sorted(scene.alphabet.encode(exchange[1]))))
        except TileError as error:
            raise IllegalMoveError(f"{error}, in the move {quoted(text)}") from None
    match = re.fullmatch(r"\s*(\S+)\s+(\S+)\s*", text)
    if match is None:
        raise IllegalMoveError(f"expected a square and a word, or 'pass', got {quoted(text)}")
    try:
        row, col, down = parse_square(match[1])
        tiles = _parse_word(match[2], scene.alphabet)
    except (LayoutError, TileError) as error:
        raise IllegalMoveError(f"{error}, in the move {quoted(text)}") from None
    played = Move(row, col, down, bytes(code for code, _ in tiles))
    codes = bytearray()
    for (row, col), (code, must_lie) in zip(played.squares, tiles, strict=True):
        on_board = int(scene.squares[row, col]) if is_on(scene.squares, row, col) else 0
        if must_lie and not on_board:
            raise IllegalMoveError(f"no tile on {square_name(row, col)} to play through: {quoted(text)}")
        if on_board and code and (code | BLANK) != (on_board | BLANK):
            there = scene.alphabet.decode([on_board])
            raise IllegalMoveError(f"{square_name(row, col)} holds {there} already: {quoted(text)}")
        codes.append(0 if on_board else code)
    move = Move(played.row, played.col, down, bytes(codes))
    if not move.placed:
        raise IllegalMoveError(f"no tile is played: {quoted(text)}")
    return move


def _parse_word(text: str, alphabet: Alphabet) -> list[tuple[int, bool]]:
    """Return the tiles of a word, 0 for a dot, each with whether it must be on the board already."""
    tiles: list[tuple[int, bool]] = []
    is_inside = False
    for part in re.split(r"([().])", text):
        if part in ("(", ")"):
            if is_inside == (part == "("):
                raise TileError("unpaired parenthesis")
            is_inside = not is_inside
        elif part == ".":
            tiles.append((0, True))
        else:
            codes = alphabet.encode(part)
            if 0 in codes:
                raise TileError("a blank is written as the lower-case letter it stands for")
            tiles += [(code, is_inside) for code in codes]
    if is_inside:
        raise TileError("unpaired parenthesis")
    return tiles


def _text_on(scene: BoardView, row: int, col: int) -> str:
    return (
        scene.alphabet.decode([int(scene.squares[row, col])]) if is_tile_on(scene.squares, row, col) else "."
    )


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move of a position with its text and score: an element of `legal_moves` and of `Solution.line`."""

    move: Move
    text: str  # such as 3F (L)LANO
    score: int  # points, without those of the end of the game

    @property
    def square(self) -> str:
        """The square of the first tile, such as 3F across or F3 down; "" unless tiles are played."""
        return self.text.split()[0] if self.move.tiles else ""

    @property
    def word(self) -> str:
        """The main word with the tiles on the board, such as LLANO, a blank in lower case; "" without one."""
        return re.sub(r"[()]", "", self.text.split()[1]) if self.move.tiles else ""

    def __repr__(self) -> str:
        return f"<{self.text} {self.score}>"

    def __str__(self) -> str:
        return self.text


class LegalMoves(list[ScoredMove]):
    """The plays of a position; the pass, which is always legal, is not among them.

    Example:
        >>> moves = scrabble.legal_moves("out-in-two")
        >>> len(moves), moves[0].text, moves[0].score, "3F LLANO" in moves
        (162, '3B RA(J)', 20, True)
    """

    @overload
    def __getitem__(self, at: SupportsIndex) -> ScoredMove: ...

    @overload
    def __getitem__(self, at: slice) -> LegalMoves: ...

    def __getitem__(self, at: SupportsIndex | slice) -> ScoredMove | LegalMoves:
        """Return one play, or the plays of a slice."""
        return LegalMoves(super().__getitem__(at)) if isinstance(at, slice) else super().__getitem__(at)

    def __repr__(self) -> str:
        first = f": {', '.join(map(repr, self[:SHOWN]))}{', ...' * (len(self) > SHOWN)}" if self else ""
        return f"<LegalMoves {len(self)}{first}>"

    def __contains__(self, move: object) -> bool:
        """Return whether a play is listed: a ScoredMove, a Move, or a text, with or without parentheses."""
        if isinstance(move, str):
            plain = " ".join(re.sub(r"[()]", "", move).split())
            return any(plain == f"{each.square} {each.word}" for each in self)
        return any(move in (each, each.move) for each in self)

    def _repr_html_(self) -> str:
        """Return the plays as a table, for a notebook."""
        from scrabble.report import notebook

        return notebook.moves_table(self)
