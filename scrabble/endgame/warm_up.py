"""Compile the kernels of a search, or load them from disk, before its clock starts.

The first search on a machine compiles, which takes many seconds; a time limit is meant for the search.
"""

from __future__ import annotations

from contextlib import suppress

from bstar.control import STOP
from bstar.depth_first.table import new_table, share
from bstar.engine import Stopped
from bstar.rounds import BStar
from scrabble.endgame.names import MAVEN, PROOF
from scrabble.endgame.root_beliefs import candidates
from scrabble.endgame.set_up import SMALLEST_MEMORY, new_search, new_tree_search
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon

_ready: set[str] = set()  # solvers, and THREADS
THREADS = "threads"


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
    engine.moves()
    if solver == PROOF:
        beginning = new_tree_search(position, lexicon, SMALLEST_MEMORY)
        candidates(beginning.game, beginning.engine)
    engine.control[STOP] = 1
    with suppress(Stopped):
        engine.bound([], -1, 1)


def _warm_up_maven(position: Position, lexicon: Lexicon) -> None:
    engine, game, _ = new_tree_search(position, lexicon, SMALLEST_MEMORY)
    engine.moves()
    search = BStar(game, heuristic=True, stack=engine.stack, control=engine.control)
    search.widen(1)
    engine.control[STOP] = 1
    with suppress(Stopped):
        search.run()
