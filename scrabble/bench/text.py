"""Measurements as text: one row a setting, then ratios, then the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.bench.figures import Disagreement, SettingStats, SpeedRatio
from scrabble.bench.machine import Machine
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
