"""MTD: the value by a sequence of null-window searches with memory.

    g = first;  lower = -INF;  upper = INF
    while lower < upper:
        gamma = max(g, lower + 1)
        g = MT(root, gamma - 1, gamma)                  `alphabeta.bound` on one and the same table
        if g < gamma: upper = g  else: lower = g

After Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms (1996).  The drivers
differ in the first gamma only:

    MTD(f)       a guess; the better it is, the fewer passes
    AB-SSS*      MTD(+INF): the bound falls from above; evaluates the leaves of Stockman's SSS* in their order
    AB-DUAL*     MTD(-INF): it rises from below

A search starts from FAR instead of INF: points won on the way shift a window, which must not reach INF.
"""

from __future__ import annotations

from bstar.engine import Engine
from bstar.game import FAR
from bstar.root import Root


def mtd(engine: Engine, root: Root, first: int) -> int:
    """Find the value by null-window tests, narrowing the bounds of the root's moves; return it."""
    lower, upper = max(root.lower, -FAR), min(root.upper, FAR)
    g = min(max(first, lower), upper)
    while lower < upper:
        gamma = max(g, lower + 1)
        g = null_window_test(engine, root, gamma)
        if g < gamma:
            upper = min(upper, g)
        else:
            lower = max(lower, g)
    return lower


def null_window_test(engine: Engine, root: Root, gamma: int) -> int:
    """Test whether the root is worth `gamma`; return an upper bound below gamma, or a lower bound."""
    g = engine.bound([], gamma - 1, gamma)
    for move in root.moves:
        if g < gamma:
            move.upper = min(move.upper, g)
        elif move.move == engine.best_move:
            move.lower = max(move.lower, g)
    return g


def greedy(engine: Engine) -> int:
    """Return the value if both sides always make their best-ranked move: a first guess."""
    line: list[int] = []
    value, sign = 0, 1
    while choice := engine.moves(line):
        move, gain, lower, upper = choice[0]
        if lower == upper:
            return value + sign * lower
        value, sign = value + sign * gain, -sign
        line.append(move)
    return value + sign * (engine.final(line) or 0)
