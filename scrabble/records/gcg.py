"""GCG, the format of game records: `load` a file, read (`loads`) and write (`dumps`) a text.

    record = gcg.load("final.gcg")        record.players, record.events, record.lexicon, record.warnings
    gcg.dumps(record)                     the text again; encode it as UTF-8
    replay.replay(record).turns           the position before each turn, scores and racks checked

The GCG of all programs in use is read.  Oddities are warnings (`GcgWarning`, with the line), or with `strict`
the error GcgError.  Nothing is dropped: unknown lines are kept and written again.  A game is written in the
form that every program reads: `#character-encoding UTF-8` if an encoding was declared or is needed, then
the players, then everything else in its order, with one space between columns (two at an empty rack).

Invariant: `loads(dumps(record)) == record`.
"""

from __future__ import annotations

import dataclasses
from os import PathLike
from pathlib import Path
from typing import IO

from scrabble import bundled
from scrabble.game.tiles import shortened
from scrabble.records import gcg_reader
from scrabble.records.encoding import looks_like_gcg
from scrabble.records.record import (
    Event,
    EventKind,
    GameRecord,
    GcgError,
    GcgWarning,
    Player,
    Pragma,
    WarningCollector,
)

__all__ = [
    "Event",
    "EventKind",
    "GameRecord",
    "GcgError",
    "GcgWarning",
    "Player",
    "Pragma",
    "dumps",
    "load",
    "loads",
    "looks_like_gcg",
    "read",
]


MOST_BYTES = 1_000_000


def load(path: str | PathLike[str], *, strict: bool = False) -> GameRecord:
    """Read the game of a file, or the bundled game of this name.

    Raises GcgError, with the name of the file and the line.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"path: expected a file or a bundled name, got {shortened(repr(path))}")
    source = str(path)
    try:
        return dataclasses.replace(loads(content_of(bundled.path_of(source)), strict=strict), source=source)
    except GcgError as error:
        raise GcgError(error.text, error.line, repr(source) if "\0" in source else source) from None


def content_of(path: Path) -> bytes:
    """Return the bytes of a file.  Raises GcgError if they are unreadable, or too many for a game."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise GcgError(f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a name with a NUL character
        raise GcgError(f"not the name of a file: {error}") from None
    if len(data) > MOST_BYTES:
        raise GcgError(f"more than {MOST_BYTES} bytes: not a game record")
    return data


def read(source: str | PathLike[str] | IO[str] | IO[bytes], *, strict: bool = False) -> GameRecord:
    """Read a game from a file, an open file, a text of several lines, or the bundled game of this name.

    Raises GcgError, or TypeError for anything else.
    """
    if isinstance(source, str) and "\n" in source:
        return loads(source, strict=strict)
    if isinstance(source, str | PathLike):
        return load(source, strict=strict)
    if not callable(getattr(source, "read", None)):
        raise TypeError(f"game: expected a file, its name or its text, got {shortened(repr(source))}")
    return loads(source.read(MOST_BYTES), strict=strict)


def loads(text: str | bytes, *, strict: bool = False) -> GameRecord:
    """Read a game from a text or from the bytes of a file.  Raises GcgError."""
    if not isinstance(text, str | bytes):
        raise TypeError(f"text: expected a game in GCG, got {shortened(repr(text))}")
    notices = WarningCollector(strict)
    if isinstance(text, bytes):
        text = gcg_reader.decode(text, notices)
    record = gcg_reader.parse(text, notices)
    return dataclasses.replace(record, warnings=tuple(sorted(notices)))


def dumps(record: GameRecord) -> str:
    """Write a game.  Raises GcgError if it could not be read again, as with a title of two lines."""
    text = _text(record)
    if loads(text) != record:
        raise GcgError("the game cannot be written: a text in it would be read as something else")
    return text


def _text(record: GameRecord) -> str:
    """Return the text of a game; lines end in LF."""
    lines = [
        f"#player{at} {player.nick} {player.name}".rstrip() for at, player in enumerate(record.players, 1)
    ]
    lines += [
        _event_line(item, record) if isinstance(item, Event) else _pragma_line(item) for item in record.items
    ]
    text = "".join(f"{line}\n" for line in lines)
    if record.encoding is not None or not text.isascii():
        text = f"#character-encoding UTF-8\n{text}"
    return text


def _pragma_line(pragma: Pragma) -> str:
    return pragma.text if pragma.name is None else f"#{pragma.name} {pragma.text}".rstrip(" ")


def _event_line(event: Event, record: GameRecord) -> str:
    columns = [f">{record.players[event.player].nick}:"]
    if event.rack or event.kind is not EventKind.END_RACK:
        columns.append(event.rack)
    columns.append(event.move)
    if event.score is not None:
        columns.append(f"{event.score:+}")
    if event.total is not None:
        columns.append(str(event.total))
    if event.trailing:
        columns.append(event.trailing)
    return " ".join(columns)
