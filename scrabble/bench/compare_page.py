"""The page of a comparison: one HTML file with tables, and plots in SVG.  Its template is compare.html."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from scrabble.bench.compare_figures import ComparisonSummary, WideningStats
from scrabble.bench.compare_text import (
    FiguresTable,
    disagreement_lines,
    position_headings,
    position_row,
    ratio_table,
    round_table,
    solver_tables,
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
        facts=f"at most {limit:g} s of CPU time per search · {_machine(machine)}",
        positions=summary.positions,
        disagreements=list(disagreement_lines(summary)),
        figures=[_table(each) for each in solver_tables(summary, limit)],
        ratios=_table(ratio_table(summary)),
        rounds=_table(round_table(rounds), first=0),
        plots=[Markup(plot) for plot in plots],
        missed=list(map(wrong_text, summary.missed)),
        trials=HtmlTable("positions", position_headings(trials), map(position_row, trials), range(5, 8)),
    )


def _machine(machine: Machine) -> str:
    return f"{machine.cpu}, {machine.system}, Python {machine.python}, numba {machine.numba}"


def _table(found: FiguresTable | None, first: int = 1) -> HtmlTable | None:
    """Return a table of figures whose columns from `first` on are set to the right."""
    if found is None:
        return None
    return HtmlTable("figures", found.headings, found.rows, range(first, len(found.headings)))
