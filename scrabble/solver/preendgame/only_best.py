"""Search of whether one move alone wins most often, in steps; no spread is searched.

    search = OnlyBestSearch(position, lexicon, options)
    best = search.prove_best(20)        a move with the greatest win probability, or None
    search.prove_only(20)               True if every other move wins less often, False if one wins as often
    search.narrow(moves, 5)             win probabilities of some moves, as far as that goes
    search.narrow_second(5)             that of the second-best move
    search.by_move()                    every move with what is proven by now

Each step takes a time limit and goes on where the one before stopped.  A pass is no rival in `prove_only`:
its own value is that of passing to the end, while a pass before a play is at most as good as that play.  It
is one where the rules allow exchanges, which may follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from bstar.chance.choose import ChanceSearch
from bstar.chance.interval_sum import Query
from bstar.chance.single_best import narrow, narrow_second, separate, settle
from bstar.options import Limit
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import Objective
from scrabble.game.move import Move, canonical
from scrabble.game.position import Position
from scrabble.game.unseen import may_exchange
from scrabble.lexicon import Lexicon
from scrabble.solver.options import SolveOptions
from scrabble.solver.preendgame.results import Leader
from scrabble.solver.preendgame.task import PreendgameSearch

MOST_NODES = 256_000  # of a query about a move that is not best


class OnlyBestSearch(PreendgameSearch):
    """A search of a position with tiles in the bag, one step at a time."""

    def __init__(self, position: Position, lexicon: Lexicon, options: SolveOptions | None = None) -> None:
        super().__init__(position, lexicon, replace(options or SolveOptions(), objective=Objective.OUTCOME))
        self._queries: Iterator[Query] = iter(())
        self._numbers = {self._results.move(at): at for at in range(len(self._moves))}
        self._passes = [
            at for move, at in self._numbers.items() if move.is_pass and not may_exchange(position)
        ]

    def prove_best(self, seconds: float) -> MoveResult | None:
        """Return a move with the greatest win probability, which is exact; None if none is proven in time."""
        self._step(settle, seconds)
        best = self._search.incumbent
        leader = Leader(best, is_proven=True)
        return self._results.result(best, leader) if self._is_settled else None

    def prove_only(self, seconds: float) -> bool | None:
        """Return whether every other play wins less often than the best move; None if neither is proven."""
        if not self._is_settled:
            return None
        self._step(lambda search: separate(search, self._passes), seconds)
        best, moves = self._search.incumbent, self._search.moves
        value = moves[best].lower[0]
        rivals = [
            each
            for at, each in enumerate(moves)
            if at not in (best, *self._passes) and each.upper[0] >= value
        ]
        if not rivals:
            return True
        return False if any(each.lower[0] >= value for each in rivals) else None

    def narrow(self, moves: Collection[Move], seconds: float) -> None:
        """Narrow the win probabilities of some moves, without regard to the others."""
        numbers = [self._numbers[canonical(move, self.position.squares)] for move in moves]
        self._step(lambda search: narrow(search, numbers, MOST_NODES), seconds)

    def narrow_second(self, seconds: float) -> None:
        """Narrow the greatest win probability beside the best one."""
        self._step(lambda search: narrow_second(search, MOST_NODES), seconds)

    def result_of(self, move: Move) -> MoveResult:
        """Return a move with what is proven, and its scenarios."""
        number = self._numbers[canonical(move, self.position.squares)]
        return self._results.result(number, self._results.leader())

    def by_move(self) -> dict[Move, MoveResult]:
        """Return every move with what is proven, and its scenarios if it was searched."""
        return {self.position.parse_move(each.text): each for each in self.solution.moves}

    @property
    def _is_settled(self) -> bool:
        """Return whether the greatest win probability is proven."""
        return self._search.is_settled(1)

    def _step(self, queries: Callable[[ChanceSearch], Iterator[Query]], seconds: float) -> None:
        """Answer queries until there are no more, or time or memory is used up."""

        def of_this_step() -> Iterator[Query]:  # begun when the moves have been bounded
            yield from queries(self._search)

        self._queries = of_this_step()
        self.go_on(Limit(seconds))
        self.run()

    def _next_query(self) -> Query | None:
        """Return the next query of the step."""
        return next(self._queries, None)
