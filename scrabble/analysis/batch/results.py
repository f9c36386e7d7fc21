"""Results of a batch, in a file that survives a kill.

    results.jsonl     one AnalysisRecord per line: the JSON of `endgame analyse --json`, with its key

Lines are only appended, each is on the disk before the next game counts as done, and one process at a time
has the file.  A kill can leave an incomplete last line: it is dropped, and the game is analysed again.  Any
other line that is not a record is refused, as it may be someone's data.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Annotated, Any, NoReturn

from msgspec import Meta

from scrabble.analysis.schema import GameData
from scrabble.errors import ScrabbleError
from scrabble.files import file_errors, json_line, locked_file, read_bounded
from scrabble.game.tiles import quoted

NAME = "results.jsonl"
MOST_BYTES = 1 << 30
START = b'{"version": '  # of a line
REQUIRED = frozenset({"version", "key", "id", "turns", "summary"})


class BatchError(ScrabbleError):
    """The reason, in one line, why a batch cannot be analysed at all."""


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game that could not be analysed, and why."""

    id: str
    error: str


class AnalysisRecord(GameData, kw_only=True):
    """The analysis of a game among many."""

    key: Annotated[str, Meta(description="digest of name, contents, lexicon and settings")]
    sha256: Annotated[str, Meta(description="of the file")]
    lexicon_sha256: Annotated[str, Meta(description="of the lexicon")]
    settings: Annotated[dict[str, Any], Meta(description="the options of the analysis")]


class ResultsFile:
    """The stored records by key; `append` writes one to the disk.

    They are plain data, which `schema.read_data` checks when they are used.  Those of other versions of the
    program have keys that this one never asks for.
    """

    def __init__(self, file: FileIO, path: Path) -> None:
        self._file, self.path = file, path
        self.records: dict[str, dict[str, Any]] = {}
        self._numbers: dict[str, int] = {}  # of their lines
        self.dropped = 0  # bytes of an incomplete last line
        at = 0
        for number, line in enumerate(read_bounded(file, MOST_BYTES).splitlines(keepends=True), 1):
            if not line.endswith(b"\n"):
                self._drop(at, line, number)
                break
            record = self._record(line, number)
            self.records[record["key"]], self._numbers[record["key"]] = record, number
            at += len(line)

    def append(self, record: Mapping[str, Any]) -> None:
        """Write a record to the disk, unless it is there.  Raises BatchError."""
        if record["key"] in self.records:
            return
        line = json_line({"key": record["key"], **record}, is_ascii=False) + "\n"
        data = line.encode("utf-8", "surrogatepass")
        with file_errors(self.path, BatchError, "written"):
            if self._file.write(data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        self.records[record["key"]] = dict(record)

    def where(self, key: str) -> str:
        """Return the file, and the line of a record that was read from it."""
        return f"{self.path}, line {self._numbers[key]}" if key in self._numbers else str(self.path)

    def _record(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict) or not record.keys() >= REQUIRED:
            self._refuse(line, number)
        if not isinstance(record["version"], int) or not isinstance(record["key"], str):
            self._refuse(line, number)
        return record

    def _drop(self, at: int, torn: bytes, number: int) -> None:
        """Cut off an incomplete last line, left by a kill."""
        written = torn.rstrip(b"\0")  # a crash of the machine may leave zeros
        if not written.startswith(START[: len(written)]):
            self._refuse(torn, number)
        self.dropped = len(torn)
        self._file.truncate(at)
        self._file.seek(at)

    def _refuse(self, line: bytes, number: int) -> NoReturn:
        text = quoted(line.decode("utf-8", "replace").strip())
        raise BatchError(f"{self.path}, line {number}: expected a result of this command, got {text}")


@contextmanager
def results_in(folder: Path) -> Iterator[ResultsFile]:
    """Open the results in a folder, which is created if necessary.  Raises BatchError."""
    path = folder / NAME
    with locked_file(path, "results", BatchError) as file:
        file.seek(0)
        with file_errors(path, BatchError, "read"):
            results = ResultsFile(file, path)
        yield results
