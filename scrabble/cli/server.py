"""`endgame serve`, and what all commands that listen on an address have in common.

Arguments and printing only.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import idle_cores

if TYPE_CHECKING:
    from scrabble.web.server import BoundServer

MISSING = (
    "the explorer needs starlette and uvicorn: pip install 'starlette>=0.37' 'uvicorn>=0.29', or "
    "scrabble-endgame with the extra web; "
    "`endgame solve` and `endgame analyse --html` do without"
)
SERVERS = ("starlette", "uvicorn", "anyio", "h11")  # packages of the extra `web`

EPILOG = """\b
Examples:
  endgame serve
  endgame serve --port 8000 --time 10 --threads 2

The address is the first line of the output. A request is a POST of JSON, such as
{"position": "out-in-two", "seconds": 5}, to that address with `solve` at its end;
the answer is that of solve --json. Ctrl-C stops the program."""


@click.command(cls=Command, epilog=EPILOG)
@options.port
@options.lexicon
@options.search_option(
    "seconds", default=60.0, help="Time limit for each position; a request may ask for less."
)
@options.search_option(
    "workers",
    help="How many searches may run at the same time; also how many threads a request may ask for. Default: "
    "the idle cores, up to 4.",
)
@options.log
def serve(
    port: int,
    lexicon: str | None,
    seconds: float,
    workers: int | None,
) -> None:
    """Solve positions for programs on this machine, over HTTP."""
    with server_packages("server"):
        from scrabble.web import service
    limits = service.ServiceLimits(seconds, options.memory(), workers or idle_cores(), lexicon)
    prepared = bound_server(port)
    announce(prepared.address)
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


def bound_server(port: int) -> BoundServer:
    """Bind a server, with the token of the last start if the port is given.  Raises click.BadParameter."""
    from scrabble.web.server import LOOPBACK, prepare

    token = _remembered_token() if port else None
    try:
        return prepare(port, token)
    except OSError as error:
        reason = f"{LOOPBACK} port {port}: {error.strerror or error}."
        raise click.BadParameter(reason, param_hint="--port") from None


def announce(address: str, is_opened: bool = False) -> None:
    """Write the address of a server, and open it if the user wants that."""
    terminal.echo(address)
    if is_opened:
        threading.Thread(target=open_in_browser, args=(address,), daemon=True).start()


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


def open_in_browser(address: str) -> None:
    """Open an address in the browser of the user, by a private file: all users see its arguments."""
    import atexit
    import webbrowser

    from scrabble.web import tokens

    try:
        path = tokens.opening_file(address)
    except OSError as error:
        terminal.show_message("note", f"no browser is opened, open the address yourself: {error}")
        return
    atexit.register(path.unlink, missing_ok=True)
    if not webbrowser.open(path.as_uri()):
        terminal.show_message("note", "no browser was found: open the address yourself")
    else:  # a browser in a sandbox may not read the file
        terminal.show_message("note", "if the browser shows an error, open the address in it")
