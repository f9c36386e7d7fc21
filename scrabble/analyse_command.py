"""`endgame analyse`: the endgame of a saved game as text, JSON, CSV or a page.  Arguments and printing."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from scrabble import terminal

if TYPE_CHECKING:
    from scrabble.analysis import Analysis
    from scrabble.gcg_game import Game
    from scrabble.judge import Judge

BAD_INPUT = 2  # exit status
COMPILING = "getting the search ready; the first run on a machine compiles it, up to a minute"
STANDARD_INPUT = "-"
SECONDS = 30.0  # for a position

EPILOG = """\b
Examples:
  endgame analyse final.gcg
  endgame analyse final.gcg --html final.html
  endgame analyse final.gcg --lexicon ENABLE --time 5 --json

Values that are not proven within the time are shown as intervals. Ctrl-C shows what is known so far."""


def analyse(
    source: Annotated[str, typer.Argument(metavar="FILE.gcg", help="The record of a game, or -.")],
    lexicon: Annotated[
        str | None,
        typer.Option("--lexicon", metavar="NAME|PATH", help="Default: the lexicon the record names."),
    ] = None,
    solver: Annotated[str, typer.Option("--solver", metavar="NAME", help="As for solve.")] = "mtdf",
    seconds: Annotated[
        float, typer.Option("--time", metavar="SECONDS", min=0.001, help="At most so long for a position.")
    ] = SECONDS,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=16, help="Memory for tables and caches.")
    ] = 512,
    top: Annotated[
        int,
        typer.Option("--top", metavar="N", min=1, help="How many moves get an exact value."),
    ] = 5,
    reasons: Annotated[bool, typer.Option("--explain/--no-explain", help="Say why.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table, one row a turn of the endgame.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page to look at in a browser.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse a record that is odd in any way.")] = False,
) -> None:
    """Analyse a saved game: what every turn of the endgame was worth, and what was best."""
    if as_json and as_csv:
        raise typer.BadParameter("choose one of --json and --csv.", param_hint="--csv")
    _check_solver(solver)
    if html is not None and not html.expanduser().parent.is_dir():
        _refuse(f"{html}: there is no folder {html.expanduser().parent}")
    name = "standard input" if source == STANDARD_INPUT else source
    with terminal.preparing(COMPILING):
        game = _load(source, name, strict)
        judge = _judge(game, name, lexicon, solver, seconds, memory, top)
    analysis = _studied(game, name, judge, reasons, strict)
    for warning in analysis.warnings:
        terminal.say("warning", f"{name}: {warning}")
    _write(analysis, name, as_json, as_csv, reasons)
    if html is not None:
        _write_page(analysis, html.expanduser(), name)
    if not analysis.is_complete:
        raise typer.Exit(terminal.INTERRUPTED)


def _load(source: str, name: str, strict: bool) -> Game:
    from scrabble import gcg

    try:
        if source == STANDARD_INPUT:
            return gcg.loads(sys.stdin.buffer.read(), strict=strict)
        return gcg.load(source, strict=strict)
    except gcg.GcgError as error:
        _refuse(str(error) if error.source else str(gcg.GcgError(error.text, error.line, name)))


def _judge(
    game: Game, name: str, lexicon: str | None, solver: str, seconds: float, memory: int, top: int
) -> Judge:
    from bstar.search import Limit
    from scrabble.analysis import find_lexicon
    from scrabble.judge import Judge
    from scrabble.lexicon import LexiconError

    try:
        words = find_lexicon(game, lexicon)
    except LexiconError as error:
        _refuse(f"{name}: {error}")
    return Judge(words, solver, Limit(seconds), memory << 20, top)


def _studied(game: Game, name: str, judge: Judge, reasons: bool, strict: bool) -> Analysis:
    """Analyse with progress on a terminal; the first Ctrl-C stops it."""
    from scrabble import report
    from scrabble.analysis import study
    from scrabble.gcg import GcgError
    from scrabble.replay import replay
    from scrabble.warm_up import warm_up

    try:
        replayed = replay(game, alphabet=judge.lexicon.alphabet, strict=strict)
        for turn in replayed.endgame[:1]:
            with terminal.preparing(COMPILING):
                warm_up(turn.position, judge.lexicon, judge.solver)
        with terminal.progress() as show, terminal.stopped_by_ctrl_c(judge.stop):
            judge.watch = lambda about, snapshot: show(f"{about}: {report.snapshot_text(snapshot)}")
            return study(replayed, judge, reasons)
    except GcgError as error:
        _refuse(str(GcgError(error.text, error.line, error.source or name)))


def _write(analysis: Analysis, name: str, as_json: bool, as_csv: bool, reasons: bool) -> None:
    from scrabble.analysis_data import COLUMNS, analysis_data, rows
    from scrabble.analysis_text import analysis_text

    if as_json:
        typer.echo(json.dumps(analysis_data(analysis, name), ensure_ascii=False))
    elif as_csv:
        table = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows(analysis_data(analysis, name)))
        sys.stdout.flush()
    else:
        terminal.write(terminal.output(), analysis_text(analysis, reasons))


def _write_page(analysis: Analysis, path: Path, name: str) -> None:
    from scrabble.page import page

    try:
        path.write_text(page(analysis, name), "utf-8")
    except OSError as error:
        _refuse(f"{path}: cannot be written: {error.strerror or error}")
    terminal.say("note", f"wrote {path}")


def _check_solver(name: str) -> None:
    from bstar.solvers import SOLVERS

    if name not in SOLVERS:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(SOLVERS)}.", param_hint="--solver")


def _refuse(text: str) -> NoReturn:
    terminal.say("error", text)
    raise typer.Exit(BAD_INPUT)
