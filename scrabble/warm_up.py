"""Compile the kernels of a search, or load them from disk, before its clock starts.

The first search on a machine compiles, which takes many seconds; a time limit is meant for the search.
"""

from __future__ import annotations

from contextlib import suppress

from bstar.control import STOP
from bstar.engine import Engine, Stopped
from scrabble.duel import new_duel
from scrabble.endgame import SMALLEST_MEMORY, SOLVERS
from scrabble.lexicon import Lexicon
from scrabble.plain import new_plain
from scrabble.position import Position
from scrabble.set_up import new_state

_ready: set[str] = set()  # solvers


def warm_up(position: Position, lexicon: Lexicon, solver: str) -> None:
    """Make ready what `solve(position, lexicon, solver)` runs; once in a process."""
    if solver in _ready:
        return
    kind = SOLVERS[solver]
    state = new_state(position, lexicon)
    game = new_duel(state, SMALLEST_MEMORY) if kind.fast else new_plain(state)
    engine = Engine(game, kind.algorithm, SMALLEST_MEMORY)
    engine.moves()
    engine.control[STOP] = 1
    with suppress(Stopped):
        engine.bound([], -1, 1)
    _ready.add(solver)
