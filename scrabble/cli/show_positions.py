"""`endgame positions`: positions as CGP, their plays, or the planner's view.  Arguments and printing only."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import COMPILING
from scrabble.cli.positions import PositionSelection, for_each_entry, for_each_position

if TYPE_CHECKING:
    from scrabble.lexicon import Lexicon
    from scrabble.sources import Entry, ResolvedPosition

EPILOG = """\b
Examples:
  endgame positions g0010
  endgame positions g0010 --turn 26 > position.cgp
  endgame positions board.txt
  endgame positions out-in-two --moves
  endgame positions out-in-two --moves --side other --show 5
  endgame positions stuck-q-mover --plan

CGP is a notation for a position in one line of text. Nothing is solved, so the bag may
hold tiles. A plan is for an empty bag, assumes that neither side blocks, and proves nothing."""


MOVER, OTHER = "mover", "other"  # the side whose plays are listed


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.lexicon
@click.option("--moves", is_flag=True, help="List the legal plays with their points, best first.")
@click.option(
    "--side",
    metavar="mover|other",
    type=click.Choice((MOVER, OTHER)),
    default=MOVER,
    help="With --moves: the plays of the player to move, or of the other one.",
)
@click.option(
    "--plan",
    is_flag=True,
    help="Show how each side can go out: turns needed, points, stuck tiles, blocks.",
)
@options.show
@options.as_json
def positions(
    positions: tuple[str, ...],
    turn: int | None,
    lexicon: str | None,
    moves: bool,
    side: str,
    plan: bool,
    show: int,
    as_json: bool,
) -> None:
    """Print positions in CGP, one a line, or list their moves."""
    if moves and plan:
        raise click.UsageError("choose one of --moves and --plan.")
    if not moves:
        options.refuse_given("it is for --moves", "side")
    if as_json:
        options.refuse_given("JSON has all of it", "show")
    elif not plan and not moves:
        options.refuse_given("it is for --moves and --plan", "show")
    selection = PositionSelection(positions, lexicon, turn)
    if moves:
        answer = partial(_list_moves, side=side, show=show, as_json=as_json)
        for_each_position(selection, as_json, answer, is_endgame=False)
    elif plan:
        for_each_position(selection, as_json, partial(_show_plan, show=show, as_json=as_json))
    else:
        for_each_entry(selection, as_json, partial(_print_cgp, as_json=as_json))


def _print_cgp(_: int, entry: Entry, lexicon: Lexicon | None, as_json: bool) -> None:
    """Print a position as CGP; a lexicon is needed for its tiles only."""
    from scrabble import sources
    from scrabble.game.cgp import dumps

    position, notes = sources.read_position(entry, lexicon.alphabet if lexicon else None)
    for note in notes:
        terminal.show_message("warning", f"{entry.where}: {note}")
    if as_json:
        found = {"id": entry.id, "cgp": dumps(position), "warnings": list(map(str, notes))}
        terminal.write_json(found)
    else:
        terminal.echo(dumps(position))


def _list_moves(entry: Entry, reading: ResolvedPosition, side: str, show: int, as_json: bool) -> None:
    from scrabble import sources
    from scrabble.report import solution

    position = sources.to_list_plays(reading.position, side == OTHER)
    with terminal.status(*COMPILING):
        from scrabble.solver import legal_moves

        plays = legal_moves(position, reading.lexicon)
    if as_json:
        terminal.write_json(solution.moves_json(plays, position, entry.id, side))
    else:
        terminal.write(terminal.output(), solution.moves_text(plays, position, show))


def _show_plan(entry: Entry, reading: ResolvedPosition, show: int, as_json: bool) -> None:
    from scrabble.report.plan import plan_json, plan_text

    with terminal.status(*COMPILING):
        from scrabble.solver.planner.plan import plan_of

        found = plan_of(reading.position, reading.lexicon)
    if as_json:
        terminal.write_json({"id": entry.id, **plan_json(found), "warnings": reading.warnings})
    else:
        terminal.write(terminal.output(), plan_text(found, show))
