"""`endgame puzzles`: the group of commands about puzzles."""

from __future__ import annotations

import click

from scrabble.cli import terminal
from scrabble.cli.click_parts import LazyGroup
from scrabble.cli.puzzles_make import make, select
from scrabble.cli.puzzles_page import page


@click.group(cls=LazyGroup)
@click.pass_context
def puzzles(context: click.Context) -> None:
    """Make puzzles with proven answers, and pages of them."""
    if context.invoked_subcommand is None:
        terminal.echo(context.get_help())


puzzles.add_command(make)
puzzles.add_command(select)
puzzles.add_command(page)
