"""Solve a game by the name of a solver, and compare solvers.

    bstar.solve(game, "mtdf", seconds=10)
    bstar.compare(game)

The game is in the same position before and after.  With NUMBA_DISABLE_JIT=1 in the environment searches run
as plain Python, some 100 times slower, and a breakpoint in a game of one's own works.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bstar.engine import Engine
from bstar.game_check import GameError, check_is_game, with_inf
from bstar.options import Limit
from bstar.solvers import SOLVERS
from bstar.task import Result, SearchTask


def solve(
    game: Any, solver: str = "bstar", *, seconds: float | None = None, nodes: int | None = None
) -> Result:
    """Search a game from its current position until its value is proven, or to a limit.

    Raises ValueError for an unknown solver, a limit that is not positive, and a game that is over.
    """
    check_is_game(game)
    if solver not in SOLVERS:
        raise ValueError(f"solver: unknown {solver!r}, expected one of {', '.join(SOLVERS)}")
    limit = Limit(seconds, nodes)
    engine = Engine(game, SOLVERS[solver].algorithm)
    return SearchTask(engine, SOLVERS[solver].driver, limit).result()


class Comparison(dict[str, Result]):
    """The result of each solver by name; printed as a table."""

    def __str__(self) -> str:
        rows = [["solver", "value", "status", "nodes", "expansions", "leaves", "seconds"]]
        for solver, found in self.items():
            bounds = with_inf(f"{found.lower}..{found.upper}")
            value = bounds if found.value is None else f"{found.value}"
            counts = (f"{count:,}" for count in (found.nodes, found.expansions, found.leaves))
            rows.append([solver, value, found.status, *counts, f"{found.seconds:.3f}"])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if at in (0, 2) else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )


def compare(
    game: Any,
    solvers: Sequence[str] = tuple(SOLVERS),
    *,
    seconds: float | None = 10,
    nodes: int | None = None,
) -> Comparison:
    """Solve a game with each solver, all of them unless named, within the limits for each.

    Raises GameError when the bounds they have proven exclude each other: then the game is at fault.
    """
    if isinstance(solvers, str) or not isinstance(solvers, Sequence):
        raise TypeError(f"solvers: expected a list of names, such as ['mtdf'], got {solvers!r}")
    if not solvers:
        raise ValueError("solvers: expected at least one")
    found = Comparison()
    for solver in solvers:
        found[solver] = solve(game, solver, seconds=seconds, nodes=nodes)
    low = max(found, key=lambda solver: found[solver].lower)
    high = min(found, key=lambda solver: found[solver].upper)
    if found[low].lower > found[high].upper:
        raise GameError(
            f"the value is at least {found[low].lower} by {low} and at most {found[high].upper} by {high}: "
            "check_game looks for the fault of the game"
        )
    return found
