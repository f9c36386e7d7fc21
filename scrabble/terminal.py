"""What the command line does with the terminal: one-line messages, progress, Ctrl-C.

Answers go to standard output, everything else to standard error: `error:` and `warning:` lines always,
progress only when somebody is looking.  Ctrl-C asks a search to stop, a second one ends the process.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from rich.console import Console

INTERRUPTED = 130  # exit status: 128 + SIGINT
BROKEN_PIPE = 141  # 128 + SIGPIPE
SLOW = 1.5  # seconds of silence that nobody minds


class BrokenPipeConsole(Console):
    """A console that leaves it to the caller what a closed pipe means."""

    def on_broken_pipe(self) -> NoReturn:
        """Let the error through."""
        raise BrokenPipeError


def output() -> Console:
    """Standard output: colours on a terminal only, nothing guessed from the text."""
    return BrokenPipeConsole(highlight=False, markup=False, emoji=False, soft_wrap=False)


def messages() -> Console:
    """Standard error, for progress."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(kind: str, text: str) -> None:
    """Write one line to standard error, whatever `text` holds."""
    sys.stderr.write(f"{kind}: {' '.join(text.split())}\n")
    sys.stderr.flush()


@contextmanager
def announced(what: str) -> Iterator[None]:
    """When this takes long, say what it is, and at the end how long it took."""
    began = time.monotonic()
    timer = threading.Timer(SLOW, say, ("note", what))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    seconds = time.monotonic() - began
    if seconds > SLOW:
        say("note", f"ready after {seconds:.0f} seconds")


@contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at the first Ctrl-C; end the process at the second."""

    def first(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, second)
        stop()

    def second(number: int, frame: Any) -> None:
        messages().show_cursor(True)
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A function that shows what is going on, on a terminal."""
    console = messages()
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status("") as status:
        yield lambda text: status.update(text)


def drop_output() -> None:
    """Send what is still to be written to nowhere: the reader has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
