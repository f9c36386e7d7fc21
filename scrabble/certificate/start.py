"""Where a proof starts: a position as the checker has it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np

from scrabble.certificate.game import LETTER, Game, Rules, State
from scrabble.certificate.words import words_for
from scrabble.game.position import Position, PositionError, refuse
from scrabble.game.tiles import Alphabet, TileError

BETWEEN = "\xff"  # words; the code of no tile


def start(position: Position, words: Iterable[str]) -> tuple[Game, State]:
    """Return the game and the state of a position.

    Raises PositionError unless it is an endgame, and for words that its tiles do not spell.
    """
    refuse(position)
    rules, layout, alphabet = position.rules, position.layout, position.alphabet
    limits = [limit for limit in (rules.scoreless_limit, rules.pass_limit) if limit is not None]
    if not limits:
        raise PositionError(f"no number of scoreless turns ends a game by the rule set {rules.name}")
    state = State(position.squares.tobytes(), *position.racks, position.zeros)
    if not (state.mine and state.other) or position.zeros >= min(limits):
        raise PositionError("the game is over: there is nothing to prove")
    lines = [bytes(line) for squares in (position.squares, position.squares.T) for line in squares & LETTER]
    blank = alphabet.values[0]
    return Game(
        layout.size,
        layout.letter_multiplier.tobytes(),
        layout.word_multiplier.tobytes(),
        layout.start[0] * layout.size + layout.start[1],
        (*alphabet.values, *[blank] * (256 - len(alphabet.values))),
        Rules(
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
    if any(len(letter) > 1 for letter in alphabet.letters):
        return [_encoded(word, alphabet) for word in words]
    codes = dict.fromkeys(range(1, 1 + alphabet.size), 0)  # characters that are no letters
    codes |= {ord(letter): code for code, letter in enumerate(alphabet.letters, 1)}
    listed, between = tuple(words), BETWEEN.encode("latin-1")
    # a letter beyond has no tile, and neither has "?"
    data = BETWEEN.join(listed).translate(codes).encode("latin-1", "replace")
    spelt, foreign = data.split(between), data.translate(None, bytes(range(1, 1 + alphabet.size)) + between)
    if foreign or len(spelt) != max(1, len(listed)):
        raise PositionError(f"the word list is not spelt by the {alphabet.name} tiles")
    return spelt


def _encoded(word: str, alphabet: Alphabet) -> bytes:
    try:
        return alphabet.encode(word)
    except TileError as error:
        raise PositionError(f"the word list is not spelt by the {alphabet.name} tiles: {error}") from None


def position_of(state: State, first: Position) -> Position:
    """A state that follows on a position, as a position without scores."""
    squares = np.frombuffer(state.board, np.uint8).reshape(first.squares.shape)
    racks = state.mine, state.other
    return dataclasses.replace(
        first, squares=squares, racks=racks, scores=(0, 0), zeros=state.zeros, previous=None, extra=()
    )
