"""The page of a comparison: one HTML file with tables, and plots in SVG.  Its template is compare.html."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from scrabble.bench.compare_figures import ComparisonSummary, WideningStats
from scrabble.bench.compare_text import (
    EFFORT_HEADINGS,
    POSITION_HEADINGS,
    RATIO_HEADINGS,
    ROUND_HEADINGS,
    disagreement_lines,
    efforts_row,
    position_rows,
    ratio_row,
    round_row,
    times_headings,
    times_row,
    wrong_text,
)
from scrabble.bench.machine import Machine
from scrabble.bench.trial import Trial
from scrabble.report.pages.templates import HtmlTable, render


def compare_page(
    title: str,
    limit: float,
    trials: Sequence[Trial],
    summary: ComparisonSummary,
    rounds: Sequence[WideningStats],
    plots: Iterable[str],
    machine: Machine,
) -> str:
    """Return the page; `plots` are <svg> elements."""
    return render(
        "compare.html",
        title=title,
        facts=f"at most {limit:g} s of CPU time a search · {_machine(machine)}",
        positions=summary.positions,
        disagreements=list(disagreement_lines(summary)),
        figures=_figures(summary, limit),
        ratios=_table(RATIO_HEADINGS, map(ratio_row, summary.ratios)) if summary.ratios else None,
        rounds=_table(ROUND_HEADINGS, map(round_row, rounds), range(len(ROUND_HEADINGS))) if rounds else None,
        plots=[Markup(plot) for plot in plots],
        missed=list(map(wrong_text, summary.missed)),
        trials=HtmlTable("positions", POSITION_HEADINGS, position_rows(trials), range(5, 8)),
    )


def _machine(machine: Machine) -> str:
    return f"{machine.cpu}, {machine.system}, Python {machine.python}, numba {machine.numba}"


def _figures(summary: ComparisonSummary, limit: float) -> list[HtmlTable]:
    if not summary.standings:
        return []
    times = (times_row(each, limit) for each in summary.standings)
    efforts = map(efforts_row, summary.standings)
    return [_table(times_headings(summary.standings), times), _table(EFFORT_HEADINGS, efforts)]


def _table(
    headings: Sequence[str], rows: Iterable[Sequence[object]], numeric: Iterable[int] | None = None
) -> HtmlTable:
    """Return a table of figures; by default all columns but the first are set to the right."""
    return HtmlTable("figures", headings, rows, range(1, len(headings)) if numeric is None else numeric)
