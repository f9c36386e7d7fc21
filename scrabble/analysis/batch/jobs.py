"""Jobs of a batch: the files of games, the key of an analysis, and the names of players.

    settings = BatchSettings("ENABLE", SolveOptions(seconds=2))
    files = collect(["games", "final.gcg"])      folders are searched for *.gcg, sorted
    jobs = prepare_all(files, settings)          a Job of each, or a FailedGame if it cannot be read
    jobs[0].key                                  digest of name, contents, lexicon and settings

A game whose key is among the results has been analysed; a changed file, lexicon or option changes the key.
A job holds the bytes of its file, so that the key belongs to what is analysed, on every machine.

A game that is there twice counts once (`find_copies`): its file has the same moves, or breaks off earlier.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from scrabble import bundled
from scrabble.analysis import EXACT, MAX_BAG, choose_lexicon, names_lexicon, words_of_game
from scrabble.analysis.batch.results import BatchError, FailedGame
from scrabble.files import is_dir
from scrabble.lexicon import LexiconError, choice
from scrabble.lexicon.choice import ResolvedLexicon
from scrabble.records import gcg
from scrabble.records.record import TURNS, GameRecord, GcgError
from scrabble.settings import value_of
from scrabble.solver.options import AnalysisKeywords, SolveOptions

FORMAT = 5  # of the results; raise it to analyse every game anew: whenever a key comes, goes or changes
SUFFIX = ".gcg"
DEFAULT = "default_lexicon"  # key of the settings in results
SECONDS = 30.0  # for a position
SHORTEST = 8  # moves by which two records are recognised as one game


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """The options of the analysis, the same for each game."""

    lexicon: str | None = None  # None: the one that the record names
    options: SolveOptions = field(default_factory=lambda: SolveOptions(seconds=SECONDS, exact=EXACT))
    reasons: bool = True
    max_bag: int = MAX_BAG  # turns with at most this many tiles in the bag are evaluated, too


@dataclass(frozen=True, slots=True)
class Job:
    """A game to analyse."""

    id: str  # its file
    data: bytes = field(repr=False)
    lexicon: str  # name or path
    lexicon_sha256: str
    settings: BatchSettings
    note: str = ""  # the lexicon and why it was chosen, if none was named
    moves: tuple[str, ...] = field(default=(), repr=False)  # as recorded
    doubt: str = ""  # a lexicon that fits this game better, if one was chosen for all

    @property
    def sha256(self) -> str:
        """The digest of the file."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def settings_data(self) -> dict[str, Any]:
        """The settings as they are kept, with the default lexicon of that time."""
        settings, options = self.settings, self.settings.options
        return {
            "lexicon": settings.lexicon,
            **{name: getattr(options, name) for name in AnalysisKeywords.__annotations__},
            "reasons": settings.reasons,
            "max_bag": settings.max_bag,
            DEFAULT: value_of("lexicon"),
        }

    @property
    def key(self) -> str:
        """The digest of everything the analysis depends on."""
        parts = [FORMAT, self.id, self.sha256, self.lexicon_sha256, dataclasses.asdict(self.settings)]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


class GameFile(NamedTuple):
    """The file of a game: its name in all answers, and its path, or what standard input held."""

    id: str
    path: Path | None
    data: bytes = b""


def collect(sources: Sequence[str]) -> list[GameFile]:
    """Return the named files or bundled games and those below the named folders, each once, by their paths.

    Raises BatchError.
    """
    found: dict[str, GameFile] = {}
    for source in sources:
        path = bundled.path_of(source)
        below = _below(path) if is_dir(path) else [path]
        if not below:
            raise BatchError(f"{source}: no *{SUFFIX} file in this folder")
        found |= {str(each): GameFile(str(each), each) for each in below}
    return list(found.values())


def prepare_all(
    files: Sequence[GameFile], settings: BatchSettings, kept: Mapping[str, str] | None = None
) -> list[Job | FailedGame]:
    """Read the files and find the lexicon of each: for those that name none, one by the boards of all.

    `kept` are lexicons by language, found before.
    """
    read = [_record(each, settings) for each in files]
    boards: dict[str, list[set[bytes]]] = {}
    for each in read:
        if not isinstance(each, FailedGame) and each.words is not None and not settings.lexicon:
            boards.setdefault(each.language, []).append(each.words)
    chosen: dict[str, ResolvedLexicon | LexiconError] = {}
    for language, found in boards.items():
        try:
            chosen[language] = _of_event(language, found, (kept or {}).get(language))
        except LexiconError as error:
            chosen[language] = error
    return [each if isinstance(each, FailedGame) else _job(each, settings, chosen) for each in read]


class _ReadGame(NamedTuple):
    """A file and its game; language and words are looked for only if it names no lexicon."""

    name: str
    data: bytes
    record: GameRecord
    language: str = ""
    words: set[bytes] | None = None  # on the last board


def _record(file: GameFile, settings: BatchSettings) -> _ReadGame | FailedGame:
    try:
        data = file.data if file.path is None else gcg.content_of(file.path)
        record = gcg.loads(data)
        if settings.lexicon or names_lexicon(record):
            return _ReadGame(file.id, data, record)
        return _ReadGame(file.id, data, record, *words_of_game(record))
    except GcgError as error:
        return FailedGame(file.id, str(GcgError(error.text, error.line)))
    except LexiconError as error:
        return FailedGame(file.id, str(error))


def _of_event(language: str, boards: Sequence[set[bytes]], kept: str | None) -> ResolvedLexicon:
    """Return the lexicon that all these games share.  Raises LexiconError.

    Another lexicon replaces the default only if it has at least one word more per board, as each board may
    have a phony.
    """
    if kept is not None:
        return ResolvedLexicon(choice.load(kept), kept, f"lexicon {kept}, as for the games analysed before")
    words = [word for board in boards for word in board]
    found = choice.resolve(None, None, language, "the game", words, max(choice.MARGIN, len(boards)))
    if len(boards) > 1:
        found = found._replace(note=found.note.replace("on the board", f"on the {len(boards)} boards"))
    return found


def _job(
    game: _ReadGame, settings: BatchSettings, chosen: Mapping[str, ResolvedLexicon | LexiconError]
) -> Job | FailedGame:
    record, doubt = game.record, ""
    try:
        found = chosen[game.language] if game.words is not None else choose_lexicon(record, settings.lexicon)
        if isinstance(found, LexiconError):
            raise found
        lexicon = found.lexicon
        better = choice.better_ones(lexicon, game.words) if game.words else []
        if better and game.words:
            more = choice.missing(lexicon, game.words) - choice.missing(better[0], game.words)
            doubt = f"{game.name}: {better[0].name} has {more} more of its words than {lexicon.name}"
        return Job(
            game.name,
            game.data,
            found.name,
            lexicon.sha256,
            settings,
            found.note,
            _moves(record),
            doubt,
        )
    except LexiconError as error:
        return FailedGame(game.name, str(error))


def find_copies(jobs: Iterable[Job]) -> dict[str, str]:
    """Return the games that are copies of others, each with the one that counts.

    A copy has the same moves, or the same ones as far as it goes; the longest counts, and among equals the
    first.  Games of fewer than SHORTEST moves are no copies.
    """
    of: dict[tuple[str, ...], str] = {}  # the game that counts, by the beginnings of its moves
    copies = {}
    for job in sorted(jobs, key=lambda job: -len(job.moves)):
        if job.moves in of:
            copies[job.id] = of[job.moves]
        else:
            for count in range(SHORTEST, len(job.moves) + 1):
                of.setdefault(job.moves[:count], job.id)
    return copies


def _moves(record: GameRecord) -> tuple[str, ...]:
    """Return the moves of both sides as recorded, without what a challenge took back."""
    return tuple(event.play for event in record.events if event.kind in TURNS)


def _below(folder: Path) -> list[Path]:
    """Return the game records in a folder and its subfolders, without hidden files such as macOS makes."""

    def refuse(error: OSError) -> None:
        raise BatchError(f"{error.filename}: cannot be read: {error.strerror or error}")

    walk = os.walk(folder, onerror=refuse)
    files = [Path(parent) / name for parent, _, names in walk for name in names if name[0] != "."]
    return sorted(file for file in files if file.suffix.lower() == SUFFIX and file.is_file())
