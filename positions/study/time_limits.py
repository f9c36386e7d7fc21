"""How much longer than `--time` searches take, alone and beside processes that want the same cores.

    python positions/study/time_limits.py 0.5 2 --load 0 4 --set late --every 20
    python positions/study/time_limits.py 2 --set preendgame --every 10

A position is searched with each limit beside so many busy processes.  What is not in the file of results is
searched; then a table in Markdown is printed of all results.  Searches that end by themselves do not count.
The exit status is 1 if a search took longer than its limit by more than BOUND and half of the limit.

    beyond   seconds of the clock, set-up included, over the limit
    beside   CPU seconds of set-up and of what is done after the search, which other processes stretch
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from positions.study.records import FOLDER, Results, table, versions
from scrabble.bench.measure import BenchPosition, load_set
from scrabble.game.tiles import MOST_IN_BAG
from scrabble.solver import SolveOptions, solve

BOUND = 5.0  # seconds; a machine with nothing else to do needs a tenth of it
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    pass"


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Let so many processes count in a circle; they end with the block, or with this process."""
    with ExitStack() as stack:
        for _ in range(count):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", BUSY]))
            stack.callback(process.kill)
        yield


def searched(task: BenchPosition, limit: float, load: int) -> dict[str, Any]:
    """Search a position for so long."""
    began, beside = time.perf_counter(), time.thread_time()
    found = solve(task.reading.position, task.reading.lexicon, SolveOptions(seconds=limit))
    return {
        "load": load,
        "limit": limit,
        "id": task.id,
        "stopped": found.stopped_by == "time",
        "beyond": round(time.perf_counter() - began - limit, 4),
        "beside": round(time.thread_time() - beside, 4),  # the search runs in a thread of its own
    }


def search(
    results: Results, tasks: Sequence[BenchPosition], limits: Sequence[float], loads: Sequence[int]
) -> None:
    """Search what is missing."""
    for load in loads:
        todo = [(task, limit) for task in tasks for limit in limits if (load, limit, task.id) not in results]
        if not todo:
            continue
        searched(todo[0][0], 0.1, 0)  # loads the kernels
        with busy(load):
            for task, limit in todo:
                results.add(searched(task, limit, load))


def rows(results: Results) -> Iterator[list[str]]:
    """Yield what searches took beyond each limit, by load."""
    for load, limit in sorted({(each["load"], each["limit"]) for each in results.select()}):
        found = results.select(load=load, limit=limit)
        stopped = [each for each in found if each["stopped"]]
        beyond = [each["beyond"] for each in stopped] or [0.0]
        beside = max((each["beside"] for each in stopped), default=0.0)
        figures = [f"{each:.2f}" for each in (median(beyond), max(beyond), beside)]
        late = sum(each > BOUND + limit / 2 for each in beyond)
        yield [str(load), f"{limit:g}", f"{len(stopped)}/{len(found)}", *figures, str(late)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Search and print; return 1 if a search took too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("limits", nargs="+", type=float, help="seconds for a search, as --time")
    parser.add_argument("--load", nargs="+", type=int, default=[0, 4], metavar="N", help="busy processes")
    parser.add_argument("--set", default="late", help="a bundled set, or a file of positions")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth position")
    parser.add_argument("--out", type=Path, default=FOLDER / "time_limits.jsonl", help="the file of results")
    given = parser.parse_args(arguments)
    results = Results(given.out, "load", "limit", "id")
    tasks = load_set(given.set, bag_limit=MOST_IN_BAG)[:: given.every]
    search(results, tasks, given.limits, given.load)
    print(f"**time limits**: {versions(results.select())}\n")
    found = list(rows(results))
    head = ["busy processes", "limit", "stopped", "beyond, median", "most", "beside, most"]
    print(table([*head, f"beyond {BOUND:g} s and half the limit"], found))
    return int(any(row[-1] != "0" for row in found))


if __name__ == "__main__":
    sys.exit(main())
