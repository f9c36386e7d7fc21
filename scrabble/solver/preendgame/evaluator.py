"""Answers to the queries of a pre-endgame search.

    PreendgameTask       a position and how to solve it
    ScenarioEvaluator    its moves with their parts, and the engines behind them; answers a query

A part is the value of a move with one draw (`moves.py`); a query asks whether it is at least a given number.

Python's cyclic garbage collector is paused while a search runs (`gc_paused`): a position has some 50,000
pairs of a move and a draw, objects without cycles that live as long as the search, and looking through them
took more than half the time of setting up and a third of the time between queries.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from bstar.chance.interval_sum import Query
from scrabble.answer.names import Objective
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.solver.preendgame.moves import MoveEnumerator
from scrabble.solver.preendgame.scenarios import FAST, ScenarioSolver, ScenarioSpread
from scrabble.solver.preendgame.values import threshold

COMPARED = {  # what moves are compared by, in this order; for the outcome only the first one decides
    Objective.WIN: (Objective.WIN, Objective.SPREAD),
    Objective.SPREAD: (Objective.SPREAD, Objective.WIN),
    Objective.OUTCOME: (Objective.WIN, Objective.SPREAD),
}

_lock = threading.Lock()
_at_work, _was_enabled = 0, True


@dataclass(frozen=True)
class PreendgameTask:
    """A position to solve, and how."""

    position: Position
    lexicon: Lexicon
    memory: int  # bytes
    objectives: tuple[Objective, ...] = COMPARED[Objective.WIN]
    bag_is_known: bool = False  # to the player to move
    game: str = FAST


class Evaluation(NamedTuple):
    """The bounds of a part after a query."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    is_done: bool
    nodes: int


class ScenarioEvaluator:
    """The moves of a position with their parts, and the engine that answers queries about them."""

    def __init__(self, task: PreendgameTask) -> None:
        self.unseen = UnseenTiles(task.position, task.bag_is_known)
        self.solver = ScenarioSolver(self.unseen, task.lexicon, task.memory, task.game)
        self.objectives = task.objectives
        self._enumerator = MoveEnumerator(self.solver, task.objectives)
        self.moves = self._enumerator.candidates()

    def bound_plays(self) -> bool:
        """Replace the moves, before the first query, by bounded ones; return whether a bound was found.

        Raises SearchStopped.
        """
        if not self._enumerator.bound_plays():
            return False
        self.moves = self._enumerator.candidates()
        return True

    def answer(self, query: Query) -> Evaluation:
        """Answer a query.  Raises SearchStopped when the engine was stopped."""
        candidate = self.moves[query.move]
        part, objective = candidate.parts[query.term], self.objectives[query.objective]
        before = self.solver.nodes
        is_done = part.ask(objective, query.gamma, query.budget)
        return self.known(query, is_done, self.solver.nodes - before)

    def answer_each(self, queries: Sequence[Query], nodes: int) -> dict[Query, Evaluation]:
        """Return the answers to those queries about one move that `nodes` nodes each answer.

        Only plays that empty the bag are searched.  Raises SearchStopped when the engine was stopped.
        """
        parts = self.moves[queries[0].move].parts
        spreads = [
            part for part in (parts[query.term] for query in queries) if isinstance(part, ScenarioSpread)
        ]
        if len(spreads) < len(queries) or not self.solver.has_fast_game:
            return {}
        leasts = [threshold(self.objectives[query.objective], query.gamma) for query in queries]
        before = self.solver.nodes
        ScenarioSpread.ask_each(spreads, leasts, nodes)
        taken = (self.solver.nodes - before) // len(queries)
        return {
            query: self.known(query, True, taken)
            for query, spread, least in zip(queries, spreads, leasts, strict=True)
            if not spread.is_open(least)
        }

    def known(self, query: Query, is_done: bool = False, nodes: int = 0) -> Evaluation:
        """Return the bounds of the part that a query is about."""
        candidate = self.moves[query.move]
        lower, upper = candidate.parts[query.term].bounds(self.objectives)
        return Evaluation(lower, upper, is_done, nodes)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause Python's cyclic garbage collector while any search runs in this process (reference counted)."""
    global _at_work, _was_enabled
    with _lock:
        if _at_work == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _at_work += 1
    try:
        yield
    finally:
        with _lock:
            _at_work -= 1
            if _at_work == 0 and _was_enabled:
                gc.enable()
