"""`endgame analyse` for many games: progress, tables, what failed.  Arguments and printing."""

from __future__ import annotations

import csv
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import terminal
from scrabble.cli.options import COMPILING
from scrabble.cli.terminal import fail
from scrabble.files import expand_user
from scrabble.game.tiles import quoted

if TYPE_CHECKING:
    from msgspec import Struct

    from scrabble.analysis.batch.jobs import BatchSettings
    from scrabble.analysis.batch.run import BatchAnalysis, Runner
    from scrabble.records.record import GameRecord

PUZZLES = ".jsonl"  # the suffix of a file of puzzles
SHOWN_NAME = 24  # characters, beside the progress bar
NAMED_FAILURES = 3  # games of one error
NAMED_COPIES = 5  # games that are there twice
SHOWN_GAMES = 100  # rows of the table; more of them are for --csv or --json
ESTIMATED_OVER = 600.0  # seconds; games differ much


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Format of the answer, and the files to write."""

    folder: Path | None = None  # of results, to go on after a kill
    html: Path | None = None  # a file; of many games a folder
    puzzles: Path | None = None  # a page, or FILE.jsonl for puzzles of mistakes
    annotated_gcg: Path | None = None  # the record with notes; of many games a folder
    names: Path | None = None  # a file of names of players
    as_json: bool = False
    as_csv: bool = False
    player: str | None = None  # whose mistakes become puzzles


@dataclass(frozen=True, slots=True)
class Execution:
    """The place of the analysis: this process, several processes, or a cluster."""

    jobs: int = 1
    cluster: str | None = None  # address or file of its scheduler


def analyse_many(
    sources: Sequence[str], settings: BatchSettings, output: OutputOptions, execution: Execution
) -> None:
    """Analyse many games and sum them up; exit status 2 if anything failed, 130 after Ctrl-C."""
    stop = threading.Event()
    with ExitStack() as stack:
        batch = _batch(sources, settings, output, stack)
        _note_copies(batch)
        for record in batch.records if output.as_json else []:
            terminal.write_json(_plain(record), is_ascii=False)
        terminal.message_once(job.note for job in batch.jobs)
        for job in batch.jobs:
            if job.doubt:
                terminal.show_message("warning", job.doubt)
        done = len(batch.jobs) - len(batch.due)
        if done:
            terminal.show_message("note", f"{done} of {len(batch.jobs)} games are already done")
        if batch.due:
            with terminal.status(*COMPILING):
                run = stack.enter_context(_runner(settings, execution))
            with _bar(len(batch.jobs), done) as advance, terminal.stopped_by_ctrl_c(stop.set):
                _collect(batch, run, stop, advance, output.as_json)
        stack.close()
        is_good = _finish(batch, output)
        if output.puzzles is not None and output.puzzles.suffix == PUZZLES and not batch.left:
            _make_puzzles(batch, settings, output, execution)
    if batch.left:
        where = f"; rerun the command to resume from {output.folder}" if output.folder else ""
        terminal.show_message("note", f"stopped with {batch.left} games left{where}")
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    if not is_good:
        raise click.exceptions.Exit(terminal.BAD_INPUT)


def _make_puzzles(
    batch: BatchAnalysis, settings: BatchSettings, output: OutputOptions, execution: Execution
) -> None:
    """Make puzzles of the mistakes in all games."""
    from scrabble.analysis.batch.jobs import SECONDS
    from scrabble.cli.puzzles import make_mistakes
    from scrabble.puzzles.candidates import Person, mistakes_of

    assert output.puzzles is not None
    person = Person(output.player, batch.persons)
    found = [
        candidate
        for job, _, analysis in batch.analyses
        for candidate in mistakes_of(analysis, job.lexicon, Path(job.id).stem, person)
    ]
    searched = settings.options
    make_mistakes(output.puzzles, found, person, searched.seconds or SECONDS, searched.memory, execution.jobs)


def _batch(
    sources: Sequence[str], settings: BatchSettings, output: OutputOptions, stack: ExitStack
) -> BatchAnalysis:
    from scrabble.analysis.batch.jobs import collect
    from scrabble.analysis.batch.players import read_names
    from scrabble.analysis.batch.results import results_in
    from scrabble.analysis.batch.run import BatchAnalysis
    from scrabble.records import gcg
    from scrabble.report.annotated_gcg import refuse_overwriting

    files = collect(sources)
    names = None if output.names is None else read_names(expand_user(output.names))
    if output.annotated_gcg is not None:
        refuse_overwriting(files, expand_user(output.annotated_gcg))
    results = stack.enter_context(results_in(output.folder)) if output.folder else None
    if results is not None and results.is_cut:
        terminal.show_message(
            "warning", f"{results.path}: the last line is incomplete; its game is analysed again"
        )
    batch = BatchAnalysis(files, settings, results, names)
    if output.player is not None:
        records = (gcg.loads(job.data) for job in batch.jobs)
        refuse_unknown_player(output.player, records, (names or {}).values())
    return batch


def refuse_unknown_player(wanted: str, records: Iterable[GameRecord], names: Iterable[str] = ()) -> None:
    """Refuse a player who is in none of the records, and none of these names."""
    from scrabble.analysis.batch.players import same_name

    players = {each for record in records for each in record.players}
    known = {*names, *(name for each in players for name in each)}
    if not any(same_name(wanted, name) for name in known):
        there = ", ".join(sorted({each.name or each.nick for each in players})) or "nobody"
        fail(f"--player {quoted(wanted)}: no game of this player; the players are {there}")


def _note_copies(batch: BatchAnalysis) -> None:
    """Name the games that are there twice."""
    shown = [f"{Path(copy).name} is {Path(of).name}" for copy, of in batch.copies.items()]
    if shown:
        others = len(shown) - NAMED_COPIES
        more = f" and {others:,} more" if others > 0 else ""
        terminal.show_message(
            "note", f"the same game again, not counted: {', '.join(shown[:NAMED_COPIES])}{more}"
        )


def _runner(settings: BatchSettings, execution: Execution) -> AbstractContextManager[Runner]:
    from scrabble.analysis.batch import cluster
    from scrabble.analysis.batch.run import run_in_processes, run_serially

    if execution.cluster:
        return cluster.dask_runner(execution.cluster)
    if execution.jobs == 1:
        return run_serially(settings.options.solver)
    return run_in_processes(execution.jobs, settings.options.solver)


def _collect(
    batch: BatchAnalysis, run: Runner, stop: threading.Event, advance: Callable[[str], None], as_json: bool
) -> None:
    """Take the outcomes as they come."""
    for outcome in batch.run(run, stop):
        advance(outcome.job.id)
        if outcome.record is not None:
            for warning in outcome.record.warnings:
                terminal.show_message("warning", f"{outcome.job.id}: {warning}")
            if as_json:
                terminal.write_json(_plain(outcome.record), is_ascii=False)


def _finish(batch: BatchAnalysis, output: OutputOptions) -> bool:
    """Write and print the summary, and last what failed; return whether nothing did."""
    from scrabble.analysis.batch.summary import by_error
    from scrabble.report.columns import players_csv

    if output.folder is not None:
        batch.write_summary(output.folder, players_csv(batch.summary))
    if output.html is not None:
        _write_pages(batch, output.html)
    if output.puzzles is not None and output.puzzles.suffix != PUZZLES:
        _write_puzzles(batch, output.puzzles)
    if output.annotated_gcg is not None:
        _write_annotated(batch, output.annotated_gcg)
    _print(batch, output)
    unwritten = by_error((each.id, each.error) for each in batch.unwritten)
    for names, error in (*batch.failures_by_error, *unwritten):
        shown = ", ".join(names[:NAMED_FAILURES])
        others = len(names) - NAMED_FAILURES
        terminal.show_message("error", f"{shown}{f' and {others:,} more' if others > 0 else ''}: {error}")
    return not batch.failures and not batch.unwritten


def _write_pages(batch: BatchAnalysis, folder: Path) -> None:
    from scrabble.report.pages.index import write_pages

    index, removed = write_pages(batch, folder)
    if str(index) not in (each.id for each in batch.unwritten):
        terminal.show_message("note", f"wrote {index}")
    if removed:
        terminal.show_message("note", f"removed {removed} old page{'s' * (removed > 1)} from {folder}")


def _write_puzzles(batch: BatchAnalysis, path: Path) -> None:
    from scrabble.report.pages.index import batch_puzzles
    from scrabble.report.pages.puzzle_page import puzzle_page

    if batch.write(expand_user(path), puzzle_page(batch_puzzles(batch))):
        terminal.show_message("note", f"wrote {path}")


def _write_annotated(batch: BatchAnalysis, folder: Path) -> None:
    from scrabble.report.annotated_gcg import write_annotated

    count = write_annotated(batch, expand_user(folder))
    games = "1 annotated game" if count == 1 else f"{count} annotated games"
    terminal.show_message("note", f"wrote {games} to {folder}")


def _plain(data: Struct) -> dict[str, Any]:
    """Return an object of JSON as plain data."""
    from scrabble.answer.plain import as_plain

    found: dict[str, Any] = as_plain(data)
    return found


def _print(batch: BatchAnalysis, output: OutputOptions) -> None:
    from scrabble.report.analysis_text import games_table, kinds_table, legend, players_table
    from scrabble.report.columns import csv_names, csv_rows

    records = batch.records
    if output.as_json:
        for failure in batch.failures:
            terminal.write_json({"id": failure.id, "error": failure.error}, is_ascii=False)
        terminal.write_json({"summary": _plain(batch.summary)}, is_ascii=False)
    elif output.as_csv:
        table = csv.DictWriter(terminal.Table(), csv_names(), lineterminator="\n")
        table.writeheader()
        for record in records:
            table.writerows(csv_rows(record))
    else:
        tables = [games_table(records)] if 0 < len(records) <= SHOWN_GAMES else []
        kinds = kinds_table(batch.summary)
        for shown in (*tables, players_table(batch.summary), *([kinds] if kinds else [])):
            terminal.write(terminal.output(is_wide=True), shown, "")
        terminal.write(terminal.output(), *legend(batch.summary))


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
