"""Convergence of the root intervals on the best move of one position during a B* search.

    at most     every other move    ------.____
    at least    the best move       ____/------      where they meet, the best move is separated

Read from the trace of `bstar`, whose intervals are proven, or of `maven`, whose are estimates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from scrabble.bench.measure import BenchPosition
from scrabble.game.move import move_text
from scrabble.movegen.packed_move import unpack
from scrabble.solver import MEMORY, PROOF, EndgameSearch, SolveOptions
from scrabble.solver.decisions import interval_of
from scrabble.solver.interval import UNKNOWN, Interval, Number
from scrabble.solver.setup import new_tree_search, root_estimates


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
    options = SolveOptions(solver=solver, seconds=seconds, trace=True)
    solution = EndgameSearch(task.reading.position, task.reading.lexicon, options).result()
    bounds = _first_bounds(task) if solver == PROOF else {}
    stages = [_stage(0, bounds, solution.text)] if bounds else []
    for decision in solution.trace or ():
        if solver == PROOF and not decision.strategy:
            continue  # the root before the search: `_first_bounds` are tighter
        bounds |= {change.text: change.bounds for change in decision.changes}
        stages.append(_stage(decision.expansions, bounds, solution.text))
    if stages and solver == PROOF:
        bounds |= {each.text: each.bounds for each in solution.moves}
        stages.append(_stage(stages[-1].expansions, bounds, solution.text))
    return Convergence(task.id, solver, solution.text, solution.status, stages)


def _first_bounds(task: BenchPosition) -> dict[str, Interval]:
    """Return the proven interval of every move before the search."""
    position = task.reading.position
    engine, game, _ = new_tree_search(position, task.reading.lexicon, MEMORY)
    return {
        move_text(unpack(each.move, position), position): interval_of(each.lower, each.upper)
        for each in root_estimates(game, engine)
    }


def _stage(expansions: int, bounds: dict[str, Interval], best: str) -> ConvergencePoint:
    own = bounds.get(best, UNKNOWN)
    uppers = [each.upper for text, each in bounds.items() if text != best]
    return ConvergencePoint(
        expansions=expansions,
        lower=_finite(own.lower),
        upper=_finite(own.upper),
        others=_finite(max(uppers, default=-math.inf)),
        open=sum(bound > own.lower for bound in uppers),
    )


def _finite(bound: Number) -> int | None:
    return None if math.isinf(bound) else int(bound)
