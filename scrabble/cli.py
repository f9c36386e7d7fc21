"""The command line: arguments in, answers out; everything in between is elsewhere.

The only place where exceptions become one line on standard error and exit status 2.  What loads numpy or
numba is imported inside the commands: `--help` and mistyped options answer at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from importlib import metadata
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrabble import lexicon_commands

if TYPE_CHECKING:
    from scrabble.endgame import Solution
    from scrabble.lexicon import Lexicon
    from scrabble.position import Position

BAD_INPUT = 2
SHOWN = 10

# Typer used to take the usage errors of click and now has its own.
UsageError = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


class Solver(StrEnum):
    """The names of `scrabble.endgame.SOLVERS`."""

    ALPHABETA = "alphabeta"
    ALPHABETA_PLAIN = "alphabeta-plain"
    MINIMAX = "minimax"


class Side(StrEnum):
    """Whose plays to list."""

    MOVER = "mover"
    OTHER = "other"


app = typer.Typer(
    name="endgame",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.add_typer(lexicon_commands.app, name="lexicon")

Positions = Annotated[
    list[str],
    typer.Argument(metavar="POSITION...", help="A file (.cgp or .jsonl), - for standard input, or a text in CGP."),
]
LexiconOption = Annotated[
    str | None,
    typer.Option("--lexicon", metavar="NAME|PATH", help="The lexicon; default: the one the position names."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")]
EOF = ""
