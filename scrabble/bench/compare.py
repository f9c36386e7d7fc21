"""Run several contenders on the same positions: disagreements, and the cost of each.

    position 1   a, b, c, then the ground truth   the contenders take turns in going first; every search has
    position 2   b, c, a, then the ground truth   tables of its own, so that none profits from another
    ...

With several processes each takes one position at a time; results come back in the order of the positions and
depend on the number of processes only in their times.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from scrabble import bundled, sources
from scrabble.bench.contenders import EXHAUSTIVE, Competitor, is_small
from scrabble.bench.ground_truth import score_trials
from scrabble.bench.measure import WARM_SECONDS, BenchError, BenchPosition, known_values
from scrabble.bench.trial import Trial, trial
from scrabble.lexicon import Lexicon
from scrabble.solver.setup import SMALLEST_MEMORY, warm_up
from scrabble.workers import WorkerDiedError, WorkerError, WorkerPool

REFEREE = "mtdf"  # warming it up compiles the kernels of the ground truth, too


class CompareSettings(NamedTuple):
    """The contenders, and the limits of each search."""

    contenders: tuple[Competitor, ...]
    seconds: float  # of CPU time, for each search and for the ground truth
    memory: int  # bytes, for each search
    lexicon: str | None = None  # None: the one that each position names
    exhausts: bool = False  # minimax takes part where the position is small enough

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
    given: Iterable[str], lexicon: str | None
) -> tuple[list[BenchPosition], list[UnreadablePosition]]:
    """Return the positions of sets by name, files, standard input and texts, and the unreadable ones."""
    words = None if lexicon is None else _lexicon(lexicon)
    tasks: list[BenchPosition] = []
    unread = []
    for source in given:
        path = None if sources.is_text(source) else bundled.path_of(source)
        values = known_values(path) if path is not None and path.suffix == ".jsonl" and path.is_file() else {}
        for entry in sources.entries([source]):
            try:
                reading = sources.resolve(entry, words)
            except ValueError as error:
                unread.append(UnreadablePosition(entry.id, entry.where, str(error)))
            else:
                tasks.append(BenchPosition(len(tasks), entry.id, entry.text, reading, values.get(entry.text)))
    return tasks, unread


def prepare_position(task: BenchPosition, terms: CompareSettings) -> None:
    """Compile or load all that the contenders and the ground truth run."""
    has_grown = False
    for each in (*terms.contenders, *([EXHAUSTIVE] if terms.exhausts else [])):
        if each.strategy is not None and has_grown:
            continue  # one kernel for all strategies
        has_grown = has_grown or each.strategy is not None
        warm_up(task.reading.position, task.reading.lexicon, each.solver)
        trial(task, each, WARM_SECONDS, SMALLEST_MEMORY)
    warm_up(task.reading.position, task.reading.lexicon, REFEREE)


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
    known: int | None

    @staticmethod
    def of(task: BenchPosition) -> TaskMessage:
        return TaskMessage(task.number, task.id, task.text, task.known)

    def task(self, lexicon: str | None) -> BenchPosition:
        words = None if lexicon is None else _lexicon(lexicon)
        reading = sources.resolve(sources.Entry(self.id, self.id, self.text), words)
        return BenchPosition(self.number, self.id, self.text, reading, self.known)


@functools.cache
def _lexicon(name: str) -> Lexicon:
    return Lexicon(name)


def _get_ready(first: TaskMessage, terms: CompareSettings) -> CompareSettings:
    """Prepare a worker."""
    prepare_position(first.task(terms.lexicon), terms)
    return terms


def _trials_there(terms: CompareSettings, sent: TaskMessage) -> list[Trial]:
    """Run all contenders on one position in a worker, which is killed when the comparison is stopped."""
    return trials_of(sent.task(terms.lexicon), terms, lambda: False)
