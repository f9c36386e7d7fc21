"""Options of a search, one object from the command line to the engine; each is declared here alone.

    SolveOptions(seconds=10, exact=5)                       of an endgame or a pre-endgame
    SolveOptions(objective="outcome")                       of either: only who wins
    SolveOptions(objective="value", solver="mtdf")          of an endgame
    SolveOptions(objective="spread", workers=4)             of a pre-endgame

From its declaration an option has its text, its limits and, with a `flag`, its place in `endgame solve`; the
service takes it as a key of a request unless it is `internal`.

Options that exclude one another, or that cannot be honoured for a position, are refused with an OptionError,
which names the option; none is ever ignored.
"""
# ruff: noqa: RUF009  `_option` returns a field

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from bstar.options import Limit
from scrabble.answer.interval import Interval
from scrabble.answer.names import Objective, ObjectiveText
from scrabble.errors import ScrabbleError
from scrabble.game.tiles import quoted, shortened
from scrabble.solver.names import (
    BSTAR,
    MAVEN,
    MEMORY,
    MOST_MEMORY,
    MOST_NODES,
    MOST_THREADS,
    ONE_THREAD_ONLY,
    SolverName,
    SolverText,
)

if TYPE_CHECKING:
    from scrabble.game.move import Move

SMALLEST_MEMORY = 16 << 20
FOR_ENDGAMES = "is for endgames only: there are tiles in the bag"
FOR_PREENDGAMES = "is for positions with tiles in the bag: here the bag is empty"


class OptionError(ScrabbleError):
    """An option that cannot be honoured: `option` is its name, `problem` the reason."""

    def __init__(self, option: str, problem: str, separator: str = ": ") -> None:
        super().__init__(f"{option}{separator}{problem}")
        self.option, self.problem, self.separator = option, problem, separator


class Option(NamedTuple):
    """The declaration of an option: its type, its text, where it is given, and what is refused."""

    type: type  # bool, int, float, str or an enumeration; another one is checked where it is used
    text: str
    flag: str = ""  # on the command line, with its value: "--exact N"; "" if it is not there
    least: int | None = None  # of a whole number
    most: int | None = None
    usual: str = ""  # the default of the command line in words, where Python has another one
    only: str = ""  # FOR_ENDGAMES, FOR_PREENDGAMES, or "" for both
    research: bool = False  # in that section of the help
    internal: bool = False  # given by the program that searches, never by a request


def _option(default: Any, kind: type, text: str, flag: str = "", **more: Any) -> Any:
    return field(default=default, metadata={"option": Option(kind, text, flag, **more)})


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """Options of a search."""

    seconds: float | None = _option(None, float, "Time limit for each position.", "--time SECONDS")
    value_of: Move | str | None = _option(
        None,
        str,
        "Also find what MOVE is worth, such as '8D WORD'; a pass with tiles in the bag gets a range.",
        "--value-of MOVE",
    )
    practical: bool = _option(
        False,
        bool,
        "Name the right replies to the best moves. In a lost game name also the best try, the move that is "
        "hardest to answer; without this option it is shown only if it is found quickly.",
        "--practical",
        only=FOR_ENDGAMES,
    )
    objective: Objective | ObjectiveText | None = _option(
        None,
        Objective,
        "What to prove. Bag empty: the best move and what it is worth (value, the default), the best move "
        "(move), or who wins (outcome). Tiles in the bag: the move that wins most often, and of these the "
        "one with most points (win, the default), the move with most points on average (spread), or how "
        "often you win (outcome).",
        "--objective",
    )
    exact: int = _option(
        1,
        int,
        "How many moves, the best first, get an exact value in place of a bound; 0: all.",
        "--exact N",
        least=0,
        only=FOR_ENDGAMES,
    )
    solver: SolverName | SolverText = _option(
        BSTAR,
        SolverName,
        "The search algorithm: maven only estimates, the others prove the same answer.",
        "--solver",
        only=FOR_ENDGAMES,
        research=True,
    )
    trace: bool = _option(
        False,
        bool,
        "Show how the search comes to its decision (bstar and maven only).",
        "--trace",
        only=FOR_ENDGAMES,
        research=True,
    )
    nodes: int | None = _option(
        None,
        int,
        "Stop each search after N positions: unlike --time, the same search on every computer.",
        "--nodes N",
        least=1,
        most=MOST_NODES,
        research=True,
    )
    workers: int = _option(
        1,
        int,
        "Cores of the computer that one search uses; with tiles in the bag it uses one.",
        "--threads N",
        least=1,
        most=MOST_THREADS,
        usual="the idle ones, up to 4",
        research=True,
    )
    memory: int = _option(
        MEMORY,
        int,
        "Bytes for the transposition table and the caches; on the command line the setting `memory`, in MB.",
        least=SMALLEST_MEMORY,
        most=MOST_MEMORY,
        internal=True,
    )
    all_best: bool = _option(
        False, bool, "Decide for every move whether it is a best one.", only=FOR_ENDGAMES
    )
    tree: int = _option(
        0,
        int,
        "All best play as a tree of at most this number of moves; 0: no tree.",
        least=0,
        only=FOR_ENDGAMES,
    )
    settle_ties: bool = _option(
        False,
        bool,
        "Search until the second objective is proven among moves that are equal in the first; without it, "
        "that takes at most as long as the first one did.",
        only=FOR_PREENDGAMES,
    )
    bag_is_known: bool = _option(
        False, bool, "Assume that the side to move knows the tiles in the bag.", only=FOR_PREENDGAMES
    )
    stable_rounds: int | None = _option(
        None,
        int,
        "Maven stops when this number of widenings in a row leave its choice unchanged; by default 3.",
        least=0,
        most=MOST_NODES,
        only=FOR_ENDGAMES,
    )
    cheap_exact: int = _option(
        0,
        int,
        "How many of the best moves get an exact value if that is cheap; -1: all.",
        least=-1,
        only=FOR_ENDGAMES,
        internal=True,
    )
    outcome_nodes: int = _option(
        0,
        int,
        "Prove who wins before the value, if that takes no more nodes than this.",
        least=0,
        most=MOST_NODES,
        only=FOR_ENDGAMES,
        internal=True,
    )
    proven: Mapping[Move, Interval] | None = _option(
        None,
        object,
        "Bounds of the value of moves that were proven before.",
        only=FOR_ENDGAMES,
        internal=True,
    )
    practical_if_behind: bool = _option(
        False,
        bool,
        "Do what `practical` does in a game that is proven lost or drawn, with few nodes.",
        only=FOR_ENDGAMES,
    )
    late_tests: bool = _option(
        True,
        bool,
        "After a time or node limit, test the chosen move for closer bounds: for half a second, or half the "
        "time if that is less, or a tenth of a longer time.",
        only=FOR_ENDGAMES,
        internal=True,
    )

    def __post_init__(self) -> None:
        for name, declared in OPTIONS.items():
            value = getattr(self, name)
            if value is not None or DEFAULTS[name] is not None:
                _check(name, declared, value)
            if value is not None and issubclass(declared.type, StrEnum):
                object.__setattr__(self, name, declared.type(value))
        self._check_value_of()
        self._check_seconds()
        self._check_combination()

    def _check_value_of(self) -> None:
        """Raise TypeError unless it is a move or a text."""
        if isinstance(self.value_of, str | None):
            return
        from scrabble.game.move import Move  # with numpy, which is not loaded for the help of a command

        if not isinstance(self.value_of, Move):
            raise TypeError(f"value_of: expected a Move or its text, got {shortened(repr(self.value_of))}")

    def _check_seconds(self) -> None:
        """Raise TypeError or OptionError unless it is a positive number."""
        try:
            _ = self.limit
        except ValueError:
            raise OptionError("seconds", f"expected more than 0, got {self.seconds}") from None

    def _check_combination(self) -> None:
        """Raise OptionError for options that exclude one another."""
        solver, objective = self.solver, self.objective
        more = {name: getattr(self, name) != DEFAULTS[name] for name in ("exact", "all_best", "tree")}
        named = next((name for name, is_given in more.items() if is_given), None)
        any_value = named or ("value_of" if self.value_of is not None else None)
        if solver == MAVEN and any_value:
            raise OptionError(any_value, "maven estimates values, it proves none")
        if objective == Objective.MOVE and named:
            raise OptionError(named, "only the best move is proven, no values")
        if objective == Objective.MOVE and solver != BSTAR:
            raise OptionError("objective", f"only bstar can prove the move alone, not {solver}")
        if objective == Objective.OUTCOME and any_value:
            raise OptionError(any_value, "only the outcome is proven, no values")
        if objective == Objective.OUTCOME and solver not in (BSTAR, SolverName.MTDF, MAVEN):
            raise OptionError("objective", f"only bstar and mtdf can prove the outcome, not {solver}")
        if objective == Objective.OUTCOME and self.settle_ties:
            raise OptionError("settle_ties", "only the outcome is proven, no spread")
        asked = (name for name in ("practical", "practical_if_behind") if getattr(self, name))
        practical = next(asked, None)
        if practical and solver != BSTAR:
            raise OptionError(practical, f"only bstar looks at replies, not {solver}")
        if practical and objective in (Objective.MOVE, Objective.OUTCOME):
            raise OptionError(practical, "it needs the value, which is not proven with this objective")
        if self.workers > 1 and solver in ONE_THREAD_ONLY:
            raise OptionError("workers", f"{solver} searches in one thread only")
        if self.stable_rounds is not None and solver != MAVEN:
            raise OptionError("stable_rounds", f"only maven goes in rounds, not {solver}")
        if self.trace and solver not in (BSTAR, MAVEN):
            raise OptionError("trace", f"only bstar and maven have decisions to show, not {solver}")

    @property
    def limit(self) -> Limit:
        """The limits of time and nodes."""
        return Limit(self.seconds, self.nodes)

    def check_for(self, is_preendgame: bool) -> None:
        """Raise OptionError for an option that has no meaning for a position."""
        reason = FOR_ENDGAMES if is_preendgame else FOR_PREENDGAMES
        given = (name for name in OPTIONS if getattr(self, name) != DEFAULTS[name])
        found = next((name for name in given if OPTIONS[name].only == reason), None)
        objective = self.objective
        if isinstance(objective, Objective) and not objective.is_for(is_preendgame):
            found = "objective"
        if found is not None:
            raise OptionError(found, reason, " ")


OPTIONS: dict[str, Option] = {each.name: each.metadata["option"] for each in dataclasses.fields(SolveOptions)}
DEFAULTS: dict[str, Any] = {each.name: each.default for each in dataclasses.fields(SolveOptions)}
SolveOptions.__doc__ = "\n    ".join(
    [
        *("Options of a search.", "", "Args:"),
        *(f"    {name}{each.flag and f' ({each.flag})'}: {each.text}" for name, each in OPTIONS.items()),
        "",
    ]
)


def _check(name: str, declared: Option, value: object) -> None:
    """Raise TypeError or OptionError for a value that is not of the declared type, or out of range."""
    if declared.type is bool and not isinstance(value, bool):
        raise TypeError(f"{name}: expected True or False, got {shortened(repr(value))}")
    if declared.type is int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{name}: expected a whole number, got {shortened(repr(value))}")
        if declared.least is not None and value < declared.least:
            raise OptionError(name, f"expected at least {declared.least}, got {value}")
        if declared.most is not None and value > declared.most:
            raise OptionError(name, f"expected at most {declared.most:,}")
    if issubclass(declared.type, StrEnum) and value not in [*declared.type]:
        raise OptionError(name, f"expected one of {', '.join(declared.type)}, got {shortened(repr(value))}")


class LimitKeywords(TypedDict, total=False):
    """Limits of a search, as keyword arguments."""

    seconds: float | None
    nodes: int | None


class SearchKeywords(LimitKeywords, total=False):
    """The most used options of a search, as keyword arguments; None is the same as none given."""

    solver: SolverName | SolverText | None
    objective: Objective | ObjectiveText | None
    exact: int | None
    workers: int | None


class AnalysisKeywords(TypedDict, total=False):
    """The options of the searches of an analysis, as keyword arguments; None is the same as none given."""

    solver: SolverName | SolverText | None
    seconds: float | None
    nodes: int | None
    memory: int | None
    exact: int | None
    practical: bool | None


def with_keywords(
    options: SolveOptions, given: Mapping[str, Any], known: Iterable[str], hint: Callable[[str], str]
) -> SolveOptions:
    """Return options with those in `given` that are not None in place of their own.

    Raises TypeError for a name that is not `known`, with a hint about it.
    """
    for name in sorted(given.keys() - set(known)):
        raise TypeError(f"unexpected keyword argument {quoted(name)}: {hint(name)}")
    return dataclasses.replace(options, **{name: value for name, value in given.items() if value is not None})
