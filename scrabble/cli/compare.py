"""`endgame compare`: solvers side by side on the user's positions.  Arguments and printing only."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Argument, Command
from scrabble.cli.options import COMPILING, title_of
from scrabble.solver.names import MEMORY

if TYPE_CHECKING:
    from scrabble.bench.compare import CompareSettings, UnreadablePosition
    from scrabble.bench.compare_figures import WideningStats
    from scrabble.bench.measure import BenchPosition
    from scrabble.bench.trial import Trial

DISAGREEMENT = 1  # exit status
DEFAULT = "alphabeta,negascout,mtdf,sss,bstar; minimax where both racks hold at most 5 tiles together"
EPILOG = """\b
Examples:
  endgame compare late --solvers mtdf,bstar --time 1 --jobs 2
  endgame compare out-in-two --solvers mtdf,bstar,bstar:2D,maven
  endgame compare games.jsonl --solvers bstar,maven:10 --json > trials.jsonl

Solvers are those of solve (bstar, mtdf, alphabeta, maven), negascout, sss, dual and
proof-number; for small positions alphabeta-plain, stockman, stockman-dual and minimax;
bstar:move (stops at a proven move), bstar:STRATEGY (a tree on sound intervals: 2D, 3D,
AD, alternated, prove-best, disprove-rest) and maven:N (N widenings). Each starts with
fresh tables; another search evaluates the moves they choose. Exit status 1 if two
proofs disagree."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument(
    "positions",
    cls=Argument,
    metavar="POSITION",
    nargs=-1,
    help="Files, - (standard input), quoted CGP, or names of sets (late).",
)
@click.option(
    "--solvers",
    metavar="NAME,...",
    show_default=DEFAULT,
    help="Search algorithms, such as mtdf,bstar.",
)
@options.search_option("seconds", default=10.0, help="CPU time limit for each search.")
@options.jobs
@options.lexicon
@click.option("--json", "as_json", is_flag=True, help="One JSON object per search, then a summary.")
def compare(
    positions: tuple[str, ...],
    solvers: str | None,
    seconds: float,
    jobs: int,
    lexicon: str | None,
    as_json: bool,
) -> None:
    """Compare solvers on the same positions: agreement, nodes, time."""
    from scrabble.bench.trial import USUAL, contenders, is_small

    chosen = contenders(solvers or USUAL)
    with terminal.status(*COMPILING):
        from scrabble.bench.compare import CompareSettings, load_positions, prepare_position
        from scrabble.bench.machine import time_loop

        settings = CompareSettings(chosen, seconds, MEMORY, lexicon)
        tasks, unread = load_positions(positions, lexicon)
        terminal.message_once(task.reading.note for task in tasks)
        for each in unread:
            terminal.show_message("error", f"{each.where}: {each.reason}")
        if not tasks:
            raise click.exceptions.Exit(terminal.BAD_INPUT)
        if solvers is None and any(is_small(task.reading.position) for task in tasks):
            settings = settings._replace(exhausts=True)
        if jobs == 1:
            prepare_position(tasks[0], settings)
        loop = time_loop()
    title = title_of(positions, len(tasks))
    trials, is_interrupted = _collected(tasks, settings, jobs, as_json)
    if not _reported(title, settings, trials, unread, loop, as_json):
        raise click.exceptions.Exit(DISAGREEMENT)
    if is_interrupted:
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    if unread:
        raise click.exceptions.Exit(terminal.BAD_INPUT)


def _collected(
    tasks: Sequence[BenchPosition], settings: CompareSettings, jobs: int, as_json: bool
) -> tuple[list[Trial], bool]:
    """Run all trials with progress on a terminal; return them and whether Ctrl-C stopped them."""
    from scrabble.bench.compare import compare as compare_positions

    trials: list[Trial] = []
    stop = threading.Event()
    with terminal.progress() as show, terminal.stopped_by_ctrl_c(stop.set):
        show(f"0 of {len(tasks)}")
        with closing(compare_positions(tasks, settings, jobs, stop)) as groups:
            for count, group in enumerate(groups, 1):
                trials += group
                for each in group if as_json else ():
                    terminal.write_json(each.as_data())
                show(f"{count} of {len(tasks)}: {group[0].outcome.id}")
    return trials, stop.is_set()


def _reported(
    title: str,
    settings: CompareSettings,
    trials: Sequence[Trial],
    unread: Sequence[UnreadablePosition],
    loop: float,
    as_json: bool,
) -> bool:
    """Print the summary of a comparison; return whether no proof contradicts another one."""
    from scrabble.answer.plain import as_builtins
    from scrabble.bench.compare_figures import summary
    from scrabble.bench.machine import describe, time_loop
    from scrabble.bench.text import compare_text

    names = [*(each.name for each in settings.contenders), *(each.outcome.setting for each in trials)]
    found = summary(trials, list(dict.fromkeys(names)), settings.seconds)
    rounds = _rounds(trials)
    if as_json:
        first = {"summary": title, "time": settings.seconds}
        last = {"rounds": rounds, "unread": [each._asdict() for each in unread]}
        machine = as_builtins(describe(loop, time_loop()))
        terminal.write_json(first | found.as_data() | as_builtins(last) | {"machine": machine})
    else:
        text = compare_text(title, settings.seconds, trials, found, rounds)
        terminal.write(terminal.output(), text)
    return found.is_agreed


def _rounds(trials: Sequence[Trial]) -> list[WideningStats]:
    """Return the rounds of the maven contender that widens most."""
    from scrabble.bench.compare_figures import widenings

    counts: dict[str, int] = {}
    for each in trials:
        name = each.outcome.setting
        counts[name] = max(counts.get(name, 0), len(each.rounds))
    name = max(counts, key=lambda name: counts[name], default="")
    return widenings([each for each in trials if each.outcome.setting == name], range(counts.get(name, 0)))
