"""Measure the search of positions with tiles in the bag, here or in a checkout of the program.

    |-- set_up --|------------- search -------------|
    |----------------- seconds ---------------------|
    position,    moves and draws,                   win probability and mean spread of the best move proven,
    lexicon      tables                             or time limit reached

The search is that of `endgame solve` in one thread, until the best move is proven by spread, too.  Costs are
CPU seconds, nodes, and queries about a move and a draw.

It is compared with a checkout whose own `bench` knows no such positions by running the text of this module in
both, so that nothing is imported here that came later than both kinds of search: `python -c TEXT --set FILE
--time SECONDS`.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from scrabble import sources
from scrabble.bench.machine import peak_memory
from scrabble.files import PACKAGE, json_line
from scrabble.game.position import Position
from scrabble.game.unseen import MOST_IN_BAG
from scrabble.lexicon import Lexicon
from scrabble.solver import PreendgameSearch, SolveOptions

SOLVER = "bstar"
MEMORY = 512 << 20  # bytes


def prepare_search(position: Position, lexicon: Lexicon, seconds: float, memory: int) -> None:
    """Compile or load all that such a search runs."""
    PreendgameSearch(position, lexicon, SolveOptions(memory=memory)).warm_up()
    search_preendgame(position, lexicon, seconds, memory)


def search_preendgame(
    position: Position,
    lexicon: Lexicon,
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Search a position for at most `seconds` of CPU time; return answer and costs as plain data."""
    gc.collect()
    began = time.process_time()
    search = PreendgameSearch(position, lexicon, SolveOptions(memory=memory, settle_ties=True))
    ready = time.process_time()
    for _ in search.watch(lambda: None):
        if is_stopped():
            search.stop()
        elif time.process_time() - began > seconds:
            search.stop("time")
    found = search.result()
    ended = time.process_time()
    assert found.preendgame is not None
    return {
        "status": str(found.status),
        "move": found.text,
        "bounds": _plain(found.bounds),
        "win": _plain(found.win),
        "set_up": ready - began,
        "seconds": ended - began,
        "nodes": found.nodes,
        "queries": found.preendgame.queries,
        "stopped_by": None if found.stopped_by is None else str(found.stopped_by),
        "memory": peak_memory(),
    }


def _plain(bounds: Iterable[float | Fraction]) -> list[str | None]:
    """Return an interval as `to_wire` does, which stood elsewhere in earlier versions."""
    return [None if math.isinf(bound) else str(Fraction(bound)) for bound in bounds]


def main() -> None:
    """Measure the positions of a file, and print as `endgame bench --json` does."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", type=Path)
    parser.add_argument("--time", type=float)
    given = parser.parse_args()
    status = 0
    try:
        for number, entry in enumerate(sources.entries([str(given.set)])):
            reading = sources.resolve(entry, bag_limit=MOST_IN_BAG)
            if number == 0:
                prepare_search(reading.position, reading.lexicon, 0.1, MEMORY)
            found = search_preendgame(reading.position, reading.lexicon, given.time, MEMORY)
            sys.stdout.write(f"{json_line({'number': number, 'id': entry.id, 'setting': SOLVER} | found)}\n")
    except KeyboardInterrupt:
        status = 130
    sys.stdout.write(f"{json_line({'folder': str(PACKAGE.parent)})}\n")
    sys.exit(status)


if __name__ == "__main__":
    main()
