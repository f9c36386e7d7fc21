"""Results of a batch, in a file that survives a kill (`scrabble.line_file`).

    results.jsonl     one AnalysisRecord per line: the JSON of `endgame analyse --json`, with its key

A game counts as done when its line is on the disk; one whose line a kill has left incomplete is analysed
again.  Any other line that is not a record is refused, as it may be someone's data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

from msgspec import Struct

from scrabble.answer.analysis import Analysis
from scrabble.answer.plain import means
from scrabble.errors import ScrabbleError
from scrabble.files import json_line
from scrabble.game.tiles import quoted
from scrabble.line_file import LineFile, line_file

NAME = "results.jsonl"
START = b'{"version": '  # of a line
REQUIRED = frozenset({"version", "key", "id", "turns", "summary"})


class BatchError(ScrabbleError):
    """The reason, in one line, why a batch cannot be analysed at all."""


class FailedGame(Struct, frozen=True):
    """A game that could not be analysed."""

    id: Annotated[str, means("its file")]
    error: Annotated[str, means("the reason, in one line")]


class AnalysisRecord(Analysis, frozen=True, kw_only=True):
    """The analysis of a game among many."""

    key: Annotated[str, means("digest of name, contents, lexicon and settings")]
    sha256: Annotated[str, means("of the file")]
    lexicon_sha256: Annotated[str, means("of the lexicon")]
    settings: Annotated[dict[str, Any], means("the options of the analysis")]


class ResultsFile:
    """The stored records by key; `append` writes one to the disk.

    They are plain data, which `read_data` checks when they are used.  Those of other versions of the
    program have keys that this one never asks for.
    """

    def __init__(self, file: LineFile) -> None:
        self._file, self.path = file, file.path
        self.records: dict[str, dict[str, Any]] = {}
        self._numbers: dict[str, int] = {}  # of their lines
        for number, line in enumerate(file.read(START), 1):
            record = self._record(line, number)
            self.records[record["key"]], self._numbers[record["key"]] = record, number

    @property
    def is_cut(self) -> bool:
        """Return whether an incomplete last line was dropped."""
        return self._file.dropped > 0

    def append(self, record: Mapping[str, Any]) -> None:
        """Write a record to the disk, unless it is there.  Raises BatchError."""
        if record["key"] not in self.records:
            self._file.append(json_line({"key": record["key"], **record}, is_ascii=False))
            self.records[record["key"]] = dict(record)

    def where(self, key: str) -> str:
        """Return the file, and the line of a record that was read from it."""
        return f"{self.path}, line {self._numbers[key]}" if key in self._numbers else str(self.path)

    def _record(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            record = json.loads(line) if line.endswith(b"\n") else None
        except ValueError:
            record = None
        if not isinstance(record, dict) or not record.keys() >= REQUIRED:
            self._refuse(line, number)
        if not isinstance(record["version"], int) or not isinstance(record["key"], str):
            self._refuse(line, number)
        return record

    def _refuse(self, line: bytes, number: int) -> NoReturn:
        text = quoted(line.decode("utf-8", "replace").strip())
        raise BatchError(f"{self.path}, line {number}: expected a result of this command, got {text}")


@contextmanager
def results_in(folder: Path) -> Iterator[ResultsFile]:
    """Open the results in a folder, which is created if necessary.  Raises BatchError."""
    with line_file(folder / NAME, "results", BatchError) as file:
        yield ResultsFile(file)
