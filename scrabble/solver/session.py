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

from dataclasses import replace
from typing import NamedTuple

from bstar.engine import Engine
from bstar.regret import regret
from bstar.root import Root
from bstar.solvers import Driver, search_exactly
from bstar.task import SearchTask
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import LineKind, Status
from scrabble.answer.solution import Solution
from scrabble.game.move import Move
from scrabble.game.position import Position, require_solvable
from scrabble.lexicon import Lexicon
from scrabble.solver.endgame import EndgameSearch, number_of
from scrabble.solver.move_bounds import StaticMoveBounds, move_results, tightest
from scrabble.solver.names import MEMORY, PROOF
from scrabble.solver.options import SolveOptions
from scrabble.solver.setup import FARTHEST, MoveNumbers, SearchState, new_search

Known = dict[int, tuple[int, int]]  # proven bounds by the number of a move


class SessionPosition(NamedTuple):
    """A position of a session."""

    position: Position
    path: MoveNumbers  # the moves that lead to it from home


class _SearchStart(NamedTuple):
    """The start of a search; without the session, which refers to its last search."""

    state: SearchState
    lexicon: Lexicon
    place: SessionPosition
    known: Known
    caps: StaticMoveBounds | None  # of the searches before
    is_whole: bool  # make every move exact


class AnalysisSession:
    """A memory for the searches of a position and its successors; one search at a time."""

    def __init__(self, position: Position, lexicon: Lexicon, memory: int = MEMORY, threads: int = 1) -> None:
        SolveOptions(memory=memory, workers=threads)  # which checks both
        require_solvable(position)
        self.home, self.lexicon = SessionPosition(position, ()), lexicon
        self.state = SearchState(new_search(position, lexicon, PROOF, memory, threads=threads))
        self._known: dict[MoveNumbers, Known] = {}
        self._caps: dict[MoveNumbers, StaticMoveBounds] = {}
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
            self._caps[self._last.place.path] = self._last.caps
        start = _SearchStart(
            self.state, self.lexicon, place, self.known(place), self._caps.get(place.path), is_whole
        )
        self._last = SessionSearch(start, options or SolveOptions())
        return self._last

    def known(self, place: SessionPosition) -> Known:
        """Return the bounds that earlier searches have proven of the moves of a position."""
        return self._known.get(place.path, {})


class SessionSearch(EndgameSearch):
    """A search of a session, which gives the bounds of all moves while it runs."""

    _is_for_all = True

    def __init__(self, start: _SearchStart, options: SolveOptions) -> None:
        self._start_of_it, self.place = start, start.place
        super().__init__(start.place.position, start.lexicon, options)
        self._use_bounds(start.caps or self._caps)  # those of an earlier search may be tighter

    @property
    def caps(self) -> StaticMoveBounds:
        """The static bounds of each move."""
        return self._caps

    def _new_run(self, lexicon: Lexicon) -> SearchTask:
        state, _, place, known, _, is_whole = self._start_of_it
        state.move_to(place.path, place.position.scoreless_turns_left)
        driver = _until_all_exact(state.driver) if is_whole else state.driver
        options = replace(self._search_options(), known=known)
        return self._task_of(state.engine, driver, options)

    @property
    def is_finished(self) -> bool:
        """Return whether the search has ended and was not stopped, also not after its value was proven."""
        return self.has_ended and self._run.stopped_by is None

    @property
    def current_bounds(self) -> Known:
        """The proven bounds of every move."""
        return {move.move: (move.lower, move.upper) for move in self._run.root.copy().moves}

    @property
    def solution_now(self) -> Solution:
        """The present answer, also while the search runs; without a line."""
        found = self._run.progress()
        moves = self._moves_of(found.root, found.move)
        tight = tightest(found.root.moves, self._caps.bounds, self._caps.estimates)
        spread, win, estimate = self._of_position(found.move, tight)
        return Solution(
            position=self.position,
            solver=self.solver,
            objective=self._objective,
            status=Status.BOUNDED,
            spread=spread,
            win=win,
            regret=regret(moves[0].lower, (move.upper for move in moves[1:])),
            moves=tuple(moves),
            estimate=estimate,
            nodes=found.nodes,
            seconds=found.seconds,
            value=found.root.lower if found.root.lower == found.root.upper else None,
            line_kind=LineKind.PART,
            expansions=found.expansions,
        )

    def _moves_of(self, root: Root, chosen: int) -> list[MoveResult]:
        """Return the moves of a root, the chosen one first."""
        moves = self._caps.by_promise(root.moves)
        moves.sort(key=lambda move: move.move != chosen)
        return move_results(moves, self.position, self._caps, estimates=self._caps.estimates)


def _until_all_exact(driver: Driver) -> Driver:
    """Return a driver that continues until every move is exact."""

    def drive(engine: Engine, root: Root, top: int) -> None:
        driver(engine, root, top)
        search_exactly(engine, root, len(root.moves))

    return drive
