"""`endgame compare --preendgames`: strategies side by side with tiles in the bag."""

from __future__ import annotations

import csv
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import click

from scrabble.cli import terminal
from scrabble.cli.options import COMPILING, title_of
from scrabble.cli.terminal import fail

if TYPE_CHECKING:
    from scrabble.bench.preendgame.run import LoadedPositions, Terms
    from scrabble.bench.preendgame.trial import BagTrial

DISAGREEMENT = 1  # exit status


class Asked(NamedTuple):
    """Options of a comparison of pre-endgame strategies."""

    positions: Sequence[str]
    solvers: str | None  # None: the usual ones
    seconds: float
    jobs: int
    lexicon: str | None
    memory: int  # MB
    lines: int
    as_json: bool
    as_csv: bool


def compare(asked: Asked) -> None:
    """Run the comparison and print it."""
    with terminal.status(*COMPILING):
        from scrabble.bench.measure import BenchError
        from scrabble.bench.preendgame import run
        from scrabble.bench.preendgame.contenders import USUAL, contenders
        from scrabble.bench.preendgame.figures import summary
        from scrabble.bench.preendgame.text import compare_text

        try:
            chosen = contenders(asked.solvers or USUAL)
        except BenchError as error:
            fail(str(error))
        terms = run.Terms(chosen, asked.seconds, asked.memory << 20, asked.lexicon)
        gathered = run.gather(asked.positions, terms)
        terminal.message_once(gathered.notes)
        for each in gathered.unread:
            terminal.show_message("error", f"{each.where}: {each.reason}")
        if not gathered.targets:
            raise click.exceptions.Exit(terminal.BAD_INPUT)
        if asked.jobs == 1:
            run.prepare_position(gathered.targets[0], terms)
    trials, is_interrupted = _collected(gathered, terms, asked)
    found = summary(trials, terms.names)
    title = title_of(asked.positions, len(gathered.targets))
    if asked.as_json:
        unread = [each._asdict() for each in gathered.unread]
        terminal.write_json({"summary": title, "time": asked.seconds} | found.as_data() | {"unread": unread})
    elif asked.as_csv:
        _write_csv(trials)
    else:
        text = compare_text(title, asked.seconds, trials, found, asked.lines)
        terminal.write(terminal.output(), text)
    if found.disagreements:
        raise click.exceptions.Exit(DISAGREEMENT)
    if is_interrupted:
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    if gathered.unread:
        raise click.exceptions.Exit(terminal.BAD_INPUT)


def _collected(gathered: LoadedPositions, terms: Terms, asked: Asked) -> tuple[list[BagTrial], bool]:
    """Run all trials with progress on a terminal; return them and whether Ctrl-C stopped them."""
    from scrabble.bench.measure import BenchError
    from scrabble.bench.preendgame import run

    trials: list[BagTrial] = []
    stop, count = threading.Event(), len(gathered.targets)
    with terminal.progress() as show, terminal.stopped_by_ctrl_c(stop.set):
        show(f"0 of {count}")
        try:
            with closing(run.compare(gathered, terms, asked.jobs, stop)) as groups:
                for done, group in enumerate(groups, 1):
                    trials += group
                    for each in group if asked.as_json else ():
                        terminal.write_json(each.as_data())
                    show(f"{done} of {count}: {group[0].id}")
        except BenchError as error:
            fail(str(error))
    return trials, stop.is_set()


def _write_csv(trials: Sequence[BagTrial]) -> None:
    """A row a search; a range is two columns."""
    rows = []
    for each in trials:
        row = each.as_data()
        for key in ("chance", "spread"):
            row |= {f"{key}_{end}": bound for end, bound in row.pop(key).items()}
        rows.append(row)
    if rows:
        table = csv.DictWriter(terminal.Table(), list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
