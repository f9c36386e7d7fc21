"""`endgame train`: practice in the browser, in a terminal or a pipe, and progress.

In a terminal or a pipe puzzles are printed, moves and commands are read line by line.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Argument, Command
from scrabble.cli.options import COMPILING
from scrabble.cli.positions import file_of
from scrabble.english import capitalized

if TYPE_CHECKING:
    from scrabble.training.database import PracticeDatabase
    from scrabble.training.selection import Filters, PracticeQueue
    from scrabble.training.showing import Showing

SECONDS = 4.0  # to find out what a move loses where the puzzle does not say
IN_TERMINAL = ""  # of --progress without a file
PROMPT = "> "
COMMANDS = ("hint", "solution", "next", "quit")  # or the first letter
HELP = "Type a move (8D WORD), or: h hint, s solution, n next puzzle, q quit."

EPILOG = """\b
Examples:
  endgame train
  endgame train --due
  endgame train mine.jsonl --theme block
  endgame train --terminal
  endgame train --terminal --due
  endgame train --terminal --theme out-play --difficulty 2-4 --limit 10
  endgame train mine.jsonl --terminal
  endgame train --progress
  endgame train --progress progress.html

Puzzles that are due come first, then new ones of your level (1 to 5), which
follows your results; --progress shows it.

In a terminal, type a move (8D WORD), or h for a hint, s for the solution,
n for the next puzzle, q to stop. Attempts are kept at once; Ctrl-C loses none."""


@click.command(cls=Command, epilog=EPILOG, sections={"For programs": ("as_json",)})
@click.argument(
    "name",
    cls=Argument,
    metavar="SET",
    required=False,
    help="A file of puzzles, its address (https://...), or the name of a bundled set. Default: the bundled "
    "set puzzles; with --due all puzzles that you have tried.",
)
@click.option(
    "--terminal",
    "in_terminal",
    is_flag=True,
    help="Practise here, in the terminal, instead of in the browser.",
)
@click.option(
    "--due", "due_only", is_flag=True, help="Only puzzles that you tried before and that are due again today."
)
@options.theme
@options.difficulty
@options.limit
@click.option(
    "--progress",
    "page",
    metavar="[FILE.html]",
    is_flag=False,
    flag_value=IN_TERMINAL,
    help="Show what you have solved, by theme, by difficulty and over time, or write it as a page.",
)
@options.port
@options.is_opened
@options.as_json
def train(
    name: str | None,
    in_terminal: bool,
    due_only: bool,
    themes: tuple[str, ...],
    difficulty: tuple[int, int],
    limit: int,
    page: str | None,
    port: int,
    is_opened: bool,
    as_json: bool,
) -> None:
    """Practise with endgame puzzles, in the browser or a terminal."""
    from scrabble.training.database import PracticeDatabase
    from scrabble.training.selection import Filters, themes_named

    if page is not None:
        options.refuse_given(
            "--progress counts everything", "name", "due_only", "themes", "difficulty", "limit"
        )
    if in_terminal or page is not None:
        options.refuse_given("no page is opened", "port", "is_opened")
    else:
        options.refuse_given("the first line of the output is the address", "as_json")
    if page:
        terminal.refuse_unwritable(Path(page))
    named = frozenset(theme for text in themes for theme in themes_named(text))
    filters = Filters(named, difficulty, due_only, limit)
    now = datetime.now()
    name = file_of(name) if name else name
    with PracticeDatabase() as practice:
        if page is not None:
            _show_progress(practice, page, now, as_json)
            return
        if not in_terminal:
            _serve(practice, name, filters, port, is_opened)
            return
        queue = _queue(practice, name, filters, now)
        TerminalTrainer(practice, as_json).run(queue)


def _serve(
    practice: PracticeDatabase, name: str | None, filters: Filters, port: int, is_opened: bool
) -> None:
    """Show the puzzles in the browser until Ctrl-C."""
    from scrabble.cli.server import announce, bound_server, server_packages, theme
    from scrabble.training.selection import BUNDLED, load_set

    with server_packages("trainer"):
        from scrabble.web.requests import ExplorerSettings
        from scrabble.web.server import serve
        from scrabble.web.trainer import TRIED, Trainer
    set_name = TRIED if filters.due_only and name is None else name or BUNDLED
    if set_name:
        load_set(set_name)
    prepared = bound_server(port)
    announce(f"{prepared.address}train", is_opened)
    trainer = Trainer(practice, set_name, filters, SECONDS)
    serve(prepared, ExplorerSettings(trainer=trainer, theme=theme()))


def _queue(practice: PracticeDatabase, name: str | None, filters: Filters, now: datetime) -> PracticeQueue:
    """Return the puzzles to practise; if there are none, say why."""
    from scrabble.training.schedule import learned
    from scrabble.training.selection import (
        BUNDLED,
        PracticeQueue,
        load_set,
        next_due,
        select_playable,
        tried_puzzles,
    )
    from scrabble.wording.practice import none_text

    puzzles = tried_puzzles(practice) if filters.due_only and name is None else load_set(name or BUNDLED)
    known = learned(practice.attempts(), now)
    chosen, left_out = select_playable(puzzles, known, filters, now)
    if left_out and not chosen:
        terminal.fail(left_out)
    if left_out:
        terminal.show_message("note", left_out)
    if not chosen:
        terminal.show_message("note", none_text(filters.due_only, next_due(puzzles, known)))
    return PracticeQueue(chosen, filters.limit, practice)


class TerminalTrainer:
    """A dialogue about one puzzle after the other."""

    def __init__(self, practice: PracticeDatabase, as_json: bool) -> None:
        self._practice, self._as_json = practice, as_json
        self._solved = self._shown = 0

    def run(self, queue: PracticeQueue) -> None:
        """Show puzzles until there are no more, or the input ends."""
        while (named := queue.take()) is not None:
            with terminal.status(*COMPILING):
                from scrabble.training.showing import Showing

                showing = Showing(named, self._practice, SECONDS)
            self._show(showing, queue.taken, queue.total)
            if not self._solve(showing):
                break
        if queue.taken and not self._as_json:
            from scrabble.training.selection import level_now
            from scrabble.wording.practice import level_text, solved_text

            solved = solved_text(self._solved, self._shown)
            said = "; ".join(filter(None, (solved, level_text(level_now(self._practice)))))
            terminal.echo(f"{capitalized(said)}.")

    def _show(self, showing: Showing, number: int, total: int) -> None:
        from scrabble.report.blocks import Text
        from scrabble.report.board_text import board_text

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
            command = next((each for each in COMMANDS if line.casefold() in (each, each[0])), None)
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
        from scrabble.game.move import IllegalMoveError
        from scrabble.training.judging import verdict_sentence

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
            from scrabble.wording.lines import line_text

            terminal.echo(f"  {line_text(verdict.line)}")
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
        from scrabble.wording.lines import line_text

        solution = showing.puzzle.solution
        line = line_text(solution.line) or f"{solution.move} {solution.score}"
        terminal.echo(f"Solution: {line}")
        for reason in showing.puzzle.reasons:
            terminal.echo(f"  {reason}")
        if due is not None:
            from scrabble.wording.practice import again_text

            terminal.echo(f"{again_text(due)}\n")


def _show_progress(practice: PracticeDatabase, page: str, now: datetime, as_json: bool) -> None:
    from scrabble.report.pages.progress import progress_page
    from scrabble.report.progress import progress_json, progress_text
    from scrabble.training.progress import progress_of
    from scrabble.training.selection import tried_puzzles

    progress = progress_of(practice.attempts(), tried_puzzles(practice), now)
    if page:
        terminal.write_file(Path(page), progress_page(progress, now))
    elif as_json:
        terminal.write_json(progress_json(progress), is_ascii=False)
    else:
        terminal.write(terminal.output(), *progress_text(progress))
