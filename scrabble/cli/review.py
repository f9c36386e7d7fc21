"""`endgame analyse`: analyse games, print what was found and write the files that are asked for.

One game is a batch of one.  Only the text differs: one game is printed turn by turn, several as tables.
"""

from __future__ import annotations

import csv
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import terminal
from scrabble.cli.options import COMPILING
from scrabble.cli.terminal import fail
from scrabble.english import counted
from scrabble.files import expand_user
from scrabble.game.tiles import quoted, shortened

if TYPE_CHECKING:
    from msgspec import Struct

    from scrabble.analysis.batch.jobs import BatchSettings, GameFile
    from scrabble.analysis.batch.run import BatchAnalysis, Runner
    from scrabble.answer.solution import Snapshot
    from scrabble.records.record import GameRecord

    Progress = tuple[Runner, Callable[[str], None]]  # and what takes the name of a finished game

PUZZLES = ".jsonl"  # the suffix of a file of puzzles
PAGES, GCG = (".html", ".htm"), (".gcg",)  # suffixes of one file, which a folder for several games lacks
SHOWN_NAME = 24  # characters, beside the progress bar
NAMED_FAILURES = 3  # games of one error
NAMED_COPIES = 5  # games that are there twice
SHOWN_GAMES = 100  # rows of the table; more of them are for --csv or --json
ESTIMATED_OVER = 600.0  # seconds; games differ much


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Format of the answer, and the files to write."""

    out: Path | None = None  # the folder of results, to go on after a kill
    html: Path | None = None  # FILE.html, or a folder
    puzzles: Path | None = None  # a page, or FILE.jsonl for puzzles of mistakes
    annotated_gcg: Path | None = None  # FILE.gcg, or a folder
    names: Path | None = None  # a file of names of players
    as_json: bool = False
    as_csv: bool = False
    player: str | None = None  # whose mistakes become puzzles
    command: Sequence[str] = ()  # that analyses the games again, without the files to write


@dataclass(frozen=True, slots=True)
class Execution:
    """The place of the analysis: this process, several processes, or a cluster."""

    jobs: int = 1
    cluster: str | None = None  # address or file of its scheduler


@dataclass(frozen=True, slots=True)
class Review:
    """Games to analyse: one, given by its name, or several."""

    files: Sequence[GameFile]
    is_one: bool
    settings: BatchSettings
    output: OutputOptions
    execution: Execution

    def run(self) -> None:
        """Analyse the games; exit status 2 if anything failed, 130 after Ctrl-C."""
        output, stop = self.output, threading.Event()
        with ExitStack() as stack:
            batch = self._batch(stack)
            _note_copies(batch)
            for record in batch.records if output.as_json else []:
                terminal.write_json(_plain(record), is_ascii=False)
            terminal.message_once(job.note for job in batch.jobs)
            for job in batch.jobs:
                if job.doubt:
                    terminal.show_message("warning", job.doubt)
            done = len(batch.jobs) - len(batch.due)
            if done:
                terminal.show_message("note", f"{done:,} of {len(batch.jobs):,} games are already done")
            if batch.due:
                self._analyse(batch, done, stop, stack)
        is_good = self._finish(batch)
        has_all = bool(batch.records) and not batch.left
        if output.puzzles is not None and output.puzzles.suffix == PUZZLES and has_all:
            self._make_puzzles(batch)
        if batch.left:
            where = f"; rerun the command to resume from {output.out}" if output.out else ""
            if not self.is_one:
                terminal.show_message("note", f"stopped with {batch.left:,} games left{where}")
            raise click.exceptions.Exit(terminal.INTERRUPTED)
        if not is_good:
            raise click.exceptions.Exit(terminal.BAD_INPUT)

    def _batch(self, stack: ExitStack) -> BatchAnalysis:
        from scrabble.analysis.batch.players import read_names
        from scrabble.analysis.batch.results import results_in
        from scrabble.analysis.batch.run import BatchAnalysis
        from scrabble.records import gcg
        from scrabble.report.annotated_gcg import refuse_overwriting

        output = self.output
        names = None if output.names is None else read_names(expand_user(output.names))
        if output.annotated_gcg is not None:
            refuse_overwriting(self.files, expand_user(output.annotated_gcg))
        results = stack.enter_context(results_in(output.out)) if output.out else None
        if results is not None and results.is_cut:
            terminal.show_message(
                "warning", f"{results.path}: the last line is incomplete; its game is analysed again"
            )
        batch = BatchAnalysis(self.files, self.settings, results, names)
        if output.player is not None and batch.jobs:
            records = [gcg.loads(job.data) for job in batch.jobs]
            _refuse_unknown_player(output.player, records, (names or {}).values())
        return batch

    def _analyse(self, batch: BatchAnalysis, done: int, stop: threading.Event, stack: ExitStack) -> None:
        """Analyse the games that are due, with progress on a terminal, and report them as they come."""
        with terminal.status(*COMPILING):
            run = self._runner(stack)
        is_here = self.is_one and not self.execution.cluster
        progress = _turns() if is_here else _bar(run, len(batch.jobs), done)
        with progress as (run, advance), terminal.stopped_by_ctrl_c(stop.set):
            for outcome in batch.run(run, stop):
                advance(outcome.job.id)
                if outcome.record is None:
                    continue
                for warning in outcome.record.warnings:
                    terminal.show_message("warning", f"{outcome.job.id}: {warning}")
                if self.output.as_json:
                    terminal.write_json(_plain(outcome.record), is_ascii=False)

    def _runner(self, stack: ExitStack) -> Runner:
        from scrabble.analysis.batch import cluster
        from scrabble.analysis.batch.run import run_in_processes, run_serially

        jobs, solver = self.execution.jobs, self.settings.options.solver
        if self.execution.cluster:
            return stack.enter_context(cluster.dask_runner(self.execution.cluster))
        return stack.enter_context(run_serially(solver) if jobs == 1 else run_in_processes(jobs, solver))

    def _finish(self, batch: BatchAnalysis) -> bool:
        """Write and print what was found, and last what failed; return whether nothing did."""
        from scrabble.analysis.batch.summary import by_error
        from scrabble.report.columns import players_csv

        output = self.output
        if output.out is not None:
            batch.write_summary(output.out, players_csv(batch.summary))
        if output.html is not None:
            _write_pages(batch, expand_user(output.html), output)
        if output.puzzles is not None and output.puzzles.suffix != PUZZLES and batch.records:
            _write_puzzles(batch, expand_user(output.puzzles))
        if output.annotated_gcg is not None:
            _write_annotated(batch, expand_user(output.annotated_gcg))
        self._print(batch)
        unwritten = by_error((each.id, each.error) for each in batch.unwritten)
        for names, error in (*batch.failures_by_error, *unwritten):
            shown = ", ".join(names[:NAMED_FAILURES])
            others = len(names) - NAMED_FAILURES
            terminal.show_message("error", f"{shown}{f' and {others:,} more' if others > 0 else ''}: {error}")
        return not batch.failures and not batch.unwritten

    def _print(self, batch: BatchAnalysis) -> None:
        if self.output.as_json:
            for failure in batch.failures:
                terminal.write_json({"id": failure.id, "error": failure.error}, is_ascii=False)
            if not self.is_one:
                terminal.write_json({"summary": _plain(batch.summary)}, is_ascii=False)
        elif self.output.as_csv:
            _print_csv(batch)
        elif self.is_one:
            _print_game(batch)
        else:
            _print_tables(batch)

    def _make_puzzles(self, batch: BatchAnalysis) -> None:
        """Make puzzles of the mistakes in all games."""
        from scrabble.analysis.batch.jobs import SECONDS
        from scrabble.cli.puzzles import make_mistakes
        from scrabble.puzzles.candidates import Person, mistakes_of

        assert self.output.puzzles is not None
        person, searched = Person(self.output.player, batch.persons), self.settings.options
        found = [
            candidate
            for job, _, analysis in batch.analyses
            for candidate in mistakes_of(analysis, job.lexicon, Path(job.id).stem, person)
        ]
        seconds, jobs = searched.seconds or SECONDS, self.execution.jobs
        make_mistakes(self.output.puzzles, found, person, seconds, searched.memory, jobs)


def _refuse_unknown_player(wanted: str, records: Iterable[GameRecord], names: Iterable[str]) -> None:
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


def _write_pages(batch: BatchAnalysis, place: Path, output: OutputOptions) -> None:
    """Write the page of a game, or a folder of pages."""
    from scrabble.report.pages.game import game_page
    from scrabble.report.pages.index import Practice, address, write_pages

    if place.suffix.lower() in PAGES:
        for job, _, analysis in batch.analyses:
            if batch.write(place, game_page(analysis, job.id)):
                terminal.show_message("note", f"wrote {place}")
        return
    page = ""
    if output.puzzles is not None and output.puzzles.suffix != PUZZLES:
        page = address(Path(os.path.relpath(expand_user(output.puzzles), place)).as_posix())
    index, removed = write_pages(batch, place, Practice(page, output.command))
    if str(index) not in (each.id for each in batch.unwritten):
        terminal.show_message("note", f"wrote {index}")
    if removed:
        terminal.show_message("note", f"removed {counted(removed, 'old page')} from {place}")


def _write_puzzles(batch: BatchAnalysis, path: Path) -> None:
    from scrabble.report.pages.index import batch_puzzles
    from scrabble.report.pages.puzzle_page import puzzle_page

    if batch.write(path, puzzle_page(batch_puzzles(batch))):
        terminal.show_message("note", f"wrote {path}")


def _write_annotated(batch: BatchAnalysis, place: Path) -> None:
    from scrabble.report.annotated_gcg import write_annotated

    count = write_annotated(batch, place)
    if place.suffix.lower() not in GCG:
        terminal.show_message("note", f"wrote {counted(count, 'annotated game')} to {place}")
    elif count:
        terminal.show_message("note", f"wrote {place}")


def _print_csv(batch: BatchAnalysis) -> None:
    from scrabble.report.columns import csv_names, csv_rows

    table = csv.DictWriter(terminal.CsvOutput(), csv_names(), lineterminator="\n")
    table.writeheader()
    for record in batch.records:
        table.writerows(csv_rows(record))


def _print_game(batch: BatchAnalysis) -> None:
    """Print the turns of a game."""
    from scrabble.report.analysis_text import analysis_text

    for _, _, analysis in batch.analyses:
        terminal.write(terminal.output(), analysis_text(analysis))


def _print_tables(batch: BatchAnalysis) -> None:
    """Print the tables of several games."""
    from scrabble.report.analysis_text import games_table, kinds_table, legend, players_table

    records, summary = batch.records, batch.summary
    tables = [games_table(records)] if 0 < len(records) <= SHOWN_GAMES else []
    kinds = kinds_table(summary)
    for shown in (*tables, players_table(summary), *([kinds] if kinds else [])):
        terminal.write(terminal.output(is_wide=True), shown, "")
    terminal.write(terminal.output(), *legend(summary))


def _plain(data: Struct) -> dict[str, Any]:
    """Return an object of JSON as plain data."""
    from scrabble.answer.plain import as_plain

    found: dict[str, Any] = as_plain(data)
    return found


@contextmanager
def _turns() -> Iterator[Progress]:
    """Show the search of each turn of a game, on a terminal."""
    from scrabble.analysis.batch.run import serially
    from scrabble.wording.claims import snapshot_text

    with terminal.progress() as show:

        def watch(about: str, snapshot: Snapshot) -> None:
            show(f"{about}: {snapshot_text(snapshot)}")

        yield partial(serially, watch=watch), lambda name: None


@contextmanager
def _bar(run: Runner, count: int, done: int) -> Iterator[Progress]:
    """Show a progress bar with an estimate, on a terminal."""
    if not terminal.has_progress():
        yield run, lambda name: None
        return
    from rich import progress

    columns = (
        progress.BarColumn(bar_width=20),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("about"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left"),
        progress.TextColumn("{task.description}", markup=False),
    )
    with progress.Progress(
        *columns, console=terminal.messages(), speed_estimate_period=ESTIMATED_OVER
    ) as shown:
        task = shown.add_task("", total=count, completed=done)
        yield (
            run,
            lambda name: shown.update(task, advance=1, description=shortened(Path(name).name, SHOWN_NAME)),
        )
