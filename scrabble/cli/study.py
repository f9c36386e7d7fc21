"""`endgame study`: the study of B*, from the searches to a page and plots.  Arguments and printing."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Command, WholeNumber
from scrabble.cli.options import COMPILING
from scrabble.cli.terminal import fail
from scrabble.files import read_file

if TYPE_CHECKING:
    from scrabble.bench.study.run import StudyResults

RESULTS, PAGE = "results.jsonl", "README.md"
TITLE = "# B* and alpha-beta compared"

EPILOG = """\b
Examples:
  endgame study --sample 5 --out study
  endgame study --jobs 2 --out positions/study
  endgame study --from positions/study/results.jsonl --out positions/study

results.jsonl, README.md and the plots are written to DIR when all searches are
done. The whole study takes up to 25 minutes on two idle cores. In a README.md
that exists already, and in the page of --readme, only the text between the
markers of the study is replaced."""


@click.command(cls=Command, epilog=EPILOG)
@click.option("--out", "folder", metavar="DIR", type=PATH, required=True, help="The folder to write to.")
@click.option(
    "--set",
    "set_name",
    metavar="NAME|FILE",
    default="selfplay",
    help="The positions: a set, or a .jsonl file.",
)
@click.option(
    "--sample", metavar="N", type=WholeNumber(min=0), default=0, help="N positions of each part; 0: all."
)
@options.jobs
@click.option("--from", "source", metavar="FILE", type=PATH, help="Use these results; run no searches.")
@click.option("--readme", metavar="FILE", type=PATH, help="Also put the text into this page.")
def study(
    folder: Path, set_name: str, sample: int, jobs: int, source: Path | None, readme: Path | None
) -> None:
    """Run the study of B* and alpha-beta, and write its tables and plots."""
    if source is not None:
        options.refuse_given("nothing is searched", "set_name", "sample", "jobs")
    terminal.refuse_unwritable(folder, is_folder=True)
    with terminal.status(*COMPILING):
        from scrabble.bench import plots
        from scrabble.bench.measure import BenchError
        from scrabble.bench.study.run import draw_plots, load
        from scrabble.bench.study.text import best_of_family, insert_section, study_text
        from scrabble.files import atomic_write
    try:
        plots.check()
        pages = _pages(folder / PAGE, readme)  # before the work begins
        results = load(source) if source is not None else None
        if results is None:
            results = _search(set_name, sample, jobs)
    except (BenchError, plots.PlotError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror or error}")
    if results is None:
        terminal.show_message("note", "interrupted; nothing was written")
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        results = _kept(results, folder)
        draw_plots(results, best_of_family(results.trials["solvers"]), folder)
        for page, before in pages.items():
            atomic_write(page, insert_section(before, study_text(results, _way(page, folder))).encode())
    except (OSError, plots.PlotError) as error:
        fail(f"{folder}: cannot be written: {getattr(error, 'strerror', None) or error}")
    terminal.echo(study_text(results, ""))


def _pages(own: Path, readme: Path | None) -> dict[Path, str]:
    """Return the current text of the pages to update; the study's own page may be new."""
    from scrabble.bench.study.text import BEGIN, END, insert_section

    pages = {own: _text_of(own) if own.exists() else f"{TITLE}\n\n{BEGIN}\n{END}\n"}
    if readme is not None:
        pages[readme] = _text_of(readme)
    for page, before in pages.items():
        try:
            insert_section(before, "")
        except ValueError as error:
            fail(f"{page}: {error}")
    return pages


def _text_of(page: Path) -> str:
    from scrabble.bench.study.run import MOST_BYTES

    try:
        return read_file(page, MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{page}: {getattr(error, 'strerror', None) or error}")


def _way(page: Path, folder: Path) -> str:
    """Return the relative path from a page to a folder, "" if the page is in it."""
    way = Path(os.path.relpath(folder, page.parent)).as_posix()
    return "" if way == "." else way


def _search(set_name: str, sample: int, jobs: int) -> StudyResults | None:
    """Return the results of new searches; None after Ctrl-C."""
    from scrabble.bench.study import run

    stop = threading.Event()
    with terminal.progress() as show, terminal.stopped_by_ctrl_c(stop.set):
        return run.run(set_name, sample, jobs, stop, show)


def _kept(results: StudyResults, folder: Path) -> StudyResults:
    """Save the results and return them as saved, rounded, so that text and plots can be reproduced."""
    from scrabble.bench.study.run import load, save

    save(results, folder / RESULTS)
    return load(folder / RESULTS)
