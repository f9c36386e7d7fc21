"""The rules of an endgame, written once more and plainly: what is legal, what it scores, how it ends.

    board     bytes, a tile code a square, row by row; 0 is an empty square, 64 is added for a blank's letter
    rack      bytes, codes in order; 0 is a blank
    play      the squares that get a tile, in order, and the tiles

The bag is empty throughout.  Values are points that the side on turn still makes, minus those of the other
side, with what the end of the game brings.
"""

from __future__ import annotations

from typing import NamedTuple

from scrabble.certificate.words import Words

BLANK, LETTER = 64, 63  # added for a blank's letter; the bits of the letter itself
Squares = tuple[int, ...]


class Play(NamedTuple):
    """Tiles laid on squares; none of them is a pass."""

    squares: Squares  # in order
    tiles: bytes

    @property
    def is_pass(self) -> bool:
        """Is nothing laid?"""
        return not self.squares


PASS = Play((), b"")


class Rules(NamedTuple):
    """The numbers of a rule set."""

    bingo_length: int
    bingo_bonus: int
    zeros_limit: int  # scoreless turns in a row that end the game
    zero_play_is_scoreless: bool
    out: int  # who goes out is better off by so many times the value of the other rack
    loss: int  # of a scoreless end, in times the value of the own rack


class Game(NamedTuple):
    """What two players agree on; it does not change."""

    size: int  # of the board, which is square
    letters: bytes  # the letter premium of each square, 1 = none
    words: bytes  # the word premium
    start: int  # the square that the first play covers
    values: tuple[int, ...]  # by tile code
    rules: Rules
    lexicon: Words

    def value(self, tiles: bytes) -> int:
        """The points of tiles."""
        return sum(self.values[tile] for tile in tiles)


class State(NamedTuple):
    """All that the future depends on."""

    board: bytes
    mine: bytes  # the rack of the side on turn
    other: bytes
    zeros: int  # scoreless turns in a row so far


class Turn(NamedTuple):
    """What a play leads to."""

    state: State
    gain: int  # of the side that makes it, the end of the game included if it ends
    is_over: bool


def laid(board: bytes, play: Play) -> bytes:
    """The board with a play on it."""
    after = bytearray(board)
    for square, tile in zip(play.squares, play.tiles, strict=True):
        after[square] = tile
    return bytes(after)


def left(rack: bytes, play: Play) -> bytes | None:
    """What a play leaves of a rack, None if its tiles are not there."""
    rest = list(rack)
    for tile in play.tiles:
        needed = 0 if tile & BLANK else tile
        if needed not in rest:
            return None
        rest.remove(needed)
    return bytes(rest)


def turn(game: Game, state: State, play: Play, score: int) -> Turn:
    """What a legal play of so many points leads to."""
    rules, rest = game.rules, left(state.mine, play)
    assert rest is not None
    is_scoreless = play.is_pass or (score == 0 and rules.zero_play_is_scoreless)
    zeros = state.zeros + 1 if is_scoreless else 0
    after = State(laid(state.board, play), state.other, rest, zeros)
    if not rest:
        return Turn(after, score + rules.out * game.value(state.other), True)
    if zeros >= rules.zeros_limit:
        return Turn(after, score + rules.loss * (game.value(state.other) - game.value(rest)), True)
    return Turn(after, score, False)


def run(game: Game, board: bytes, square: int, is_down: bool) -> range:
    """The squares of the tiles that stand in one line with that on a square, which counts as taken."""
    size = game.size
    step, place = (size, square // size) if is_down else (1, square % size)
    first = last = square
    while place - (square - first) // step > 0 and board[first - step]:
        first -= step
    while place + (last - square) // step < size - 1 and board[last + step]:
        last += step
    return range(first, last + step, step)


def score_of(game: Game, board: bytes, play: Play) -> int | None:
    """The points of a play on a board, None if it is not legal there; whose tiles they are is not asked."""
    squares = play.squares
    if not squares or any(board[square] for square in squares):
        return None
    after, is_down = laid(board, play), len(squares) > 1 and squares[1] - squares[0] >= game.size
    main = run(game, after, squares[0], is_down)
    if any(square not in main for square in squares):
        return None
    words = [main, *(run(game, after, square, not is_down) for square in squares)]
    made = [word for word in words if len(word) > 1]
    spelt = [bytes(after[square] & LETTER for square in word) for word in made]
    if not made or any(word not in game.lexicon.known for word in spelt):
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


def footprint(game: Game, board: bytes, play: Play) -> frozenset[int]:
    """The squares that decide a play: its own, and those just beyond the ends of all the words it may make.

    While they stay as they are the play stays legal, with the same points (bounds/README.md, T3): its words
    reach from one empty square to another, and these are among them.
    """
    size, after, found = game.size, laid(board, play), set(play.squares)
    for square in play.squares:
        for is_down in (False, True):
            word = run(game, after, square, is_down)
            before, behind = word[0] - word.step, word[-1] + word.step
            if (before >= 0) if is_down else (word[0] % size > 0):
                found.add(before)
            if (behind < size * size) if is_down else (word[-1] % size < size - 1):
                found.add(behind)
    return frozenset(found)
