"""The same positions under several contenders: does one disagree, and what does it cost?

    position 1   a, b, c, then the referee        the contenders take turns in going first; every search has
    position 2   b, c, a, then the referee        tables of its own, so that none works on what another has
    ...                                           found out

With several processes each takes one position at a time; what comes back is in the order of the positions,
and does not depend on how many there are, but for the time it took.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from scrabble import sources
from scrabble.bench.measure import WARM_SECONDS, BenchError, Task, known_values
from scrabble.bundle import corpus
from scrabble.compare.contenders import EXHAUSTIVE, Contender, is_small
from scrabble.compare.record import Trial
from scrabble.compare.referee import with_losses
from scrabble.compare.trial import trial
from scrabble.endgame.set_up import SMALLEST_MEMORY
from scrabble.endgame.warm_up import warm_up
from scrabble.lexicon import Lexicon
from scrabble.processes import WorkerDiedError, WorkerError, Workers

REFEREE = "mtdf"  # what the referee runs is warmed up with it


class Terms(NamedTuple):
    """Who is compared, and what each search is allowed."""

    contenders: tuple[Contender, ...]
    seconds: float  # of CPU time, for each search and for the referee
    memory: int  # bytes, for each search
    lexicon: str | None = None  # None: the one that each position names
    exhausts: bool = False  # minimax takes part where the position is small enough

    def of(self, task: Task) -> tuple[Contender, ...]:
        """Return the contenders on a position."""
        is_more = self.exhausts and EXHAUSTIVE not in self.contenders and is_small(task.reading.position)
        return (*self.contenders, EXHAUSTIVE) if is_more else self.contenders


class Unread(NamedTuple):
    """A position that cannot be compared, and why."""

    id: str
    where: str
    reason: str


def gather(given: Iterable[str], lexicon: str | None) -> tuple[list[Task], list[Unread]]:
    """The positions of sets by name, of files, standard input and texts; and what cannot be read."""
    words = None if lexicon is None else _lexicon(lexicon)
    tasks: list[Task] = []
    unread = []
    for source in given:
        path = None if sources.is_text(source) else corpus.path_of(source)
        values = known_values(path) if path is not None and path.suffix == ".jsonl" and path.is_file() else {}
        for entry in sources.entries([source]):
            try:
                reading = sources.read(entry, words)
            except ValueError as error:
                unread.append(Unread(entry.id, entry.where, str(error)))
            else:
                tasks.append(Task(len(tasks), entry.id, entry.text, reading, values.get(entry.text)))
    return tasks, unread


def get_ready(task: Task, terms: Terms) -> None:
    """Compile, and load, whatever the contenders and the referee run."""
    has_grown = False
    for each in (*terms.contenders, *([EXHAUSTIVE] if terms.exhausts else [])):
        if each.strategy is not None and has_grown:
            continue  # one kernel for all strategies
        has_grown = has_grown or each.strategy is not None
        warm_up(task.reading.position, task.reading.lexicon, each.solver)
        trial(task, each, WARM_SECONDS, SMALLEST_MEMORY)
    warm_up(task.reading.position, task.reading.lexicon, REFEREE)


def trials_of(task: Task, terms: Terms, is_stopped: Callable[[], bool]) -> list[Trial]:
    """All contenders on one position, in the order of `terms`; [] if they were stopped."""
    found: dict[str, Trial] = {}
    contenders = terms.of(task)
    at = task.number % len(contenders)
    for each in [*contenders[at:], *contenders[:at]]:
        found[each.name] = trial(task, each, terms.seconds, terms.memory, is_stopped)
        if is_stopped():
            return []
    ordered = [found[each.name] for each in contenders]
    trials = with_losses(task, ordered, terms.seconds, terms.memory, is_stopped)
    return [] if is_stopped() else trials


def compare(
    tasks: Sequence[Task], terms: Terms, jobs: int = 1, stop: threading.Event | None = None
) -> Generator[list[Trial], None, None]:
    """Yield the trials of each position; when `stop` is set, of those done by then."""
    stop = stop or threading.Event()
    if jobs == 1:
        for task in tasks:
            if not stop.is_set() and (trials := trials_of(task, terms, stop.is_set)):
                yield trials
        return
    sent = [_SentTask.of(task) for task in tasks]
    with Workers(jobs, _get_ready, (sent[0], terms)) as workers:
        try:
            yield from workers.in_order(_trials_there, sent, stop.is_set)
        except WorkerDiedError:
            raise BenchError("a process ended before its time; is there memory for so many jobs?") from None
        except WorkerError as error:
            raise BenchError(str(error)) from None


class _SentTask(NamedTuple):
    """A position as it is sent to another process."""

    number: int
    id: str
    text: str
    known: int | None

    @staticmethod
    def of(task: Task) -> _SentTask:
        return _SentTask(task.number, task.id, task.text, task.known)

    def task(self, lexicon: str | None) -> Task:
        words = None if lexicon is None else _lexicon(lexicon)
        reading = sources.read(sources.Entry(self.id, self.id, self.text), words)
        return Task(self.number, self.id, self.text, reading, self.known)


@functools.cache
def _lexicon(name: str) -> Lexicon:
    return Lexicon.load(name)


def _get_ready(first: _SentTask, terms: Terms) -> Terms:
    """Prepare a worker."""
    get_ready(first.task(terms.lexicon), terms)
    return terms


def _trials_there(terms: Terms, sent: _SentTask) -> list[Trial]:
    """All contenders on one position in a worker, which is killed when the comparison is stopped."""
    return trials_of(sent.task(terms.lexicon), terms, lambda: False)
