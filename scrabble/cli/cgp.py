"""`endgame cgp`.  Arguments and printing only, like `cli`."""

from __future__ import annotations

import click

from scrabble.cli import each_position, options, terminal
from scrabble.cli.click_parts import Command

EPILOG = """\b
Examples:
  endgame cgp g0010
  endgame cgp g0010 --turn 26 > position.cgp
  endgame cgp board.txt

Nothing is solved here: tiles may be in the bag, and the game may be over."""


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.every
@options.as_json
def cgp(positions: tuple[str, ...], turn: int | None, every: bool, as_json: bool) -> None:
    """Print positions in CGP, a line each: of recorded games, of boards as printed, of CGP itself."""
    from scrabble import sources
    from scrabble.cgp import dumps

    has_failed = False
    for entry in each_position.entries(each_position.Asked(positions, None, turn, every)):
        try:
            position, notes = sources.read_position(entry)
        except each_position.bad_input() as error:
            has_failed = True
            terminal.say("error", f"{entry.where}: {error}")
            if as_json:
                terminal.write_json({"id": entry.id, "error": str(error)})
        else:
            for note in notes:
                terminal.say("warning", f"{entry.where}: {note}")
            if as_json:
                found = {"id": entry.id, "cgp": dumps(position), "warnings": list(map(str, notes))}
                terminal.write_json(found)
            else:
                terminal.echo(dumps(position))
    if has_failed:
        raise click.exceptions.Exit(terminal.BAD_INPUT)
