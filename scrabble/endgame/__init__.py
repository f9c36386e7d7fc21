"""Endgames solved: the only package that joins the game and the searches of `bstar`."""

from scrabble.endgame.search import (
    MAVEN,
    MEMORY,
    PLAIN,
    PROOF,
    SMALLEST_MEMORY,
    SOLVERS,
    Search,
    Wants,
    legal_moves,
    number_of,
    shares,
    solve,
)
from scrabble.endgame.solution import Candidate, Snapshot, Solution, Step

__all__ = [
    "MAVEN",
    "MEMORY",
    "PLAIN",
    "PROOF",
    "SMALLEST_MEMORY",
    "SOLVERS",
    "Candidate",
    "Search",
    "Snapshot",
    "Solution",
    "Step",
    "Wants",
    "legal_moves",
    "number_of",
    "shares",
    "solve",
]
