"""`endgame analyse` for many games: progress, tables, what failed.  Arguments and printing."""

from __future__ import annotations

import csv
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrabble.cli import terminal
from scrabble.cli.options import COMPILING
from scrabble.cli.terminal import refuse
from scrabble.datafiles import at_home, write_whole

if TYPE_CHECKING:
    from scrabble.batch.jobs import Settings
    from scrabble.batch.run import Batch
    from scrabble.batch.workers import Runner

SHOWN_NAME = 24  # characters, beside the progress bar
NAMED_FAILURES = 3  # games of one error
SHOWN_GAMES = 100  # rows of the table; more of them are for --csv or --json
ESTIMATED_OVER = 600.0  # seconds; games differ much


@dataclass(frozen=True, slots=True)
class Output:
    """What is printed and written of an analysis."""

    folder: Path | None = None  # of results, to go on after a kill
    html: Path | None = None  # a file; of many games a folder
    handout: Path | None = None  # positions to print
    gcg: Path | None = None  # the record with notes, of one game
    as_json: bool = False
    as_csv: bool = False


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where games are analysed: in this process, in several, or on a cluster."""

    jobs: int = 1
    scheduler: str | None = None
    scheduler_file: Path | None = None


def analyse_many(sources: Sequence[str], settings: Settings, output: Output, workplace: Workplace) -> None:
    """Analyse many games and sum them up; exit status 2 if one failed, 130 after Ctrl-C."""
    from scrabble.batch.jobs import BatchError

    stop = threading.Event()
    try:
        with ExitStack() as stack:
            batch = _batch(sources, settings, output, stack)
            for record in batch.records if output.as_json else []:
                terminal.write_json(record, is_ascii=False)
            terminal.say_once(job.note for job in batch.jobs)
            done = len(batch.jobs) - len(batch.due)
            if done:
                terminal.say("note", f"{done} of {len(batch.jobs)} games are done already")
            if batch.due:
                with terminal.preparing(*COMPILING):
                    run = stack.enter_context(_runner(settings, workplace))
                with _bar(len(batch.jobs), done) as advance, terminal.stopped_by_ctrl_c(stop.set):
                    _collect(batch, run, stop, advance, output.as_json)
            stack.close()
            _finish(batch, output)
    except BatchError as error:
        refuse(str(error))
    if batch.left:
        where = f"; the same command goes on from {output.folder}" if output.folder else ""
        terminal.say("note", f"stopped with {batch.left} games left{where}")
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    if batch.failures:
        raise click.exceptions.Exit(terminal.BAD_INPUT)


def _batch(sources: Sequence[str], settings: Settings, output: Output, stack: ExitStack) -> Batch:
    from scrabble.batch.jobs import collect
    from scrabble.batch.results import results_in
    from scrabble.batch.run import Batch

    files = collect(sources)
    results = stack.enter_context(results_in(output.folder)) if output.folder else None
    if results is not None and results.dropped:
        terminal.say("warning", f"{results.path}: the last line was not finished, its game is analysed again")
    return Batch(files, settings, results)


def _runner(settings: Settings, workplace: Workplace) -> AbstractContextManager[Runner]:
    from scrabble.batch import cluster, workers

    if workplace.scheduler or workplace.scheduler_file:
        return cluster.cluster(workplace.scheduler, workplace.scheduler_file)
    if workplace.jobs == 1:
        return workers.serial(settings.solver)
    return workers.processes(workplace.jobs, settings.solver)


def _collect(
    batch: Batch, run: Runner, stop: threading.Event, advance: Callable[[str], None], as_json: bool
) -> None:
    """Take the outcomes as they come."""
    for outcome in batch.run(run, stop):
        advance(outcome.job.id)
        if outcome.record is not None:
            for warning in outcome.record["warnings"]:
                terminal.say("warning", f"{outcome.job.id}: {warning}")
            if as_json:
                terminal.write_json(outcome.record, is_ascii=False)


def _finish(batch: Batch, output: Output) -> None:
    """Write and print the summary, and last the games that failed."""
    from scrabble.analysis.page.handout import handout_page

    if output.folder is not None:
        batch.write_summary(output.folder)
    if output.html is not None:
        index, removed = batch.write_pages(output.html)
        terminal.say("note", f"wrote {index}")
        if removed:
            terminal.say("note", f"removed {removed} old page{'s' * (removed > 1)} from {output.html}")
    if output.handout is not None:
        write_page(output.handout, handout_page(batch.puzzles))
    _print(batch, output)
    for names, error in batch.failures_by_error:
        shown = ", ".join(names[:NAMED_FAILURES])
        others = len(names) - NAMED_FAILURES
        terminal.say("error", f"{shown}{f' and {others:,} more' if others > 0 else ''}: {error}")


def write_page(path: Path, text: str) -> None:
    """Write a page, or say why that cannot be and end the command."""

    try:
        write_whole(at_home(path), text.encode())
    except OSError as error:
        refuse(f"{path}: cannot be written: {error.strerror or error}")
    terminal.say("note", f"wrote {path}")


def _print(batch: Batch, output: Output) -> None:
    from scrabble.analysis.columns import COLUMNS, rows
    from scrabble.batch import text

    records = batch.records
    if output.as_json:
        for failure in batch.failures:
            terminal.write_json({"id": failure.id, "error": failure.error}, is_ascii=False)
        terminal.write_json({"summary": batch.summary}, is_ascii=False)
    elif output.as_csv:
        table = csv.DictWriter(terminal.Table(), COLUMNS, lineterminator="\n")
        table.writeheader()
        for record in records:
            table.writerows(rows(record))
    else:
        tables = [text.games_table(records)] if 0 < len(records) <= SHOWN_GAMES else []
        for shown in (*tables, text.players_table(batch.summary)):
            terminal.write(terminal.output(is_wide=True), shown, "")
        terminal.write(terminal.output(), *text.ending(batch.summary))


@contextmanager
def _bar(count: int, done: int) -> Iterator[Callable[[str], None]]:
    """A progress bar with an estimate, on a terminal; the function takes the name of a finished game."""
    console = terminal.messages()
    if not console.is_terminal:
        yield lambda name: None
        return
    from rich import progress

    columns = (
        progress.BarColumn(bar_width=20),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("about"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left"),
        progress.TextColumn("{task.description}"),
    )
    with progress.Progress(*columns, console=console, speed_estimate_period=ESTIMATED_OVER) as shown:
        task = shown.add_task("", total=count, completed=done)
        yield lambda name: shown.update(task, advance=1, description=Path(name).name[-SHOWN_NAME:])
