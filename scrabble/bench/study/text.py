"""The page of the study: tables and sentences, with every figure from the file of results.

geometric mean of a ratio     with the interval of 95 % of the means of resampled sets of positions
share of best moves           with Wilson's 95 % interval
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from scrabble.bench.compare_figures import ComparisonSummary, CompetitorStats, summary, widenings
from scrabble.bench.compare_text import claims_text, ratio_text, seconds_text
from scrabble.bench.figures import Measurement
from scrabble.bench.study.run import (
    ALPHA_BETA,
    MAVEN,
    MINUTES,
    PROOF,
    PROOF_OF_MOVE,
    ROUNDS,
    SOLVERS,
    TREES,
    WIDENINGS,
    StudyResults,
)
from scrabble.bench.trial import TREE, Trial

RESAMPLES, SEED = 1000, 1
LINE = 114  # characters


def by_setting(trials: Sequence[Trial]) -> dict[str, dict[int, Measurement]]:
    found: dict[str, dict[int, Measurement]] = {}
    for each in trials:
        found.setdefault(each.outcome.setting, {})[each.outcome.number] = each.outcome
    return found


def proofs(outcomes: dict[int, Measurement]) -> dict[int, Measurement]:
    return {number: each for number, each in outcomes.items() if each.is_proven}


def common_proven(trials: Sequence[Trial], first: str, other: str) -> list[tuple[Measurement, Measurement]]:
    """Return the outcomes of two contenders on the positions that both have proven."""
    outcomes = by_setting(trials)
    ours, theirs = proofs(outcomes[first]), proofs(outcomes[other])
    return [(ours[number], theirs[number]) for number in ours if number in theirs]


def common(trials: Sequence[Trial], names: Iterable[str]) -> int:
    outcomes = by_setting(trials)
    return len(set.intersection(*(set(proofs(outcomes[name])) for name in names)))


def geometric(ratios: Sequence[float]) -> float:
    return statistics.geometric_mean(ratios) if ratios else math.nan


def bootstrap_interval(ratios: Sequence[float]) -> tuple[float, float]:
    """Return the interval of 95 % of the geometric means of resampled ratios."""
    if not ratios:
        return math.nan, math.nan
    chance, logs = random.Random(SEED), [math.log(ratio) for ratio in ratios]
    means = sorted(statistics.fmean(chance.choices(logs, k=len(logs))) for _ in range(RESAMPLES))
    return math.exp(means[RESAMPLES // 40]), math.exp(means[-1 - RESAMPLES // 40])


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(share * (1 - share) / whole + (z / (2 * whole)) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)


def positions(count: int) -> str:
    return f"{count} position{'s' if count != 1 else ''}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def wrapped(text: str) -> str:
    """Return a paragraph in lines of at most LINE characters."""
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) > LINE:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


def strategies(results: StudyResults, plots: str) -> Iterator[str]:
    part, trials = results.of(TREES)
    total = summary(trials, part.contenders, part.seconds)
    outcomes = by_setting(trials)
    yield "\n### Strategies at the root\n"
    searched = [name for name in part.contenders if name in ("bstar:ladder", "bstar:budget")]
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
        pairs = common_proven(trials, PROOF_OF_MOVE, name)
        work = [max(1, other.expansions) / max(1, first.expansions) for first, other in pairs]
        low, high = bootstrap_interval(work)
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


def maven(results: StudyResults, plots: str) -> Iterator[str]:
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
            str(each.number), ratio_text(each.best, each.judged),
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


BEGIN, END = "<!-- the study: written by `endgame study` -->", "<!-- end of the study -->"
CLASSES = (10, 100, 1_000, 10_000)  # expansions of the best of the alpha-beta family
WORTH_NAMING = 3  # positions
SAME = 1.02  # ratios nearer to 1 than that are called equal


def study_text(results: StudyResults, folder: str) -> str:
    """Return the section between its markers; `folder` is the path from its page to the plots."""
    plots = f"{folder}/" if folder else ""
    blocks = [BEGIN, "", "## The study", *_intro(results), *_solvers(results, plots)]
    blocks += [*strategies(results, plots), *maven(results, plots), END]
    return "\n".join(blocks)


def insert_section(page: str, section: str) -> str:
    """Return a page with a new section between the markers; raises ValueError if it has none."""
    start, end = page.find(BEGIN), page.find(END)
    if start < 0 or end < start:
        raise ValueError(f"expected the lines {BEGIN!r} and {END!r}")
    return page[:start] + section + page[end + len(END) :]


def best_of_family(trials: Sequence[Trial]) -> str:
    """Return the alpha-beta variant that proves most, then with fewest expansions on common proofs."""
    outcomes = by_setting(trials)
    common = set.intersection(*(set(proofs(outcomes[name])) for name in ALPHA_BETA))
    proven = {name: proofs(outcomes[name]) for name in ALPHA_BETA}

    def merit(name: str) -> tuple[int, int]:
        return -len(proven[name]), sum(proven[name][number].expansions for number in common)

    return min(ALPHA_BETA, key=merit)


def _intro(results: StudyResults) -> Iterator[str]:
    _, trials = results.of(SOLVERS)
    count = len({each.outcome.number for each in trials})
    machine = results.machine
    yield ""
    yield wrapped(
        f"{positions(count)} of `{results.set_name}`, fresh tables for every search, one counter of nodes "
        f"and expansions for all, CPU seconds. `endgame study --jobs 2 --out positions/study` runs "
        f"everything, writes `positions/study/results.jsonl` and, from that file alone, this text and its "
        f"plots, in at most {MINUTES} minutes on two idle cores; here it took "
        f"{results.minutes:.0f} minutes with {results.jobs} process{'es' if results.jobs != 1 else ''} on a "
        f"shared {machine.cpu}, Python {machine.python}, numba {machine.numba}. "
        "`scrabble/bench/study/run.py` is "
        "the table of what runs, `--sample 10` a small one. A search that is stopped at its limit counts as "
        "not proven, never as a mean."
    )


def _solvers(results: StudyResults, plots: str) -> Iterator[str]:
    part, trials = results.of(SOLVERS)
    total = summary(trials, part.contenders, part.seconds)
    best = best_of_family(trials)
    yield "\n### Does B* reach the proof with less work?\n"
    yield wrapped(
        f"At most {part.seconds:g} s a search. `bstar` proves the best move and its value like the others; "
        "`bstar:move` stops when the move is proven. Expansions are those on the "
        f"{positions(common(trials, part.contenders))} that all have proven; the ratios are geometric "
        f"means position by position against `{best}`, the best of the alpha-beta family, on what both have "
        "proven. The moves that `best moves` counts include the choices of searches that were stopped."
    )
    yield ""
    marks = [f"in {mark} s" for mark in total.standings[0].figures.within]
    head = ["solver", "proven", *marks, "median", "p90", "expansions", f"/ {best}", "time"]
    yield table([*head, "best moves"], _solver_rows(trials, total.standings, best, part.seconds))
    yield ""
    yield from _agreement(total)
    yield _answer(trials, best)
    yield ""
    yield wrapped(
        f"By difficulty, in expansions of `{best}`; fewer, as many and more are positions on which `{PROOF}` "
        "needs that, and the ratio is the geometric mean:"
    )
    yield ""
    head = [f"expansions of {best}", "positions", "fewer", "as many", "more", "ratio"]
    yield table(head, _class_rows(trials, best))
    yield ""
    yield wrapped(_extremes(results, trials, best))
    yield f"\n![Proven by time]({plots}solved.svg)\n![Nodes]({plots}nodes.svg)"
    yield f"![Bounds at the root]({plots}convergence.svg)\n"
    yield wrapped(
        f"The third plot is `{results.convergence.id}`, where the proof of B* took most: the bounds of the "
        "best move, and what every other move can be worth at most."
    )


def _solver_rows(
    trials: Sequence[Trial], standings: Sequence[CompetitorStats], best: str, limit: float
) -> Iterator[list[str]]:
    outcomes = by_setting(trials)
    names = [each.figures.setting for each in standings]
    common = set.intersection(*(set(proofs(outcomes[name])) for name in names))
    for each in standings:
        name, figures = each.figures.setting, each.figures
        own = proofs(outcomes[name])
        work = [pair[1].expansions / max(1, pair[0].expansions) for pair in common_proven(trials, best, name)]
        times = [pair[1].seconds / max(1e-9, pair[0].seconds) for pair in common_proven(trials, best, name)]
        yield [
            f"`{name}`",
            f"{figures.proven}/{figures.positions}",
            *map(str, figures.within.values()),
            seconds_text(figures.median, limit),
            seconds_text(figures.p90, limit),
            f"{sum(own[number].expansions for number in common):,}",
            f"{geometric(work):.2f}",
            f"{geometric(times):.2f}",
            f"{each.best}/{each.judged}",
        ]


def _agreement(total: ComparisonSummary) -> Iterator[str]:
    """Return a sentence on whether all proofs agree, naming those that do not."""
    judged = sum(each.judged for each in total.standings)
    if total.is_agreed:
        yield wrapped(
            f"No two proofs disagree. Another search judged {judged:,} of the moves; each one that was said "
            "to be proven best is."
        )
    for each in total.disagreements:
        yield f"* **Disagreement** on `{each.id}`: {claims_text(each)}"
    for wrong in total.refuted:
        yield f"* **Disagreement** on `{wrong.id}`: {wrong.solver} {wrong.move} loses {wrong.lost}"
    yield ""


def _answer(trials: Sequence[Trial], best: str) -> str:
    """Return the answer to the question, with figures."""
    sentences = []
    for name, what in ((PROOF, "move and value"), (PROOF_OF_MOVE, "the move only")):
        pairs = common_proven(trials, best, name)
        mean, (low, high) = geometric(_work(pairs)), bootstrap_interval(_work(pairs))
        times = [other.seconds / max(1e-9, first.seconds) for first, other in pairs]
        sums = _sums(pairs)
        sentences.append(
            f"For {what} `{name}` needs {_compared(mean)} expansions {_than(mean, best)} (ratio {mean:.2f}, "
            f"95 % between {low:.2f} and {high:.2f}) on {positions(len(pairs))} proven by both, "
            f"{sums[1]:,} instead of {sums[0]:,} in all, and {geometric(times):.2f} times the CPU time."
        )
    return wrapped(f"**Answer.** {_verdict(trials, best)} {' '.join(sentences)}")


def _verdict(trials: Sequence[Trial], best: str) -> str:
    """Return the verdict, from the positions that are not settled at once: yes, no, or undecided."""
    pairs = common_proven(trials, best, PROOF)
    hard = [pair for pair in pairs if pair[0].expansions >= CLASSES[0]]
    outcomes = by_setting(trials)
    proven = {name: len(proofs(outcomes[name])) for name in (best, PROOF)}
    count = f"B* proves {proven[PROOF]} positions within the limit, `{best}` {proven[best]}."
    if not hard:
        return f"No position took more than a look. {count}"
    low, high = bootstrap_interval(_work(hard))
    sums = _sums(hard)
    if high < 1:
        word = "Yes, on the typical position"
        word += ", but not in sum: the hardest cost it more" if sums[1] > sums[0] else ", and in sum"
    elif low > 1:
        word = "No, not on the typical position"
        word += ", but in sum: the hardest cost it less" if sums[1] < sums[0] else ", nor in sum"
    else:
        word = "There is no difference on the typical position that these could show"
        word += f"; in sum B* needs {'less' if sums[1] < sums[0] else 'more'}"
    return (
        f"{word}. On the {positions(len(hard))} that take `{best}` {CLASSES[0]} expansions or more the ratio "
        f"is {geometric(_work(hard)):.2f} (95 % between {low:.2f} and {high:.2f}); on the easier ones the "
        f"planner's look, one expansion, is all that differs. {count}"
    )


def _work(pairs: Iterable[tuple[Measurement, Measurement]]) -> list[float]:
    """Return the ratios of expansions."""
    return [max(1, other.expansions) / max(1, first.expansions) for first, other in pairs]


def _sums(pairs: Sequence[tuple[Measurement, Measurement]]) -> tuple[int, int]:
    """Return the total expansions of both contenders."""
    return sum(first.expansions for first, _ in pairs), sum(other.expansions for _, other in pairs)


def _class_rows(trials: Sequence[Trial], best: str) -> Iterator[list[str]]:
    pairs = common_proven(trials, best, PROOF)
    edges = [0, *CLASSES, None]
    for low, high in pairwise(edges):
        inside = [
            (first.expansions, other.expansions)
            for first, other in pairs
            if first.expansions >= (low or 0) and (high is None or first.expansions < high)
        ]
        if inside:
            name = f"{low:,} or more" if high is None else f"{low:,} to {high - 1:,}"
            work = [max(1, other) / max(1, first) for first, other in inside]
            fewer = sum(other < first for first, other in inside)
            more = sum(other > first for first, other in inside)
            same = len(inside) - fewer - more
            yield [name, str(len(inside)), str(fewer), str(same), str(more), f"{geometric(work):.2f}"]


def _extremes(results: StudyResults, trials: Sequence[Trial], best: str) -> str:
    """Return where B* saves most and where it loses most."""
    pairs = sorted(
        common_proven(trials, best, PROOF), key=lambda pair: pair[1].expansions - pair[0].expansions
    )

    def named(chosen: Iterable[tuple[Measurement, Measurement]]) -> str:
        return ", ".join(
            f"`{first.id}` ({results.tiles[first.id]} tiles, {other.expansions:,} instead of "
            f"{first.expansions:,})"
            for first, other in chosen
        )

    wins = [pair for pair in pairs[:WORTH_NAMING] if pair[1].expansions < pair[0].expansions]
    losses = [pair for pair in pairs[::-1][:WORTH_NAMING] if pair[1].expansions > pair[0].expansions]
    return f"B* saves most on {named(wins) or 'none'}; it wastes most on {named(losses) or 'none'}."


def _compared(ratio: float) -> str:
    if 1 / SAME < ratio < SAME:
        return "about as many"
    return f"{100 * (1 - ratio):.0f} % fewer" if ratio < 1 else f"{100 * (ratio - 1):.0f} % more"


def _than(ratio: float, name: str) -> str:
    return f"{'as' if 1 / SAME < ratio < SAME else 'than'} `{name}`"
