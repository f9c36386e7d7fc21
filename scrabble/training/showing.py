"""One showing of a puzzle: moves are tried, hints and the solution are asked for, all of it is kept.

showing = Showing(named, practice)
showing.hint()                  the next hint, or None
showing.attempt("8D cat")       a Verdict; the attempt is on the disk before it is returned, unless it is
                                proven neither right nor wrong
showing.give_up()               the solution; without an attempt before, this counts as a wrong one
"""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec

from scrabble.answer.interval import to_wire
from scrabble.puzzles.puzzle import PuzzleSolution, puzzle_line
from scrabble.training.database import Attempt, PracticeDatabase, StoredPuzzle
from scrabble.training.judging import SECONDS, Judge, Verdict, hints, question_text, verdict_sentence
from scrabble.training.schedule import learned
from scrabble.training.selection import NamedPuzzle

LONGEST = 3600.0  # seconds that are kept: a longer pause was not spent on the puzzle


class Showing:
    """One showing of a puzzle.  Raises ScrabbleError for a puzzle whose lexicon is not installed."""

    def __init__(self, named: NamedPuzzle, practice: PracticeDatabase, seconds: float = SECONDS) -> None:
        self.puzzle, self._practice = named.puzzle, practice
        self._stored = StoredPuzzle(named.puzzle.id, named.set_name, puzzle_line(named.puzzle))
        self.judge = Judge(named.puzzle, seconds)
        self.visit = secrets.token_hex(8)
        self.hints_seen, self.attempts = 0, 0
        self.is_solved_at_once = False  # the first attempt was right
        self.is_over = False  # the solution was found or shown
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """The time since the puzzle was shown."""
        return round(min(LONGEST, time.monotonic() - self._began), 1)

    @cached_property
    def hints(self) -> list[str]:
        """All hints, in order."""
        return hints(self.puzzle, self.judge.position)

    def hint(self) -> str | None:
        """Return the next hint; None if there are no more."""
        if self.hints_seen == len(self.hints):
            return None
        self.hints_seen += 1
        return self.hints[self.hints_seen - 1]

    def attempt(self, text: str) -> Verdict:
        """Judge a move and keep the attempt.  Raises IllegalMoveError, and nothing is kept."""
        seconds = self.seconds
        verdict = self.judge.judge(text)
        if verdict.is_right or verdict.loss.lower > 0:  # else it is not known whether it is right
            self._keep(verdict.move, verdict.is_right, seconds)
            self.is_over |= verdict.is_right
        return verdict

    def give_up(self) -> PuzzleSolution:
        """Return the solution."""
        if not self.attempts:
            self._keep("", False, self.seconds)
        self.is_over = True
        return self.puzzle.solution

    def due(self) -> datetime | None:
        """Return when the puzzle is due again; None before any attempt."""
        mine = [each for each in self._practice.attempts() if each.puzzle == self.puzzle.id]
        found = learned(mine).get(self.puzzle.id)
        return None if found is None else found.due

    def _keep(self, move: str, is_right: bool, seconds: float) -> None:
        made = Attempt(
            self.puzzle.id, self.visit, move, is_right, self.hints_seen, seconds, datetime.now(UTC)
        )
        self._practice.add(made, self._stored)
        self.is_solved_at_once |= is_right and not self.attempts
        self.attempts += 1

    # Plain data, for programs and for the page

    def question_json(self) -> dict[str, Any]:
        """Return the puzzle without its answer."""
        puzzle = self.puzzle
        return {
            "puzzle": puzzle.id,
            "set": self._stored.set_name,
            "question": puzzle.question,
            "text": question_text(puzzle),
            "cgp": puzzle.cgp,
            "players": puzzle.players,
            "difficulty": puzzle.difficulty,
            "source": puzzle.source,
        }

    def verdict_json(self, verdict: Verdict) -> dict[str, Any]:
        """Return a verdict."""
        due = self.due()
        return {
            "puzzle": self.puzzle.id,
            "move": verdict.move,
            "score": verdict.score,
            "is_right": verdict.is_right,
            "is_proven": verdict.is_proven,
            "loss": to_wire(verdict.loss),
            "spread": to_wire(verdict.spread),
            "win": to_wire(verdict.win),
            "line": msgspec.to_builtins(verdict.line),
            "text": verdict_sentence(verdict, self.puzzle),
            "hints": self.hints_seen,
            "seconds": self.seconds,
            "due": None if due is None else due.isoformat(),
        }

    def solution_json(self) -> dict[str, Any]:
        """Return the solution with its line and the reasons, after `give_up` or a right attempt."""
        puzzle = self.puzzle
        return {
            "puzzle": puzzle.id,
            "solution": msgspec.to_builtins(puzzle.solution),
            "reasons": puzzle.reasons,
            "themes": list(puzzle.themes),
            "refutations": msgspec.to_builtins(puzzle.refutations),
        }
