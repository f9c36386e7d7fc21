"""`endgame ucgi`.  Arguments and printing only."""

from __future__ import annotations

import sys

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import idle_cores

EPILOG = """\b
Examples:
  endgame ucgi
  endgame ucgi --lexicon ENABLE

It reads commands from standard input: ucgi, isready, setoption, position cgp,
go, stop, quit. `go` takes movetime (ms), nodes, threads and infinite."""


@click.command(cls=Command, epilog=EPILOG)
@options.lexicon
@options.memory
@options.threads
def ucgi(lexicon: str | None, memory: int, threads: int | None) -> None:
    """Run as a UCGI engine."""
    from scrabble._version import __version__
    from scrabble.cli.ucgi_engine import EngineOptions, UcgiEngine

    given = EngineOptions(threads=threads or idle_cores(), memory=memory)
    if lexicon is not None:
        given.set("lexicon", lexicon)

    def say(line: str) -> None:
        try:
            terminal.echo(line)
        except OSError as error:  # in the thread of a search or in the reading thread
            terminal.exit_on_output_error(error)

    sys.stdin.reconfigure(errors="replace") if hasattr(sys.stdin, "reconfigure") else None
    UcgiEngine(say, __version__, given).handle_lines(sys.stdin or ())
