"""Measurements and comparisons as text.

bench_text      one row a setting, then ratios, then the machine
compare_text    positions first, then figures of each solver, ratios, and disagreements
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scrabble.bench.compare_figures import ComparisonSummary, WideningStats, WrongMove
from scrabble.bench.figures import Disagreement, SettingStats, SpeedRatio
from scrabble.bench.machine import Machine
from scrabble.bench.trial import BOUNDED, Trial
from scrabble.english import counted
from scrabble.report.blocks import Block, Group, Text
from scrabble.report.tables import Table, new_table
from scrabble.safe_text import one_line
from scrabble.wording.chances import chance_text
from scrabble.wording.points import worth_text

MEGABYTE = 1 << 20


def bench_text(
    title: str,
    limit: float,
    found: Sequence[SettingStats],
    ratios: Sequence[SpeedRatio],
    disagreements: Sequence[Disagreement],
    machine: Machine,
) -> Block:
    """Return the whole report."""
    parts: list[Block] = [
        Text(one_line(f"{title}, at most {limit:g} s of CPU time each") + "\n"),
        _times(found, limit),
    ]
    parts += [Text(), _efforts(found)]
    if ratios:
        parts += [Text(), _ratios(ratios), *_left_out(ratios)]
    return Group(*parts, Text(), *_agreement(found, disagreements), _machine(machine))


def _times(found: Sequence[SettingStats], limit: float) -> Table:
    marks = list(found[0].within)
    exact = ["chance exact", "both"] if _has_bags(found) else ["proven"]
    table = figures_table("CPU time", *exact, *(f"in {mark} s" for mark in marks), "median", "p90", "total")
    for each in found:
        counts = [each.chance_exact, each.both_exact] if _has_bags(found) else [each.proven]
        table.add_row(
            each.setting,
            *(f"{count or 0}/{each.positions}" for count in counts),
            *(str(each.within[mark]) for mark in marks),
            seconds_text(each.median, limit),
            seconds_text(each.p90, limit),
            f"{each.total:,.1f}",
        )
    return table


def _has_bags(found: Sequence[SettingStats]) -> bool:
    """Return whether the positions have tiles in the bag."""
    return any(each.queries is not None for each in found)


def _efforts(found: Sequence[SettingStats]) -> Table:
    queries = ["queries"] if _has_bags(found) else []
    table = figures_table(
        "effort", *queries, "nodes", "looks", "nodes/s", "set-up", "peak memory", "known values"
    )
    for each in found:
        table.add_row(
            each.setting,
            *(f"{each.queries or 0:,}" for _ in queries),
            f"{each.nodes:,}",
            f"{each.looks:,}",
            f"{each.nodes_per_second:,.0f}",
            f"{each.set_up / max(each.positions, 1):.4f}",
            "not known" if each.memory is None else f"{each.memory / MEGABYTE:,.0f} MB",
            f"{each.reproduced}/{each.known}",
        )
    return table


def _ratios(ratios: Sequence[SpeedRatio]) -> Table:
    work = "nodes" if ratios[0].queries_mean is None else "queries"
    head = (f"{what}: {mean}" for what in (work, "time") for mean in ("median", "mean"))
    table = figures_table(f"x {ratios[0].first}", "on", *head)
    for each in ratios:
        costs = (each.nodes_median, each.nodes_mean)
        if each.queries_median is not None and each.queries_mean is not None:
            costs = (each.queries_median, each.queries_mean)
        figures = (f"{cost:.3f}" for cost in (*costs, each.time_median, each.time_mean))
        table.add_row(each.setting, str(each.positions), *figures)
    return table


def _left_out(ratios: Sequence[SpeedRatio]) -> Iterator[Text]:
    """Yield the positions missing from the ratios: those that only one of two settings proved."""
    for each in ratios:
        for name, count in ((each.first, each.only_first), (each.setting, each.only_other)):
            if count:
                other = each.setting if name == each.first else each.first
                yield Text(f"{count} proven by {name}, not by {other}", "dim")


def _agreement(found: Sequence[SettingStats], disagreements: Sequence[Disagreement]) -> Iterator[Text]:
    if not disagreements:
        yield Text("no disagreement" if found else "nothing was measured")
    for each in disagreements:
        yield Text(claims_text(each), "bold red")


def claims_text(each: Disagreement) -> str:
    """Return the claims of a disagreement, by setting, in one line."""
    text = chance_text if each.about == "win" else worth_text
    claims = ", ".join(f"{name} {text(bounds)}" for name, bounds in each.claims.items())
    return one_line(f"DISAGREEMENT on {each.id}: {claims}")


def _machine(machine: Machine) -> Text:
    cores = f"{counted(machine.cores, 'core')}"
    return Text(
        f"{machine.cpu}, {cores}, {machine.system}, Python {machine.python}, numba {machine.numba}; "
        f"the fixed Python loop: {machine.loop_before:.3f} s before, {machine.loop_after:.3f} s after"
    )


def seconds_text(seconds: float | None, limit: float) -> str:
    """Return a time, or "> limit"."""
    return f"> {limit:g}" if seconds is None else f"{seconds:.3f}"


def figures_table(*headings: str) -> Table:
    """Return a table of figures: the first column has names, all others numbers."""
    return new_table(headings, right=headings[1:], whole=headings[:1])


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
        parts += [
            Text(),
            _times([each.figures for each in summary.standings], limit),
            Text(),
            _agreements(summary),
        ]
    if summary.ratios:
        parts += [Text(), _pairs(summary)]
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


def _agreements(summary: ComparisonSummary) -> Table:
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


def _pairs(summary: ComparisonSummary) -> Table:
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
