"""Run one contender on one position and record the result.

Every search has fresh tables and a limit of CPU time: `bench.measure.measure` for most.  B* with an explicit
tree is given at most TREE expansions, where Berliner called a tree intractable, so that its limit does not
depend on the machine.

    outcome      move, bounds, costs; the bounds are always proven, even if the contender goes by estimates
    lost         points that the move loses against the best one, by another search
    rounds       of Maven: the choice after each widening, and its cost by then
    preendgame   with tiles in the bag: the win probability, and the cost in queries
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from bstar.engine import SearchStopped
from bstar.tree.maven import STABLE, STEP
from bstar.tree.nodes import capacity_for
from bstar.tree.rounds import NODES_KEPT, TreeBStar, TreeVerdict
from scrabble.bench.contenders import Competitor
from scrabble.bench.figures import DIGITS, Measurement, data, plain
from scrabble.bench.machine import peak_memory
from scrabble.bench.measure import BenchPosition, SolverConfig, measure, run_until
from scrabble.bench.preendgame_strategies import SPREAD, WIN, new_session
from scrabble.game.move import move_text
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import unpack
from scrabble.solver.decisions import interval_of
from scrabble.solver.interval import UNKNOWN, Interval, Number
from scrabble.solver.names import MAVEN, Status
from scrabble.solver.preendgame.evaluator import gc_paused
from scrabble.solver.setup import new_tree_search

PROVEN, BOUNDED, ESTIMATED = Status.PROVEN, Status.BOUNDED, Status.ESTIMATED


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
class PreendgameFigures:
    """The part of a trial that only pre-endgames have."""

    win: Interval  # win probability of the position, proven
    is_win_proven: bool  # no move wins more often than the chosen one
    evaluated: int  # pairs of a move and a draw that were queried
    scenario_pairs: int
    queries: int
    playouts: int
    known_win: Number | None = None  # as the set states it
    lost_win: Number | None = None  # how much less often the chosen move wins than the best one


@dataclass(frozen=True, slots=True)
class Trial:
    """One contender on one position."""

    outcome: Measurement
    lost: Number | None = None  # None: not known; with tiles in the bag only if no chance is lost
    rounds: tuple[MavenChoice, ...] = ()
    preendgame: PreendgameFigures | None = None

    @property
    def lost_win(self) -> Number | None:
        """The win probability that the move loses against the best one, with tiles in the bag, if known."""
        return None if self.preendgame is None else self.preendgame.lost_win

    @property
    def is_refuted(self) -> bool:
        """Return whether the move is claimed to be proven best but is not."""
        claims_win = self.preendgame is not None and self.preendgame.is_win_proven
        return bool(self.outcome.is_proven and self.lost) or bool(claims_win and self.lost_win)

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
        found["lost"] = plain(self.lost)
        if self.rounds:
            found["rounds"] = [
                asdict(each) | {"seconds": round(each.seconds, DIGITS)} for each in self.rounds
            ]
        return found if self.preendgame is None else found | data(self.preendgame)


def from_data(found: dict[str, Any]) -> Trial:
    """Return the trial on an endgame that `as_data` wrote."""
    rounds = tuple(MavenChoice(**each) for each in found.get("rounds", ()))
    return Trial(Measurement.from_data(found | {"setting": found["solver"]}), found["lost"], rounds)


TREE = NODES_KEPT  # expansions


def trial(
    task: BenchPosition,
    contender: Competitor,
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Trial:
    """Let a contender search a position for at most `seconds` of CPU time."""
    if task.is_preendgame:
        return _preendgame_trial(task, contender, seconds, memory, is_stopped)
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


def _preendgame_trial(
    task: BenchPosition, contender: Competitor, seconds: float, memory: int, is_stopped: Callable[[], bool]
) -> Trial:
    """Run a strategy of pre-endgames."""
    position, lexicon = task.reading.position, task.reading.lexicon
    compile_position(position, lexicon)  # brings the lexicon into the cache
    gc.collect()
    began = time.process_time()
    session = new_session(position, lexicon, memory)
    ready = time.process_time()
    has_ended = False

    def work() -> None:
        nonlocal has_ended
        with gc_paused():
            contender.evaluate(session)
        has_ended = True

    solver = session.evaluator.solver
    stopped_by = run_until(began + seconds, is_stopped, solver.engine.control, work)
    spent = time.process_time() - began
    choice, total = session.choice, session.evaluator.unseen.total
    moves, best = choice.moves, choice.moves[session.best]
    others = [at for at in range(len(moves)) if at != session.best]
    is_proven = not any(choice.may_beat(at, session.best) for at in others)
    spread = Interval(upper=Fraction(max(move.upper[SPREAD] for move in moves), total))
    if is_proven:
        spread = Interval(Fraction(best.lower[SPREAD], total), Fraction(best.upper[SPREAD], total))
    wins = max(move.lower[WIN] for move in moves), max(move.upper[WIN] for move in moves)
    outcome = Measurement(
        number=task.number,
        id=task.id,
        setting=contender.name,
        status=PROVEN if is_proven else ESTIMATED if contender.is_estimate else BOUNDED,
        move=move_text(unpack(session.evaluator.moves[session.best].play.number, position), position),
        bounds=spread.plus(-position.spread),
        set_up=ready - began,
        seconds=spent,
        nodes=solver.nodes,
        known=task.known,
        stopped_by=None if has_ended else stopped_by,
        memory=peak_memory(),
    )
    figures = PreendgameFigures(
        win=Interval(*(Fraction(bound, 2 * total) for bound in wins)),
        is_win_proven=all(moves[at].upper[WIN] <= best.lower[WIN] for at in others),
        evaluated=choice.evaluated,
        scenario_pairs=choice.term_count,
        queries=choice.queries,
        playouts=session.playouts,
        known_win=task.known_win,
    )
    return Trial(outcome, preendgame=figures)
