"""Compile the kernels of a search, or load them from disk, before its clock starts.

The first search on a machine compiles, which takes many seconds; a time limit is meant for the search.
"""

from __future__ import annotations

from contextlib import suppress

from bstar.control import STOP
from bstar.depth_first.table import new_table, share
from bstar.engine import Engine, Stopped
from bstar.rounds import BStar
from scrabble.endgame import MAVEN, PROOF, SMALLEST_MEMORY, SOLVERS
from scrabble.endgame.root_beliefs import candidates
from scrabble.game.position import Position
from scrabble.games.fast import new_fast_game
from scrabble.games.plain import new_plain_game
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import new_state
from scrabble.movegen.state import State
from scrabble.planner.game import new_planned

_ready: set[str] = set()  # solvers, and THREADS
THREADS = "threads"


def warm_up(position: Position, lexicon: Lexicon, solver: str, threads: int = 1) -> None:
    """Make ready what `solve(position, lexicon, solver, threads=threads)` runs; once in a process."""
    if threads > 1 and THREADS not in _ready:
        share(new_table(SMALLEST_MEMORY, is_shared=True), 0)
        _ready.add(THREADS)
    if solver in _ready:
        return
    state = new_state(position, lexicon)
    if solver == MAVEN:
        _warm_up_maven(state)
    else:
        _warm_up_proof(state, solver)
    _ready.add(solver)


def _warm_up_proof(state: State, solver: str) -> None:
    kind = SOLVERS[solver]
    game = new_fast_game(state, SMALLEST_MEMORY) if kind.fast else new_plain_game(state)
    engine = Engine(game, kind.algorithm, SMALLEST_MEMORY)
    engine.moves()
    if solver == PROOF:
        candidates(new_planned(state, SMALLEST_MEMORY), engine)
    engine.control[STOP] = 1
    with suppress(Stopped):
        engine.bound([], -1, 1)


def _warm_up_maven(state: State) -> None:
    planned = new_planned(state, SMALLEST_MEMORY)
    engine = Engine(planned.duel, "plain")
    engine.moves()
    search = BStar(planned, heuristic=True, stack=engine.stack, control=engine.control)
    search.widen(1)
    engine.control[STOP] = 1
    with suppress(Stopped):
        search.run()
