"""The search algorithms by name, as kernels that search the position after a path of moves.

    search(game, memory, stack, control, path, alpha, beta)     -> fail-soft value

Invariant: the game is in the same position before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bstar.depth_first.alphabeta import bound
from bstar.depth_first.minimax import minimax
from bstar.depth_first.proof_number import new_proof_memory, prove_or_bound
from bstar.depth_first.stack import Stack
from bstar.depth_first.transposition_table import new_table
from bstar.game import INF, final, is_over, moves, play, tighten, undo
from bstar.jit import inline
from bstar.search_control import EXPANSIONS
from bstar.sss import GameTree, new_gametree, sss


def _after(search: Callable[..., Any]) -> Callable[..., Any]:
    """Return the search of the position after a path of moves, int64[k]."""

    def search_after(
        game: Any, memory: Any, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
    ) -> int:
        for move in path:
            play(game, move)
        value = search(game, memory, stack, control, alpha, beta)
        for _ in path:
            undo(game)
        return value

    search_after.__qualname__ = f"{search.__name__}_after"  # by which another process finds it
    return search_after


@inline
def stockman(game: Any, tree: GameTree, stack: Stack, control: np.ndarray, alpha: int, beta: int) -> int:
    """Return the value by SSS*; `beta` is the start bound."""
    return sss(game, tree, stack, control, np.int64(0), np.int64(beta), False)


@inline
def stockman_dual(game: Any, tree: GameTree, stack: Stack, control: np.ndarray, alpha: int, beta: int) -> int:
    """Return the value by DUAL*; `alpha` is the start bound."""
    return sss(game, tree, stack, control, np.int64(1), np.int64(alpha), False)


bound_after = _after(bound)
prove_or_bound_after = _after(prove_or_bound)
stockman_after = _after(stockman)
stockman_dual_after = _after(stockman_dual)
minimax_after = _after(minimax)


def moves_after(game: Any, stack: Stack, control: np.ndarray, path: np.ndarray) -> tuple[int, bool, int]:
    """Write the moves after `path` to the stack's buffer; return (count or FULL, is over, value if so)."""
    for move in path:
        play(game, move)
    over = is_over(game)
    value = np.int64(0)
    count = np.int64(0)
    if over:
        value = np.int64(final(game))
    else:
        control[EXPANSIONS] += 1
        count, _ = moves(game, np.int64(-INF), np.int64(INF), stack.moves, np.int64(0))
    for _ in path:
        undo(game)
    return count, over, value


def tightened(
    game: Any, stack: Stack, move: int, gain: int, lower: int, upper: int, alpha: int
) -> tuple[int, int]:
    """Return the bounds of a move of the root, narrowed without a search."""
    buffer = stack.moves
    buffer.move[0], buffer.gain[0], buffer.lower[0], buffer.upper[0] = move, gain, lower, upper
    tighten(game, buffer, np.int64(0), alpha)
    return np.int64(buffer.lower[0]), np.int64(buffer.upper[0])


class Algorithm(NamedTuple):
    """A compiled search and the memory it needs."""

    search: Callable[..., Any]  # (game, memory, stack, control, path, alpha, beta) -> fail-soft value
    new_memory: Callable[[int], Any]  # from a size in bytes


def null_table(size_bytes: int) -> Any:
    """Return a table without entries."""
    return new_table(0)


ALGORITHMS = {
    "alphabeta": Algorithm(bound_after, new_table),
    "proof-number": Algorithm(prove_or_bound_after, new_proof_memory),
    "memoryless": Algorithm(bound_after, null_table),
    "stockman": Algorithm(stockman_after, new_gametree),
    "stockman-dual": Algorithm(stockman_dual_after, new_gametree),
    "minimax": Algorithm(minimax_after, null_table),
}
