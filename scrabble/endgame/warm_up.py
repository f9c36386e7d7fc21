"""Compile the kernels of a search, or load them from disk, before its clock starts.

The first search on a machine compiles, which takes many seconds; a time limit is meant for the search.  Two
thirds of them go into the search itself; the kernels of the root are compiled at the same time, in a process
of their own (threads could not: numba compiles under a lock), and loaded from disk when it is done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL, Popen

from bstar.control import STOP
from bstar.depth_first.table import new_table, share
from bstar.engine import Engine, Stopped
from bstar.rounds import BStar
from scrabble import cgp
from scrabble.bounds.line_totals import line_totals
from scrabble.endgame.names import MAVEN
from scrabble.endgame.root_beliefs import estimates
from scrabble.endgame.set_up import SMALLEST_MEMORY, new_search, new_tree_search
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon

_ready: set[str] = set()  # solvers, and THREADS
THREADS = "threads"
HOME = Path(__file__).parents[2]  # where this very program is found, whatever else is called so
ANY_POSITION = "/".join(["15"] * 15) + " A/A 0/0 0"  # its kernels are those of all positions


def warm_up(position: Position, lexicon: Lexicon, solver: str, threads: int = 1) -> None:
    """Make ready what `solve(position, lexicon, solver, threads=threads)` runs; once in a process."""
    if threads > 1 and THREADS not in _ready:
        share(new_table(SMALLEST_MEMORY, is_shared=True), 0)
        _ready.add(THREADS)
    if solver in _ready:
        return
    if solver == MAVEN:
        _warm_up_maven(position, lexicon)
    else:
        _warm_up_proof(position, lexicon, solver)
    _ready.add(solver)


def _warm_up_proof(position: Position, lexicon: Lexicon, solver: str) -> None:
    engine = new_search(position, lexicon, solver, SMALLEST_MEMORY).engine
    with _root_compiled_meanwhile(engine, solver):
        engine.control[STOP] = 1
        with suppress(Stopped):
            engine.bound([], -1, 1)
    _warm_up_root(position, lexicon, solver)


def _warm_up_root(position: Position, lexicon: Lexicon, solver: str) -> None:
    """The kernels that look at the root's moves."""
    line_totals(position, lexicon)
    new_search(position, lexicon, solver, SMALLEST_MEMORY).engine.moves()
    estimates(position, lexicon)


@contextmanager
def _root_compiled_meanwhile(engine: Engine, solver: str) -> Iterator[None]:
    """Have another process compile the kernels of the root, if those of the search must be compiled now.

    If that process fails this one compiles them afterwards.
    """
    if engine.is_compiled or (os.cpu_count() or 1) == 1:
        yield
        return
    command = [sys.executable, "-m", __name__, solver]
    process = Popen(command, cwd=HOME, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    try:
        yield
        process.wait()
    finally:
        process.kill()  # nothing happens to one that is over
        process.wait()


def _warm_up_maven(position: Position, lexicon: Lexicon) -> None:
    engine, game, _ = new_tree_search(position, lexicon, SMALLEST_MEMORY)
    engine.moves()
    estimates(position, lexicon)
    search = BStar(game, heuristic=True, stack=engine.stack, control=engine.control)
    search.widen(1)
    engine.control[STOP] = 1
    with suppress(Stopped):
        search.run()


if __name__ == "__main__":
    _warm_up_root(cgp.loads(ANY_POSITION), Lexicon.load("ENABLE"), sys.argv[1])
