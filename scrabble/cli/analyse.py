"""`endgame analyse`: the endgame of saved games as text, JSON, CSV or pages.

One game is a batch of one.  Only the text differs: one game is printed turn by turn, several as tables.
"""

from __future__ import annotations

import csv
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Argument, Command, WholeNumber
from scrabble.cli.options import COMPILING
from scrabble.cli.positions import file_of
from scrabble.cli.terminal import fail
from scrabble.english import counted
from scrabble.files import exists, expand_user, file_errors, is_dir, read_bounded
from scrabble.game.tiles import MOST_IN_BAG, quoted, shortened
from scrabble.solver.options import SolveOptions

if TYPE_CHECKING:
    from msgspec import Struct

    from scrabble.analysis.batch.jobs import BatchSettings, GameFile
    from scrabble.analysis.batch.run import BatchAnalysis, Runner
    from scrabble.answer.solution import Snapshot
    from scrabble.records.record import GameRecord

    Progress = tuple[Runner, Callable[[str], None]]  # and what takes the name of a finished game

STANDARD_INPUT = "-"
SECONDS = 30.0  # for a position
SEARCHED_WITH = ("lexicon", "seconds", "nodes", "max_bag", "names", "out")  # options to name in a command
MOST_NAMED, MANY_GAMES = 3, "GAMES"  # sources to name in it, and what stands for more
PUZZLES = ".jsonl"  # the suffix of a file of puzzles
PAGES, GCG = (".html", ".htm"), (".gcg",)  # suffixes of one file, which a folder for several games lacks
SHOWN_NAME = 24  # characters, beside the progress bar
NAMED_FAILURES = 3  # games of one error
NAMED_COPIES = 5  # games that are there twice
SHOWN_GAMES = 100  # rows of the table; more of them are for --csv or --json
ESTIMATED_OVER = 600.0  # seconds; games differ much

EPILOG = """\b
Examples:
  endgame analyse final.gcg
  endgame analyse final.gcg --html final.html
  endgame analyse final.gcg --puzzles what-would-you-play.html
  endgame analyse final.gcg --annotated-gcg annotated.gcg
  endgame analyse final.gcg --lexicon ENABLE --time 5 --json
  endgame analyse crosstables:54515
  endgame analyse games --jobs 4 --out results
  endgame analyse games --annotated-gcg annotated --names players.txt
  endgame analyse games --html pages --csv > turns.csv
  endgame analyse games --puzzles mine.jsonl --player Ann
  endgame analyse games --cluster cluster.json --out results

Several games (files, or a folder) give one row per game and a summary by player.
With --out, games that are unchanged are not analysed again: repeat the command to go
on. Games that cannot be read are listed at the end, with exit status 2.

A value that is not proven within the time limit is marked `about`. Ctrl-C shows the
results so far."""


SECTIONS = {"For programs": ("as_json", "log", "cluster"), "Research": ("nodes",)}


@click.command(cls=Command, epilog=EPILOG, sections=SECTIONS)
@click.argument(
    "sources",
    cls=Argument,
    metavar="FILE.gcg|DIR",
    nargs=-1,
    help="Saved games (.gcg), folders of them, addresses (https://..., woogles:ID, crosstables:NUMBER), or - "
    "for standard input.",
)
@options.lexicon
@options.search_option("seconds", default=SECONDS)
@click.option(
    "--html",
    metavar="FILE.html|DIR",
    type=PATH,
    help="FILE.html: write the web page of a game. DIR: write a folder of pages, with an index.",
)
@click.option(
    "--puzzles",
    metavar="FILE.html|.jsonl",
    type=PATH,
    help="FILE.html: write a page that asks for the best moves, to solve on screen or on paper. "
    "FILE.jsonl: write the mistakes as puzzles, to practise with endgame train FILE.jsonl.",
)
@click.option("--player", metavar="NAME", help="With --puzzles FILE.jsonl: only the mistakes of this player.")
@click.option(
    "--annotated-gcg",
    metavar="FILE.gcg|DIR",
    type=PATH,
    help="Write a game (GCG) with a note on each turn judged, or all games to a folder.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=PATH,
    help="Keep the results in the folder DIR, where the same command goes on if it was stopped.",
)
@options.jobs
@click.option(
    "--names",
    metavar="FILE",
    type=PATH,
    help="With several games: a file of players with several names, a line 'Name = other name, nick' for "
    "each.",
)
@click.option(
    "--max-bag",
    metavar="N",
    type=WholeNumber(0, MOST_IN_BAG),
    default=1,
    help="Also judge turns with up to N tiles in the bag; 0: none.",
)
@click.option(
    "--practical",
    is_flag=True,
    help="Also name the right replies to the best move, and to the one made.",
)
@click.option(
    "--csv", "as_csv", is_flag=True, help="A table for spreadsheets (CSV), one row per turn judged."
)
@options.as_json
@options.search_option("nodes")
@options.log
@click.option(
    "--cluster",
    metavar="ADDRESS|FILE",
    help="Use the computers of a dask cluster: the address of its scheduler, or the file that it writes.",
)
def analyse(
    sources: tuple[str, ...],
    lexicon: str | None,
    seconds: float,
    nodes: int | None,
    max_bag: int,
    practical: bool,
    jobs: int,
    cluster: str | None,
    **given: Any,
) -> None:
    """Review saved games: the best endgame moves, and what was lost."""
    output = OutputOptions(**given, command=_command(sources))
    if output.as_json and output.as_csv:
        raise click.UsageError("choose one of --json and --csv.")
    is_one, puzzles = _is_one(sources), output.puzzles
    if puzzles is None or puzzles.suffix != PUZZLES:
        options.refuse_given(f"it is for --puzzles FILE{PUZZLES}", "player")
    if is_one:
        options.refuse_given("it is for several games", "names")
        options.refuse_given("one game is analysed in one process", "jobs")
    elif cluster:
        options.refuse_given("the cluster has its own workers", "jobs")
    files = _files(sources, is_one)
    folders = set()
    for path, name, suffixes in (
        (output.out, "--out", ()),
        (output.html, "--html", PAGES),
        (output.annotated_gcg, "--annotated-gcg", GCG),
    ):
        if path is not None:
            is_file = path.suffix.lower() in suffixes
            if is_file and not is_one:
                raise click.UsageError(f"{name} {path} is for one game, expected a folder for several.")
            terminal.refuse_unwritable(path, is_folder=not is_file)
            if not is_file:
                folders.add(expand_user(path))
    if puzzles is not None:
        folder = expand_user(puzzles).parent
        if is_dir(folder) or folder not in folders:
            terminal.refuse_unwritable(puzzles)
    from scrabble.analysis import EXACT
    from scrabble.analysis.batch.jobs import BatchSettings

    settings = BatchSettings(
        lexicon=lexicon,
        options=SolveOptions(
            seconds=seconds, nodes=nodes, memory=options.memory(), exact=EXACT, practical=practical
        ),
        max_bag=max_bag,
    )
    Review(files, is_one, settings, output, jobs, cluster).run()


def _command(sources: Sequence[str]) -> list[str]:
    """Return the command that analyses the games in the same way, without the files to write."""
    named = sources if len(sources) <= MOST_NAMED else [MANY_GAMES]
    context, words = click.get_current_context(), ["endgame", "analyse", *named]
    for name in SEARCHED_WITH:
        option = options.given(name)
        if option is not None:
            words += [option, str(context.params[name])]
    return words


def _is_one(sources: Sequence[str]) -> bool:
    """Return whether the sources are one game, and not several or a folder."""
    if len(sources) > 1 and STANDARD_INPUT in sources:
        raise click.BadParameter("standard input is one game; give it alone.", param_hint=STANDARD_INPUT)
    return len(sources) == 1 and not is_dir(expand_user(sources[0]))


def _files(sources: Sequence[str], is_one: bool) -> list[GameFile]:
    """Return the games; one has the name that was given."""
    from scrabble.analysis.batch.jobs import GameFile, collect
    from scrabble.records import gcg

    [first, *_] = sources
    if first == STANDARD_INPUT:
        with file_errors("standard input", click.ClickException):
            return [GameFile("standard input", None, read_bounded(sys.stdin.buffer, gcg.MOST_BYTES))]
    if "\n" in first and not exists(expand_user(first)):
        fail(f"{quoted(first)}: expected the name of a file, or - for a text in standard input")
    files = collect([file_of(each) for each in sources])
    return [files[0]._replace(id=first)] if is_one else files


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
class Review:
    """Games to analyse: one, given by its name, or several."""

    files: Sequence[GameFile]
    is_one: bool
    settings: BatchSettings
    output: OutputOptions
    jobs: int = 1  # processes
    cluster: str | None = None  # in place of them: address or file of its scheduler

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
        is_here = self.is_one and not self.cluster
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

        jobs, solver = self.jobs, self.settings.options.solver
        if self.cluster:
            return stack.enter_context(cluster.dask_runner(self.cluster))
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
        failed = (*batch.failures, *batch.unwritten)
        for names, error in by_error((each.id, each.error) for each in failed):
            shown = ", ".join(names[:NAMED_FAILURES])
            others = len(names) - NAMED_FAILURES
            terminal.show_message("error", f"{shown}{f' and {others:,} more' if others > 0 else ''}: {error}")
        return not failed

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
        from scrabble.cli.puzzles import make_mistakes
        from scrabble.puzzles.candidates import Person, mistakes_of

        assert self.output.puzzles is not None
        person, searched = Person(self.output.player, batch.persons), self.settings.options
        found = [
            candidate
            for job, _, analysis in batch.analyses
            for candidate in mistakes_of(analysis, job.lexicon, Path(job.id).stem, person)
        ]
        seconds = searched.seconds or SECONDS
        make_mistakes(self.output.puzzles, found, person, seconds, searched.memory, self.jobs)


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
