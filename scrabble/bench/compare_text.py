"""A comparison as text: positions first, then figures of each solver, ratios, and disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from scrabble.bench.compare_figures import (
    ComparisonSummary,
    CompetitorStats,
    WideningStats,
    WrongMove,
)
from scrabble.bench.figures import Disagreement, SpeedRatio
from scrabble.bench.trial import BOUNDED, Trial
from scrabble.report.blocks import Block, Group, Text
from scrabble.report.tables import Table, new_table
from scrabble.safe_text import one_line
from scrabble.wording.points import worth_text

MOST_POSITIONS = 10  # that are listed
MOST_WRONG = 20  # estimates that are listed


class FiguresTable(NamedTuple):
    """A table of figures: the first column has names, all others numbers."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def compare_text(
    title: str,
    limit: float,
    trials: Sequence[Trial],
    summary: ComparisonSummary,
    rounds: Sequence[WideningStats],
) -> Block:
    """Return the whole report, with the first positions one by one."""
    groups = [list(group) for _, group in groupby(trials, lambda each: each.outcome.number)]
    parts: list[Block] = [Text(one_line(f"{title}, at most {limit:g} s of CPU time per search"))]
    listed = groups[:MOST_POSITIONS]
    if listed:
        parts += [Text(), _positions(listed)]
    if len(listed) < len(groups):
        parts.append(Text(f"and {len(groups) - len(listed):,} more (--json has all)", "dim"))
    for table in (*solver_tables(summary, limit), ratio_table(summary), round_table(rounds)):
        if table is not None:
            parts += [Text(), _table(table)]
    return Group(*parts, Text(), *_differences(summary))


# Positions


POSITION_HEADINGS = ("position", "solver", "value", "move", "", "expansions", "nodes", "seconds")


def position_row(trial: Trial) -> tuple[str, ...]:
    """Return position, solver, value, move, its quality, and the costs of a trial."""
    outcome = trial.outcome
    return (
        outcome.id,
        outcome.setting,
        worth_text(outcome.bounds),
        outcome.move,
        move_quality_text(trial),
        f"{outcome.expansions:,}",
        f"{outcome.nodes:,}",
        f"{outcome.seconds:.3f}",
    )


def move_quality_text(trial: Trial) -> str:
    """Return what is proven, and the loss of the move as far as it is known."""
    outcome = trial.outcome
    said = [] if outcome.status == BOUNDED and not outcome.has_ended else [str(outcome.status)]
    if not outcome.has_ended:
        said.append(f"stopped ({outcome.stopped_by})")
    if trial.lost is not None:
        said.append("best" if trial.lost == 0 else f"loses {trial.lost}")
    return ", ".join(said)


# Solvers


def solver_tables(summary: ComparisonSummary, limit: float) -> list[FiguresTable]:
    """Return the tables of all solvers."""
    found = summary.standings
    if not found or not summary.positions:
        return []
    marks = [f"in {mark} s" for mark in found[0].figures.within]
    times = ["CPU time", "proven", *marks, "median", "p90", "total"]
    return [
        FiguresTable(times, [times_row(each, limit) for each in found]),
        FiguresTable(EFFORT_HEADINGS, [effort_row(each) for each in found]),
    ]


EFFORT_HEADINGS = ("agreement", "best moves", "points lost", "nodes", "expansions")
RATIO_HEADINGS = (
    *("other / first", "on", "nodes: median", "nodes: mean"),
    *("expansions: median", "expansions: mean", "time: median", "time: mean", "only"),
)
ROUND_HEADINGS = (
    *("widenings", "best moves", "points lost"),
    *("expansions: mean", "expansions: median", "seconds"),
)


def times_row(each: CompetitorStats, limit: float) -> tuple[str, ...]:
    """Return a contender's proofs and times."""
    found = each.figures
    return (
        found.setting,
        f"{found.proven}/{found.positions}",
        *(str(count) for count in found.within.values()),
        seconds_text(found.median, limit),
        seconds_text(found.p90, limit),
        f"{found.total:,.1f}",
    )


def effort_row(each: CompetitorStats) -> tuple[str, ...]:
    """Return a contender's agreement with the exact values, and its effort."""
    return (
        each.figures.setting,
        ratio_text(each.best, each.judged),
        "not known" if each.lost is None else f"{each.lost:.2f}",
        f"{each.figures.nodes:,}",
        f"{each.expansions:,}",
    )


def ratio_table(summary: ComparisonSummary) -> FiguresTable | None:
    """Return the table of the ratios of each two contenders; None if there are none."""
    if not summary.ratios:
        return None
    return FiguresTable(RATIO_HEADINGS, [ratio_row(each) for each in summary.ratios])


def ratio_row(each: SpeedRatio) -> tuple[str, ...]:
    """Compare two contenders on common ends; the last column counts ends of only one of them."""
    nodes, expansions = (each.nodes_median, each.nodes_mean), (each.expansions_median, each.expansions_mean)
    numbers = (f"{number:,.2f}" for number in (*nodes, *expansions, each.time_median, each.time_mean))
    name = f"{each.setting} / {each.first}"
    return name, str(each.positions), *numbers, f"+{each.only_other} -{each.only_first}"


def round_table(rounds: Sequence[WideningStats]) -> FiguresTable | None:
    """Return the table of Maven after each number of widenings; None without any."""
    return FiguresTable(ROUND_HEADINGS, [round_row(each) for each in rounds]) if rounds else None


def round_row(each: WideningStats) -> tuple[str, ...]:
    """Return the row of Maven after a number of widenings."""
    return (
        str(each.number),
        ratio_text(each.best, each.judged),
        f"{each.lost:.2f}",
        f"{each.expansions:,.0f}",
        f"{each.expansions_median:,.0f}",
        f"{each.seconds:.3f}",
    )


def ratio_text(part: int, whole: int) -> str:
    """Return a fraction with its percentage."""
    return f"{part}/{whole} ({100 * part / whole:.1f} %)" if whole else "not known"


def seconds_text(seconds: float | None, limit: float) -> str:
    """Return a time, or "> limit"."""
    return f"> {limit:g}" if seconds is None else f"{seconds:.3f}"


# Disagreements


def wrong_text(each: WrongMove) -> str:
    """Describe a move that is not best, in one line."""
    return f"{each.id}: {each.solver} chose {each.move}, {each.lost or 0:+} points worse than the best"


def disagreement_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the contradictions: proofs that exclude each other, or a proven move that is not best."""
    for each in summary.disagreements:
        yield one_line(f"DISAGREEMENT on {each.id}: {claims_text(each)}")
    for wrong in summary.refuted:
        yield one_line(f"DISAGREEMENT on {wrong_text(wrong)}, and {wrong.status}")


def claims_text(each: Disagreement) -> str:
    """Return the claims of a disagreement, by setting."""
    return ", ".join(f"{name} {worth_text(bounds)}" for name, bounds in each.claims.items())


def missed_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the estimates that missed the best move."""
    yield from map(wrong_text, summary.missed[:MOST_WRONG])
    if len(summary.missed) > MOST_WRONG:
        yield f"and {len(summary.missed) - MOST_WRONG} more estimates that are not best (--json has all)"


def _positions(groups: Sequence[Sequence[Trial]]) -> Table:
    _, *headings = POSITION_HEADINGS
    table = new_table(headings, right=headings[4:], whole=headings[:1])
    for group in groups:
        table.add_row(Text(group[0].outcome.id, "bold"))
        for each in group:
            _, solver, *row = position_row(each)
            table.add_row(f"  {solver}", *row)
    return table


def _table(found: FiguresTable) -> Table:
    table = new_table(found.headings, right=found.headings[1:], whole=found.headings[:1])
    for row in found.rows:
        table.add_row(*row)
    return table


def _differences(summary: ComparisonSummary) -> Iterator[Text]:
    if not summary.positions:
        yield Text("nothing was compared")
    elif summary.is_agreed:
        yield Text("no disagreement")
    for line in disagreement_lines(summary):
        yield Text(line, "bold red")
    for line in missed_lines(summary):
        yield Text(line, "yellow")
