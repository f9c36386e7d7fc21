"""What the tests of `bstar` share: searches in plain Python, engines for small games, random trees.

The searches here work on nested lists of values for MAX and were written from the textbook, without a look at
the kernels.
"""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from bstar.engine import Engine
from bstar.game import INF
from bstar.games.switches import SwitchSum
from bstar.games.tictactoe import TicTacToe
from bstar.games.trees import Nested, TreeGame, levels
from bstar.root import Root, RootMove
from bstar.solvers import SOLVERS, best_moves

SMALL = 1 << 18  # bytes of memory, enough for some thousand positions

nested_trees = st.recursive(
    st.integers(-4, 4), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=30
)
games = st.lists(nested_trees, min_size=1, max_size=4)  # at least one move
windows = st.tuples(st.integers(-6, 5), st.integers(1, 6)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def minimax(tree: Nested, is_max: bool = True) -> int:
    """The value for MAX."""
    if isinstance(tree, int):
        return tree
    return (max if is_max else min)(minimax(child, not is_max) for child in tree)


def alphabeta(tree: Nested, alpha: int = -INF, beta: int = INF, is_max: bool = True) -> tuple[int, list[int]]:
    """The fail-soft value for MAX, and the leaves looked at from left to right."""
    if isinstance(tree, int):
        return tree, [tree]
    best, seen = (-INF if is_max else INF), []
    for child in tree:
        window = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        value, leaves = alphabeta(child, *window, not is_max)
        seen += leaves
        best = max(best, value) if is_max else min(best, value)
        if best >= beta if is_max else best <= alpha:
            break
    return best, seen


def negascout(tree: Nested, alpha: int = -INF, beta: int = INF, sign: int = 1) -> tuple[int, list[int]]:
    """The fail-soft value for the side to move, and the leaves looked at, some of them twice.

    t = -negascout(p.i, -b, -a)                        b = beta for the first move, then a + 1
    if t > a and t < beta and i > 1: t = -negascout(p.i, -beta, -t)
    a = max(a, t);  if a >= beta return;  b = a + 1

    After Reinefeld (1983), who saves the second search of a leaf.
    """
    if isinstance(tree, int):
        return sign * tree, [tree]
    best, seen = -INF, []
    for number, child in enumerate(tree):
        floor = max(alpha, best)
        b = floor + 1 if number > 0 else beta
        value, leaves = negascout(child, -b, -floor, -sign)
        seen += leaves
        if floor < -value < beta and b < beta and not isinstance(child, int):
            value, leaves = negascout(child, -beta, value, -sign)
            seen += leaves
        best = max(best, -value)
        if best >= beta:
            break
    return best, seen


def bounded_alphabeta(tree: TreeGame, node: int, alpha: int, beta: int) -> tuple[int, list[int]]:
    """The fail-soft value for the side to move, and the leaves looked at, where moves have static intervals.

    A move whose worth is known, or whose interval does not reach into the window, is not searched.
    """
    if tree.children[node] == 0:
        return int(tree.value[node]), [node]
    best, seen = -INF, []
    first = int(tree.first_child[node])
    for child in range(first, first + int(tree.children[node])):
        lower, upper, gain = int(tree.lower[child]), int(tree.upper[child]), int(tree.gain[child])
        floor = max(alpha, best)
        if lower == upper or lower >= beta:
            worth = lower
        elif upper <= floor:
            worth = upper
        else:
            value, leaves = bounded_alphabeta(tree, child, gain - beta, gain - floor)
            worth = gain - value
            seen += leaves
        best = max(best, worth)
        if best >= beta:
            break
    return best, seen


def with_transpositions(tree: TreeGame) -> TreeGame:
    """The tree, changed: the first position of two neighbours and the second lead to the same positions."""
    for level in levels(tree.children):
        first_children = tree.first_child[level]
        first_children[1::2] = first_children[: len(first_children) // 2 * 2 : 2]
    return tree


def leaves(tree: Nested) -> list[int]:
    """All leaf values, from left to right."""
    return [tree] if isinstance(tree, int) else [leaf for child in tree for leaf in leaves(child)]


def best_children(tree: list[Nested]) -> list[int]:
    """The numbers of the best moves for MAX."""
    value = minimax(tree)
    return [number for number, child in enumerate(tree) if minimax(child, False) == value]


def nested(tree: TreeGame, node: int = 0, depth: int = 0, won: int = 0) -> Nested:
    """The nested lists of a tree; points won on the way are added to the leaves."""
    sign = (-1) ** depth
    if tree.children[node] == 0:
        return won + sign * int(tree.value[node])
    first = int(tree.first_child[node])
    children = range(first, first + int(tree.children[node]))
    return [nested(tree, child, depth + 1, won + sign * int(tree.gain[child])) for child in children]


def for_max(tree: TreeGame, nodes: list[int]) -> list[int]:
    """The values of some leaves for MAX; points won on the way are left out."""
    sign = np.zeros(len(tree.value), np.int64)
    for depth, level in enumerate(levels(tree.children)):
        sign[level] = (-1) ** depth
    return [int(sign[node] * tree.value[node]) for node in nodes]


def small_engine(game: Any, algorithm: str = "alphabeta", fixed_order: bool = True) -> Engine:
    """An engine with little memory; moves in the game's order."""
    return Engine(game, algorithm, SMALL, fixed_order)


def value_of(game: Any, algorithm: str = "alphabeta", alpha: int = -INF, beta: int = INF) -> int:
    """What an algorithm says about the root."""
    return small_engine(game, algorithm).bound([], alpha, beta)


def new_root(engine: Engine) -> Root:
    """The moves of an engine's game before anything is searched."""
    return Root([RootMove(*move) for move in engine.moves()])


def passes(engine: Engine) -> list[int]:
    """The thresholds that an engine is asked for from now on."""
    asked: list[int] = []
    bound = engine.bound

    def watched(path: list[int], alpha: int, beta: int) -> int:
        asked.append(beta)
        return bound(path, alpha, beta)

    engine.bound = watched
    return asked


def drive(game: Any, solver: str, top: int = 1, fixed_order: bool = True) -> tuple[Engine, Root]:
    """Let a named solver find the value; return its engine and root."""
    engine = small_engine(game, SOLVERS[solver].algorithm, fixed_order)
    root = new_root(engine)
    engine.forget()
    SOLVERS[solver].driver(engine, root, top)
    return engine, root


def answer(game: Any, solver: str) -> tuple[int, list[int]]:
    """The value and the set of best moves according to a solver."""
    engine, root = drive(game, solver)
    assert root.lower == root.upper
    return root.lower, sorted(move.move for move in best_moves(engine, root))


def visits(tree: TreeGame, algorithm: str) -> list[int]:
    """The leaves an algorithm evaluates at the root, in the order of first evaluation."""
    tree.forget_visits()
    small_engine(tree, algorithm).bound([], -INF, INF)
    return tree.first_visits


def driven_visits(tree: TreeGame, solver: str) -> list[int]:
    """The leaves a solver evaluates, in the order of first evaluation."""
    tree.forget_visits()
    drive(tree, solver)
    return tree.first_visits


def board(game: TicTacToe | SwitchSum) -> list[int]:
    """The position of a game."""
    if isinstance(game, SwitchSum):
        return list(game.now.tolist())
    return [*game.taken.tolist(), int(game.history[-1])]
