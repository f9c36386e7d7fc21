"""The contenders of a comparison, by name; run one of them on one position and record the result.

    mtdf, sss, ...   a solver of `endgame solve`: proves the best move and its value
    bstar:move       the same B*, stopped when the best move is proven
    bstar:2D, ...    B* with an explicit tree on the game's static sound intervals, under this strategy
                     (bstar.tree.strategies): proves the move, too
    maven            B* on estimated intervals until its choice is stable: proves nothing
    maven:10         the same for 10 widenings

Every search has fresh tables and a limit of CPU time: `bench.measure.measure` for most.  B* with an explicit
tree is given at most TREE expansions, where Berliner called a tree intractable, so that its limit does not
depend on the machine.

    outcome   move, bounds, costs; the bounds are always proven, even if the contender goes by estimates
    lost      points that the move loses against the best one, by another search
    rounds    of Maven: the choice after each widening, and its cost by then
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bstar.engine import SearchStopped
from bstar.tree.maven import STABLE, STEP
from bstar.tree.nodes import capacity_for
from bstar.tree.rounds import MOST_NODES, TreeBStar, TreeVerdict
from bstar.tree.strategies import STRATEGIES
from scrabble.answer.interval import UNKNOWN
from scrabble.answer.names import Status
from scrabble.answer.plain import as_builtins
from scrabble.bench.figures import Measurement
from scrabble.bench.machine import peak_memory
from scrabble.bench.measure import BenchError, BenchPosition, SolverConfig, measure, run_until
from scrabble.game.move import move_text
from scrabble.game.position import Position
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import unpack
from scrabble.solver.move_bounds import interval_of
from scrabble.solver.names import BSTAR, MAVEN, SolverName
from scrabble.solver.setup import new_tree_search

MOVE = "move"
MOST_ROUNDS = 100
USUAL = "alphabeta,negascout,mtdf,sss,bstar"
MOST_TILES = 5  # on both racks together: an exhaustive search takes seconds


@dataclass(frozen=True, slots=True)
class Competitor:
    """A solver and its variant, "" for the usual one."""

    solver: str
    way: str = ""

    @property
    def name(self) -> str:
        """Return the name on the command line, such as `bstar:2D`."""
        return f"{self.solver}:{self.way}" if self.way else self.solver

    @property
    def strategy(self) -> str | None:
        """Return the strategy of B* with an explicit tree, if it is one."""
        return self.way if self.solver == BSTAR and self.way in STRATEGIES else None

    @property
    def rounds(self) -> int | None:
        """Return Maven's number of widenings; None until the choice is stable."""
        return int(self.way) if self.solver == MAVEN and self.way else None

    @property
    def wants_value(self) -> bool:
        """Return whether it searches until the value is proven."""
        return self.solver != MAVEN and not self.way


EXHAUSTIVE = Competitor(SolverName.MINIMAX)  # the reference on positions that are small enough


def is_small(position: Position) -> bool:
    """Return whether an exhaustive search of a position usually ends within seconds."""
    return sum(map(len, position.rack_codes)) <= MOST_TILES


def contender(name: str) -> Competitor:
    """Return the contender of this name; raises BenchError if there is none."""
    solver, _, way = name.partition(":")
    if solver not in set(SolverName):
        raise BenchError(f"unknown solver {name!r}, expected one of {', '.join(SolverName)}")
    if name != solver and not _is_way(solver, way):
        ways = f"{BSTAR}:{MOVE}, {MAVEN}:0 to {MAVEN}:{MOST_ROUNDS}, or {BSTAR}: and one of"
        raise BenchError(f"unknown variant of {solver}: {name!r}, expected {ways} {', '.join(STRATEGIES)}")
    return Competitor(solver, way)


def _is_way(solver: str, way: str) -> bool:
    if solver == BSTAR:
        return way == MOVE or way in STRATEGIES
    return solver == MAVEN and way.isdecimal() and int(way) <= MOST_ROUNDS


def contenders(names: str) -> tuple[Competitor, ...]:
    """Return the contenders of a list such as `mtdf,bstar`; raises BenchError, also for duplicates."""
    found = tuple(contender(name.strip()) for name in names.split(","))
    if len(set(found)) < len(found):
        raise BenchError(f"a solver is given twice: {names}")
    return found


BOUNDED, ESTIMATED = Status.BOUNDED, Status.ESTIMATED


@dataclass(frozen=True, slots=True)
class MavenChoice:
    """Maven's choice after `number` widenings."""

    number: int
    move: str
    expansions: int
    nodes: int
    seconds: float  # CPU time so far, set-up included
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One contender on one position."""

    outcome: Measurement
    lost: int | None = None  # None: not known
    rounds: tuple[MavenChoice, ...] = ()

    @property
    def is_refuted(self) -> bool:
        """Return whether the move is claimed to be proven best but is not."""
        return self.outcome.is_proven and bool(self.lost)

    def with_losses(self, losses: Mapping[str, int]) -> Trial:
        """Return the trial with the points that each of its moves loses, by the text of the move."""
        rounds = tuple(replace(each, lost=losses.get(each.move)) for each in self.rounds)
        return replace(self, lost=losses.get(self.outcome.move), rounds=rounds)

    def after(self, widenings: int) -> MavenChoice | None:
        """Return the choice after at most `widenings` widenings."""
        return self.rounds[min(widenings, len(self.rounds) - 1)] if self.rounds else None

    def as_data(self) -> dict[str, Any]:
        """Return the trial as plain data."""
        found = self.outcome.as_data()
        found["solver"] = found.pop("setting")
        return found | {"lost": self.lost} | ({"rounds": as_builtins(self.rounds)} if self.rounds else {})


TREE = MOST_NODES  # expansions


def trial(
    task: BenchPosition,
    contender: Competitor,
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Trial:
    """Let a contender search a position for at most `seconds` of CPU time."""
    if contender.strategy is None and contender.solver != MAVEN:
        setting = SolverConfig(contender.solver)
        outcome = measure(task, setting, seconds, memory, is_stopped, contender.wants_value)
        return Trial(replace(outcome, setting=contender.name))
    return _TreeTrial(task, contender, memory).run(seconds, is_stopped)


class _TreeTrial:
    """A B* search with an explicit tree: under a strategy on sound intervals, or Maven's heuristic search."""

    def __init__(self, task: BenchPosition, contender: Competitor, memory: int) -> None:
        self.task, self.contender = task, contender
        self.position = task.reading.position
        compile_position(self.position, task.reading.lexicon)  # brings the lexicon into the cache
        gc.collect()
        self.began = time.process_time()
        strategy = contender.strategy
        self.engine, game, tree_bytes = new_tree_search(self.position, task.reading.lexicon, memory)
        nodes, links = capacity_for(tree_bytes)
        self.first = self.engine.moves()[0][0]
        self.search = TreeBStar(
            game,
            strategy or "alternated",
            heuristic=strategy is None,
            nodes=nodes,
            links=links,
            stack=self.engine.stack,
            control=self.engine.control,
        )
        self.ready = time.process_time()
        self.choices: list[MavenChoice] = []
        self.verdict: TreeVerdict | None = None  # the latest

    def run(self, seconds: float, is_stopped: Callable[[], bool]) -> Trial:
        """Search and return the trial."""
        work = self._go_in_rounds if self.contender.strategy is None else self._separate
        stopped_by = run_until(self.began + seconds, is_stopped, self.engine.control, work)
        spent = time.process_time() - self.began
        verdict = self._verdict()
        status = BOUNDED if verdict is None else verdict.status
        if status == BOUNDED and self.choices:
            status = ESTIMATED
        if self.choices and status == ESTIMATED:
            move = self.choices[-1].move
        else:
            move = self._name(self.first if verdict is None else verdict.move)
        limit = "interrupt" if verdict is None else verdict.limit
        outcome = Measurement(
            number=self.task.number,
            id=self.task.id,
            setting=self.contender.name,
            status=status,
            move=move,
            bounds=UNKNOWN if verdict is None else interval_of(verdict.lower, verdict.upper),
            set_up=self.ready - self.began,
            seconds=spent,
            nodes=self.engine.nodes,
            expansions=self.engine.expansions,
            known=self.task.known,
            stopped_by=stopped_by if limit == "interrupt" else limit,
            memory=peak_memory(),
        )
        return Trial(outcome, rounds=tuple(self.choices))

    def _separate(self) -> None:
        self.search.run(expansions=TREE)

    def _go_in_rounds(self) -> None:
        """Run Maven's rounds until the choice is stable or the requested widenings are done."""
        most = self.contender.rounds
        for each in self.search.rounds(STEP, STABLE if most is None else most + 1, most):
            if each.verdict.limit is None:
                move, counts = self._name(each.verdict.move), (each.verdict.expansions, each.verdict.nodes)
                self.choices.append(MavenChoice(each.number, move, *counts, time.process_time() - self.began))

    def _verdict(self) -> TreeVerdict | None:
        try:
            return self.search.verdict
        except SearchStopped:
            return None

    def _name(self, number: int) -> str:
        return move_text(unpack(number, self.position), self.position)
