"""Run several contenders on the same positions: disagreements, and the cost of each.

    position 1   a, b, c, then the ground truth   the contenders take turns in going first; every search has
    position 2   b, c, a, then the ground truth   tables of its own, so that none profits from another
    ...

With several processes each takes one position at a time; results come back in the order of the positions and
depend on the number of processes only in their times.

A comparison is of endgames, or of pre-endgames, with strategies of their own.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from scrabble import bundled, sources
from scrabble.bench.contenders import EXHAUSTIVE, Competitor, is_small
from scrabble.bench.ground_truth import score_trials
from scrabble.bench.measure import WARM_SECONDS, BenchError, BenchPosition, bench_position, proven_records
from scrabble.bench.trial import Trial, trial
from scrabble.game.position import PositionError
from scrabble.game.unseen import MOST_IN_BAG, is_preendgame
from scrabble.lexicon import Lexicon
from scrabble.solver.interval import Number
from scrabble.solver.options import SMALLEST_MEMORY, SolveOptions
from scrabble.solver.preendgame.search import PreendgameSearch
from scrabble.solver.setup import warm_up
from scrabble.workers import WorkerDiedError, WorkerError, WorkerPool

REFEREE = "mtdf"  # warming it up compiles the kernels of the ground truth, too


class CompareSettings(NamedTuple):
    """The contenders, and the limits of each search."""

    contenders: tuple[Competitor, ...]
    seconds: float  # of CPU time, for each search and for the ground truth
    memory: int  # bytes, for each search
    lexicon: str | None = None  # None: the one that each position names
    exhausts: bool = False  # minimax takes part where the position is small enough
    preendgames: bool = False  # the positions have tiles in the bag

    def of(self, task: BenchPosition) -> tuple[Competitor, ...]:
        """Return the contenders on a position."""
        is_more = self.exhausts and EXHAUSTIVE not in self.contenders and is_small(task.reading.position)
        return (*self.contenders, EXHAUSTIVE) if is_more else self.contenders


class UnreadablePosition(NamedTuple):
    """A position that cannot be read, and the reason."""

    id: str
    where: str
    reason: str


def load_positions(
    given: Iterable[str], lexicon: str | None, preendgames: bool = False
) -> tuple[list[BenchPosition], list[UnreadablePosition]]:
    """Return the positions of sets by name, files, standard input and texts, and the unreadable ones."""
    tasks: list[BenchPosition] = []
    unread = []
    for source in given:
        path = None if sources.is_text(source) else bundled.path_of(source)
        is_set = path is not None and path.suffix == ".jsonl" and path.is_file()
        stated = proven_records(path) if path is not None and is_set else {}
        for entry in sources.entries([source]):
            try:
                reading = _resolve(entry, lexicon, preendgames)
            except ValueError as error:
                unread.append(UnreadablePosition(entry.id, entry.where, str(error)))
            else:
                tasks.append(bench_position(len(tasks), entry, reading, stated))
    return tasks, unread


def _resolve(entry: sources.Entry, lexicon: str | None, preendgames: bool) -> sources.ResolvedPosition:
    """Read an entry.  Raises ValueError for a position of the other kind."""
    words = None if lexicon is None else _lexicon(lexicon)
    if not preendgames:
        return sources.resolve(entry, words)
    reading = sources.resolve(entry, words, bag_limit=MOST_IN_BAG)
    if not is_preendgame(reading.position):
        raise PositionError("the bag is empty: leave --preendgames out")
    return reading


def prepare_position(task: BenchPosition, terms: CompareSettings) -> None:
    """Compile or load all that the contenders and the ground truth run."""
    position, lexicon, *_ = task.reading
    if terms.preendgames:
        PreendgameSearch(position, lexicon, SolveOptions(memory=SMALLEST_MEMORY)).warm_up()
        for each in terms.contenders:
            trial(task, each, WARM_SECONDS, SMALLEST_MEMORY)
        return
    has_grown = False
    for each in (*terms.contenders, *([EXHAUSTIVE] if terms.exhausts else [])):
        if each.strategy is not None and has_grown:
            continue  # one kernel for all strategies
        has_grown = has_grown or each.strategy is not None
        warm_up(position, lexicon, each.solver)
        trial(task, each, WARM_SECONDS, SMALLEST_MEMORY)
    warm_up(position, lexicon, REFEREE)


def trials_of(task: BenchPosition, terms: CompareSettings, is_stopped: Callable[[], bool]) -> list[Trial]:
    """Run all contenders on one position; return the trials in the order of `terms`, [] if stopped."""
    found: dict[str, Trial] = {}
    contenders = terms.of(task)
    at = task.number % len(contenders)
    for each in [*contenders[at:], *contenders[:at]]:
        found[each.name] = trial(task, each, terms.seconds, terms.memory, is_stopped)
        if is_stopped():
            return []
    ordered = [found[each.name] for each in contenders]
    trials = score_trials(task, ordered, terms.seconds, terms.memory, is_stopped)
    return [] if is_stopped() else trials


def compare(
    tasks: Sequence[BenchPosition], terms: CompareSettings, jobs: int = 1, stop: threading.Event | None = None
) -> Generator[list[Trial], None, None]:
    """Yield the trials of each position until all are done or `stop` is set."""
    stop = stop or threading.Event()
    if jobs == 1:
        for task in tasks:
            if not stop.is_set() and (trials := trials_of(task, terms, stop.is_set)):
                yield trials
        return
    sent = [TaskMessage.of(task) for task in tasks]
    with WorkerPool(jobs, _get_ready, (sent[0], terms)) as workers:
        try:
            yield from workers.in_order(_trials_there, sent, stop.is_set)
        except WorkerDiedError:
            raise BenchError("a process ended unexpectedly; memory may be too small for --jobs") from None
        except WorkerError as error:
            raise BenchError(str(error)) from None


class TaskMessage(NamedTuple):
    """A position as it is sent to another process."""

    number: int
    id: str
    text: str
    known: Number | None
    known_win: Number | None

    @staticmethod
    def of(task: BenchPosition) -> TaskMessage:
        return TaskMessage(task.number, task.id, task.text, task.known, task.known_win)

    def task(self, terms: CompareSettings) -> BenchPosition:
        entry = sources.Entry(self.id, self.id, self.text)
        reading = _resolve(entry, terms.lexicon, terms.preendgames)
        return BenchPosition(self.number, self.id, self.text, reading, self.known, self.known_win)


@functools.cache
def _lexicon(name: str) -> Lexicon:
    return Lexicon(name)


def _get_ready(first: TaskMessage, terms: CompareSettings) -> CompareSettings:
    """Prepare a worker."""
    prepare_position(first.task(terms), terms)
    return terms


def _trials_there(terms: CompareSettings, sent: TaskMessage) -> list[Trial]:
    """Run all contenders on one position in a worker, which is killed when the comparison is stopped."""
    return trials_of(sent.task(terms), terms, lambda: False)
