"""Plots of the results of `solvers.py`, by matplotlib (`pip install matplotlib`).

    python positions/study/plots.py                        from results.jsonl, into positions/study
    python positions/study/plots.py --results small.jsonl --out FOLDER

    solved.svg       proven positions by CPU time, one curve a solver
    strategies.svg   the same of B* with a tree of its own
    nodes.svg        nodes against nodes, one point a position; below the diagonal B* is ahead
    maven.svg        how often the choice is a best move, and its cost, by number of widenings

The colours are those of Okabe and Ito, which all kinds of colour vision separate.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from positions.study.records import FOLDER
from positions.study.solvers import MAVEN, PARTS, PROOF, REFERENCE, open_results, proven, trials_of
from scrabble.bench.compare_figures import WideningStats, widenings
from scrabble.bench.trial import Trial

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
SOFT = "#6d685d"
FIRST_TIME = 0.001  # seconds, where the curves of proven positions start
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "endgame",  # the same figures give the same file
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e6e2d8",
    "legend.frameon": False,
    "legend.fontsize": 9,
}


def solved(axes: Axes, trials: Sequence[Trial], names: Sequence[str], limit: float) -> None:
    """Draw proven positions by CPU time."""
    for number, name in enumerate(names):
        own = [each.outcome for each in trials if each.outcome.setting == name]
        times = sorted(max(each.seconds, FIRST_TIME) for each in own if each.is_proven)
        shares = [100 * (at + 1) / len(own) for at in range(len(times))]
        axes.step(
            [FIRST_TIME, *times, max([limit, *times])],
            [0, *shares, shares[-1] if shares else 0],
            where="post",
            label=f"{name} ({len(times)})",
            color=COLOURS[number % len(COLOURS)],
        )
    axes.set(xscale="log", xlabel="CPU seconds", ylabel="proven positions, %", ylim=(0, 103))
    axes.set(title="Proven by time", xlim=(FIRST_TIME, limit))
    axes.legend(loc="upper left", title="solver (proven)")


def nodes(axes: Axes, trials: Sequence[Trial]) -> None:
    """Draw nodes against nodes; a cross is a position that one of the two did not prove."""
    ours, theirs = (
        {each.outcome.number: each.outcome for each in trials if each.outcome.setting == name}
        for name in (REFERENCE, PROOF)
    )
    both = {*proven(trials, REFERENCE)} & {*proven(trials, PROOF)}
    for marker, colour, label, chosen in (
        ("o", COLOURS[0], "both", [number for number in ours if number in both]),
        ("x", COLOURS[1], "one stopped, or both", [number for number in ours if number not in both]),
    ):
        x, y = ([max(1, side[number].nodes) for number in chosen] for side in (ours, theirs))
        axes.scatter(x, y, s=16, marker=marker, color=colour, alpha=0.7, linewidths=1, label=label)
    largest = max(each.nodes for each in (*ours.values(), *theirs.values()))
    axes.plot([1, largest], [1, largest], color=SOFT, linewidth=1)
    axes.set(xscale="log", yscale="log", xlabel=f"nodes of {REFERENCE}", ylabel=f"nodes of {PROOF}")
    axes.set(title=f"Nodes to the proof: {REFERENCE} and {PROOF}")
    axes.legend(loc="upper left", title="proven by")


def maven(axes: Axes, found: Sequence[WideningStats]) -> None:
    """Draw the rate of best moves by widenings, and the mean of expansions."""
    at = [each.number for each in found]
    shares = [100 * each.best / each.judged for each in found]
    axes.plot(at, shares, "o-", color=COLOURS[0])
    axes.set(xlabel="widenings", xticks=at, ylim=(min(90, math.floor(min(shares)) - 1), 100.5))
    axes.set(title=f"{MAVEN} on {found[0].judged} positions")
    axes.set_ylabel("best moves, %", color=COLOURS[0])
    right = axes.twinx()
    right.plot(at, [each.expansions for each in found], "s--", color=COLOURS[1])
    right.set_ylabel("expansions, mean", color=COLOURS[1])
    right.set_ylim(0, None)
    right.grid(False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw all plots whose results there are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--results", type=Path, default=FOLDER / "results.jsonl", help="of solvers.py")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder of the plots")
    given = parser.parse_args(arguments)
    results = open_results(given.results)
    solvers, trees, rounds = (trials_of(results, name) for name in PARTS)
    if not solvers or not trees or not rounds:
        parser.error(f"{given.results}: expected results of all parts of solvers.py")
    first, tree_part = PARTS["solvers"], PARTS["strategies"]
    found = widenings(rounds, range(11))
    panels = {
        "solved": lambda axes: solved(axes, solvers, first.contenders[:-1], first.seconds),
        "nodes": lambda axes: nodes(axes, solvers),
        "strategies": lambda axes: solved(axes, trees, tree_part.contenders, tree_part.seconds),
        "maven": lambda axes: maven(axes, found),
    }
    for name, draw in panels.items():
        with matplotlib.rc_context(STYLE):
            figure = Figure((6.4, 4.2), layout="constrained")
            draw(figure.add_subplot())
            metadata = {"Date": None, "Creator": None}
            figure.savefig(given.out / f"{name}.svg", format="svg", metadata=metadata)


if __name__ == "__main__":
    main()
