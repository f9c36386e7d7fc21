"""`endgame plan`.  Arguments and printing only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scrabble.cli import each_position, options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import COMPILING

if TYPE_CHECKING:
    from scrabble.sources import Entry, Reading

EPILOG = """\b
Examples:
  endgame plan stuck-q-mover
  endgame plan block-r --json

A plan looks at the board as it is; nothing in it is proven."""


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.every
@options.lexicon
@options.lines(10, "moves")
@click.option("--board/--no-board", default=False, help="Draw the board.")
@options.as_json
def plan(
    positions: tuple[str, ...],
    turn: int | None,
    every: bool,
    lexicon: str | None,
    lines: int,
    board: bool,
    as_json: bool,
) -> None:
    """Show what each side can do by itself: turns to go out, totals, stuck tiles, blocks."""
    if as_json:
        options.refuse_given("JSON has all of it", "lines", "board")
    console = terminal.output()

    def answer(entry: Entry, reading: Reading) -> None:
        from scrabble.report import board_text
        from scrabble.report.plan import plan_json, plan_text

        with terminal.preparing(*COMPILING):
            from scrabble.planner.plan import plan_of

            found = plan_of(reading.position, reading.lexicon)
        if as_json:
            data = plan_json(found)
            terminal.write_json({"id": entry.id, **data, "warnings": reading.warnings})
        else:
            if board:
                terminal.write(console, board_text.drawing(reading.position, console), "")
            terminal.write(console, plan_text(found, lines))

    asked = each_position.Asked(positions, lexicon, turn, every)
    each_position.each(asked, as_json, answer)
