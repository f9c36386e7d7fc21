"""Searches of one position and of those it leads to, one after the other, in one memory.

    walk = Walk(position, lexicon)
    walk.search(walk.home)                         a Search: iterate, stop, take its solution
    walk.search(walk.home, Wants(worth_of=move))   goes on with all that was proven, here and in the table
    place = walk.after(walk.home, move)
    walk.search(place)                             the position after it: most is in the table already

Who goes along a line finds the answers there.  Bounds of a place only ever narrow, whatever stops a search.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from bstar.engine import Engine
from bstar.root import Root
from bstar.search import Limit, SearchTask
from bstar.solvers import Driver, search_exactly
from scrabble.game.move import Move
from scrabble.game.position import Position, require_solvable
from scrabble.lexicon import Lexicon
from scrabble.solver.endgame import EndgameSearch, number_of
from scrabble.solver.names import PROOF
from scrabble.solver.options import SolveOptions
from scrabble.solver.setup import FARTHEST, MEMORY, MoveNumbers, SearchState, check, new_search
from scrabble.solver.solution import MoveResult, StaticMoveBounds, candidates_of

Known = dict[int, tuple[int, int]]  # proven bounds by the number of a move


class SessionPosition(NamedTuple):
    """A position on a walk."""

    position: Position
    path: MoveNumbers  # the moves that lead to it from home


class _SearchStart(NamedTuple):
    """Where a search of a walk begins, and what is known there; not the walk, which holds its last search."""

    ground: SearchState
    lexicon: Lexicon
    place: SessionPosition
    known: Known
    caps: StaticMoveBounds | None  # those of the searches before
    is_whole: bool


class AnalysisSession:
    """One memory for a position and all that follows on it; one search at a time."""

    def __init__(self, position: Position, lexicon: Lexicon, memory: int = MEMORY, threads: int = 1) -> None:
        check(PROOF, memory, threads)
        require_solvable(position)
        self.home, self.lexicon = SessionPosition(position, ()), lexicon
        self.ground = SearchState(new_search(position, lexicon, PROOF, memory, threads=threads))
        self._known: dict[MoveNumbers, Known] = {}
        self._caps: dict[MoveNumbers, StaticMoveBounds] = {}
        self._last: SessionSearch | None = None

    def after(self, place: SessionPosition, move: Move) -> SessionPosition | None:
        """The place that a move leads to; None if it is too far from home for this walk."""
        if len(place.path) == FARTHEST:
            return None
        return SessionPosition(place.position.play(move), (*place.path, number_of(move, place.position)))

    def search(
        self,
        place: SessionPosition,
        wants: SolveOptions | None = None,
        limit: Limit | None = None,
        is_whole: bool = False,
    ) -> SessionSearch:
        """Go on searching at a place; the search before must have come to its end, or been stopped.

        One that `is_whole` makes every move exact, what may be worth most first.
        """
        if self._last is not None:
            self._known[self._last.place.path] = self._last.bounds_now
            self._caps[self._last.place.path] = self._last.caps
        start = _SearchStart(
            self.ground, self.lexicon, place, self.known(place), self._caps.get(place.path), is_whole
        )
        self._last = SessionSearch(start, wants or SolveOptions(), limit)
        return self._last

    def known(self, place: SessionPosition) -> Known:
        """What the searches before have proven of the moves of a place."""
        return self._known.get(place.path, {})


class SessionSearch(EndgameSearch):
    """A search on a walk, which can also be asked for all its moves while it runs."""

    _is_for_all = True

    def __init__(self, start: _SearchStart, wants: SolveOptions, limit: Limit | None) -> None:
        self._start_of_it, self.place = start, start.place
        super().__init__(start.place.position, start.lexicon, limit=limit, wants=wants)
        self._look_at(start.caps or self._caps)  # what was looked at nearer stays so

    @property
    def caps(self) -> StaticMoveBounds:
        """What each move can be worth without a search."""
        return self._caps

    def _new_run(self, lexicon: Lexicon, limit: Limit | None, memory: int, threads: int) -> SearchTask:
        ground, _, place, known, _, is_whole = self._start_of_it
        ground.lead_to(place.path, place.position.zeros_left)
        drive = _to_the_last(ground.drive) if is_whole else ground.drive
        wishes = replace(self._wishes(), proven=known)
        return SearchTask(ground.engine, drive, limit, self._wants.top, options=wishes)

    @property
    def bounds_now(self) -> Known:
        """What is proven of every move."""
        return {move.move: (move.lower, move.upper) for move in self._run.root.copy().moves}

    @property
    def moves_now(self) -> list[MoveResult]:
        """Every move with what is proven of it and its estimate, the best one or the best so far first."""
        root = self._run.root.copy()
        chosen = self._run.chosen(root)
        moves = [chosen, *(move for move in self._caps.by_promise(root.moves) if move is not chosen)]
        return candidates_of(moves, self.position, self._caps.bounds, {}, estimates=self._caps.estimates)


def _to_the_last(drive: Driver) -> Driver:
    """A driver that goes on until every move is exact."""

    def drive_on(engine: Engine, root: Root, top: int) -> None:
        drive(engine, root, top)
        search_exactly(engine, root, len(root.moves))

    return drive_on
