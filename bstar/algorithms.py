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
from bstar.depth_first.proof_number import new_proof_memory, prove_after
from bstar.depth_first.stack import Stack
from bstar.depth_first.transposition_table import TranspositionTable, new_table
from bstar.game import INF, final, is_over, moves, play, undo
from bstar.jit import inline
from bstar.search_control import EXPANSIONS
from bstar.theory.sss import GameTree, new_gametree, sss


@inline
def _go(game: Any, path: np.ndarray) -> None:
    for move in path:
        play(game, move)


@inline
def _return(game: Any, path: np.ndarray) -> None:
    for _ in path:
        undo(game)


def bound_after(
    game: Any,
    table: TranspositionTable,
    stack: Stack,
    control: np.ndarray,
    path: np.ndarray,
    alpha: int,
    beta: int,
) -> int:
    """Search the position after the moves of `path`, int64[k], with `alphabeta.bound`."""
    _go(game, path)
    value = bound(game, table, stack, control, alpha, beta)
    _return(game, path)
    return value


def minimax_after(
    game: Any,
    table: TranspositionTable,
    stack: Stack,
    control: np.ndarray,
    path: np.ndarray,
    alpha: int,
    beta: int,
) -> int:
    """Search the position after the moves of `path` with `minimax`; the window is not used."""
    _go(game, path)
    value = minimax(game, stack, control)
    _return(game, path)
    return value


def sss_after(
    game: Any, tree: GameTree, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """Search the position after the moves of `path` with SSS*; `beta` is the start bound."""
    _go(game, path)
    value = sss(game, tree, stack, control, np.int64(0), np.int64(beta), False)
    _return(game, path)
    return value


def dual_after(
    game: Any, tree: GameTree, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """Search the position after the moves of `path` with DUAL*; `alpha` is the start bound."""
    _go(game, path)
    value = sss(game, tree, stack, control, np.int64(1), np.int64(alpha), False)
    _return(game, path)
    return value


def moves_after(game: Any, stack: Stack, control: np.ndarray, path: np.ndarray) -> tuple[int, bool, int]:
    """Write the moves after `path` to the stack's buffer; return (count or FULL, is over, value if so)."""
    _go(game, path)
    over = is_over(game)
    value = np.int64(0)
    count = np.int64(0)
    if over:
        value = np.int64(final(game))
    else:
        control[EXPANSIONS] += 1
        count, _ = moves(game, np.int64(-INF), np.int64(INF), stack.moves, np.int64(0))
    _return(game, path)
    return count, over, value


class Algorithm(NamedTuple):
    """A compiled search and the memory it needs."""

    search: Callable[..., Any]  # (game, memory, stack, control, path, alpha, beta) -> fail-soft value
    new_memory: Callable[[int], Any]  # from a size in bytes


def null_table(size_bytes: int) -> Any:
    """Return a table without entries."""
    return new_table(0)


ALGORITHMS = {
    "alphabeta": Algorithm(bound_after, new_table),
    "proof-number": Algorithm(prove_after, new_proof_memory),
    "plain": Algorithm(bound_after, null_table),
    "stockman": Algorithm(sss_after, new_gametree),
    "stockman-dual": Algorithm(dual_after, new_gametree),
    "minimax": Algorithm(minimax_after, null_table),
}
