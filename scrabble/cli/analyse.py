"""`endgame analyse`: the endgame of a saved game as text, JSON, CSV or a page.  Arguments and printing.

Many games are taken over by `analyse_many`.
"""

from __future__ import annotations

import csv
import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrabble import bundled
from scrabble.cli import options, terminal
from scrabble.cli.analyse_many import (
    PUZZLES,
    Execution,
    OutputOptions,
    analyse_many,
    refuse_unknown_player,
)
from scrabble.cli.click_parts import PATH, Argument, Command, WholeNumber
from scrabble.cli.options import COMPILING
from scrabble.cli.positions import file_of
from scrabble.cli.terminal import fail
from scrabble.files import exists, expand_user, file_errors, is_dir, is_file, read_bounded, read_file
from scrabble.game.tiles import quoted
from scrabble.solver.options import SolveOptions

if TYPE_CHECKING:
    from scrabble.analysis.analysis import Analysis
    from scrabble.analysis.batch.jobs import BatchSettings
    from scrabble.analysis.evaluator import PositionEvaluator
    from scrabble.records.record import GameRecord

STANDARD_INPUT = "-"
SECONDS = 30.0  # for a position
MOST_IN_BAG = 4  # tiles: more are another kind of problem

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

Several games (files, a folder, or --out) give one row per game and a summary by
player. With --out, games that are unchanged are not analysed again: repeat the
command to go on. Games that cannot be read are listed at the end, with exit status 2.

A value that is not proven within the time limit is shown as a range. Ctrl-C shows the
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
    "--html", metavar="FILE|DIR", type=PATH, help="Write a web page, or a folder of pages for several games."
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
    metavar="FILE|DIR",
    type=PATH,
    help="Write the game (GCG) with a note on each turn judged, or a folder of several games.",
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
    as_json: bool,
    as_csv: bool,
    html: Path | None,
    puzzles: Path | None,
    player: str | None,
    annotated_gcg: Path | None,
    names: Path | None,
    jobs: int,
    out: Path | None,
    cluster: str | None,
) -> None:
    """Review saved games: the best endgame moves, and what was lost."""
    if as_json and as_csv:
        raise click.UsageError("choose one of --json and --csv.")
    are_many = _are_many(sources) or bool(out or cluster)
    if names is not None and not are_many:
        raise click.UsageError("--names is for several games.")
    if puzzles is None or puzzles.suffix != PUZZLES:
        options.refuse_given(f"it is for --puzzles FILE{PUZZLES}", "player")
    if not are_many:
        options.refuse_given("one game is analysed in one process", "jobs")
        options.refuse_given("it is for several games", "log")
    elif cluster:
        options.refuse_given("the cluster has its own workers", "jobs")
    for path, is_folder in (
        (out, True),
        (html, are_many),
        (puzzles, False),
        (annotated_gcg, are_many),
    ):
        if path is not None:
            terminal.refuse_unwritable(path, is_folder)
    files = [file_of(each) for each in sources]
    if not are_many and sources[0] != STANDARD_INPUT and not exists(bundled.path_of(files[0])):
        if "\n" in sources[0]:
            fail(f"{quoted(sources[0])}: expected the name of a file, or - for a text in standard input")
        fail(f"{sources[0]}: cannot be read: {os.strerror(errno.ENOENT)}")
    from scrabble.analysis import EXACT
    from scrabble.analysis.batch.jobs import BatchSettings

    settings = BatchSettings(
        lexicon=lexicon,
        options=SolveOptions(
            seconds=seconds, nodes=nodes, memory=options.memory(), exact=EXACT, practical=practical
        ),
        max_bag=max_bag,
    )
    output = OutputOptions(out, html, puzzles, annotated_gcg, names, as_json, as_csv, player)
    if are_many:
        analyse_many(files, settings, output, Execution(jobs, cluster))
    else:
        _analyse_one(files[0], sources[0], settings, output)


def _analyse_one(source: str, given: str, settings: BatchSettings, output: OutputOptions) -> None:
    """Analyse a game, given by this name; exit status 130 after Ctrl-C."""
    from scrabble.report.pages.game import game_page
    from scrabble.report.pages.puzzle_page import puzzle_page, puzzles_of

    name = "standard input" if source == STANDARD_INPUT else given
    record = _load(source, name)
    if output.annotated_gcg is not None:
        _check_record(record, source, name, expand_user(output.annotated_gcg))
    if output.player is not None:
        refuse_unknown_player(output.player, [record])
    evaluator = _evaluator(record, name, settings)
    analysis = _analysis(record, name, evaluator, settings)
    for warning in analysis.warnings:
        terminal.show_message("warning", f"{name}: {warning}")
    _write(analysis, name, output)
    if output.html is not None:
        terminal.write_file(output.html, game_page(analysis, name))
    if output.puzzles is not None and output.puzzles.suffix == PUZZLES:
        _make_puzzles(analysis, name, settings, output)
    elif output.puzzles is not None:
        terminal.write_file(output.puzzles, puzzle_page(puzzles_of(analysis, name)))
    if output.annotated_gcg is not None:
        _write_record(analysis, expand_user(output.annotated_gcg))
    if not analysis.is_complete:
        raise click.exceptions.Exit(terminal.INTERRUPTED)


def _make_puzzles(analysis: Analysis, name: str, settings: BatchSettings, output: OutputOptions) -> None:
    """Make puzzles of the mistakes in a game."""
    from scrabble.analysis import choose_lexicon
    from scrabble.cli.puzzles import make_mistakes
    from scrabble.puzzles.candidates import Person, mistakes_of

    assert output.puzzles is not None
    lexicon = choose_lexicon(analysis.record, settings.lexicon).name
    person = Person(output.player)
    found = list(mistakes_of(analysis, lexicon, Path(name).stem, person))
    searched = settings.options
    make_mistakes(output.puzzles, found, person, searched.seconds or SECONDS, searched.memory, 1)


def _are_many(sources: Sequence[str]) -> bool:
    """Return whether the sources hold more than one game."""
    if len(sources) > 1 and STANDARD_INPUT in sources:
        raise click.BadParameter("standard input is one game; give it alone.", param_hint=STANDARD_INPUT)
    return len(sources) > 1 or is_dir(expand_user(sources[0]))


def _load(source: str, name: str) -> GameRecord:
    from scrabble.records import gcg

    with file_errors(name, click.ClickException):
        pasted = read_bounded(sys.stdin.buffer, gcg.MOST_BYTES) if source == STANDARD_INPUT else None
    try:
        return gcg.load(source) if pasted is None else gcg.loads(pasted)
    except gcg.GcgError as error:
        if error.line is not None and _is_position(_reread(source) if pasted is None else pasted):
            fail(f"{name}: a position, expected the record of a game (GCG): endgame solve takes positions")
        raise gcg.GcgError(error.text, error.line, name) from None


def _reread(source: str) -> bytes:
    """Return the content of a file that has been read, nothing of a pipe."""
    from scrabble.records import gcg

    return read_file(Path(source), gcg.MOST_BYTES) if is_file(Path(source)) else b""


def _is_position(data: bytes) -> bool:
    """Return whether the first line that is neither blank nor a comment is a position in CGP."""
    from scrabble.sources import is_text

    lines = (line.strip() for line in data.decode(errors="replace").splitlines())
    return is_text(next((line for line in lines if line and line[0] != "#"), ""))


def _evaluator(record: GameRecord, name: str, settings: BatchSettings) -> PositionEvaluator:
    from scrabble.analysis import choose_lexicon
    from scrabble.analysis.evaluator import PositionEvaluator

    with terminal.about(name):
        words, _, note = choose_lexicon(record, settings.lexicon)
    terminal.message_once([note])
    return PositionEvaluator(words, settings.options)


def _analysis(
    record: GameRecord, name: str, evaluator: PositionEvaluator, settings: BatchSettings
) -> Analysis:
    """Analyse with progress on a terminal; the first Ctrl-C stops it."""
    from scrabble.analysis import analyse_replay
    from scrabble.records.record import GcgError
    from scrabble.records.replay import replay
    from scrabble.report.solution import snapshot_text
    from scrabble.solver.setup import warm_up

    try:
        replayed = replay(record, alphabet=evaluator.lexicon.alphabet)
        for turn in replayed.endgame[:1]:
            with terminal.status(*COMPILING):
                warm_up(turn.position, evaluator.lexicon, evaluator.options.solver)
        with terminal.progress() as show, terminal.stopped_by_ctrl_c(evaluator.stop):
            evaluator.watch = lambda about, snapshot: show(f"{about}: {snapshot_text(snapshot)}")
            return analyse_replay(replayed, evaluator, max_bag=settings.max_bag)
    except GcgError as error:
        raise GcgError(error.text, error.line, error.source or name) from None


def _write(analysis: Analysis, name: str, output: OutputOptions) -> None:
    from scrabble.analysis.schema import analysis_data, analysis_json
    from scrabble.report.analysis_text import analysis_text
    from scrabble.report.columns import csv_names, csv_rows

    if output.as_json:
        terminal.write_json(analysis_json(analysis, name), is_ascii=False)
    elif output.as_csv:
        table = csv.DictWriter(terminal.Table(), csv_names(), lineterminator="\n")
        table.writeheader()
        table.writerows(csv_rows(analysis_data(analysis, name)))
    else:
        terminal.write(terminal.output(), analysis_text(analysis))


def _check_record(record: GameRecord, source: str, name: str, path: Path) -> None:
    """Refuse a record that cannot be written back, or whose file would be overwritten."""
    from scrabble.records import gcg

    if source != STANDARD_INPUT and exists(path) and path.samefile(expand_user(source)):
        fail(f"{path}: --annotated-gcg would overwrite the input; choose another file")
    with terminal.about(name):
        gcg.dumps(record)


def _write_record(analysis: Analysis, path: Path) -> None:
    from scrabble.records import gcg
    from scrabble.report.annotated_gcg import annotate_gcg

    with terminal.about(path):
        text = gcg.dumps(annotate_gcg(analysis))
    terminal.write_file(path, text)
