"""What a search is asked: how much it may cost, and what it is to find out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limit:
    """How much a search may cost; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.seconds, int | float | None) or isinstance(self.seconds, bool):
            raise TypeError(f"seconds: expected a number, got {self.seconds!r}")
        if not isinstance(self.nodes, int | None) or isinstance(self.nodes, bool):
            raise TypeError(f"nodes: expected a whole number, got {self.nodes!r}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"a time limit of {self.seconds} seconds, expected more than 0")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"a limit of {self.nodes} nodes, expected at least 1")


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a search is to find out besides a best move."""

    value: bool = True  # without it there is no line either
    all_best: bool = False  # every move worth as much as the best
    worth_of: int | None = None  # a move that gets an exact worth before all others
    tree: int = 0  # so many moves, at most, of all best play
    level: int | None = None  # is the value above it, equal to it or below?  comes first
    outcome_nodes: int | None = None  # for that; None: it is all that is asked
    shown: int = (
        0  # so many of the best moves get an exact worth if that takes a tenth of the search, or few nodes
    )
    proven: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # bounds of moves, known before
