"""`endgame board` and `serve`: the programs that listen on an address.  Arguments and printing only."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Argument, Command, WholeNumber
from scrabble.cli.options import idle_cores
from scrabble.cli.positions import file_of
from scrabble.files import expand_user, read_file

if TYPE_CHECKING:
    from scrabble.web.server import BoundServer

MISSING = (
    "the explorer needs starlette and uvicorn: pip install 'starlette>=0.37' 'uvicorn>=0.29'; "
    "`endgame solve` and `endgame analyse --html` do without"
)
SERVERS = ("starlette", "uvicorn", "anyio", "h11")  # packages of the extra `web`
OPEN_TO_OTHERS = "--allow-remote"
MOST_SEARCHES = 32

BOARD_EPILOG = """\b
Examples:
  endgame board
  endgame board out-in-two
  endgame board game.gcg --lexicon ENABLE
  endgame board --port 8000

The address is the first line of the output. Ctrl-C stops the program."""


@click.command(cls=Command, epilog=BOARD_EPILOG)
@click.argument(
    "position",
    cls=Argument,
    required=False,
    help="A position (CGP, a file, a name such as late:17), a saved game (GCG) or its address (woogles:ID).",
)
@options.port
@options.is_opened
@options.lexicon
@click.option(
    "--time",
    "seconds",
    **options.SPAN,
    default=60.0,
    help="Time limit for each search.",
)
@options.memory
@options.threads
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="The address to listen on.")
@click.option(OPEN_TO_OTHERS, "is_shared", is_flag=True, help="Allow a --host that other machines can reach.")
@options.log
@options.as_json
def board(
    position: str | None,
    port: int,
    is_opened: bool,
    lexicon: str | None,
    seconds: float,
    memory: int,
    threads: int | None,
    host: str,
    is_shared: bool,
    as_json: bool,
) -> None:
    """Explore positions on a board in the browser: every move with its value."""
    with server_packages("explorer"):
        from scrabble.web import server
        from scrabble.web.requests import ExplorerSettings
    if not server.is_loopback(host) and not is_shared:
        raise click.BadParameter(
            f"other machines could use it; allow this with {OPEN_TO_OTHERS}.", param_hint="--host"
        )
    cores = threads or idle_cores()
    settings = ExplorerSettings(_given(position), lexicon, seconds, cores, memory << 20, theme=theme())
    prepared = bound_server(port, host, hint="--host, --port")
    announce(prepared.address, as_json, is_opened)
    if not server.is_loopback(host):
        terminal.show_message(
            "warning", "anyone who can reach this machine and has the address can use the explorer"
        )
    server.serve(prepared, settings)


SERVE_EPILOG = """\b
Examples:
  endgame serve
  endgame serve --port 8000 --time 10 --searches 2

The address is the first line of the output. Ctrl-C stops the program. The requests are described in
scrabble/web/README.md, and for programs in openapi.json below the address."""


@click.command(cls=Command, epilog=SERVE_EPILOG)
@options.port
@options.lexicon_of("request or its position")
@click.option(
    "--time",
    "seconds",
    **options.SPAN,
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


@contextmanager
def server_packages(program: str) -> Iterator[None]:
    """Say in one line what a program needs if the packages of the extra `web` are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in SERVERS:
            raise
        terminal.fail(MISSING.replace("explorer", program))


def bound_server(port: int, host: str = "127.0.0.1", hint: str = "--port") -> BoundServer:
    """Bind a server, with the token of the last start if the port is given.  Raises click.BadParameter."""
    from scrabble.web.server import is_loopback, prepare

    token = _remembered_token() if port and is_loopback(host) else None
    try:
        return prepare(host, port, token)
    except OSError as error:
        reason = f"{host} port {port}: {error.strerror or error}."
        raise click.BadParameter(reason, param_hint=hint) from None


def announce(address: str, as_json: bool, is_opened: bool = False) -> None:
    """Write the address of a server, and open it if the user wants that."""
    if as_json:
        terminal.write_json({"address": address})
    else:
        terminal.echo(address)
    if is_opened:
        threading.Thread(target=_open_in_browser, args=(address,), daemon=True).start()


def theme() -> str:
    """Return the colours of the pages, as the user has set them; auto leaves them to the browser."""
    from scrabble import settings

    return settings.value_of("theme") or settings.THEMES[0]


def _remembered_token() -> str | None:
    """The token of the last start, so that a bookmark opens again; None if it cannot be kept."""
    from scrabble.web import tokens

    try:
        return tokens.remembered_token()
    except OSError as error:
        terminal.show_message(
            "note", f"a bookmark will not open again: {tokens.token_file()}: {error.strerror or error}"
        )
        return None


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


def _open_in_browser(address: str) -> None:
    """Open an address in the browser of the user."""
    import webbrowser

    if not webbrowser.open(address):
        terminal.show_message("note", "no browser was found: open the address yourself")
