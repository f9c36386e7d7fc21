"""`endgame bench`: measure solvers, settings and versions of the program.  Arguments and printing only."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Command, WholeNumber
from scrabble.cli.options import COMPILING
from scrabble.cli.terminal import fail
from scrabble.english import counted
from scrabble.game.tiles import MOST_IN_BAG
from scrabble.solver.names import BSTAR, MEMORY

if TYPE_CHECKING:
    from scrabble.bench.figures import Measurement
    from scrabble.bench.measure import BenchPosition, SolverConfig

DISAGREEMENT = 1  # exit status
ONE_SEARCH = "with tiles in the bag there is one search"

EPILOG = """\b
Examples:
  endgame bench --every 10
  endgame bench --set late --solvers mtdf,negascout,sss --time 1
  endgame bench --ablate --time 10
  endgame bench --disable out_play_bounds,last_pair --enable tile_rank=8
  endgame bench --compare-checkout ../old-checkout --json > figures.jsonl
  endgame bench --set preendgame --every 10 --time 20

Times are CPU seconds to the proof of best move and value, set-up included, with
fresh tables and compiled kernels. With tiles in the bag, to the proof of the best
move, its win probability and mean spread. Several settings take turns on each position;
the first one is what the others are compared with. Exit status 1 if two of them,
or one and a value that the set states, disagree. Ctrl-C prints the results so far."""


@click.command(cls=Command, epilog=EPILOG)
@click.option(
    "--set",
    "set_name",
    metavar="NAME|FILE",
    default="first-empty-bag",
    help="late, first-empty-bag, preendgame, or a file.",
)
@click.option(
    "--solvers",
    metavar="NAME,...",
    default="mtdf",
    help="Search algorithms, as for compare; several are compared.",
)
@options.search_option("seconds", default=10.0, help="CPU time limit for each position.")
@click.option("--every", metavar="N", type=WholeNumber(min=1), default=1, help="Take every Nth position.")
@click.option(
    "--disable", metavar="FEATURE,...", multiple=True, help="Compare: switch these features off (repeatable)."
)
@click.option(
    "--enable",
    metavar="FEATURE=N,...",
    multiple=True,
    help="Compare: set these features (repeatable).",
)
@click.option("--ablate", is_flag=True, help="Compare: each feature off in turn.")
@click.option(
    "--compare-checkout", metavar="DIR", type=PATH, help="Compare: another checkout of this program."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per measurement, then a summary.")
def bench(
    set_name: str,
    solvers: str,
    seconds: float,
    every: int,
    disable: tuple[str, ...],
    enable: tuple[str, ...],
    ablate: bool,
    compare_checkout: Path | None,
    as_json: bool,
) -> None:
    """Measure how fast positions are proven, and compare settings."""
    settings = _settings(solvers, disable, enable, ablate)
    if compare_checkout is not None and len(settings) > 1:
        raise click.BadParameter(
            "it compares one solver with all features on.", param_hint="--compare-checkout"
        )
    with terminal.status(*COMPILING):
        from scrabble.bench.machine import time_loop
        from scrabble.bench.measure import prepare_setting

        tasks = _tasks(set_name, every)
        has_bag = tasks[0].is_preendgame
        if has_bag:
            options.refuse_given(ONE_SEARCH, "solvers", "disable", "enable", "ablate")
            settings = _settings(BSTAR, (), (), False)
        if compare_checkout is None:
            prepare_setting(tasks[0], settings)
        loop_before = time_loop()
    stop = threading.Event()
    with terminal.progress() as show, terminal.stopped_by_ctrl_c(stop.set):
        if compare_checkout is None:
            names = [setting.name for setting in settings]
            measured = _here(tasks, settings, seconds, stop)
        else:
            names = ["here", str(compare_checkout)]
            passed = ["--time", f"{seconds}"]
            passed += [] if has_bag else ["--solvers", solvers]
            measured = _both(compare_checkout, tasks, passed, stop)
        outcomes = _collected(measured, len(tasks) * len(names), show, as_json)
    title = f"{set_name}: {counted(len(tasks), 'position')}"
    report = _Report(title, names, seconds, loop_before, stop.is_set())
    if not _summed_up(outcomes, report, as_json):
        raise click.exceptions.Exit(DISAGREEMENT)
    if stop.is_set():
        raise click.exceptions.Exit(terminal.INTERRUPTED)


def _settings(
    solvers: str, disable: Sequence[str], enable: Sequence[str], ablate: bool
) -> list[SolverConfig]:
    """Return the settings to measure; the first is the reference."""
    from scrabble.bench.measure import SolverConfig

    settings = [SolverConfig(name) for name in _names(solvers)]
    if len(settings) > 1 and (disable or enable or ablate):
        fail("features are switched for one solver, not several")
    [full, *_] = settings
    settings += [full.without(_names(part)) for part in disable]
    settings += [full.changed(_names(part)) for part in enable]
    settings += full.ablated() if ablate else []
    counts = Counter(setting.name for setting in settings)
    repeated = [name for name, count in counts.items() if count > 1]
    if repeated:
        fail(f"the same setting twice: {'; '.join(repeated)}")
    return settings


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _tasks(name: str, every: int) -> list[BenchPosition]:
    from scrabble.bench.measure import load_set

    tasks = load_set(name, bag_limit=MOST_IN_BAG)[::every]
    if len({task.is_preendgame for task in tasks}) > 1:
        fail(f"{name}: expected positions with an empty bag or with tiles in it, got both")
    terminal.message_once(task.reading.note for task in tasks)
    return tasks


def _here(
    tasks: Sequence[BenchPosition],
    settings: Sequence[SolverConfig],
    seconds: float,
    stop: threading.Event,
) -> Generator[Measurement, None, None]:
    """Measure in this process; each setting goes first in turn."""
    from scrabble.bench.measure import measure

    for turn, task in enumerate(tasks):
        at = turn % len(settings)
        for setting in [*settings[at:], *settings[:at]]:
            outcome = measure(task, setting, seconds, MEMORY, stop.is_set)
            if outcome.stopped_by == "interrupt":
                return
            yield outcome


def _both(
    there: Path, tasks: Sequence[BenchPosition], options: Sequence[str], stop: threading.Event
) -> Generator[Measurement, None, None]:
    from scrabble.bench.compare_checkouts import compare_checkouts

    for block in compare_checkouts(there, tasks, options, stop):
        yield from block


def _collected(
    measured: Generator[Measurement, None, None], count: int, show: Callable[[str], None], as_json: bool
) -> list[Measurement]:
    """Collect all measurements, with progress on a terminal."""
    outcomes: list[Measurement] = []
    show(f"0 of {count}")
    with closing(measured):
        for outcome in measured:
            outcomes.append(outcome)
            if as_json:
                terminal.write_json(outcome.as_data())
            proven = sum(each.is_proven for each in outcomes)
            show(f"{len(outcomes)} of {count}, {proven} proven; {outcome.id} by {outcome.setting}")
    return outcomes


class _Report(NamedTuple):
    """The data of the summary of all measurements."""

    title: str
    names: Sequence[str]  # of the settings, or versions
    seconds: float  # for a position
    loop_before: float
    is_interrupted: bool


def _summed_up(outcomes: Sequence[Measurement], report: _Report, as_json: bool) -> bool:
    """Print the summary; return whether all measurements agree."""
    from scrabble.answer.plain import as_builtins
    from scrabble.bench.figures import disagreements, figures, ratio
    from scrabble.bench.machine import describe, time_loop
    from scrabble.bench.text import bench_text
    from scrabble.files import PACKAGE

    names, seconds = report.names, report.seconds
    found = [figures(outcomes, name, seconds) for name in names]
    ratios = [each for name in names[1:] if (each := ratio(outcomes, names[0], name))]
    bad = disagreements(outcomes)
    loop_after = report.loop_before if report.is_interrupted else time_loop()  # Ctrl-C does not wait
    machine = describe(report.loop_before, loop_after)
    if as_json:
        summary = {"summary": report.title, "time": seconds, "is_interrupted": report.is_interrupted}
        stats = {"settings": found, "ratios": ratios, "disagreements": bad, "machine": machine}
        terminal.write_json({**summary, **as_builtins(stats), "folder": str(PACKAGE.parent)})
    else:
        terminal.write(terminal.output(), bench_text(report.title, seconds, found, ratios, bad, machine))
    return not bad
