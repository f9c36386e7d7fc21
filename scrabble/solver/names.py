"""Names of solvers and limits of their options.

bstar         the default: begins with the planner, then proves (bstar/root_proof.py)
maven         B* on the planner's intervals, a heuristic search (bstar/tree/maven.py)
all others    for comparison; `bstar.solvers.SOLVERS` describes each
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias


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


SolverText: TypeAlias = Literal[
    "bstar",
    "alphabeta",
    "alphabeta-plain",
    "negascout",
    "mtdf",
    "proof-number",
    "sss",
    "dual",
    "stockman",
    "stockman-dual",
    "minimax",
    "maven",
]
BSTAR = SolverName.BSTAR  # the default
MAVEN = SolverName.MAVEN
ON_REFERENCE_GAME = frozenset(  # without shortcuts: for small positions
    {SolverName.ALPHABETA_PLAIN, SolverName.STOCKMAN, SolverName.STOCKMAN_DUAL, SolverName.MINIMAX}
)
ONE_THREAD_ONLY = ON_REFERENCE_GAME | {SolverName.PROOF_NUMBER, MAVEN}  # see bstar.parallel.SHARING
MEMORY = 512 << 20  # bytes for tables and caches by default
MOST_NODES, MOST_THREADS, MOST_MEMORY = 10**15, 256, 1 << 40  # far beyond practical use
STABLE_ROUNDS = 3  # widenings in a row that leave Maven's choice unchanged (bstar.tree.maven.STABLE)
