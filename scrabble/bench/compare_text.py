"""A comparison as text: positions first, then figures of each solver, ratios, and disagreements.

The tables are lists of texts, which the page of a comparison (compare_page.py) shows as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.bench.compare_figures import (
    ComparisonSummary,
    CompetitorStats,
    PreendgameStats,
    WideningStats,
    WrongMove,
)
from scrabble.bench.figures import Disagreement, SpeedRatio
from scrabble.bench.trial import BOUNDED, Trial
from scrabble.report.chances import chance_text, percent
from scrabble.report.tables import new_table
from scrabble.safe_text import one_line
from scrabble.solver.format import worth_text
from scrabble.solver.interval import Number

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
    shown: int,
) -> RenderableType:
    """Return the whole report with `shown` positions one by one, 0 for all of them."""
    groups = [list(group) for _, group in groupby(trials, lambda each: each.outcome.number)]
    parts: list[RenderableType] = [Text(one_line(f"{title}, at most {limit:g} s of CPU time per search"))]
    listed = groups[: shown or None]
    if listed:
        parts += [Text(), _positions(listed)]
    if len(listed) < len(groups):
        parts.append(Text(f"and {len(groups) - len(listed):,} more (--show 0 shows all)", "dim"))
    for table in (*solver_tables(summary, limit), ratio_table(summary), round_table(rounds)):
        if table is not None:
            parts += [Text(), _table(table)]
    return Group(*parts, Text(), *_differences(summary))


# Positions


def position_headings(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the headings of `position_row`."""
    if any(each.preendgame is not None for each in trials):
        return ("position", "solver", "chance", "move", "", "evaluated", "nodes", "seconds")
    return ("position", "solver", "value", "move", "", "expansions", "nodes", "seconds")


def position_row(trial: Trial) -> tuple[str, ...]:
    """Return position, solver, value or win probability, move, its quality, and the costs of a trial."""
    outcome, only = trial.outcome, trial.preendgame
    return (
        outcome.id,
        outcome.setting,
        worth_text(outcome.bounds) if only is None else chance_text(only.win),
        outcome.move,
        move_quality_text(trial),
        f"{outcome.expansions if only is None else only.evaluated:,}",
        f"{outcome.nodes:,}",
        f"{outcome.seconds:.3f}",
    )


def move_quality_text(trial: Trial) -> str:
    """Return what is proven, and the loss of the move as far as it is known."""
    outcome, only = trial.outcome, trial.preendgame
    is_win_proven = only is not None and only.is_win_proven
    said = [str(outcome.status)]
    if outcome.status == BOUNDED and (is_win_proven or not outcome.has_ended):
        said = ["chance proven"] if is_win_proven else []
    if not outcome.has_ended:
        said.append(f"stopped ({outcome.stopped_by})")
    if trial.lost_win:
        said.append(f"wins {percent(trial.lost_win)} less often")
    elif trial.lost is not None:
        said.append("best" if trial.lost == 0 else f"loses {_points(trial.lost)}")
    elif trial.lost_win is not None:
        said.append("wins as often")
    return ", ".join(said)


# Solvers


def solver_tables(summary: ComparisonSummary, limit: float) -> list[FiguresTable]:
    """Return the tables of all solvers."""
    found = summary.standings
    if not found or not summary.positions:
        return []
    only = [(each, each.preendgame) for each in found if each.preendgame is not None]
    if only:
        return [
            FiguresTable(ANSWER_HEADINGS, [answer_row(*each) for each in only]),
            FiguresTable(QUERY_HEADINGS, [query_row(*each) for each in only]),
        ]
    marks = [f"in {mark} s" for mark in found[0].figures.within]
    times = ["CPU time", "proven", *marks, "median", "p90", "total"]
    return [
        FiguresTable(times, [times_row(each, limit) for each in found]),
        FiguresTable(EFFORT_HEADINGS, [effort_row(each) for each in found]),
    ]


EFFORT_HEADINGS = ("agreement", "best moves", "points lost", "nodes", "expansions")
ANSWER_HEADINGS = ("answers", "proven", "chance proven", "wins as often", "best moves", "chance lost")
QUERY_HEADINGS = ("CPU time", "ended", "evaluated", "queries", "playouts", "nodes", "median", "total")
RATIO_HEADINGS = ("other / first", "on", "nodes: median", "nodes: mean", "time: median", "time: mean", "only")
EXPANSION_HEADINGS = ("expansions: median", "expansions: mean")
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


def answer_row(each: CompetitorStats, only: PreendgameStats) -> tuple[str, ...]:
    """Return a contender's proofs on pre-endgames, and how often its move was right."""
    return (
        each.figures.setting,
        f"{each.figures.proven}/{each.figures.positions}",
        f"{only.win_proven}/{each.figures.positions}",
        ratio_text(only.wins_most, only.wins_judged),
        ratio_text(each.best, each.judged),
        "not known" if only.lost_win is None else percent(only.lost_win),
    )


def query_row(each: CompetitorStats, only: PreendgameStats) -> tuple[str, ...]:
    """Return a contender's queries and time on pre-endgames."""
    return (
        each.figures.setting,
        f"{only.ended}/{each.figures.positions}",
        percent(only.evaluated / max(only.scenario_pairs, 1)),
        f"{only.queries:,}",
        f"{only.playouts:,}",
        f"{each.figures.nodes:,}",
        f"{only.spent_median:.2f}",
        f"{each.figures.total:,.1f}",
    )


def ratio_table(summary: ComparisonSummary) -> FiguresTable | None:
    """Return the table of the ratios of each two contenders; None if there are none."""
    if not summary.ratios:
        return None
    has_expansions = any(each.expansions for each in summary.standings)
    more = EXPANSION_HEADINGS if has_expansions else ()
    headings = (*RATIO_HEADINGS[:4], *more, *RATIO_HEADINGS[4:])
    return FiguresTable(headings, [ratio_row(each, has_expansions) for each in summary.ratios])


def ratio_row(each: SpeedRatio, has_expansions: bool = True) -> tuple[str, ...]:
    """Compare two contenders on common ends; the last column counts ends of only one of them."""
    pairs = [(each.nodes_median, each.nodes_mean)]
    pairs += [(each.expansions_median, each.expansions_mean)] if has_expansions else []
    pairs += [(each.time_median, each.time_mean)]
    numbers = (f"{number:,.2f}" for pair in pairs for number in pair)
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
    loss = f"{_points(each.lost or 0, '+')} points worse than the best"
    if each.lost_win:
        loss = f"which wins {percent(each.lost_win)} less often than the best"
    return f"{each.id}: {each.solver} chose {each.move}, {loss}"


def disagreement_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the contradictions: proofs that exclude each other, or a proven move that is not best."""
    for each in summary.disagreements:
        yield one_line(f"DISAGREEMENT on {each.id}: {claims_text(each)}")
    for wrong in summary.refuted:
        yield one_line(f"DISAGREEMENT on {wrong_text(wrong)}, and {wrong.status}")


def claims_text(each: Disagreement) -> str:
    """Return the claims of a disagreement, by setting."""
    text = chance_text if each.about == "win" else worth_text
    return ", ".join(f"{name} {text(bounds)}" for name, bounds in each.claims.items())


def missed_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the estimates that missed the best move."""
    yield from map(wrong_text, summary.missed[:MOST_WRONG])
    if len(summary.missed) > MOST_WRONG:
        yield f"and {len(summary.missed) - MOST_WRONG} more estimates that are not best (--json has all)"


def _points(points: Number, sign: str = "") -> str:
    """Return a loss: whole points of an endgame, one decimal of a mean."""
    return f"{points:{sign}}" if isinstance(points, int) else f"{float(points):{sign}.1f}"


def _positions(groups: Sequence[Sequence[Trial]]) -> Table:
    _, *headings = position_headings(groups[0])
    table = new_table(headings, right=headings[4:], whole=headings[:1])
    for group in groups:
        only = group[0].preendgame
        pairs = "" if only is None else f"{only.scenario_pairs:,} pairs"
        table.add_row(Text(group[0].outcome.id, "bold"), "", Text(pairs, "dim"))
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
