"""`endgame moves`.  Arguments and printing only."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import click

from scrabble.cli import each_position, options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import COMPILING

if TYPE_CHECKING:
    from scrabble.sources import Entry, Reading

EPILOG = """\b
Examples:
  endgame moves out-in-two
  endgame moves out-in-two --side other --lines 5"""


class Side(StrEnum):
    """Whose plays to list."""

    MOVER = "mover"
    OTHER = "other"


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.every
@click.option(
    "--side", **options.one_of(Side), default=Side.MOVER.value, help="The player on turn, or the other one."
)
@options.lexicon
@options.lines(0, "moves")
@click.option("--top", type=click.IntRange(min=0), hidden=True, help="The old name of --lines.")
@options.as_json
def moves(
    positions: tuple[str, ...],
    turn: int | None,
    every: bool,
    side: Side,
    lexicon: str | None,
    lines: int,
    top: int | None,
    as_json: bool,
) -> None:
    """List the plays of either side with their scores, best first."""
    console = terminal.output()

    def answer(entry: Entry, reading: Reading) -> None:
        from scrabble import sources
        from scrabble.report import solution

        shown = lines if top is None else top
        position = sources.with_both_racks(reading.position, side is Side.OTHER)
        with terminal.preparing(*COMPILING):
            from scrabble.endgame import legal_moves

            steps = legal_moves(position, reading.lexicon)
        if as_json:
            terminal.write_json(solution.moves_json(steps[: shown or None], position, entry.id, side))
        else:
            terminal.write(console, solution.moves_text(steps, position, shown))

    asked = each_position.Asked(positions, lexicon, turn, every)
    each_position.each(asked, as_json, answer, is_endgame=False)
