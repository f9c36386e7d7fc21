"""What stopped searches say: by how much the move they choose can at most be worse than another one.

    python -m tests.tools.bench_stopped 1 10     both sets of real positions, stopped after 1 s and after 10 s

Of the positions that are not proven by then, the regret by arithmetic alone and with what the lines can take.
Seconds are of the CPU, for the search; every known value is held against the bounds.
"""

from __future__ import annotations

import json
import sys
import time
from statistics import quantiles

from scrabble import cgp
from scrabble.bounds.caps import caps_of
from scrabble.endgame import Solution
from scrabble.endgame.search import Search
from scrabble.endgame.warm_up import warm_up
from scrabble.lexicon import Lexicon
from tests.conftest import POSITIONS
from tests.doors.bridge import enable

SETS = ("first-empty-bag", "selfplay")


def stopped(text: str, lexicon: Lexicon, seconds: float) -> Solution:
    """Search a position for so long."""
    position = cgp.parse(text)
    warm_up(position, lexicon, "bstar")
    began = time.process_time()
    search = Search(position, lexicon)
    for _ in search:
        if time.process_time() - began > seconds:
            search.stop("time")
    return search.result()


def regret_by_arithmetic(found: Solution) -> int:
    """The regret if the lines had not been looked at."""
    caps = caps_of(found.position)
    bounds = []
    for each in found.moves:
        least, most = caps.of(each.move, each.score)
        lower = least if each.lower is None else max(least, each.lower)
        bounds.append((lower, most if each.upper is None else min(most, each.upper)))
    return max(upper for _, upper in bounds[1:]) - bounds[0][0]


def measure(seconds: float) -> None:
    regrets, positions = [], 0
    for name in SETS:
        for line in (POSITIONS / f"{name}.jsonl").read_text("utf-8").splitlines():
            record = json.loads(line)
            positions += 1
            found = stopped(record["cgp"], enable(), seconds)
            known = record["value"] if record.get("proven") else None
            assert known is None or found.lower <= known <= found.upper, record["id"]
            if found.status != "proven":
                regrets.append((regret_by_arithmetic(found), found.regret))
    print(f"{seconds:g} s: {len(regrets)} of {positions} not proven")
    for what, each in zip(("by arithmetic", "by lines"), zip(*regrets, strict=True), strict=True):
        tenths = quantiles(each, n=10)
        print(
            f"  {what:14}  median {tenths[4]:5.0f}  p90 {tenths[8]:5.0f}  most {max(each):5.0f}", flush=True
        )


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["1"]:
        measure(float(argument))
