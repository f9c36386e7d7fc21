"""`endgame warmup`.  Arguments and printing only."""

from __future__ import annotations

import time

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import COMPILING
from scrabble.endgame.names import Solver

EPILOG = """\b
Example:
  endgame warmup

Without it the first search does the same."""


@click.command(cls=Command, epilog=EPILOG)
@options.solver
def warmup(solver: Solver) -> None:
    """Compile everything for this machine ahead of the first search."""
    from scrabble import cgp
    from scrabble.lexicon import Lexicon

    began = time.monotonic()
    position, words = cgp.loads("/".join(["15"] * 15) + " A/A 0/0 0"), Lexicon.load("ENABLE")
    with terminal.preparing(COMPILING):
        from scrabble.endgame import legal_moves
        from scrabble.endgame.warm_up import warm_up

        warm_up(position, words, solver, threads=2)
        legal_moves(position, words)
    click.echo(f"{solver} is ready after {time.monotonic() - began:.1f} s")
