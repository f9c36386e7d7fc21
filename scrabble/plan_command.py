"""`endgame plan`.  Arguments and printing only, like `cli`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scrabble import command_options as options
from scrabble import commanded, terminal
from scrabble.command_options import COMPILING
from scrabble.commands import Command

if TYPE_CHECKING:
    from scrabble.sources import Entry, Reading

EPILOG = """\b
Examples:
  endgame plan positions/stuck-q-mover.cgp
  endgame plan positions/block-r.cgp --json

A plan looks at the board as it is; nothing in it is proven."""


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.lexicon
@options.lines
@click.option("--board/--no-board", default=False, help="Draw the board.")
@options.as_json
def plan(positions: tuple[str, ...], lexicon: str | None, lines: int, board: bool, as_json: bool) -> None:
    """Show what each side can do by itself: turns to go out, totals, stuck tiles, blocks."""
    console = terminal.output()

    def answer(entry: Entry, reading: Reading) -> None:
        from scrabble import drawing, plan_report

        with terminal.preparing(COMPILING):
            from scrabble.planner import plan_of

            found = plan_of(reading.position, reading.lexicon)
        if as_json:
            data = plan_report.as_json(found)
            commanded.write_json({"id": entry.id, **data, "warnings": reading.warnings})
        else:
            if board:
                terminal.write(console, drawing.drawing(reading.position, console), "")
            terminal.write(console, plan_report.describe(found, lines))

    commanded.each(positions, lexicon, as_json, answer)
