"""Search of a position with tiles in the bag: B* over moves and draws, in the background.

    search = PreendgameSearch(position, lexicon, options)
    for snapshot in search: ...            several times a second; leave the loop to stop
    search.result()                        the solution; runs to the end if the search has not begun
    search.go_on(limit)                    continue a stopped search

B* (`bstar/chance/choose.py`) chooses queries: "is this move with this draw worth at least gamma?"  The value
of the draw answers them (`moves.py`).  Invariant: whatever stops the search, its bounds are true.

Python's cyclic garbage collector is paused while a search runs (`gc_paused`): a position has some 50,000
pairs of a move and a draw, objects without cycles that live as long as the search, and looking through them
took more than half the time of setting up and a third of the time between queries.
"""

from __future__ import annotations

import gc
import math
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from bstar.background import BackgroundTask, with_answer
from bstar.chance.interval_sum import Answer, Query
from bstar.clock import search_clock
from bstar.engine import SearchStopped
from bstar.options import Limit
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import Objective, Status, StopReason
from scrabble.answer.solution import PreendgameDetails, Snapshot, Solution
from scrabble.game.move import Move, move_text
from scrabble.game.position import Position, PositionError
from scrabble.game.tiles import MOST_IN_BAG
from scrabble.game.unseen import UnseenTiles, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.solver.moves import find_move
from scrabble.solver.names import BSTAR
from scrabble.solver.options import SolveOptions
from scrabble.solver.preendgame.dealer import MOST_DEALS
from scrabble.solver.preendgame.draw_lines import line_bounds, warm_up_lines
from scrabble.solver.preendgame.endgames import Endgame, Endgames
from scrabble.solver.preendgame.estimates import SpreadEstimates
from scrabble.solver.preendgame.moves import MoveEnumerator
from scrabble.solver.preendgame.results import MoveResults
from scrabble.solver.preendgame.values import by_objective, endgame_of, threshold
from scrabble.solver.running import RunningSearch

LOOKED_AT = 12  # draws of the best move that are bounded by lines when the search ends
LINES_SECONDS = 0.25  # for that: Ctrl-C should not wait longer
TIES_SECONDS, TIES_NODES = 2.0, 500_000  # that the second objective may take in any case
RATED_NODES = 10_000  # nodes from which their rate per second is trusted
BOUNDING, LOOKING = 0.2, 0.4  # of the time limit, for bounds of all plays, and then for quick looks at moves
FEW_NODES = 32  # for each of several queries that are asked together
FIRST_NODES = 4_000  # of a query about the wanted move that goes before the search for the best one
COMPARED = {  # what moves are compared by, in this order; for the outcome only the first one decides
    Objective.WIN: (Objective.WIN, Objective.SPREAD),
    Objective.SPREAD: (Objective.SPREAD, Objective.WIN),
    Objective.OUTCOME: (Objective.WIN, Objective.SPREAD),
}

_lock = threading.Lock()
_at_work, _was_enabled = 0, True


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


class PreendgameSearch(RunningSearch, BackgroundTask):
    """A search of a position with tiles in the bag, not yet started.

    The second objective, usually the spread of moves that win equally often, takes no longer than the first,
    unless the options say `settle_ties`.  Where only the outcome is asked for, it is not searched.
    """

    def __init__(self, position: Position, lexicon: Lexicon, options: SolveOptions | None = None) -> None:
        refuse_unless_few(position, MOST_IN_BAG)
        self.position, self.lexicon, self.options = position, lexicon, options or SolveOptions()
        self.options.check_for(is_preendgame=True)
        self._objective = objective = Objective(self.options.objective or Objective.WIN)
        BackgroundTask.__init__(self, self.options.limit)
        self._objectives = COMPARED[objective]
        self._settle_ties = self.options.settle_ties
        self._tie_nodes = 0  # on the second objective
        self._spent = [0.0, 0.0]  # seconds, or nodes if these are limited, by first and second objective
        self._nodes = 0
        with gc_paused():
            unseen = UnseenTiles(position, self.options.bag_is_known)
            self._endgames = Endgames(unseen, lexicon, self.options.memory)
            self._enumerator = MoveEnumerator(self._endgames, self._objectives)
            self._compare_moves()
        self._wanted = self._number_of(self.options.value_of)
        self._move_count = 1  # of moves to ask about together
        self._asked_together: set[tuple[int, ...]] = set()  # moves, terms and objectives
        self._by_lines: set[tuple[int, int]] = set()  # moves and terms already bounded by lines
        self._is_done, self._has_looked = False, False
        self._lock = threading.Lock()

    def _compare_moves(self) -> None:
        """Begin B* over the moves as they are known now."""
        self._moves = self._enumerator.candidates()
        self._estimates = SpreadEstimates(self._moves, self._objectives, self._endgames)
        self._search = self._estimates.search(1 if self._is_outcome else None)
        self._results = MoveResults(self._endgames, self._objectives, self._moves, self._search)

    @property
    def _is_outcome(self) -> bool:
        """Return whether only the win probability is to be proven."""
        return self._objective is Objective.OUTCOME

    def _number_of(self, wanted: Move | str | None) -> int | None:
        """Return the number of the move whose value is found, too; None if there is none."""
        if isinstance(wanted, str):
            wanted = find_move(wanted, self.position, self.lexicon)
        if wanted is None:
            return None
        number = self._results.number_of(wanted)
        if number is None:
            raise PositionError(f"{move_text(wanted, self.position)} cannot be played here")
        return number

    def warm_up(self) -> None:
        """Compile or load the kernels of the search."""
        self._endgames.warm_up()
        warm_up_lines(self.position, self.lexicon)

    # Queries

    def _work(self) -> None:
        try:
            with gc_paused():
                self._look()
                self._endgames.engine.limit_nodes(self.limit.nodes or 0)
                self._ask()
        except SearchStopped as stopped:
            self.stopped_by = self.stopped_by or str(stopped)
        if not self._is_done and self.stopped_by != "interrupt":
            with suppress(SearchStopped):  # there may be no memory for its draws
                warm_up_lines(self.position, self.lexicon)  # the first look takes longer than all others
                # after a limit of nodes the answer is the same on every computer
                is_timed = self.limit.nodes is None or self.stopped_by == StopReason.TIME
                self._look_at_lines(search_clock.now() + LINES_SECONDS if is_timed else math.inf)

    def _look(self) -> None:
        """Bound the moves and take quick looks at them, once, so that each has an estimate."""
        if self._has_looked or self.stopped_by is not None:
            return
        self._bound_plays()
        self._has_looked, looks = True, self._estimates.look(self._search)
        until, is_over = self._until(LOOKING), False
        try:
            while not is_over and self.stopped_by is None and self.seconds < until:
                with self._lock:
                    is_over = next(looks, looks) is looks
        finally:
            with self._lock:
                self._estimates.take_in(self._search)

    def _until(self, part: float) -> float:
        """Return the seconds of the search at which this part of its time limit, from now on, is over."""
        return math.inf if self.limit.seconds is None else self.seconds + part * self.limit.seconds

    def _bound_plays(self) -> None:
        """Bound plays that empty the bag.  Raises SearchStopped."""
        until = self._until(BOUNDING)
        if self._enumerator.bound_plays(lambda: self.seconds > until):
            with self._lock:
                self._compare_moves()

    def _ask(self) -> None:
        """Ask queries until none is left.  Raises SearchStopped."""
        endgames, began = self._endgames, search_clock.now()
        while queries := self._next_queries():
            before = endgames.nodes
            try:
                answers = self._answers(queries)
            except SearchStopped:
                self._take([Answer(queries[0], False, endgames.nodes - before)])
                raise
            now = search_clock.now()
            self._note_cost(queries[0], endgames.nodes - before, now - began)
            self._take(answers)
            self._note_refutations(queries)
            began = now  # to choose the next query takes time, too

    def _next_queries(self) -> list[Query]:
        """Return the next query, and others to be answered by the same call; [] at the end."""
        with self._lock:
            query = self._next_query() if self.stopped_by is None else None
            if query is not None:
                return self._with_others(query)
            self._is_done = self._is_done or self.stopped_by is None
            return []

    def _with_others(self, query: Query) -> list[Query]:
        """Return a query with others to be asked together, if they have not been asked so before.

        They are those that its move needs, and refutations of the moves that come next.
        """
        if query[:3] in self._asked_together:
            return [query]
        queries = [query, *filter(self._is_new, self._search.companions(query))]
        for found in self._search.successors(query, self._move_count - 1):
            is_leaf = endgame_of(self._search.term_of(found[0]).value) is not None
            if len(queries) >= MOST_DEALS or not self._is_new(found[0]) or not is_leaf:
                break
            queries += filter(self._is_new, found)
        if len(queries) < 2:
            return [query]
        queries = queries[:MOST_DEALS]
        self._asked_together.update(each[:3] for each in queries)
        return queries

    def _is_new(self, query: Query) -> bool:
        """Return whether a query has not been asked together with others."""
        return query[:3] not in self._asked_together

    def _answers(self, queries: Sequence[Query]) -> list[Answer]:
        """Ask queries; return the answers that a few nodes each bring, or that to the first.

        Raises SearchStopped.
        """
        found = self._ask_together(queries) if len(queries) > 1 else []
        if found:
            return found
        query, before = queries[0], self._endgames.nodes
        is_done = self._search.term_of(query).ask(query)
        return [Answer(query, is_done, self._endgames.nodes - before)]

    def _ask_together(self, queries: Sequence[Query]) -> list[Answer]:
        """Ask about endgames, with a few nodes for each; return the answers that this brings.

        Raises SearchStopped.
        """
        found = [endgame_of(self._search.term_of(query).value) for query in queries]
        endgames = [each for each in found if each is not None]
        if len(endgames) < len(queries) or not self._endgames.has_fast_game:
            return []
        leasts = [threshold(self._objectives[query.objective], query.gamma) for query in queries]
        before = self._endgames.nodes
        Endgame.ask_each(endgames, leasts, FEW_NODES)
        taken = (self._endgames.nodes - before) // len(queries)
        asked = zip(queries, endgames, leasts, strict=True)
        return [Answer(query, True, taken) for query, each, least in asked if not each.is_open(least)]

    def _next_query(self) -> Query | None:
        """Return the next query: cheap ones about the wanted move, then those of B*, then the other ones.

        None if there is no time for its objective; that ends the search.
        """
        cheap = self._query_for_wanted(FIRST_NODES)
        if cheap is not None and self._may_cost(cheap):
            return cheap
        found = self._search.next_query()
        if found is None or not self._may_cost(found):
            rest = self._query_for_wanted()
            if found is None or rest is None or rest.objective == 0:
                found = rest or found
        if found is None or self._may_cost(found):
            return found
        self.stopped_by = self.stopped_by or StopReason.TIES
        return None

    def _query_for_wanted(self, most_nodes: int | None = None) -> Query | None:
        """Return a query about the wanted move, of at most this many nodes."""
        return None if self._wanted is None else self._search.query_for(self._wanted, most_nodes)

    def _may_cost(self, query: Query) -> bool:
        """Return whether there is time for a query: the first objective always has, the second its share."""
        if self._settle_ties or not self._is_about_second(query):
            return True
        first, second = self._spent
        if self.limit.nodes is not None:
            return second + query.budget <= max(first, TIES_NODES)
        rate = second / max(self._tie_nodes, RATED_NODES)  # seconds per node
        return second + rate * query.budget <= max(first, TIES_SECONDS)

    def _is_about_second(self, query: Query) -> bool:
        """Return whether a query serves the second objective, and not the first one by way of it."""
        search = self._search
        return query.objective > 0 and (search.purpose > 0 or search.is_settled(1))

    def _note_cost(self, query: Query, nodes: int, seconds: float) -> None:
        """Charge the cost of a query, and of choosing it, to its objective."""
        cost = seconds if self.limit.nodes is None else nodes
        with self._lock:
            is_second = self._is_about_second(query)
            self._tie_nodes += nodes * is_second
            self._spent[is_second] += cost

    def _take(self, answers: Sequence[Answer]) -> None:
        """Take over answers to queries."""
        with self._lock:
            self._nodes = self._endgames.nodes
            self._search.update(*answers)
            by_move: dict[int, list[Query]] = defaultdict(list)
            for each in answers:
                by_move[each.query.move].append(each.query)
            for queries in by_move.values():
                self._estimates.learn(self._search, queries)

    def _note_refutations(self, queries: Sequence[Query]) -> None:
        """Ask about twice as many moves together after a "no" to all these queries, otherwise about one."""
        are_refuted = all(self._search.term_of(each).upper[each.objective] < each.gamma for each in queries)
        self._move_count = 2 * len({each.move for each in queries}) if are_refuted else 1

    def _look_at_lines(self, until: float) -> None:
        """Bound the chosen move, with its open draws, by the lines of the board."""
        number, unseen = self._search.best, self._endgames.unseen
        candidate, option = self._moves[number], self._search.moves[number]
        if len(candidate.play.laid) < unseen.count:
            return
        move, limits = self._results.move(number), self._endgames.limits
        objective = self._objectives.index(Objective.SPREAD)
        wide = [at for at, term in enumerate(option.terms) if term.is_one_sided(objective)]
        wide = [at for at in wide if (number, at) not in self._by_lines]
        for at in sorted(wide, key=lambda at: option.terms[at].weight, reverse=True)[:LOOKED_AT]:
            if search_clock.now() > until or self.stopped_by == "interrupt":
                return
            self._by_lines.add((number, at))
            spread = line_bounds(unseen, self.lexicon, move, candidate.draws.each[at].tiles, limits)
            with self._lock:
                option.terms[at].narrow(*by_objective(self._objectives, *spread))
                self._search.bounds_changed(number)

    # Progress

    def __iter__(self) -> Iterator[Snapshot]:
        with with_answer("solution", self._so_far):
            yield from self.watch(self._snapshot)

    @property
    def _task(self) -> BackgroundTask:
        return self

    def stop(self, reason: str = StopReason.INTERRUPT) -> None:
        """Stop the search as soon as possible."""
        BackgroundTask.stop(self, StopReason(reason))

    def _cancel(self) -> None:
        self._endgames.stop()

    def go_on(self, limit: Limit) -> None:
        """Continue a search that has stopped, or has not begun, for another limit."""
        self.resume(limit)
        self._endgames.engine.resume()

    def _snapshot(self) -> Snapshot:
        with self._lock:
            leader = self._results.leader()
            best = leader.number
            win, spread = self._results.intervals(best)
            win_at = self._objectives.index(Objective.WIN)
            return Snapshot(
                text=self._results.text(best),
                spread=spread,
                win=win,
                lead=self.position.spread,
                estimate=self._results.estimate(best, win, spread),
                refuted=self._results.refuted(leader),
                moves=len(self._moves),
                nodes=self._nodes,
                seconds=self.seconds,
                queries=self._search.queries,
                is_win_proven=self._search.regret(win_at, best) == 0,
            )

    # The solution

    @property
    def solution(self) -> Solution:
        """The solution of a search that has ended.  Raises RuntimeError before the end."""
        self._require_end()
        return self._answer(with_scenarios=True)

    @property
    def solution_now(self) -> Solution:
        """The present answer, also while the search runs; its moves have no scenarios."""
        with self._lock:
            return self._answer(with_scenarios=False)

    def _answer(self, with_scenarios: bool) -> Solution:
        """Return the answer; with the scenarios of the moves that were searched, if wanted."""
        search, results = self._search, self._results
        moves = results.ranked(with_scenarios)
        best, *_ = moves.values()
        return Solution(
            position=self.position,
            solver=BSTAR,
            objective=self._objective,
            status=Status.PROVEN if results.is_proven else Status.BOUNDED,
            spread=results.of_position(Objective.SPREAD, moves),
            win=results.of_position(Objective.WIN, moves),
            regret=results.regret(),
            moves=tuple(moves.values()),
            estimate=best.estimate,
            nodes=self._nodes,
            seconds=self.seconds,
            stopped_by=None if self._is_done or self.stopped_by is None else StopReason(self.stopped_by),
            evaluated_move=None if self._wanted is None else moves[self._wanted],
            preendgame=PreendgameDetails(
                bag_count=self._endgames.unseen.count,
                unseen=self.position.alphabet.rack_text(self._endgames.unseen.tiles),
                bag_is_known=self.options.bag_is_known,
                evaluated=search.evaluated,
                scenario_pairs=search.term_count,
                queries=search.queries,
                is_win_proven=results.is_win_proven,
            ),
        )

    def move_now(self, text: str) -> MoveResult | None:
        """Return a move with its current bounds and its scenarios; None if there is no such move."""
        number = next((at for at in range(len(self._moves)) if self._results.text(at) == text), None)
        if number is None:
            return None
        with self._lock:
            return self._results.result(number, self._results.leader())
