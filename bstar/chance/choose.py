"""B* over moves and draws: find the move with the best mean value over the outcomes of a chance event.

    move   value = sum over its draws of weight x term          (bstar.chance.interval_sum)
    term   lower <= truth <= upper per objective                narrowed by queries, each at a cost

                 draw 1    draw 2    draw 3                 value
    move A        [2]       [2]      [0..2]      4..6       the bound is 4: PROVEBEST queries its open terms
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
bound is the best lower value.  If only the first few objectives decide (`deciding`), no query is about a
later one, which keeps the bounds that answers bring.

Which query comes next: there is one priority, by objective, cost and expected value.
    objective    the first one in which a query may tell whether a move is better than the bound
    cost         queries within the budget limit, which grows when none is left
    value        the most promising of the moves that may be better than the bound.  If it is expected to
                 reach the bound, the term in most doubt per node is asked for its value, to raise the bound
                 (PROVEBEST).  Otherwise it is to be refuted (DISPROVEREST): each term may keep its estimate
                 and an equal part of what all estimates leave up to the bound, and the one with the largest
                 expected reduction per node is asked whether it is worth more than that (`disproof`).
Before that, one promising move is solved exactly: without a bound nothing can be refuted (`ExactFirst`).
Where that is costly in a later objective, moves that may fall short in an earlier one are asked about first.

An unanswered refutation is made easier a few times; then, as of any other query, its budget grows.  A move
that has cost too much without an answer waits for the next limit.  The first move may cost more, eight times
the limit or twice what was spent on refutations without an answer, until it waits, too: then none takes its
place, as in turn each of them would be the first.  After Berliner (1979), whose nodes have one interval; here
it is a sum of intervals.
"""

from __future__ import annotations

import weakref
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from bstar.chance.disproof import best_of_goals, disproof_goals, open_terms
from bstar.chance.interval_sum import (
    BUDGET,
    BUDGET_GROWTH,
    DISPROVE_REST,
    PROVE_BEST,
    Answer,
    IntervalSum,
    Query,
    Ranking,
    Term,
)
from bstar.regret import regret

LEADER_SHARE = 2  # nodes the first move may cost for each node spent on refutations without an answer
OUT_OF_REACH = 1 << 60  # more than any value
MOST_CANDIDATES = 4  # moves tried first before their budget limit grows
MOST_UNANSWERED = 4  # budget limits that a rival may cost without an answer before it waits


class ChanceSearch:
    """A search for the best move: `next_query` says what to ask, `update` takes over the answer."""

    def __init__(
        self,
        moves: Sequence[IntervalSum],
        grain: Sequence[float] = (),
        deciding: int | None = None,
    ) -> None:
        """Take the moves, and for each objective the unit (`grain`) to which expected values are rounded.

        `deciding` is the number of objectives in which moves are compared; None for all.
        """
        self.moves = list(moves)
        self._grain = list(grain)
        objectives = len(self.moves[0].lower)
        self.deciding = objectives if deciding is None else deciding
        self._decides_all = self.deciding == objectives
        self.queries = 0
        self._evaluated: set[tuple[int, int]] = set()
        self._incumbent = self.incumbent
        self._bound = self._bound_of(self._incumbent)  # the best move is worth at least this
        self._budget_limit = BUDGET  # of a query, for now
        self._is_costly = False  # a query was left out only because it exceeds the limit
        self._unanswered = [0] * len(self.moves)  # nodes without an answer, by move
        self._unanswered_nodes = 0  # those of moves that were to be refuted
        self._exact_first = [ExactFirst(self.moves, at) for at in range(self.deciding)]
        this = weakref.proxy(self)  # no reference cycle: memory is freed with the search
        self._rankings = [  # by objective: moves that may be better than the bound in it and those before it
            Ranking(self.moves, partial(type(self).is_open, this, count=at + 1))
            for at in range(self.deciding)
        ]
        self._low: dict[int, dict[int, int | None]] = defaultdict(dict)  # `_low_before` by move and objective
        self._settled = 0  # objectives in which the best achievable value is proven
        self._unsettled_by = 0  # a move that may be better in one more objective
        self.purpose = 0  # the objective that the last query is to settle; the query may be about a later one
        # the query for a refutation found last, what the move is to come down to, and each term
        self._disproof: tuple[Query | None, int, Mapping[int, int]] = None, 0, {}

    # Answers

    @property
    def incumbent(self) -> int:
        """The move with the best lower value."""
        return max(self._numbers(), key=lambda number: self.moves[number].lower)

    @property
    def best(self) -> int:
        """The move to choose now: the one proven best, otherwise the one with the best `rank_key`."""
        incumbent, numbers = self.incumbent, self._numbers()
        if self._decides_all and not any(at != incumbent and self.may_beat(at, incumbent) for at in numbers):
            return incumbent
        bound = self.moves[incumbent].lower[0]
        if all(move.upper[0] <= bound for move in self.moves):  # the first objective is settled
            return max((at for at in numbers if self.moves[at].lower[0] == bound), key=self.rank_key)
        return max(numbers, key=self.rank_key)

    def rank_key(self, number: int) -> tuple[list[float], int, list[float], list[int]]:
        """Return the sort key of an unproven move: expected values rounded to the grain, then exact ones."""
        move = self.moves[number]
        grain = self._grain or [0.0] * len(move.expected)
        pairs = zip(move.expected, grain, strict=True)
        rounded = [round(each / fine) if fine else each for each, fine in pairs]
        return rounded, move.lower[0], move.expected, move.lower

    def may_beat(self, rival: int, other: int) -> bool:
        """Return whether the proven bounds allow one move to be better than another."""
        count = self.deciding
        return self.moves[rival].upper[:count] > self.moves[other].lower[:count]

    @property
    def is_proven(self) -> bool:
        """Return whether no other move can be better than `best`."""
        best = self.best
        return not any(at != best and self.may_beat(at, best) for at in self._numbers())

    def other_upper(self, objective: int = 0, best: int | None = None) -> int:
        """Return the greatest upper bound of the other moves, or the lower bound of `best` without any."""
        best = self.best if best is None else best
        others = (move.upper[objective] for at, move in enumerate(self.moves) if at != best)
        return max(others, default=self.moves[best].lower[objective])

    def regret(self, objective: int = 0, best: int | None = None) -> int:
        """Return by how much `best` can at most be worse than another move in an objective."""
        best = self.best if best is None else best
        return int(regret(self.moves[best].lower[objective], [self.other_upper(objective, best)]))

    @property
    def evaluated(self) -> int:
        """Number of terms that have been queried."""
        return len(self._evaluated)

    @property
    def term_count(self) -> int:
        """Number of terms of all moves."""
        return sum(move.count for move in self.moves)

    def term_of(self, query: Query) -> Term:
        """Return the term that a query is about."""
        return self.moves[query.move].terms[query.term]

    def _numbers(self) -> range:
        return range(len(self.moves))

    # Queries

    def next_query(self) -> Query | None:
        """Return the next query; None if none is needed."""
        for objective in range(self.deciding):
            while not self.is_settled(objective + 1):
                found = self._query_first(objective) or self._query_contenders(objective)
                if found is not None:
                    self.purpose = objective
                    return found
                if not self._rankings[objective].has_costly:
                    break  # no query can settle this objective
                self._budget_limit *= BUDGET_GROWTH
                self._resume_all()
        return None

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

    def successors(self, query: Query, most: int) -> Iterator[list[Query]]:
        """Yield the queries to come if the last query refutes its move, for each of up to `most` other moves.

        All are refutations, each with its companions: only a better bound would spare one of them.
        """
        if most < 1 or query != self._disproof[0]:
            return
        first, *others = self._rankings[self.purpose].first(most + 1)
        for number in others if first == query.move else ():
            found = self._query_contender(number, self.purpose, self._budget_limit)
            if found is not None and found.strategy == DISPROVE_REST:
                yield [found, *self.companions(found)]

    def query_for(self, number: int, most_nodes: int | None = None) -> Query | None:
        """Return the next query towards the exact value of a move; None if `most_nodes` prove no more."""
        nodes = most_nodes or max(term.budget for term in self.moves[number].terms)
        objectives = range(len(self.moves[number].lower))
        queries = (self._query_value(number, objective, nodes) for objective in objectives)
        return next((query for query in queries if query is not None), None)

    def update(self, *answers: Answer) -> None:
        """Take over the answers to some queries."""
        for answer in answers:
            self.term_of(answer.query).update(answer)
            self.queries += 1
            self._evaluated.add(answer.query[:2])
            if not answer.is_done:
                self._unanswered[answer.query.move] += answer.charged
                self._unanswered_nodes += answer.charged * (answer.query.strategy == DISPROVE_REST)
        for number in dict.fromkeys(answer.query.move for answer in answers):
            self.bounds_changed(number)

    def bounds_changed(self, number: int) -> None:
        """Bring the search up to date after the proven bounds of a move changed."""
        move = self.moves[number]
        move.add_up()
        if move.lower > self._bound:
            self._bound, self._incumbent = self._bound_of(number), number
            self._resume_all()
        self._rank_again(number)

    def estimate_changed(self, number: int) -> None:
        """Bring the search up to date after the estimates of a move changed."""
        self.moves[number].add_up_estimates()
        self._rank_again(number)

    def _rank_again(self, number: int) -> None:
        self._low.pop(number, None)
        for ranking in self._rankings[self._settled :]:
            ranking.update(number)

    def may_be_best(self, number: int) -> bool:
        """Return whether a move may be better than all others.  Monotone: never returns to True."""
        return self.moves[number].upper > self._bound or number == self._incumbent

    def is_open(self, number: int, count: int) -> bool:
        """Return whether a move may be better than the bound in the first `count` objectives.  Monotone."""
        return self.moves[number].upper[:count] > self._bound[:count]

    def _bound_of(self, number: int) -> list[int]:
        """Return the lower value of a move, out of reach in objectives that do not decide."""
        lower = self.moves[number].lower
        return [*lower[: self.deciding], *[OUT_OF_REACH] * (len(lower) - self.deciding)]

    def _resume_all(self) -> None:
        """Consider suspended moves again."""
        for ranking in self._rankings:
            ranking.resume_all()

    def is_settled(self, count: int) -> bool:
        """Return whether the best achievable value is proven in the first `count` objectives.

        Monotone: never returns to False.
        """
        if self._settled < count and not self.is_open(self._unsettled_by, count):
            found = (number for number in self._numbers() if self.is_open(number, count))
            self._unsettled_by = next(found, self._unsettled_by)
            if not self.is_open(self._unsettled_by, count):
                self._settled = count
        return self._settled >= count

    def _query_first(self, objective: int) -> Query | None:
        """Query the value of the move to be exact first, as long as none is exact in an objective.

        A costly query in a later objective comes after those that may refute moves in an earlier one.
        """
        search = self._exact_first[objective]
        number = None if search.is_over else search.candidate(self._bound)
        if number is None:
            return None
        is_costly = objective > 0 and search.limit > self._budget_limit
        found = self._query_tie(objective) if is_costly else None
        return found or self._query_value(number, objective, search.limit)

    def _query_tie(self, objective: int) -> Query | None:
        """Query whether a move that can at most tie before an objective falls short there, as is expected."""
        for number in self._numbers():
            if number != self._incumbent and self.is_open(number, objective + 1):
                low = self._low_before(number, objective)
                found = None if low is None else self._query_lower(number, low, self._bound[low] - 1)
                if found is not None:
                    return found
        return None

    def _low_before(self, number: int, objective: int) -> int | None:
        """Return the first objective before one in which a term of a move is expected to be low."""
        known, terms = self._low[number], self.moves[number].terms
        if objective not in known:
            low = (each for each in range(objective) if any(term.is_expected_low(each) for term in terms))
            known[objective] = next(low, None)
        return known[objective]

    def _query_contenders(self, objective: int) -> Query | None:
        """Query the most promising move that may be better than the bound and has an affordable query."""
        ranking, limit = self._rankings[objective], self._budget_limit
        if objective == 0 and not ranking.suspended:  # the first of all moves may cost more
            limit = max(limit * BUDGET_GROWTH, LEADER_SHARE * self._unanswered_nodes)
        for number in ranking.contenders():
            self._is_costly = False
            found = self._query_contender(number, objective, limit)
            if found is not None:
                return found
            ranking.suspend(number, self._is_costly)
            limit = self._budget_limit
        return None

    def _query_contender(self, number: int, objective: int, most_nodes: int) -> Query | None:
        """Query the value of a move that is expected to reach the bound; otherwise refute it."""
        expected, bound = self.moves[number].expected, self._bound
        is_best = number == self._incumbent
        for each in range(objective + 1):
            if expected[each] < bound[each] and not is_best:
                break
            found = self._query_value(number, each, most_nodes)
            if found is not None:
                return found
        return None if is_best else self._query_disproof(number, objective)

    def _query_value(self, number: int, objective: int, most_nodes: int = 0) -> Query | None:
        """Query an open term of a move for at most `most_nodes` nodes (0: the current budget limit)."""
        terms = self.moves[number].terms
        open_, affordable = open_terms(self.moves[number], objective, most_nodes or self._budget_limit)
        self._is_costly |= len(affordable) < len(open_)
        if not affordable:
            return None
        chosen = max(affordable, key=lambda at: terms[at].value_of_information(objective))
        return self._value_query(number, chosen, objective)

    def _value_query(self, number: int, at: int, objective: int) -> Query:
        term = self.moves[number].terms[at]
        return Query(number, at, objective, term.next_threshold(objective), term.budget, PROVE_BEST)

    # DISPROVEREST

    def _query_disproof(self, rival: int, objective: int) -> Query | None:
        """Query a term of a rival that could bring it down to the bound.

        A rival that can at most tie in an earlier objective is refuted if it falls short in that one, too.
        """
        move, bound = self.moves[rival], self._bound
        if move.upper[:objective] > bound[:objective]:
            return None  # nothing proves that it is no better in those before
        low = self._low_before(rival, objective)
        if low is not None:
            return self._query_lower(rival, low, bound[low] - 1)
        found = self._query_lower(rival, objective, bound[objective])
        if found is not None or self._is_costly:
            return found
        ties = (self._query_lower(rival, each, bound[each] - 1) for each in range(objective))
        return next((query for query in ties if query is not None), None)

    def _query_lower(self, rival: int, objective: int, target: int) -> Query | None:
        """Query a term so that the upper value of a rival may come down to `target`."""
        if self._unanswered[rival] > MOST_UNANSWERED * self._budget_limit:
            self._is_costly = True
            return None
        move = self.moves[rival]
        open_, affordable = open_terms(move, objective, self._budget_limit)
        self._is_costly |= len(affordable) < len(open_)
        goals = disproof_goals(move, objective, target, self._budget_limit)
        found = best_of_goals(move, rival, objective, goals)
        self._disproof = found, target, goals
        return found


class ExactFirst:
    """Choice of the move to solve exactly first in one objective: its value is the bound for all others.

    The most promising move may be an expensive one: a single draw can take more nodes than all the rest.  And
    while nothing is proven from below, after each disappointment another move looks better.  So a few of
    the most promising moves are tried in turn, each until it is exact or one of its terms exceeds the budget
    limit of this search; then the limit grows.  Moves that exceed it from the start are passed over.  A term
    that is itself a sum takes at least the first budget for each of its parts.
    """

    def __init__(self, moves: Sequence[IntervalSum], objective: int) -> None:
        self._moves, self._objective = moves, objective
        self._candidate: int | None = None
        self._tried: set[int] = set()
        self.limit = BUDGET  # of a query about it
        self.is_over = False  # a candidate is exact, or as exact as queries can make it

    def candidate(self, bound: Sequence[int]) -> int | None:
        """Return the move to query: one that may be worth `bound` in the objectives up to this one.

        None if the search is over or there is no such move.
        """
        while (
            self._candidate is None
            or not self._is_eligible(self._candidate, bound)
            or self._is_too_costly(self._candidate)
        ):
            if self._candidate is not None:
                self._tried.add(self._candidate)
            eligible = [at for at in range(len(self._moves)) if self._is_eligible(at, bound)]
            has_room = len(self._tried) < MOST_CANDIDATES
            self._candidate = self._most_promising(eligible) if has_room else None
            if self._candidate is None:
                if not eligible:
                    return None
                self._tried.clear()
                self.limit *= BUDGET_GROWTH
        self.is_over = not any(term.is_open(self._objective) for term in self._moves[self._candidate].terms)
        return None if self.is_over else self._candidate

    def _most_promising(self, eligible: Sequence[int]) -> int | None:
        """Return the untried move with the highest estimate of those that the budget limit allows."""
        untried = [number for number in eligible if number not in self._tried]
        untried.sort(key=lambda number: self._moves[number].expected[self._objective], reverse=True)
        return next((number for number in untried if not self._is_too_costly(number)), None)

    def _is_eligible(self, number: int, bound: Sequence[int]) -> bool:
        """Return whether a move may be worth the bound."""
        count = self._objective + 1
        return self._moves[number].upper[:count] >= list(bound[:count])

    def _is_too_costly(self, number: int) -> bool:
        terms = self._moves[number].terms
        return any(
            term.is_open(self._objective) and max(term.budget, term.scale * BUDGET) > self.limit
            for term in terms
        )
