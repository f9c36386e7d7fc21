"""What the study runs: which contenders on which positions, and for how long."""

from __future__ import annotations

from typing import NamedTuple

from bstar.strategies import STRATEGIES
from bstar.variants.ladder import LADDERS

ALPHA_BETA = ("alphabeta", "negascout", "mtdf", "sss", "dual")
PROOF, PROOF_OF_MOVE, MAVEN = "bstar", "bstar:move", "maven:10"
ROUNDS = (0, 1, 2, 3, 5, 10)  # widenings
MINUTES = 25  # on two idle cores, at most
MEMORY = 512 << 20  # bytes for a search
SOLVERS, TREES, WIDENINGS = "solvers", "strategies", "maven"


class Part(NamedTuple):
    """Some contenders on each `every`-th position of the set, with so many CPU seconds a search."""

    name: str
    contenders: tuple[str, ...]
    every: int
    seconds: float


PARTS = (
    Part(SOLVERS, (*ALPHA_BETA, PROOF, PROOF_OF_MOVE), 2, 2.0),
    Part(TREES, (PROOF_OF_MOVE, *(f"bstar:{name}" for name in (*LADDERS, *STRATEGIES))), 8, 1.0),
    Part(WIDENINGS, (MAVEN,), 1, 1.0),
)
