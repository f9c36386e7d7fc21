"""B* with a tree whose leaves are searched restricted games: separation is a proof."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.engine import SearchStopped
from bstar.experimental.ladder import Ladder, ladder_driver
from bstar.experimental.selective import ALL
from bstar.game import INF
from bstar.games.trees import incremental
from tests.oracles import searching
from tests.oracles.searching import nested, new_root, small_engine

SHORT = ((1, 1),)  # a leaf has to be expanded at once
WHOLE = ((ALL, 4),)


@pytest.mark.parametrize("rungs", [SHORT, WHOLE])
@given(seed=st.integers(0, 2**32), width=st.integers(1, 4), is_bounded=st.booleans())
@settings(deadline=None, max_examples=60)
def test_the_best_move_is_proven(rungs, seed, width, is_bounded):
    tree = incremental(width, 5, 10, seed)
    if not is_bounded:
        tree.lower[:], tree.upper[:] = -INF, INF
    worths = [searching.minimax(child, False) for child in nested(tree)]
    engine = small_engine(tree)
    root = new_root(engine)
    Ladder(engine, root, rungs).prove_best()
    assert root.is_proven
    assert worths[root.best.move] == max(worths)
    for move in root.moves:
        assert move.lower <= worths[move.move] <= move.upper


def test_short_rungs_grow_a_tree(monkeypatch):
    monkeypatch.setattr("bstar.experimental.ladder.PLAYS", 1)
    monkeypatch.setattr("bstar.experimental.ladder.guess", lambda engine: 0)
    tree = incremental(4, 6, 10, 1)
    tree.lower[:], tree.upper[:] = -INF, INF
    engine = small_engine(tree)
    grown = Ladder(engine, new_root(engine), SHORT)
    grown.prove_best()
    assert grown.expanded > 3


@pytest.mark.parametrize("nodes", [1, 5, 20, 60])
def test_bounds_are_true_wherever_it_stops(nodes):
    for seed in range(10):
        tree = incremental(3, 5, 10, seed)
        engine = small_engine(tree)
        root = new_root(engine)
        engine.limit_nodes(nodes)
        try:
            ladder_driver("ladder")(engine, root, 1)
        except SearchStopped as stopped:
            assert str(stopped) == "nodes"
        for move, child in zip(root.moves, nested(tree), strict=True):
            assert move.lower <= searching.minimax(child, False) <= move.upper
