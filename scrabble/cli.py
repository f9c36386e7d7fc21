"""The command line: arguments in, answers out; what lies between is elsewhere.

The only place where exceptions become one line on standard error and exit status 2.  Whatever loads numpy
or numba is imported inside the commands: `--help` and mistyped options answer at once.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from scrabble import (
    analyse_command,
    bench_command,
    commanded,
    compare_command,
    generate_command,
    lexicon_commands,
    plan_command,
    solve_command,
    study_command,
    terminal,
    verify_command,
)
from scrabble.command_options import COMPILING, AsJson, LexiconName, Positions, Solver, SolverName

if TYPE_CHECKING:
    from scrabble.sources import Entry, Reading

# Typer used to raise the usage errors of click and now has its own.
UsageError: type[typer.BadParameter] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


class Side(StrEnum):
    """Whose plays to list."""

    MOVER = "mover"
    OTHER = "other"


def _version(wanted: bool) -> None:
    if wanted:
        from importlib import metadata

        try:
            version = metadata.version("scrabble-endgame")
        except metadata.PackageNotFoundError:
            version = "(not installed, run from its sources)"
        typer.echo(f"endgame {version}")
        raise typer.Exit


app = typer.Typer(name="endgame", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.add_typer(lexicon_commands.app, name="lexicon")
app.command(name="solve", epilog=solve_command.EPILOG)(solve_command.solve)
app.command(name="plan", epilog=plan_command.EPILOG)(plan_command.plan)
app.command(name="verify", epilog=verify_command.EPILOG)(verify_command.verify)
app.command(name="analyse", epilog=analyse_command.EPILOG)(analyse_command.analyse)
app.command(name="bench", epilog=bench_command.EPILOG)(bench_command.bench)
app.command(name="compare", epilog=compare_command.EPILOG)(compare_command.compare)
app.command(name="study", epilog=study_command.EPILOG)(study_command.study)
app.command(name="generate", epilog=generate_command.EPILOG)(generate_command.generate)


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
            commanded.write_json(report.moves_json(steps[: top or None], position, entry.id, side))
        else:
            terminal.write(console, report.moves_text(steps, position, top))

    commanded.each(positions, lexicon, as_json, answer, is_endgame=False)


@app.command(
    epilog="""\b
Example:
  endgame warmup

Without it the first search does the same."""
)
def warmup(solver: SolverName = Solver.BSTAR) -> None:
    """Compile everything for this machine ahead of the first search."""
    from scrabble import cgp
    from scrabble.lexicon import Lexicon

    began = time.monotonic()
    position, words = cgp.parse("/".join(["15"] * 15) + " A/A 0/0 0"), Lexicon.load("ENABLE")
    with terminal.preparing(COMPILING):
        from scrabble.endgame import legal_moves
        from scrabble.warm_up import warm_up

        warm_up(position, words, solver, threads=2)
        legal_moves(position, words)
    typer.echo(f"{solver} is ready after {time.monotonic() - began:.1f} s")


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
        if not isinstance(error, commanded.bad_input()):
            raise
        terminal.say("error", str(error))
    return commanded.BAD_INPUT
