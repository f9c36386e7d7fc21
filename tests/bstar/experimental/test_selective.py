"""Searches that leave moves out: what they report as proven is true."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.engine import SearchStopped
from bstar.experimental.selective import ALL, SelectiveGame, guess
from bstar.game import INF
from bstar.games.trees import incremental
from tests.oracles import searching
from tests.oracles.searching import nested, small_engine


@given(
    seed=st.integers(0, 2**32),
    kept=st.sampled_from([1, 2, ALL]),
    others=st.sampled_from([1, 2, ALL]),
    gammas=st.lists(st.integers(-40, 40), min_size=1, max_size=6),
    is_bounded=st.booleans(),
)
@settings(deadline=None, max_examples=200)
def test_what_is_proven_is_true(seed, kept, others, gammas, is_bounded):
    tree = incremental(4, 4, 10, seed)
    if not is_bounded:
        tree.lower[:], tree.upper[:] = -INF, INF
    value = searching.minimax(nested(tree), True)
    engine = small_engine(tree)
    selection = SelectiveGame(engine, kept, others)
    for gamma in gammas:
        found, is_proven = selection.ask(gamma)
        if found >= gamma:
            assert is_proven or others < ALL
            assert not is_proven or value >= found
        else:
            assert is_proven or kept < ALL
            assert not is_proven or value <= found
    assert engine.bound([], -INF, INF) == value  # nothing untrue was left in the table


def test_one_side_alone_falls_short():
    lower, upper = 0, 0
    for seed in range(20):
        tree = incremental(4, 4, 10, seed)
        tree.lower[:], tree.upper[:] = -INF, INF
        value = searching.minimax(nested(tree), True)
        engine = small_engine(tree)
        lower += SelectiveGame(engine, mine=1).ask(value)[0] < value
        upper += SelectiveGame(engine, others=1).ask(value + 1)[0] > value
        assert SelectiveGame(engine, mine=4).ask(value) == (value, True)
        assert SelectiveGame(engine, others=4).ask(value + 1) == (value, True)
    assert lower > 3 and upper > 3


def test_the_side_that_keeps_few_is_the_same_after_a_move():
    for seed in range(10):
        tree = incremental(3, 3, 10, seed)
        engine = small_engine(tree)
        move = engine.moves()[0][0]
        value = engine.bound([move], -INF, INF)
        found, is_proven = SelectiveGame(engine, mine=1).ask(value + 1, [move])
        assert found > value or is_proven  # the other side has all its moves


def test_a_guess_is_the_value_when_enough_is_kept():
    for seed in range(10):
        tree = incremental(3, 5, 10, seed)
        assert guess(small_engine(tree), 3) == searching.minimax(nested(tree), True)
        few = small_engine(tree)
        guess(few, 1)
        assert few.bound([], -INF, INF) == searching.minimax(nested(tree), True)


def test_it_stops_at_a_limit():
    engine = small_engine(incremental(4, 6, 10, 3))
    engine.limit_nodes(3)
    try:
        guess(engine)
    except SearchStopped as stopped:
        assert str(stopped) == "nodes"
    else:
        raise AssertionError
    engine.resume()
    engine.limit_nodes(0)
    assert isinstance(guess(engine), int)
