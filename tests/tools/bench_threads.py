"""How much faster are several threads than one?  Run by hand on a machine with nothing else to do:

    python -m tests.tools.bench_threads 2 --most 6                   endgames that take one thread 0.5 to 6 s
    python -m tests.tools.bench_threads 2 --set preendgame --every 4   one in four, with tiles in the bag

Seconds of the clock to the proof, set-up included: of an endgame's value by MTD(f), with tiles in the bag of
chance and spread.  One thread and several take turns.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

from scrabble import sources
from scrabble.game.unseen import is_preendgame
from scrabble.solver import Solution, SolveOptions, solve

LEAST = 0.5  # seconds: what takes less is left out


class Measured(NamedTuple):
    """One search, and the seconds that it took."""

    seconds: float
    found: Solution


def measured(reading: sources.ResolvedPosition, threads: int, most: float) -> Measured:
    """Search a position to its proof, for at most `most` seconds."""
    options = SolveOptions(solver="mtdf", seconds=most, workers=threads)
    if is_preendgame(reading.position):
        options = SolveOptions(seconds=most, workers=threads, settle_ties=True)
    began = time.perf_counter()
    found = solve(reading.position, reading.lexicon, options)
    return Measured(time.perf_counter() - began, found)


def main() -> None:
    """Print each position that is measured, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("threads", type=int, nargs="?", default=2)
    parser.add_argument("--most", type=float, default=15.0, help="seconds of a search")
    parser.add_argument("--set", default="first-empty-bag")
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    readings = [
        sources.resolve(entry, bag_limit=2) for entry in [*sources.entries([given.set])][:: given.every]
    ]
    for threads in (1, given.threads):  # kernels are loaded
        measured(readings[0], threads, given.most)
    pairs: list[tuple[Measured, Measured]] = []
    for number, reading in enumerate(readings):
        one = measured(reading, 1, given.most)
        if one.seconds < LEAST or one.found.status != "proven":
            continue
        several = measured(reading, given.threads, given.most)
        is_proven = several.found.status == "proven"
        assert not is_proven or several.found.spread == one.found.spread, reading.position
        pairs.append((one, several))
        shown = (f"{each.seconds:7.2f} s {each.found.nodes:9,} nodes" for each in pairs[-1])
        print(number * given.every, *shown, "" if is_proven else "not proven", flush=True)
    sums = [sum(pair[at].seconds for pair in pairs) for at in range(2)]
    ratios = sorted(one.seconds / several.seconds for one, several in pairs)
    least, middle, most = ratios[0], ratios[len(ratios) // 2], ratios[-1]
    print(f"{len(pairs)} positions, {sums[0]:.1f} s with one thread, {sums[1]:.1f} s with {given.threads}")
    print(f"ratio of the sums {sums[0] / sums[1]:.2f}; {least:.2f} to {most:.2f}, median {middle:.2f}")


if __name__ == "__main__":
    main()
