"""Convergence of the root intervals on the best move of one position during a B* search.

    at most     every other move    ------.____
    at least    the best move       ____/------      where they meet, the best move is separated

Read from the trace of `bstar`, whose intervals are proven, or of `maven`, whose are estimates.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bstar.game import INF
from bstar.options import Limit
from scrabble.bench.measure import BenchPosition
from scrabble.game.move import move_text
from scrabble.movegen.packed_move import unpack
from scrabble.solver import MEMORY, PROOF, EndgameSearch, SolveOptions
from scrabble.solver.setup import new_tree_search, root_estimates
from scrabble.solver.solution import MoveInterval, finite_or_none


class ConvergencePoint(NamedTuple):
    """The root after a number of expansions; None means no bound yet."""

    expansions: int
    lower: int | None  # of the move that turned out best
    upper: int | None
    others: int | None  # the greatest upper bound of the other moves
    open: int  # number of other moves that may be better


@dataclass(frozen=True, slots=True)
class Convergence:
    """The course of one search."""

    id: str
    solver: str
    move: str  # the best
    status: str
    stages: list[ConvergencePoint]


def convergence(task: BenchPosition, solver: str = PROOF, seconds: float | None = None) -> Convergence:
    """Search a position and return the course of its moves' intervals."""
    wants = SolveOptions(trace=True)
    solution = EndgameSearch(
        task.reading.position, task.reading.lexicon, solver, Limit(seconds), MEMORY, wants=wants
    ).result()
    bounds = {each.text: each for each in _first_bounds(task)} if solver == PROOF else {}
    stages = [_stage(0, bounds, solution.text)] if bounds else []
    for decision in solution.trace or ():
        if solver == PROOF and not decision.strategy:
            continue  # the root before the search: `_first_bounds` are tighter
        bounds |= {change.text: change for change in decision.changes}
        stages.append(_stage(decision.expansions, bounds, solution.text))
    if stages and solver == PROOF:
        bounds |= {each.text: MoveInterval(each.text, each.lower, each.upper) for each in solution.moves}
        stages.append(_stage(stages[-1].expansions, bounds, solution.text))
    return Convergence(task.id, solver, solution.text, solution.status, stages)


def _first_bounds(task: BenchPosition) -> list[MoveInterval]:
    """Return the proven interval of every move before the search."""
    position = task.reading.position
    engine, game, _ = new_tree_search(position, task.reading.lexicon, MEMORY)
    return [
        MoveInterval(
            move_text(unpack(each.move, position), position),
            finite_or_none(each.lower),
            finite_or_none(each.upper),
        )
        for each in root_estimates(game, engine)
    ]


def _stage(expansions: int, bounds: dict[str, MoveInterval], best: str) -> ConvergencePoint:
    own = bounds.get(best, MoveInterval(best, None, None))
    uppers = [each.upper for text, each in bounds.items() if text != best]
    finite = [bound for bound in uppers if bound is not None]
    others = max(finite, default=None) if len(finite) == len(uppers) else None
    least = -INF if own.lower is None else own.lower
    is_open = sum(bound is None or bound > least for bound in uppers)
    return ConvergencePoint(expansions, own.lower, own.upper, others, is_open)
