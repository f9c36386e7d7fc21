"""The empty board a recorded game starts from: which tiles, which squares, which rules.

the caller's choice, else
tiles   #tile-distribution, else what #lexicon begins with, else English if it reads every rack and
        word, else the one language that does (with a warning)
board   #board-layout, else the standard one
rules   those of the language
"""

from __future__ import annotations

import re

from scrabble.game.board import Layout, LayoutError, empty_squares
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet, TileError, quoted
from scrabble.gcg.record import Event, Game, GcgError, Kind, Notices

DEFAULT_ALPHABET = "english"
DEFAULT_BOARD = "CrosswordGame"
UNKNOWN_RACK = "UNKNOWN"
NOT_READ = {
    "game-board": "the squares are those of #board-layout",
    "tile": "the tiles are those of a known set",
}


def start(
    game: Game, notices: Notices, alphabet: Alphabet | None, layout: Layout | None, rules: Rules | None
) -> Position:
    """The position before the first event, both racks empty.  Raises GcgError."""
    kind = game.find("game-type")
    if kind and kind.text.lower() not in ("", "classic"):
        raise GcgError(f"game type {quoted(kind.text)}: only classic games can be replayed", kind.line)
    for name, instead in NOT_READ.items():
        if (pragma := game.find(name)) and not (name == "tile" and alphabet):
            notices.add(pragma.line, f"#{name} is not made use of: {instead}")
    alphabet = alphabet or _alphabet(game, notices)
    layout = layout or _layout(game)
    return Position(
        alphabet=alphabet,
        layout=layout,
        rules=rules or Rules.load(alphabet.rules),
        squares=empty_squares(layout),
        lexicon_name=game.lexicon,
    )


def alphabet_of(game: Game) -> Alphabet:
    """The tiles of a game, for all that the record tells.  Raises GcgError when they may be several."""
    return _alphabet(game, Notices())


def _layout(game: Game) -> Layout:
    pragma = game.find("board-layout")
    if pragma is None or not pragma.text:
        return Layout.load(DEFAULT_BOARD)
    try:
        # A name only: which files are read is for the user to say, not for the record.
        return Layout.load(pragma.text.removesuffix(".toml"))
    except LayoutError as error:
        raise GcgError(f"#board-layout: {error}", pragma.line) from None


def _alphabet(game: Game, notices: Notices) -> Alphabet:
    pragma = game.find("tile-distribution")
    if pragma and pragma.text:
        try:
            return Alphabet.load(pragma.text.lower())
        except TileError as error:
            notices.add(pragma.line, f"#tile-distribution: {error}")
    named = Alphabet.of_lexicon(game.lexicon or "")
    if named:
        return named
    english = Alphabet.load(DEFAULT_ALPHABET)
    odd = next((event for event in game.events if not _reads(english, event)), None)
    if odd is None:
        return english
    others = [alphabet for alphabet in map(Alphabet.load, Alphabet.names()) if _reads_all(alphabet, game)]
    if len(others) == 1:
        notices.add(odd.line, f"the tiles are taken to be {others[0].name}, as no pragma says")
        return others[0]
    if others:
        names = ", ".join(alphabet.name for alphabet in others)
        raise GcgError(f"the tiles may be {names}: say which in #tile-distribution", odd.line)
    return english  # the replay tells which tile it does not know


def _reads_all(alphabet: Alphabet, game: Game) -> bool:
    return all(_reads(alphabet, event) for event in game.events)


def _reads(alphabet: Alphabet, event: Event) -> bool:
    texts = [event.rack] if event.rack != UNKNOWN_RACK else []
    if event.kind is Kind.PLAY:
        texts += re.split(r"[().]", event.play.partition(" ")[2])
    elif event.kind is Kind.END_RACK or (event.kind is Kind.EXCHANGE and not event.tiles.isdecimal()):
        texts.append(event.tiles)
    try:
        for text in texts:
            alphabet.encode(text)
    except TileError:
        return False
    return True
