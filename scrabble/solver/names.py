"""The solvers by name, for whoever must not wait until numba is loaded.

bstar         the one to use: begins with the planner, then proves (bstar/bstar.py)
maven         B* on the planner's intervals, which proves nothing (bstar/tree/maven.py)
all others    to compare with; how each one searches is said in `bstar.solvers.SOLVERS`
"""

from __future__ import annotations

from enum import StrEnum


class SolverName(StrEnum):
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


PROOF = SolverName.BSTAR
MAVEN = SolverName.MAVEN
PLAIN = frozenset(  # play the plain game without a single shortcut: for small positions
    {
        SolverName.ALPHABETA_PLAIN,
        SolverName.STOCKMAN,
        SolverName.STOCKMAN_DUAL,
        SolverName.TEXTBOOK,
        SolverName.MINIMAX,
    }
)
ALONE = PLAIN | {SolverName.NEGASCOUT, MAVEN}  # search in one thread only (bstar.team.SHARING)
ROUNDS = 3  # widenings without a change of mind that Maven waits for (bstar.tree.maven.STABLE)


def supports_threads(solver: str) -> bool:
    """Can several threads work on one search of a solver?"""
    return solver in set(SolverName) - ALONE
