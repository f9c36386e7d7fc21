"""Queries that find out whether one move alone has the best value in the first objective.

    for query in settle(search): ...            the best value is proven; `search.incumbent` has it
    for query in separate(search): ...          every other move is proven to be worse, or one as good
    for query in narrow(search, moves, 4_000): ...      values of these moves, as far as this budget goes
    for query in narrow_second(search, 4_000): ...      the value of the second-best move, in the same way

Each yields queries of a `ChanceSearch`; the caller answers one, with `search.update`, before it takes the
next.  B* would go on to compare moves that are equal in the first objective by the next one: to find the best
spread among many moves that win as often takes far longer than to see that there are several.

`separate` asks about the move with the highest estimate first, because one move that is as good ends it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bstar.chance.choose import ChanceSearch
from bstar.chance.disproof import refutation
from bstar.chance.interval_sum import BUDGET, BUDGET_GROWTH, Query


def settle(search: ChanceSearch) -> Iterator[Query]:
    """Yield queries until the best value is proven, with a move that has it."""
    while not search.is_settled(1) and (query := search.next_query()) is not None:
        yield query


def separate(search: ChanceSearch, ignored: Collection[int] = ()) -> Iterator[Query]:
    """Yield queries until every move but the incumbent is proven to be worse, or one to be as good.

    The best value must be settled.  `ignored` moves are not queried.  Ends without an answer if no query can
    bring the upper value of a move down.
    """
    moves, best = search.moves, search.incumbent
    value, budget = moves[best].lower[0], BUDGET
    rivals = [at for at in range(len(moves)) if at != best and at not in ignored]
    while rivals := [at for at in rivals if moves[at].upper[0] >= value]:
        if any(moves[at].lower[0] >= value for at in rivals):
            return
        query, budget = refutation(moves, rivals, value - 1, budget)
        if query is None:
            return
        yield query


def narrow(search: ChanceSearch, numbers: Sequence[int], most_nodes: int) -> Iterator[Query]:
    """Yield queries about the values of some moves, cheap ones first, of up to `most_nodes` nodes each."""
    budget = BUDGET
    while budget <= most_nodes:
        for number in numbers:
            while (query := search.query_for(number, budget)) is not None and query.objective == 0:
                yield query
        budget *= BUDGET_GROWTH


def narrow_second(search: ChanceSearch, most_nodes: int) -> Iterator[Query]:
    """Yield queries about the greatest upper value beside that of the incumbent, until a move has it."""
    best = search.incumbent
    rivals = [at for at in range(len(search.moves)) if at != best]
    while rivals:
        second = max(rivals, key=lambda at: (search.moves[at].upper[0], search.moves[at].expected[0]))
        query = search.query_for(second, most_nodes)
        if query is None or query.objective > 0:
            return
        yield query
