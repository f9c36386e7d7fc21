"""Analysis of many games, resumable, in this process or in worker processes.

    with results_in(folder) as results:
        batch = BatchAnalysis(collect(["games"]), BatchSettings("ENABLE"), results)
        with run_in_processes(2, "bstar") as run:
            for outcome in batch.run(run, stop):       each is on the disk already
                ...
    batch.records, batch.failures, batch.summary       in the order of the files

After a kill the same batch finds its records again, and analyses only the games without one.

A runner takes jobs and yields their outcomes as they come; it ends early when `stop` is set.  Every error of
a game becomes a text in its outcome: no game stops the others.  A worker process has its own lexicon and
kernels; one that dies is replaced and its job tried once more.
"""

from __future__ import annotations

import dataclasses
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrabble.analysis import analyse_replay
from scrabble.analysis.analysis import with_game
from scrabble.analysis.batch.jobs import (
    DEFAULT,
    BatchSettings,
    GameFile,
    Job,
    collect,
    find_copies,
    prepare_all,
)
from scrabble.analysis.batch.players import Names, canonical_names
from scrabble.analysis.batch.results import AnalysisRecord, BatchError, FailedGame, ResultsFile
from scrabble.analysis.batch.summary import BatchData, summarize
from scrabble.analysis.evaluator import PositionEvaluator, Watch
from scrabble.answer.analysis import Analysis, AnalysisFormatError, analysis_json, read_data
from scrabble.answer.plain import as_plain
from scrabble.answer.solution import Snapshot
from scrabble.files import atomic_write, file_errors, json_file
from scrabble.game import cgp
from scrabble.lexicon import Lexicon, LexiconError, choice
from scrabble.records import gcg
from scrabble.records.record import GcgError
from scrabble.records.replay import replay
from scrabble.settings import OUT_OF_MEMORY, value_of
from scrabble.solver import legal_moves
from scrabble.solver.setup import warm_up
from scrabble.workers import WorkerPool

LOG = logging.getLogger(__name__)
LOG.addHandler(logging.NullHandler())  # nothing is logged unless a program asks for it
SMALLEST = "/".join(["15"] * 15) + " A/A 0/0 0"  # the position that compiles the kernels
TRIES = 2  # of a job whose worker dies
SUMMARY = "summary.json"
TABLE = "summary.csv"


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The outcome of the analysis of a game: a record, or the error."""

    job: Job
    record: AnalysisRecord | None = None
    error: str = ""


def prepare_worker(solver: str) -> None:
    """Compile the kernels or load them from disk, before the clock of a position starts."""
    position, words = cgp.loads(SMALLEST), choice.load("ENABLE")
    warm_up(position, words, solver)
    legal_moves(position, words)


def analyse(job: Job, stop: threading.Event | None = None, watch: Watch | None = None) -> GameOutcome:
    """Analyse a game; the record is incomplete if `stop` is set meanwhile.  `watch` sees the searches."""
    try:
        return _analysed(job, stop or threading.Event(), watch)
    except GcgError as error:
        return GameOutcome(job, error=str(GcgError(error.text, error.line)))
    except LexiconError as error:
        return GameOutcome(job, error=str(error))
    except MemoryError:
        return GameOutcome(job, error=f"{OUT_OF_MEMORY}, or fewer --jobs")
    except Exception as error:  # a bug must not cost the other games
        return GameOutcome(job, error=f"a fault of the program: {type(error).__name__}: {error}")


def _analysed(job: Job, stop: threading.Event, watch: Watch | None) -> GameOutcome:
    settings = job.settings
    recorded = dataclasses.replace(gcg.loads(job.data), source=job.id)
    words = _lexicon(job)
    replayed = replay(recorded, alphabet=words.alphabet)
    evaluator = PositionEvaluator(words, settings.options)

    def look(about: str, snapshot: Snapshot) -> None:
        if stop.is_set():
            evaluator.stop()
        elif watch is not None:
            watch(about, snapshot)

    evaluator.watch = look
    analysis = analyse_replay(replayed, evaluator, settings.reasons, settings.max_bag)
    record = {
        **analysis_json(analysis, job.id),
        "key": job.key,
        "sha256": job.sha256,
        "lexicon_sha256": job.lexicon_sha256,
        "settings": job.settings_data,
    }
    return GameOutcome(job, read_data(record, AnalysisRecord))


def _lexicon(job: Job) -> Lexicon:
    """Return the lexicon of the job.  Raises LexiconError for a different one of the same name."""
    words = choice.load(job.lexicon)
    if words.sha256 != job.lexicon_sha256:
        found, expected = words.sha256[:16], job.lexicon_sha256[:16]
        raise LexiconError(f"{words.name} of this worker has sha256 {found}…, expected {expected}…")
    return words


Runner = Callable[[Sequence[Job], threading.Event], Iterator[GameOutcome]]


@contextmanager
def run_serially(solver: str) -> Iterator[Runner]:
    """Provide a runner in this process, one job after the other."""
    prepare_worker(solver)
    yield serially


@contextmanager
def run_in_processes(count: int, solver: str) -> Iterator[Runner]:
    """Provide a runner in `count` processes of this machine.  Raises WorkerError when they cannot start."""
    with new_workers(count, solver) as workers:
        workers.wait_until_ready()
        yield runner(workers)


def new_workers(count: int, solver: str) -> WorkerPool[None]:
    """Start worker processes that are ready to analyse games."""
    return WorkerPool(count, prepare_worker, (solver,), TRIES)


def runner(workers: WorkerPool[None]) -> Runner:
    """Return a runner in these processes, which start jobs in order."""

    def run(jobs: Sequence[Job], stop: threading.Event) -> Iterator[GameOutcome]:
        for _, outcome in workers.run(_analyse_there, jobs, stop.is_set, _died):
            yield outcome

    return run


def serially(jobs: Sequence[Job], stop: threading.Event, watch: Watch | None = None) -> Iterator[GameOutcome]:
    """Run jobs in this process, one after the other."""
    for job in jobs:
        if stop.is_set():
            return
        yield analyse(job, stop, watch)


def _analyse_there(ready: None, job: Job) -> GameOutcome:
    return analyse(job)


def _died(job: Job, tries: int) -> GameOutcome:
    return GameOutcome(job, error=f"the worker process died, {tries} times")


def analyse_all(sources: Sequence[str], settings: BatchSettings, count: int) -> Iterator[Analysis]:
    """Yield the analysis of each of these games, in `count` processes, in the order of their files.

    Raises BatchError: at once for a file that cannot be read, else where the game would follow.
    """
    jobs = []
    for prepared in prepare_all(collect(sources), settings):
        if isinstance(prepared, FailedGame):
            raise BatchError(f"{prepared.id}: {prepared.error}")
        jobs.append(prepared)
    return _analyses(jobs, min(count, len(jobs)))


def _analyses(jobs: Sequence[Job], count: int) -> Iterator[Analysis]:
    with nullcontext() if count == 1 else new_workers(count, jobs[0].settings.options.solver) as workers:
        for outcome in map(analyse, jobs) if workers is None else workers.in_order(_analyse_there, jobs):
            if outcome.record is None:
                raise BatchError(f"{outcome.job.id}: {outcome.error}")
            yield analysis_of(outcome.job, outcome.record)


class BatchAnalysis:
    """Games to analyse; failures are tried again each time, finished games are not."""

    def __init__(
        self,
        files: Sequence[GameFile],
        settings: BatchSettings,
        results: ResultsFile | None = None,
        names: Names | None = None,
    ) -> None:
        self._results, self._player_names = results, names
        known = {} if results is None else results.records
        prepared = prepare_all(files, settings, _kept_lexicons(known, settings))
        readable = [each for each in prepared if isinstance(each, Job)]
        self.copies = find_copies(readable)  # games that are there twice, with the one that counts
        self.jobs = [job for job in readable if job.id not in self.copies]
        self._order = {file.id: at for at, file in enumerate(files)}
        self.unwritten: list[FailedGame] = []  # files, and why they cannot be written or removed
        self._failures = [each for each in prepared if isinstance(each, FailedGame)]
        self._records = {job.key: self._checked(known[job.key]) for job in self.jobs if job.key in known}
        self.due = [job for job in self.jobs if job.key not in self._records]

    @property
    def records(self) -> list[AnalysisRecord]:
        """The results, in the order of the games."""
        return [self._records[job.key] for job in self.jobs if job.key in self._records]

    @property
    def failures(self) -> list[FailedGame]:
        """The games that could not be analysed."""
        return sorted(self._failures, key=lambda each: self._order[each.id])

    @property
    def left(self) -> int:
        """The number of games with neither a result nor an error."""
        done = sum(record.is_complete for record in self._records.values())
        return len(self._order) - done - len(self._failures) - len(self.copies)

    @property
    def persons(self) -> dict[str, str]:
        """The name of the player for every name in the records."""
        return canonical_names(self.records, self._player_names or {})

    @property
    def summary(self) -> BatchData:
        """The summary of the games analysed."""
        return summarize(self.records, self.failures, self.left, self._player_names, self.copies)

    def run(self, runner: Runner, stop: threading.Event) -> Iterator[GameOutcome]:
        """Analyse the games that are due; yield each outcome once it is on the disk.  Raises BatchError."""
        due = self.due
        LOG.info("%d of %d games to analyse", len(due), len(self.jobs))
        for failure in self._failures:
            LOG.error("%s: %s", failure.id, failure.error)
        for outcome in runner(due, stop):
            if outcome.record is None:
                LOG.error("%s: %s", outcome.job.id, outcome.error)
                self._failures.append(FailedGame(outcome.job.id, outcome.error))
            elif not outcome.record.is_complete:  # which is worth having of a single game
                if len(self._order) > 1:
                    continue
                self._records[outcome.job.key] = outcome.record
            else:
                if self._results is not None:
                    self._results.append(as_plain(outcome.record))
                self._records[outcome.job.key] = outcome.record
                LOG.info("%s: analysed", outcome.job.id)
            yield outcome
        LOG.info("ended with %d games left", self.left)

    def write(self, path: Path, text: str) -> bool:
        """Write a file of these games and return True; if that fails, note it in `unwritten`."""
        try:
            write_file(path, text)
        except BatchError as error:
            self.unwritten.append(FailedGame(str(path), str(error).removeprefix(f"{path}: ")))
            return False
        return True

    def write_summary(self, folder: Path, table: str) -> None:
        """Write the summary as JSON, and as a table in CSV."""
        self.write(folder / SUMMARY, json_file(as_plain(self.summary)))
        self.write(folder / TABLE, table)

    @property
    def analyses(self) -> Iterator[tuple[Job, AnalysisRecord, Analysis]]:
        """The finished games, each with its record and the analysis read from it.  Raises BatchError."""
        for job, record in self.done:
            yield job, record, self.analysis(job)

    @property
    def done(self) -> list[tuple[Job, AnalysisRecord]]:
        """The finished games with their records."""
        return [(job, self._records[job.key]) for job in self.jobs if job.key in self._records]

    @property
    def names(self) -> list[str]:
        """The names of all games, as they were given, without copies."""
        return [name for name in self._order if name not in self.copies]

    def _checked(self, record: Mapping[str, Any]) -> AnalysisRecord:
        try:
            return read_data(record, AnalysisRecord)
        except AnalysisFormatError as error:
            raise self._refused(record["key"], error) from None

    def analysis(self, job: Job) -> Analysis:
        """Return the analysis of a finished game, from its record.  Raises BatchError."""
        try:
            return analysis_of(job, self._records[job.key])
        except AnalysisFormatError as error:
            raise self._refused(job.key, error) from None

    def _refused(self, key: str, error: AnalysisFormatError) -> BatchError:
        """Return the error of a bad result, with its remedy."""
        where = self._results.where(key) if self._results else key
        return BatchError(f"{where}: {error}; delete the line, or the file, and its games are analysed again")


def _kept_lexicons(known: Mapping[str, Mapping[str, Any]], settings: BatchSettings) -> dict[str, str]:
    """Return the lexicons, by language, that earlier results of the same default were found with."""
    if settings.lexicon is not None:
        return {}
    usual = (None, None, value_of("lexicon"))
    kept: dict[str, str] = {}
    for record in known.values():
        before = record.get("settings", {})
        recorded = record.get("lexicon_recorded")
        if recorded and choice.language_of(recorded):
            recorded = None
        named = (recorded, before.get("lexicon"), before.get(DEFAULT, ""))
        if named == usual:
            try:
                kept.setdefault(choice.load(str(record["lexicon"])).alphabet.name, str(record["lexicon"]))
            except (KeyError, LexiconError):  # it is chosen anew
                continue
    return kept


def write_file(path: Path, text: str) -> None:
    """Write a file.  Raises BatchError."""
    with file_errors(path, BatchError, "written"):
        atomic_write(path, text.encode("utf-8", "surrogatepass"))


def analysis_of(job: Job, record: AnalysisRecord) -> Analysis:
    """Return the analysis of a game, from its record.  Raises AnalysisFormatError."""
    words = choice.load(job.lexicon)
    return with_game(record, replay(gcg.loads(job.data), alphabet=words.alphabet))
