"""A comparison as text: positions first, then figures of each solver, ratios, and disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.bench.compare_figures import ComparisonSummary, CompetitorStats, WideningStats, WrongMove
from scrabble.bench.figures import SpeedRatio
from scrabble.bench.trial import Trial
from scrabble.report.tables import new_table
from scrabble.safe_text import one_line
from scrabble.solver.format import worth_text

MOST_WRONG = 20  # estimates that are listed


def compare_text(
    title: str,
    limit: float,
    trials: Sequence[Trial],
    summary: ComparisonSummary,
    rounds: Sequence[WideningStats],
    shown: int,
) -> RenderableType:
    """Return the whole report with `shown` positions one by one, 0 for all of them."""
    groups = [list(group) for _, group in groupby(trials, lambda each: each.outcome.number)]
    parts: list[RenderableType] = [Text(one_line(f"{title}, at most {limit:g} s of CPU time a search"))]
    listed = groups[: shown or None]
    if listed:
        parts += [Text(), _positions(listed)]
    if len(listed) < len(groups):
        parts.append(Text(f"and {len(groups) - len(listed):,} more (--show 0 shows all)", "dim"))
    if summary.standings and summary.positions:
        parts += [Text(), _times(summary.standings, limit), Text(), _efforts(summary.standings)]
    if summary.ratios:
        parts += [Text(), _ratios(summary.ratios)]
    if rounds:
        parts += [Text(), _rounds(rounds)]
    return Group(*parts, Text(), *_differences(summary))


def position_rows(trials: Sequence[Trial]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each trial: position, solver, value, move, agreement, nodes, expansions, seconds."""
    for each in trials:
        outcome = each.outcome
        yield (
            outcome.id,
            outcome.setting,
            worth_text(outcome.lower, outcome.upper),
            outcome.move,
            move_quality_text(each),
            f"{outcome.nodes:,}",
            f"{outcome.expansions:,}",
            f"{outcome.seconds:.3f}",
        )


def move_quality_text(trial: Trial) -> str:
    """Return the move's verdict: best, loss of N points, or unknown."""
    status = trial.outcome.status
    if status == "bounded":
        status = f"stopped ({trial.outcome.limit})"
    if trial.lost is None:
        return status
    return f"{status}, best" if trial.lost == 0 else f"{status}, loses {trial.lost}"


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


def times_headings(summary: Sequence[CompetitorStats]) -> list[str]:
    """Return the headings of `times_row`."""
    marks = [f"in {mark} s" for mark in summary[0].figures.within]
    return ["CPU time", "proven", *marks, "median", "p90", "total"]


POSITION_HEADINGS = ("position", "solver", "value", "move", "", "nodes", "expansions", "seconds")
EFFORT_HEADINGS = ("agreement", "best moves", "points lost", "nodes", "expansions")
RATIO_HEADINGS = (
    "other / first",
    "on",
    "nodes: median",
    "mean",
    "expansions",
    "mean",
    "time",
    "mean",
    "only",
)
ROUND_HEADINGS = ("widenings", "best moves", "points lost", "expansions: mean", "median", "seconds")


def efforts_row(each: CompetitorStats) -> tuple[str, ...]:
    """Return a contender's agreement with the exact values, and its effort."""
    return (
        each.figures.setting,
        ratio_text(each.best, each.judged),
        "not known" if each.lost is None else f"{each.lost:.2f}",
        f"{each.figures.nodes:,}",
        f"{each.expansions:,}",
    )


def ratio_row(each: SpeedRatio) -> tuple[str, ...]:
    """Compare two contenders on common proofs; the last column counts proofs of only one of them."""
    pairs = (
        (each.nodes_median, each.nodes_mean),
        (each.expansions_median, each.expansions_mean),
        (each.time_median, each.time_mean),
    )
    numbers = (f"{number:.2f}" for pair in pairs for number in pair)
    name = f"{each.setting} / {each.first}"
    return name, str(each.positions), *numbers, f"+{each.only_other} -{each.only_first}"


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


def wrong_text(each: WrongMove) -> str:
    """Describe a move that is not best, in one line."""
    return f"{each.id}: {each.solver} chose {each.move}, {each.lost:+} points worse than the best"


def disagreement_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the contradictions: proofs that exclude each other, or a proven move that is not best."""
    for each in summary.disagreements:
        claims = ", ".join(f"{name} {worth_text(*bounds)}" for name, bounds in each.claims.items())
        yield one_line(f"DISAGREEMENT on {each.id}: {claims}")
    for wrong in summary.refuted:
        yield one_line(f"DISAGREEMENT on {wrong_text(wrong)}, and {wrong.status}")


def missed_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the estimates that missed the best move."""
    yield from map(wrong_text, summary.missed[:MOST_WRONG])
    if len(summary.missed) > MOST_WRONG:
        yield f"and {len(summary.missed) - MOST_WRONG} more estimates that are not best (--json has all)"


def _positions(groups: Sequence[Sequence[Trial]]) -> Table:
    table = _table(POSITION_HEADINGS[1:], 4)
    for group in groups:
        table.add_row(Text(group[0].outcome.id, "bold"))
        for _, solver, *row in position_rows(group):
            table.add_row(f"  {solver}", *row)
    return table


def _times(standings: Sequence[CompetitorStats], limit: float) -> Table:
    table = _table(times_headings(standings), 1)
    for each in standings:
        table.add_row(*times_row(each, limit))
    return table


def _efforts(standings: Sequence[CompetitorStats]) -> Table:
    table = _table(EFFORT_HEADINGS, 1)
    for each in standings:
        table.add_row(*efforts_row(each))
    return table


def _ratios(ratios: Sequence[SpeedRatio]) -> Table:
    table = _table(RATIO_HEADINGS, 1)
    for each in ratios:
        table.add_row(*ratio_row(each))
    return table


def _rounds(rounds: Sequence[WideningStats]) -> Table:
    table = _table(ROUND_HEADINGS, 1)
    for each in rounds:
        table.add_row(*round_row(each))
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


def _table(headings: Sequence[str], texts: int) -> Table:
    """Return a table whose first `texts` columns are texts."""
    return new_table(headings, right=headings[texts:], whole=headings[:1])
