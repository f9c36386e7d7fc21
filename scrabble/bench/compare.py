"""Run several contenders on the same positions: disagreements, and the cost of each.

    position 1   a, b, c, then the ground truth   the contenders take turns in going first; every search has
    position 2   b, c, a, then the ground truth   tables of its own, so that none profits from another
    ...

With several processes each takes one position at a time; results come back in the order of the positions and
depend on the number of processes only in their times.

A comparison is of endgames, or of pre-endgames, with strategies of their own.

The ground truth is the exact values of the chosen moves, by a search independent of the contenders:

    best      result of the position, from the first contender to prove it, or from the set
    lost      best - value of the move         0: a best move; less than 0: the proven value is wrong

Of an endgame, alpha-beta with fresh tables searches each move with a window around the value, then finds the
exact value of the moves that fall below, in the same table, until the time limit.

With tiles in the bag all draws of the chosen moves are evaluated, with fresh tables, until they are exact or
the time limit is reached.  A move loses win probability or, if it loses none, points.  A pass has the value
it has if the opponent passes, too: a play after it gains no more than the same play now.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from bstar.root import Root, RootMove
from bstar.solvers import find_move_value
from scrabble import bundled, sources
from scrabble.bench.contenders import EXHAUSTIVE, Competitor, is_small
from scrabble.bench.measure import (
    WARM_SECONDS,
    BenchError,
    BenchPosition,
    bench_position,
    proven_records,
    run_until,
)
from scrabble.bench.preendgame_strategies import SPREAD, WIN, new_session
from scrabble.bench.trial import Trial, trial
from scrabble.files import is_file
from scrabble.game.move import move_text
from scrabble.game.position import PositionError
from scrabble.game.unseen import MOST_IN_BAG, is_preendgame
from scrabble.lexicon import choice
from scrabble.movegen.packed_move import unpack
from scrabble.solver.interval import Number
from scrabble.solver.names import SolverName
from scrabble.solver.options import SMALLEST_MEMORY, SolveOptions
from scrabble.solver.preendgame.search import PreendgameSearch
from scrabble.solver.setup import new_search, warm_up
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
        is_set = path is not None and path.suffix == ".jsonl" and is_file(path)
        stated = proven_records(path) if path is not None and is_set else {}
        for entry in sources.entries([source], are_typed=True):
            try:
                reading = _resolve(entry, lexicon, preendgames)
            except ValueError as error:
                unread.append(UnreadablePosition(entry.id, entry.where, str(error)))
            else:
                tasks.append(bench_position(len(tasks), entry, reading, stated))
    return tasks, unread


def _resolve(entry: sources.Entry, lexicon: str | None, preendgames: bool) -> sources.ResolvedPosition:
    """Read an entry.  Raises ValueError for a position of the other kind."""
    words = None if lexicon is None else choice.load(lexicon)
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
    if task.is_preendgame:
        return _score_preendgame_trials(task, trials, seconds, memory, is_stopped)
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


class _Result(NamedTuple):
    """Win probability and value, of a move or of the position."""

    win: Number
    value: Number | None  # None: not known


def _score_preendgame_trials(
    task: BenchPosition,
    trials: Sequence[Trial],
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool],
) -> list[Trial]:
    best = _best_result(task, trials)
    if best is None:
        return list(trials)
    chosen = {each.outcome.move for each in trials}
    results = _exact_results(task, chosen, seconds, memory, is_stopped)
    return [_with_loss(each, best, results.get(each.outcome.move)) for each in trials]


def _best_result(task: BenchPosition, trials: Sequence[Trial]) -> _Result | None:
    """Return the result of the position, if it is known."""
    wins = [(each, each.preendgame.win.exact) for each in trials if each.preendgame is not None]
    known = [(each, win) for each, win in wins if win is not None]
    for each, win in known:
        if each.outcome.is_proven and each.outcome.value is not None:
            return _Result(win, each.outcome.value)
    if task.known_win is not None:
        return _Result(task.known_win, task.known)
    return _Result(known[0][1], None) if known else None


def _with_loss(trial: Trial, best: _Result, own: _Result | None) -> Trial:
    if own is None or trial.preendgame is None:
        return trial
    lost_win = best.win - own.win
    scored = replace(trial, preendgame=replace(trial.preendgame, lost_win=lost_win))
    if lost_win or best.value is None or own.value is None:
        return scored
    return replace(scored, lost=best.value - own.value)


def _exact_results(
    task: BenchPosition, chosen: set[str], seconds: float, memory: int, is_stopped: Callable[[], bool]
) -> dict[str, _Result]:
    """Return the exact results of the chosen moves that could be proven in time."""
    position, began = task.reading.position, time.process_time()
    session = new_session(position, task.reading.lexicon, memory)
    evaluator, total = session.evaluator, session.evaluator.unseen.total
    texts = [move_text(unpack(each.play.number, position), position) for each in evaluator.moves]
    moves = [at for at, text in enumerate(texts) if text in chosen]

    def work() -> None:
        for objective in (WIN, SPREAD):
            for move in moves:
                session.settle_move(move, objective)

    run_until(began + seconds, is_stopped, evaluator.solver.engine.control, work)
    found = {}
    for at in moves:
        lower, upper = session.choice.moves[at].lower, session.choice.moves[at].upper
        if lower[WIN] == upper[WIN]:
            is_known = lower[SPREAD] == upper[SPREAD]
            value = Fraction(lower[SPREAD], total) - position.spread if is_known else None
            found[texts[at]] = _Result(Fraction(lower[WIN], 2 * total), value)
    return found
