"""`endgame warmup`.  Arguments and printing only."""

from __future__ import annotations

import time

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Command
from scrabble.endgame.names import Solver

EPILOG = """\b
Examples:
  endgame warmup
  endgame warmup --solver bstar

Without it each command compiles what it needs when it is first called. What has
been compiled is kept, and what is kept already takes no time."""


@click.command(cls=Command, epilog=EPILOG)
@click.option(
    "--solver", metavar="NAME", **options.optional(Solver), help="Only what this solver needs; default: all."
)
@options.as_json
def warmup(solver: Solver | None, as_json: bool) -> None:
    """Compile everything for this machine ahead of time."""
    began = time.monotonic()
    seconds: dict[str, float] = {}
    with terminal.steps() as step:
        step("loading", 0, 1)
        from scrabble.cli import kernels
        from scrabble.endgame.warm_up import warm_up

        given = kernels.reading()
        if solver is not None:
            parts = [kernels.Part(solver, 1, lambda given: warm_up(given.position, given.lexicon, solver, 1))]
        else:
            parts = list(kernels.PARTS)
        done, whole = 0, sum(part.share for part in parts)
        for part in parts:
            step(part.name, done, whole)
            started = time.monotonic()
            part.make_ready(given)
            seconds[part.name] = round(time.monotonic() - started, 1)
            done += part.share
    took = time.monotonic() - began
    if as_json:
        terminal.write_json({"seconds": round(took, 1), "parts": seconds})
    else:
        terminal.echo(f"{solver or 'everything'} is ready after {took:.1f} s")
