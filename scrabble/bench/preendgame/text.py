"""A comparison on pre-endgames as text: positions, then figures of each contender, and disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.bench.compare_text import ratio_text
from scrabble.bench.preendgame.figures import BagSummary, Standing
from scrabble.bench.preendgame.trial import BOUNDED, BagTrial
from scrabble.report.preendgame_solution import chance_text
from scrabble.report.tables import new_table
from scrabble.safe_text import one_line

POSITION_HEADINGS = ("solver", "chance", "move", "", "asked", "nodes", "seconds")
ANSWER_HEADINGS = ("answers", "proven", "chance proven", "wins as often", "best", "win % lost")
EFFORT_HEADINGS = (
    "CPU time",
    "finished",
    "asked",
    "questions",
    "playouts",
    "nodes",
    "median",
    "total",
    "ratio",
)


def compare_text(
    title: str, limit: float, trials: Sequence[BagTrial], summary: BagSummary, shown: int
) -> RenderableType:
    """Return the whole report with `shown` positions one by one, 0 for all of them."""
    groups = [list(group) for _, group in groupby(trials, lambda each: each.number)]
    parts: list[RenderableType] = [Text(one_line(f"{title}, at most {limit:g} s of CPU time a search"))]
    listed = groups[: shown or None]
    if listed:
        parts += [Text(), _positions(listed)]
    if len(listed) < len(groups):
        parts.append(Text(f"and {len(groups) - len(listed):,} more (--show 0 shows all)", "dim"))
    if summary.standings:
        parts += [Text(), _answers(summary.standings), Text(), _efforts(summary.standings)]
    return Group(*parts, Text(), *_differences(summary))


def position_row(each: BagTrial) -> tuple[str, ...]:
    """Return the row of a trial: solver, chance, move, verdict, queried pairs, nodes, seconds."""
    return (
        f"  {each.solver}",
        chance_text(each.chance),
        each.move,
        move_quality_text(each),
        f"{each.asked:,}",
        f"{each.nodes:,}",
        f"{each.seconds:.3f}",
    )


def move_quality_text(trial: BagTrial) -> str:
    """Return the move's verdict: best, its loss, or unknown."""
    status = "chance proven" if trial.status == BOUNDED and trial.is_sure else trial.status
    if trial.limit is not None:
        status += f", stopped ({trial.limit})"
    if trial.lost is None:
        return status
    if trial.lost:
        return f"{status}, wins {percent(float(trial.lost))} less often"
    if trial.lost_spread is None:
        return f"{status}, wins as often"
    return f"{status}, best" if not trial.lost_spread else f"{status}, loses {float(trial.lost_spread):.1f}"


def answer_row(each: Standing) -> tuple[str, ...]:
    """Return a contender's proofs, and how often its move was right."""
    return (
        each.solver,
        f"{each.proven}/{each.positions}",
        f"{each.sure}/{each.positions}",
        ratio_text(each.right, each.judged),
        ratio_text(each.best, each.judged),
        "not known" if each.lost is None else percent(each.lost),
    )


def effort_row(each: Standing, first: str) -> tuple[str, ...]:
    """Return a contender's queries and time, and the ratio of its time to the first contender's."""
    ratio = "" if each.ratio is None or each.solver == first else f"{each.ratio:.1f}"
    return (
        each.solver,
        f"{each.finished}/{each.positions}",
        percent(each.asked / max(each.pairs, 1)),
        f"{each.questions:,}",
        f"{each.playouts:,}",
        f"{each.nodes:,}",
        f"{each.median:.2f}",
        f"{each.total:,.1f}",
        ratio,
    )


def percent(share: float) -> str:
    """Return a fraction as a percentage."""
    return f"{100 * share:.1f} %"


def _positions(groups: Sequence[Sequence[BagTrial]]) -> Table:
    table = new_table(POSITION_HEADINGS, right=POSITION_HEADINGS[4:], whole=POSITION_HEADINGS[:1])
    for group in groups:
        table.add_row(Text(group[0].id, "bold"), "", Text(f"{group[0].pairs:,} pairs", "dim"))
        for each in group:
            table.add_row(*position_row(each))
    return table


def _answers(standings: Sequence[Standing]) -> Table:
    table = new_table(ANSWER_HEADINGS, right=ANSWER_HEADINGS[1:], whole=ANSWER_HEADINGS[:1])
    for each in standings:
        table.add_row(*answer_row(each))
    return table


def _efforts(standings: Sequence[Standing]) -> Table:
    table = new_table(EFFORT_HEADINGS, right=EFFORT_HEADINGS[1:], whole=EFFORT_HEADINGS[:1])
    for each in standings:
        table.add_row(*effort_row(each, standings[0].solver))
    return table


def _differences(summary: BagSummary) -> Iterator[Text]:
    if not summary.positions:
        yield Text("nothing was compared")
    elif not summary.disagreements:
        yield Text("no disagreement")
    for line in summary.disagreements:
        yield Text(one_line(f"DISAGREEMENT on {line}"), "bold red")
