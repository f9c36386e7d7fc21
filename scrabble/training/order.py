"""The order of practice: reviews that are due first, then new puzzles of the player's level.

    level(attempts, puzzles)                the difficulty that suits the player, 1 to 5
    queue = PracticeQueue(chosen, limit, practice)
    queue.take()                            the next puzzle, or None
    level_now(practice)                     the level by all that was tried

The level moves up and down by the results, as in a transformed up-down staircase (Levitt, Transformed
up-down methods in psychoacoustics, Journal of the Acoustical Society of America 49, 1971): two puzzles in a
row solved at the first attempt make it harder by one, one that is not solved makes it easier by one.  It
settles where 71 of 100 are solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scrabble.training.database import Attempt, PracticeDatabase
from scrabble.training.schedule import first_attempts
from scrabble.training.selection import EASIEST, HARDEST, NamedPuzzle, tried_puzzles

FIRST_LEVEL = 2
IN_A_ROW = 2  # solved, for the next level


def level(attempts: Iterable[Attempt], puzzles: Iterable[NamedPuzzle]) -> int:
    """Return the difficulty that suits the player after these attempts.

    A puzzle that is solved counts from the level on, one that is not solved up to the level; one that is
    solved after a hint ends a row and changes nothing else.  `puzzles` are those that were tried.
    """
    difficulties = {each.puzzle.id: each.puzzle.difficulty for each in puzzles}
    found, in_a_row = FIRST_LEVEL, 0
    for each in first_attempts(attempts):
        difficulty = difficulties.get(each.puzzle)
        if difficulty is None:
            continue
        if each.is_right and not each.hints and difficulty >= found:
            in_a_row += 1
            if in_a_row == IN_A_ROW:
                found, in_a_row = min(found + 1, HARDEST), 0
        elif not each.is_right and difficulty <= found:
            found, in_a_row = max(found - 1, EASIEST), 0
        elif not each.is_right or each.hints:
            in_a_row = 0
    return found


def level_now(practice: PracticeDatabase) -> int:
    """Return the difficulty that suits the player after all attempts."""
    return level(practice.attempts(), tried_puzzles(practice))


class PracticeQueue:
    """The puzzles that were chosen for practice, in the order of `select`; new ones come by the level."""

    def __init__(self, chosen: Sequence[NamedPuzzle], limit: int, practice: PracticeDatabase) -> None:
        self._left, self._practice = list(chosen), practice
        self._known = self._tried()  # before, so that they are reviews
        self.total = min(len(chosen), limit or len(chosen))
        self.taken = 0

    def take(self) -> NamedPuzzle | None:
        """Return the next puzzle, and take it out; None after the last one.

        New puzzles that were tried elsewhere in the meantime, as in another window, are left out.
        """
        tried = self._tried()
        elsewhere = tried - self._known
        self._left = [each for each in self._left if each.puzzle.id not in elsewhere]
        self.total = min(self.total, self.taken + len(self._left))
        if self.taken == self.total:
            return None
        self.taken += 1
        if self._left[0].puzzle.id in tried:
            return self._left.pop(0)
        wanted = level_now(self._practice)
        new = [at for at, each in enumerate(self._left) if each.puzzle.id not in tried]
        return self._left.pop(min(new, key=lambda at: abs(self._left[at].puzzle.difficulty - wanted)))

    def _tried(self) -> set[str]:
        return {each.puzzle for each in self._practice.attempts()}
