"""A recorded game: the lines of a GCG file, not yet checked against the rules.

    #player1 Emely Emely Smith             players   who plays; one nick without spaces each
    #lexicon CSW21                         Pragma    anything else about the game, in file order
    >Emely: ADEEGIL 7C GALE +16 16         Event     one event: rack, move, score, total
    #note GALED is no better               Pragma    a note belongs to the event before it

Texts are kept unchanged: racks and moves are read as tiles when the game is replayed (`replay`).
Line numbers, warnings, and encoding and name of the file are not compared.

When a game was played, its date and its round, is found in

    #date 2024-05-17                        the pragma, which some programs write
    #title Nationals 2024-05-17, round 3    the title or a description
    josh_nationals_round_20.gcg             the name of the file, 20240517_r3.gcg included

A date is year, month and day; one without separators counts only in the name of a file, where a number is not
a seed or a score.
"""

from __future__ import annotations

import datetime
import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from scrabble.errors import ScrabbleError
from scrabble.game.board import square_name
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import shortened

LONGEST_MESSAGE = 300  # characters: a move of a record may have any length
SQUARE = re.compile(r"[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}")
GROUP = re.compile(r"\([^()]*\)")
MARKS = "#*"
UNKNOWN_RACK = "UNKNOWN"
SETTINGS = ("lexicon", "game-type", "board-layout", "tile-distribution", "tile-set", "game-board", "style")
KEPT_ONCE = ("title", "id", "rack1", "rack2", "incomplete", *SETTINGS)
REPEATED = ("description", "note", "tile", "-")  # -: goes on with the pragma before
KNOWN = frozenset(KEPT_ONCE + REPEATED)
DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_./])(\d\d?)\2(\d\d?)(?!\d)")
COMPACT_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)()(\d\d)(\d\d)(?!\d)")
ROUND = re.compile(r"(?<![a-z])(?:round|rd|r)[ ._#-]*(\d{1,3})(?!\d)", re.IGNORECASE)


class EventKind(enum.Enum):
    """The kind of an event."""

    PLAY = "play"
    PASS = "pass"  # also a turn lost by a challenge
    EXCHANGE = "exchange"
    TAKEN_BACK = "taken back"  # a phony: the play before is undone
    BONUS = "challenge bonus"
    END_RACK = "end rack"  # points for tiles that were left on a rack
    TIME = "time penalty"


TURNS = (EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE)  # the other side moves next


class GcgError(ScrabbleError):
    """A text that is not a game record, or an impossible game; one line, with the line number."""

    def __init__(self, text: str, line: int | None = None, source: str = "") -> None:
        text = shortened(text, LONGEST_MESSAGE)
        super().__init__(text)
        self.text, self.line, self.source = text, line, source

    def __str__(self) -> str:
        where = [self.source] * bool(self.source) + [f"line {self.line}"] * (self.line is not None)
        return ": ".join([", ".join(where)] * bool(where) + [self.text])


class GcgWarning(NamedTuple):
    """An oddity that leaves the game determined."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


class WarningCollector(list[GcgWarning]):
    """The warnings collected; with `strict` the first one is an error."""

    def __init__(self, strict: bool = False) -> None:
        super().__init__()
        self.strict = strict

    def add(self, line: int, text: str) -> None:
        """Add a warning.  Raises GcgError if `strict`."""
        if self.strict:
            raise GcgError(text, line)
        self.append(GcgWarning(line, shortened(text, LONGEST_MESSAGE)))


def recorded_text(move: Move, position: Position) -> str:
    """Return a move as records write it, a tile on the board as a dot, a pass as "-"."""
    if not move.tiles:
        return f"-{position.alphabet.rack_text(move.exchanged)}"
    word = "".join(position.alphabet.decode([code]) if code else "." for code in move.tiles)
    return f"{square_name(move.row, move.col, move.down)} {word}"


class Player(NamedTuple):
    """One of the two sides."""

    nick: str  # no spaces
    name: str = ""  # may be missing


@dataclass(frozen=True, slots=True)
class Pragma:
    """A line about the game; a note may have several lines."""

    name: str | None  # without the #, known names in lower case; None = an unknown line
    text: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the game."""

    player: int  # 0 or 1
    rack: str  # as recorded: whole, in part, empty, UNKNOWN
    move: str  # 8D N.NTAX   -   -QO   -5   --   (challenge)   (time)   (RT)
    score: int | None = None
    total: int | None = None  # the cumulative score; only with a score
    trailing: str = ""  # the rest of the line, in old files the words formed
    line: int = field(default=0, compare=False)

    @property
    def kind(self) -> EventKind:
        """The kind of the event, by the form of its move."""
        if not self.move.startswith(("-", "(")):
            return EventKind.PLAY
        named = {
            "-": EventKind.PASS,
            "--": EventKind.TAKEN_BACK,
            "(challenge)": EventKind.BONUS,
            "(time)": EventKind.TIME,
        }
        return named.get(self.move) or (EventKind.EXCHANGE if self.move[0] == "-" else EventKind.END_RACK)

    @property
    def play(self) -> str:
        """Square and word of a play, without the marks # and * after the word."""
        return self.move.rstrip(MARKS)

    @property
    def tiles(self) -> str:
        """The tiles, or their number, of an exchange; the tiles of an end-rack line."""
        return self.move[1:] if self.kind is EventKind.EXCHANGE else self.move[1:-1]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game record; `gcg.loads` and `gcg.dumps` read and write it.

    Attributes:
        players: The two players.
        items: Pragmas and events, in the order of the file.
        encoding: As the file declares it, or None.
        warnings: Oddities of the file, with their lines.
        source: The name of the file, or "".
    """

    players: tuple[Player, Player]
    items: tuple[Pragma | Event, ...] = ()
    encoding: str | None = field(default=None, compare=False)
    warnings: tuple[GcgWarning, ...] = field(default=(), compare=False)
    source: str = field(default="", compare=False)

    @property
    def names(self) -> tuple[str, str]:
        """Names of the players, else nicks; both if the names are the same."""
        one, two = self.players
        if one.name == two.name != "":
            return f"{one.name} ({one.nick})", f"{two.name} ({two.nick})"
        return one.name or one.nick, two.name or two.nick

    def __repr__(self) -> str:
        names = " - ".join(self.names)
        lexicon = f", {self.lexicon}" if self.lexicon else ""
        return f"<GameRecord {names}: {len(self.events)} events{lexicon}>"

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in order."""
        return tuple(item for item in self.items if isinstance(item, Event))

    def find(self, name: str) -> Pragma | None:
        """Return the pragma of this name, the last one if there are several."""
        found = [item for item in self.items if isinstance(item, Pragma) and item.name == name]
        return found[-1] if found else None

    def value(self, name: str) -> str | None:
        """Return the text of the pragma of this name, None if it is missing or empty."""
        found = self.find(name)
        return found.text or None if found else None

    @property
    def title(self) -> str | None:
        """The title."""
        return self.value("title")

    @property
    def lexicon(self) -> str | None:
        """The name of the lexicon the game was played with."""
        return self.value("lexicon")

    @property
    def description(self) -> str:
        """All descriptions, one for each line."""
        items = (item for item in self.items if isinstance(item, Pragma))
        return "\n".join(item.text for item in items if item.name == "description")

    @property
    def date(self) -> str | None:
        """The date of the game as 2024-05-17, None if the record does not tell."""
        stem = PurePath(self.source).stem
        for text in self._occasion_texts():
            for pattern in (DATE, COMPACT_DATE) if text == stem else (DATE,):
                for found in pattern.finditer(text):
                    year, month, day = int(found[1]), int(found[3]), int(found[4])
                    try:
                        return datetime.date(year, month, day).isoformat()
                    except ValueError:
                        continue
        return None

    @property
    def round(self) -> int | None:
        """The round of a tournament, None if the record does not tell."""
        found = (ROUND.search(text) for text in self._occasion_texts())
        return next((int(each[1]) for each in found if each), None)

    def _occasion_texts(self) -> Iterator[str]:
        """Yield the texts that may tell when the game was played, the most reliable first."""
        yield from filter(None, (self.value("date"), self.title, *self.description.splitlines()))
        yield PurePath(self.source).stem
