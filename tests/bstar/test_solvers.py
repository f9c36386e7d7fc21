"""Every solver by name: the same value, the same best moves, and bounds that are true."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.engine import Engine, SearchStopped
from bstar.game import INF
from bstar.games.domineering import new_domineering
from bstar.games.nim import new_nim
from bstar.games.random_trees import incremental, irregular, ordered, uniform
from bstar.games.switches import new_switches
from bstar.games.trees import Nested, new_tree
from bstar.jit import Kernel
from bstar.mtdf import mtd
from bstar.root import Root, RootMove
from bstar.solvers import SOLVERS, best_moves, decide, find_move_value, scout_root
from tests.oracles import searching
from tests.oracles.searching import (
    answer,
    best_children,
    drive,
    driven_visits,
    games,
    nested,
    new_root,
    small_engine,
    visits,
)

ALL = sorted(SOLVERS)


@given(tree=games)
@settings(deadline=None)
def test_value_and_best_moves_are_those_of_minimax(tree):
    expected = searching.minimax(tree), best_children(tree)
    for solver in ALL:  # to draw a game takes as long as many searches of it
        assert answer(new_tree(tree), solver) == expected, solver


@given(seed=st.integers(0, 2**32), width=st.integers(1, 4), depth=st.integers(1, 4), step=st.integers(0, 12))
@settings(deadline=None)
def test_points_and_static_bounds(seed, width, depth, step):
    tree = incremental(width, depth, step, seed)
    lists = nested(tree)
    expected = searching.minimax(lists), best_children(lists)
    for solver in ALL:
        assert answer(tree, solver) == expected, solver


@pytest.mark.parametrize("is_compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_games_with_transpositions(is_compiled, monkeypatch):
    """As plain Python: each solver would be compiled for each kind of game, which takes a second.

    What is expected is said by the one that keeps nothing of a position.
    """
    if not is_compiled:
        monkeypatch.setattr(Kernel, "__call__", called_as_python)
    switches = [(7, -3), (4, 1), (2, 2), (5, -5)]
    for new_game in (
        lambda: new_nim(2, 3, 1),
        lambda: new_nim(3, 2, 2),
        lambda: new_switches(switches, 2),
        lambda: new_switches(switches, 2, bounded=False),
    ):
        expected = answer(new_game(), "alphabeta-plain")
        for solver in set(ALL) - {"alphabeta-plain", "minimax"}:
            assert answer(new_game(), solver) == expected, solver


def called_as_python(kernel, *arguments):
    """Call what is not compiled."""
    with np.errstate(over="ignore"):
        return kernel.py_func(*arguments)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("top", [1, 2, 5])
def test_the_worth_of_so_many_moves(solver, top):
    for seed in range(4):
        tree = ordered(5, 3, seed, first_is_best=50)
        worth = sorted(((searching.minimax(child, False)) for child in nested(tree)), reverse=True)
        _, root = drive(tree, solver, top)
        exact = sorted((move.lower for move in root.moves if move.is_exact), reverse=True)
        assert exact[:top] == worth[:top]


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("nodes", [1, 2, 5, 17, 60, 200])
def test_bounds_are_true_wherever_a_search_stops(solver, nodes):
    for seed in range(3):
        tree = uniform(3, 4, seed)
        engine = small_engine(tree, SOLVERS[solver].algorithm)
        root = new_root(engine)
        engine.limit_nodes(nodes)
        try:
            SOLVERS[solver].driver(engine, root, 1)
        except SearchStopped as stopped:
            assert str(stopped) == "nodes"
        assert tree.now[0] == 0  # back at the root
        for move, child in zip(root.moves, nested(tree), strict=True):
            assert move.lower <= searching.minimax(child, False) <= move.upper


def _started(tree: list[Nested], first: int | None = None) -> tuple[Engine, Root, list[int]]:
    """A root, its value proven from a first guess if one is given, and what each move is worth."""
    engine = small_engine(new_tree(tree))
    root = new_root(engine)
    if first is not None:
        mtd(engine, root, first)
    return engine, root, [searching.minimax(child, False) for child in tree]


def _ask_only_what_is_open(engine: Engine) -> None:
    """Let the engine see to it that no question about a move is asked whose answer its bounds tell."""
    move_value = engine.move_value

    def watched(move: RootMove, alpha: int, beta: int) -> int:
        assert move.lower < beta <= move.upper
        return move_value(move, alpha, beta)

    engine.move_value = watched


def _is_true(root: Root, worth: list[int]) -> bool:
    return all(move.lower <= worth[move.move] <= move.upper for move in root.moves)


@given(tree=games, level=st.integers(-7, 7))
@settings(deadline=None)
def test_on_which_side_of_a_level_the_value_is(tree, level):
    engine, root, worth = _started(tree)
    decide(engine, root, level)
    value = max(worth)
    if value == level:
        assert root.lower == root.upper == level
    else:
        assert root.lower > level if value > level else root.upper < level
    assert _is_true(root, worth)


@given(tree=games, count=st.integers(1, 4))
@settings(deadline=None)
def test_the_best_moves_are_solved_until_their_ranks_are_proven(tree, count):
    engine, root, worth = _started(tree)
    scout_root(engine, root, count)
    ranked = sorted(worth, reverse=True)[:count]
    most = sorted(root.moves, key=lambda move: (-move.upper, not move.is_exact))[:count]
    assert all(move.is_exact for move in most) and [move.lower for move in most] == ranked
    assert _is_true(root, worth)


@given(tree=games, first=st.integers(-6, 6))
@settings(deadline=None)
def test_what_is_left_once_the_value_is_known(tree, first):
    engine, root, worth = _started(tree, first)
    assert all(move.upper <= max(worth) for move in root.moves) and _is_true(root, worth)
    _ask_only_what_is_open(engine)
    assert {move.move for move in best_moves(engine, root)} == set(best_children(tree))
    assert _is_true(root, worth)
    for move in root.moves:
        find_move_value(engine, root, move)
        assert move.lower == move.upper == worth[move.move]


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize(
    ("tree", "found"), [([[5, 3]], (3, [0])), ([4], (4, [0])), ([[2, 2], [2, 2], [2, 2]], (2, [0, 1, 2]))]
)
def test_degenerate_roots(solver, tree, found):
    assert answer(new_tree(tree), solver) == found


def test_negascout_tests_a_later_move_before_it_searches_it(monkeypatch):
    asked = []
    bound = Engine.bound
    monkeypatch.setattr(
        Engine, "bound", lambda *call: asked.append((*call[1], call[3] - call[2])) or bound(*call)
    )
    _, root = drive(new_tree([[1, 2], [3, 4], [0, 9]]), "negascout")
    assert [(number, width == 1) for number, width in asked] == [
        (0, False),
        (1, True),
        (1, False),  # better than the first
        (2, True),
    ]
    assert [(move.lower, move.upper) for move in root.moves] == [(1, 1), (3, 3), (-INF, 0)]


@pytest.mark.parametrize("width", [2, 3, 4])
def test_the_leaves_of_negascout_are_among_those_of_alphabeta(width):
    for seed in range(30):
        different = None if seed % 2 else 5
        tree = uniform(width, 4, seed, different) if seed % 3 else irregular(width, 5, seed)
        assert set(driven_visits(tree, "negascout")) <= set(visits(tree, "memoryless"))


@pytest.mark.parametrize("solver", ["alphabeta", "negascout", "mtdf", "sss", "dual"])
def test_a_bigger_game(solver):
    assert answer(new_domineering(4, 4), solver)[0] == 1
