"""How long does it take to prove who wins?  CPU seconds of `--objective outcome` on first-empty-bag.

python -m tests.tools.bench_win [SECONDS]     at most so many for each, 10 unless told otherwise
"""

from __future__ import annotations

import json
import sys
import time
from statistics import median

from scrabble.game import cgp
from scrabble.solver import SolveOptions
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.setup import warm_up
from tests.conftest import POSITIONS
from tests.doors.bridge import enable

STEPS = (0.1, 1, 10, 60)


def main() -> None:
    most = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    taken, count = [], 0
    for line in (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines():
        position, count = cgp.loads(json.loads(line)["cgp"]), count + 1
        warm_up(position, enable(), "bstar")
        began = time.process_time()
        search = EndgameSearch(position, enable(), SolveOptions(objective="outcome"))
        for _ in search:
            if time.process_time() - began > most:
                search.stop("time")
        if search.result().status == "proven":
            taken.append(time.process_time() - began)
    for step in STEPS:
        print(f"within {step:g} s: {sum(seconds <= step for seconds in taken)} of {count}")
    print(f"median of these {median(taken):.3f} s")


if __name__ == "__main__":
    main()
