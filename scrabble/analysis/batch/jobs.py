"""Jobs of a batch: the files of games, the key of an analysis, and the names of players.

    settings = BatchSettings(lexicon="ENABLE", seconds=2.0)
    files = collect(["games", "final.gcg"])      folders are searched for *.gcg, sorted
    job = prepare(files[0], settings)            a Job, or a FailedGame if it cannot be read
    job.key                                      digest of name, contents, lexicon and settings

A game whose key is among the results has been analysed; a changed file, lexicon or option changes the key.
A job holds the bytes of its file, so that the key belongs to what is analysed, on every machine.

Players are identified by name (`canonical_names`):

    Emely Smith, emely smith, Emely_Smith     one name: case, spaces and _ are ignored
    #player1 emely Emely Smith                a record with the nick only, #player1 Emely, is the same player:
                                              the nick is a word of one full name, and of no other one

The spelling in most records is used, and among equally frequent ones the first in alphabetical order.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scrabble import bundled
from scrabble.analysis import EXACT, MAX_BAG, choose_lexicon
from scrabble.analysis.schema import GameData
from scrabble.errors import ScrabbleError
from scrabble.lexicon import LexiconError
from scrabble.records import gcg
from scrabble.records.record import GcgError
from scrabble.solver.names import MEMORY, PROOF
from scrabble.solver.options import SolveOptions

FORMAT = 3  # of the results; raise it to analyse every game anew, as when a key changes its meaning
SUFFIX = ".gcg"


class BatchError(ScrabbleError):
    """The reason, in one line, why a batch cannot be analysed at all."""


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """The options of the analysis, the same for each game."""

    lexicon: str | None = None  # None: the one that the record names
    solver: str = PROOF
    seconds: float | None = 30.0  # for each position
    nodes: int | None = None
    memory: int = MEMORY  # bytes, of each process
    exact: int = EXACT
    reasons: bool = True
    strict: bool = False
    max_bag: int = MAX_BAG  # turns with at most this many tiles in the bag are evaluated, too

    @property
    def options(self) -> SolveOptions:
        """The options of each search."""
        return SolveOptions(
            solver=self.solver,
            seconds=self.seconds,
            nodes=self.nodes,
            memory=self.memory,
            exact=self.exact,
        )


@dataclass(frozen=True, slots=True)
class Job:
    """A game to analyse."""

    id: str  # its file
    data: bytes = field(repr=False)
    lexicon: str  # name or path
    lexicon_sha256: str
    settings: BatchSettings
    note: str = ""  # the lexicon and why it was chosen, if none was named

    @property
    def sha256(self) -> str:
        """The digest of the file."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def key(self) -> str:
        """The digest of everything the analysis depends on."""
        parts = [FORMAT, self.id, self.sha256, self.lexicon_sha256, dataclasses.asdict(self.settings)]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game that could not be analysed, and why."""

    id: str
    error: str


def collect(sources: Sequence[str]) -> list[str]:
    """Return the named files or bundled games and those below the named folders, each once.

    Raises BatchError.
    """
    found: dict[str, None] = {}
    for source in sources:
        path = bundled.path_of(source)
        below = _below(path) if path.is_dir() else [path]
        if not below:
            raise BatchError(f"{source}: no *{SUFFIX} file in this folder")
        found |= dict.fromkeys(map(str, below))
    return list(found)


def prepare(name: str, settings: BatchSettings) -> Job | FailedGame:
    """Read a file and find its lexicon."""
    try:
        data = _read(name)
        record = gcg.loads(data, strict=settings.strict)
        words, lexicon, note = choose_lexicon(record, settings.lexicon)
        return Job(name, data, lexicon, words.sha256, settings, note)
    except GcgError as error:
        return FailedGame(name, str(GcgError(error.text, error.line)))
    except LexiconError as error:
        return FailedGame(name, str(error))


def _below(folder: Path) -> list[Path]:
    """Return the game records in a folder and its subfolders."""

    def refuse(error: OSError) -> None:
        raise BatchError(f"{error.filename}: cannot be read: {error.strerror or error}")

    walk = os.walk(folder, onerror=refuse)
    files = [Path(parent) / name for parent, _, names in walk for name in names]
    return sorted(file for file in files if file.suffix.lower() == SUFFIX and file.is_file())


def _read(name: str) -> bytes:
    """Return the bytes of a file.  Raises GcgError if it is unreadable or too long for a game."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(gcg.MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL character
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise GcgError(f"cannot be read: {reason}") from None
    if len(data) > gcg.MOST_BYTES:
        raise GcgError(f"more than {gcg.MOST_BYTES} bytes: not a game record")
    return data


def canonical_names(records: Iterable[GameData]) -> dict[str, str]:
    """Map every name in the records to the name of its player."""
    spellings: Counter[str] = Counter()
    full_names: defaultdict[str, set[str]] = defaultdict(set)  # by nick
    for record in records:
        for name, nick in zip(record.players, record.nicks, strict=True):
            spellings[name] += 1
            if _normalise(name) != _normalise(nick) and _normalise(nick) in _normalise(name).split():
                full_names[_normalise(nick)].add(_normalise(name))
    ids = {name: _person(_normalise(name), full_names) for name in spellings}
    called: dict[str, str] = {}
    for name in sorted(spellings, key=lambda name: (_normalise(name) != ids[name], -spellings[name], name)):
        called.setdefault(ids[name], name)
    return {name: called[ids[name]] for name in spellings}


def _person(name: str, full_names: dict[str, set[str]]) -> str:
    """Return the full name that belongs to a nick, if there is exactly one; else the name itself."""
    full = full_names.get(name, set())
    return next(iter(full)) if len(full) == 1 else name


def _normalise(name: str) -> str:
    """Normalise a name: ignore case, underscores and repeated spaces."""
    return " ".join(name.replace("_", " ").casefold().split())
