"""How good the move is that a stopped search with tiles in the bag names, run by hand.

    python -m tests.tools.bench_stopped_bags 1 10               all proven positions, after 1 s and 10 s
    python -m tests.tools.bench_stopped_bags 1 10 --every 10    one in ten of them

The answers are those of positions/preendgame.jsonl.  Of each time: how often the move is a best one, how
often no move wins more often, and how much chance and spread it loses in the mean.  What a move that is named
there is worth is proven afterwards, in a search of its own, for at most `--judge` seconds.  Seconds are those
of the clock: run it on an idle machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from statistics import fmean
from typing import Any, NamedTuple

from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.solver import MoveResult, PreendgameSearch, Solution, SolveOptions
from scrabble.solver.interval import Interval, from_wire
from tests.conftest import POSITIONS
from tests.doors.bridge import enable

MEMORY = 400 << 20
JUDGE_SECONDS = 60.0


class Loss(NamedTuple):
    """How much a move that was named loses against the best one; None: not known."""

    win: Fraction | None
    spread: Fraction | None  # of a move that loses no win probability


def proven_positions(every: int) -> Iterator[dict[str, Any]]:
    """One in `every` of the positions whose chance and spread are proven."""
    lines = (POSITIONS / "preendgame.jsonl").read_text("utf-8").splitlines()
    proven = [each for each in map(json.loads, lines) if each["proven"] and _is_exact(each)]
    yield from proven[::every]


def _is_exact(record: dict[str, Any]) -> bool:
    return all(from_wire(record[name]).is_exact for name in ("win", "spread"))


def stopped(position: Position, seconds: float) -> Solution:
    """The answer of a search that is stopped at a time limit."""
    options = SolveOptions(seconds=seconds, memory=MEMORY, settle_ties=True)
    search = PreendgameSearch(position, enable(), options)
    search.warm_up()
    return search.result()


def evaluated(found: Solution, seconds: float) -> MoveResult:
    """What is proven of the move that an answer names, the best one apart, in a search of its own."""
    options = SolveOptions(seconds=seconds, memory=MEMORY, value_of=found.move)
    search = PreendgameSearch(found.position, enable(), options)
    search.warm_up()
    move = search.result().evaluated_move
    assert move is not None
    return move


def loss(record: dict[str, Any], found: Solution, seconds: float) -> Loss:
    """What the move of an answer loses against the best one of the corpus."""
    if found.text == record["best"] or found.status == "proven":
        return Loss(Fraction(0), Fraction(0))
    own = evaluated(found, seconds)
    win = _difference(from_wire(record["win"]), own.win)
    return Loss(win, _difference(from_wire(record["spread"]), own.spread) if win == 0 else None)


def _difference(best: Interval, own: Interval) -> Fraction | None:
    return Fraction(best.lower) - Fraction(own.lower) if own.is_exact else None


def measure(seconds: float, every: int, judge_seconds: float) -> None:
    """Print the figures of one time limit."""
    losses, proven = [], 0
    for record in proven_positions(every):
        found = stopped(cgp.loads(record["cgp"]), seconds)
        truth = from_wire(record["win"]).lower
        assert found.win.lower <= truth <= found.win.upper, record["id"]
        proven += found.status == "proven"
        losses.append(loss(record, found, judge_seconds))
    chances = [each.win for each in losses if each.win is not None]
    spreads = [each.spread for each in losses if each.spread is not None]
    best = losses.count(Loss(Fraction(0), Fraction(0)))
    print(f"{seconds:g} s: {len(losses)} positions, {proven} proven; a best move named in {best}")
    print(f"  no move wins more often: {chances.count(Fraction(0))} of {len(chances)} that are known")
    print(f"  win probability lost on average: {100 * fmean(map(float, chances or [Fraction(0)])):.2f} %")
    mean = fmean(map(float, spreads or [Fraction(0)]))
    print(
        f"  points lost on average by those that lose no chance: {mean:.2f} ({len(spreads)} known)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("seconds", type=float, nargs="*", default=[1.0, 10.0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="Take one position in N.")
    parser.add_argument("--judge", type=float, default=JUDGE_SECONDS, metavar="SECONDS")
    options = parser.parse_args()
    for seconds in options.seconds:
        measure(seconds, options.every, options.judge)


if __name__ == "__main__":
    main()
