"""Analyse many games: what is done already, what is left to do, and what is written as results come.

    with results_in(folder) as results:
        batch = Batch(collect(["games"]), Settings("ENABLE"), results)
        with processes(2, "bstar") as run:
            for outcome in batch.run(run, stop):       each is on the disk already
                ...
    batch.records, batch.failures, batch.summary       in the order of the files

After a kill the same batch finds its records again, and only the games without one are left.
"""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from scrabble.analysis import Analysis
from scrabble.analysis.checked import DataError, check
from scrabble.analysis.page.handout import Puzzle, puzzles_of
from scrabble.analysis.page.page import game_page
from scrabble.batch.jobs import BatchError, Failure, Job, Settings, prepare
from scrabble.batch.one_game import GameOutcome
from scrabble.batch.page import (
    BEGINNING,
    INDEX,
    analysis_of,
    head_of,
    index_page,
    is_page_of_many,
    links_of,
    page_names,
)
from scrabble.batch.results import Record, Results
from scrabble.batch.summary import COLUMNS, BatchData, by_error, rows, summarize
from scrabble.batch.workers import Runner
from scrabble.datafiles import write_whole
from scrabble.report.json_line import json_file

SUMMARY = "summary.json"
TABLE = "summary.csv"


class Batch:
    """Games to analyse; failures are tried anew each time, finished games are not."""

    def __init__(
        self,
        files: Sequence[str],
        settings: Settings,
        results: Results | None = None,
    ) -> None:
        self._results = results
        prepared = [prepare(name, settings) for name in files]
        self.jobs = [each for each in prepared if isinstance(each, Job)]
        self._order = {name: at for at, name in enumerate(files)}
        self._failures = [each for each in prepared if isinstance(each, Failure)]
        known = {} if results is None else results.records
        self._records = {job.key: self._checked(known[job.key]) for job in self.jobs if job.key in known}
        self.due = [job for job in self.jobs if job.key not in self._records]

    @property
    def records(self) -> list[Record]:
        """The results so far."""
        return [self._records[job.key] for job in self.jobs if job.key in self._records]

    @property
    def failures(self) -> list[Failure]:
        """The games that could not be analysed."""
        return sorted(self._failures, key=lambda each: self._order[each.id])

    @property
    def failures_by_error(self) -> list[tuple[list[str], str]]:
        """The games that could not be analysed, those with the same error together."""
        return by_error((each.id, each.error) for each in self.failures)

    @property
    def left(self) -> int:
        """How many games have neither a result nor a reason why not."""
        return len(self._order) - len(self._records) - len(self._failures)

    @property
    def summary(self) -> BatchData:
        """What the games so far come to."""
        return summarize(self.records, self.failures, self.left)

    @property
    def puzzles(self) -> Iterator[Puzzle]:
        """The positions of the games so far that can be asked."""
        for job in self.jobs:
            if job.key in self._records:
                yield from puzzles_of(self._analysis(job), job.id)

    def run(self, runner: Runner, stop: threading.Event) -> Iterator[GameOutcome]:
        """Analyse what is due; yield each outcome when it is safe.  Raises BatchError."""
        for outcome in runner(self.due, stop):
            if outcome.record is None:
                self._failures.append(Failure(outcome.job.id, outcome.error))
            else:
                if self._results is not None:
                    self._results.append(outcome.record)
                self._records[outcome.job.key] = outcome.record
            yield outcome

    def write_summary(self, folder: Path) -> None:
        """Write the summary as JSON and as a table.  Raises BatchError."""
        summary, text = self.summary, io.StringIO()
        table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows(summary))
        _write(folder / SUMMARY, json_file(summary))
        _write(folder / TABLE, text.getvalue())

    def write_pages(self, folder: Path) -> tuple[Path, int]:
        """Write the pages of the games that are not there yet, and the one that leads to them.

        Pages of an earlier run that no index leads to any more are removed, once every game has been tried.
        Return the index, and how many were removed.  Raises BatchError.
        """
        names = page_names(list(self._order))
        jobs = [job for job in self.jobs if job.key in self._records]
        pages = [names[job.id] for job in jobs]
        for at, job in enumerate(jobs):
            path, record, links = folder / pages[at], self._records[job.key], links_of(pages, at)
            if not _begins_with(path, head_of(record, links)):
                _write(path, game_page(self._analysis(job), PurePath(job.id).name, links, job.key))
        _write(folder / INDEX, index_page(self.records, self.summary, names))
        return folder / INDEX, 0 if self.left else _remove_others(folder, pages)

    def _checked(self, record: Record) -> Record:
        try:
            check(record)
        except DataError as error:
            raise self._refused(record["key"], error) from None
        return record

    def _analysis(self, job: Job) -> Analysis:
        """The analysis of a game that is done, from its record.  Raises BatchError."""
        try:
            return analysis_of(job, self._records[job.key])
        except DataError as error:
            raise self._refused(job.key, error) from None

    def _refused(self, key: str, error: DataError) -> BatchError:
        """What is wrong with a result, and what helps."""
        where = self._results.where(key) if self._results else key
        return BatchError(f"{where}: {error}; without the line the game is analysed again")


def _remove_others(folder: Path, pages: Sequence[str]) -> int:
    """Remove the pages of games in a folder but these; how many there were.  Raises BatchError."""
    removed = 0
    for path in sorted(folder.glob("*.html")):
        if path.name in (INDEX, *pages) or path.is_symlink() or not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                if not is_page_of_many(file.read(BEGINNING)):
                    continue
            path.unlink()
        except OSError as error:
            raise BatchError(f"{path}: cannot be removed: {error.strerror or error}") from None
        removed += 1
    return removed


def _begins_with(path: Path, text: str) -> bool:
    """Is there a file that begins like this?"""
    data = text.encode("utf-8", "surrogatepass")
    try:
        with path.open("rb") as file:
            return file.read(len(data)) == data
    except OSError:
        return False


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise BatchError(f"{path}: cannot be written: {error.strerror or error}") from None
