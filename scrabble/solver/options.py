"""Options of a search of an endgame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scrabble.game.move import Move
from scrabble.solver.names import ROUNDS


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """Options of a search: results besides the best move and its value."""

    value: bool = True  # False: the best move is enough (only the solver `bstar`)
    top: int = 1  # how many of the best moves get an exact value; 0: all
    all_best: bool = False  # decide for every move whether it is best
    worth_of: Move | str | None = None  # a move that gets an exact value, or its text
    tree: int = 0  # all best play as a tree, of at most this number of moves; 0: no tree
    outcome: bool = False  # prove only whether the position is won, drawn or lost
    outcome_nodes: int = 0  # prove the outcome first, if that takes no more nodes than this
    shown: int = 0  # how many of the best moves get an exact value if that is cheap; -1: all
    rounds: int = ROUNDS  # Maven: consecutive widenings that must leave its choice unchanged
    trace: bool = False  # record the decisions of `bstar` and Maven, and show more in each snapshot
    proven: Mapping[Move, tuple[int | None, int | None]] = field(default_factory=dict)  # bounds proven before

    def __post_init__(self) -> None:
        for name, least in (("top", 0), ("tree", 0), ("outcome_nodes", 0), ("shown", -1), ("rounds", 0)):
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"{name}: expected a whole number, got {number!r}")
            if number < least:
                raise ValueError(f"{name}: expected at least {least}, got {number}")
        if not isinstance(self.worth_of, Move | str | None):
            raise TypeError(f"worth_of: expected a Move or its text, got {self.worth_of!r}")
