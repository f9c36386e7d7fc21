"""A judge of positions: solves each one once, and finds all moves that are best.

    judge = Judge(lexicon, limit=Limit(seconds=30))
    judge.value(position)              Bounds of its value, exact if it was solved in time
    judge.worth(position, move)        score - value of the position after the move
    judge.solution(position)           the whole answer, with a line of best play

In a game that is gone through from its end, the worth of the move played is known before its position is
searched: it is the first bound of that search.  When the value is known, and a line with it, null windows
in the same table test every other move for being as good; then up to `top` moves get an exact worth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import overload

from bstar.search import Limit
from scrabble.endgame import MEMORY, Search, Snapshot, Solution, Wants
from scrabble.endgame.names import PROOF
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.preendgame.judge import Order
from scrabble.preendgame.search import BagSearch
from scrabble.preendgame.solution import BagSnapshot, BagSolution
from scrabble.report.points import Bounds, exactly

OUTCOME_NODES = 2_000  # who wins comes first, if that is cheap

Key = tuple[bytes, tuple[bytes, bytes], int]
Watch = Callable[[str, Snapshot | BagSnapshot], None]


class Judge:
    """Solutions of positions of one game, each searched once; `stop` ends all searching."""

    def __init__(
        self,
        lexicon: Lexicon,
        solver: str = PROOF,
        limit: Limit | None = None,
        memory: int = MEMORY,
        top: int = 1,
        watch: Watch | None = None,
    ) -> None:
        self.lexicon, self.solver, self.limit = lexicon, solver, limit
        self.memory, self.top, self.watch = memory, top, watch
        self.is_stopped = False
        self.interrupt: KeyboardInterrupt | None = None  # which stopped it
        self._solutions: dict[Key, Solution] = {}
        self._plays: dict[Key, dict[Move, int]] = {}
        self._search: Search | BagSearch | None = None

    def stop(self) -> None:
        """Stop the search under way, and every later one at once: what is known stays known."""
        self.is_stopped = True
        if self._search is not None:
            self._search.stop("interrupt")

    def resume(self) -> None:
        """Search again after `stop`: what was interrupted is searched anew."""
        self.is_stopped, self.interrupt = False, None
        self._solutions = {at: each for at, each in self._solutions.items() if each.limit != "interrupt"}

    def value(self, position: Position, about: str = "") -> Bounds:
        """The value of a position for the player on turn."""
        if position.is_over:
            (mine, theirs), (first, second) = position.final_scores, position.scores
            return exactly(mine - first - (theirs - second))
        solution = self.solution(position, about=about)
        return Bounds(solution.lower, solution.upper)

    def worth(self, position: Position, move: Move, about: str = "") -> Bounds:
        """What a move is worth; it need not be valid, only fit on the board."""
        return self.value(position.play(move), about).negated.plus(position.score(move))

    def worth_estimate(self, position: Position, move: Move) -> int | None:
        """Return the estimate of what a move is worth while that is open; it has been searched before."""
        after = position.play(move)
        estimate = None if after.is_over else self.solution(after).estimate
        return None if estimate is None else position.score(move) - estimate

    def solution(
        self, position: Position, known: dict[Move, Bounds] | None = None, about: str = ""
    ) -> Solution:
        """The solution of a position; `known` says what some of its moves are worth."""
        at = key(position)
        if at not in self._solutions:
            self._solutions[at] = self._solve(position, known or {}, about)
        return self._solutions[at]

    def bag_solution(self, position: Position, move: Move | None, about: str = "") -> BagSolution:
        """The solution of a position with tiles in the bag, with what a move of it is worth, if one is given.

        Raises PositionError for one that cannot be judged.
        """
        search = BagSearch(Order(position, self.lexicon, self.memory), self.limit, wanted=move)
        search.warm_up()
        return self._watched(search, about)

    def is_solved(self, position: Position) -> bool:
        """Has the position been searched already, or is there nothing to search?"""
        return position.is_over or key(position) in self._solutions

    def plays(self, position: Position) -> dict[Move, int]:
        """Every play of the player on turn with its score, the highest first."""
        at = key(position)
        if at not in self._plays:
            self._plays[at] = {step.move: step.score for step in position.legal_moves(self.lexicon)}
        return self._plays[at]

    def _solve(self, position: Position, known: dict[Move, Bounds], about: str) -> Solution:
        wants = Wants(top=self.top, all_best=True, outcome_nodes=OUTCOME_NODES, proven=known)
        search = Search(position, self.lexicon, self.solver, self.limit, self.memory, wants=wants)
        return self._watched(search, about)

    @overload
    def _watched(self, search: Search, about: str) -> Solution: ...

    @overload
    def _watched(self, search: BagSearch, about: str) -> BagSolution: ...

    def _watched(self, search: Search | BagSearch, about: str) -> Solution | BagSolution:
        """Run a search; Ctrl-C stops it and all later ones, and is kept for `study` to raise."""
        self._search = search
        if self.is_stopped:
            search.stop("interrupt")
        try:
            if self.watch is not None:
                for snapshot in search:
                    self.watch(about, snapshot)
            solution = search.result()
        except KeyboardInterrupt as interrupt:
            self.interrupt = interrupt
            self.stop()
            solution = search.result()
        self._search = None
        self.is_stopped = self.is_stopped or solution.limit == "interrupt"
        return solution


def key(position: Position) -> Key:
    """What the future of a position depends on."""
    return position.squares.tobytes(), position.racks, position.zeros
