"""The fixed words of an answer.  The members of all enumerations equal their strings, in JSON as in text."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias


class _Word(StrEnum):
    """A fixed word of an answer, which also looks like its string."""

    def __repr__(self) -> str:
        return repr(self.value)


class Status(_Word):
    """The status of the answer of a search."""

    PROVEN = "proven"
    BOUNDED = "bounded"  # stopped early; the bounds hold
    ESTIMATED = "estimated"  # the answer of a heuristic search


class MoveStatus(_Word):
    """The status of a move: its bounds compared with those of the chosen move."""

    BEST = "best"  # proven: no move is worth more
    BEST_SO_FAR = "best so far"  # the chosen move, while that is not proven
    WORSE = "worse"  # proven: worth less than the chosen move
    NOT_BETTER = "not better"  # proven: not worth more than the chosen move; it may be worth as much
    OPEN = "open"  # it may be worth more than the chosen move

    @property
    def is_best(self) -> bool:
        """Return whether the move is the best one, or the chosen one while none is proven best."""
        return self in (MoveStatus.BEST, MoveStatus.BEST_SO_FAR)

    @property
    def is_refuted(self) -> bool:
        """Return whether the move is proven not to be better than the chosen one."""
        return self in (MoveStatus.WORSE, MoveStatus.NOT_BETTER)


class StopReason(_Word):
    """The reason why a search stopped before its end."""

    TIME = "time"
    NODES = "nodes"
    MEMORY = "memory"
    DEPTH = "depth"  # B* with a tree: no room for a longer line
    INTERRUPT = "interrupt"
    TIES = "ties"  # the tie-break of a pre-endgame had taken as long as the search before it


class Objective(_Word):
    """The goal of a search: what it proves, and how it ranks moves."""

    # of endgames
    VALUE = "value"
    MOVE = "move"  # the best move, whatever its value
    # of both
    OUTCOME = "outcome"  # won, drawn or lost; with tiles in the bag the win probability
    # of pre-endgames
    WIN = "win"  # the win probability; among equals the mean spread
    SPREAD = "spread"  # the mean spread; among equals the win probability

    def is_for(self, is_preendgame: bool) -> bool:
        """Return whether it is an objective of endgames, or of positions with tiles in the bag."""
        return self is Objective.OUTCOME or (self in (Objective.WIN, Objective.SPREAD)) == is_preendgame


ObjectiveText: TypeAlias = Literal["value", "move", "outcome", "win", "spread"]


class LineKind(_Word):
    """The kinds of line that an answer may have."""

    WHOLE = "whole"  # best play for both sides, to where a search of it ends
    PART = "part"  # best play, cut off
    GUARDED = "guarded"  # play that keeps the lower bound, while the value is open
    BELIEVED = "believed"  # the moves with the best estimates of Maven
