"""The command line: arguments in, answers out; what lies between is elsewhere.

The only place where exceptions become one line on standard error and exit status 2.  Whatever loads numpy
or numba is imported inside the commands: `--help` and mistyped options answer at once.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib import metadata
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrabble import lexicon_commands, terminal

if TYPE_CHECKING:
    from scrabble.endgame import Search, Solution
    from scrabble.sources import Entry, Reading

BAD_INPUT = 2  # exit status
COMPILING = "getting the search ready; the first run on a machine compiles it, up to a minute"

# Typer used to raise the usage errors of click and now has its own.
UsageError: type[typer.BadParameter] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


class Solver(StrEnum):
    """The names of `scrabble.endgame.SOLVERS`."""

    ALPHABETA = "alphabeta"
    ALPHABETA_PLAIN = "alphabeta-plain"
    NEGASCOUT = "negascout"
    MTDF = "mtdf"
    MTD_STEP = "mtd-step"
    BISECTION = "bisection"
    SSS = "sss"
    DUAL = "dual"
    STOCKMAN = "stockman"
    STOCKMAN_DUAL = "stockman-dual"
    TEXTBOOK = "textbook"
    MINIMAX = "minimax"


SOLVER_HELP = f"How to search; the answer is the same: {', '.join(Solver)}."


class Side(StrEnum):
    """Whose plays to list."""

    MOVER = "mover"
    OTHER = "other"


def _positive(value: float | None) -> float | None:
    if value is not None and not value > 0:
        raise typer.BadParameter(f"{value:g} is not more than 0.")
    return value


def _version(wanted: bool) -> None:
    if wanted:
        try:
            version = metadata.version("scrabble-endgame")
        except metadata.PackageNotFoundError:
            version = "(not installed, run from its sources)"
        typer.echo(f"endgame {version}")
        raise typer.Exit


Positions = Annotated[
    list[str],
    typer.Argument(metavar="POSITION", help="Files (.cgp, .jsonl), -, or texts in CGP."),
]
LexiconName = Annotated[
    str | None,
    typer.Option("--lexicon", metavar="NAME|PATH", help="Default: the lexicon the position names."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
SolverName = Annotated[Solver, typer.Option("--solver", metavar="NAME", help=SOLVER_HELP)]
Seconds = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", callback=_positive, help="Stop a search after so long."),
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", metavar="N", min=1, help="Stop a search after so many.")
]
Memory = Annotated[int, typer.Option("--memory", metavar="MB", min=16, help="Memory for tables and caches.")]
Top = Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many moves get an exact value.")]
Lines = Annotated[int, typer.Option("--lines", metavar="N", min=0, help="How many moves to show; 0: all.")]
WithBoard = Annotated[bool, typer.Option("--board/--no-board", help="Draw the board.")]

app = typer.Typer(name="endgame", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.add_typer(lexicon_commands.app, name="lexicon")


@app.callback(invoke_without_command=True)
def endgame(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and exit.")
    ] = False,
) -> None:
    """Solve Scrabble endgames: the best move, what it is worth, and a proof."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog="""\b
Examples:
  endgame solve positions/out-in-two.cgp
  endgame solve games.jsonl --time 10 --json > answers.jsonl
  endgame solve "5O1H3J3/.../1PACKINGS2E3 EM/RT 384/370 0" --lexicon ENABLE

Ctrl-C prints the best answer so far, with its bounds."""
)
def solve(
    positions: Positions,
    lexicon: LexiconName = None,
    solver: SolverName = Solver.MTDF,
    seconds: Seconds = None,
    nodes: Nodes = None,
    memory: Memory = 512,
    top: Top = 1,
    lines: Lines = 10,
    board: WithBoard = True,
    as_json: AsJson = False,
) -> None:
    """Find the best move of endgame positions and prove it."""
    console = terminal.output()

    def answer(entry: Entry, reading: Reading) -> None:
        from scrabble import drawing, report

        position, words, warnings = reading
        with terminal.preparing(COMPILING):
            from bstar.search import Limit
            from scrabble.endgame import Search
            from scrabble.warm_up import warm_up

            warm_up(position, words, solver)
            search = Search(position, words, solver, Limit(seconds, nodes), memory << 20, top)
        solution = _watched(search)
        if as_json:
            _write_json(report.solution_json(solution, entry.id, warnings))
        else:
            if board:
                terminal.write(console, drawing.drawing(position, console, solution.move), "")
            terminal.write(console, report.solution_text(solution, lines))
        if solution.limit == "interrupt":
            raise typer.Exit(terminal.INTERRUPTED)

    _each(positions, lexicon, as_json, answer)


@app.command(
    epilog="""\b
Examples:
  endgame moves positions/out-in-two.cgp
  endgame moves positions/out-in-two.cgp --side other --top 5"""
)
def moves(
    positions: Positions,
    side: Annotated[Side, typer.Option("--side", help="The player on turn, or the other one.")] = Side.MOVER,
    lexicon: LexiconName = None,
    top: Annotated[int, typer.Option("--top", metavar="N", min=0, help="How many to show; 0 shows all.")] = 0,
    as_json: AsJson = False,
) -> None:
    """List the plays of either side with their scores, best first."""
    console = terminal.output()

    def answer(entry: Entry, reading: Reading) -> None:
        from scrabble import report, sources

        position = sources.with_both_racks(reading.position, side is Side.OTHER)
        with terminal.preparing(COMPILING):
            from scrabble.endgame import legal_moves

            steps = legal_moves(position, reading.lexicon)
        if as_json:
            _write_json(report.moves_json(steps[: top or None], position, entry.id, side))
        else:
            terminal.write(console, report.moves_text(steps, position, top))

    _each(positions, lexicon, as_json, answer, is_endgame=False)


@app.command(
    epilog="""\b
Example:
  endgame warmup

Without it the first search does the same."""
)
def warmup(solver: SolverName = Solver.MTDF) -> None:
    """Compile everything for this machine ahead of the first search."""
    from scrabble import cgp
    from scrabble.lexicon import Lexicon

    began = time.monotonic()
    position, words = cgp.parse("/".join(["15"] * 15) + " A/A 0/0 0"), Lexicon.load("ENABLE")
    with terminal.preparing(COMPILING):
        from scrabble.endgame import legal_moves
        from scrabble.warm_up import warm_up

        warm_up(position, words, solver)
        legal_moves(position, words)
    typer.echo(f"{solver} is ready after {time.monotonic() - began:.1f} s")


def _each(
    positions: list[str],
    lexicon: str | None,
    as_json: bool,
    answer: Callable[[Entry, Reading], None],
    is_endgame: bool = True,
) -> None:
    """Answer for each position; one that cannot be read leaves a line, and exit status 2 at the end."""
    from scrabble import sources
    from scrabble.lexicon import Lexicon

    given = None if lexicon is None else Lexicon.load(lexicon)
    has_failed = False
    for number, entry in enumerate(sources.entries(positions)):
        try:
            reading = sources.read(entry, given, is_endgame)
            for warning in reading.warnings:
                terminal.say("warning", f"{entry.where}: {warning}")
            if not as_json and (number or len(positions) > 1 or entry.id != entry.where):
                typer.echo(("\n" if number else "") + f"{entry.id}  ({entry.where})\n")
            answer(entry, reading)
        except _bad_input() as error:
            has_failed = True
            terminal.say("error", f"{entry.where}: {error}")
            if as_json:
                _write_json({"id": entry.id, "error": str(error)})
    if has_failed:
        raise typer.Exit(BAD_INPUT)


def _watched(search: Search) -> Solution:
    """Run a search with progress on a terminal; the first Ctrl-C stops it."""
    from scrabble import report

    with terminal.progress() as show, terminal.stopped_by_ctrl_c(search.stop):
        for snapshot in search:
            show(report.snapshot_text(snapshot))
        return search.solution


def _write_json(found: dict[str, Any]) -> None:
    typer.echo(json.dumps(found))


def _bad_input() -> tuple[type[Exception], ...]:
    """What is raised for input that cannot be used; anything else is a fault of the program."""
    from scrabble.board import LayoutError
    from scrabble.cgp import CgpError
    from scrabble.lexicon import LexiconError
    from scrabble.position import PositionError
    from scrabble.rules import RulesError
    from scrabble.sources import SourceError
    from scrabble.tiles import TileError

    return CgpError, LayoutError, LexiconError, PositionError, RulesError, SourceError, TileError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    terminal.never_fail_on_characters()
    try:
        status = app(arguments, prog_name="endgame", standalone_mode=False)
        sys.stdout.flush()
        return int(status or 0)
    except UsageError as error:
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context else ""
        terminal.say("error", f"{error.format_message()}{hint}")
    except BrokenPipeError:
        terminal.drop_output()
        return terminal.BROKEN_PIPE
    except (KeyboardInterrupt, typer.Abort):
        return terminal.INTERRUPTED
    except MemoryError as error:
        terminal.say("error", f"out of memory, try a smaller --memory: {error}")
    except Exception as error:
        if not isinstance(error, _bad_input()):
            raise
        terminal.say("error", str(error))
    return BAD_INPUT
