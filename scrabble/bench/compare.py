"""Run several contenders on the same positions: disagreements, and the cost of each.

    position 1   a, b, c, then the ground truth   the contenders take turns in going first; every search has
    position 2   b, c, a, then the ground truth   tables of its own, so that none profits from another
    ...

With several processes each takes one position at a time; results come back in the order of the positions and
depend on the number of processes only in their times.

The ground truth is the exact values of the chosen moves, by a search independent of the contenders:

    best      result of the position, from the first contender to prove it, or from the set
    lost      best - value of the move         0: a best move; less than 0: the proven value is wrong

Alpha-beta with fresh tables searches each move with a window around the value, then finds the
exact value of the moves that fall below, in the same table, until the time limit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from bstar.root import Root, RootMove
from bstar.solvers import find_move_value
from scrabble import bundled, sources
from scrabble.answer.interval import Number
from scrabble.bench.measure import (
    WARM_SECONDS,
    BenchError,
    BenchPosition,
    bench_position,
    proven_records,
    run_until,
)
from scrabble.bench.trial import EXHAUSTIVE, Competitor, Trial, is_small, trial
from scrabble.files import is_file
from scrabble.game.move import move_text
from scrabble.lexicon import choice
from scrabble.movegen.packed_move import unpack
from scrabble.solver.names import SolverName
from scrabble.solver.options import SMALLEST_MEMORY
from scrabble.solver.setup import new_search, warm_up
from scrabble.workers import WorkerDiedError, WorkerPool

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
    tasks: list[BenchPosition] = []
    unread = []
    for source in given:
        path = None if sources.is_text(source) else bundled.path_of(source)
        is_set = path is not None and path.suffix == ".jsonl" and is_file(path)
        stated = proven_records(path) if path is not None and is_set else {}
        for entry in sources.entries([source], are_typed=True):
            try:
                reading = _resolve(entry, lexicon)
            except ValueError as error:
                unread.append(UnreadablePosition(entry.id, entry.where, str(error)))
            else:
                tasks.append(bench_position(len(tasks), entry, reading, stated))
    return tasks, unread


def _resolve(entry: sources.Entry, lexicon: str | None) -> sources.ResolvedPosition:
    """Read an entry.  Raises ValueError for what is no endgame position."""
    return sources.resolve(entry, None if lexicon is None else choice.load(lexicon))


def prepare_position(task: BenchPosition, terms: CompareSettings) -> None:
    """Compile or load all that the contenders and the ground truth run."""
    position, lexicon, *_ = task.reading
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


class TaskMessage(NamedTuple):
    """A position as it is sent to another process."""

    number: int
    id: str
    text: str
    known: Number | None

    @staticmethod
    def of(task: BenchPosition) -> TaskMessage:
        return TaskMessage(task.number, task.id, task.text, task.known)

    def task(self, terms: CompareSettings) -> BenchPosition:
        entry = sources.Entry(self.id, self.id, self.text)
        reading = _resolve(entry, terms.lexicon)
        return BenchPosition(self.number, self.id, self.text, reading, self.known)


def _get_ready(first: TaskMessage, terms: CompareSettings) -> CompareSettings:
    """Prepare a worker."""
    prepare_position(first.task(terms), terms)
    return terms


def _trials_there(terms: CompareSettings, sent: TaskMessage) -> list[Trial]:
    """Run all contenders on one position in a worker, which is killed when the comparison is stopped."""
    return trials_of(sent.task(terms), terms, lambda: False)


def score_trials(
    task: BenchPosition,
    trials: Sequence[Trial],
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> list[Trial]:
    """Return the trials with the losses of their moves, as far as `seconds` of CPU time allow."""
    value = next((each.outcome.value for each in trials if each.outcome.value is not None), task.known)
    if value is None:
        return list(trials)
    chosen = {each.outcome.move for each in trials}
    chosen |= {choice.move for each in trials for choice in each.rounds}
    values = _exact_values(task, chosen, int(value), seconds, memory, is_stopped)
    return [each.with_losses({move: int(value) - exact for move, exact in values.items()}) for each in trials]


def _exact_values(
    task: BenchPosition,
    chosen: Iterable[str],
    value: int,
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool],
) -> dict[str, int]:
    """Return the exact values of the chosen moves that could be proven in time."""
    position = task.reading.position
    engine = new_search(position, task.reading.lexicon, SolverName.ALPHABETA, memory).engine
    root = Root([RootMove(*move) for move in engine.moves()])
    named = {move_text(unpack(each.move, position), position): each for each in root.moves}
    wanted = [named[move] for move in sorted(chosen)]

    def search() -> None:
        for move in wanted:
            if not move.is_exact:
                root.narrow(move, engine.move_value(move, value - 1, value + 1), value - 1, value + 1)
        for move in wanted:
            find_move_value(engine, root, move)

    run_until(time.process_time() + seconds, is_stopped, engine.control, search)
    return {text: each.lower for text, each in named.items() if each in wanted and each.is_exact}
