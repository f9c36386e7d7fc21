"""The command line: dispatch to the commands, and errors as one line with an exit status.

The only place where exceptions become one line on standard error and exit status 2.  A command is imported
when it is called, and modules that load numpy or numba are imported inside the commands, so that `--help` and
mistyped options answer at once.

Loading numba creates a million objects.  `run` therefore raises the threshold of the garbage collector, and
ends the process without freeing them one by one: both would take longer than solving an easy position.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import click
from click.core import ParameterSource

from scrabble.cli import terminal
from scrabble.cli.click_parts import LazyGroup
from scrabble.cli.retired import now_instead
from scrabble.errors import ScrabbleError, is_interrupt
from scrabble.game.tiles import quoted

FULL = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}  # a file on such a disk
SECTIONS = {  # in the order of the help
    "Play": {
        "solve": "scrabble.cli.solve:solve",
        "analyse": "scrabble.cli.analyse:analyse",
        "board": "scrabble.cli.board:board",
        "train": "scrabble.cli.train:train",
        "puzzles": "scrabble.cli.puzzles:puzzles",
        "share": "scrabble.cli.share:share",
    },
    "Lexicons and settings": {
        "lexicon": "scrabble.cli.lexicon:lexicon",
        "config": "scrabble.cli.setup:config",
        "cache": "scrabble.cli.setup:cache",
        "warmup": "scrabble.cli.setup:warmup",
    },
    "For programs": {
        "positions": "scrabble.cli.show_positions:positions",
        "serve": "scrabble.cli.server:serve",
        "ucgi": "scrabble.cli.ucgi:ucgi",
    },
    "Research": {
        "verify": "scrabble.cli.verify:verify",
        "compare": "scrabble.cli.compare:compare",
        "bench": "scrabble.cli.bench:bench",
        "generate": "scrabble.cli.generate:generate",
    },
}
DEFAULT_MAP = ParameterSource.DEFAULT_MAP
SET = {  # settings, and the commands whose options they stand for
    "time": ("solve", "analyse", "board", "serve"),
    "threads": ("solve", "serve"),
}
PARAMETERS = {"time": "seconds", "threads": "workers"}  # which they set


def _version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from scrabble._version import version_text

        terminal.echo(f"endgame {version_text()}")
        context.exit()


@click.group(cls=LazyGroup, sections=SECTIONS, context_settings={"show_default": True})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version, and its commit if known, and exit.",
)
@click.pass_context
def endgame(context: click.Context) -> None:
    """Solve Scrabble endgames: find the best move and its value, and prove both."""
    context.default_map = _defaults(context.invoked_subcommand or "")
    if context.invoked_subcommand is None:
        terminal.echo(context.get_help())


def _defaults(command: str) -> dict[str, dict[str, str]]:
    """Return the settings that stand for options of a command that are not given."""
    names = [name for name, commands in SET.items() if command in commands]
    if not names:
        return {}
    from scrabble import settings

    found = {PARAMETERS[name]: settings.value_of(name) for name in names}
    return {command: {name: value for name, value in found.items() if value is not None}}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    if not terminal.has_output():
        return terminal.BAD_INPUT
    terminal.never_fail_on_characters()
    with terminal.warnings_in_one_line():
        return run_command_line(arguments)


def run_command_line(arguments: Sequence[str] | None) -> int:
    """Run the command line and return its exit status; report errors in one line."""
    try:
        status = endgame.main(arguments, prog_name="endgame", standalone_mode=False)
        sys.stdout.flush()
        return int(status or 0)
    except (BrokenPipeError, SystemExit) as error:  # click turns the first into the second
        if isinstance(error, SystemExit) and not error.code:  # it has answered a shell that completes a line
            return 0
        terminal.drop_output()
        return terminal.BROKEN_PIPE
    except (KeyboardInterrupt, click.Abort):
        return terminal.INTERRUPTED
    except Exception as error:
        if is_interrupt(error):
            return terminal.INTERRUPTED
        text = _text_of(error)
        if text is None:
            raise
    try:
        terminal.show_message("error", text)
    except BrokenPipeError:  # nobody reads messages any more
        return terminal.BROKEN_PIPE
    return terminal.BAD_INPUT


def _text_of(error: Exception) -> str | None:
    """Return the line that reports an error, None for a fault of the program."""
    if isinstance(error, click.BadParameter):
        _name_setting(error)
    if isinstance(error, click.NoSuchOption) and error.ctx:
        instead = now_instead(error.ctx, error.option_name)
        if instead:
            return instead
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context else ""
        return f"{error.format_message()}{hint}"
    if isinstance(error, RecursionError):
        return "the input is nested too deeply to be read"
    memory_error = _memory_error(error)
    if memory_error:
        return memory_error
    if isinstance(error, OSError) and error.filename is not None:
        return f"{quoted(str(error.filename))}: {error.strerror}"
    if isinstance(error, OSError) and error.errno in FULL:
        terminal.drop_output()
        return f"standard output: cannot be written: {error.strerror}"
    return terminal.reason(error) if isinstance(error, ScrabbleError) else None


def _name_setting(error: click.BadParameter) -> None:
    """Name the setting in place of the option that it stands for, if its value is the bad one."""
    from scrabble import settings

    for setting, parameter in PARAMETERS.items():
        is_refused = error.param is not None and error.param.name == parameter
        if is_refused and error.ctx and error.ctx.get_parameter_source(parameter) is DEFAULT_MAP:
            error.param_hint = f"{setting}, from {settings.values(setting)[0].origin}"


def _memory_error(error: Exception) -> str:
    """Return a message if an error means too little memory; "" otherwise."""
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        from scrabble.settings import OUT_OF_MEMORY

        reason = getattr(error, "strerror", None) or error
        return f"{OUT_OF_MEMORY}: {reason}"
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return "no thread can be started: out of memory, or too many processes"
    limit = terminal.address_space()
    if limit is not None and isinstance(error, ImportError | OSError | SystemError):  # of a library
        return f"out of memory, {limit >> 20:,} MB are allowed (ulimit -v): {error}"
    return ""


GC_THRESHOLD = 200_000  # new objects before a collection


def run() -> NoReturn:
    """Run the command line and end the process with its exit status."""
    gc.set_threshold(GC_THRESHOLD)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads: not used, 30 MB each
    status = main()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, its reader gone, or none at all
            stream.flush()
    os._exit(status)
