"""`endgame plan`.  Arguments and printing only, like `cli`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scrabble import commanded, terminal
from scrabble.command_options import COMPILING, AsJson, LexiconName, Positions, WithBoard

if TYPE_CHECKING:
    from scrabble.sources import Entry, Reading

EPILOG = """\b
Examples:
  endgame plan positions/stuck-q-mover.cgp
  endgame plan positions/block-r.cgp --json

A plan looks at the board as it is; nothing in it is proven."""


def plan(
    positions: Positions,
    lexicon: LexiconName = None,
    lines: Annotated[
        int, typer.Option("--lines", metavar="N", min=0, help="How many moves to show; 0: all.")
    ] = 10,
    board: WithBoard = False,
    as_json: AsJson = False,
) -> None:
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
