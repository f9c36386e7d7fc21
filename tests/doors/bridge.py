"""From the oracle to the project: its worlds as positions with a lexicon.

    World (strings, sets; tests.oracles, tests.worlds.mini)     position_of      Position, Lexicon

The tests compare `naive`, written from the rules with strings and sets, with the real thing; this is the
only place where one is turned into the other.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Any

from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon
from scrabble.lexicon.build import from_words
from tests.conftest import DATA
from tests.oracles import naive
from tests.worlds.mini import World


def alphabet_of(game: naive.Game) -> Alphabet:
    """The letters of a world; a blank is worth nothing."""
    letters = tuple(sorted(game.values))
    return Alphabet(
        name="mini",
        letters=letters,
        lower=tuple(letter.lower() for letter in letters),
        counts=(game.counts[naive.BLANK], *(game.counts[letter] for letter in letters)),
        values=(0, *(game.values[letter] for letter in letters)),
    )


def rules_of(game: naive.Game) -> Rules:
    """The rule set of a world."""
    return Rules(
        name="mini",
        rack_size=game.rack_size,
        bingo_length=game.bingo_length,
        bingo_bonus=game.bingo_bonus,
        scoreless_limit=game.scoreless_limit,
        pass_limit=game.pass_limit,
        zero_play_is_scoreless=game.zero_play_is_scoreless,
        out_gain=game.out_gain,
        out_loss=game.out_loss,
        scoreless_loss=game.scoreless_loss,
        exchange_limit=game.exchange_limit,
    )


def position_of(world: World, zeros: int = 0) -> tuple[Position, Lexicon]:
    """The position and the lexicon of a world."""
    position = position_alone(world, zeros)
    return position, _lexicon(world.game.words, position.alphabet)


def position_alone(world: World, zeros: int = 0) -> Position:
    """The position of a world whose lexicon is there already."""
    alphabet = alphabet_of(world.game)
    layout = BoardLayout.from_rows(list(world.game.premiums), "mini", world.game.start)
    board = "/".join(_row(row) for row in world.board)
    return cgp.loads(
        f"{board} {'/'.join(world.racks)} 0/0 {zeros}",
        alphabet=alphabet,
        layout=layout,
        rules=rules_of(world.game),
    )


@lru_cache(maxsize=2_000)
def _lexicon(words: frozenset[str], alphabet: Alphabet) -> Lexicon:
    return from_words(sorted(words), "mini", alphabet)


def _row(row: str) -> str:
    text, empty = "", 0
    for sign in row:
        if sign == naive.EMPTY:
            empty += 1
            continue
        text += (str(empty) if empty else "") + sign
        empty = 0
    return text + (str(empty) if empty else "")


@cache
def enable() -> Lexicon:
    """The bundled lexicon."""
    return Lexicon("enable")


@cache
def enable_game() -> naive.Game:
    """English with the bundled lexicon, for the oracle."""
    return naive.Game(words=frozenset(enable()))


@cache
def samples() -> list[dict[str, Any]]:
    """Real positions with the values another engine found, a dozen."""
    return [json.loads(line) for line in (DATA / "sample_positions.jsonl").read_text("utf-8").splitlines()]
