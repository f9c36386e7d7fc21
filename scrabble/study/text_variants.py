"""The study of B* in its two other forms: trees under a strategy, and Maven's widenings."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from bstar.variants.ladder import LADDERS
from scrabble.compare.figures import summary, widenings
from scrabble.compare.text import share_text
from scrabble.compare.trial import TREE
from scrabble.study.plan import MAVEN, PROOF, PROOF_OF_MOVE, ROUNDS, SOLVERS, TREES, WIDENINGS
from scrabble.study.results import Results
from scrabble.study.statistics import (
    both,
    by_setting,
    geometric,
    positions,
    proofs,
    resampled,
    table,
    wilson,
    wrapped,
)


def strategies(results: Results, plots: str) -> Iterator[str]:
    part, trials = results.of(TREES)
    total = summary(trials, part.contenders, part.seconds)
    outcomes = by_setting(trials)
    yield "\n### Strategies at the root\n"
    searched = [name for name in part.contenders if name.partition(":")[2] in LADDERS]
    leaves = (
        f" The leaves of {' and '.join(f'`{name}`' for name in searched)} are searched for their intervals: "
        "games in which one side keeps 1, 4 or 16 moves and then the whole one, or the whole one at once, "
        "each with a budget."
    )
    yield wrapped(
        f"Berliner's B* with a tree of its own on static sound intervals, on {positions(total.positions)}, "
        f"at most {part.seconds:g} s and {TREE:,} expansions; all prove the move only."
        f"{leaves if searched else ''} The ratio is the geometric mean of expansions against "
        f"`{PROOF_OF_MOVE}`, whose null-window tests share a table, on what both have proven."
    )
    yield ""
    rows = []
    for each in total.standings:
        name = each.figures.setting
        pairs = both(trials, PROOF_OF_MOVE, name)
        work = [max(1, other.expansions) / max(1, first.expansions) for first, other in pairs]
        low, high = resampled(work)
        proven = [outcome.expansions for outcome in proofs(outcomes[name]).values()]
        rows.append([
            f"`{name}`", f"{each.figures.proven}/{each.figures.positions}",
            f"{statistics.median(proven):,.0f}" if proven else "-",
            f"{geometric(work):.2f}", f"{low:.2f} to {high:.2f}", f"{each.best}/{each.judged}",
            "not known" if each.lost is None else f"{each.lost:.2f}",
        ])  # fmt: skip
    head = ["solver", "proven", "median of expansions", "ratio", "95 %", "best moves", "points lost"]
    yield table(head, rows)
    yield ""
    trees = [each for each in total.standings if each.figures.setting != PROOF_OF_MOVE]
    most, least = (pick(each.figures.proven for each in trees) for pick in (max, min))
    baseline = next(each.figures for each in total.standings if each.figures.setting == PROOF_OF_MOVE)
    if most == least:
        text = f"Under every strategy {most} of {total.positions} positions are proven"
    else:
        named = [
            ", ".join(f"`{each.figures.setting}`" for each in trees if each.figures.proven == count)
            for count in (most, least)
        ]
        text = f"Most positions, {most} of {total.positions}, are proven under {named[0]}, fewest, {least}, "
        text += f"under {named[1]}"
    yield wrapped(
        f"{text}; by the null-window proof {baseline.proven}. Searches that were stopped are not in the "
        "ratio."
    )
    yield f"\n![Strategies]({plots}strategies.svg)"


def maven(results: Results, plots: str) -> Iterator[str]:
    part, trials = results.of(WIDENINGS)
    own = [each for each in trials if each.outcome.setting == MAVEN]
    rounds = widenings(own, ROUNDS)
    yield "\n### How often does Maven mode choose a best move?\n"
    if not rounds:
        yield "No position with a known value was searched."
        return
    yield wrapped(
        f"B* on believed intervals, after at most so many widenings of 3 points at both ends, at most "
        f"{part.seconds:g} s in all: the share of choices that are best moves by exact search, points lost "
        f"on average, and the cost, on the {positions(rounds[0].judged)} whose value is known."
    )
    yield ""
    rows = []
    for each in rounds:
        low, high = wilson(each.best, each.judged)
        rows.append([
            str(each.number), share_text(each.best, each.judged),
            f"{100 * low:.1f} to {100 * high:.1f} %", f"{each.lost:.2f}", f"{each.expansions:,.0f}",
            f"{each.expansions_median:,.0f}", f"{each.seconds:.3f} s",
        ])  # fmt: skip
    head = ["widenings", "best moves", "95 %", "points lost", "expansions: mean", "median", "CPU time, mean"]
    yield table(head, rows)
    yield ""
    first, last = rounds[0], rounds[-1]
    steps = [f"{100 * each.best / each.judged:.1f} % after {each.number}" for each in rounds[1:-1]]
    proven = sum(each.outcome.is_proven for each in own)
    proofs = by_setting(results.of(SOLVERS)[1])[PROOF]
    known = {each.outcome.number for each in own if each.lost is not None}
    cost = [each.expansions for number, each in proofs.items() if number in known]
    yield wrapped(
        f"**Answer.** Without widening the choice is a best move on {100 * first.best / first.judged:.1f} % "
        f"of the positions, {', '.join(steps)}, and {100 * last.best / last.judged:.1f} % after "
        f"{last.number}, for {first.expansions:,.0f} to {last.expansions:,.0f} expansions; the points lost "
        f"go from {first.lost:.2f} to {last.lost:.2f}. {proven} of these {len(own)} answers are proofs, "
        f"the others remain estimates, however often they are right. On the same positions a search of "
        f"`{PROOF}` takes {statistics.fmean(cost) if cost else 0:,.0f} expansions on average, those "
        "that were stopped included."
    )
    yield f"\n![Maven]({plots}maven.svg)"
