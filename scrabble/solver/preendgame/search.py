"""Search of a position with tiles in the bag: B* over moves and draws, in the background.

    search = PreendgameSearch(PreendgameTask(position, lexicon, memory))
    for snapshot in search: ...            several times a second; leave the loop to stop
    search.result()                        the solution so far; runs to the end if the search has not begun
    search.go_on(limit)                    continue a stopped search

B* (`bstar/chance/search.py`) chooses queries: "is this move with this draw worth at least gamma?"  A
`ScenarioEvaluator` answers them, in a thread, or in `jobs` processes that each hold all moves of the position
in the same order.  Invariant: whatever stops the search, its bounds are true.

Python's cyclic garbage collector is paused while a search runs (`gc_paused`): a position has some 50,000
pairs of a move and a draw, objects without cycles that live as long as the search, and looking through them
took more than half the time of setting up and a third of the time between queries.
"""

from __future__ import annotations

import gc
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from bstar.background import BackgroundTask, with_answer
from bstar.chance.interval_sum import IntervalSum, Query
from bstar.engine import SearchStopped
from bstar.options import Limit
from bstar.search_control import STOP
from scrabble.game.move import Move, move_text
from scrabble.game.position import Position
from scrabble.game.unseen import MOST_IN_BAG, UnseenTiles, may_exchange, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import PASS, unpack
from scrabble.solver.preendgame import line_bounds
from scrabble.solver.preendgame.estimates import SpreadEstimates
from scrabble.solver.preendgame.moves import MoveEnumerator
from scrabble.solver.preendgame.scenarios import FAST, ScenarioSolver
from scrabble.solver.preendgame.solution import (
    BagSnapshot,
    BagSolution,
    Estimate,
    Judged,
    Range,
    WithDraw,
    scenario_results,
)
from scrabble.solver.preendgame.values import Objective, by_objective
from scrabble.workers import WorkerPool

AHEAD = 4  # queries that each process is given at a time
LOOKED_AT = 12  # draws of the best move that are bounded by lines when the search ends
LINES_SECONDS = 0.25  # for that: Ctrl-C should not wait longer
TIES_SECONDS, TIES_NODES = 2.0, 500_000  # that the second objective may take in any case
RATED_NODES = 10_000  # nodes from which their rate per second is trusted
TIES = "ties"  # the reason to stop: the second objective took as long as the first
LOOKING = 0.4  # of the time limit, for quick looks at all moves before the first query
FIRST_NODES = 4_000  # of a query about the wanted move that goes before the search for the best one

_lock = threading.Lock()
_at_work, _was_enabled = 0, True


@dataclass(frozen=True)
class PreendgameTask:
    """A position to solve, and how."""

    position: Position
    lexicon: Lexicon
    memory: int  # bytes
    objectives: tuple[Objective, ...] = (Objective.CHANCE, Objective.SPREAD)
    is_seen: bool = False  # the player to move knows the tiles in the bag
    game: str = FAST


class Evaluation(NamedTuple):
    """The bounds of a part after a query."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    is_done: bool
    nodes: int


class ScenarioEvaluator:
    """The moves of a position with their parts, and the engine that answers queries about them."""

    def __init__(self, task: PreendgameTask) -> None:
        self.unseen = UnseenTiles(task.position, task.is_seen)
        self.solver = ScenarioSolver(self.unseen, task.lexicon, task.memory, task.game)
        self.objectives = task.objectives
        self.moves = MoveEnumerator(self.solver, task.objectives).candidates

    def answer(self, question: Query) -> Evaluation:
        """Answer a query.  Raises SearchStopped when the engine was stopped."""
        candidate = self.moves[question.move]
        part, objective = candidate.parts[question.term], self.objectives[question.objective]
        before = self.solver.nodes
        is_done = part.ask(objective, question.gamma, question.budget)
        return self.known(question, is_done, self.solver.nodes - before)

    def known(self, question: Query, is_done: bool = False, nodes: int = 0) -> Evaluation:
        """Return the bounds of the part that a query is about."""
        candidate = self.moves[question.move]
        lower, upper = candidate.parts[question.term].bounds(self.objectives)
        return Evaluation(lower, upper, is_done, nodes)


def init_worker(task: PreendgameTask) -> ScenarioEvaluator:
    """Return the evaluator of a worker process."""
    with gc_paused():
        return ScenarioEvaluator(task)


def evaluate(evaluator: ScenarioEvaluator, question: Query) -> Evaluation:
    """Answer a query in a worker process."""
    with gc_paused():
        return evaluator.answer(question)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause Python's cyclic garbage collector while any search runs in this process (reference counted)."""
    global _at_work, _was_enabled
    with _lock:
        if _at_work == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _at_work += 1
    try:
        yield
    finally:
        with _lock:
            _at_work -= 1
            if _at_work == 0 and _was_enabled:
                gc.enable()


class PreendgameSearch(BackgroundTask):
    """A running search; it also finds the value of `wanted`, if that is a move of the position.

    The second objective, usually the spread of moves that win equally often, takes no longer than the first,
    unless `settle_ties`.
    """

    def __init__(
        self,
        task: PreendgameTask,
        limit: Limit | None = None,
        jobs: int = 1,
        wanted: Move | None = None,
        settle_ties: bool = False,
    ) -> None:
        refuse_unless_few(task.position, MOST_IN_BAG)
        super().__init__(limit)
        self.task, self.jobs, self._settle_ties = task, jobs, settle_ties
        self._tie_nodes = 0.0  # on the second objective
        self._spent = [0.0, 0.0]  # seconds, or nodes if these are limited, by first and second objective
        self._nodes = 0
        with gc_paused():
            self._evaluator = ScenarioEvaluator(task)
            self._moves = self._evaluator.moves
            self._estimates = SpreadEstimates(self._moves, task.objectives, self._evaluator.solver)
            self._choice = self._estimates.choice()
        numbers = [unpack(each.play.number, task.position) for each in self._moves]
        self._wanted = numbers.index(wanted) if wanted in numbers else None
        self._written: dict[int, str] = {}
        self._by_lines: set[tuple[int, int]] = set()  # moves and parts already bounded by lines
        self._is_done, self._has_looked = False, False
        self._may_exchange = may_exchange(task.position)
        self._lock = threading.Lock()

    def warm_up(self) -> None:
        """Compile or load the kernels of the search, before its clock starts."""
        solver = self._evaluator.solver
        solver.engine.control[STOP] = 1
        with suppress(SearchStopped):
            solver.engine.bound((), -1, 1)
        solver.engine.resume()
        solver.engine.forget()
        solver.warm_up_planner()
        line_bounds.warm_up(self.task.position, self.task.lexicon)
        self._began = time.monotonic()

    # Queries

    def _work(self) -> None:
        try:
            with gc_paused():
                self._look()
                if self.jobs == 1:
                    self._ask_here()
                else:
                    self._ask_elsewhere()
        except SearchStopped as stopped:
            self.stopped_by = self.stopped_by or str(stopped)
        if not self._is_done and self.stopped_by != "interrupt":
            self._look_at_lines(time.monotonic() + LINES_SECONDS)

    def _look(self) -> None:
        """Take quick looks at the moves, once, so that each has an estimate."""
        if self._has_looked or self.stopped_by is not None:
            return
        self._has_looked, looks = True, self._estimates.look(self._choice)
        until = math.inf if self.limit.seconds is None else self.seconds + LOOKING * self.limit.seconds
        is_over = False
        try:
            while not is_over and self.stopped_by is None and self.seconds < until:
                with self._lock:
                    is_over = next(looks, looks) is looks
        finally:
            with self._lock:
                self._estimates.take_in(self._choice)

    def _ask_here(self) -> None:
        evaluator, most = self._evaluator, self.limit.nodes
        evaluator.solver.engine.limit_nodes(most or 0)
        while self.stopped_by is None:
            question = self._question()
            if question is None:
                self._is_done = self.stopped_by is None
                return
            began = time.monotonic()
            try:
                answer = evaluator.answer(question)
            except SearchStopped:
                self._take(question, evaluator.known(question))
                raise
            self._nodes = evaluator.solver.nodes
            self._note_cost([question], answer.nodes, time.monotonic() - began)
            self._take(question, answer)

    def _question(self) -> Query | None:
        """Return the next query: cheap ones about the wanted move, then those of B*, then the other ones."""
        wanted, choice = self._wanted, self._choice
        cheap = None if wanted is None else choice.query_for(wanted, FIRST_NODES)
        if cheap is not None and self._may_cost(cheap):
            return cheap
        found = choice.next_query()
        if found is None or not self._may_cost(found):
            rest = None if wanted is None else choice.query_for(wanted)
            if found is None or rest is None or rest.objective == 0:
                found = rest or found
        return self._unless_over(found)

    def _unless_over(self, question: Query | None) -> Query | None:
        """Return a query if there is time for its objective; otherwise end the search."""
        if question is None or self._may_cost(question):
            return question
        self.stopped_by = self.stopped_by or TIES
        return None

    def _may_cost(self, question: Query) -> bool:
        """Return whether there is time for a query: the first objective always has, the second its share."""
        if question.objective == 0 or self._settle_ties:
            return True
        first, second = self._spent
        if self.limit.nodes is not None:
            return second + question.budget <= max(first, TIES_NODES)
        rate = second / max(self._tie_nodes, RATED_NODES)  # seconds per node
        return second + rate * question.budget <= max(first, TIES_SECONDS)

    def _note_cost(self, questions: Sequence[Query], nodes: int, seconds: float) -> None:
        """Charge the cost of answers to the objectives of their queries."""
        share = sum(question.objective > 0 for question in questions) / len(questions)
        cost = seconds if self.limit.nodes is None else nodes
        self._tie_nodes += share * nodes
        self._spent[0] += (1 - share) * cost
        self._spent[1] += share * cost

    def _ask_elsewhere(self) -> None:
        task = replace(self.task, memory=self.task.memory // self.jobs)
        with WorkerPool(self.jobs, init_worker, (task,)) as workers:
            while self.stopped_by is None:
                questions = self._batch() or self._last()
                if not questions:
                    self._is_done = self.stopped_by is None
                    return
                began, before = time.monotonic(), self._nodes
                for at, answer in workers.run(evaluate, questions, lambda: self.stopped_by is not None):
                    self._nodes += answer.nodes
                    self._take(questions[at], answer)
                self._note_cost(questions, self._nodes - before, time.monotonic() - began)
                if self.limit.nodes is not None and self._nodes >= self.limit.nodes:
                    self.stopped_by = self.stopped_by or "nodes"

    def _batch(self) -> list[Query]:
        """Return queries that do not depend on one another."""
        questions: list[Query] = []
        busy: set[tuple[int, int]] = set()
        while len(questions) < AHEAD * self.jobs and (found := self._choice.next_query(busy)) is not None:
            if not self._may_cost(found):
                break
            questions.append(found)
            busy.add((found.move, found.term))
        return questions

    def _last(self) -> list[Query]:
        """Return the open queries about the wanted move, once the best one is known."""
        found = self._question()
        return [found] if found is not None else []

    def _take(self, question: Query, answer: Evaluation) -> None:
        with self._lock:
            self._choice.update(question, answer.lower, answer.upper, answer.is_done, answer.nodes)
            self._estimates.learn(self._choice, question)

    def _look_at_lines(self, until: float) -> None:
        """Bound the best move so far, with its open draws, by the lines of the board."""
        number, unseen = self._choice.best, self._evaluator.unseen
        candidate, option = self._moves[number], self._choice.moves[number]
        if len(candidate.play.laid) < unseen.count:
            return
        move, limits = unpack(candidate.play.number, self.task.position), self._evaluator.solver.limits
        objective = self.task.objectives.index(Objective.SPREAD)
        wide = [at for at, part in enumerate(option.terms) if part.is_one_sided(objective)]
        wide = [at for at in wide if (number, at) not in self._by_lines]
        for at in sorted(wide, key=lambda at: option.terms[at].weight, reverse=True)[:LOOKED_AT]:
            if time.monotonic() > until or self.stopped_by == "interrupt":
                return
            self._by_lines.add((number, at))
            spread = line_bounds.spread_bounds(
                unseen, self.task.lexicon, move, candidate.draws[at].tiles, limits
            )
            with self._lock:
                option.terms[at].narrow(*by_objective(self.task.objectives, *spread))
                self._choice.bounds_changed(number)

    # Progress

    def __repr__(self) -> str:
        return f"<PreendgameSearch: {self.solution!r}>" if self.has_ended else "<PreendgameSearch: not ended>"

    def __iter__(self) -> Iterator[BagSnapshot]:
        with with_answer("solution", self._so_far):
            yield from self.watch(self._snapshot)

    def _cancel(self) -> None:
        self._evaluator.solver.engine.control[STOP] = 1

    def go_on(self, limit: Limit) -> None:
        """Continue a search that has stopped, or has not begun, for another limit."""
        self.resume(limit)
        self._evaluator.solver.engine.resume()

    def _snapshot(self) -> BagSnapshot:
        with self._lock:
            best, holder = self._choice.best, self._choice.incumbent
            disproved = sum(
                not self._choice.may_beat(at, holder) for at in range(len(self._moves)) if at != holder
            )
            chance, spread = self._ranges(best)
            estimate = self._estimate(best, chance, spread)
            counts = len(self._moves), self._choice.queries, self._nodes
        return BagSnapshot(self._text(best), chance, spread, disproved, *counts, self.seconds, estimate)

    # The solution

    def result(self) -> BagSolution:
        """Run the search to its end or limit, unless it has ended, and return the solution."""
        with with_answer("solution", self._so_far):
            self.run()
        return self.solution

    def _so_far(self) -> BagSolution | None:
        """Stop, and return the solution so far; None if the search has not begun."""
        self.end()
        return self.solution if self.has_ended else None

    @property
    def solution(self) -> BagSolution:
        """The solution of a search that has ended.  Raises RuntimeError before the end."""
        if not self.has_ended:
            raise RuntimeError("the search has not ended: call result(), or iterate over it")
        choice = self._choice
        best, is_proven = choice.best, self._is_proven
        others = [at for at in range(len(self._moves)) if at != best]
        others.sort(key=lambda at: self._rank(at, is_proven), reverse=True)
        return BagSolution(
            position=self.task.position,
            count=self._evaluator.unseen.count,
            unseen=self._evaluator.unseen.tiles,
            by=self.task.objectives[0],
            is_seen=self.task.is_seen,
            moves=tuple(
                self._judged(at, best, is_proven, choice.moves[at].is_built) for at in [best, *others]
            ),
            status="proven" if is_proven else "bounded",
            regret=self._regret(),
            asked=choice.evaluated,
            pairs=choice.term_count,
            questions=choice.queries,
            nodes=self._nodes,
            seconds=self.seconds,
            limit=None if self._is_done else self.stopped_by,
            exchange=(Fraction(1), Fraction(self._evaluator.solver.limits[1]))
            if self._may_exchange
            else None,
        )

    def _rank(self, number: int, is_proven: bool) -> tuple[bool, tuple[object, ...]]:
        """Return the sort key of the other moves: proven best, then by estimate."""
        option = self._choice.moves[number]
        is_best = is_proven and option.lower == self._choice.moves[self._choice.best].lower
        return is_best, self._choice.rank_key(number)

    @property
    def _is_proven(self) -> bool:
        """Return whether no other move is better; never with exchanges, which are not searched."""
        return self._choice.is_proven and not self._may_exchange

    def _regret(self) -> Fraction:
        """Return an upper bound of what the chosen move falls short of the best, in the first objective."""
        whole = self._evaluator.unseen.total * (2 if self.task.objectives[0] is Objective.CHANCE else 1)
        regret = Fraction(self._choice.regret(), whole)
        if self._may_exchange:
            least = Fraction(self._choice.moves[self._choice.best].lower[0], whole)
            most = 1 if self.task.objectives[0] is Objective.CHANCE else self._evaluator.solver.limits[1]
            regret = max(regret, most - least)
        return regret

    @property
    def moves_now(self) -> list[Judged]:
        """All moves with their current bounds, without their draws, in no order."""
        with self._lock:
            best, is_proven = self._choice.best, self._is_proven
            return [self._judged(at, best, is_proven, False) for at in range(len(self._moves))]

    def judged_now(self, text: str) -> Judged | None:
        """Return a move with its current bounds and its draws; None if there is no such move."""
        number = next((at for at in range(len(self._moves)) if self._text(at) == text), None)
        if number is None:
            return None
        with self._lock:
            return self._judged(number, self._choice.best, self._is_proven)

    def _judged(self, number: int, best: int, is_proven: bool, with_draws: bool = True) -> Judged:
        choice, candidate = self._choice, self._moves[number]
        position, option = self.task.position, self._choice.moves[number]
        floor = choice.moves[best if is_proven else choice.incumbent].lower
        if number == best:
            status = "best" if is_proven else "best so far"
        elif is_proven and option.is_exact and option.lower == choice.moves[best].lower:
            status = "best"
        elif option.upper < floor and not self._later(number):
            status = "worse"
        else:
            may_be_better = option.upper > floor or option.lower == floor
            is_open = may_be_better or (self._may_play_later(number) and not is_proven)
            status = "open" if is_open and not is_proven else "not better"
        chance, spread = self._ranges(number)
        return Judged(
            unpack(candidate.play.number, position),
            self._text(number),
            candidate.play.gain,
            chance,
            spread,
            status,
            self._draws(number) if with_draws else (),
            self._estimate(number, chance, spread),
        )

    def _estimate(self, number: int, chance: Range, spread: Range) -> Estimate | None:
        """Return the estimate of a move, within these ranges; None if both are known."""
        if chance.is_exact and spread.is_exact:
            return None
        total = self._evaluator.unseen.total
        known = dict(zip(self.task.objectives, self._choice.moves[number].expected, strict=True))
        return Estimate(
            chance.clip(known[Objective.CHANCE] / (2 * total)), spread.clip(known[Objective.SPREAD] / total)
        )

    def _draws(self, number: int) -> tuple[WithDraw, ...]:
        """Return the proven value of a move with each draw."""
        option = self._choice.moves[number]
        return scenario_results(
            self._moves[number], option, self.task.objectives, self._evaluator.unseen.total
        )

    def _ranges(self, number: int) -> tuple[Range, Range]:
        """Return the chance and the mean spread of a move."""
        option, total = self._choice.moves[number], self._evaluator.unseen.total
        later, least = self._later(number), self._evaluator.solver.limits[0]
        by_aim = {}
        for at, objective in enumerate(self.task.objectives):
            whole = total * (2 if objective is Objective.CHANCE else 1)
            lower, upper = option.lower[at], max([option.upper[at], *(other.upper[at] for other in later)])
            if later and at > 0:  # a play that is better in the first objective may be worse in the second
                lower = min(lower, 0 if objective is Objective.CHANCE else total * least)
            by_aim[objective] = Range(Fraction(lower, whole), Fraction(upper, whole))
        return by_aim[Objective.CHANCE], by_aim[Objective.SPREAD]

    def _later(self, number: int) -> list[IntervalSum]:
        """Return the plays that may follow this move and may be better than it is alone.

        After a pass by both sides the player may still play, which is worth no more than playing at once.
        """
        if not self._may_play_later(number):
            return []
        least = self._choice.moves[number].lower
        return [other for other in self._choice.moves if other.upper > least]

    def _may_play_later(self, number: int) -> bool:
        return self._moves[number].play.number == PASS

    def _text(self, number: int) -> str:
        if number not in self._written:
            position = self.task.position
            self._written[number] = move_text(unpack(self._moves[number].play.number, position), position)
        return self._written[number]


def solve(
    task: PreendgameTask,
    limit: Limit | None = None,
    jobs: int = 1,
    watch: Callable[[BagSnapshot], None] | None = None,
    settle_ties: bool = False,
) -> BagSolution:
    """Find the best move of a position with tiles in the bag, and prove it.

    The best spread among moves that win equally often is searched for no longer than the chance, unless
    `settle_ties`.  Ctrl-C raises KeyboardInterrupt with the solution so far as its attribute `solution`.
    """
    search = PreendgameSearch(task, limit, jobs, settle_ties=settle_ties)
    with with_answer("solution", search._so_far):
        if watch is not None:
            for snapshot in search:
                watch(snapshot)
        return search.result()
