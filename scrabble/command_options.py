"""The options that several commands share, as typer takes them, and the names of the solvers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

COMPILING = "getting the search ready; the first run on a machine compiles it, up to a minute"


class Solver(StrEnum):
    """The names of `scrabble.endgame.SOLVERS`."""

    BSTAR = "bstar"
    ALPHABETA = "alphabeta"
    ALPHABETA_PLAIN = "alphabeta-plain"
    NEGASCOUT = "negascout"
    MTDF = "mtdf"
    MTD_STEP = "mtd-step"
    BISECTION = "bisection"
    SSS = "sss"
    DUAL = "dual"
    STOCKMAN = "stockman"
    STOCKMAN_DUAL = "stockman-dual"
    TEXTBOOK = "textbook"
    MINIMAX = "minimax"
    MAVEN = "maven"


ALONE = {  # not `scrabble.endgame.shares`
    Solver.ALPHABETA_PLAIN,
    Solver.NEGASCOUT,
    Solver.STOCKMAN,
    Solver.STOCKMAN_DUAL,
    Solver.TEXTBOOK,
    Solver.MINIMAX,
    Solver.MAVEN,
}
SOLVER_HELP = f"How to search: {', '.join(Solver)}. All but maven prove the same answer."


def positive(value: float | None) -> float | None:
    """Refuse what is not more than 0."""
    if value is not None and not value > 0:
        raise typer.BadParameter(f"{value:g} is not more than 0.")
    return value


Positions = Annotated[
    list[str],
    typer.Argument(metavar="POSITION", help="Files (.cgp, .jsonl), -, or texts in CGP."),
]
LexiconName = Annotated[
    str | None,
    typer.Option("--lexicon", metavar="NAME|PATH", help="Default: the lexicon the position names."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
SolverName = Annotated[Solver, typer.Option("--solver", metavar="NAME", help=SOLVER_HELP)]
Seconds = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", callback=positive, help="Stop a search after so long."),
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", metavar="N", min=1, help="Stop a search after so many.")
]
Memory = Annotated[int, typer.Option("--memory", metavar="MB", min=16, help="Memory for tables and caches.")]
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", min=1, help="Threads that share a search and its table.")
]
WithBoard = Annotated[bool, typer.Option("--board/--no-board", help="Draw the board.")]
