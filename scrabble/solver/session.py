"""Searches of a position and its successors, one after the other, in one memory.

    session = AnalysisSession(position, lexicon)
    session.search(session.home)                                   a search: iterate, stop, take its solution
    session.search(session.home, SolveOptions(value_of=move))      continues with everything proven before
    place = session.after(session.home, move)
    session.search(place)                                          the position after a move

The searches share one table, so along a line most is proven already.  Invariant: the bounds of a position
only ever narrow, whatever stops a search.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace as with_fields

from bstar.engine import Engine
from bstar.root import Root
from bstar.solvers import Driver, scout_root
from scrabble.answer.solution import Solution
from scrabble.game.move import Move
from scrabble.game.position import Position, require_solvable
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import number_of
from scrabble.solver.endgame import EndgameSearch, SearchStart
from scrabble.solver.move_bounds import MoveBounds, StaticMoveBounds
from scrabble.solver.names import BSTAR, MEMORY
from scrabble.solver.options import SolveOptions
from scrabble.solver.setup import FARTHEST, MoveNumbers, NullWindowSetup, SearchState, new_search


class SessionPosition(NamedTuple):
    """A position of a session."""

    position: Position
    path: MoveNumbers  # the moves that lead to it from home


class AnalysisSession:
    """A memory for the searches of a position and its successors; one search at a time."""

    def __init__(self, position: Position, lexicon: Lexicon, memory: int = MEMORY, threads: int = 1) -> None:
        SolveOptions(memory=memory, workers=threads)  # which checks both
        require_solvable(position)
        self.home, self.lexicon = SessionPosition(position, ()), lexicon
        self.state = SearchState(new_search(position, lexicon, BSTAR, memory, threads=threads))
        self._known: dict[MoveNumbers, MoveBounds] = {}
        self._static: dict[MoveNumbers, StaticMoveBounds] = {}
        self._last: SessionSearch | None = None

    def after(self, place: SessionPosition, move: Move) -> SessionPosition | None:
        """Return the position after a move; None if it is too far from home."""
        if len(place.path) == FARTHEST:
            return None
        return SessionPosition(place.position.play(move), (*place.path, number_of(move, place.position)))

    def search(
        self,
        place: SessionPosition,
        options: SolveOptions | None = None,
        is_whole: bool = False,
    ) -> SessionSearch:
        """Start a search of a position; the search before must have ended or been stopped.

        With `is_whole` it makes every move exact, the most promising first.
        """
        if self._last is not None:
            self._known[self._last.place.path] = self._last.current_bounds
            self._static[self._last.place.path] = self._last.static
        state = self.state
        state.move_to(place.path, place.position.scoreless_turns_left)
        driver = _until_all_exact(state.driver) if is_whole else state.driver
        set_up = NullWindowSetup(state.engine, driver)
        start = SearchStart(set_up, self.known(place), self._static.get(place.path))
        self._last = SessionSearch(place, self.lexicon, options, start)
        return self._last

    def known(self, place: SessionPosition) -> MoveBounds:
        """Return the bounds that earlier searches have proven of the moves of a position."""
        return self._known.get(place.path, {})


class SessionSearch(EndgameSearch):
    """A search of a session, which gives the bounds of all moves while it runs."""

    _is_for_all = True

    def __init__(
        self, place: SessionPosition, lexicon: Lexicon, options: SolveOptions | None, start: SearchStart
    ) -> None:
        super().__init__(place.position, lexicon, options, start)
        self.place = place

    @property
    def static(self) -> StaticMoveBounds:
        """The static bounds of each move."""
        return self._static

    @property
    def is_finished(self) -> bool:
        """Return whether the search has ended and was not stopped, also not after its value was proven."""
        return self.has_ended and self._run.stopped_by is None

    @property
    def current_bounds(self) -> MoveBounds:
        """The proven bounds of every move."""
        return {move.move: (move.lower, move.upper) for move in self._run.root.copy().moves}

    @property
    def solution_now(self) -> Solution:
        """The present answer, also while the search runs; without a line."""
        found = self._run.progress()
        moves = self._static.by_promise(found.root.moves)
        moves.sort(key=lambda move: move.move != found.move)
        lower, upper = found.root.lower, found.root.upper
        present = self._present(found, moves, self._tightest(moves, lower != upper), {})
        return with_fields(present, value=lower if lower == upper else None)


def _until_all_exact(driver: Driver) -> Driver:
    """Return a driver that continues until every move is exact."""

    def drive(engine: Engine, root: Root, top: int) -> None:
        driver(engine, root, top)
        scout_root(engine, root, len(root.moves))

    return drive
