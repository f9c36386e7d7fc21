"""Conditions for a puzzle, the reasons why a position makes none, and the time that is left for it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from enum import StrEnum

from scrabble.solver import SolveOptions
from scrabble.solver.names import MEMORY


class Rejection(StrEnum):
    """The reason why a position makes no puzzle."""

    OVER = "the game is over"
    NO_SCORES = "the scores are not given"
    ONE_SIDED = "one side leads by more than --max-lead"
    FEW_MOVES = "too few legal moves"
    TIME = "nothing proven in the time"
    EXCHANGES = "the rules allow exchanges with this few tiles in the bag"
    NEVER_WINS = "no move wins, whatever is in the bag"
    LEAVES_TILES = "the best move leaves tiles in the bag"
    NOT_UNIQUE = "several moves are as good"
    SMALL_GAP = "the second-best move is too close"
    GOES_OUT = "trivial: the highest-scoring play goes out"
    HIGHEST = "trivial: the highest-scoring play leads by its score"
    SCORES_MOST = "trivial: the play that scores most by far wins most often"
    DUPLICATE = "the same puzzle, or the same idea on a neighbouring turn"


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """The conditions for a puzzle, and the limits of the search."""

    seconds: float = 10.0  # for each position
    min_gap: int = 3  # points to the second-best move, in an endgame
    min_moves: int = 10  # legal moves, the pass included
    memory: int = MEMORY  # bytes
    keeps_trivial: bool = False  # also make puzzles that are trivial
    max_lead: int | None = None  # points of either side before the move


@dataclass(slots=True)
class Deadline:
    """The time that is left for a position."""

    seconds: float
    _began: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """The seconds that are left.  Raises OutOfTimeError when there are none."""
        left = self.seconds - (time.monotonic() - self._began)
        if left <= 0:
            raise OutOfTimeError
        return left

    def options(self, **wanted: object) -> SolveOptions:
        """Return the options of a search that takes no more than what is left.  Raises OutOfTimeError."""
        return SolveOptions(seconds=self.left, **wanted)  # type: ignore[arg-type]


class OutOfTimeError(Exception):
    """Nothing is proven within the time limit."""
