"""Practice in a terminal or a pipe: puzzles are printed, moves and commands are read line by line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rich.text import Text

from scrabble.cli import terminal
from scrabble.cli.options import COMPILING
from scrabble.game.move import IllegalMoveError
from scrabble.report.board_text import board_text
from scrabble.solver.schema import StepData
from scrabble.training.database import PracticeDatabase
from scrabble.training.judging import verdict_sentence
from scrabble.training.selection import NamedPuzzle
from scrabble.training.showing import Showing

PROMPT = "> "
PASSED = "pass"  # a pass as moves are written
COMMANDS = {
    "h": "hint",
    "hint": "hint",
    "s": "solution",
    "solution": "solution",
    "n": "next",
    "next": "next",
    "q": "quit",
    "quit": "quit",
}
HELP = "Type a move (8D WORD), or: h hint, s solution, n next puzzle, q quit."


class TerminalTrainer:
    """A dialogue about one puzzle after the other."""

    def __init__(self, practice: PracticeDatabase, seconds: float, as_json: bool) -> None:
        self._practice, self._seconds, self._as_json = practice, seconds, as_json
        self._solved = self._shown = 0

    def run(self, puzzles: Sequence[NamedPuzzle]) -> None:
        """Show puzzles until there are no more, or the input ends."""
        for number, named in enumerate(puzzles, 1):
            with terminal.status(*COMPILING):
                showing = Showing(named, self._practice, self._seconds)
            self._show(showing, number, len(puzzles))
            if not self._solve(showing):
                break
        if not self._as_json:
            terminal.echo(f"{self._solved} of {self._shown} solved at the first attempt.")

    def _show(self, showing: Showing, number: int, total: int) -> None:
        question = showing.question_json()
        if self._as_json:
            terminal.write_json({**question, "number": number, "of": total}, is_ascii=False)
            return
        console, position = terminal.output(), showing.judge.position
        text = f"\nPuzzle {number} of {total}, difficulty {question['difficulty']}: {question['text']}"
        if showing.puzzle.has_bag:
            unseen = " ".join(position.alphabet.rack_text([code]) for code in position.unseen)
            text = f"\nOpponent's rack and the bag: {unseen}{text}"
        terminal.write(console, board_text(position, console), Text(text))
        if number == 1:
            terminal.echo(HELP)

    def _solve(self, showing: Showing) -> bool:
        """Read moves and commands until the puzzle is done; return whether another one is wanted."""
        while (line := self._read()) is not None:
            command = COMMANDS.get(line.casefold())
            if command == "quit":
                return False
            if command == "next":
                return True
            if command == "hint":
                self._hint(showing)
            elif command == "solution":
                self._shown += not showing.attempts
                showing.give_up()
                self._show_solution(showing)
                return True
            elif line and self._attempt(showing, line):
                return True
        return False

    def _read(self) -> str | None:
        """Return the next line; None at the end of the input."""
        if sys.stdin.isatty() and not self._as_json:
            terminal.prompt(PROMPT)
        line = sys.stdin.readline()
        return line.strip() if line else None

    def _hint(self, showing: Showing) -> None:
        hint = showing.hint()
        if self._as_json:
            terminal.write_json({"puzzle": showing.puzzle.id, "hint": hint}, is_ascii=False)
        else:
            terminal.echo(hint or "There are no more hints; s shows the solution.")

    def _attempt(self, showing: Showing, text: str) -> bool:
        """Judge a move; return whether it is right."""
        before = showing.attempts
        try:
            verdict = showing.attempt(text)
        except IllegalMoveError as error:
            self._refuse(showing, str(error))
            return False
        if not before:
            self._shown += 1
            self._solved += verdict.is_right
        if self._as_json:
            terminal.write_json(showing.verdict_json(verdict), is_ascii=False)
        else:
            terminal.echo(verdict_sentence(verdict, showing.puzzle))
        if verdict.is_right:
            self._show_solution(showing)
        elif not self._as_json and len(verdict.line) > 1:
            terminal.echo(f"  {_line(verdict.line)}")
        return verdict.is_right

    def _refuse(self, showing: Showing, error: str) -> None:
        if self._as_json:
            terminal.write_json({"puzzle": showing.puzzle.id, "error": error}, is_ascii=False)
        else:
            terminal.echo(f"{error}. {HELP}")

    def _show_solution(self, showing: Showing) -> None:
        found: dict[str, Any] = showing.solution_json()
        due = showing.due()
        if self._as_json:
            terminal.write_json({**found, "due": None if due is None else due.isoformat()}, is_ascii=False)
            return
        solution = showing.puzzle.solution
        line = _line(solution.line) if solution.line else f"{solution.move} {solution.score}"
        terminal.echo(f"Solution: {line}")
        for reason in showing.puzzle.reasons:
            terminal.echo(f"  {reason}")
        if due is not None:
            terminal.echo(f"It comes up again {_day(due)}.\n")


def _line(line: Sequence[StepData]) -> str:
    """Return a line, the passes at its end as one."""
    moves = [each.move if each.move == PASSED else f"{each.move} {each.score}" for each in line]
    played = len(moves)
    while played and moves[played - 1] == PASSED:
        played -= 1
    rest = len(moves) - played
    return " · ".join([*moves[:played], *([f"{rest} passes"] if rest > 1 else moves[played:])])


def _day(due: datetime) -> str:
    """Return the day on which a puzzle is due."""
    days = (due.astimezone().date() - datetime.now().astimezone().date()).days
    return "today" if days <= 0 else "tomorrow" if days == 1 else f"in {days} days"
