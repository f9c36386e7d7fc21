"""The solvers by name: an algorithm, and a driver that narrows the bounds of a root until its value is known.

    solver         algorithm (bstar.engine)       driver
    alphabeta      alphabeta                      move by move, the window open above
    negascout      alphabeta                      the same, with a null window first
    mtdf           alphabeta                      null windows at the root (bstar.mtdf)
    proof-number   proof-number                   the same
    bstar          alphabeta                      null windows at the root's moves (bstar.root_proof)

Invariant: the bounds of the root's moves are true at any moment, so a driver can be stopped at any moment.
With `top` a driver goes on until the exact worth of the `top` best moves is known.

B* with a tree of its own is not among them: it runs in rounds (bstar.tree.rounds, bstar.tree.maven).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bstar.engine import Engine
from bstar.game import FAR, INF
from bstar.mtdf import greedy, mtd, null_window_test
from bstar.root import Root, RootMove
from bstar.root_proof import MoveEstimate, RootProof

Driver = Callable[[Engine, Root, int], None]


def prove(engine: Engine, root: Root, top: int = 1) -> None:
    """Run the proof of bstar.root_proof for any game, with the value of a greedy line as estimate.

    The estimate of the move ranked first is that value, of all others one less.  A game with a planner has
    better estimates.
    """
    guess = greedy(engine)
    estimates = [
        MoveEstimate(move.move, move.lower, move.upper, guess - (move is not root.moves[0]))
        for move in root.moves
    ]
    RootProof(engine, root, estimates).prove_best()
    search_rest(engine, root, top)


def solve_root(engine: Engine, root: Root, top: int = 1) -> None:
    """Search move by move: the exact worth of the `top` best, an upper bound of all others."""
    for move in root.moves:
        alpha = root.best_lower(top)
        if not move.is_exact and move.upper > alpha:
            root.narrow(move, engine.move_value(move, alpha, INF), alpha, INF)


def scout_root(engine: Engine, root: Root, top: int = 1) -> None:
    """Search move by move as NegaScout does: with a null window first, once there are `top` moves to beat.

    Those with the highest estimates come first.
    After Reinefeld, An improvement to the Scout tree-search algorithm (1983), which is the principal
    variation search of Marsland and Campbell (1982).  With a null window NegaScout is alpha-beta; below a
    move with an open one, where it would use null windows again, this is alpha-beta, too.
    """
    alpha = root.best_lower(top)
    for move in sorted(root.moves, key=lambda move: FAR if move.estimate is None else -move.estimate):
        if alpha > -INF and not move.is_exact and move.upper > alpha:
            root.narrow(move, engine.move_value(move, alpha, alpha + 1), alpha, alpha + 1)
        least = max(alpha, move.lower)
        if not move.is_exact and move.upper > least:
            root.narrow(move, engine.move_value(move, least, INF), least, INF)
        if move.lower > alpha:
            alpha = root.best_lower(top)


def search_root(engine: Engine, root: Root, top: int = 1) -> None:
    """Search the root as a whole, for algorithms that return nothing but its value."""
    value = engine.bound([], -INF, INF)
    for move in root.moves:
        move.upper = min(move.upper, value)
        if move.move == engine.best_move:
            move.lower = max(move.lower, value)
    search_rest(engine, root, top)


def mtdf(engine: Engine, root: Root, top: int = 1) -> None:
    """Run MTD(f) from 0: a guess that is too high costs more than one that is too low."""
    mtd(engine, root, 0)
    search_rest(engine, root, top)


def ab_sss(engine: Engine, root: Root, top: int = 1) -> None:
    """Run SSS* as alpha-beta: MTD(+INF)."""
    mtd(engine, root, FAR)
    search_rest(engine, root, top)


def ab_dual(engine: Engine, root: Root, top: int = 1) -> None:
    """Run DUAL* as alpha-beta: MTD(-INF)."""
    mtd(engine, root, -FAR)
    search_rest(engine, root, top)


def search_rest(engine: Engine, root: Root, top: int) -> None:
    """Once the value is known, find the exact worth of the `top` best moves if `top` > 1."""
    if top > 1:
        scout_root(engine, root, top)


def find_move_value(engine: Engine, root: Root, move: RootMove) -> None:
    """Find the exact worth of one move as MTD(f) does, starting from its gain."""
    g = move.gain
    while not move.is_exact:
        gamma = min(max(g, move.lower + 1), move.upper)
        g = engine.move_value(move, gamma - 1, gamma)
        root.narrow(move, g, gamma - 1, gamma)


def decide(engine: Engine, root: Root, level: int) -> None:
    """Prove whether the value is above a level, equal to it or below."""
    for gamma in (level + 1, level):
        if root.lower < gamma <= root.upper:
            null_window_test(engine, root, gamma)


def best_moves(engine: Engine, root: Root) -> list[RootMove]:
    """Return all moves worth the root's known value; the undecided ones are tested against it."""
    value = root.lower
    for move in root.moves:
        if move.lower < value <= move.upper:
            root.narrow(move, engine.move_value(move, value - 1, value), value - 1, value)
    return [move for move in root.moves if move.lower == value]


class Solver(NamedTuple):
    """An algorithm and its driver."""

    algorithm: str  # of bstar.engine
    driver: Driver
    summary: str


SOLVERS = {
    "alphabeta": Solver("alphabeta", solve_root, "alpha-beta with memory"),
    "alphabeta-plain": Solver("memoryless", solve_root, "alpha-beta without memory"),
    "negascout": Solver("alphabeta", scout_root, "NegaScout: null windows for all moves but the first"),
    "mtdf": Solver("alphabeta", mtdf, "MTD(f): null windows from 0"),
    "proof-number": Solver(
        "proof-number", mtdf, "MTD(f) whose null windows are answered by proof-number search"
    ),
    "sss": Solver("alphabeta", ab_sss, "SSS* as a sequence of null windows, from above"),
    "dual": Solver("alphabeta", ab_dual, "DUAL* as a sequence of null windows, from below"),
    "stockman": Solver("stockman", search_root, "SSS* with Stockman's OPEN list"),
    "stockman-dual": Solver("stockman-dual", search_root, "DUAL* with an OPEN list"),
    "minimax": Solver("minimax", solve_root, "minimax, every line to its end"),
    "bstar": Solver("alphabeta", prove, "B*: null windows that prove one move and disprove the others"),
}
