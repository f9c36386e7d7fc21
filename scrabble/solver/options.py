"""What a search of an endgame is to find out, in words of Scrabble."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scrabble.game.move import Move
from scrabble.solver.names import ROUNDS


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """What a search is to find out besides the best move and its value."""

    value: bool = True  # False: the best move is enough, for the solver `bstar`
    top: int = 1  # how many of the best moves get an exact value; 0: all
    all_best: bool = False
    worth_of: Move | str | None = None  # a move whose exact worth is wanted, or its text
    tree: int = 0  # all best play, as a tree of so many moves at most
    outcome: bool = False  # won, drawn or lost is enough
    outcome_nodes: int = 0  # that comes first, if so many nodes are enough
    shown: int = 0  # so many of the best moves get an exact value if that is cheap beside the search; -1: all
    rounds: int = ROUNDS  # of Maven: widenings without a change of mind
    trace: bool = False  # the decisions of `bstar` and Maven, and more in each snapshot
    proven: Mapping[Move, tuple[int | None, int | None]] = field(default_factory=dict)  # known before: bounds

    def __post_init__(self) -> None:
        for name, least in (("top", 0), ("tree", 0), ("outcome_nodes", 0), ("shown", -1), ("rounds", 0)):
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"{name}: expected a whole number, got {number!r}")
            if number < least:
                raise ValueError(f"{name}: expected at least {least}, got {number}")
        if not isinstance(self.worth_of, Move | str | None):
            raise TypeError(f"worth_of: expected a Move or its text, got {self.worth_of!r}")
