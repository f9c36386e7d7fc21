"""The options of searches, and others that several commands share, as decorators."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from scrabble.cli.click_parts import Argument
from scrabble.endgame.names import Solver

COMPILING = ("getting the search ready", "the first run on a machine compiles it, a minute or two")


Decorated = TypeVar("Decorated", bound=Callable[..., Any])
LEXICON_HELP = (
    "Default, auto: the lexicon the {} names, else yours (see config), unless only one other has all words "
    "on the board."
)
SOLVER_HELP = f"How to search: {', '.join(Solver)}. All but maven prove the same answer."


def one_of(names: type[StrEnum]) -> dict[str, Any]:
    """What `click.option` needs to take the value of a member and to hand over the member."""
    return {
        "type": click.Choice([each.value for each in names]),
        "callback": lambda context, option, value: names(value),
    }


def optional(names: type[StrEnum]) -> dict[str, Any]:
    """The same for an option that need not be given."""
    return one_of(names) | {"callback": lambda context, option, value: value and names(value)}


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
every = click.option("--all", "every", is_flag=True, help="Of a recorded game: every turn with an empty bag.")


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
    "--solver", metavar="NAME", **one_of(Solver), default=Solver.BSTAR.value, help=SOLVER_HELP
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


def lines(count: int, things: str) -> Callable[[Decorated], Decorated]:
    """The option how many lines to show: `count` if it is not given."""
    told = f"How many {things} to show; 0: all."
    return click.option("--lines", metavar="N", type=click.IntRange(min=0), default=count, help=told)


def top(count: int) -> Callable[[Decorated], Decorated]:
    """The option how many moves are searched to the end: `count` if it is not given."""
    told = "How many moves get an exact value; 0: all."
    return click.option("--top", metavar="N", type=click.IntRange(min=0), default=count, help=told)
