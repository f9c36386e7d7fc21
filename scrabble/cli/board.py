"""`endgame board`.  Arguments and printing only."""

from __future__ import annotations

import click

from scrabble.cli import options
from scrabble.cli.click_parts import Argument, Command
from scrabble.cli.positions import file_of
from scrabble.cli.server import announce, bound_server, server_packages, theme
from scrabble.files import expand_user, read_file

EPILOG = """\b
Examples:
  endgame board
  endgame board out-in-two
  endgame board game.gcg --lexicon ENABLE
  endgame board --port 8000

The address is the first line of the output. Ctrl-C stops the program."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument(
    "position",
    cls=Argument,
    required=False,
    help="A position (CGP, a file, a name such as late:17), a saved game (GCG) or its address (woogles:ID).",
)
@options.lexicon
@options.search_option("seconds", default=60.0)
@options.is_opened
@options.port
def board(
    position: str | None,
    port: int,
    is_opened: bool,
    lexicon: str | None,
    seconds: float,
) -> None:
    """Explore positions in the browser: each move with its value."""
    with server_packages("explorer"):
        from scrabble.web import server
        from scrabble.web.requests import ExplorerSettings
    threads, memory = options.threads_set(), options.memory()
    settings = ExplorerSettings(_given(position), lexicon, seconds, threads, memory, theme=theme())
    prepared = bound_server(port)
    announce(prepared.address, is_opened)
    server.serve(prepared, settings)


def _given(position: str | None) -> str:
    """The text that the page begins with, known to be one that it can read."""
    if position is None:
        return ""
    from scrabble import bundled, sources
    from scrabble.records import gcg

    position = file_of(position)
    named = bundled.find(position)
    if named is not None and named.is_game and not named.part:
        return position
    if named is None and not sources.is_text(position):
        data = _bytes(position)
        if gcg.looks_like_gcg(data):
            return gcg.dumps(gcg.loads(data))
    entry = next(sources.entries([position]), None)
    if entry is None:
        raise sources.SourceError(f"{position}: no position in it")
    if entry.error is not None:
        raise sources.SourceError(f"{entry.where}: {entry.error}")
    return entry.text


def _bytes(position: str) -> bytes:
    """The file of this name, if there is one; `sources` says what is wrong with others."""
    from scrabble.sources import MOST_BYTES

    try:
        return read_file(expand_user(position), MOST_BYTES)  # of a pipe nothing would be left for `sources`
    except (OSError, ValueError):
        return b""
