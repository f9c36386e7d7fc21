"""Tests after a stop: a lower bound of the chosen move.

A search may be stopped when nothing is proven of the chosen move from below, though all others are bounded
from above.  Whether that move is worth some points less than the others may be is much easier to answer than
what was asked.

After a node limit a share of the nodes is spent on it, so that the answer is the same on every computer;
after a time limit a share of the time.  A search that is interrupted answers at once.
"""

from __future__ import annotations

import time
from contextlib import suppress

from bstar.background import CallInBackground
from bstar.engine import Engine, SearchStopped
from bstar.game import FAR
from bstar.options import Limit
from bstar.root import Root, RootMove
from bstar.search_control import STOP

DISTANCES = (56, 28, 14, 7)  # points; the easiest test first, as there may be time for one only
NODES_SHARE = 32
TIME_SHARE = 10
SHORT = 0.5  # seconds that a longer search looks on in any case
LONG = 3.0  # seconds that no search exceeds
LEAST = 0.005  # seconds


def limit_after(stopped_by: str | None, nodes: int, seconds: float) -> Limit | None:
    """Return how far to look on after a search that took some nodes and seconds; None: not at all."""
    if stopped_by == "nodes":
        return Limit(nodes=max(1, nodes // NODES_SHARE))
    if stopped_by == "time":
        return Limit(seconds=min(max(seconds / TIME_SHARE, min(seconds / 2, SHORT), LEAST), LONG))
    return None


def raise_lower_bound(engine: Engine, root: Root, move: RootMove, limit: Limit) -> None:
    """Test whether a move is worth nearly as much as it, or any other one, may be.

    The seconds of the limit are CPU seconds of each of the engine's threads.
    """
    others = max((each.upper for each in root.moves if each is not move), default=move.upper)
    most = min(move.upper, others)
    if most >= FAR:
        if move.estimate is None:
            return
        most = move.estimate

    def test() -> None:
        with suppress(SearchStopped):
            for distance in DISTANCES:
                gamma = min(most, move.upper) - distance
                if move.lower < gamma:
                    root.narrow(move, engine.move_value(move, gamma - 1, gamma), gamma - 1, gamma)

    def stop() -> None:
        engine.control[STOP] = 1

    engine.resume()
    engine.limit_nodes(engine.nodes + limit.nodes if limit.nodes else 0)
    try:
        with suppress(MemoryError):  # for another thread: the answer is as good as it was
            CallInBackground(test, stop, limit, lambda: time.process_time() / engine.threads).run()
    finally:
        engine.resume()
