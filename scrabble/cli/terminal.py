"""Output of the command line: answers, one-line messages, progress, Ctrl-C.

Answers go to standard output, everything else to standard error: `error:` and `warning:` lines always,
progress only on a terminal.  All output goes through this module, which keeps control characters of files
from the terminal.  The first Ctrl-C asks a search to stop, the second ends the process.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import sys
import textwrap
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from scrabble.errors import ScrabbleError
from scrabble.files import (
    atomic_write,
    exists,
    expand_user,
    file_errors,
    is_dir,
    json_line,
    require_allowed_names,
)
from scrabble.game.tiles import quoted, shortened
from scrabble.safe_text import new_console, one_line, visible

if TYPE_CHECKING:  # loaded when it is needed
    from rich.console import Console

    from scrabble.report.blocks import Block, Screen

BAD_INPUT = 2  # exit status; 1 is a negative answer: a disagreement, not a word
INTERRUPTED = 130  # 128 + SIGINT
WIDTH, WIDEST = 80, 1000  # columns outside a terminal: of text, and of tables as wide as they need
AS_TERMINAL = ("FORCE_COLOR", "TTY_COMPATIBLE")  # variables by which a pipe may be treated as a terminal
LONGEST = 1000  # characters of a message, which may quote a file name
BROKEN_PIPE = 141  # 128 + SIGPIPE, the status of programs that do not handle the signal
SLOW = 2.0  # seconds without output before a note
COMPILER = "bstar.compile.build"
PROCESSES = "scrabble.workers"  # loaded only when there are worker processes
SPINNER = 2  # columns, in front of progress
SHOWN_EVERY = 0.1  # seconds, while kernels are compiled


def never_fail_on_characters() -> None:
    """Let a terminal that lacks a character show `?` in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def has_output() -> bool:
    """Return whether there is a standard output; report it if not.  Standard error may be closed, too."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stdout is None:
        show_message("error", "standard output: cannot be written: it is closed")
    return sys.stdout is not None


def address_space() -> int | None:
    """Return the limit on the address space of this process in bytes, None if there is none."""
    try:
        import resource
    except ImportError:  # on Windows
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def output(is_wide: bool = False) -> Screen:
    """Return what is shown on: a console with colours and without highlighting, or a file or a pipe.

    With `is_wide` tables in a file or a pipe are as wide as they need.
    """
    from scrabble.report.blocks import Paper

    if sys.stdout.isatty() or any(map(os.environ.get, AS_TERMINAL)):
        console = new_console()
        if console.is_terminal:
            return console
    return Paper(WIDEST if is_wide else _width())


def _width() -> int:
    """Return COLUMNS, or the width of the terminal that one of the standard streams is."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    for stream in (0, 1, 2):
        with suppress(OSError):
            return os.get_terminal_size(stream).columns or WIDTH
    return WIDTH


def write(screen: Screen, *blocks: Block | str) -> None:
    """Write to standard output; outside a terminal no line ends in spaces.

    Nothing is cropped: the terminal wraps lines that are too long.
    """
    from scrabble.report.blocks import plain_text, styled_text

    write_text = styled_text if screen.is_terminal else plain_text
    _write(write_text(screen, blocks))


def write_json(found: Mapping[str, Any], is_ascii: bool = True) -> None:
    """Write an object to standard output, as one line."""
    _write(f"{json_line(found, is_ascii)}\n")


def echo(text: object = "") -> None:
    """Write lines of text to standard output, whatever characters they hold."""
    _write(visible(f"{text}\n"))


class CsvOutput:
    """Standard output as a file for `csv`."""

    def write(self, text: str) -> None:
        """Write a row, whatever characters it holds."""
        _write(one_line(text.removesuffix("\n")) + "\n")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def prompt(text: str) -> None:
    """Print the text that invites to type a line, without the end of a line."""
    _write(text)


def messages() -> Console:
    """Return a console for standard error, for progress."""
    return new_console(stderr=True)


def reason(error: Exception) -> str:
    """Return the message of an error with its hint for the command line."""
    hint = getattr(error, "hint", "")
    return f"{error} ({hint})" if hint else str(error)


def show_message(kind: str, text: str) -> None:
    """Write one line to standard error, safe to display, with the middle of a very long text left out.

    A terminal gets as many lines as it needs, which end between words.
    """
    line = f"{kind}: {shortened(visible(' '.join(text.split())), LONGEST)}"
    try:
        if sys.stderr.isatty():
            width = shutil.get_terminal_size().columns
            line = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except BrokenPipeError:
        raise
    except OSError:  # a file on a full disk: only the exit status is left
        pass


@contextmanager
def warnings_in_one_line() -> Iterator[None]:
    """Write warnings of Python as one-line warnings; filters that turn them into errors still apply."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        show_message("warning", str(message))

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def message_once(notes: Iterable[str]) -> None:
    """Write each note once, in order; skip empty ones."""
    for note in dict.fromkeys(notes):
        if note:
            show_message("note", note)


def fail(text: str) -> NoReturn:
    """End the command with an error of one line and exit status 2."""
    raise click.ClickException(text)


@contextmanager
def about(name: object) -> Iterator[None]:
    """End the command with the name in front of the reason if a value in the block cannot be used."""
    try:
        yield
    except ScrabbleError as error:
        fail(f"{name}: {reason(error)}")


def refuse_unwritable(path: Path, is_folder: bool = False) -> None:
    """End the command now if a file or folder that it is to write later cannot be written."""
    place = expand_user(path)
    try:
        require_allowed_names(place)
    except (OSError, ValueError) as error:  # too long, or with a NUL character
        reason = getattr(error, "strerror", None) or error
        fail(f"{quoted(str(path))}: cannot be written: {reason}")
    if is_folder:
        if exists(place) and not is_dir(place):
            fail(f"{path} is a file, expected a folder")
        place = next(each for each in (place, *place.absolute().parents) if exists(each))
    elif is_dir(place):
        fail(f"{path} is a folder, expected the name of a file to write")
    elif not is_dir(place.parent):
        fail(f"{path}: there is no folder {place.parent}")
    elif not exists(place):
        place = place.parent
    if not os.access(place, os.W_OK):
        fail(f"{path}: cannot be written: {os.strerror(errno.EACCES)}")


def write_file(path: Path, content: str | bytes, note: str | None = None) -> None:
    """Write a file as a whole, then a note, by default that it was written; "" for none.

    If that fails, say so in one line and end the command.
    """
    with file_errors(path, click.ClickException, "written"):
        atomic_write(expand_user(path), content.encode() if isinstance(content, str) else content)
    text = f"wrote {path}" if note is None else note
    if text:
        show_message("note", text)


@contextmanager
def status(what: str, compiling: str) -> Iterator[None]:
    """Write a note if the block takes long, and its duration at the end; Ctrl-C ends the process.

    The note adds `compiling` if kernels are compiled; on a terminal a line shows the number of those that are
    ready, the number of all, and the time that the others take at this speed. Ctrl-C cannot raise
    KeyboardInterrupt here: a compiler calls back from C, where the exception is lost.
    """
    began = time.monotonic()
    is_over = threading.Event()

    def announce() -> None:
        if is_over.wait(SLOW):
            return
        show_message("note", f"{what}; {compiling}" if _compiled()[1] else what)
        with progress() as show:
            while not is_over.wait(SHOWN_EVERY):
                show(_compiling_text(*_compiled(), time.monotonic() - began))

    thread = threading.Thread(target=announce, daemon=True)
    thread.start()
    try:
        with _ctrl_c(_end):
            yield
    finally:
        is_over.set()
        thread.join()
    seconds = time.monotonic() - began
    if seconds > SLOW:
        show_message("note", f"ready after {seconds:.0f} seconds")


def _compiling_text(done: int, known: int, seconds: float) -> str:
    """Return how far compiling is; "" if it is over.  More kernels may become known as some are compiled."""
    if done >= known:
        return ""
    text = f"compiling: {done} of {known} kernels are ready"
    return f"{text}, about {seconds * (known - done) / done:.0f} s left" if done else text


def _compiled() -> tuple[int, int]:
    """Return how many kernels this process has had compiled, and how many it has asked for."""
    progress_of_kernels = getattr(sys.modules.get(COMPILER), "progress", None)  # None while it is imported
    return progress_of_kernels() if progress_of_kernels is not None else (0, 0)


@contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at the first Ctrl-C; end the process at the second."""

    def stop_or_end() -> None:
        signal.signal(signal.SIGINT, lambda number, frame: _end())
        stop()

    with _ctrl_c(stop_or_end):
        yield


@contextmanager
def _ctrl_c(action: Callable[[], None]) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, lambda number, frame: action())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end() -> None:
    messages().show_cursor(True)
    if PROCESSES in sys.modules:
        sys.modules[PROCESSES].kill_all()
    os._exit(INTERRUPTED)


def has_progress() -> bool:
    """Return whether progress is shown: standard error is a terminal."""
    return sys.stderr.isatty()


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a line of progress on a terminal, as much of it as fits."""
    if not has_progress():
        yield lambda text: None
        return
    from rich.text import Text

    console = messages()
    with console.status("") as status:

        def show(text: str) -> None:
            line = Text(one_line(text))  # a plain string would be parsed as markup
            line.truncate(console.width - SPINNER, overflow="ellipsis")
            status.update(line)

        yield show


def exit_on_output_error(error: OSError) -> NoReturn:
    """End the process, from any thread, after a failed write to standard output."""
    if isinstance(error, BrokenPipeError):
        os._exit(BROKEN_PIPE)
    show_message("error", f"standard output: cannot be written: {error.strerror or error}")
    os._exit(BAD_INPUT)


def drop_output() -> None:
    """Discard further output: the reader of the pipe has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
