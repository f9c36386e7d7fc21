"""GCG, the format of game records: `load` a file, read (`loads`) and write (`dumps`) a text.

    game = gcg.load("final.gcg")          game.players, game.events, game.lexicon, game.warnings
    gcg.dumps(game)                       the text again; encode it as UTF-8
    replay.replay(game).turns             the position before each turn, scores and racks checked

All that the programs in use write is read; what is odd is a warning (`Notice`, with its line), or the
error GcgError when `strict`.  Nothing is dropped: what nobody understands is kept and written again.

Invariant: `loads(dumps(game)) == game`.
"""

from __future__ import annotations

import dataclasses
from os import PathLike

from scrabble.bundle import corpus
from scrabble.game.tiles import shortened
from scrabble.gcg import encoding, reader, writer
from scrabble.gcg.record import Event, Game, GcgError, Kind, Notice, Notices, Player, Pragma

__all__ = ["Event", "Game", "GcgError", "Kind", "Notice", "Player", "Pragma", "dumps", "load", "loads"]

MOST_BYTES = 1_000_000


def load(path: str | PathLike[str], *, strict: bool = False) -> Game:
    """Read the game in a file, or the one that comes along under this name.

    Raises GcgError, with the name of the file and the line.
    """
    source = str(path)
    try:
        with corpus.path_of(source).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise GcgError(f"cannot be read: {error.strerror or error}", source=source) from None
    except ValueError as error:  # a name with a NUL character
        raise GcgError(f"no name of a file: {error}", source=repr(source)) from None
    try:
        if len(data) > MOST_BYTES:
            raise GcgError(f"more than {MOST_BYTES} bytes: not a game record")
        return dataclasses.replace(loads(data, strict=strict), source=source)
    except GcgError as error:
        raise GcgError(error.text, error.line, source) from None


def loads(text: str | bytes, *, strict: bool = False) -> Game:
    """Read a game from a text, or from the bytes of a file.  Raises GcgError."""
    if not isinstance(text, str | bytes):
        raise TypeError(f"text: expected a game in GCG, got {shortened(repr(text))}")
    notices = Notices(strict)
    if isinstance(text, bytes):
        text = encoding.decode(text, notices)
    game = reader.read(text, notices)
    return dataclasses.replace(game, warnings=tuple(sorted(notices)))


def dumps(game: Game) -> str:
    """Write a game.  Raises GcgError for one that could not be read again, such as a title of two lines."""
    text = writer.write(game)
    if loads(text) != game:
        raise GcgError("the game cannot be written: a text in it would be read as something else")
    return text
