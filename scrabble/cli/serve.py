"""`endgame serve`.  Arguments and printing only."""

from __future__ import annotations

import click

from scrabble.cli import options, terminal
from scrabble.cli.board import MISSING, SERVERS, remembered_token
from scrabble.cli.click_parts import Command, Number, WholeNumber
from scrabble.cli.options import idle_cores

MOST_SEARCHES = 32

EPILOG = """\b
Examples:
  endgame serve
  endgame serve --port 8000 --time 10 --searches 2

The address is the first line of the output. Ctrl-C stops the program. With --port the address is the same at
each start. The page of scrabble/web describes the requests, and openapi.json below the address describes them
to programs."""


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
    help="Most threads of one search, which has 1 unless it asks. Default: the idle cores, up to 4.",
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
    try:
        from scrabble.web import server, service
        from scrabble.web.solve_request import ServiceLimits
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in SERVERS:
            raise
        terminal.fail(MISSING.replace("explorer", "server"))
    cores = idle_cores()
    limits = ServiceLimits(seconds, memory << 20, threads or cores, searches or cores, lexicon)
    try:
        prepared = server.prepare(port=port, token=remembered_token() if port else None)
    except OSError as error:
        reason = f"{server.LOOPBACK} port {port}: {error.strerror or error}."
        raise click.BadParameter(reason, param_hint="--port") from None
    if as_json:
        terminal.write_json({"address": prepared.address})
    else:
        terminal.echo(prepared.address)
    service.serve(prepared, limits)
