"""The options of searches, and others that several commands share, as decorators.

How many threads a search may take without being in the way of others.

What is compared, as it is called in titles.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from scrabble.cli.click_parts import Argument
from scrabble.solver.names import SolverName

COMPILING = ("getting the search ready", "the first run on a machine compiles it, a minute or two")


Decorated = TypeVar("Decorated", bound=Callable[..., Any])
LEXICON_HELP = (
    "Default, auto: the lexicon the {} names, else yours (see config), unless only one other has all words "
    "on the board."
)
SOLVER_HELP = f"How to search: {', '.join(SolverName)}. All but maven prove the same answer."


def enum_choice(names: type[StrEnum]) -> dict[str, Any]:
    """What `click.option` needs to take the value of a member and to hand over the member."""
    return {
        "type": click.Choice([each.value for each in names]),
        "callback": lambda context, option, value: names(value),
    }


def optional_enum(names: type[StrEnum]) -> dict[str, Any]:
    """The same for an option that need not be given."""
    return enum_choice(names) | {"callback": lambda context, option, value: value and names(value)}


def positive(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """Refuse what is not more than 0, and what is no number."""
    if value is not None and not value > 0:
        raise click.BadParameter(f"{value:g} is not more than 0.")
    return value


# a limit that there always is; NaN is within the range, hence the callback
SPAN: dict[str, Any] = {"metavar": "SECONDS", "type": click.FloatRange(min=0.001), "callback": positive}

MOST_NODES, MOST_THREADS = 10**15, 256  # nobody waits for so many
MEGABYTES = click.IntRange(16, 1 << 20)
POSITIONS: dict[str, Any] = {
    "cls": Argument,
    "metavar": "POSITION",
    "nargs": -1,
    "help": "Files (.cgp, .jsonl, .gcg, boards as printed), -, texts in CGP, or names (late:17).",
}
positions = click.argument("positions", **POSITIONS)
positions_if_any = click.argument("positions", **POSITIONS, required=False)
turn = click.option(
    "--turn",
    metavar="N",
    type=click.IntRange(min=1),
    help="Of a recorded game: the position before turn N. Without it the first with an empty bag, or, if the "
    "record breaks off, the one after the last turn.",
)
every = click.option(
    "--all-turns", "every", is_flag=True, help="Of a recorded game: every turn with an empty bag."
)


def lexicon_of(what: str) -> Callable[[Decorated], Decorated]:
    """The option that names a lexicon, for `what` may name one; `auto` is as if it were not given."""
    return click.option(
        "--lexicon",
        metavar="NAME|PATH|auto",
        callback=lambda context, option, value: None if value and value.lower() == "auto" else value,
        help=LEXICON_HELP.format(what),
    )


lexicon = lexicon_of("position")
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
solver = click.option(
    "--solver", metavar="NAME", **enum_choice(SolverName), default=SolverName.BSTAR.value, help=SOLVER_HELP
)
seconds = click.option(
    "--time", "seconds", metavar="SECONDS", type=float, callback=positive, help="Stop a search after so long."
)
nodes = click.option(
    "--nodes", metavar="N", type=click.IntRange(1, MOST_NODES), help="Stop a search after so many."
)
memory = click.option(
    "--memory", metavar="MB", type=MEGABYTES, default=512, help="Memory for tables and caches."
)
threads = click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1, MOST_THREADS),
    envvar="ENDGAME_THREADS",
    help="Threads that share a search and its table; else as many as cores are free, at most 4.",
)


def given(*names: str) -> str | None:
    """Return the first of these parameters that stands on the command line, as it is written there."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name in names and context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE:
            return max(each.opts, key=len)
    return None


def refuse_given(reason: str, *names: str) -> None:
    """Raise BadParameter if one of these options is given: it would have no effect."""
    option = given(*names)
    if option is not None:
        raise click.BadParameter(f"it has no effect here: {reason}.", param_hint=option)


def show_option(count: int, things: str) -> Callable[[Decorated], Decorated]:
    """The option how many lines to show: `count` if it is not given."""
    told = f"How many {things} to show; 0: all."
    return click.option("--show", metavar="N", type=click.IntRange(min=0), default=count, help=told)


def multipv_option(count: int) -> Callable[[Decorated], Decorated]:
    """The option how many moves are searched to the end: `count` if it is not given."""
    told = "How many moves get an exact value; 0: all."
    return click.option("--exact", metavar="N", type=click.IntRange(min=0), default=count, help=told)


MOST = 4  # more share too little: each makes lists of plays of its own
RUNNING = Path("/proc/loadavg")  # 0.42 0.36 0.30 2/345 12345: two of 345 are running now


def idle_cores() -> int:
    """The cores on which nothing else runs now, at least 1 and at most MOST; all, where that is not told."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST, cores - _others()))


def _others() -> int:
    """How many threads of others are running now."""
    try:
        running = int(RUNNING.read_text("ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return 0
    return max(0, running - 1)  # this one does, too


def title_of(positions: Sequence[str], count: int) -> str:
    """What is compared: files without their folders, a text cut short."""
    from scrabble.game.tiles import quoted
    from scrabble.report.tables import short_names
    from scrabble.sources import STANDARD_INPUT, is_text

    shown = {STANDARD_INPUT: "standard input"}
    shown |= {each: quoted(each) for each in positions if is_text(each)}
    files = [each for each in positions if each not in shown]
    shown |= dict(zip(files, short_names(files), strict=True))
    return f"{', '.join(shown[each] for each in positions)}: {count} position{'s' if count != 1 else ''}"
