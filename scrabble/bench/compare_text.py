"""A comparison as text: positions first, then figures of each solver, ratios, and disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scrabble.bench.compare_figures import ComparisonSummary, WideningStats, WrongMove
from scrabble.bench.text import claims_text, figures_table, seconds_text
from scrabble.bench.trial import BOUNDED, Trial
from scrabble.report.blocks import Block, Group, Text
from scrabble.report.tables import Table, new_table
from scrabble.safe_text import one_line
from scrabble.wording.points import worth_text

MOST_POSITIONS = 10  # that are listed
MOST_WRONG = 20  # estimates that are listed
POSITION_HEADINGS = ("solver", "value", "move", "", "expansions", "nodes", "seconds")
RATIO_HEADINGS = (
    *("other / first", "on", "nodes: median", "nodes: mean"),
    *("expansions: median", "expansions: mean", "time: median", "time: mean", "only"),
)
ROUND_HEADINGS = (
    *("widenings", "best moves", "points lost"),
    *("expansions: mean", "expansions: median", "seconds"),
)


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
    if summary.standings and summary.positions:
        parts += [Text(), _times(summary, limit), Text(), _efforts(summary)]
    if summary.ratios:
        parts += [Text(), _ratios(summary)]
    if rounds:
        parts += [Text(), _rounds(rounds)]
    return Group(*parts, Text(), *_differences(summary))


def _positions(groups: Sequence[Sequence[Trial]]) -> Table:
    table = new_table(POSITION_HEADINGS, right=POSITION_HEADINGS[4:], whole=POSITION_HEADINGS[:1])
    for group in groups:
        table.add_row(Text(group[0].outcome.id, "bold"))
        for each in group:
            outcome = each.outcome
            table.add_row(
                f"  {outcome.setting}",
                worth_text(outcome.bounds),
                outcome.move,
                move_quality_text(each),
                f"{outcome.expansions:,}",
                f"{outcome.nodes:,}",
                f"{outcome.seconds:.3f}",
            )
    return table


def move_quality_text(trial: Trial) -> str:
    """Return what is proven, and the loss of the move as far as it is known."""
    outcome = trial.outcome
    said = [] if outcome.status == BOUNDED and not outcome.has_ended else [str(outcome.status)]
    if not outcome.has_ended:
        said.append(f"stopped ({outcome.stopped_by})")
    if trial.lost is not None:
        said.append("best" if trial.lost == 0 else f"loses {trial.lost}")
    return ", ".join(said)


def _times(summary: ComparisonSummary, limit: float) -> Table:
    """Return the proofs and the times of each contender."""
    marks = [f"in {mark} s" for mark in summary.standings[0].figures.within]
    table = figures_table("CPU time", "proven", *marks, "median", "p90", "total")
    for each in summary.standings:
        found = each.figures
        table.add_row(
            found.setting,
            f"{found.proven}/{found.positions}",
            *(str(count) for count in found.within.values()),
            seconds_text(found.median, limit),
            seconds_text(found.p90, limit),
            f"{found.total:,.1f}",
        )
    return table


def _efforts(summary: ComparisonSummary) -> Table:
    """Return the agreement of each contender with the exact values, and its effort."""
    table = figures_table("agreement", "best moves", "points lost", "nodes", "expansions")
    for each in summary.standings:
        table.add_row(
            each.figures.setting,
            ratio_text(each.best, each.judged),
            "not known" if each.lost is None else f"{each.lost:.2f}",
            f"{each.figures.nodes:,}",
            f"{each.expansions:,}",
        )
    return table


def _ratios(summary: ComparisonSummary) -> Table:
    """Compare each two contenders on common ends; the last column counts ends of only one of them."""
    table = figures_table(*RATIO_HEADINGS)
    for each in summary.ratios:
        nodes = each.nodes_median, each.nodes_mean
        expansions = each.expansions_median, each.expansions_mean
        numbers = (f"{number:,.2f}" for number in (*nodes, *expansions, each.time_median, each.time_mean))
        name, only = f"{each.setting} / {each.first}", f"+{each.only_other} -{each.only_first}"
        table.add_row(name, str(each.positions), *numbers, only)
    return table


def _rounds(rounds: Sequence[WideningStats]) -> Table:
    """Return what Maven chose after each number of widenings."""
    table = figures_table(*ROUND_HEADINGS)
    for each in rounds:
        table.add_row(
            str(each.number),
            ratio_text(each.best, each.judged),
            f"{each.lost:.2f}",
            f"{each.expansions:,.0f}",
            f"{each.expansions_median:,.0f}",
            f"{each.seconds:.3f}",
        )
    return table


def ratio_text(part: int, whole: int) -> str:
    """Return a fraction with its percentage."""
    return f"{part}/{whole} ({100 * part / whole:.1f} %)" if whole else "not known"


# Disagreements


def wrong_text(each: WrongMove) -> str:
    """Describe a move that is not best, in one line."""
    return f"{each.id}: {each.solver} chose {each.move}, {each.lost or 0:+} points worse than the best"


def disagreement_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the contradictions: proofs that exclude each other, or a proven move that is not best."""
    yield from map(claims_text, summary.disagreements)
    for wrong in summary.refuted:
        yield one_line(f"DISAGREEMENT on {wrong_text(wrong)}, and {wrong.status}")


def missed_lines(summary: ComparisonSummary) -> Iterator[str]:
    """Yield the estimates that missed the best move."""
    yield from map(wrong_text, summary.missed[:MOST_WRONG])
    if len(summary.missed) > MOST_WRONG:
        yield f"and {len(summary.missed) - MOST_WRONG} more estimates that are not best (--json has all)"


def _differences(summary: ComparisonSummary) -> Iterator[Text]:
    if not summary.positions:
        yield Text("nothing was compared")
    elif summary.is_agreed:
        yield Text("no disagreement")
    for line in disagreement_lines(summary):
        yield Text(line, "bold red")
    for line in missed_lines(summary):
        yield Text(line, "yellow")
