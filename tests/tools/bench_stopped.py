"""What stopped searches say: how good is the best move so far, and how bad may it be at most?

    python -m tests.tools.bench_stopped 1 10                     both sets of real positions, after 1 and 10 s
    python -m tests.tools.bench_stopped 1 --every 12 --truth 15  a small sample, for a look
    python -m tests.tools.bench_stopped 0.1 1 --sets first-empty-bag --solvers bstar,mtdf,maven

Of all positions, and of those that are not proven within the limit:

    best, lost    how often the chosen move is a best one, and the points that it loses, by proven values
    regret        by how much it can at most be worse than another one: what the answer itself can prove

What a move loses is value - (score - value after it).  Values that the set does not prove are searched for,
for at most `--truth` seconds each, and kept in `--answers`, so that another run need not search again; moves
whose loss is still open are counted apart.  Seconds before the stop are of the CPU; every known value is held
against the bounds.  `--doubt N` measures another choice (DOUBT of scrabble.solver.move_bounds): 5000 is the
best lower bound if there is any, -1 the highest estimate.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from scrabble.bounds.score_caps import score_caps
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.solver import Solution, SolveOptions, move_bounds
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.interval import Interval, Number, exactly, from_wire, to_wire
from scrabble.solver.names import Status
from scrabble.solver.setup import warm_up
from tests.conftest import POSITIONS
from tests.doors.bridge import enable

TICK = 0.005  # seconds
SETS = ("first-empty-bag", "selfplay")


@dataclass(frozen=True, slots=True)
class Stopped:
    """What a search said of a position when it was stopped."""

    solution: Solution
    loss: Interval

    @property
    def regret_by_arithmetic(self) -> Number:
        """The regret if the lines had not been looked at."""
        caps = score_caps(self.solution.position)
        bounds = []
        for each in self.solution.moves:
            bounds.append(each.searched.meet(Interval(*caps.of(each.move, each.score))))
        return max(each.upper for each in bounds[1:]) - bounds[0].lower


class Truth:
    """Proven values of positions: known from a set, kept from a run before, or searched for."""

    def __init__(self, seconds: float, path: Path | None) -> None:
        self._seconds, self._path = seconds, path
        self._values: dict[str, Interval] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                found = json.loads(line)
                self._values[found["cgp"]] = from_wire(found["bounds"])

    def value(self, position: Position) -> Interval:
        """The value of a position for the side to move, or its bounds."""
        if position.is_over:
            (mine, theirs), (first, second) = position.final_scores, position.scores
            return exactly(mine - first - (theirs - second))
        key = cgp.dumps(position)
        if key not in self._values:
            found = EndgameSearch(position, enable(), SolveOptions(seconds=self._seconds)).result()
            self.take(key, found.bounds)
        return self._values[key]

    def loss(self, solution: Solution, value: Interval) -> Interval:
        """What the best move so far loses against the best one."""
        best = solution.moves[0]
        worth = best.bounds
        if not worth.is_exact:
            after = self.value(solution.position.play(best.move))
            worth = worth.meet(after.negated.plus(best.score))
        return value.add(worth.negated).at_least(0)

    def take(self, key: str, value: Interval) -> None:
        """Keep a value."""
        self._values[key] = value
        if self._path is not None and value.is_exact:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"cgp": key, "bounds": to_wire(value)}) + "\n")


def stopped(position: Position, lexicon: Lexicon, solver: str, seconds: float) -> Solution:
    """Search a position for so long."""
    warm_up(position, lexicon, solver)
    compile_position(position, lexicon)  # brings the lexicon into the cache
    began = time.process_time()
    search = EndgameSearch(position, lexicon, SolveOptions(solver=solver))
    has_ended = threading.Event()

    def watch() -> None:
        while not has_ended.wait(TICK):
            if time.process_time() - began > seconds:
                search.stop("time")
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    solution = search.result()
    has_ended.set()
    watcher.join()
    return solution


def records(sets: Iterable[str], every: int) -> Iterator[dict[str, Any]]:
    """The positions of some sets."""
    for name in sets:
        for line in (POSITIONS / f"{name}.jsonl").read_text("utf-8").splitlines()[::every]:
            yield json.loads(line)


def measure(solver: str, seconds: float, sets: Sequence[str], every: int, truth: Truth) -> None:
    """Stop every search after so long, and say how good the answers are."""
    found = []
    for record in records(sets, every):
        position = cgp.loads(record["cgp"])
        solution = stopped(position, enable(), solver, seconds)
        known = exactly(record["value"]) if record.get("proven") else None
        assert known is None or solution.lower <= record["value"] <= solution.upper, record["id"]
        if solution.status == Status.PROVEN:
            found.append(Stopped(solution, exactly(0)))
        else:
            value = known or truth.value(position)
            found.append(Stopped(solution, truth.loss(solution, value)))
            print(f"  {record['id']:10}  {solution.text:18}  loses {_text(found[-1].loss)}", flush=True)
    rest = [each for each in found if each.solution.status != Status.PROVEN]
    print(f"{solver}, {seconds:g} s: {len(rest)} of {len(found)} not proven")
    for what, some in (("of all", found), ("of these", rest)):
        _print_losses(what, some)
    if len(rest) < 2:
        return
    for what, regrets in (
        ("regret by arithmetic", [each.regret_by_arithmetic for each in rest]),
        ("regret", [each.solution.regret for each in rest]),
    ):
        tenths = quantiles(map(float, regrets), n=10)
        print(
            f"  {what:20}  median {tenths[4]:5.0f}  p90 {tenths[8]:5.0f}  most {max(regrets):5.0f}",
            flush=True,
        )


def _text(loss: Interval) -> str:
    return str(loss.lower) if loss.is_exact else f"{loss.lower} to {loss.upper}"


def _print_losses(what: str, found: Sequence[Stopped]) -> None:
    """Print how often the chosen move is a best one, and what it loses."""
    losses = [int(each.loss.exact) for each in found if each.loss.exact is not None]
    if losses:
        best = sum(loss == 0 for loss in losses)
        print(
            f"  {what:20}  a best move in {best} of {len(losses)} ({100 * best / len(losses):.0f} %), "
            f"loses {mean(losses):.2f} points on average, {max(losses)} at most; "
            f"open: {len(found) - len(losses)}",
            flush=True,
        )


def main() -> None:
    """Measure by the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("seconds", nargs="*", type=float, default=[1.0], help="limits, in CPU seconds")
    parser.add_argument("--every", type=int, default=1, help="every N-th position only")
    parser.add_argument("--truth", type=float, default=600.0, help="seconds for a value that is not known")
    parser.add_argument("--answers", type=Path, help="file that keeps the values found, one a line")
    parser.add_argument("--doubt", type=int, default=move_bounds.DOUBT, help="points; see above")
    parser.add_argument("--solvers", default="bstar", help="solvers of `endgame solve`, with commas")
    parser.add_argument("--sets", default=",".join(SETS), help="sets of positions, with commas")
    asked = parser.parse_args()
    move_bounds.DOUBT = asked.doubt
    truth = Truth(asked.truth, asked.answers)
    for seconds in asked.seconds:
        for solver in asked.solvers.split(","):
            measure(solver, seconds, asked.sets.split(","), asked.every, truth)


if __name__ == "__main__":
    main()
