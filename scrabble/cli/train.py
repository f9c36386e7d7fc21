"""`endgame train`: practice in the browser or in a terminal, and one's progress.  Arguments only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Argument, Command, WholeNumber
from scrabble.cli.positions import file_of

if TYPE_CHECKING:
    from datetime import datetime

    from scrabble.training.database import PracticeDatabase
    from scrabble.training.selection import Filters, NamedPuzzle

IN_TERMINAL = ""  # of --progress without a file

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

In a terminal, type a move (8D WORD), or h for a hint, s for the solution,
n for the next puzzle, q to stop. Attempts are kept at once; Ctrl-C loses none."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument(
    "name",
    cls=Argument,
    metavar="SET",
    required=False,
    help="A file of puzzles, its address (https://...), or the name of a bundled set. Default: the set "
    "puzzles, or with --due all puzzles that were tried.",
)
@click.option("--terminal", "in_terminal", is_flag=True, help="Practise in the terminal.")
@click.option("--due", "due_only", is_flag=True, help="Only puzzles that are due today.")
@options.theme
@options.difficulty
@click.option(
    "--limit", metavar="N", type=WholeNumber(min=0), default=0, help="How many puzzles to show; 0: all."
)
@click.option(
    "--time",
    "seconds",
    **options.SPAN,
    default=4.0,
    help="Time limit to prove what a move loses if the puzzle does not say.",
)
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
@options.log
@options.as_json
def train(
    name: str | None,
    in_terminal: bool,
    due_only: bool,
    themes: tuple[str, ...],
    difficulty: tuple[int, int],
    limit: int,
    seconds: float,
    page: str | None,
    port: int,
    is_opened: bool,
    as_json: bool,
) -> None:
    """Practise with puzzles whose answers are proven."""
    from datetime import datetime

    from scrabble.training.database import PracticeDatabase
    from scrabble.training.selection import Filters, themes_named

    if page is not None:
        options.refuse_given(
            "--progress counts everything", "name", "due_only", "themes", "difficulty", "limit"
        )
    if in_terminal or page is not None:
        options.refuse_given("no page is opened", "port", "is_opened", "log")
    if page:
        terminal.refuse_unwritable(Path(page))
    named = frozenset(theme for text in themes for theme in themes_named(text))
    filters = Filters(named, difficulty, due_only, limit)
    now = datetime.now().astimezone()
    name = file_of(name) if name else name
    with PracticeDatabase() as practice:
        if page is not None:
            _show_progress(practice, page, now, as_json)
            return
        if not in_terminal:
            _serve(practice, name, filters, seconds, BrowserOptions(port, is_opened, as_json))
            return
        chosen = _chosen(practice, name, filters, now)
        if chosen:
            from scrabble.cli.train_terminal import TerminalTrainer

            TerminalTrainer(practice, seconds, as_json).run(chosen)


class BrowserOptions(NamedTuple):
    """Options of the page."""

    port: int
    is_opened: bool
    as_json: bool


def _serve(
    practice: PracticeDatabase, name: str | None, filters: Filters, seconds: float, browser: BrowserOptions
) -> None:
    """Show the puzzles in the browser until Ctrl-C."""
    from scrabble.cli.board import announce, bound_server, server_packages, theme
    from scrabble.training.selection import BUNDLED, load_set

    with server_packages("trainer"):
        from scrabble.web.requests import ExplorerSettings
        from scrabble.web.server import serve
        from scrabble.web.trainer import TRIED, Trainer
    set_name = TRIED if filters.due_only and name is None else name or BUNDLED
    if set_name:
        load_set(set_name)
    prepared = bound_server(browser.port)
    announce(f"{prepared.address}train", browser.as_json, browser.is_opened)
    trainer = Trainer(practice, set_name, filters, seconds)
    serve(prepared, ExplorerSettings(trainer=trainer, theme=theme()))


def _chosen(
    practice: PracticeDatabase, name: str | None, filters: Filters, now: datetime
) -> list[NamedPuzzle]:
    """Return the puzzles to practise; if there are none, say why."""
    from scrabble.training.schedule import learned
    from scrabble.training.selection import BUNDLED, load_set, next_due, select, tried_puzzles

    puzzles = tried_puzzles(practice) if filters.due_only and name is None else load_set(name or BUNDLED)
    known = learned(practice.attempts())
    chosen = select(puzzles, known, filters, now)
    if not chosen:
        following = next_due(puzzles, known) if filters.due_only else None
        later = f"; the next puzzle is due on {following.astimezone():%d %B %Y}" if following else ""
        nothing = "nothing is due today" if filters.due_only else "no puzzle fits these filters"
        terminal.show_message("note", f"{nothing}{later}")
    return chosen


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
