"""Choosing what to practise: sets of puzzles by name, filters, and the order in which puzzles come.

    load_set("puzzles-german")      a bundled set, or a file; a PuzzleError names those that there are
    select(puzzles, known, filters, now)
    best(puzzles, 10)             those that teach most, for a sheet
    select_playable(...)          the same, without puzzles whose lexicons are not here and without a limit,
                                  and a clause about those left out
    level(attempts, puzzles)      the difficulty that suits the player, 1 to 5
    queue = PracticeQueue(chosen, limit, practice)
    queue.take()                  the next puzzle, or None

Puzzles that are due come first, the longest overdue in front, then those that were never tried in the order
of their set, then the others by the day on which they are due.  In practice those that were never tried come
by the level of the player.

The level moves up and down by the results, as in a transformed up-down staircase (Levitt, Transformed
up-down methods in psychoacoustics, Journal of the Acoustical Society of America 49, 1971): two puzzles in a
row solved at the first attempt make it harder by one, one that is not solved makes it easier by one.  It
settles where 71 of 100 are solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from scrabble import bundled
from scrabble.english import counted
from scrabble.files import exists
from scrabble.game.tiles import quoted, shortened
from scrabble.lexicon import LexiconError, choice
from scrabble.lexicon.lexicon import is_path
from scrabble.puzzles.puzzle import (
    Puzzle,
    PuzzleError,
    Question,
    Theme,
    read_puzzle,
    read_puzzles,
)
from scrabble.training.database import Attempt, PracticeDatabase
from scrabble.training.schedule import Learned, first_attempts, is_due

BUNDLED = "puzzles"  # the default set; the name of each bundled set begins with it
EASIEST, MEDIUM, HARDEST = 1, 3, 5


class Filters(NamedTuple):
    """The puzzles that are wanted."""

    themes: frozenset[Theme] = frozenset()  # at least one of them; empty: any
    difficulty: tuple[int, int] = (EASIEST, HARDEST)
    due_only: bool = False
    limit: int = 0  # 0: all


class NamedPuzzle(NamedTuple):
    """A puzzle, and the set that it is from."""

    puzzle: Puzzle
    set_name: str


def load_set(name: str) -> list[NamedPuzzle]:
    """Return the puzzles of a file or of a bundled set.  Raises PuzzleError."""
    known = bundled_sets()
    item = bundled.find(name)
    if item is not None and not item.part and item.name in known:
        return [NamedPuzzle(each, item.name) for each in read_puzzles(item.path)]
    path = bundled.path_of(name)
    if not exists(path):
        sets = f"bundled sets are {', '.join(known)}" if known else "no set is bundled"
        raise PuzzleError(f"{quoted(name)}: there is no such file, and {sets}")
    return [NamedPuzzle(each, path.stem) for each in read_puzzles(path)]


def bundled_sets() -> list[str]:
    """Return the names of the bundled sets of puzzles."""
    return [name for name in bundled.sets() if name.startswith(BUNDLED)]


def tried_puzzles(practice: PracticeDatabase) -> list[NamedPuzzle]:
    """Return all puzzles that were tried, whatever has become of their files."""
    return [
        NamedPuzzle(read_puzzle(each.record, f"{practice.path}, puzzle {each.id}"), each.set_name)
        for each in practice.puzzles()
    ]


def themes_named(text: str) -> frozenset[Theme]:
    """Return the themes that contain a text, whatever its case.  Raises PuzzleError if there is none."""
    found = frozenset(theme for theme in Theme if text.casefold() in theme)
    if not found:
        raise PuzzleError(f"{quoted(text)} is part of no theme; themes are: {', '.join(Theme)}")
    return found


def select(
    puzzles: Iterable[NamedPuzzle], known: Mapping[str, Learned], filters: Filters, now: datetime
) -> list[NamedPuzzle]:
    """Return the wanted puzzles in the order in which they are to be practised."""
    easiest, hardest = filters.difficulty
    wanted = [
        each
        for each in puzzles
        if easiest <= each.puzzle.difficulty <= hardest
        and (not filters.themes or filters.themes.intersection(each.puzzle.themes))
    ]
    tried = [each for each in wanted if each.puzzle.id in known]
    tried.sort(key=lambda each: known[each.puzzle.id].due)
    due = [each for each in tried if is_due(known[each.puzzle.id], now)]
    untried = [each for each in wanted if each.puzzle.id not in known]
    later = [each for each in tried if not is_due(known[each.puzzle.id], now)]
    chosen = due if filters.due_only else [*due, *untried, *later]
    return chosen[: filters.limit or None]


def select_playable(
    puzzles: Iterable[NamedPuzzle], known: Mapping[str, Learned], filters: Filters, now: datetime
) -> tuple[list[NamedPuzzle], str]:
    """Return all puzzles of `select` whose lexicons can be used, and a clause about the others, if any."""
    wanted = select(puzzles, known, filters._replace(limit=0), now)
    missing = {name for name in {each.puzzle.lexicon for each in wanted} if not _is_usable(name)}
    playable = [each for each in wanted if each.puzzle.lexicon not in missing]
    return playable, _left_out(len(wanted) - len(playable), sorted(missing))


def _is_usable(lexicon: str) -> bool:
    """Return whether a lexicon that a puzzle names can be used."""
    try:
        choice.load_named(lexicon)
    except LexiconError:
        return False
    return True


def _left_out(count: int, lexicons: Sequence[str]) -> str:
    """Return a clause about puzzles that are left out without these lexicons; empty for none."""
    if not count:
        return ""
    puzzles, several = f"{counted(count, 'puzzle')} {'is' if count == 1 else 'are'}", len(lexicons) > 1
    name = "NAME" if several or is_path(lexicons[0]) else shortened(lexicons[0])
    return (
        f"{puzzles} left out without the lexicon{'s' if several else ''} {', '.join(map(quoted, lexicons))}; "
        f"endgame lexicon import FILE --name {name} adds {'one' if several else 'it'}"
    )


def best(puzzles: Sequence[NamedPuzzle], count: int) -> list[NamedPuzzle]:
    """Return the `count` puzzles that teach most, the easiest first.

    First come those whose solution alone wins or draws, then those that the highest score does not solve,
    that have a theme, that were missed in the game, of medium difficulty, and whose next move loses most.
    """
    chosen = sorted(puzzles, key=lambda each: _merit(each.puzzle), reverse=True)[:count]
    return sorted(chosen, key=lambda each: each.puzzle.difficulty)


def _merit(puzzle: Puzzle) -> tuple[float, ...]:
    return (
        puzzle.question in (Question.ONLY_WIN, Question.ONLY_DRAW),
        puzzle.rank > 1,
        bool(puzzle.themes),
        puzzle.played not in (None, puzzle.solution.move),
        -abs(puzzle.difficulty - MEDIUM),
        float(Fraction(puzzle.gap)),
    )


def next_due(puzzles: Sequence[NamedPuzzle], known: Mapping[str, Learned]) -> datetime | None:
    """Return when the next of these puzzles is due; None if none of them was tried."""
    return min((known[each.puzzle.id].due for each in puzzles if each.puzzle.id in known), default=None)


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
