"""Analyse many games: what is done already, what is left to do, and what is written as results come.

    with results_in(folder) as results:
        batch = Batch(collect(["games"]), Settings("ENABLE"), results)
        with processes(2, "mtdf") as run:
            for outcome in batch.run(run, stop):       each is on the disk already
                ...
    batch.records, batch.failures, batch.summary       in the order of the files

After a kill the same batch finds its records again, and only the games without one are left.
"""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from scrabble.batch.jobs import BatchError, Failure, Job, Settings, prepare
from scrabble.batch.one_game import GameOutcome
from scrabble.batch.page import INDEX, index_page, page_name
from scrabble.batch.results import Record, Results
from scrabble.batch.summary import COLUMNS, BatchData, rows, summarize
from scrabble.batch.workers import Runner
from scrabble.datafiles import write_whole

SUMMARY = "summary.json"
TABLE = "summary.csv"


class Batch:
    """Games to analyse; failures are tried anew each time, finished games are not."""

    def __init__(
        self,
        files: Sequence[str],
        settings: Settings,
        results: Results | None = None,
        pages: Path | None = None,
    ) -> None:
        self._results, self._pages = results, pages
        prepared = [prepare(name, settings, pages is not None) for name in files]
        self.jobs = [each for each in prepared if isinstance(each, Job)]
        self._order = {name: at for at, name in enumerate(files)}
        self._failures = [each for each in prepared if isinstance(each, Failure)]
        known = {} if results is None else results.records
        self._records = {job.key: known[job.key] for job in self.jobs if job.key in known}
        self.due = [job for job in self.jobs if not self._is_done(job)]

    @property
    def records(self) -> list[Record]:
        """The results so far."""
        return [self._records[job.key] for job in self.jobs if job.key in self._records]

    @property
    def failures(self) -> list[Failure]:
        """The games that could not be analysed."""
        return sorted(self._failures, key=lambda each: self._order[each.id])

    @property
    def left(self) -> int:
        """How many games have neither a result nor a reason why not."""
        return len(self._order) - len(self._records) - len(self._failures)

    @property
    def summary(self) -> BatchData:
        """What the games so far come to."""
        return summarize(self.records, self.failures, self.left)

    def run(self, runner: Runner, stop: threading.Event) -> Iterator[GameOutcome]:
        """Analyse what is due; yield each outcome when it is safe.  Raises BatchError."""
        for outcome in runner(self.due, stop):
            if outcome.record is None:
                self._failures.append(Failure(outcome.job.id, outcome.error))
            else:
                self._keep(outcome.job, outcome.record, outcome.page)
            yield outcome

    def write_summary(self, folder: Path) -> None:
        """Write the summary as JSON and as a table.  Raises BatchError."""
        summary, text = self.summary, io.StringIO()
        table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows(summary))
        _write(folder / SUMMARY, json.dumps(summary, ensure_ascii=False, indent=1) + "\n")
        _write(folder / TABLE, text.getvalue())

    def write_index(self, folder: Path) -> Path:
        """Write the page that leads to the pages of the games.  Raises BatchError."""
        _write(folder / INDEX, index_page(self.records, self.summary))
        return folder / INDEX

    def _is_done(self, job: Job) -> bool:
        has_page = self._pages is None or (self._pages / page_name(job.id, job.key)).is_file()
        return has_page and job.key in self._records

    def _keep(self, job: Job, record: Record, page: str | None) -> None:
        """Keep a result; its page comes first, so that a record means that all is there."""
        if self._pages is not None and page is not None:
            _write(self._pages / page_name(job.id, job.key), page)
        if self._results is not None:
            self._results.append(record)
        self._records[job.key] = record


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise BatchError(f"{path}: cannot be written: {error.strerror or error}") from None
