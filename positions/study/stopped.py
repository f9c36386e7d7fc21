"""What stopped searches say: how good is the move that they choose, and how much worse may it be at most?

    python positions/study/stopped.py 0.1 1 10 --every 2 --solvers bstar,mtdf,maven
    python positions/study/stopped.py 1 10 --set preendgame --judge 20

Searches are stopped after so many CPU seconds, those with tiles in the bag, too (by `bstar`).  The judge, a
search of `--judge` seconds of its own, proves what the chosen move loses against the best one, as far as it
gets.  What is not in the file of results is searched; then a table in Markdown is printed of all results.

    regret   by how much the chosen move can at most be worse, by what the stopped answer itself proves
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any

from positions.study.records import FOLDER, Results, table, versions
from scrabble.answer.interval import Interval, exactly
from scrabble.answer.names import Status
from scrabble.answer.solution import Solution
from scrabble.bench.measure import BenchPosition, load_set
from scrabble.game.tiles import MOST_IN_BAG
from scrabble.solver import EndgameSearch, PreendgameSearch, SolveOptions, solve
from scrabble.solver.setup import warm_up

TICK = 0.005  # seconds


def stopped(task: BenchPosition, solver: str, seconds: float) -> Solution:
    """Search a position for so many CPU seconds."""
    position, lexicon = task.reading.position, task.reading.lexicon
    if task.is_preendgame:
        search: Any = PreendgameSearch(position, lexicon, SolveOptions(settle_ties=True))
        search.warm_up()
    else:
        warm_up(position, lexicon, solver)
        search = EndgameSearch(position, lexicon, SolveOptions(solver=solver))
    began, has_ended = time.process_time(), threading.Event()

    def watch() -> None:
        while not has_ended.wait(TICK):
            if time.process_time() - began > seconds:
                search.stop("time")
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        return search.result()
    finally:
        has_ended.set()
        watcher.join()


def losses(task: BenchPosition, found: Solution, seconds: float) -> dict[str, float | None]:
    """Return win probability and points that the chosen move loses; None if that is not proven."""
    if found.status == Status.PROVEN:
        return {"lost_win": 0, "lost": 0}
    wanted = SolveOptions(seconds=seconds, value_of=found.move, settle_ties=task.is_preendgame)
    judged = solve(task.reading.position, task.reading.lexicon, wanted)
    own = judged.evaluated_move
    assert own is not None
    best = judged.spread if task.known is None else exactly(task.known + found.lead)
    lost_win = Interval(0, 0)
    if task.is_preendgame:
        best_win = judged.win if task.known_win is None else exactly(task.known_win)
        lost_win = best_win.add(own.win.negated)
    lost = best.add(own.spread.negated)
    return {
        "lost_win": _number(lost_win),
        "lost": _number(lost) if lost_win.exact == 0 else None,  # points count where no chance is lost
    }


def _number(loss: Interval) -> float | None:
    """Return an exact loss; a loss is never less than 0."""
    if loss.upper <= 0:
        return 0
    return None if loss.exact is None else float(Fraction(loss.exact))


def search(results: Results, tasks: Sequence[BenchPosition], given: argparse.Namespace) -> None:
    """Search what is missing."""
    for task in tasks:
        for solver in ["bstar"] if task.is_preendgame else given.solvers.split(","):
            for seconds in given.seconds:
                if (task.id, solver, seconds) in results:
                    continue
                found = stopped(task, solver, seconds)
                result = {
                    "id": task.id,
                    "solver": solver,
                    "seconds": seconds,
                    "move": found.text,
                    "is_proven": found.status == Status.PROVEN,
                    "regret": float(found.regret),
                }
                results.add(result | losses(task, found, given.judge))


def rows(results: Results) -> Iterator[list[str]]:
    """Yield the figures of each limit and solver: of all positions, then of those that are not proven."""
    for seconds, solver in sorted({(each["seconds"], each["solver"]) for each in results.select()}):
        own = results.select(seconds=seconds, solver=solver)
        rest = [each for each in own if not each["is_proven"]]
        regrets = [each["regret"] for each in rest]
        tenths = quantiles(regrets, n=10) if len(regrets) > 1 else None
        yield [
            f"{seconds:g} s, `{solver}`",
            f"{len(rest)}/{len(own)}",
            *_losses(own),
            *_losses(rest),
            "-" if tenths is None else f"{tenths[4]:.3g}, {tenths[8]:.3g}",
        ]


def _losses(found: Sequence[dict[str, Any]]) -> list[str]:
    """Return how often the move is a best one, and what it loses, where that is known."""
    chances = [each["lost_win"] for each in found if each["lost_win"] is not None]
    points = [each["lost"] for each in found if each["lost"] is not None]
    known = len(points) + sum(chance > 0 for chance in chances)
    if not known:
        return ["-", "-", "-"]
    return [
        f"{points.count(0)}/{known}",
        f"{100 * fmean(chances):.2f} %",
        f"{fmean(points):.2f}, {max(points):g}" if points else "-",
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("seconds", nargs="+", type=float, help="limits, in CPU seconds")
    parser.add_argument("--set", default="first-empty-bag", help="a bundled set, or a file of positions")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth position")
    parser.add_argument("--solvers", default="bstar", help="of endgames, with commas")
    parser.add_argument("--judge", type=float, default=60.0, help="seconds for what a move loses")
    parser.add_argument("--out", type=Path, default=FOLDER / "stopped.jsonl", help="the file of results")
    given = parser.parse_args(arguments)
    results = Results(given.out, "id", "solver", "seconds")
    search(results, load_set(given.set, bag_limit=MOST_IN_BAG)[:: given.every], given)
    print(f"**stopped**: {versions(results.select())}\n")
    each = ("a best move", "chance lost", "points lost: mean, most")
    head = ["limit", "not proven", *each, *(f"of these: {name}" for name in each), "regret: median, p90"]
    print(table(head, rows(results)))


if __name__ == "__main__":
    main()
