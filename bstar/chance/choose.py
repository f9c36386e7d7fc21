"""B* over moves and draws: find the move with the best mean value over the outcomes of a chance event.

    move   value = sum over its draws of weight x term          (bstar.chance.interval_sum)
    term   lower <= truth <= upper per objective                narrowed by queries, each at a cost

                 draw 1    draw 2    draw 3                 value
    move A        [2]       [2]      [0..2]      4..6       the leader: PROVEBEST queries its open terms
    move B       [0..2]     [0]      [0..2]      0..4       cannot beat 4
    move C       [0..2]    [0..2]    [0..2]      0..6       DISPROVEREST: a single refuted term may be enough

Protocol.  The search asks nothing itself.  Its caller does, until there is no query left:

    while (query := search.next_query()) is not None:
        is_done = search.term_of(query).ask(query)
        search.update(Answer(query, is_done))
    search.best, search.is_proven, search.regret()

A value that was asked has proven bounds, whether the budget sufficed or not.  Bounds from elsewhere are
announced by `bounds_changed`, new estimates by `estimate_changed`.

Guarantees, given that the bounds of every value are true:
    at any time     lower <= value <= upper for every move; `best` is at most `regret()` below any other move
    at the end      `best` is proven and exact in every objective that decides, if its terms can be bounded
                    from both sides; a term without a provable lower bound (`Term.least_upper`) can leave
                    moves unseparated, and `is_proven` is then False
    monotone        a move that may no longer be best, or an objective that is settled, stays so
    progress        a query that narrowed nothing and took no node is not asked again (`Term.is_idle`)
Estimates change the order of the queries only.

Objectives are compared in their order: each decides between moves that are equal in those before it.  The
leader (highest expected value) beats a move whose upper value is below the leader's lower value, or equal to
it if the same holds in the next objective; in the last one equality is enough.  If only the first few
objectives decide (`deciding`), no query is about a later one, which keeps the bounds that answers bring.

Order of the queries:
    1. incumbent      solve one promising move exactly per objective (IncumbentSearch); its value is the bound
                      that all others have to beat
    2. PROVEBEST      make the leader exact: that raises this bound
    3. DISPROVEREST   refute the rivals.  What a rival may be worth above the bound is divided among its open
                      terms in proportion to their estimates, and the term with the largest expected reduction
                      per node is queried first (`best_disproof_query`)
As long as another move may be better in the first objective alone, the next objective waits.  An unanswered
query is made easier a few times; then its budget grows, and it waits until all cheaper queries have been
asked.  So does a rival that has cost too much without an answer, but the leader may always cost as much as
the others did.  An expensive query about a move whose value is wanted is about its finest objective at once
(`finest`).  After Berliner (1979), whose nodes have one interval; here it is a sum of intervals.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Mapping, Sequence

from bstar.chance.disproof import best_of_goals, disproof_goals, open_terms
from bstar.chance.incumbent import IncumbentSearch
from bstar.chance.interval_sum import (
    BUDGET,
    BUDGET_GROWTH,
    DISPROVE_REST,
    PROVE_BEST,
    Answer,
    BoundsTable,
    IntervalSum,
    Query,
    Ranking,
)

LEADER_SHARE = 2  # nodes the leader may cost for each node spent on rivals without an answer
OUT_OF_REACH = 1 << 60  # more than any value
EXPENSIVE = BUDGET * BUDGET_GROWTH**2  # budget of a query from which the finest objective is asked about
MOST_UNANSWERED = 4  # budget limits that a rival may cost without an answer before it waits


class ChanceSearch(BoundsTable):
    """A search for the best move: `next_query` says what to ask, `update` takes over the answer.

    `finest` is an objective whose value tells those of the others, in terms that are no sums: the spread
    tells who wins.
    """

    def __init__(
        self,
        moves: Sequence[IntervalSum],
        grain: Sequence[float] = (),
        deciding: int | None = None,
        finest: int = 0,
    ) -> None:
        super().__init__(moves, grain, deciding)
        self._finest = finest
        self._incumbent = max(self._numbers(), key=lambda at: self.moves[at].lower)
        self._bound = self._bound_of(self._incumbent)  # the best move is worth at least this
        self._leader = self._incumbent
        self._budget_limit = BUDGET
        self._skipped_costly = False  # a query was skipped only because it exceeds the budget limit
        self._unanswered_nodes = 0  # spent on rivals of the leader without an answer
        self._unanswered_by_move = [0] * len(self.moves)
        this = weakref.proxy(self)  # no reference cycle: memory is freed with the search
        self._ranking = Ranking(self.moves, lambda number: this.may_be_best(number))
        by_expected = sorted(self._numbers(), key=lambda at: self.moves[at].expected, reverse=True)
        self._first_rivals = deque(by_expected)  # moves that may be better in the first objective alone
        self._costly_first_rivals: list[int] = []  # those of them beyond the budget limit
        self._incumbent_searches = [IncumbentSearch(self.moves, at) for at in range(self.deciding)]
        self._ties = deque(by_expected)  # moves that may tie, queried before a costly later objective
        self._settled = 0  # objectives in which the best achievable value is proven
        self._unsettled_by = 0  # a move that may be better in one more objective
        self._has_suspended_costly = False  # a suspended move has queries beyond the budget limit
        # the query for a refutation found last, what the move is to come down to, and each term
        self._disproof: tuple[Query | None, int, Mapping[int, int]] = None, 0, {}
        self._rivals: dict[int, int] = {}  # number of objectives: the rival of a leader that was found last
        self._without_rivals: set[tuple[int, int]] = set()  # leaders, and in how many objectives

    def next_query(self) -> Query | None:
        """Return the next query; None if none is needed."""
        while True:
            self._skipped_costly = self._has_suspended_costly
            self._leader = self._most_promising()
            found = self._query_incumbent() or self._query_leader() or self._query_rivals()
            if found is not None or not self._skipped_costly:
                return found
            self._budget_limit *= BUDGET_GROWTH
            self._resume_all()

    def companions(self, query: Query) -> list[Query]:
        """Return queries about other terms of the move of the last query that are likely to be needed, too.

        To prove a value, all terms are needed.  To refute a move, those that keep it above the target even if
        all others come down to their estimates.  Terms that have been queried before are left out.
        """
        number, objective, terms = query.move, query.objective, self.moves[query.move].terms
        if query.strategy == PROVE_BEST:
            _, affordable = open_terms(self.moves[number], objective, query.budget)
            new = [at for at in affordable if at != query.term and not terms[at].queries]
            return [self._value_query(number, at, objective) for at in new]
        found, target, goals = self._disproof
        if query != found:
            return []
        lowered = {
            at: terms[at].weight * (terms[at].upper[objective] - terms[at].expected(objective))
            for at in goals
        }
        lowest = self.moves[number].upper[objective] - sum(lowered.values())
        return [
            Query(number, at, objective, goal + 1, terms[at].budget, DISPROVE_REST)
            for at, goal in goals.items()
            if at != query.term and not terms[at].queries and lowest + lowered[at] > target
        ]

    def query_for(self, number: int, most_nodes: int | None = None) -> Query | None:
        """Return the next query towards the exact value of a move; None if `most_nodes` prove no more."""
        nodes = most_nodes or max(term.budget for term in self.moves[number].terms)
        objectives = range(len(self.moves[number].lower))
        queries = (self._query_value(number, objective, nodes) for objective in objectives)
        return next((query for query in queries if query is not None), None)

    def update(self, *answers: Answer) -> None:
        """Take over the answers to queries about one move."""
        for answer in answers:
            self.record(answer)
            query = answer.query
            if query.move != self._leader and not answer.is_done:
                self._unanswered_nodes += answer.charged
                self._unanswered_by_move[query.move] += answer.charged
        self.bounds_changed(answers[0].query.move)

    def bounds_changed(self, number: int) -> None:
        """Bring the search up to date after the proven bounds of a move changed."""
        move = self.moves[number]
        move.add_up()
        if move.lower > self._bound:
            self._bound, self._incumbent = self._bound_of(number), number
            self._resume_all()
        self._ranking.update(number)

    def estimate_changed(self, number: int) -> None:
        """Bring the search up to date after the estimates of a move changed."""
        self.moves[number].add_up_estimates()
        self._ranking.update(number)

    def may_be_best(self, number: int) -> bool:
        """Return whether a move may be better than all others.  Monotone: never returns to True."""
        return self.moves[number].upper > self._bound or number == self._incumbent

    def _bound_of(self, number: int) -> list[int]:
        """Return the lower value of a move, out of reach in objectives that do not decide."""
        lower = self.moves[number].lower
        return [*lower[: self.deciding], *[OUT_OF_REACH] * (len(lower) - self.deciding)]

    def _most_promising(self) -> int:
        """Return the move with the highest expected value."""
        while (number := self._ranking.first()) is None:
            self._resume_all()
        return number

    def _resume_all(self) -> None:
        """Consider suspended and costly moves again."""
        self._ranking.resume_all()
        self._has_suspended_costly = False
        self._first_rivals.extend(self._costly_first_rivals)
        self._costly_first_rivals.clear()

    def _query_incumbent(self) -> Query | None:
        """Query the value of a candidate incumbent, in the first objective that still lacks an exact move."""
        for objective, search in enumerate(self._incumbent_searches):
            if search.is_over:
                continue
            if not self.is_settled(objective):
                return None
            number = search.candidate(self._bound)
            if number is not None:
                is_costly = objective > 0 and search.budget_limit > BUDGET
                found = self._break_ties(objective) if is_costly else None
                return found or self._query_finest(number, objective, search.budget_limit)
        return None

    def is_settled(self, count: int) -> bool:
        """Return whether the best achievable value is proven in the first `count` objectives.

        Monotone: never returns to False.
        """

        def may_be_better(number: int) -> bool:
            return self.moves[number].upper[:count] > self._bound[:count]

        if self._settled < count and not may_be_better(self._unsettled_by):
            self._unsettled_by = next(filter(may_be_better, self._numbers()), self._unsettled_by)
            if not may_be_better(self._unsettled_by):
                self._settled = count
        return self._settled >= count

    # PROVEBEST

    def _query_leader(self) -> Query | None:
        """Query an open term of the leader, in the first objective that is still needed."""
        move = self.moves[self._leader]
        for objective in range(self.deciding):
            share = LEADER_SHARE * self._unanswered_nodes if objective == 0 else 0
            most_nodes = max(self._budget_limit * BUDGET_GROWTH, share)
            found = self._query_finest(self._leader, objective, most_nodes)
            if found is not None:
                return found
            if move.lower[objective] < move.upper[objective] or self._has_rivals(objective + 1):
                return None  # it is too costly, or rivals have to be refuted in this objective first
        return None

    def _query_value(self, number: int, objective: int, most_nodes: int = 0) -> Query | None:
        """Query an open term of a move for at most `most_nodes` nodes (0: the current budget limit)."""
        terms = self.moves[number].terms
        open_ = [at for at, term in enumerate(terms) if term.is_open(objective)]
        affordable = [at for at in open_ if terms[at].budget <= (most_nodes or self._budget_limit)]
        self._skipped_costly |= len(affordable) < len(open_)
        if not affordable:
            return None
        chosen = max(affordable, key=lambda at: terms[at].value_of_information(objective))
        return self._value_query(number, chosen, objective)

    def _query_finest(self, number: int, objective: int, most_nodes: int) -> Query | None:
        """Query an open term of a move; if that is expensive, in the finest objective.

        The exact value in it is wanted next: to ask before whether it is positive would cost as much again.
        """
        found = self._query_value(number, objective, most_nodes)
        if found is None or found.budget < EXPENSIVE or not objective < self._finest < self.deciding:
            return found
        term = self.moves[number].terms[found.term]
        if term.scale > 1 or not term.is_open(self._finest):
            return found
        return self._value_query(number, found.term, self._finest)

    def _value_query(self, number: int, at: int, objective: int) -> Query:
        term = self.moves[number].terms[at]
        return Query(number, at, objective, term.next_threshold(objective), term.budget, PROVE_BEST)

    def _has_rivals(self, count: int) -> bool:
        """Return whether another move may beat the leader's lower value in the first `count` objectives.

        Monotone for each leader: never returns to True.
        """
        leader, level = self._leader, self.moves[self._leader].lower[:count]

        def may_beat(number: int) -> bool:
            is_better = number != leader and self.moves[number].upper[:count] > level
            return is_better and self.may_be_best(number)

        if (leader, count) in self._without_rivals:
            return False
        found = self._rivals.get(count, leader)
        if not may_beat(found):
            found = next(filter(may_beat, self._numbers()), leader)
            self._rivals[count] = found
            if found == leader:
                self._without_rivals.add((leader, count))
        return found != leader

    # DISPROVEREST

    def _query_rivals(self) -> Query | None:
        """Query the best unrefuted rival.

        The query is for its value if that is expected to exceed the incumbent and the leader is expensive,
        otherwise for a refutation.
        """
        if self.deciding > 1:
            found = self._query_first_rivals()
            if found is not None or self._costly_first_rivals:
                return found
        for at in self._ranking.rivals(self._leader):
            if self.moves[at].upper <= self._bound:
                continue
            before, self._skipped_costly = self._skipped_costly, False
            found = self._query_rival_value(at) or self._query_disproof(at)
            if found is not None:
                self._skipped_costly = before
                return found
            self._ranking.suspend(at)
            self._has_suspended_costly |= self._skipped_costly
            self._skipped_costly |= before
        return None

    def _query_first_rivals(self) -> Query | None:
        """Query a rival that may be better in the first objective alone.

        While there is one, queries in later objectives would be wasted on moves that are not equal in the
        first.  Returns None, too, if all such rivals are beyond the budget limit (`_costly_first_rivals`).
        """
        found, passed = None, []
        while found is None and self._first_rivals:
            number = self._first_rivals.popleft()
            move, bound = self.moves[number], self._bound[0]
            if move.upper[0] <= bound:
                continue  # for good
            if number == self._leader:
                passed.append(number)
                continue
            before, self._skipped_costly = self._skipped_costly, False
            if move.expected[0] >= bound:
                found = self._query_value(number, 0)
            found = found or self._query_lower(number, 0, bound)
            if found is not None:
                passed.append(number)
            elif self._skipped_costly:
                self._costly_first_rivals.append(number)
            self._skipped_costly |= before
        self._first_rivals.extendleft(reversed(passed))
        self._skipped_costly |= bool(self._costly_first_rivals)
        return found

    def _query_rival_value(self, rival: int) -> Query | None:
        """Query the value of a rival that is expected to be at least as good as the incumbent."""
        move = self.moves[rival]
        for objective, bound in enumerate(self._bound[: self.deciding]):
            if move.expected[objective] < bound:
                return None
            found = self._query_value(rival, objective)
            is_open = move.lower[objective] < move.upper[objective]
            if found is not None or is_open or move.lower[objective] > bound:
                return found
        return None

    def _query_disproof(self, rival: int) -> Query | None:
        """Query a term of a rival that could refute it, in the first objective where that is possible."""
        move, bound = self.moves[rival], self._bound
        for objective in range(self.deciding):
            if objective > 0:
                found = self._query_value(self._incumbent, objective)
                if found is not None:
                    return found  # the bound to compare with comes first
            if move.upper[objective] > bound[objective] or objective == self.deciding - 1:
                found = self._query_lower(rival, objective, bound[objective])
                return (
                    found if found is not None or self._skipped_costly else self._break_tie(rival, objective)
                )
            # at most equal: a single refuted term is enough in this objective, too
            if any(term.is_expected_low(objective) for term in move.terms):
                return self._query_lower(rival, objective, bound[objective] - 1)
        return None

    def _break_ties(self, count: int) -> Query | None:
        """Query each rival that can at most tie with the bound and is expected to fall short, once.

        This comes before a costly later objective, which only decides between moves that do tie in the
        first `count` objectives.
        """
        while self._ties:
            rival = self._ties[0]
            move, bound = self.moves[rival], self._bound
            if move.lower[:count] < move.upper[:count] == bound[:count]:
                for objective in range(count):
                    if any(term.is_expected_low(objective) for term in move.terms):
                        found = self._query_lower(rival, objective, bound[objective] - 1)
                        if found is not None:
                            return found
            self._ties.popleft()
        return None

    def _break_tie(self, rival: int, count: int) -> Query | None:
        """Query whether a rival that can at most tie falls short in one of the first `count` objectives."""
        for objective in range(count):
            found = self._query_lower(rival, objective, self._bound[objective] - 1)
            if found is not None:
                return found
        return None

    def _query_lower(self, rival: int, objective: int, target: int) -> Query | None:
        """Query a term so that the upper value of a rival may come down to `target`."""
        if self._unanswered_by_move[rival] > MOST_UNANSWERED * self._budget_limit:
            self._skipped_costly = True
            return None
        move = self.moves[rival]
        open_, affordable = open_terms(move, objective, self._budget_limit)
        self._skipped_costly |= len(affordable) < len(open_)
        goals = disproof_goals(move, objective, target, self._budget_limit)
        found = best_of_goals(move, rival, objective, goals)
        self._disproof = found, target, goals
        return found
