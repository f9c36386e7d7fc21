"""`endgame serve`.  Arguments and printing only."""

from __future__ import annotations

import click

from scrabble.cli import options
from scrabble.cli.board import announce, bound_server, server_packages
from scrabble.cli.click_parts import Command, Number, WholeNumber
from scrabble.cli.options import idle_cores

MOST_SEARCHES = 32

EPILOG = """\b
Examples:
  endgame serve
  endgame serve --port 8000 --time 10 --searches 2

The address is the first line of the output. Ctrl-C stops the program. The requests are described in
scrabble/web/README.md, and for programs in openapi.json below the address."""


@click.command(cls=Command, epilog=EPILOG)
@options.port
@options.lexicon_of("request or its position")
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=Number(),
    callback=options.positive,
    default=60.0,
    help="Time limit for each search; a request may ask for less.",
)
@options.memory
@click.option(
    "--threads",
    metavar="N",
    type=WholeNumber(1, options.MOST_THREADS),
    help="Most threads of one search; a request that asks for none has 1. Default: the idle cores, up to 4.",
)
@click.option(
    "--searches",
    metavar="N",
    type=WholeNumber(1, MOST_SEARCHES),
    help="Searches at the same time; others wait. Default: the idle cores, up to 4.",
)
@options.log
@options.as_json
def serve(
    port: int,
    lexicon: str | None,
    seconds: float,
    memory: int,
    threads: int | None,
    searches: int | None,
    as_json: bool,
) -> None:
    """Solve positions for other programs over HTTP, on this machine only."""
    with server_packages("server"):
        from scrabble.web import service
        from scrabble.web.solve_request import ServiceLimits
    cores = idle_cores()
    limits = ServiceLimits(seconds, memory << 20, threads or cores, searches or cores, lexicon)
    prepared = bound_server(port)
    announce(prepared.address, as_json)
    service.serve(prepared, limits)
