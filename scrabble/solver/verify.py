"""Cross-check of a position: independent solvers must find the same value and the same best moves.

    solver           value   best moves
    bstar              +22   3F (L)LANO
    alphabeta          +22   3F (L)LANO
    ...

Each solver has a table of its own.  With few tiles left, alpha-beta without memory takes part as well; it
searches the reference game (`scrabble.solver.games.reference`), which shares none of the shortcuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bstar.background import with_answer
from scrabble.answer.names import StopReason
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.names import SolverName
from scrabble.solver.options import SolveOptions

FAST = (SolverName.BSTAR, SolverName.ALPHABETA, SolverName.NEGASCOUT, SolverName.MTDF, SolverName.SSS)
REFERENCE = SolverName.ALPHABETA_PLAIN
FEW_TILES = 4  # on both racks together


@dataclass(frozen=True, slots=True)
class SolverResult:
    """The answer of one solver."""

    solver: str
    value: int | None  # None: not proven within the limit
    best: tuple[str, ...]  # all best moves, sorted; empty without a value
    nodes: int
    seconds: float
    stopped_by: StopReason | None


@dataclass(frozen=True, slots=True)
class Verification:
    """The answers of all solvers.

    Attributes:
        position: The position.
        checks: The answer of each solver: value, best moves, nodes, seconds.
    """

    position: Position
    checks: list[SolverResult]

    def __repr__(self) -> str:
        ended = sum(check.value is not None for check in self.checks)
        agreed = ", and agree" * (ended > 1)
        found = self.disagreement or f"{ended} of {len(self.checks)} solvers came to an end{agreed}"
        return f"<Verification: {found}>"

    def _repr_html_(self) -> str:
        """Return a row for each solver, for a notebook."""
        from scrabble.report import notebook

        return notebook.verification_table(self)

    @property
    def disagreement(self) -> str | None:
        """The first difference, in one line; None if all solvers that finished agree."""
        proven = [check for check in self.checks if check.value is not None]
        for check in proven[1:]:
            first = proven[0]
            if check.value != first.value:
                return f"{first.solver} says {first.value:+}, {check.solver} says {check.value:+}"
            if check.best != first.best:
                difference = sorted(set(first.best) ^ set(check.best))
                return f"{first.solver} and {check.solver} disagree whether best: {', '.join(difference)}"
        return None

    @property
    def is_complete(self) -> bool:
        """Return whether every solver finished."""
        return all(check.value is not None for check in self.checks)


def solvers_for(position: Position) -> tuple[SolverName, ...]:
    """Return the solvers to compare on a position."""
    is_small = sum(map(len, position.rack_codes)) <= FEW_TILES
    return (*FAST, REFERENCE) if is_small else FAST


def searches(
    position: Position, lexicon: Lexicon, options: SolveOptions | None = None
) -> Iterator[EndgameSearch]:
    """Yield the search of each solver, for `checked`."""
    options = replace(options or SolveOptions(), all_best=True)
    for solver in solvers_for(position):
        yield EndgameSearch(position, lexicon, replace(options, solver=solver))


def checked(search: EndgameSearch) -> SolverResult:
    """Run a search to its end or its limit, and return its answer."""
    solution = search.result()
    best = tuple(sorted(solution.best)) if solution.value is not None and not solution.stopped_by else ()
    value = solution.value if best else None
    return SolverResult(solution.solver, value, best, solution.nodes, solution.seconds, solution.stopped_by)


def verify(
    position: Position,
    lexicon: Lexicon,
    options: SolveOptions | None = None,
    watch: Callable[[str], None] | None = None,
) -> Verification:
    """Solve a position with every solver.

    The limits of the options hold for each of them; `watch` is called with the name of each.  Ctrl-C raises
    KeyboardInterrupt; its attribute `verification` holds the solvers that finished.
    """
    checks: list[SolverResult] = []
    with with_answer("verification", lambda: Verification(position, checks)):
        for search in searches(position, lexicon, options):
            if watch is not None:
                watch(search.solver)
            checks.append(checked(search))
    return Verification(position, checks)
