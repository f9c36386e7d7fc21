"""Whether one move alone is best in the first objective: random small worlds against the truth."""

from __future__ import annotations

from bstar.chance.choose import ChanceSearch
from bstar.chance.single_best import narrow, narrow_second, separate, settle
from tests.worlds.draws import World

WORLDS = range(150)
BUDGET = 10**9  # more than any query of these worlds needs


def settled(seed: int) -> tuple[World, ChanceSearch, list[int]]:
    """A world whose best value is settled, with the true values in the first objective."""
    world = World(seed)
    search = ChanceSearch(world.moves)
    for query in settle(search):
        world.answer(search, query)
    return world, search, [world.value(move)[0] for move in range(len(world.moves))]


def test_the_best_value_is_settled():
    for seed in WORLDS:
        _, search, values = settled(seed)
        best = search.moves[search.incumbent]
        assert best.lower[0] == values[search.incumbent] == max(values), seed
        assert all(move.upper[0] <= best.lower[0] for move in search.moves), seed


def test_one_move_is_best_or_another_is_as_good():
    single = 0
    for seed in WORLDS:
        world, search, values = settled(seed)
        best = search.incumbent
        for query in separate(search):
            assert query.objective == 0 and query.move != best
            world.answer(search, query)
            assert search.queries < 5_000
        value, others = max(values), [at for at in range(len(values)) if at != best]
        if values.count(value) == 1:
            assert all(search.moves[at].upper[0] < value for at in others), seed
            single += 1
        else:
            assert any(search.moves[at].lower[0] == value for at in others), seed
    assert 0 < single < len(WORLDS)


def test_ignored_moves_are_not_queried():
    for seed in WORLDS:
        world, search, _ = settled(seed)
        for query in separate(search, ignored=[0]):
            assert query.move != 0
            world.answer(search, query)


def test_no_query_can_refute_a_move_that_cannot_be_bounded_from_below():
    for seed in WORLDS:
        world, search, values = settled(seed)
        for query in separate(search):
            world.answer(search, query, has_mute=True)
            assert search.queries < 5_000
        value = max(values)
        for at, move in enumerate(search.moves):
            assert move.lower[0] <= values[at] <= move.upper[0], seed
            assert at == search.incumbent or move.upper[0] < value or move.lower[0] <= value, seed


def test_moves_are_narrowed_as_far_as_the_budget_goes():
    for seed in WORLDS:
        world, search, values = settled(seed)
        for query in narrow(search, [0], BUDGET):
            assert query.objective == 0 and query.move == 0
            world.answer(search, query)
        assert search.moves[0].lower[0] == search.moves[0].upper[0] == values[0], seed


def test_a_small_budget_leaves_costly_draws_open():
    left_open = 0
    for seed in WORLDS:
        world, search, values = settled(seed)
        for query in narrow(search, [0], 500):
            assert query.budget <= 500
            world.answer(search, query)
        assert search.moves[0].lower[0] <= values[0] <= search.moves[0].upper[0]
        left_open += search.moves[0].lower[0] < search.moves[0].upper[0]
    assert left_open


def test_the_value_of_the_second_best_move():
    for seed in WORLDS:
        world, search, values = settled(seed)
        best = search.incumbent
        for query in narrow_second(search, BUDGET):
            assert query.objective == 0 and query.move != best
            world.answer(search, query)
            assert search.queries < 5_000
        others = [at for at in range(len(values)) if at != best]
        if others:
            assert max(search.moves[at].upper[0] for at in others) == max(values[at] for at in others), seed
