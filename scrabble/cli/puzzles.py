"""`endgame puzzles`: the group of commands about puzzles, and `puzzles page`.  Arguments and files only."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Argument, Command, LazyGroup, WholeNumber
from scrabble.cli.puzzles_make import make, select

EPILOG = """\b
Examples:
  endgame puzzles page mine.jsonl --out mine.html
  endgame puzzles page mine.jsonl --theme block --limit 20 --out blocks.html

The page opens from disk and needs no network. Print it for a sheet of puzzles with
answers at the end."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("name", cls=Argument, metavar="SET", help="A file of puzzles, or the name of a bundled set.")
@options.theme
@options.difficulty
@click.option(
    "--limit", metavar="N", type=WholeNumber(min=0), default=0, help="How many puzzles to show; 0: all."
)
@click.option("--title", metavar="TEXT", default="What would you play?", help="The title of the page.")
@click.option("--out", metavar="FILE.html", type=PATH, required=True, help="The file to write.")
def page(
    name: str, themes: tuple[str, ...], difficulty: tuple[int, int], limit: int, title: str, out: Path
) -> None:
    """Write puzzles as a page to solve in a browser, or to print."""
    from scrabble.cli.analyse_many import write_page
    from scrabble.report.pages.puzzle_page import from_record, puzzle_page
    from scrabble.training.selection import Filters, load_set, select, themes_named

    terminal.refuse_unwritable(out)
    wanted = frozenset(theme for text in themes for theme in themes_named(text))
    chosen = select(load_set(name), {}, Filters(wanted, difficulty, limit=limit), datetime.now())
    if not chosen:
        terminal.fail(f"{name}: no puzzle fits these filters")
    write_page(out, puzzle_page((from_record(each.puzzle) for each in chosen), title))


@click.group(cls=LazyGroup)
@click.pass_context
def puzzles(context: click.Context) -> None:
    """Make puzzles with proven answers, and pages of them."""
    if context.invoked_subcommand is None:
        terminal.echo(context.get_help())


puzzles.add_command(make)
puzzles.add_command(select)
puzzles.add_command(page)
