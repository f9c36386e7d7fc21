"""`endgame moves`, `endgame plan` and `endgame cgp`.  Arguments and printing only."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import COMPILING
from scrabble.cli.positions import PositionSelection, entries, for_each_position, input_errors

if TYPE_CHECKING:
    from scrabble.sources import Entry, ResolvedPosition

EPILOG = """\b
Examples:
  endgame moves out-in-two
  endgame moves out-in-two --side other --show 5"""


class Side(StrEnum):
    """The side whose plays are listed."""

    MOVER = "mover"
    OTHER = "other"


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.every
@click.option(
    "--side",
    **options.enum_choice(Side),
    default=Side.MOVER.value,
    help="Whose plays: the player to move or the opponent.",
)
@options.lexicon
@options.show_option(0, "moves")
@options.as_json
def moves(
    positions: tuple[str, ...],
    turn: int | None,
    every: bool,
    side: Side,
    lexicon: str | None,
    show: int,
    as_json: bool,
) -> None:
    """List the legal plays of either side with their scores, best first."""
    console = terminal.output()

    def answer(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble import sources
        from scrabble.report import solution

        position = sources.to_list_plays(reading.position, side is Side.OTHER)
        with terminal.status(*COMPILING):
            from scrabble.solver import legal_moves

            steps = legal_moves(position, reading.lexicon)
        if as_json:
            terminal.write_json(solution.moves_json(steps[: show or None], position, entry.id, side))
        else:
            terminal.write(console, solution.moves_text(steps, position, show))

    selection = PositionSelection(positions, lexicon, turn, every)
    for_each_position(selection, as_json, answer, is_endgame=False)


PLAN_EPILOG = """\b
Examples:
  endgame plan stuck-q-mover
  endgame plan block-r --json

A plan assumes that neither side blocks; nothing in it is proven."""


@click.command(cls=Command, epilog=PLAN_EPILOG)
@options.positions
@options.turn
@options.every
@options.lexicon
@options.show_option(10, "moves")
@click.option("--board/--no-board", default=False, help="Draw the board.")
@options.as_json
def plan(
    positions: tuple[str, ...],
    turn: int | None,
    every: bool,
    lexicon: str | None,
    show: int,
    board: bool,
    as_json: bool,
) -> None:
    """Show the planner's view: turns needed to go out, totals, stuck tiles, out-plays and blocks."""
    if as_json:
        options.refuse_given("JSON has all of it", "show", "board")
    console = terminal.output()

    def answer(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble.report import board_text
        from scrabble.report.plan import plan_json, plan_text

        with terminal.status(*COMPILING):
            from scrabble.solver.planner.plan import plan_of

            found = plan_of(reading.position, reading.lexicon)
        if as_json:
            data = plan_json(found)
            terminal.write_json({"id": entry.id, **data, "warnings": reading.warnings})
        else:
            if board:
                terminal.write(console, board_text.board_text(reading.position, console), "")
            terminal.write(console, plan_text(found, show))

    selection = PositionSelection(positions, lexicon, turn, every)
    for_each_position(selection, as_json, answer)


CGP_EPILOG = """\b
Examples:
  endgame cgp g0010
  endgame cgp g0010 --turn 26 > position.cgp
  endgame cgp board.txt

Nothing is solved: the bag may hold tiles, and the game may be over."""


@click.command(cls=Command, epilog=CGP_EPILOG)
@options.positions
@options.turn
@options.every
@options.lexicon_of(
    "position", "Lexicon whose tiles a {} has that names none. Default, auto: the only set that fits."
)
@options.as_json
def cgp(
    positions: tuple[str, ...], turn: int | None, every: bool, lexicon: str | None, as_json: bool
) -> None:
    """Convert games, printed boards and CGP to CGP, one line per position."""
    from scrabble import sources
    from scrabble.game.cgp import dumps
    from scrabble.lexicon import Lexicon

    given = None if lexicon is None else Lexicon(lexicon)
    has_failed = False
    for entry in entries(PositionSelection(positions, lexicon, turn, every), given):
        try:
            position, notes = sources.read_position(entry, given.alphabet if given else None)
        except input_errors() as error:
            has_failed = True
            terminal.show_message("error", f"{entry.where}: {error}")
            if as_json:
                terminal.write_json({"id": entry.id, "error": str(error)})
        else:
            for note in notes:
                terminal.show_message("warning", f"{entry.where}: {note}")
            if as_json:
                found = {"id": entry.id, "cgp": dumps(position), "warnings": list(map(str, notes))}
                terminal.write_json(found)
            else:
                terminal.echo(dumps(position))
    if has_failed:
        raise click.exceptions.Exit(terminal.BAD_INPUT)
