"""How long it takes to generate all plays of a position; run by hand:

    python -m tests.tools.bench_movegen

The positions are those of positions/first-empty-bag.jsonl; each is generated afresh, line by line, without
the cache of plays.  Medians and maxima in microseconds of CPU time, by the number of blanks on the rack.
"""

from __future__ import annotations

import json
import statistics
import time

import numpy as np

from bstar.game import INF, new_moves
from bstar.jit import kernel
from scrabble.files import bundled
from scrabble.game import cgp
from scrabble.movegen.compile_position import compile_position
from scrabble.solver.games.plain import _moves, new_plain_game
from tests.doors.bridge import enable

ROUNDS = 20


@kernel
def generate(game, moves, rounds):
    """Generate the plays of a position so many times; return their number."""
    count = np.int64(0)
    for _ in range(rounds):
        count, _ = _moves(game, np.int64(-INF), np.int64(INF), moves, np.int64(0))
    return count


def main() -> None:
    """Print the table."""
    times: dict[int, list[float]] = {}
    moves = new_moves(1 << 17)
    for line in (bundled("positions") / "first-empty-bag.jsonl").read_text("utf-8").splitlines():
        position = cgp.loads(json.loads(line)["cgp"])
        game = new_plain_game(compile_position(position, enable()))
        generate(game, moves, np.int64(1))
        began = time.process_time()
        generate(game, moves, np.int64(ROUNDS))
        used = (time.process_time() - began) / ROUNDS * 1e6
        times.setdefault(position.rack_codes[0].count(0), []).append(used)
    for blanks, used in sorted(times.items()):
        median, worst = statistics.median(used), max(used)
        print(f"{blanks} blanks: {len(used)} positions, median {median:.0f}, max {worst:.0f}")


if __name__ == "__main__":
    main()
