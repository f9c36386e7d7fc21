"""A comparison as one HTML file that opens from disk, without a network: tables, and plots as SVG.

compare.html   the frame, with $name for the inserted parts
compare.css    light and dark, narrow and wide, printed
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterable, Sequence
from html import escape
from string import Template

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
from scrabble.report.tables import html_table


def compare_page(
    title: str,
    limit: float,
    trials: Sequence[Trial],
    summary: ComparisonSummary,
    rounds: Sequence[WideningStats],
    plots: Iterable[str],
    machine: Machine,
) -> str:
    """Return the whole page; `plots` are <svg> elements."""
    return Template(_part("compare.html")).substitute(
        title=escape(title),
        style=_part("compare.css"),
        facts=escape(f"at most {limit:g} s of CPU time a search · {_machine(machine)}"),
        verdict=_verdict(summary),
        figures=_figures(summary, limit),
        ratios=_section("Ratios, pair by pair", _ratios(summary)) if summary.ratios else "",
        rounds=_section("Maven, widening by widening", _rounds(rounds)) if rounds else "",
        plots="".join(f"<figure>{plot}</figure>" for plot in plots),
        missed=_section("Estimates that are not best", _missed(summary)) if summary.missed else "",
        positions=html_table(POSITION_HEADINGS, position_rows(trials), "positions", range(5, 8)),
    )


def _part(name: str) -> str:
    return (importlib.resources.files("scrabble.bench") / name).read_text("utf-8")


def _machine(machine: Machine) -> str:
    return f"{machine.cpu}, {machine.system}, Python {machine.python}, numba {machine.numba}"


def _verdict(summary: ComparisonSummary) -> str:
    lines = list(disagreement_lines(summary))
    if not lines:
        count = summary.positions
        return f'<p class="good">{count} position{"s" if count != 1 else ""}, no disagreement</p>'
    return f'<ul class="bad">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'


def _figures(summary: ComparisonSummary, limit: float) -> str:
    if not summary.standings:
        return ""
    headings = times_headings(summary.standings)
    times = html_table(
        headings, (times_row(each, limit) for each in summary.standings), "figures", range(1, len(headings))
    )
    rows = map(efforts_row, summary.standings)
    return times + html_table(EFFORT_HEADINGS, rows, "figures", range(1, len(EFFORT_HEADINGS)))


def _ratios(summary: ComparisonSummary) -> str:
    return html_table(
        RATIO_HEADINGS, map(ratio_row, summary.ratios), "figures", range(1, len(RATIO_HEADINGS))
    )


def _rounds(rounds: Sequence[WideningStats]) -> str:
    return html_table(ROUND_HEADINGS, map(round_row, rounds), "figures", range(len(ROUND_HEADINGS)))


def _missed(summary: ComparisonSummary) -> str:
    return f"<ul>{''.join(f'<li>{escape(wrong_text(each))}</li>' for each in summary.missed)}</ul>"


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{content}</section>"
