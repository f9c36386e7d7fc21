"""What `solve` takes with other options: threads, who wins, with the bag known, and so on.

    python positions/study/options.py solver=mtdf solver=mtdf,workers=2     how much faster two threads are
    python positions/study/options.py objective=value objective=outcome     who wins is known sooner
    python positions/study/options.py settle_ties=1 settle_ties=1,workers=2 --set preendgame --every 7

Each variant is a list of options of `scrabble.SolveOptions`; the variants take turns on each position.
What is not in the file of results is searched; then a table in Markdown is printed of all results.

    seconds, ratio   of the clock, set-up included: run it on a machine with nothing else to do
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from statistics import median
from typing import Any

from positions.study.records import FOLDER, Results, geometric, table, versions, within
from scrabble.bench.measure import BenchPosition, load_set
from scrabble.game.tiles import MOST_IN_BAG
from scrabble.solver import SolveOptions, solve

MARKS = (0.1, 1.0, 10.0)  # seconds
LEAST = 0.5  # seconds of the first variant: ratios are of positions that take it as long
SWITCHES = {each.name for each in fields(SolveOptions) if isinstance(each.default, bool)}


def options_of(variant: str, seconds: float) -> SolveOptions:
    """Return the options of a variant such as `solver=mtdf,workers=2`; a switch is 0 or 1."""
    given: dict[str, Any] = {}
    for name, _, text in (each.partition("=") for each in variant.split(",")):
        value = int(text) if text.isdecimal() else text
        given[name] = bool(value) if name in SWITCHES else value
    return SolveOptions(seconds=seconds, **given)


def searched(task: BenchPosition, variant: str, seconds: float) -> dict[str, Any]:
    """Search a position."""
    began = time.perf_counter()
    found = solve(task.reading.position, task.reading.lexicon, options_of(variant, seconds))
    return {
        "variant": variant,
        "id": task.id,
        "status": str(found.status),
        "nodes": found.nodes,
        "seconds": round(time.perf_counter() - began, 4),
    }


def search(results: Results, tasks: Sequence[BenchPosition], variants: Sequence[str], seconds: float) -> None:
    """Search what is missing."""
    todo = [(task, each) for task in tasks for each in variants if (each, task.id) not in results]
    for variant in {variant for _, variant in todo}:
        searched(todo[0][0], variant, 0.1)  # loads the kernels
    for task, variant in todo:
        results.add(searched(task, variant, seconds))


def rows(results: Results, variants: Sequence[str]) -> Iterator[list[str]]:
    """Yield proofs and times of each variant, and its ratio to the first one."""
    first = {each["id"]: each for each in results.select(variant=variants[0], status="proven")}
    for variant in variants:
        own = results.select(variant=variant)
        proven = {each["id"]: each for each in own if each["status"] == "proven"}
        times = [each["seconds"] for each in proven.values()]
        both = [(each["seconds"], proven[name]["seconds"]) for name, each in first.items() if name in proven]
        ratios = [other / one for one, other in both if one >= LEAST]
        yield [
            f"`{variant}`",
            f"{len(proven)}/{len(own)}",
            *map(str, within(times, MARKS)),
            f"{median(times):.3f}" if times else "-",
            f"{sum(times):.1f}",
            f"{geometric(ratios):.2f} ({len(ratios)})" if ratios else "-",
        ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("variants", nargs="+", help="options, such as solver=mtdf,workers=2")
    parser.add_argument("--set", default="first-empty-bag", help="a bundled set, or a file of positions")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth position")
    parser.add_argument("--seconds", type=float, default=10.0, help="of the clock, for a search")
    parser.add_argument("--out", type=Path, default=FOLDER / "options.jsonl", help="the file of results")
    given = parser.parse_args(arguments)
    results = Results(given.out, "variant", "id")
    tasks = load_set(given.set, bag_limit=MOST_IN_BAG)[:: given.every]
    search(results, tasks, given.variants, given.seconds)
    print(f"**options**: {versions(results.select())}\n")
    head = ["options", "proven", *(f"in {mark:g} s" for mark in MARKS), "median", "total"]
    print(table([*head, f"ratio, from {LEAST:g} s"], rows(results, given.variants)))


if __name__ == "__main__":
    main()
