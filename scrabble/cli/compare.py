"""`endgame compare`: solvers side by side on the user's positions.  Arguments and printing only."""

from __future__ import annotations

import csv
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Argument, Command
from scrabble.cli.options import COMPILING, title_of
from scrabble.cli.terminal import fail
from scrabble.files import expand_user

if TYPE_CHECKING:
    from scrabble.bench.compare import CompareSettings
    from scrabble.bench.compare_figures import ComparisonSummary, WideningStats
    from scrabble.bench.machine import Machine
    from scrabble.bench.measure import BenchPosition
    from scrabble.bench.plots import Panel
    from scrabble.bench.trial import Trial

DISAGREEMENT = 1  # exit status
ENDGAME_COLUMNS = ("known", "lost", "expansions")
PREENDGAME_COLUMNS = (
    "win_lower",
    "win_upper",
    "is_win_proven",
    "known",
    "known_win",
    "lost",
    "lost_win",
    "evaluated",
    "scenario_pairs",
    "queries",
    "playouts",
)

DEFAULT = "alphabeta,negascout,mtdf,sss,bstar; minimax where both racks hold at most 5 tiles together"
EPILOG = """\b
Examples:
  endgame compare late --solvers mtdf,bstar --time 1 --jobs 2
  endgame compare out-in-two --solvers mtdf,bstar,bstar:2D,maven
  endgame compare games.jsonl --html compare.html --plot compare.svg
  endgame compare games.jsonl --solvers bstar,maven:10 --csv > trials.csv
  endgame compare preendgame:4 --preendgames --solvers bstar,halving --time 20

A position is a file, -, a text in CGP, or the name of a set (late). Besides the
solvers of solve there are bstar:move (stops at a proven move), bstar:STRATEGY (a
tree on sound intervals: prove-best, disprove-rest, alternated, 2D, 3D or AD) and
maven:N (N widenings). Each starts with fresh tables and counts in the same way;
another search evaluates the moves they choose.

\b
With --preendgames, for positions with tiles in the bag: bstar, bstar:chance
(until no move can win more often), all (the spread of each move with each
draw), all:won (only who wins), halving and halving:N (playouts, the better
half stays; the last N exactly).
Exit status 1 if two proofs disagree."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument(
    "positions",
    cls=Argument,
    metavar="POSITION",
    nargs=-1,
    help="Files, - (standard input), quoted CGP, or sets.",
)
@click.option(
    "--solvers",
    metavar="NAME,...",
    show_default=DEFAULT,
    help="Search algorithms, as for solve or as below.",
)
@click.option("--preendgames", is_flag=True, help="Compare on positions with tiles in the bag.")
@click.option("--time", "seconds", **options.SPAN, default=10.0, help="CPU time limit for each search.")
@options.jobs
@options.lexicon
@options.memory
@options.show_option(10, "positions")
@click.option(
    "--position", metavar="ID", help="The position whose intervals are plotted; default: the hardest."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per search, then a summary.")
@click.option("--csv", "as_csv", is_flag=True, help="CSV with one row per search.")
@click.option("--html", metavar="FILE", type=PATH, help="Write a web page with tables and plots.")
@click.option("--plot", metavar="FILE", type=PATH, help="Write the plots: .svg or .png.")
def compare(
    positions: tuple[str, ...],
    solvers: str | None,
    preendgames: bool,
    seconds: float,
    jobs: int,
    lexicon: str | None,
    memory: int,
    show: int,
    position: str | None,
    as_json: bool,
    as_csv: bool,
    html: Path | None,
    plot: Path | None,
) -> None:
    """Compare solvers on the same positions: agreement, nodes, time."""
    if as_json and as_csv:
        raise click.UsageError("choose one of --json and --csv.")
    if as_json or as_csv:
        options.refuse_given("all positions are written", "show")
    if preendgames and position is not None:
        fail("--position is for endgames only: leave it or --preendgames out")
    if html is None and plot is None:
        options.refuse_given("it is for the plots of --html and --plot", "position")
    _check_files(html, plot)
    from scrabble.bench.contenders import USUAL, USUAL_PREENDGAME, contenders, is_small
    from scrabble.bench.measure import BenchError

    try:
        chosen = contenders(solvers or (USUAL_PREENDGAME if preendgames else USUAL), preendgames)
    except BenchError as error:
        fail(str(error))
    with terminal.status(*COMPILING):
        from scrabble.bench.compare import CompareSettings, load_positions, prepare_position
        from scrabble.bench.machine import time_loop

        settings = CompareSettings(chosen, seconds, memory << 20, lexicon, preendgames=preendgames)
        tasks, unread = load_positions(positions, lexicon, preendgames)
        terminal.message_once(task.reading.note for task in tasks)
        for each in unread:
            terminal.show_message("error", f"{each.where}: {each.reason}")
        if not tasks:
            raise click.exceptions.Exit(terminal.BAD_INPUT)
        if position is not None and position not in {task.id for task in tasks}:
            fail(f"no position {position!r} among those given")
        if solvers is None and not preendgames and any(is_small(task.reading.position) for task in tasks):
            settings = settings._replace(exhausts=True)
        if jobs == 1:
            prepare_position(tasks[0], settings)
        loop = time_loop()
    title = title_of(positions, len(tasks))
    trials, is_interrupted = _collected(tasks, settings, jobs, as_json)
    report = _Report(title, settings, tasks, trials, loop, position)
    report.print(show, as_json, as_csv, [each._asdict() for each in unread])
    if trials:
        report.write(html, plot)
    if not report.summary.is_agreed:
        raise click.exceptions.Exit(DISAGREEMENT)
    if is_interrupted:
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    if unread:
        raise click.exceptions.Exit(terminal.BAD_INPUT)


def _check_files(html: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written, before any search."""
    for path in (html, plot):
        if path is not None:
            terminal.refuse_unwritable(path)
    if html is not None or plot is not None:
        from scrabble.bench import plots

        try:
            plots.check(plot)
        except plots.PlotError as error:
            fail(str(error))


def _collected(
    tasks: Sequence[BenchPosition], settings: CompareSettings, jobs: int, as_json: bool
) -> tuple[list[Trial], bool]:
    """Run all trials with progress on a terminal; return them and whether Ctrl-C stopped them."""
    from scrabble.bench.compare import compare as compare_positions
    from scrabble.bench.measure import BenchError

    trials: list[Trial] = []
    stop = threading.Event()
    with terminal.progress() as show, terminal.stopped_by_ctrl_c(stop.set):
        show(f"0 of {len(tasks)}")
        try:
            with closing(compare_positions(tasks, settings, jobs, stop)) as groups:
                for count, group in enumerate(groups, 1):
                    trials += group
                    for each in group if as_json else ():
                        terminal.write_json(each.as_data())
                    show(f"{count} of {len(tasks)}: {group[0].outcome.id}")
        except BenchError as error:
            fail(str(error))
    return trials, stop.is_set()


@dataclass(frozen=True, slots=True)
class _Report:
    """Text, tables and plots of a comparison."""

    title: str
    settings: CompareSettings
    tasks: Sequence[BenchPosition]
    trials: Sequence[Trial]
    loop: float
    position: str | None

    @property
    def names(self) -> list[str]:
        names = [each.name for each in self.settings.contenders]
        return list(dict.fromkeys([*names, *(each.outcome.setting for each in self.trials)]))

    @property
    def summary(self) -> ComparisonSummary:
        from scrabble.bench.compare_figures import summary

        return summary(self.trials, self.names, self.settings.seconds)

    @property
    def rounds(self) -> list[WideningStats]:
        """Return the rounds of the maven contender that widens most."""
        from scrabble.bench.compare_figures import widenings

        counts: dict[str, int] = {}
        for each in self.trials:
            name = each.outcome.setting
            counts[name] = max(counts.get(name, 0), len(each.rounds))
        name = max(counts, key=lambda name: counts[name], default="")
        own = [each for each in self.trials if each.outcome.setting == name]
        return widenings(own, range(counts.get(name, 0)))

    def print(self, lines: int, as_json: bool, as_csv: bool, unread: list[dict[str, str]]) -> None:
        from scrabble.bench.compare_text import compare_text
        from scrabble.bench.figures import data

        if as_json:
            found = {"summary": self.title, "time": self.settings.seconds} | self.summary.as_data()
            extra = {"unread": unread, "machine": data(self._machine())}
            terminal.write_json(found | {"rounds": [data(each) for each in self.rounds]} | extra)
        elif as_csv:
            self._write_csv()
        else:
            parts = (self.title, self.settings.seconds, self.trials, self.summary, self.rounds, lines)
            terminal.write(terminal.output(), compare_text(*parts))

    def _write_csv(self) -> None:
        """Write a row for each search; an interval is two columns."""
        only = PREENDGAME_COLUMNS if self.settings.preendgames else ENDGAME_COLUMNS
        columns = ("number", "id", "solver", "status", "move", "value", "bounds_lower", "bounds_upper", *only)
        columns += ("set_up", "seconds", "nodes", "stopped_by")
        table = csv.DictWriter(terminal.Table(), columns, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        for each in self.trials:
            row = each.as_data()
            for key in ("bounds", "win"):
                row[f"{key}_lower"], row[f"{key}_upper"] = row.get(key, (None, None))
            table.writerow(row)

    def write(self, html: Path | None, plot: Path | None) -> None:
        """Write the requested page and plots."""
        if html is None and plot is None:
            return
        from scrabble.bench import plots
        from scrabble.bench.compare_page import compare_page

        panels = self._panels()
        try:
            if plot is not None:
                plots.save(expand_user(plot), panels)
                terminal.show_message("note", f"wrote {plot}")
            if html is not None:
                drawn = map(plots.svg, panels)
                parts = (self.title, self.settings.seconds, self.trials, self.summary, self.rounds, drawn)
                terminal.write_file(html, compare_page(*parts, self._machine()))
        except OSError as error:
            fail(f"{error.filename}: cannot be written: {error.strerror or error}")

    def _machine(self) -> Machine:
        from scrabble.bench.machine import describe, time_loop

        return describe(self.loop, time_loop())

    def _panels(self) -> list[Panel]:
        from scrabble.bench import plots
        from scrabble.bench.convergence import convergence

        outcomes = [each.outcome for each in self.trials]
        provers = [each.name for each in self.settings.contenders if not each.is_estimate]
        panels = [plots.solved(outcomes, provers, self.settings.seconds)] if provers else []
        panels += [plots.effort(outcomes, provers[0], other) for other in provers[1:]][-1:]
        if self.settings.preendgames:
            return panels
        hardest = max(outcomes, key=lambda each: (each.is_proven, each.expansions)).id
        [task, *_] = [task for task in self.tasks if task.id == (self.position or hardest)]
        panels.append(plots.convergence(convergence(task, seconds=self.settings.seconds)))
        rounds = self.rounds
        return [*panels, plots.rounds(rounds)] if len(rounds) > 1 else panels
