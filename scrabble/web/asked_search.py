"""A search with tiles in the bag that also answers who asks about one move: three errands, one at a time.

    what was asked for     chance and spread of these moves, as far as they can be known
    the best move          proven by B*
    all others             the rest of it, those that may win most often first

An errand that is done ends the run, as a limit does (`DONE`); `go_on` begins the next one, from all that is
known.  When there is none the search has come to its end.
"""

from __future__ import annotations

from collections.abc import Iterator

from bstar.chance.interval_sum import Query
from bstar.engine import SearchStopped
from bstar.options import Limit
from scrabble.solver.preendgame.search import FIRST_NODES, PreendgameSearch, PreendgameTask

DONE = "done"  # why a run ended: its errand was done


class FocusedSearch(PreendgameSearch):
    """A search of all moves, in which some may be asked about."""

    def __init__(self, order: PreendgameTask) -> None:
        super().__init__(order, settle_ties=True)
        self._asked: list[int] = []  # numbers of moves
        self._was_proven = False  # when the run began
        self._others = self._about_others()

    def go_on(self, limit: Limit) -> None:
        """Begin the next errand, for so long."""
        self._was_proven, self._others = self._choice.is_proven, self._about_others()
        super().go_on(limit)

    def ask(self, text: str) -> bool:
        """Let a move come before all else from the next run on; False if there is no such move."""
        number = self._number(text)
        if number is None:
            return False
        with self._lock:
            self._asked = [number, *(each for each in self._asked if each != number)]
        return True

    def ask_no_more(self) -> None:
        """Forget which moves were asked about."""
        with self._lock:
            self._asked = []

    @property
    def has_asked(self) -> bool:
        """Is a move asked about of which not all is known?"""
        return any(not self._is_settled(each) for each in self._asked)

    def is_settled(self, text: str) -> bool:
        """Can nothing more be found out about a move?"""
        number = self._number(text)
        return number is None or self._is_settled(number)

    def _number(self, text: str) -> int | None:
        return next((at for at in range(len(self._moves)) if self._text(at) == text), None)

    def _is_settled(self, number: int) -> bool:
        parts, aims = self._choice.moves[number].terms, range(len(self.task.objectives))
        return not any(part.is_open(aim) for part in parts for aim in aims)

    def _question(self) -> Query | None:
        """What to ask next on the errand of this run; None when there is none.  Raises Stopped at its end."""
        if self._asked:
            return self._about_asked()
        if not self._was_proven:
            found = super()._question()
            if found is not None:
                return found
            if self._choice.is_proven:
                raise SearchStopped(DONE)
        return next(self._others, None)

    def _about_asked(self) -> Query:
        while self._asked:
            wanted = self._asked[0]
            found = self._choice.query_for(wanted)
            if found is not None:
                return found
            with self._lock:
                self._asked = [each for each in self._asked if each != wanted]
        raise SearchStopped(DONE)

    def _about_others(self) -> Iterator[Query]:
        """Questions until all is known; what is cheap comes first."""
        options = self._choice.moves
        waiting = [number for number in range(len(options)) if not self._is_settled(number)]
        waiting.sort(key=lambda number: options[number].upper, reverse=True)
        for most in (FIRST_NODES, None):
            for number in waiting:
                while (found := self._choice.query_for(number, most)) is not None:
                    yield found
