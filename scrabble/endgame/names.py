"""The solvers by name, for whoever must not wait until numba is loaded.

bstar         the one to use: begins with the planner, then proves (bstar/bstar.py)
maven         B* on the planner's intervals, which proves nothing (bstar/maven.py)
all others    to compare with; how each one searches is said in `bstar.solvers.SOLVERS`
"""

from __future__ import annotations

from enum import StrEnum


class Solver(StrEnum):
    """Every solver of endgames; all but MAVEN are the solvers of `bstar.solvers`."""

    BSTAR = "bstar"
    ALPHABETA = "alphabeta"
    ALPHABETA_PLAIN = "alphabeta-plain"
    NEGASCOUT = "negascout"
    MTDF = "mtdf"
    MTD_STEP = "mtd-step"
    BISECTION = "bisection"
    SSS = "sss"
    DUAL = "dual"
    STOCKMAN = "stockman"
    STOCKMAN_DUAL = "stockman-dual"
    TEXTBOOK = "textbook"
    MINIMAX = "minimax"
    MAVEN = "maven"


PROOF = Solver.BSTAR
MAVEN = Solver.MAVEN
PLAIN = frozenset(  # play the plain game without a single shortcut: for small positions
    {Solver.ALPHABETA_PLAIN, Solver.STOCKMAN, Solver.STOCKMAN_DUAL, Solver.TEXTBOOK, Solver.MINIMAX}
)
ALONE = PLAIN | {Solver.NEGASCOUT, MAVEN}  # search in one thread only (bstar.team.SHARING)
ROUNDS = 3  # widenings without a change of mind that Maven waits for (bstar.maven.STABLE)


def shares(solver: str) -> bool:
    """Can several threads work on one search of a solver?"""
    return solver in set(Solver) - ALONE
