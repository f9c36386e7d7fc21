"""Limits and options of a search."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Limit(Struct, frozen=True):
    """Limits of a search; None is no limit."""

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


class SearchOptions(Struct, frozen=True):
    """Options of a search: results besides a best move."""

    value: bool = True  # the value of the position; without it there is no line either
    all_best: bool = False  # every move worth as much as the best one
    value_of: int | None = None  # a move whose exact worth is found first
    tree: int = 0  # the number of moves, at most, in the tree of best play
    level: int | None = None  # first decide whether the value is above, equal to or below it
    outcome_nodes: int | None = None  # node budget for `level`; None: nothing else is searched
    # the number of best moves to solve exactly, if that takes few nodes or a tenth of the search
    multipv: int = 0
    late_tests: bool = True  # after a limit, to prove more of the chosen move
    known: Mapping[int, tuple[int, int]] = {}  # bounds of moves known beforehand
