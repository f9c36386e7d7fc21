"""Measure solvers: the cost of proving a best move and its exact value, in CPU time, nodes and memory.

    |-- set_up --|------------- search -------------|
    |----------------- seconds ---------------------|
    position,    compiled state,                    best move and value proven, or time limit reached
    lexicon      tables, root moves

Each measurement starts with fresh tables and compiled kernels, and leaves out the parts that `solve` adds to
a proof: the line of play and the bounds of the other moves.  With tiles in the bag the search is that of
`endgame solve` in one thread, until the best move is proven by win probability and by mean spread.  Times and
limits are CPU seconds of the process, which other work on the machine disturbs less than the wall clock.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from bstar.background import CallInBackground
from bstar.engine import SearchStopped
from bstar.options import Limit
from bstar.root import Root, RootMove
from bstar.search_control import STOP
from bstar.solvers import SOLVERS
from scrabble import bundled, sources
from scrabble.answer.interval import Number, from_wire
from scrabble.answer.names import Status
from scrabble.bench.figures import Measurement
from scrabble.bench.machine import peak_memory
from scrabble.errors import ScrabbleError
from scrabble.files import is_file, read_file
from scrabble.game.move import move_text
from scrabble.game.tiles import quoted
from scrabble.game.unseen import is_preendgame
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import ALL_FEATURES, SearchFeatures
from scrabble.movegen.packed_move import unpack
from scrabble.records.encoding import as_utf8
from scrabble.solver import PreendgameSearch, SolveOptions
from scrabble.solver.move_bounds import interval_of
from scrabble.solver.names import MEMORY, ON_REFERENCE_GAME
from scrabble.solver.options import SMALLEST_MEMORY
from scrabble.solver.setup import looks_of, new_search, warm_up

LEAST_SECONDS = 0.001  # for a search whose set-up took all of the time
WARM_SECONDS = 0.1


class BenchError(ScrabbleError):
    """An unknown set of positions, solver or search feature."""


@dataclass(frozen=True, slots=True)
class BenchPosition:
    """One position of a set, and the result that the set states as proven."""

    number: int
    id: str
    text: str  # CGP
    reading: sources.ResolvedPosition
    known: Number | None = None  # its value
    known_win: Number | None = None  # its win probability, with tiles in the bag

    @property
    def is_preendgame(self) -> bool:
        """Return whether there are tiles in the bag."""
        return is_preendgame(self.reading.position)


@dataclass(frozen=True, slots=True)
class SolverConfig:
    """A solver and its search features."""

    solver: str
    features: SearchFeatures = ALL_FEATURES

    def __post_init__(self) -> None:
        if self.solver not in SOLVERS:
            raise BenchError(f"unknown solver {self.solver!r}, expected one of {', '.join(SOLVERS)}")
        if self.features != ALL_FEATURES and self.solver in ON_REFERENCE_GAME:
            raise BenchError(f"the solver {self.solver} uses no features that could be switched")

    @property
    def name(self) -> str:
        """Return the solver and its changed features as text."""
        return " ".join([self.solver, ", ".join(self._changes())]).rstrip()

    def _changes(self) -> Iterable[str]:
        for field in fields(SearchFeatures):
            value = getattr(self.features, field.name)
            if value != field.default:
                yield f"{field.name}={int(value)}" if value else f"without {field.name}"

    def without(self, names: Iterable[str]) -> SolverConfig:
        """Return the configuration with these features switched off."""
        features = self.features
        try:
            for name in names:
                features = features.off(name)
        except ValueError as error:
            raise BenchError(str(error)) from None
        return SolverConfig(self.solver, features)

    def changed(self, changes: Iterable[str]) -> SolverConfig:
        """Return the configuration with changes such as `tile_rank=8`."""
        features = self.features
        for change in changes:
            name, _, number = change.partition("=")
            if name not in SearchFeatures.names() or not number.isdecimal():
                raise BenchError(
                    f"expected NAME=NUMBER, NAME one of {', '.join(SearchFeatures.names())}, got {change!r}"
                )
            new: dict[str, Any] = {name: type(getattr(features, name))(int(number))}
            try:
                features = replace(features, **new)
            except ValueError as error:
                raise BenchError(f"{change}: {error}") from None
        return SolverConfig(self.solver, features)

    def ablated(self) -> list[SolverConfig]:
        """Return the configurations without each feature in turn that is in use."""
        found = [self.without([name]) for name in SearchFeatures.names()]
        return [each for each in found if each != self]


def load_set(name: str, bag_limit: int = 0) -> list[BenchPosition]:
    """Return the positions of a bundled set, by name, or of a file.

    Raises BenchError for the first line that is no endgame, or has more than `bag_limit` tiles in the bag.
    """
    path = bundled.path_of(name)
    if not is_file(path):
        raise BenchError(f"no set {quoted(name)}: neither a file nor one of {', '.join(bundled.sets())}")
    tasks, stated = [], None
    for number, entry in enumerate(sources.entries([name])):
        try:
            reading = sources.resolve(entry, bag_limit=bag_limit)
        except ValueError as error:
            raise BenchError(f"{entry.where}: {error}") from None
        stated = proven_records(path) if stated is None else stated
        tasks.append(bench_position(number, entry, reading, stated))
    return tasks


def bench_position(
    number: int,
    entry: sources.Entry,
    reading: sources.ResolvedPosition,
    stated: Mapping[str, dict[str, Any]],
) -> BenchPosition:
    """Return a position with what its set states about it: one of the `proven_records`, or nothing."""
    record = stated.get(entry.text, {})
    if is_preendgame(reading.position):
        win, spread = _exact(record, "win"), _exact(record, "spread")
        is_known = win is not None and spread is not None
        known = spread - reading.position.spread if spread is not None and is_known else None
        return BenchPosition(number, entry.id, entry.text, reading, known, win if is_known else None)
    value = record.get("value")
    return BenchPosition(number, entry.id, entry.text, reading, value if isinstance(value, int) else None)


def _exact(record: dict[str, Any], key: str) -> Number | None:
    """Return the number whose interval a record states; None if it is open or cannot be read."""
    try:
        return from_wire(record[key]).exact
    except (KeyError, ValueError, TypeError):
        return None


def proven_records(path: Path) -> dict[str, dict[str, Any]]:
    """Return the JSON lines of a file by position, without those that are said not to be proven."""
    found: dict[str, dict[str, Any]] = {}
    if not is_file(path):  # a pipe, which has been read
        return {}
    data = as_utf8(read_file(path, sources.MOST_BYTES))
    for line in data.decode("utf-8-sig", "replace").splitlines():
        try:
            record = json.loads(line) if line.lstrip().startswith("{") else {}
        except (ValueError, RecursionError):
            continue
        if record.get("proven", True):
            found[str(record.get("cgp"))] = record
    return found


def prepare_setting(task: BenchPosition, settings: Iterable[SolverConfig]) -> None:
    """Compile or load all that the settings run."""
    position, lexicon, *_ = task.reading
    for setting in settings:
        if task.is_preendgame:
            PreendgameSearch(position, lexicon, SolveOptions(memory=SMALLEST_MEMORY)).warm_up()
        else:
            warm_up(position, lexicon, setting.solver)
        measure(task, setting, WARM_SECONDS, SMALLEST_MEMORY)


def measure(
    task: BenchPosition,
    setting: SolverConfig,
    seconds: float,
    memory: int = MEMORY,
    is_stopped: Callable[[], bool] = lambda: False,
    wants_value: bool = True,
) -> Measurement:
    """Search a position for at most `seconds` of CPU time and return the measurement.

    Without `wants_value` the solver `bstar` proves the move only.  `is_stopped` is called a few times a
    second; a search that it stops was stopped by "interrupt".
    """
    position = task.reading.position
    compile_position(position, task.reading.lexicon)  # brings the lexicon into the cache for all solvers
    gc.collect()
    if task.is_preendgame:
        return _measure_with_bag(task, setting, seconds, memory, is_stopped)
    began = time.process_time()
    engine, driver = new_search(
        position,
        task.reading.lexicon,
        setting.solver,
        memory,
        features=setting.features,
        wants_value=wants_value,
    )
    root = Root([RootMove(*move) for move in engine.moves()])
    ready = time.process_time()
    limit = run_until(began + seconds, is_stopped, engine.control, lambda: driver(engine, root, 1))
    ended = time.process_time()
    is_exact = root.lower == root.upper
    is_proven = is_exact or (root.is_proven and not wants_value)
    return Measurement(
        number=task.number,
        id=task.id,
        setting=setting.name,
        status=Status.PROVEN if is_proven else Status.BOUNDED,
        move=move_text(unpack(root.best.move, position), position),
        bounds=interval_of(root.lower, root.upper),
        set_up=ready - began,
        seconds=ended - began,
        nodes=engine.nodes,
        expansions=engine.expansions,
        looks=looks_of(engine),
        known=task.known,
        stopped_by=None if is_proven else limit,
        memory=peak_memory(),
    )


def _measure_with_bag(
    task: BenchPosition, setting: SolverConfig, seconds: float, memory: int, is_stopped: Callable[[], bool]
) -> Measurement:
    """Measure the search of a position with tiles in the bag."""
    position, lexicon, *_ = task.reading
    began = time.process_time()
    search = PreendgameSearch(position, lexicon, SolveOptions(memory=memory, settle_ties=True))
    ready = time.process_time()
    for _ in search.watch(lambda: None):
        if is_stopped():
            search.stop()
        elif time.process_time() - began > seconds:
            search.stop("time")
    found = search.result()
    ended = time.process_time()
    assert found.preendgame is not None
    return Measurement(
        number=task.number,
        id=task.id,
        setting=setting.name,
        status=found.status,
        move=found.text,
        bounds=found.bounds,
        set_up=ready - began,
        seconds=ended - began,
        nodes=found.nodes,
        known=task.known,
        stopped_by=found.stopped_by,
        memory=peak_memory(),
        win=found.win,
        known_win=task.known_win,
        queries=found.preendgame.queries,
    )


def run_until(
    deadline: float, is_stopped: Callable[[], bool], control: np.ndarray, work: Callable[[], None]
) -> str | None:
    """Run `work` in a thread until it ends or the CPU time reaches `deadline`; return what stopped it.

    `control` is the control array of the search that `work` runs.
    """

    def search() -> None:
        with suppress(SearchStopped):
            work()

    def stop() -> None:
        control[STOP] = 1

    left = Limit(seconds=max(deadline - time.process_time(), LEAST_SECONDS))
    task = CallInBackground(search, stop, left, time.process_time)
    for is_asked in task.watch(is_stopped):
        if is_asked:
            task.stop()
    return task.stopped_by or "memory"  # used only when nothing is proven
