"""B* and alpha-beta on the same positions: proofs, expansions, time, and how often a move is a best one.

    python positions/study/solvers.py --jobs 2          up to 25 minutes on two idle cores
    python positions/study/solvers.py --set late --sample 5 --out small.jsonl

Searches what the file of results does not hold, then prints tables in Markdown of all that it holds.  The
contenders are those of `endgame compare`, each with fresh tables.

    ratio     geometric mean, position by position, of what two contenders have proven
    95 %      of ratios: of the means of resampled positions; of shares: Wilson's interval
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from positions.study.records import FOLDER, Results, geometric, resampled, table, versions, wilson
from scrabble.bench.compare import CompareSettings, compare, prepare_position
from scrabble.bench.compare_figures import summary, widenings
from scrabble.bench.figures import Measurement
from scrabble.bench.measure import load_set
from scrabble.bench.text import disagreement_lines, ratio_text, seconds_text
from scrabble.bench.trial import MavenChoice, Trial, contender

MEMORY = 512 << 20  # bytes for a search
REFERENCE, PROOF, PROOF_OF_MOVE, MAVEN = "mtdf", "bstar", "bstar:move", "maven:10"
ROUNDS = (0, 1, 2, 3, 5, 10)  # widenings
CLASSES = (0, 10, 100, 1_000, 10_000, None)  # expansions of the reference


class Part(NamedTuple):
    """Some contenders on each `every`-th position of the set, with `seconds` of CPU time a search."""

    contenders: tuple[str, ...]
    every: int
    seconds: float


PARTS = {
    "solvers": Part(("alphabeta", "negascout", "mtdf", "sss", "dual", PROOF, PROOF_OF_MOVE), 2, 2.0),
    "strategies": Part(
        (
            *(PROOF_OF_MOVE, "bstar:prove-best", "bstar:disprove-rest", "bstar:alternated"),
            *("bstar:2D", "bstar:3D", "bstar:AD"),
        ),
        8,
        1.0,
    ),
    "maven": Part((MAVEN,), 1, 1.0),
}


def open_results(path: Path) -> Results:
    """Return the results of a file."""
    return Results(path, "part", "id", "solver")


def trials_of(results: Results, part: str) -> list[Trial]:
    """Return the searches of a part."""
    return [
        Trial(
            Measurement.from_data(found, setting=found["solver"], set_up=0.0),
            found["lost"],
            tuple(MavenChoice(**each) for each in found.get("rounds", ())),
        )
        for found in results.select(part=part)
    ]


def search(results: Results, set_name: str, sample: int, jobs: int) -> None:
    """Run the searches whose results are missing."""
    for name, part in PARTS.items():
        tasks = [
            task
            for task in load_set(set_name)[:: part.every][: sample or None]
            if any((name, task.id, solver) not in results for solver in part.contenders)
        ]
        settings = CompareSettings(tuple(map(contender, part.contenders)), part.seconds, MEMORY)
        if not tasks:
            continue
        if jobs == 1:
            prepare_position(tasks[0], settings)
        with closing(compare(tasks, settings, jobs)) as groups:
            for group in groups:
                results.add(*({"part": name} | each.as_data() for each in group))


def proven(trials: Iterable[Trial], solver: str) -> dict[int, Measurement]:
    """Return what a contender has proven, by position."""
    own = [each.outcome for each in trials if each.outcome.setting == solver]
    return {each.number: each for each in own if each.is_proven}


def pairs(trials: Sequence[Trial], first: str, other: str) -> list[tuple[Measurement, Measurement]]:
    """Return the outcomes of two contenders on the positions that both have proven."""
    ours, theirs = proven(trials, first), proven(trials, other)
    return [(ours[number], theirs[number]) for number in ours if number in theirs]


def work(both: Iterable[tuple[Measurement, Measurement]]) -> list[float]:
    """Return the ratios of expansions."""
    return [max(1, other.expansions) / max(1, first.expansions) for first, other in both]


def solver_rows(trials: Sequence[Trial], names: Sequence[str], limit: float) -> Iterator[list[str]]:
    """Yield proofs, times, expansions on what all have proven, and ratios to the reference."""
    everywhere = set.intersection(*({*proven(trials, name)} for name in names))
    for each in summary(trials, names, limit).standings:
        name, figures, both = (
            each.figures.setting,
            each.figures,
            pairs(trials, REFERENCE, each.figures.setting),
        )
        own = proven(trials, name)
        yield [
            f"`{name}`",
            f"{figures.proven}/{figures.positions}",
            *map(str, figures.within.values()),
            seconds_text(figures.median, limit),
            seconds_text(figures.p90, limit),
            f"{sum(own[number].expansions for number in everywhere):,}",
            f"{geometric(work(both)):.2f}",
            resampled(work(both)),
            f"{geometric([other.seconds / first.seconds for first, other in both]):.2f}",
            f"{each.best}/{each.judged}",
        ]


def class_rows(trials: Sequence[Trial]) -> Iterator[list[str]]:
    """Yield where B* needs fewer, as many and more expansions than the reference, by difficulty."""
    for low, high in pairwise(CLASSES):
        inside = [
            (first, other)
            for first, other in pairs(trials, REFERENCE, PROOF)
            if first.expansions >= low and (high is None or first.expansions < high)
        ]
        if inside:
            fewer = sum(other.expansions < first.expansions for first, other in inside)
            more = sum(other.expansions > first.expansions for first, other in inside)
            yield [
                f"{low:,} or more" if high is None else f"{low:,} to {high - 1:,}",
                *map(str, (len(inside), fewer, len(inside) - fewer - more, more)),
                f"{geometric(work(inside)):.2f}",
            ]


def strategy_rows(trials: Sequence[Trial], names: Sequence[str], limit: float) -> Iterator[list[str]]:
    """Yield proofs and expansions of B* with a tree of its own."""
    for each in summary(trials, names, limit).standings:
        name = each.figures.setting
        ratios = work(pairs(trials, PROOF_OF_MOVE, name))
        costs = [outcome.expansions for outcome in proven(trials, name).values()]
        yield [
            f"`{name}`",
            f"{each.figures.proven}/{each.figures.positions}",
            f"{statistics.median(costs):,.0f}" if costs else "-",
            f"{geometric(ratios):.2f}",
            resampled(ratios),
            f"{each.best}/{each.judged}",
            "-" if each.lost is None else f"{each.lost:.2f}",
        ]


def maven_rows(trials: Sequence[Trial]) -> Iterator[list[str]]:
    """Yield the choice of Maven's search after so many widenings."""
    for each in widenings(trials, ROUNDS):
        yield [
            str(each.number),
            ratio_text(each.best, each.judged),
            wilson(each.best, each.judged),
            f"{each.lost:.2f}",
            f"{each.expansions:,.0f}",
            f"{each.expansions_median:,.0f}",
            f"{each.seconds:.3f} s",
        ]


def tables(results: Results) -> Iterator[str]:
    """Yield the tables of all parts, and what contradicts itself."""
    for name, part in PARTS.items():
        trials, limit = trials_of(results, name), part.seconds
        if not trials:
            continue
        found = summary(trials, part.contenders, limit)
        yield f"**{name}**: {found.positions} positions, {limit:g} s; {versions(results.select(part=name))}"
        yield from disagreement_lines(found)
        if name == "solvers":
            marks = [f"in {mark} s" for mark in found.standings[0].figures.within]
            head = ["solver", "proven", *marks, "median", "p90", "expansions", f"/ {REFERENCE}", "95 %"]
            yield table([*head, "time", "best moves"], solver_rows(trials, part.contenders, limit))
            head = [f"expansions of {REFERENCE}", "positions", "fewer", "as many", "more", f"{PROOF} / it"]
            yield table(head, class_rows(trials))
        elif name == "strategies":
            head = ["solver", "proven", "expansions, median", f"/ {PROOF_OF_MOVE}", "95 %", "best moves"]
            yield table([*head, "points lost"], strategy_rows(trials, part.contenders, limit))
        else:
            head = [
                "widenings",
                "best moves",
                "95 %",
                "points lost",
                "expansions: mean",
                "median",
                "CPU time",
            ]
            yield table(head, maven_rows(trials))


def main(arguments: Sequence[str] | None = None) -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--set", default="selfplay", help="a bundled set, or a file of positions")
    parser.add_argument(
        "--sample", type=int, default=0, metavar="N", help="the first N positions of each part; 0: all"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes")
    parser.add_argument("--out", type=Path, default=FOLDER / "results.jsonl", help="the file of results")
    given = parser.parse_args(arguments)
    results = open_results(given.out)
    search(results, given.set, given.sample, given.jobs)
    print("\n\n".join(tables(results)))


if __name__ == "__main__":
    main()
