"""Names of solvers and limits of their options, importable without numba.

bstar         the default: begins with the planner, then proves (bstar/root_proof.py)
maven         B* on the planner's intervals, a heuristic search (bstar/tree/maven.py)
all others    for comparison; `bstar.solvers.SOLVERS` describes each
"""

from __future__ import annotations

from enum import StrEnum


class SolverName(StrEnum):
    """Every solver of endgames; all but MAVEN are in `bstar.solvers`."""

    BSTAR = "bstar"
    ALPHABETA = "alphabeta"
    ALPHABETA_PLAIN = "alphabeta-plain"
    NEGASCOUT = "negascout"
    MTDF = "mtdf"
    PROOF_NUMBER = "proof-number"
    SSS = "sss"
    DUAL = "dual"
    STOCKMAN = "stockman"
    STOCKMAN_DUAL = "stockman-dual"
    MINIMAX = "minimax"
    MAVEN = "maven"


PROOF = SolverName.BSTAR  # proof mode, the default: see bstar/README.md
MAVEN = SolverName.MAVEN
REFERENCE = frozenset(  # search the reference game, without shortcuts: for small positions
    {SolverName.ALPHABETA_PLAIN, SolverName.STOCKMAN, SolverName.STOCKMAN_DUAL, SolverName.MINIMAX}
)
ALONE = REFERENCE | {SolverName.PROOF_NUMBER, MAVEN}  # search in one thread only (bstar.parallel.SHARING)
MEMORY = 512 << 20  # bytes for tables and caches by default
MOST_NODES, MOST_THREADS, MOST_MEMORY = 10**15, 256, 1 << 40  # far beyond practical use
ROUNDS = 3  # consecutive widenings that must leave the choice of Maven unchanged (bstar.tree.maven.STABLE)
