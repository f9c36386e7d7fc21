"""B* over moves and draws: random small worlds against brute force, and the choice of the incumbent."""

from __future__ import annotations

from collections import Counter

import pytest

from bstar.chance.choose import MOST_CANDIDATES, ChanceSearch, ExactFirst
from bstar.chance.interval_sum import (
    BUDGET,
    BUDGET_GROWTH,
    DISPROVE_REST,
    PROVE_BEST,
    Answer,
    CostEstimate,
    IntervalSum,
    Query,
)
from tests.worlds.draws import SECOND, World, answer, answered, new_moves, new_term


@pytest.mark.parametrize("objectives", [1, 2])
def test_the_best_move_is_proven_and_exact(objectives):
    evaluated = terms = 0
    for seed in range(150):
        world = World(seed, objectives)
        search = ChanceSearch(world.moves)
        while (query := search.next_query()) is not None:
            world.answer(search, query)
            assert search.queries < 5_000
        world.check(search)
        best = search.moves[search.best]
        assert search.is_proven and best.lower == best.upper
        evaluated, terms = evaluated + search.evaluated, terms + search.term_count
    assert evaluated < 0.95 * terms  # some need no query


@pytest.mark.parametrize("has_mute", [False, True])
def test_only_the_first_objective_decides(has_mute):
    """Check the proof of one objective of two: no query about the other one, and no more than with both."""
    alone = both = proven = 0
    for seed in range(60):
        world = World(seed)
        search = ChanceSearch(world.moves, deciding=1)
        while (query := search.next_query()) is not None:
            assert query.objective == 0
            world.answer(search, query, has_mute)
            world.check(search)
            assert search.queries < 5_000
        first = search.moves[search.best]
        assert has_mute or (search.is_proven and first.lower[0] == first.upper[0])
        proven += search.is_proven
        alone += search.queries
        world = World(seed)
        search = ChanceSearch(world.moves)
        while (query := search.next_query()) is not None:
            world.answer(search, query, has_mute)
        both += search.queries
    assert alone < 0.7 * both and proven > 30


@pytest.mark.parametrize("deciding", [1, 2])
def test_what_is_settled_and_who_may_be_best_are_as_the_bounds_say(deciding):
    """At any moment: moves are compared objective by objective, the next one only where they are equal."""
    said: Counter[str] = Counter()
    for seed in range(60):
        world = World(seed)
        search = ChanceSearch(world.moves, deciding=deciding)
        best = max(world.value(number)[:deciding] for number in range(len(world.moves)))
        while (query := search.next_query()) is not None:
            world.answer(search, query)
            least = max(move.lower[:deciding] for move in search.moves)
            for count in range(1, deciding + 1):
                is_settled = all(move.upper[:count] <= least[:count] for move in search.moves)
                assert search.is_settled(count) == is_settled
                assert not is_settled or least[:count] == best[:count]
                said[f"settled {count} {is_settled}"] += 1
            for number, move in enumerate(search.moves):
                if move.upper[:deciding] > least:
                    assert search.may_be_best(number)
                elif move.lower[:deciding] < least:
                    assert not search.may_be_best(number)
                    said["equal in the first objective"] += move.upper[0] == least[0]
    assert min(said.values()) > 40 and len(said) == 2 * deciding + 1, said


def test_bounds_and_regret_are_true_when_stopped_early():
    for seed in range(60):
        world = World(seed)
        search = ChanceSearch(world.moves)
        for _ in range(seed % 23):
            query = search.next_query()
            if query is None:
                break
            world.answer(search, query)
            world.check(search)


def test_terms_without_a_provable_lower_bound_end_the_search():
    """Check that the second objective is searched, and said to be, even where the first cannot be settled."""
    proven = later = 0
    for seed in range(40):
        world = World(seed)
        search = ChanceSearch(world.moves)
        while (query := search.next_query()) is not None:
            assert search.purpose >= max(query.objective, search.is_settled(1))
            later += search.purpose > search.is_settled(1)
            world.answer(search, query, has_mute=True)
            assert search.queries < 5_000
        world.check(search)
        proven += search.is_proven
    assert 0 < proven < 40 and later


def test_the_second_objective_waits_for_the_first():
    """No refutation in the second objective while a move besides the leader may be better in the first."""
    asked = 0
    for seed in range(60):
        world = World(seed)
        search = ChanceSearch(world.moves)
        while (query := search.next_query()) is not None:
            if query.objective == 1 and query.strategy == DISPROVE_REST:
                floor = max(move.lower[0] for move in search.moves)
                ahead = [at for at, move in enumerate(search.moves) if move.upper[0] > floor]
                assert len(ahead) <= 1
                asked += 1
            world.answer(search, query)
    assert asked > 40


def test_the_draw_that_refutes_cheaply_is_queried_first():
    """With one draw of four every rival is refuted by an answer of ten nodes; the others cost too much."""
    rivals, cheap = 60, 2
    tops = [2, SECOND]
    costs = [CostEstimate() for _ in range(4)]

    def term_of(draw, lower, upper):
        return new_term(1, list(lower), list(upper), [1.9, 20.0], cost=costs[draw])

    drawn = [1, SECOND]
    leader = IntervalSum(
        [term_of(at, drawn, drawn) if at == 3 else term_of(at, tops, tops) for at in range(4)]
    )
    search = ChanceSearch(
        [leader, *(IntervalSum([term_of(at, [0, 0], tops) for at in range(4)]) for _ in range(rivals))]
    )
    unanswered = 0
    while (query := search.next_query()) is not None:
        term = search.moves[query.move].terms[query.term]
        is_done = query.term == cheap
        unanswered += not is_done
        upper = [
            query.gamma - 1 if is_done and objective == query.objective else most
            for objective, most in enumerate(term.upper)
        ]
        answer(search, query, term.lower, upper, is_done, 10 if is_done else query.budget)
    assert search.is_proven and search.best == 0
    assert 0 < unanswered < rivals // 4
    assert costs[cheap].price < min(cost.price for at, cost in enumerate(costs) if at != cheap)


def test_ties_are_broken_before_a_costly_next_objective():
    sure = [new_term(1, [2, 0], [2, 40], [2, 25]) for _ in range(2)]  # costly in the next objective
    tied = [new_term(1, [0, 0], [2, 40], [0.2, 30]) for _ in range(2)]  # at most as good, expected worse
    search = ChanceSearch([IntervalSum(sure), IntervalSum(tied)])
    asked: list[Query] = []
    while not search.is_proven:
        query = search.next_query()
        assert query is not None and query.budget == BUDGET
        asked.append(query)
        term = search.moves[query.move].terms[query.term]
        upper = list(term.upper)
        if query.objective == 0:
            upper[0] = query.gamma - 1
        answer(search, query, term.lower, upper, query.objective == 0)
    assert search.best == 0
    assert [query.move for query in asked if query.objective == 0] == [1]


def test_the_exact_value_of_one_move_can_be_queried():
    for seed in range(40):
        world = World(seed)
        search = ChanceSearch(world.moves)
        wanted = seed % len(world.moves)
        while (query := search.query_for(wanted, 2_000)) is not None:
            assert query.move == wanted and query.budget <= 2_000
            world.answer(search, query)
        while (query := search.next_query() or search.query_for(wanted)) is not None:
            world.answer(search, query)
            assert search.queries < 5_000
        world.check(search)
        assert search.is_proven and search.moves[wanted].lower == search.moves[wanted].upper
        assert search.moves[wanted].lower == world.value(wanted)


def test_queries_for_a_move_end_where_no_lower_bound_can_be_proven():
    for seed in range(40):
        world = World(seed)
        search = ChanceSearch(world.moves)
        while (query := search.query_for(0)) is not None:
            world.answer(search, query, has_mute=True)
            assert search.queries < 5_000
        world.check(search)


# The incumbent


def run(search, truth, costs):
    """Answer all queries; return (move, strategy, budget) of each."""
    asked = []
    while (query := search.next_query()) is not None:
        term = search.moves[query.move].terms[query.term]
        lower, upper = list(term.lower), list(term.upper)
        is_done = query.budget >= costs[query.move]
        if is_done and truth[query.move] >= query.gamma:
            lower = [query.gamma]
        elif is_done:
            upper = [query.gamma - 1]
        asked.append((query.move, query.strategy, query.budget))
        answer(search, query, lower, upper, is_done)
    return asked


def test_the_most_promising_move_is_solved_exactly_before_others_are_queried():
    """Its first answer is far below the estimate, but it remains the candidate."""
    search = ChanceSearch(new_moves(30.0, 29.0, 28.0))
    asked = run(search, truth=[12, 11, 10], costs=[1, 1, 1])
    first = [move for move, _, _ in asked].index(1)
    assert first >= 3 and all(each[:2] == (0, PROVE_BEST) for each in asked[:first])
    assert search.moves[0].lower == search.moves[0].upper == [36] and search.is_proven


def test_a_costly_candidate_is_given_up_for_the_next_one():
    search = ChanceSearch(new_moves(30.0, 25.0, 20.0))
    asked = run(search, truth=[12, 14, 3], costs=[BUDGET * BUDGET_GROWTH, 1, 1])
    assert asked[0] == (0, PROVE_BEST, BUDGET) and asked[1][0] == 1
    assert all(move == 1 for move, _, _ in asked[1:4])
    assert search.is_proven and search.best == 1


def test_only_the_first_move_may_cost_more_than_the_limit():
    """While it waits for a greater limit, no other move takes its place."""
    search = chance_of([(0, 40, 30.0)], [(0, 40, 29.0)], [(0, 40, 28.0)], bound=9)
    asked = []
    for _ in range(8):
        query = search.next_query()
        asked.append((query.move, query.budget // BUDGET))
        answer(search, query, [0], [40], is_done=False)
    first, second = BUDGET_GROWTH, BUDGET_GROWTH**2
    assert asked[:5] == [(1, 1), (2, 1), (3, 1), (1, first), (1, second)]
    assert asked[5:] == [(2, first), (3, first), (1, second * BUDGET_GROWTH)]


def chance_of(*moves: list[tuple[int, int, float]], bound: int = 0) -> ChanceSearch:
    """A search of moves with terms (lower, upper, estimate), beside one that is worth `bound`."""
    sums = [
        IntervalSum([new_term(1, [low], [high], [guess]) for low, high, guess in terms]) for terms in moves
    ]
    return ChanceSearch([IntervalSum([new_term(1, [bound], [bound], [float(bound)])]), *sums])


def test_companions_of_a_value_are_all_terms_that_were_not_queried():
    search = chance_of([(0, 9, 5.0), (0, 9, 6.0), (0, 9, 7.0)])
    query = search.next_query()
    assert (query.move, query.strategy) == (1, PROVE_BEST)
    assert sorted([query.term, *(each.term for each in search.companions(query))]) == [0, 1, 2]
    answer(search, query, [0], [8], True, 1)
    again = search.next_query()
    assert query.term not in {each.term for each in search.companions(again)}


def test_companions_of_a_refutation_are_the_terms_that_it_needs():
    """Without an answer about either of the first two terms the move is worth more than 10."""
    search = chance_of([(-500, 500, -40.0), (-500, 500, -30.0), (-20, 1, 0.0)], bound=10)
    query = search.next_query()
    assert (query.move, query.strategy) == (1, DISPROVE_REST)
    assert sorted([query.term, *(each.term for each in search.companions(query))]) == [0, 1]
    assert all(each.move == 1 and each.strategy == DISPROVE_REST for each in search.companions(query))
    assert search.companions(query._replace(gamma=query.gamma + 1)) == []  # not the query found last


def test_successors_are_the_refutations_that_come_next():
    """Check that they are those of a search that gets a "no" to each, and that the order stays as it was."""
    moves = [[(-500, 500, -20.0 - 10 * at), (-9, 9, 0.0)] for at in range(5)]
    ahead, stepwise = (chance_of(*moves, bound=10) for _ in range(2))
    query = ahead.next_query()
    several = list(ahead.successors(query, 3))
    assert [[each.move for each in found] for found in several] == [[2], [3], [4]]
    assert ahead.next_query() == query
    assert list(ahead.successors(query, 0)) == []
    assert list(ahead.successors(query, 9))[:3] == several
    asked = []
    while (each := stepwise.next_query()) is not None:
        asked.append(each)
        answer(stepwise, each, stepwise.term_of(each).lower, [each.gamma - 1], True, 1)
    assert asked[0] == query and {found[0] for found in several} <= set(asked)


def test_only_the_last_refutation_has_successors():
    search = chance_of([(0, 9, 5.0)], [(0, 9, 1.0)], bound=3)
    query = search.next_query()
    assert query.strategy == PROVE_BEST and list(search.successors(query, 5)) == []
    search = chance_of([(-500, 500, -40.0)], [(-500, 500, -50.0)], bound=10)
    query = search.next_query()
    assert query.strategy == DISPROVE_REST and len(list(search.successors(query, 5))) == 1
    assert list(search.successors(query._replace(gamma=query.gamma + 1), 5)) == []


def test_answers_together_are_answers_one_by_one():
    one, all_ = (chance_of([(0, 9, 5.0), (0, 9, 6.0)], [(0, 9, 1.0)], bound=3) for _ in range(2))
    query = one.next_query()
    queries = [query, *one.companions(query)]

    def answers(search: ChanceSearch) -> list[Answer]:
        return [answered(search.term_of(each), each, [1], [7], True, nodes=3) for each in queries]

    for each in answers(one):
        one.update(each)
    all_.update(*answers(all_))
    assert [move.upper for move in one.moves] == [move.upper for move in all_.moves] == [[3], [14], [9]]
    assert one.next_query() == all_.next_query() and one.queries == all_.queries == 2


def test_the_budget_limit_grows_when_all_candidates_are_costly():
    moves = new_moves(30.0, 25.0)
    first = ExactFirst(moves, 0)
    assert first.candidate([0]) == 0
    for term in moves[0].terms:
        term.budget = BUDGET_GROWTH * BUDGET
    assert first.candidate([0]) == 1 and first.limit == BUDGET
    for term in moves[1].terms:
        term.budget = BUDGET_GROWTH * BUDGET
    assert first.candidate([0]) == 0 and first.limit == BUDGET_GROWTH * BUDGET


def test_only_a_few_candidates_are_tried_before_the_budget_limit_grows():
    moves = new_moves(*range(30, 30 - 2 * MOST_CANDIDATES, -1))
    first = ExactFirst(moves, 0)
    for number in range(MOST_CANDIDATES):
        assert first.candidate([0]) == number and first.limit == BUDGET
        moves[number].terms[0].budget = BUDGET_GROWTH * BUDGET  # its query was put off
    assert first.candidate([0]) == 0 and first.limit == BUDGET_GROWTH * BUDGET


def test_moves_that_are_costly_from_the_start_are_passed_over():
    moves = new_moves(*range(30, 30 - 2 * MOST_CANDIDATES, -1))
    for move in moves[:-1]:
        move.terms[0].budget = BUDGET_GROWTH * BUDGET
    first, last = ExactFirst(moves, 0), len(moves) - 1
    assert first.candidate([0]) == last and first.limit == BUDGET
    moves[last].terms[0].budget = BUDGET_GROWTH * BUDGET
    assert first.candidate([0]) == 0 and first.limit == BUDGET_GROWTH * BUDGET


def test_a_term_that_is_a_sum_costs_the_first_budget_for_each_of_its_parts():
    moves = new_moves(30.0, 25.0)
    moves[0].terms[0].scale = BUDGET_GROWTH
    first = ExactFirst(moves, 0)
    assert first.candidate([0]) == 1 and first.limit == BUDGET
    moves[1].terms[0].budget = BUDGET_GROWTH * BUDGET
    assert first.candidate([0]) == 0 and first.limit == BUDGET_GROWTH * BUDGET


def test_a_move_below_the_bound_is_not_a_candidate():
    moves = new_moves(30.0, 25.0)
    first = ExactFirst(moves, 0)
    assert first.candidate([0]) == 0
    moves[0].upper[0] = 50
    assert first.candidate([51]) == 1


def test_the_search_is_over_when_the_candidate_is_exact():
    moves = new_moves(30.0, 25.0)
    first = ExactFirst(moves, 0)
    for term in moves[0].terms:
        term.lower = term.upper = [5]
    moves[0].add_up()
    assert first.candidate([15]) == 1  # expected to be better
    for term in moves[1].terms:
        term.lower = term.upper = [6]
    moves[1].add_up()
    assert first.candidate([18]) is None and first.is_over
