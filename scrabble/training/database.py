"""The practice database: every attempt at a puzzle, in one SQLite file in the user's data folder.

    puzzles      id, name of its set, the record as JSON: what was tried can be shown without its file
    attempts     one row for each attempt, only ever added

What is due (`schedule`) and what has been learnt (`progress`) are computed from the attempts, so that they
cannot contradict them.

Each attempt is a transaction of its own, on the disk before `add` returns: a process that is killed loses
nothing.  Several processes write one after the other.  A file that is damaged, or that a newer version has
written, is reported in one line and left as it is.  A copy of the last day on which it was used stays beside
it: no copy is replaced by one with fewer attempts, and while it has some, no file is begun anew.

Earlier versions kept puzzles under ids without their lexicon; such ids are read as the ones of today.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import msgspec
from msgspec import Struct

from scrabble.errors import ScrabbleError
from scrabble.files import user_dir
from scrabble.puzzles.puzzle import current_id

APPLICATION_ID = 0x53656E64  # of SQLite files of this program: "Send"
SCHEMA_VERSION = 1
PATIENCE = 30.0  # seconds to wait for other processes
SCHEMA = """
CREATE TABLE puzzles (id TEXT PRIMARY KEY, set_name TEXT NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE attempts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    puzzle TEXT NOT NULL REFERENCES puzzles,
    visit TEXT NOT NULL,
    move TEXT NOT NULL,
    is_right INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    seconds REAL NOT NULL,
    at TEXT NOT NULL
);
"""


class PracticeError(ScrabbleError):
    """A practice database that cannot be used."""


class Attempt(NamedTuple):
    """One attempt at a puzzle."""

    puzzle: str  # its id
    visit: str  # the same for all attempts from one showing of the puzzle to the next
    move: str  # empty: the solution was asked for
    is_right: bool
    hints: int  # seen before the attempt
    seconds: float  # since the puzzle was shown
    at: datetime  # in UTC


class StoredPuzzle(NamedTuple):
    """A puzzle that was tried."""

    id: str
    set_name: str
    record: str  # JSON


class PracticeDatabase:
    """The practice database, open; a context manager that closes it.  Raises PracticeError.

    Without a path it is that of the user.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = user_dir("training") / "practice.sqlite" if path is None else path
        with self._reported():
            if not self.path.exists():
                self._refuse_to_begin_anew("missing")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
        try:
            with self._reported():
                self._prepare()
            with suppress(OSError, sqlite3.Error):  # without space for a copy the file can still be used
                self._keep_copy()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, attempt: Attempt, puzzle: StoredPuzzle) -> None:
        """Keep an attempt, and the puzzle if it is new."""
        row = (*attempt[:-1], attempt.at.astimezone(UTC).isoformat())
        with self._reported(), self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO puzzles VALUES (?, ?, ?)", puzzle)
            self._connection.execute(
                "INSERT INTO attempts (puzzle, visit, move, is_right, hints, seconds, at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def attempts(self) -> list[Attempt]:
        """Return all attempts in the order in which they were made."""
        with self._reported():
            rows = self._connection.execute(
                "SELECT puzzle, visit, move, is_right, hints, seconds, at FROM attempts ORDER BY number"
            ).fetchall()
            names = {stored.id: _current(stored).id for stored in self._stored()}
            return [
                Attempt(
                    names.get(puzzle, puzzle),
                    visit,
                    move,
                    bool(is_right),
                    hints,
                    seconds,
                    datetime.fromisoformat(at),
                )
                for puzzle, visit, move, is_right, hints, seconds, at in rows
            ]

    def puzzles(self) -> list[StoredPuzzle]:
        """Return all puzzles that were tried."""
        with self._reported():
            found = {each.id: each for each in map(_current, self._stored())}
            return [found[name] for name in sorted(found)]

    def _stored(self) -> list[StoredPuzzle]:
        """Return the rows of puzzles as they are kept."""
        rows = self._connection.execute("SELECT id, set_name, record FROM puzzles ORDER BY id")
        return [StoredPuzzle(*row) for row in rows]

    def _prepare(self) -> None:
        """Create the tables in a new file; refuse a file that is damaged, foreign or newer."""
        self._connection.execute("PRAGMA synchronous = FULL")
        with self._transaction():  # another process may be creating them now
            version, identity, tables = (
                self._connection.execute(text).fetchone()[0]
                for text in (
                    "PRAGMA user_version",
                    "PRAGMA application_id",
                    "SELECT count(*) FROM sqlite_master",
                )
            )
            if version == identity == tables == 0:
                self._refuse_to_begin_anew("empty")
                for statement in SCHEMA.split(";\n"):
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                return
        if identity != APPLICATION_ID:
            raise PracticeError(f"{self.path}: not a practice database of this program; it was left as it is")
        if version > SCHEMA_VERSION:
            raise PracticeError(
                f"{self.path}: written by a newer version of this program (format {version}, expected "
                f"{SCHEMA_VERSION}); it was left as it is: update the program"
            )
        [found] = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(" ".join(found.split()))

    def _keep_copy(self) -> None:
        """Copy a sound file once a day, unless its copy has more attempts."""
        copy, now = self.copy_path, datetime.now()
        midnight = datetime.combine(now, time()).timestamp()
        is_of_today = copy.exists() and midnight <= copy.stat().st_mtime <= now.timestamp()
        if is_of_today or self._copied_attempts() > _count(self._connection):
            return
        part = copy.with_name(f"{copy.name}.{os.getpid()}")
        try:
            with closing(sqlite3.connect(part)) as target:
                self._connection.backup(target)
            part.replace(copy)
        finally:
            part.unlink(missing_ok=True)

    @property
    def copy_path(self) -> Path:
        """The copy of the last day on which the database was used."""
        return self.path.with_suffix(".copy.sqlite")

    def _copied_attempts(self) -> int:
        """Return the number of attempts in the copy; 0 if there is none, or it is damaged."""
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"{self.copy_path.absolute().as_uri()}?mode=ro", uri=True)) as copy,
        ):
            return _count(copy)
        return 0

    def _refuse_to_begin_anew(self, state: str) -> None:
        """Raise PracticeError for a file that is gone while its copy has attempts."""
        if self._copied_attempts():
            raise PracticeError(
                f"{self.path}: the practice database is {state}: put its copy {self.copy_path.name} in its "
                "place, or move the copy away to begin anew"
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:  # SQLite itself rolls back when the disk is full
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Report errors of SQLite and of the file system as a PracticeError of one line."""
        try:
            yield
        except OSError as error:
            reason = error.strerror or os.strerror(errno.EIO)
            raise PracticeError(f"{self.path}: the practice database cannot be opened: {reason}") from None
        except sqlite3.OperationalError as error:
            raise PracticeError(f"{self.path}: the practice database cannot be used: {error}") from None
        except (sqlite3.DatabaseError, ValueError) as error:
            if isinstance(error, PracticeError):
                raise
            raise PracticeError(
                f"{self.path}: the practice database is damaged ({error}); it was left as it is"
                f"{self._how_to_recover()}"
            ) from None

    def _how_to_recover(self) -> str:
        """Return what to do about a damaged file."""
        if self.copy_path.exists():
            return f": put its copy {self.copy_path.name} in its place, or move both away to begin anew"
        return ": move it away to begin anew"


class _Key(Struct):
    """The keys of a stored puzzle that its id depends on."""

    cgp: str
    question: str
    lexicon: str


def _current(stored: StoredPuzzle) -> StoredPuzzle:
    """Return a stored puzzle with the id that it has now."""
    try:
        key = msgspec.json.decode(stored.record, type=_Key)
    except msgspec.DecodeError:  # reported when the puzzle is read
        return stored
    return stored._replace(id=current_id(stored.id, key.cgp, key.question, key.lexicon))


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM attempts").fetchone()[0])
