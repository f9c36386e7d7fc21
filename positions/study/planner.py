"""Fit and check the planner on real endgames; run by hand, minutes in all:

    python positions/study/planner.py truth FILE [N]   true worth of all moves of each Nth position, in FILE
    python positions/study/planner.py fit FILE         numbers for scrabble/solver/planner/game.py
    python positions/study/planner.py cover FILE       how often the true worth lies inside
    python positions/study/planner.py rounds FILE      optimal moves after so many widenings

The positions are those of positions/late.jsonl and the quickly solved ones of first-empty-bag.jsonl.
Every other position, by its number in FILE, is fitted on; the rest and the first empty bags are for testing.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bstar.depth_first.stack import new_stack
from bstar.engine import Engine, SearchStopped
from bstar.game import INF
from bstar.jit import kernel
from bstar.root import RootMove
from bstar.tree.rounds import TreeBStar
from positions.study.records import Results
from scrabble.files import bundled
from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.solver.games.fast import new_fast_game
from scrabble.solver.planner.game import (
    MARGINS,
    MOST_TILES,
    estimate_move,
    estimate_root,
    new_planned_game,
    prepare,
)

LEXICON = Lexicon("ENABLE")
QUICK = 0.5  # CPU seconds to solve a first empty bag
NODES = 3_000_000  # for all moves of a position
STEP, EXPANSIONS = 3, 3_000  # points of a widening, limit of a search
ROUNDS = (0, 1, 2, 3, 5, 10)
QUANTILES = {-1: 0.95, 1: 0.97}  # below, above
NEAR = 25.0  # points from the best move where a move counts e times less


@kernel
def guess_features(game, buffer, count, rows):
    """Write what the planner estimates of every move, and why, into the rows of `rows`, int64[N, 4]."""
    prepare(game)
    for index in range(count):
        guess = estimate_move(game, np.int64(buffer.move[index]), np.int64(buffer.gain[index]))
        for column in range(4):
            rows[index, column] = guess[column]


def write_truths(file: Path, every: int = 1) -> None:
    """Solve every move of positions that the file does not have; one that takes too long has no worths."""
    results = Results(file, "set", "id")
    for name in ("late", "first-empty-bag"):
        for line in (bundled("positions") / f"{name}.jsonl").read_text("utf-8").splitlines()[::every]:
            row = json.loads(line)
            is_easy = name == "late" or (row["proven"] and row["cpu_seconds"] <= QUICK)
            if is_easy and (name, row["id"]) not in results:
                worths = worths_of(row["cgp"])
                results.add({"id": row["id"], "set": name, "cgp": row["cgp"], "worths": worths})


def worths_of(text: str) -> dict[str, int]:
    """Return the worth of every move, {} if that takes too long."""
    state = compile_position(cgp.loads(text), LEXICON)
    engine = Engine(new_fast_game(state, 64 << 20), memory_bytes=128 << 20)
    engine.limit_nodes(NODES)
    try:
        return {
            str(move): lower
            if lower == upper
            else engine.move_value(RootMove(move, gain, lower, upper), -INF // 2, INF // 2)
            for move, gain, lower, upper in engine.moves()
        }
    except SearchStopped:
        return {}


def truths(file: Path) -> list[dict[str, Any]]:
    """Return the solved positions."""
    return [each for each in Results(file, "set", "id").select() if each["worths"]]


def measured(file: Path) -> dict[str, np.ndarray]:
    """Every move that is not settled without a search: truth, guess and features, as columns."""
    features = np.zeros((1 << 17, 4), np.int64)
    game, columns = None, defaultdict(list)
    seconds = nodes = 0.0
    for number, row in enumerate(truths(file)):
        position = cgp.loads(row["cgp"])
        fast = new_fast_game(compile_position(position, LEXICON), 16 << 20)
        game = new_planned_game(fast.state, 1 << 20) if game is None else game
        game = game._replace(fast=fast)
        count, buffer, estimates = estimate_root(game)
        began = time.process_time()
        guess_features(game, buffer, count, features)
        if number:
            seconds, nodes = seconds + time.process_time() - began, nodes + 1
        open_moves = np.flatnonzero(buffer.lower[:count] != buffer.upper[:count])
        worths = np.array([row["worths"][str(buffer.move[at])] for at in open_moves])
        columns["number"].append(np.full(len(open_moves), number))
        columns["is_late"].append(np.full(len(open_moves), row["set"] == "late"))
        columns["behind"].append(max(row["worths"].values()) - worths)
        columns["worth"].append(worths)
        for name, values in (("lower", buffer.lower), ("upper", buffer.upper)):
            columns[name].append(values[open_moves])
        for name, values in zip(estimates._fields, estimates, strict=True):
            columns[name].append(values[open_moves])
        columns["features"].append(features[open_moves, 1:])
        columns["racks"].append(np.tile([len(rack) for rack in position.rack_codes], (len(open_moves), 1)))
    print(f"{nodes:.0f} positions, {seconds / nodes * 1e6:.0f} microseconds of planning each")
    return {name: np.concatenate(parts) for name, parts in columns.items()}


def fit(file: Path) -> None:
    """Print the widths of every course, by quantile regression on the even positions."""
    data = measured(file)
    off = data["worth"] - data["realistic"]
    course, tiles, other_tiles = data["features"].T.astype(float)
    terms = [np.ones_like(tiles), np.minimum(tiles, MOST_TILES), np.minimum(other_tiles, MOST_TILES)]
    sizes = np.bincount(data["number"])[data["number"]]
    weight = sizes**-0.5 * np.exp(-np.maximum(0, data["behind"] + np.minimum(0, off)) / NEAR)
    for number in range(len(MARGINS)):
        chosen = (course == number) & (data["number"] % 2 == 0) & data["is_late"]
        design = np.stack(terms, 1)[chosen]
        for sign, quantile in QUANTILES.items():
            line = quantile_line(design, np.maximum(sign * off[chosen], 0), weight[chosen], quantile)
            print(number, "below" if sign < 0 else "above", [round(float(each), 1) for each in line])


def quantile_line(design: np.ndarray, values: np.ndarray, weight: np.ndarray, quantile: float) -> np.ndarray:
    """Minimise the pinball loss by gradients (Adam), the last quarter of 6,000 steps averaged."""
    scale = np.where(design.std(0) == 0, 1, design.std(0))
    scaled = design / scale
    line, mean, spread, total = (np.zeros(design.shape[1]) for _ in range(4))
    share = weight / weight.sum()
    for step in range(1, 6001):
        slope = np.where(values > scaled @ line, quantile, quantile - 1)
        gradient = -(scaled * (share * slope)[:, None]).sum(0)
        mean, spread = 0.9 * mean + 0.1 * gradient, 0.999 * spread + 0.001 * gradient**2
        rate = 0.3 if step < 3000 else 0.03
        line -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-9)
        total += line if step > 4500 else 0
    return total / 1500 / scale


def cover(file: Path) -> None:
    """Print how often the true worth lies inside, and the mean width, by tiles."""
    data = measured(file)
    inside = (data["pessimistic"] <= data["worth"]) & (data["worth"] <= data["optimistic"])
    wide = data["optimistic"] - data["pessimistic"]
    off = np.abs(data["worth"] - data["realistic"])
    is_near = data["behind"] <= 10
    is_test = data["number"] % 2 == 1

    def show(name: str, chosen: np.ndarray) -> None:
        if chosen.any():
            print(
                f"{name:28} {chosen.sum():7,} moves  inside {inside[chosen].mean():6.1%}"
                f"  width {wide[chosen].mean():5.1f}  off by {off[chosen].mean():4.2f}"
                f"  exact {(off[chosen] == 0).mean():4.0%}"
            )

    show("late, fitted", data["is_late"] & ~is_test)
    show("late, tested", data["is_late"] & is_test)
    show("late, tested, near the best", data["is_late"] & is_test & is_near)
    show("first empty bag, tested", ~data["is_late"])
    show("first, near the best", ~data["is_late"] & is_near)
    for tiles in range(2, 15):
        chosen = (data["racks"].sum(1) == tiles) & (is_test | ~data["is_late"])
        show(f"{tiles} tiles in all, tested", chosen)
    for number in range(len(MARGINS)):
        show(f"course {number}, tested", (data["features"][:, 0] == number) & is_test & data["is_late"])


def rounds(file: Path) -> None:
    """Print rate of optimal moves, points lost and expansions after so many widenings."""
    stack, game = new_stack(16, 1 << 17), None
    for part, chosen in (
        ("late, fitted", lambda number, row: row["set"] == "late" and number % 2 == 0),
        ("late, tested", lambda number, row: row["set"] == "late" and number % 2 == 1),
        ("first empty bag, tested", lambda number, row: row["set"] != "late"),
    ):
        results: dict[int, list[tuple[int, int, bool]]] = defaultdict(list)
        began = time.process_time()
        for number, row in enumerate(truths(file)):
            if not chosen(number, row):
                continue
            fast = new_fast_game(compile_position(cgp.loads(row["cgp"]), LEXICON), 32 << 20)
            game = new_planned_game(fast.state, 1 << 20) if game is None else game
            search = TreeBStar(game._replace(fast=fast), heuristic=True, stack=stack)
            best = max(row["worths"].values())
            result = (0, 0, False)
            for each in search.rounds(STEP, stable=ROUNDS[-1], most=ROUNDS[-1], expansions=EXPANSIONS):
                verdict = each.verdict
                lost = best - row["worths"][str(verdict.move)]
                result = (lost, verdict.expansions, verdict.status == "proven")
                results[each.number].append(result)
            for number in range(each.number + 1, ROUNDS[-1] + 1):
                results[number].append(result)
        print(f"{part}, {len(results[0])} positions, {time.process_time() - began:.0f} s")
        for number in ROUNDS:
            lost, expansions, proven = np.array(results[number]).T
            print(
                f"  {number:2} widenings  optimal {(lost == 0).mean():6.1%}  lost {lost.mean():5.3f}"
                f"  expansions {expansions.mean():6.1f} (median {np.median(expansions):.0f})"
                f"  proven {proven.mean():4.0%}"
            )


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    actions: dict[str, Callable[[Path], None]]
    actions = {"truth": write_truths, "fit": fit, "cover": cover, "rounds": rounds}
    parser.add_argument("action", choices=actions)
    parser.add_argument("file", type=Path, help="the true worths")
    parser.add_argument("every", nargs="?", type=int, default=1, metavar="N", help="each Nth position")
    given = parser.parse_args(arguments)
    if given.action == "truth":
        write_truths(given.file, given.every)
    else:
        actions[given.action](given.file)


if __name__ == "__main__":
    main()
