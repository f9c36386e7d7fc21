"""The rules of an endgame, independent of the solver: legal plays, scores, the end of the game.

    board     bytes, a tile code a square, row by row; 0 is an empty square, 64 is added for a blank's letter
    rack      bytes, codes in order; 0 is a blank
    play      the squares that get a tile, in order, and the tiles

The bag is empty throughout.  A value is the future spread of the side to move, with the adjustments at the
end of the game.

Every word that can be made in a position, or later, lies on one line: it consists of letters on this line and
tiles of the racks.  Only such words are kept, thousands instead of hundreds of thousands.

A play is written as a square and its tiles, with a dot for each tile already there:

    3F .LANO    across from column F of row 3          F3 .LANO    down          pass

One tile that makes words both ways is written across.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from scrabble.errors import ScrabbleError
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.game.tiles import Alphabet, TileError, quoted


class CheckedWordList(NamedTuple):
    """A whole lexicon."""

    name: str
    words: tuple[str, ...]  # sorted, in upper case
    text_sha256: str  # of the words in lower case, one a line


def word_list(name: str, words: Iterable[str]) -> CheckedWordList:
    """Return a lexicon with its checksum; `words` are sorted, in upper case."""
    spelt = tuple(words)
    text = "\n".join((*spelt, "")).lower()
    return CheckedWordList(name, spelt, hashlib.sha256(text.encode()).hexdigest())


def words_for(words: Iterable[bytes], lines: Sequence[bytes], tiles: bytes) -> frozenset[bytes]:
    """Return the words that tiles of the racks and letters of one line can make.

    `tiles` are those of both racks, 0 is a blank; `lines` the letters on each row and column, 0 is none.
    """
    listed = [word for word in words if word]
    if not listed:
        return frozenset()
    codes = np.frombuffer(b"".join(listed), np.uint8)
    starts = np.cumsum([0, *map(len, listed[:-1])])
    letters = np.bitwise_or.reduceat(np.left_shift(1, codes, dtype=np.uint64), starts)
    fits = np.zeros(len(listed), bool)
    for line in set(map(frozenset, lines)):
        elsewhere = letters & ~_set_of({*tiles, *line})
        for _ in range(tiles.count(0)):  # a blank is any letter
            elsewhere &= elsewhere - np.uint64(1)
        fits |= elsewhere == 0
    return frozenset(itertools.compress(listed, fits))


def _set_of(codes: Iterable[int]) -> np.uint64:
    """Return a set of codes as a number: bit k is set for code k."""
    return np.uint64(sum(1 << code for code in codes))


BLANK, LETTER = 64, 63  # added for a blank's letter; the bits of the letter itself
Squares = tuple[int, ...]


class Play(NamedTuple):
    """Tiles placed on squares; a pass places none."""

    squares: Squares  # in order
    tiles: bytes

    @property
    def is_pass(self) -> bool:
        """Return whether the play is a pass."""
        return not self.squares


PASS = Play((), b"")


class CheckedRules(NamedTuple):
    """The numbers of a rule set."""

    bingo_length: int
    bingo_bonus: int
    scoreless_turns_limit: int  # scoreless turns in a row that end the game
    zero_play_is_scoreless: bool
    out: int  # swing of going out, gain + loss, in times the value of the other rack
    loss: int  # of a scoreless end, in times the value of the rack that is left


class CheckedGame(NamedTuple):
    """The fixed part of a game: board, tiles, rules, words."""

    size: int  # of the board, which is square
    letters: bytes  # the letter premium of each square, 1 = none
    words: bytes  # the word premium
    start: int  # the square that the first play covers
    values: tuple[int, ...]  # by tile code
    rules: CheckedRules
    lexicon: frozenset[bytes]  # the words that can be made

    def value(self, tiles: bytes) -> int:
        """Return the face value of tiles."""
        return sum(self.values[tile] for tile in tiles)


class State(NamedTuple):
    """The changing part of a game: everything that the future depends on."""

    board: bytes
    mine: bytes  # the rack of the side on turn
    other: bytes
    zeros: int  # scoreless turns in a row before this position


class PlayResult(NamedTuple):
    """The state after a play, and its gain."""

    state: State
    gain: int  # of the side that makes it, the end of the game included if it ends
    is_over: bool


def board_after(board: bytes, play: Play) -> bytes:
    """Return the board after a play."""
    after = bytearray(board)
    for square, tile in zip(play.squares, play.tiles, strict=True):
        after[square] = tile
    return bytes(after)


def rack_after(rack: bytes, play: Play) -> bytes | None:
    """Return the rack after a play, or None if it lacks a tile."""
    rest = list(rack)
    for tile in play.tiles:
        needed = 0 if tile & BLANK else tile
        if needed not in rest:
            return None
        rest.remove(needed)
    return bytes(rest)


def turn(game: CheckedGame, state: State, play: Play, score: int) -> PlayResult:
    """Return the result of a legal play that scores `score` points."""
    rules, rest = game.rules, rack_after(state.mine, play)
    assert rest is not None
    is_scoreless = play.is_pass or (score == 0 and rules.zero_play_is_scoreless)
    zeros = state.zeros + 1 if is_scoreless else 0
    after = State(board_after(state.board, play), state.other, rest, zeros)
    if not rest:
        return PlayResult(after, score + rules.out * game.value(state.other), True)
    if zeros >= rules.scoreless_turns_limit:
        return PlayResult(after, score + rules.loss * (game.value(state.other) - game.value(rest)), True)
    return PlayResult(after, score, False)


def run(game: CheckedGame, board: bytes, square: int, is_down: bool) -> range:
    """Return the squares of the word through a square, which counts as occupied."""
    size = game.size
    step, place = (size, square // size) if is_down else (1, square % size)
    first = last = square
    while place - (square - first) // step > 0 and board[first - step]:
        first -= step
    while place + (last - square) // step < size - 1 and board[last + step]:
        last += step
    return range(first, last + step, step)


def score_of(game: CheckedGame, board: bytes, play: Play) -> int | None:
    """Return the score of a play on a board, or None if it is illegal.  Racks are not checked."""
    squares = play.squares
    if not squares or any(board[square] for square in squares):
        return None
    after, is_down = board_after(board, play), len(squares) > 1 and squares[1] - squares[0] >= game.size
    main = run(game, after, squares[0], is_down)
    if any(square not in main for square in squares):
        return None
    words = [main, *(run(game, after, square, not is_down) for square in squares)]
    made = [word for word in words if len(word) > 1]
    spelt = [bytes(after[square] & LETTER for square in word) for word in made]
    if not made or any(word not in game.lexicon for word in spelt):
        return None
    if any(board):
        if len(main) == len(squares) and len(made) == (len(main) > 1):
            return None  # it touches nothing
    elif game.start not in squares:
        return None
    points = game.rules.bingo_bonus if len(squares) >= game.rules.bingo_length else 0
    for word in made:
        factor, total = 1, 0
        for square in word:
            is_new = not board[square]
            total += game.values[after[square]] * (game.letters[square] if is_new else 1)
            factor *= game.words[square] if is_new else 1
        points += factor * total
    return points


def footprint(game: CheckedGame, board: bytes, play: Play) -> frozenset[int]:
    """The squares that decide a play: its own, and those just beyond the ends of all the words it may make.

    While they stay as they are the play stays legal, with the same points (bounds/README.md, T3): its words
    reach from one empty square to another, and these are among them.
    """
    size, after, found = game.size, board_after(board, play), set(play.squares)
    for square in play.squares:
        for is_down in (False, True):
            word = run(game, after, square, is_down)
            before, behind = word[0] - word.step, word[-1] + word.step
            if (before >= 0) if is_down else (word[0] % size > 0):
                found.add(before)
            if (behind < size * size) if is_down else (word[-1] % size < size - 1):
                found.add(behind)
    return frozenset(found)


BETWEEN = "\x7f"  # words; the code of no tile, and ASCII, which is translated faster
BEYOND = 0xE000  # characters for private use


def from_position(position: Position, words: Iterable[str]) -> tuple[CheckedGame, State]:
    """Return the game and the state of a position.

    Raises PositionError unless it is an endgame, and for words that its tiles do not spell.
    """
    require_solvable(position)
    rules, layout, alphabet = position.rules, position.layout, position.alphabet
    limits = [limit for limit in (rules.scoreless_limit, rules.pass_limit) if limit is not None]
    if not limits:
        raise PositionError(f"no number of scoreless turns ends a game by the rule set {rules.name}")
    state = State(position.squares.tobytes(), *position.rack_codes, position.scoreless_turns)
    if not (state.mine and state.other) or position.scoreless_turns >= min(limits):
        raise PositionError("the game is over: there is nothing to prove")
    lines = [bytes(line) for squares in (position.squares, position.squares.T) for line in squares & LETTER]
    blank = alphabet.values[0]
    return CheckedGame(
        layout.size,
        layout.letter_multiplier.tobytes(),
        layout.word_multiplier.tobytes(),
        layout.start[0] * layout.size + layout.start[1],
        (*alphabet.values, *[blank] * (256 - len(alphabet.values))),
        CheckedRules(
            rules.bingo_length,
            rules.bingo_bonus,
            min(limits),
            rules.zero_play_is_scoreless,
            rules.out_gain + rules.out_loss,
            rules.scoreless_loss,
        ),
        words_for(_spelt(words, alphabet), lines, state.mine + state.other),
    ), state


def _spelt(words: Iterable[str], alphabet: Alphabet) -> Iterable[bytes]:
    """Return words in tile codes.  Raises PositionError for letters that no tile has."""
    listed, between = tuple(words), BETWEEN.encode("latin-1")
    text = BETWEEN.join(listed)
    codes = dict.fromkeys(range(1, 1 + alphabet.size), 0)  # characters that are no letters
    long: dict[str, str] = {}  # tiles of several letters, by their text: one character each
    for code, letter in enumerate(alphabet.letters, 1):
        character = letter if len(letter) == 1 else chr(BEYOND + code)
        codes[ord(character)] = code
        if len(letter) > 1:
            long |= dict.fromkeys((alphabet.decode([code]), f"[{letter}]"), character)
    if long:
        longest_first = "|".join(map(re.escape, sorted(long, key=len, reverse=True)))
        private = f"[{chr(BEYOND)}-{chr(BEYOND + alphabet.size)}]"  # of the word list itself: foreign
        text = re.sub(f"{longest_first}|{private}", lambda found: long.get(found[0], "?"), text)
    # a letter beyond has no tile, and neither has "?"
    data = text.translate(codes).encode("latin-1", "replace")
    spelt, foreign = data.split(between), data.translate(None, bytes(range(1, 1 + alphabet.size)) + between)
    if foreign or len(spelt) != max(1, len(listed)):
        raise PositionError(f"the word list is not spelt by the {alphabet.name} tiles")
    return spelt


def position_of(state: State, first: Position) -> Position:
    """Return a state as a position without scores."""
    squares = np.frombuffer(state.board, np.uint8).reshape(first.squares.shape)
    racks = state.mine, state.other
    return dataclasses.replace(
        first,
        squares=squares,
        rack_codes=racks,
        scores=(0, 0),
        scoreless_turns=state.zeros,
        previous=None,
        extra=(),
    )


SQUARE = re.compile(r"([1-9][0-9]?)([A-Z])|([A-Z])([1-9][0-9]?)")
PASS_TEXT = "pass"


class NotationError(ScrabbleError):
    """A text that is not a play."""


class Notation:
    """Conversion of the plays of one game to text and back."""

    def __init__(self, game: CheckedGame, alphabet: Alphabet) -> None:
        self.game, self.alphabet = game, alphabet

    def text(self, board: bytes, play: Play) -> str:
        """Write a play."""
        if play.is_pass:
            return PASS_TEXT
        size, squares = self.game.size, play.squares
        after = board_after(board, play)
        across, down = (run(self.game, after, squares[0], is_down) for is_down in (False, True))
        is_down = squares[1] - squares[0] >= size if len(squares) > 1 else len(across) == 1 < len(down)
        word = down if is_down else across
        tiles = "".join("." if board[at] else self.alphabet.decode([after[at]]) for at in word)
        row, column = str(word[0] // size + 1), chr(ord("A") + word[0] % size)
        return f"{column}{row} {tiles}" if is_down else f"{row}{column} {tiles}"

    def play(self, text: str) -> Play:
        """Read a play without checking that it is legal.  Raises NotationError."""
        if text == PASS_TEXT:
            return PASS
        square, _, tiles = text.partition(" ")
        match = SQUARE.fullmatch(square)
        if match is None or not tiles:
            raise NotationError(f"expected a play such as '3F .LANO', or 'pass', got {quoted(text)}")
        row, column = int(match[1] or match[4]) - 1, ord(match[2] or match[3]) - ord("A")
        by_row, by_column = (0, 1) if match[1] else (1, 0)
        squares, codes = [], bytearray()
        for part in re.findall(r"\.|[^.]+", tiles):
            for code in (None,) if part == "." else self._codes(part, text):
                if not (row < self.game.size and column < self.game.size):
                    raise NotationError(f"it runs off the board: {quoted(text)}")
                if code is not None:
                    squares.append(row * self.game.size + column)
                    codes.append(code)
                row, column = row + by_row, column + by_column
        return Play(tuple(squares), bytes(codes))

    def _codes(self, part: str, text: str) -> bytes:
        try:
            codes = self.alphabet.encode(part)
        except TileError as error:
            raise NotationError(f"{error}, in the play {quoted(text)}") from None
        if 0 in codes:
            raise NotationError(f"a blank stands for no letter: {quoted(text)}")
        return codes
