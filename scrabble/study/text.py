"""The study as its page tells it: tables and sentences, every figure from the file of results.

geometric mean of a ratio     with the interval that 95 % of resampled sets of positions give
share of best moves           with Wilson's 95 % interval
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from scrabble.bench.figures import Measurement
from scrabble.compare.figures import Standing, Summary, summary
from scrabble.compare.record import Trial
from scrabble.compare.text import seconds_text
from scrabble.study.plan import ALPHA_BETA, MINUTES, PROOF, PROOF_OF_MOVE, SOLVERS
from scrabble.study.results import Results
from scrabble.study.statistics import (
    both,
    by_setting,
    common,
    geometric,
    positions,
    proofs,
    resampled,
    table,
    wrapped,
)
from scrabble.study.text_variants import maven, strategies

BEGIN, END = "<!-- the study: written by `endgame study` -->", "<!-- end of the study -->"
CLASSES = (10, 100, 1_000, 10_000)  # expansions of the best of the alpha-beta family
WORTH_NAMING = 3  # positions
SAME = 1.02  # ratios nearer to 1 than that are called equal


def study_text(results: Results, folder: str) -> str:
    """The section between its markers; `folder` leads from its page to the plots, "" is its own."""
    plots = f"{folder}/" if folder else ""
    blocks = [BEGIN, "", "## The study", *_intro(results), *_solvers(results, plots)]
    blocks += [*strategies(results, plots), *maven(results, plots), END]
    return "\n".join(blocks)


def put_into(page: str, section: str) -> str:
    """A page with a new section between the markers; raises ValueError if it has none."""
    start, end = page.find(BEGIN), page.find(END)
    if start < 0 or end < start:
        raise ValueError(f"expected the lines {BEGIN!r} and {END!r}")
    return page[:start] + section + page[end + len(END) :]


def best_of_family(trials: Sequence[Trial]) -> str:
    """The alpha-beta variant that proves most, with the fewest expansions on what all of them prove."""
    outcomes = by_setting(trials)
    common = set.intersection(*(set(proofs(outcomes[name])) for name in ALPHA_BETA))
    proven = {name: proofs(outcomes[name]) for name in ALPHA_BETA}

    def merit(name: str) -> tuple[int, int]:
        return -len(proven[name]), sum(proven[name][number].expansions for number in common)

    return min(ALPHA_BETA, key=merit)


def _intro(results: Results) -> Iterator[str]:
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
        f"shared {machine.cpu}, Python {machine.python}, numba {machine.numba}. `scrabble/study/plan.py` is "
        "the table of what runs, `--sample 10` a small one. A search that is stopped at its limit counts as "
        "not proven, never as a mean."
    )


def _solvers(results: Results, plots: str) -> Iterator[str]:
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
    trials: Sequence[Trial], standings: Sequence[Standing], best: str, limit: float
) -> Iterator[list[str]]:
    outcomes = by_setting(trials)
    names = [each.figures.setting for each in standings]
    common = set.intersection(*(set(proofs(outcomes[name])) for name in names))
    for each in standings:
        name, figures = each.figures.setting, each.figures
        own = proofs(outcomes[name])
        work = [pair[1].expansions / max(1, pair[0].expansions) for pair in both(trials, best, name)]
        times = [pair[1].seconds / max(1e-9, pair[0].seconds) for pair in both(trials, best, name)]
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


def _agreement(total: Summary) -> Iterator[str]:
    """Whether all proofs agree, and if not, which do not."""
    judged = sum(each.judged for each in total.standings)
    if total.is_agreed:
        yield wrapped(
            f"No two proofs disagree. Another search judged {judged:,} of the moves; each one that was said "
            "to be proven best is."
        )
    for each in total.disagreements:
        yield f"* **Disagreement** on `{each.id}`: {each.claims}"
    for wrong in total.refuted:
        yield f"* **Disagreement** on `{wrong.id}`: {wrong.solver} {wrong.move} loses {wrong.lost}"
    yield ""


def _answer(trials: Sequence[Trial], best: str) -> str:
    """The answer to the question, with figures."""
    sentences = []
    for name, what in ((PROOF, "move and value"), (PROOF_OF_MOVE, "the move only")):
        pairs = both(trials, best, name)
        mean, (low, high) = geometric(_work(pairs)), resampled(_work(pairs))
        times = [other.seconds / max(1e-9, first.seconds) for first, other in pairs]
        sums = _sums(pairs)
        sentences.append(
            f"For {what} `{name}` needs {_compared(mean)} expansions {_than(mean, best)} (ratio {mean:.2f}, "
            f"95 % between {low:.2f} and {high:.2f}) on {positions(len(pairs))} proven by both, "
            f"{sums[1]:,} instead of {sums[0]:,} in all, and {geometric(times):.2f} times the CPU time."
        )
    return wrapped(f"**Answer.** {_verdict(trials, best)} {' '.join(sentences)}")


def _verdict(trials: Sequence[Trial], best: str) -> str:
    """Yes, no, or no telling; from the positions that take more than a look."""
    pairs = both(trials, best, PROOF)
    hard = [pair for pair in pairs if pair[0].expansions >= CLASSES[0]]
    outcomes = by_setting(trials)
    proven = {name: len(proofs(outcomes[name])) for name in (best, PROOF)}
    count = f"B* proves {proven[PROOF]} positions within the limit, `{best}` {proven[best]}."
    if not hard:
        return f"No position took more than a look. {count}"
    low, high = resampled(_work(hard))
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
    """The ratios of expansions."""
    return [max(1, other.expansions) / max(1, first.expansions) for first, other in pairs]


def _sums(pairs: Sequence[tuple[Measurement, Measurement]]) -> tuple[int, int]:
    """The expansions of both contenders, in all."""
    return sum(first.expansions for first, _ in pairs), sum(other.expansions for _, other in pairs)


def _class_rows(trials: Sequence[Trial], best: str) -> Iterator[list[str]]:
    pairs = both(trials, best, PROOF)
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


def _extremes(results: Results, trials: Sequence[Trial], best: str) -> str:
    """Where B* wins most and where it loses most."""
    pairs = sorted(both(trials, best, PROOF), key=lambda pair: pair[1].expansions - pair[0].expansions)

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
