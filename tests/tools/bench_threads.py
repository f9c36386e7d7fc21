"""How much faster are two threads than one?  Run by hand on a machine with nothing else to do:

    python -m tests.tools.bench_threads [THREADS] [SECONDS]

Wall-clock seconds of MTD(f) on the first-empty-bag positions that take one thread between 0.5 and SECONDS
seconds; one thread and several take turns.
"""

import sys
import time

from scrabble.bench import measure
from scrabble.solver import SolveOptions, solve

WORTH_IT = 0.5  # seconds


def main() -> None:
    threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    most = float(sys.argv[2]) if len(sys.argv) > 2 else 15.0
    totals: dict[int, list[float]] = {1: [0.0, 0], threads: [0.0, 0]}
    tasks = measure.load_set("first-empty-bag")
    for count in totals:  # kernels are loaded
        options = SolveOptions(solver="mtdf", workers=count)
        solve(tasks[0].reading.position, tasks[0].reading.lexicon, options)
    for task in tasks:
        reading = task.reading
        measured = []
        for count in totals:
            began = time.perf_counter()
            options = SolveOptions(solver="mtdf", seconds=most, workers=count)
            found = solve(reading.position, reading.lexicon, options)
            measured.append((time.perf_counter() - began, found.nodes, found.value))
            if measured[0][0] < WORTH_IT or found.value is None:
                break
        if len(measured) < len(totals) or measured[-1][2] is None:
            continue
        assert measured[0][2] == measured[1][2], task.id
        for count, (seconds, nodes, _) in zip(totals, measured, strict=True):
            totals[count][0] += seconds
            totals[count][1] += nodes
        print(task.id, *(f"{seconds:7.2f} s {nodes:9,} nodes" for seconds, nodes, _ in measured), flush=True)
    for count, (seconds, nodes) in totals.items():
        print(f"{count} threads: {seconds:.1f} s, {nodes:,.0f} nodes")
    print(f"ratio {totals[1][0] / totals[threads][0]:.2f}")


if __name__ == "__main__":
    main()
