"""Search a position with tiles in the bag: B* over moves and draws, watched and stopped from outside.

    search = BagSearch(order)
    for snapshot in search: ...            a few times a second; stop whenever you like
    search.result()                        what is proven then; it runs to the end if nobody has watched it
    search.go_on(limit)                    after it was stopped; then watch it again

The questions are asked in a thread of their own, or in several processes (`jobs`), each of which has the
whole position.  Whatever stops it, the bounds are true.

No looking for garbage in the middle of the work.

A position has some 50,000 pairs of a move and a draw, each an object with lists that live as long as the
search.  Python would look through all of them again and again for cycles, of which there are none: that took
more than half the time of setting up, and a third of what is between the questions.

Who answers the questions of B*: the moves of a position with their parts, and the engine that asks them.

    judge = Judge(Order(position, lexicon, ...))
    judge.answer(question)        what is proven of that part now

In several processes each has a judge of its own, of the same moves in the same order.
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
from bstar.control import STOP
from bstar.engine import SearchStopped
from bstar.options import Limit
from scrabble.game.move import Move, move_text
from scrabble.game.position import Position
from scrabble.game.unseen import MOST_IN_BAG, UnseenTiles, may_exchange, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import PASS, unpack
from scrabble.solver.preendgame import line_bounds
from scrabble.solver.preendgame.beliefs import SpreadEstimates
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

_lock = threading.Lock()
_at_work, _was_enabled = 0, True


@contextmanager
def gc_paused() -> Iterator[None]:
    """Do not look for cycles of dead objects meanwhile, in this process; whoever comes last ends it."""
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


@dataclass(frozen=True)
class PreendgameTask:
    """What is to be judged."""

    position: Position
    lexicon: Lexicon
    memory: int  # bytes
    aims: tuple[Objective, ...] = (Objective.CHANCE, Objective.SPREAD)
    is_seen: bool = False  # the player on turn knows the bag
    game: str = FAST


class Evaluation(NamedTuple):
    """What is proven of a part after a question."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    is_done: bool
    nodes: int


class ScenarioEvaluator:
    """The moves of a position, and how to find out about them."""

    def __init__(self, order: PreendgameTask) -> None:
        self.unseen = UnseenTiles(order.position, order.is_seen)
        self.deals = ScenarioSolver(self.unseen, order.lexicon, order.memory, order.game)
        self.aims = order.aims
        self.moves = MoveEnumerator(self.deals, order.aims).candidates

    def answer(self, question: Query) -> Evaluation:
        """Ask; raises Stopped when the engine was told to leave."""
        candidate = self.moves[question.option]
        part, aim = candidate.parts[question.part], self.aims[question.aim]
        before = self.deals.nodes
        is_done = part.ask(aim, question.gamma, question.budget)
        return self.known(question, is_done, self.deals.nodes - before)

    def known(self, question: Query, is_done: bool = False, nodes: int = 0) -> Evaluation:
        """What is proven of the part that a question is about."""
        candidate = self.moves[question.option]
        lower, upper = candidate.parts[question.part].bounds(self.aims)
        return Evaluation(lower, upper, is_done, nodes)


def init_worker(order: PreendgameTask) -> ScenarioEvaluator:
    """A judge for a process of its own."""
    with gc_paused():
        return ScenarioEvaluator(order)


def evaluate(judge: ScenarioEvaluator, question: Query) -> Evaluation:
    """The work of such a process."""
    with gc_paused():
        return judge.answer(question)


AHEAD = 4  # questions a process is given at a time
LOOKED_AT = 12  # draws of the best move whose lines are looked at when the search is left
LINES_SECONDS = 0.25  # for that; whoever has pressed Ctrl-C does not wait for it
TIES_SECONDS, TIES_NODES = 2.0, 500_000  # that the second aim may take in any case
RATED_NODES = 10_000  # that say what a node costs
TIES = "ties"  # why a search ended: the second aim had taken as long as the first
LOOKING = 0.4  # of the time limit: for looks at all moves before the first question
FIRST_NODES = 4_000  # a question about a move whose worth is wanted, before B* is asked for the best one


class PreendgameSearch(BackgroundTask):
    """A search under way; what `wanted` is worth is found out, too, if it is a move of the position.

    The second aim, as a rule the spread of moves that win equally often, takes no longer than the first one
    did, unless it is to be settled whatever it takes (`settle_ties`).
    """

    def __init__(
        self,
        order: PreendgameTask,
        limit: Limit | None = None,
        jobs: int = 1,
        wanted: Move | None = None,
        settle_ties: bool = False,
    ) -> None:
        refuse_unless_few(order.position, MOST_IN_BAG)
        super().__init__(limit)
        self.order, self.jobs, self._settle_ties = order, jobs, settle_ties
        self._tie_nodes = 0.0  # on the second aim
        self._spent = [0.0, 0.0]  # seconds on the first aim and on the second; nodes if these are limited
        self._nodes = 0
        with gc_paused():
            self._judge = ScenarioEvaluator(order)
            self._moves = self._judge.moves
            self._beliefs = SpreadEstimates(self._moves, order.aims, self._judge.deals)
            self._choice = self._beliefs.choice()
        numbers = [unpack(each.play.number, order.position) for each in self._moves]
        self._wanted = numbers.index(wanted) if wanted in numbers else None
        self._written: dict[int, str] = {}
        self._by_lines: set[tuple[int, int]] = set()  # moves and parts that have been looked at by lines
        self._is_done, self._has_looked = False, False
        self._may_exchange = may_exchange(order.position)
        self._lock = threading.Lock()

    def warm_up(self) -> None:
        """Compile what the search runs, or load it, before its clock starts."""
        deals = self._judge.deals
        deals.engine.control[STOP] = 1
        with suppress(SearchStopped):
            deals.engine.bound((), -1, 1)
        deals.engine.resume()
        deals.engine.forget()
        line_bounds.warm_up(self.order.position, self.order.lexicon)
        self._began = time.monotonic()

    # Asking

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
        """Look at the moves, once, so that there is an estimate of each."""
        if self._has_looked or self.stopped_by is not None:
            return
        self._has_looked, looks = True, self._beliefs.look(self._choice)
        until = math.inf if self.limit.seconds is None else self.seconds + LOOKING * self.limit.seconds
        is_over = False
        try:
            while not is_over and self.stopped_by is None and self.seconds < until:
                with self._lock:
                    is_over = next(looks, looks) is looks
        finally:
            with self._lock:
                self._beliefs.take_in(self._choice)

    def _ask_here(self) -> None:
        judge, most = self._judge, self.limit.nodes
        judge.deals.engine.limit_nodes(most or 0)
        while self.stopped_by is None:
            question = self._question()
            if question is None:
                self._is_done = self.stopped_by is None
                return
            began = time.monotonic()
            try:
                answer = judge.answer(question)
            except SearchStopped:
                self._take(question, judge.known(question))
                raise
            self._nodes = judge.deals.nodes
            self._note_cost([question], answer.nodes, time.monotonic() - began)
            self._take(question, answer)

    def _question(self) -> Query | None:
        """What to ask next: of the move that is wanted what is cheap, then which is best, then the rest."""
        wanted, choice = self._wanted, self._choice
        cheap = None if wanted is None else choice.question_for(wanted, FIRST_NODES)
        if cheap is not None and self._may_cost(cheap):
            return cheap
        found = choice.question()
        if found is None or not self._may_cost(found):
            rest = None if wanted is None else choice.question_for(wanted)
            if found is None or rest is None or rest.aim == 0:
                found = rest or found
        return self._unless_over(found)

    def _unless_over(self, question: Query | None) -> Query | None:
        """A question, if there is time for its aim; else the search is over."""
        if question is None or self._may_cost(question):
            return question
        self.stopped_by = self.stopped_by or TIES
        return None

    def _may_cost(self, question: Query) -> bool:
        """Return whether there is time for a question, as it belongs to the first aim or is not too dear."""
        if question.aim == 0 or self._settle_ties:
            return True
        first, second = self._spent
        if self.limit.nodes is not None:
            return second + question.budget <= max(first, TIES_NODES)
        rate = second / max(self._tie_nodes, RATED_NODES)  # seconds a node
        return second + rate * question.budget <= max(first, TIES_SECONDS)

    def _note_cost(self, questions: Sequence[Query], nodes: int, seconds: float) -> None:
        """Count what answers have taken for the aims that they were about."""
        share = sum(question.aim > 0 for question in questions) / len(questions)
        cost = seconds if self.limit.nodes is None else nodes
        self._tie_nodes += share * nodes
        self._spent[0] += (1 - share) * cost
        self._spent[1] += share * cost

    def _ask_elsewhere(self) -> None:
        order = replace(self.order, memory=self.order.memory // self.jobs)
        with WorkerPool(self.jobs, init_worker, (order,)) as workers:
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
        """Questions that do not wait for one another."""
        questions: list[Query] = []
        busy: set[tuple[int, int]] = set()
        while len(questions) < AHEAD * self.jobs and (found := self._choice.question(busy)) is not None:
            if not self._may_cost(found):
                break
            questions.append(found)
            busy.add((found.option, found.part))
        return questions

    def _last(self) -> list[Query]:
        """What is left to be asked of the move that is wanted, once the best one is known."""
        found = self._question()
        return [found] if found is not None else []

    def _take(self, question: Query, answer: Evaluation) -> None:
        with self._lock:
            self._choice.take(question, answer.lower, answer.upper, answer.is_done, answer.nodes)
            self._beliefs.learn(self._choice, question)

    def _look_at_lines(self, until: float) -> None:
        """Bound the best move so far with the draws that are open by what the lines of the board tell."""
        number, unseen = self._choice.best, self._judge.unseen
        candidate, option = self._moves[number], self._choice.options[number]
        if len(candidate.play.laid) < unseen.count:
            return
        move, limits = unpack(candidate.play.number, self.order.position), self._judge.deals.limits
        aim = self.order.aims.index(Objective.SPREAD)
        wide = [at for at, part in enumerate(option.parts) if part.is_one_sided(aim)]
        wide = [at for at in wide if (number, at) not in self._by_lines]
        for at in sorted(wide, key=lambda at: option.parts[at].weight, reverse=True)[:LOOKED_AT]:
            if time.monotonic() > until or self.stopped_by == "interrupt":
                return
            self._by_lines.add((number, at))
            spread = line_bounds.spread_bounds(
                unseen, self.order.lexicon, move, candidate.draws[at].tiles, limits
            )
            with self._lock:
                option.parts[at].narrow(*by_objective(self.order.aims, *spread))
                self._choice.changed(number)

    # Watching

    def __repr__(self) -> str:
        return f"<BagSearch: {self.solution!r}>" if self.has_ended else "<BagSearch: not ended>"

    def __iter__(self) -> Iterator[BagSnapshot]:
        with with_answer("solution", self._so_far):
            yield from self.watch(self._snapshot)

    def _leave(self) -> None:
        self._judge.deals.engine.control[STOP] = 1

    def go_on(self, limit: Limit) -> None:
        """Let a search that has left, or was never watched, go on from what it knows, for so much longer."""
        self.begin_again(limit)
        self._judge.deals.engine.resume()

    def _snapshot(self) -> BagSnapshot:
        with self._lock:
            best, holder = self._choice.best, self._choice.holder
            disproved = sum(
                not self._choice.may_beat(at, holder) for at in range(len(self._moves)) if at != holder
            )
            chance, spread = self._ranges(best)
            estimate = self._estimate(best, chance, spread)
            counts = len(self._moves), self._choice.questions, self._nodes
        return BagSnapshot(self._text(best), chance, spread, disproved, *counts, self.seconds, estimate)

    # The answer

    def result(self) -> BagSolution:
        """Run the search to its end, or its limit, unless that has been done, and return the answer."""
        with with_answer("solution", self._so_far):
            self.run()
        return self.solution

    def _so_far(self) -> BagSolution | None:
        """Stop, and return the answer so far; None if nothing was begun."""
        self.end()
        return self.solution if self.has_ended else None

    @property
    def solution(self) -> BagSolution:
        """The answer of a search that has ended; it is not begun or waited for here.

        Raises RuntimeError before the end.
        """
        if not self.has_ended:
            raise RuntimeError("the search has not ended: call result(), or iterate over it")
        choice = self._choice
        best, is_proven = choice.best, self._is_proven
        others = [at for at in range(len(self._moves)) if at != best]
        others.sort(key=lambda at: self._rank(at, is_proven), reverse=True)
        return BagSolution(
            position=self.order.position,
            count=self._judge.unseen.count,
            unseen=self._judge.unseen.tiles,
            by=self.order.aims[0],
            is_seen=self.order.is_seen,
            moves=tuple(
                self._judged(at, best, is_proven, choice.options[at].is_made) for at in [best, *others]
            ),
            status="proven" if is_proven else "bounded",
            regret=self._regret(),
            asked=choice.asked,
            pairs=choice.unknowns,
            questions=choice.questions,
            nodes=self._nodes,
            seconds=self.seconds,
            limit=None if self._is_done else self.stopped_by,
            exchange=(Fraction(1), Fraction(self._judge.deals.limits[1])) if self._may_exchange else None,
        )

    def _rank(self, number: int, is_proven: bool) -> tuple[bool, tuple[object, ...]]:
        """What the other moves are sorted by: proven best, then by what is believed."""
        option = self._choice.options[number]
        is_best = is_proven and option.lower == self._choice.options[self._choice.best].lower
        return is_best, self._choice.promise(number)

    @property
    def _is_proven(self) -> bool:
        """Return whether no other move is better; of exchanges, where there are any, nothing is known."""
        return self._choice.is_proven and not self._may_exchange

    def _regret(self) -> Fraction:
        """By how much the chosen move can at most be worse than another one, in the first aim."""
        whole = self._judge.unseen.total * (2 if self.order.aims[0] is Objective.CHANCE else 1)
        regret = Fraction(self._choice.regret(), whole)
        if self._may_exchange:
            least = Fraction(self._choice.options[self._choice.best].lower[0], whole)
            most = 1 if self.order.aims[0] is Objective.CHANCE else self._judge.deals.limits[1]
            regret = max(regret, most - least)
        return regret

    @property
    def moves_now(self) -> list[Judged]:
        """All moves with what is proven of them now, without their draws; in no order."""
        with self._lock:
            best, is_proven = self._choice.best, self._is_proven
            return [self._judged(at, best, is_proven, False) for at in range(len(self._moves))]

    def judged_now(self, text: str) -> Judged | None:
        """What is proven of a move now, with its draws; None if there is no such move."""
        number = next((at for at in range(len(self._moves)) if self._text(at) == text), None)
        if number is None:
            return None
        with self._lock:
            return self._judged(number, self._choice.best, self._is_proven)

    def _judged(self, number: int, best: int, is_proven: bool, with_draws: bool = True) -> Judged:
        choice, candidate = self._choice, self._moves[number]
        position, option = self.order.position, self._choice.options[number]
        floor = choice.options[best if is_proven else choice.holder].lower
        if number == best:
            status = "best" if is_proven else "best so far"
        elif is_proven and option.is_exact and option.lower == choice.options[best].lower:
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
        """What is believed of a move, within these ranges; None if both are known."""
        if chance.is_exact and spread.is_exact:
            return None
        total = self._judge.unseen.total
        known = dict(zip(self.order.aims, self._choice.options[number].expected, strict=True))
        return Estimate(
            chance.clip(known[Objective.CHANCE] / (2 * total)), spread.clip(known[Objective.SPREAD] / total)
        )

    def _draws(self, number: int) -> tuple[WithDraw, ...]:
        """What is proven of a move with each draw."""
        option = self._choice.options[number]
        return scenario_results(self._moves[number], option, self.order.aims, self._judge.unseen.total)

    def _ranges(self, number: int) -> tuple[Range, Range]:
        """Chance and mean spread of a move."""
        option, total = self._choice.options[number], self._judge.unseen.total
        later, least = self._later(number), self._judge.deals.limits[0]
        by_aim = {}
        for at, aim in enumerate(self.order.aims):
            whole = total * (2 if aim is Objective.CHANCE else 1)
            lower, upper = option.lower[at], max([option.upper[at], *(other.upper[at] for other in later)])
            if later and at > 0:  # what is better in the first aim may be worse in the second
                lower = min(lower, 0 if aim is Objective.CHANCE else total * least)
            by_aim[aim] = Range(Fraction(lower, whole), Fraction(upper, whole))
        return by_aim[Objective.CHANCE], by_aim[Objective.SPREAD]

    def _later(self, number: int) -> list[IntervalSum]:
        """The plays that he who makes this move may still make, and that may be better than it is alone.

        Who passes may play after the opponent's pass, which is worth no more than to play at once.
        """
        if not self._may_play_later(number):
            return []
        least = self._choice.options[number].lower
        return [other for other in self._choice.options if other.upper > least]

    def _may_play_later(self, number: int) -> bool:
        return self._moves[number].play.number == PASS

    def _text(self, number: int) -> str:
        if number not in self._written:
            position = self.order.position
            self._written[number] = move_text(unpack(self._moves[number].play.number, position), position)
        return self._written[number]


def solve(
    order: PreendgameTask,
    limit: Limit | None = None,
    jobs: int = 1,
    watch: Callable[[BagSnapshot], None] | None = None,
    settle_ties: bool = False,
) -> BagSolution:
    """Find the best move of a position with tiles in the bag, and prove it.

    Which of the moves that win equally often has the best spread is asked no longer than how often they win,
    unless it is to be settled (`settle_ties`).

    Ctrl-C raises KeyboardInterrupt with the solution so far as its attribute `solution`.
    """
    search = PreendgameSearch(order, limit, jobs, settle_ties=settle_ties)
    with with_answer("solution", search._so_far):
        if watch is not None:
            for snapshot in search:
                watch(snapshot)
        return search.result()
