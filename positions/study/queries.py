"""Queries about a position with tiles in the bag, one at a time, and the bounds that they prove.

    asking = Asking(position, lexicon, memory)
    asking.settle(WIN)            every move with every draw: is it won, drawn or lost?

The values and the bounds are those of `endgame solve`; which query comes next is up to the caller.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from bstar.chance.interval_sum import PROVE_BEST, Answer, Query
from scrabble.answer.names import Objective
from scrabble.bench.measure import run_until
from scrabble.game.move import move_text
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import unpack
from scrabble.solver.preendgame.endgames import Endgames
from scrabble.solver.preendgame.estimates import SpreadEstimates
from scrabble.solver.preendgame.moves import MoveEnumerator
from scrabble.solver.preendgame.task import COMPARED, gc_paused

OBJECTIVES = COMPARED[Objective.WIN]
WIN, SPREAD = 0, 1  # indices of the objectives
WITHOUT_END = 1 << 40  # nodes for a query that has to be answered


class Asking:
    """The queries about one position, with tables of their own, and what they have proven."""

    def __init__(self, position: Position, lexicon: Lexicon, memory: int) -> None:
        with gc_paused():
            self.unseen = UnseenTiles(position)
            self.solver = Endgames(self.unseen, lexicon, memory)
            self.moves = MoveEnumerator(self.solver, OBJECTIVES).candidates()
            self.estimates = SpreadEstimates(self.moves, OBJECTIVES, self.solver)
            self.search = self.estimates.search()
        self.texts = [move_text(unpack(each.play.number, position), position) for each in self.moves]

    def run(self, work: Callable[[], None], seconds: float) -> str | None:
        """Run `work`, which asks, for so many CPU seconds; return what stopped it, None if it ended."""
        has_ended = False

        def asked() -> None:
            nonlocal has_ended
            with gc_paused():
                work()
            has_ended = True

        control = self.solver.engine.control
        stopped_by = run_until(time.process_time() + seconds, lambda: False, control, asked)
        return None if has_ended else stopped_by

    def ask(self, query: Query) -> None:
        """Ask a query and keep the proven bounds.  Raises SearchStopped."""
        is_done, before = False, self.solver.nodes
        try:
            is_done = self.search.term_of(query).ask(query)
        finally:
            self.search.update(Answer(query, is_done, self.solver.nodes - before))

    def settle(self, objective: int, moves: Iterable[int] | None = None) -> None:
        """Ask until the value of moves, or of all, in an objective is known with every draw."""
        for move in range(len(self.moves)) if moves is None else moves:
            for part, term in enumerate(self.search.moves[move].terms):
                while term.is_open(objective):
                    gamma = term.next_threshold(objective)
                    self.ask(Query(move, part, objective, gamma, WITHOUT_END, PROVE_BEST))
