"""The searches of an explored position, one after the other, each from all that the earlier ones have proven.

    Searches               what an exploration needs of them
    EndgameSearches        searches of an analysis session, which share one table
    PreendgameSearches     one search, continued again and again: it is its own next one

In the order of their urgency: a wanted move; the best move; all other moves, the most promising ones first.
`begin` returns the next one, to be watched, and to be read at any moment by its `solution_now`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bstar.chance.interval_sum import Query
from bstar.engine import SearchStopped
from bstar.options import Limit
from scrabble import sources
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import Status
from scrabble.answer.solution import Solution
from scrabble.game.move import PASS
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import PreendgameSearch, SolveOptions
from scrabble.solver.names import BSTAR
from scrabble.solver.options import SMALLEST_MEMORY
from scrabble.solver.preendgame.task import FIRST_NODES
from scrabble.solver.session import AnalysisSession, SessionPosition, SessionSearch
from scrabble.solver.setup import warm_up

DONE = "done"  # the reason to stop of a run whose task is done


class Searches(ABC):
    """The searches of one position."""

    def __init__(self, position: Position, lexicon: Lexicon) -> None:
        self.position, self.lexicon = position, lexicon

    @abstractmethod
    def begin(self, seconds: float | None, wanted: Sequence[str], is_proven: bool) -> Search:
        """Return the next search; the one before must have ended.

        `wanted` are moves to be searched before everything else: in an endgame one.  `is_proven` says whether
        the best move is known.
        """

    @abstractmethod
    def has_open(self, solution: Solution | None) -> bool:
        """Return whether more can be found out than a solution says."""

    @abstractmethod
    def is_settled(self, move: MoveResult) -> bool:
        """Return whether nothing more can be found out about a move."""

    def with_scenarios(self, text: str) -> MoveResult | None:
        """Return a move with its scenarios; None in an endgame, or if there is no such move."""
        return None


class EndgameSearches(Searches):
    """The searches of an endgame: a position of an analysis session."""

    def __init__(self, session: AnalysisSession, place: SessionPosition) -> None:
        super().__init__(place.position, session.lexicon)
        self.session, self.place = session, place
        self._last_whole: SessionSearch | None = None  # the last search of all moves, and of replies

    def begin(self, seconds: float | None, wanted: Sequence[str], is_proven: bool) -> SessionSearch:
        """Return a search of the wanted move, of the value, or of all moves and of replies to the best."""
        move = self.position.parse_move(wanted[0]) if wanted else None
        is_whole = is_proven and not wanted
        options = SolveOptions(value_of=move, seconds=seconds, practical=is_whole)
        search = self.session.search(self.place, options, is_whole=is_whole)
        if is_whole:
            self._last_whole = search
        return search

    def has_open(self, solution: Solution | None) -> bool:
        """Return whether the exact value of any move is open, or whether replies have not been looked at."""
        if solution is None or solution.status != Status.PROVEN:
            return True
        is_looked_at = self._last_whole is not None and self._last_whole.is_finished
        return not is_looked_at or not all(self.is_settled(move) for move in solution.moves)

    def is_settled(self, move: MoveResult) -> bool:
        """Return whether the value of a move is known."""
        return move.spread.is_exact


class PreendgameSearches(PreendgameSearch, Searches):
    """A search of all moves, one task after the other, in which single moves can be searched first.

    It ends when its task is done, as it does at a limit, and goes on with the next one:

        wanted moves        their win probability and spread, as far as they can be known
        the best move       proven by B*
        all other moves     the rest, those that may win most often first

    When no task is left it is complete.
    """

    def __init__(self, position: Position, lexicon: Lexicon, memory: int, bag_is_known: bool = False) -> None:
        options = SolveOptions(memory=memory, settle_ties=True, bag_is_known=bag_is_known)
        super().__init__(position, lexicon, options)
        self._numbers = {self._results.text(at): at for at in range(len(self._moves))}
        self._wanted_first: list[int] = []  # numbers of moves
        self._was_proven = False  # at the beginning of the run
        self._others = self._about_others()

    def begin(self, seconds: float | None, wanted: Sequence[str], is_proven: bool) -> PreendgameSearches:
        """Return the search, ready for its next task."""
        self._wanted_first = [self._numbers[text] for text in wanted if text in self._numbers]
        self._was_proven, self._others = self._search.is_proven, self._about_others()
        self.go_on(Limit(seconds))
        return self

    def has_open(self, solution: Solution | None) -> bool:
        """Return whether the search has not come to its end."""
        return not self._is_done

    def is_settled(self, move: MoveResult) -> bool:
        """Return whether no more can be proven about win probability and spread of a move."""
        number = self._numbers.get(move.text)
        return number is None or self._is_settled(number)

    def with_scenarios(self, text: str) -> MoveResult | None:
        """Return a move with what it brings in each scenario; None if there is no such move."""
        return self.move_now(text)

    def _is_settled(self, number: int) -> bool:
        move, objectives = self._search.moves[number], range(len(self._objectives))
        if not move.is_built:
            return move.lower == move.upper
        return not any(part.is_open(objective) for part in move.terms for objective in objectives)

    def _work(self) -> None:
        super()._work()
        if self.stopped_by == DONE:  # which is no limit
            self.stopped_by = None

    def _next_query(self) -> Query | None:
        """Return the next query of the task, or None if no task is left.  Raises SearchStopped at its end."""
        if self._wanted_first:
            return self._about_wanted()
        if not self._was_proven:
            found = super()._next_query()
            if found is not None:
                return found
            if self._search.is_proven:
                raise SearchStopped(DONE)
        return next(self._others, None)

    def _about_wanted(self) -> Query:
        while self._wanted_first:
            found = self._search.query_for(self._wanted_first[0])
            if found is not None:
                return found
            del self._wanted_first[0]
        raise SearchStopped(DONE)

    def _about_others(self) -> Iterator[Query]:
        """Yield queries until everything is known, cheap ones first."""
        options = self._search.moves
        waiting = [number for number in range(len(options)) if not self._is_settled(number)]
        waiting.sort(key=lambda number: options[number].upper, reverse=True)
        for most in (FIRST_NODES, None):
            for number in waiting:
                while (found := self._search.query_for(number, most)) is not None:
                    yield found


Search: TypeAlias = SessionSearch | PreendgameSearches


ENDGAME, PREENDGAME = "out-in-two", "preendgame:20"  # any positions would do


def warm_up_endgames() -> None:
    """Compile or load what a page asks of an endgame: its search, and positions after moves."""
    position, lexicon, *_ = sources.resolve(next(sources.entries([ENDGAME])))
    warm_up(position, lexicon, BSTAR, threads=2)
    session = AnalysisSession(position, lexicon, SMALLEST_MEMORY)
    place = session.after(session.home, PASS)
    assert place is not None
    session.state.move_to(place.path, place.position.scoreless_turns_left)
    session.state.move_to((), position.scoreless_turns_left)


def warm_up_preendgames() -> None:
    """Compile or load what a search with tiles in the bag needs."""
    position, lexicon, *_ = sources.resolve(next(sources.entries([PREENDGAME])), bag_limit=1)
    PreendgameSearch(position, lexicon).warm_up()
