"""Options of a search, one object from the command line to the engine.

    SolveOptions(seconds=10, exact=5)                       of an endgame or a pre-endgame
    SolveOptions(objective="outcome")                       of either: only who wins
    SolveOptions(objective="value", solver="mtdf")          of an endgame
    SolveOptions(objective="spread", workers=4)             of a pre-endgame

Options that exclude one another, or that cannot be honoured for a position, are refused with an OptionError,
which names the option; none is ever ignored.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bstar.options import Limit
from scrabble.answer.interval import Interval
from scrabble.answer.names import Objective
from scrabble.game.move import Move
from scrabble.game.position import PositionError
from scrabble.game.tiles import shortened
from scrabble.solver.names import (
    ALONE,
    MAVEN,
    MEMORY,
    MOST_MEMORY,
    MOST_NODES,
    MOST_THREADS,
    PROOF,
    SolverName,
)

SMALLEST_MEMORY = 16 << 20
LEAST = {"memory": SMALLEST_MEMORY, "exact": 0, "tree": 0, "stable_rounds": 0, "workers": 1}
LEAST |= {"outcome_nodes": 0, "cheap_exact": -1}
MOST = {"nodes": MOST_NODES, "workers": MOST_THREADS, "memory": MOST_MEMORY, "stable_rounds": MOST_NODES}
MOST |= {"outcome_nodes": MOST_NODES}
ENDGAME_ONLY = (
    *("solver", "exact", "all_best", "tree", "trace"),
    *(
        "stable_rounds",
        "outcome_nodes",
        "cheap_exact",
        "proven",
        "practical",
        "practical_if_behind",
        "look_on",
    ),
)
PREENDGAME_ONLY = ("settle_ties", "bag_is_known")


class OptionError(PositionError):
    """An option that cannot be honoured: `option` is its name, `problem` the reason."""

    def __init__(self, option: str, problem: str, separator: str = ": ") -> None:
        super().__init__(f"{option}{separator}{problem}")
        self.option, self.problem, self.separator = option, problem, separator


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """Options of a search.

    Args:
        objective: What is proven.  In an endgame "value" (the default), "move" (only which move is best) or
            "outcome" (only who wins); with tiles in the bag "win" (the default: the win probability, then the
            mean spread), "spread" (the other way round) or "outcome" (only the win probability).
        solver: The search algorithm; of endgames.
        seconds: Time limit.
        nodes: Node limit.
        memory: Bytes for the transposition table and the caches.
        workers: Threads that share the search.
        exact: How many of the best moves get an exact value; 0 for all.
        all_best: Decide for every move whether it is a best one.
        value_of: A move whose exact value is found, too; of a pass with tiles in the bag, bounds.
        tree: All best play as a tree of at most this number of moves; 0 for no tree.
        stable_rounds: Maven stops when this number of widenings in a row leave its choice unchanged; 3 if
            it is None.
        trace: Record the decisions of `bstar` and Maven, and show more in each snapshot.
        settle_ties: Search until the second objective is proven among moves that are equal in the first;
            without it, that takes at most as long as the first one did.
        bag_is_known: Assume that the side to move knows the tiles in the bag.
        outcome_nodes: Prove who wins before the value, if that takes no more nodes than this.
        cheap_exact: How many of the best moves get an exact value if that is cheap; -1 for all.
        proven: Bounds of the value of moves that were proven before.
        practical: Find out how hard the replies to the best moves are (`scrabble.answer.practical`).
        practical_if_behind: Do that in a game that is proven lost or drawn, with few nodes.
        look_on: After a time or node limit, look on for closer bounds: for half a second, or half the time if
            that is less, or a tenth of a longer time.
    """

    objective: Objective | str | None = None
    solver: SolverName | str = PROOF
    seconds: float | None = None
    nodes: int | None = None
    memory: int = MEMORY
    workers: int = 1
    exact: int = 1
    all_best: bool = False
    value_of: Move | str | None = None
    tree: int = 0
    stable_rounds: int | None = None
    trace: bool = False
    settle_ties: bool = False
    bag_is_known: bool = False
    outcome_nodes: int = 0
    cheap_exact: int = 0
    proven: Mapping[Move, Interval] = field(default_factory=dict)
    practical: bool = False
    practical_if_behind: bool = False
    look_on: bool = True

    def __post_init__(self) -> None:
        for name, usual in _DEFAULTS.items():
            value = getattr(self, name)
            if isinstance(usual, bool) and not isinstance(value, bool):
                raise TypeError(f"{name}: expected True or False, got {shortened(repr(value))}")
        for name, least in LEAST.items():
            number = getattr(self, name)
            if number is None and _DEFAULTS[name] is None:
                continue
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"{name}: expected a whole number, got {shortened(repr(number))}")
            if number < least:
                raise OptionError(name, f"expected at least {least}, got {number}")
        if not isinstance(self.value_of, Move | str | None):
            raise TypeError(f"value_of: expected a Move or its text, got {shortened(repr(self.value_of))}")
        for name, names, value in (
            ("solver", SolverName, self.solver),
            ("objective", Objective, self.objective),
        ):
            if value is not None or name != "objective":
                object.__setattr__(self, name, _member(name, names, value))
        self._check_limits()
        self._check_combination()

    def _check_limits(self) -> None:
        """Raise TypeError or OptionError for a limit that is no positive number, or too large."""
        try:
            _ = self.limit
        except ValueError:
            if self.seconds is not None and not self.seconds > 0:
                raise OptionError("seconds", f"expected more than 0, got {self.seconds}") from None
            raise OptionError("nodes", f"expected at least 1, got {self.nodes}") from None
        for name, most in MOST.items():
            if (getattr(self, name) or 0) > most:
                raise OptionError(name, f"expected at most {most:,}")

    def _check_combination(self) -> None:
        """Raise OptionError for options that exclude one another."""
        solver, objective = self.solver, self.objective
        more = {name: getattr(self, name) != _DEFAULTS[name] for name in ("exact", "all_best", "tree")}
        named = next((name for name, is_given in more.items() if is_given), None)
        any_value = named or ("value_of" if self.value_of is not None else None)
        if solver == MAVEN and any_value:
            raise OptionError(any_value, "maven estimates values, it proves none")
        if objective == Objective.MOVE and named:
            raise OptionError(named, "only the best move is proven, no values")
        if objective == Objective.MOVE and solver != PROOF:
            raise OptionError("objective", f"only bstar can prove the move alone, not {solver}")
        if objective == Objective.OUTCOME and any_value:
            raise OptionError(any_value, "only the outcome is proven, no values")
        if objective == Objective.OUTCOME and solver not in (PROOF, SolverName.MTDF, MAVEN):
            raise OptionError("objective", f"only bstar and mtdf can prove the outcome, not {solver}")
        if objective == Objective.OUTCOME and self.settle_ties:
            raise OptionError("settle_ties", "only the outcome is proven, no spread")
        asked = (name for name in ("practical", "practical_if_behind") if getattr(self, name))
        practical = next(asked, None)
        if practical and solver != PROOF:
            raise OptionError(practical, f"only bstar looks at replies, not {solver}")
        if practical and objective in (Objective.MOVE, Objective.OUTCOME):
            raise OptionError(practical, "it needs the value, which is not proven with this objective")
        if self.workers > 1 and solver in ALONE:
            raise OptionError("workers", f"{solver} searches in one thread only")
        if self.stable_rounds is not None and solver != MAVEN:
            raise OptionError("stable_rounds", f"only maven goes in rounds, not {solver}")
        if self.trace and solver not in (PROOF, MAVEN):
            raise OptionError("trace", f"only bstar and maven have decisions to show, not {solver}")

    @property
    def limit(self) -> Limit:
        """The limits of time and nodes."""
        return Limit(self.seconds, self.nodes)

    def check_for(self, is_preendgame: bool) -> None:
        """Raise OptionError for an option that has no meaning for a position."""
        names = ENDGAME_ONLY if is_preendgame else PREENDGAME_ONLY
        found = next((name for name in names if getattr(self, name) != _DEFAULTS[name]), None)
        objective = self.objective
        if isinstance(objective, Objective) and not objective.is_for(is_preendgame):
            found = "objective"
        if found is not None:
            raise OptionError(found, FOR_ENDGAMES if is_preendgame else FOR_PREENDGAMES, " ")


FOR_ENDGAMES = "is for endgames only: there are tiles in the bag"
FOR_PREENDGAMES = "is for positions with tiles in the bag: here the bag is empty"
_DEFAULTS = {each.name: each.default for each in dataclasses.fields(SolveOptions)} | {"proven": {}}


def _member(name: str, names: type[StrEnum], value: object) -> StrEnum:
    """Return the member of an enumeration, given as such or as its text."""
    try:
        return names(value)  # type: ignore[arg-type]
    except ValueError:
        raise OptionError(name, f"expected one of {', '.join(names)}, got {shortened(repr(value))}") from None
