"""Options that several commands share, as decorators; checks of options; the number of idle cores."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from scrabble.cli import terminal
from scrabble.cli.click_parts import (
    PATH,
    Argument,
    NumberOrAll,
    Seconds,
    WholeNumber,
    require_text,
)
from scrabble.english import counted
from scrabble.files import expand_user
from scrabble.safe_text import one_line
from scrabble.solver.names import MEMORY, MOST_MEMORY
from scrabble.solver.options import DEFAULTS, OPTIONS, SMALLEST_MEMORY, Option

COMPILING = (
    "getting the search ready",
    "the first run on a machine compiles it, about 20 seconds on two cores, 40 on one",
)

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def search_option(name: str, **changed: Any) -> Callable[[Decorated], Decorated]:
    """Return an option of a search as it is declared, but for what a command changes in it."""
    declared = OPTIONS[name]
    flag, _, metavar = declared.flag.partition(" ")
    usual = f" Default: {declared.usual}." if declared.usual else ""
    found = {
        "default": None if declared.usual else DEFAULTS[name],
        "metavar": metavar or None,
        "help": declared.text + usual,
        **_kind(declared),
    }
    return click.option(flag, name, **(found | changed))


def search_options(**changed: Mapping[str, Any]) -> Callable[[Decorated], Decorated]:
    """Return all options of a search, in the order of their declaration."""

    def decorate(command: Decorated) -> Decorated:
        for name in reversed(OF_SEARCH):
            command = search_option(name, **changed.get(name, {}))(command)
        return command

    return decorate


def _kind(declared: Option) -> dict[str, Any]:
    """Return the arguments for `click.option` that follow from the type of an option."""
    if declared.type is bool:
        return {"is_flag": True}
    if issubclass(declared.type, StrEnum):
        names = declared.type
        return {
            "metavar": "|".join(names),
            "type": click.Choice([each.value for each in names]),
            "callback": lambda context, option, value: value and names(value),
        }
    return {"type": _type(declared)}


def _type(declared: Option) -> click.ParamType[Any]:
    if declared.type is int:
        return WholeNumber(declared.least, declared.most)
    return Seconds() if declared.type is float else click.STRING


OF_SEARCH = [name for name, each in OPTIONS.items() if each.flag]
RESEARCH = [name for name in OF_SEARCH if OPTIONS[name].research]
LEAST_MEGABYTES, MOST_MEGABYTES = SMALLEST_MEMORY >> 20, MOST_MEMORY >> 20
SETTINGS: dict[str, click.ParamType[Any]] = {  # of searches
    "time": _type(OPTIONS["seconds"]),
    "memory": WholeNumber(LEAST_MEGABYTES, MOST_MEGABYTES),
    "threads": _type(OPTIONS["workers"]),
}
positions = click.argument(
    "positions",
    cls=Argument,
    metavar="POSITION",
    nargs=-1,
    help="A saved game (.gcg) or positions (.cgp, .jsonl, a printed board), as a file or an address "
    "(https://..., woogles:ID, crosstables:NUMBER); the name of a bundled position (late:17); a position in "
    "CGP, in quotes; or - for standard input.",
)
turn = click.option(
    "--turn",
    metavar="N|all",
    type=NumberOrAll(min=1),
    help="Of a saved game: the position before turn N, or all positions with an empty bag. Default: the "
    "first with an empty bag, or the latest one of an unfinished game.",
)


def _checked_lexicon(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Return the lexicon given, None for `auto`; refuse one that does not exist or cannot be read."""
    if not value or value.lower() == "auto":
        return None
    require_text(value, context)
    from scrabble.lexicon.choice import load

    load(value)
    return value


def lexicon_option(default: str) -> Callable[[Decorated], Decorated]:
    """Return `--lexicon`, with its default in words."""
    return click.option(
        "--lexicon",
        metavar="NAME|FILE|auto",
        callback=_checked_lexicon,
        help=f"The word list, by name or file; by default (auto) {default}.",
    )


lexicon = lexicon_option(
    "that of the game or the position, else yours (`endgame config`), else one with all words on the board"
)
port = click.option(
    "--port",
    metavar="N",
    type=WholeNumber(0, 65535),
    default=0,
    help="Port number in the address, which is then the same at each start; 0: any free one.",
)
jobs = click.option(
    "--jobs",
    metavar="N",
    type=WholeNumber(min=1),
    default=1,
    help="How many processes share the work, at best one for each core of the computer.",
)
is_opened = click.option("--open/--no-open", "is_opened", default=True, help="Open the page in the browser.")
as_json = click.option("--json", "as_json", is_flag=True, help="JSON for programs, one object per line.")


def memory() -> int:
    """Return the memory that a search may use, in bytes: the setting, or 512 MB."""
    megabytes = _set_number("memory")
    return MEMORY if megabytes is None else megabytes << 20


def threads_set() -> int:
    """Return the threads of a search for a command without `--threads`: the setting, or the idle cores."""
    return _set_number("threads") or idle_cores()


def _set_number(key: str) -> int | None:
    """Return a setting, None if there is none.  Raises click.BadParameter for one that is no such number."""
    from scrabble import settings

    found = settings.values(key)
    if not found:
        return None
    try:
        return int(SETTINGS[key].convert(found[0].value, None, None))
    except click.BadParameter as error:
        raise click.BadParameter(error.message, param_hint=f"{key}, from {found[0].origin}") from None


MOST_LOGGED = 10_000_000  # bytes; then the file becomes FILE.1, in place of an older one


def _log(context: click.Context, option: click.Parameter, path: Path | None) -> None:
    """Write the log of the package to a file until the command ends, one line a record."""
    if path is None:
        return
    import logging
    from logging.handlers import RotatingFileHandler

    class LineFormatter(logging.Formatter):
        """Formatter of records that quote names of files: none of them can begin a line of its own."""

        def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
            return one_line(super().formatMessage(record))

    terminal.refuse_unwritable(path)
    handler = RotatingFileHandler(expand_user(path), "a", MOST_LOGGED, 1, "utf-8", delay=True)
    handler.setFormatter(LineFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("scrabble")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)

    def end() -> None:
        logger.removeHandler(handler)
        handler.close()

    context.call_on_close(end)


log = click.option(
    "--log",
    metavar="FILE",
    type=PATH,
    callback=_log,
    expose_value=False,
    help="Append a line with the time to FILE for each game or request.",
)


def number_range(least: int, most: int, example: str) -> Callable[..., tuple[int, int]]:
    """Return a callback for `click.option` that reads 3 or 2-4; without a value it is the whole range."""

    def read(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int]:
        if value is None:
            return (least, most)
        digits = f"[{least}-{most}]"
        found = re.fullmatch(f"({digits})(?:-({digits}))?", value.strip())
        if found is None or (found[2] or found[1]) < found[1]:
            raise click.BadParameter(
                f"{value!r} is neither a number from {least} to {most} nor a range such as {example}."
            )
        return int(found[1]), int(found[2] or found[1])

    return read


theme = click.option(
    "--theme",
    "themes",
    metavar="TEXT",
    multiple=True,
    help="Only puzzles with this text in a theme, such as block or out-play.",
)
difficulty = click.option(
    "--difficulty",
    metavar="N|N-N",
    callback=number_range(1, 5, "2-4"),
    help="Only this difficulty, from 1 to 5, or a range.",
)
limit = click.option(
    "--limit", metavar="N", type=WholeNumber(min=0), default=0, help="How many puzzles to show; 0: all."
)


def given(*names: str) -> str | None:
    """Return the first of these parameters given on the command line, as an option name; None if none is."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name in names and context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE:
            return max(each.opts, key=len)
    return None


def refuse_given(reason: str, *names: str) -> None:
    """Raise UsageError if one of these options is given where it has no effect."""
    option = given(*names)
    if option is not None:
        raise click.UsageError(f"{option} has no effect here: {reason}.")


show = click.option(
    "--show",
    metavar="N",
    type=WholeNumber(min=0),
    default=10,
    help="How many moves to show; 0: all.",
)
MOST = 4  # beyond this, threads duplicate too much work: each keeps its own lists of plays
LOAD = Path("/proc/loadavg")  # 0.42 0.36 0.30 2/345 12345: two of 345 are running now


def idle_cores() -> int:
    """Return the number of idle cores, from 1 to MOST; all cores on systems without load information."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST, cores - _others()))


def _others() -> int:
    """Return the number of threads of other processes that are running now."""
    try:
        running = int(LOAD.read_text("ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return 0
    return max(0, running - 1)  # without this thread


def title_of(positions: Sequence[str], count: int) -> str:
    """Return a title for a comparison: its sources in short and the number of positions."""
    from scrabble.game.tiles import quoted
    from scrabble.report.tables import short_names
    from scrabble.sources import STANDARD_INPUT, is_text

    shown = {STANDARD_INPUT: "standard input"}
    shown |= {each: quoted(each) for each in positions if is_text(each)}
    files = [each for each in positions if each not in shown]
    shown |= dict(zip(files, short_names(files), strict=True))
    return f"{', '.join(shown[each] for each in positions)}: {counted(count, 'position')}"
