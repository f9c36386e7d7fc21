"""One search set up: the only place where a position becomes a game, an engine and a driver.

    memory     |-- lists of plays, solo bounds --|-- table of the engine, or tree --|
    1 thread                  1/3                               2/3
    n threads            2/3, a part for each                   1/3, shared

Whoever searches endgames (`EndgameSearch`, bench, compare, the warm-up) gets the search here, so that what is
measured is what is solved.  See `bstar.engine` on who does what.

What the planner believes of the root's moves: where B* on sound intervals begins.

One look makes the lists of plays of both sides and guesses what every move is worth that may be worth most;
the lists stay in the cache that the search goes on with.  A look costs as much as a hundred nodes, so the
root is searched a little without it first.

`estimates` looks at every move, with tables of its own: any solver's open moves are shown and ordered by it,
and no search is changed by it.

Compile the kernels of a search, or load them from disk, before its clock starts.

The first search on a machine compiles, which takes many seconds; a time limit is meant for the search.  Two
thirds of them go into the search itself; the kernels of the root are compiled at the same time, in a process
of their own (threads could not: numba compiles under a lock), and loaded from disk when it is done.

Where a search stands: an engine whose game can be led on, move by move, and back.

    home  --3F LLANO-->  .  --G8 GOUGE-->  here

Searches of all these positions share one table: what one has proven of a position, another one that comes
across it knows.  Only one of them may run at a time.

Below its root a search counts scoreless turns in the least way that gives a position the same value
(movegen/state.py).  Of the moves of a root the true number must be known, so it is set where the game is led
to; other keys in the table come of it for this position, none for those below.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any, NamedTuple

import numpy as np

from bstar.bstar import MoveEstimate, NullWindowTest, RootProof
from bstar.compile.lazy_memory import lazy_zeros
from bstar.control import EXPANSIONS, STOP
from bstar.depth_first.table import new_table, prepare_for_threads
from bstar.engine import Engine, SearchStopped, advance, rewind
from bstar.game import INF
from bstar.root import Root
from bstar.solvers import SOLVERS, Driver, search_rest
from bstar.team import ParallelEngine
from bstar.tree.rounds import TreeBStar
from scrabble.bounds.line_sums import line_totals
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import compile_position
from scrabble.movegen.features import ALL_IDEAS, SearchFeatures
from scrabble.movegen.state import ZEROS_LEFT
from scrabble.solver.games.fast import clone_for_thread, new_fast_game
from scrabble.solver.games.plain import new_plain_game
from scrabble.solver.names import MAVEN, PLAIN, PROOF, SolverName, supports_threads
from scrabble.solver.planner.game import PlannedGame, estimate_root, quick_estimates, with_planner

CANDIDATES = 32
LOOK_MEMORY = 32 << 20  # bytes for the lists of plays of a look at every move


def root_estimates(planned: PlannedGame, engine: Engine) -> list[MoveEstimate]:
    """Every move with its static bounds and the planner's guess; `engine` searches `planned.fast`."""
    engine.control[EXPANSIONS] += 1
    seen = estimate_root(planned, engine.stack)
    if seen is None:
        raise SearchStopped("memory")
    count, buffer, guesses = seen
    columns = (buffer.move, buffer.lower, buffer.upper, guesses.realistic)
    return list(map(MoveEstimate._make, zip(*(column[:count].tolist() for column in columns), strict=True)))


def candidates(planned: PlannedGame, engine: Engine) -> list[MoveEstimate]:
    """The moves that promise most, with what the planner guesses; `engine` searches `planned.fast`."""
    buffer = engine.stack.moves
    guesses = lazy_zeros(len(buffer.move), np.int32)
    count, _, _ = engine.list_moves()
    quick_estimates(planned, buffer, count, guesses)
    believed = guesses[:count]
    most = np.argpartition(believed, -CANDIDATES)[-CANDIDATES:] if count > CANDIDATES else np.arange(count)
    columns = (buffer.move, buffer.lower, buffer.upper, guesses)
    return list(map(MoveEstimate._make, zip(*(column[most].tolist() for column in columns), strict=True)))


def estimates(position: Position, lexicon: Lexicon) -> dict[int, int]:
    """Return what the planner guesses of every move by number, within what is plain without a search.

    Empty if the lists of plays do not fit into LOOK_MEMORY.
    """
    fast = new_fast_game(compile_position(position, lexicon), LOOK_MEMORY)
    engine = Engine(fast, "plain")
    buffer = engine.stack.moves
    count, is_over, _ = engine.list_moves()
    if is_over:
        return {}
    lower, upper = buffer.lower[:count].copy(), buffer.upper[:count].copy()
    buffer.lower[:count], buffer.upper[:count] = -INF, INF  # else moves that cannot be best were passed over
    guesses = lazy_zeros(len(buffer.move), np.int32)
    quick_estimates(with_planner(fast), buffer, count, guesses)
    if (guesses[:count] == INF).any():
        return {}
    believed = np.clip(guesses[:count], lower, upper)
    return dict(zip(buffer.move[:count].tolist(), believed.tolist(), strict=True))


def new_bstar_driver(
    planned: PlannedGame, wants_value: bool = True, tests: list[NullWindowTest] | None = None
) -> Driver:
    """The driver of B* that begins with the planner; `tests`, a list, is told what was tried."""

    def drive(engine: Engine, root: Root, top: int) -> None:
        proof = RootProof(engine, root, (), tests)
        if not proof.is_cheap():
            proof.add_estimates(candidates(planned, engine))
            proof.prove_best(wants_value)
        search_rest(engine, root, top)

    return drive


MEMORY = 512 << 20  # bytes for tables and caches, unless told otherwise
SMALLEST_MEMORY = 16 << 20
PARTS = 3  # of the memory: one for the lists of plays, which are many and small, two for the table


class NullWindowSetup(NamedTuple):
    """A search by null windows that is ready to run: `drive` narrows a Root by asking the engine."""

    engine: Engine
    drive: Driver


class TreeSetup(NamedTuple):
    """What B* with a tree of its own needs: its game, an engine that lends stack and counters, and memory."""

    engine: Engine
    game: Any
    tree_bytes: int


def check(solver: str, memory: int, threads: int) -> None:
    """Raise ValueError, or TypeError, for a search that cannot be."""
    for name, number in (("memory", memory), ("threads", threads)):
        if not isinstance(number, int) or isinstance(number, bool):
            raise TypeError(f"{name}: expected a whole number, got {number!r}")
    if solver not in set(SolverName):
        raise ValueError(f"unknown solver {solver!r}, expected one of {', '.join(SolverName)}")
    if memory < SMALLEST_MEMORY:
        raise ValueError(f"{memory} bytes of memory, expected at least {SMALLEST_MEMORY}")
    if threads < 1:
        raise ValueError(f"{threads} threads, expected at least 1")
    if threads > 1 and not supports_threads(solver):
        raise ValueError(f"{solver} searches in one thread only")


def new_search(
    position: Position,
    lexicon: Lexicon,
    solver: str = PROOF,
    memory: int = MEMORY,
    *,
    threads: int = 1,
    ideas: SearchFeatures = ALL_IDEAS,
    wants_value: bool = True,
    tests: list[NullWindowTest] | None = None,
) -> NullWindowSetup:
    """Set up any solver but Maven; without `wants_value` `bstar` proves the move only.

    `tests`, a list, is told what `bstar` tries.  Tables are fresh; nothing has been searched yet.
    """
    kind, drive = SOLVERS[solver], SOLVERS[solver].drive
    state = compile_position(position, lexicon, ideas)
    table = memory - memory // PARTS if threads == 1 else memory // PARTS
    lists = (memory - table) // threads
    if solver in PLAIN:
        return NullWindowSetup(Engine(new_plain_game(state), kind.algorithm, table), drive)
    game = new_fast_game(state, lists, ideas)
    if solver == PROOF:
        drive = new_bstar_driver(with_planner(game), wants_value, tests)
    if threads == 1:
        return NullWindowSetup(Engine(game, kind.algorithm, table, cutoffs=ideas.cutoffs), drive)
    states = [compile_position(position, lexicon, ideas) for _ in range(threads - 1)]
    twins = [clone_for_thread(game, state, lists) for state in states]
    return NullWindowSetup(ParallelEngine([game, *twins], kind.algorithm, table), drive)


def new_tree_search(position: Position, lexicon: Lexicon, memory: int = MEMORY) -> TreeSetup:
    """Set up B* with a tree; `BStar.heuristic` says whether it asks the game's planner."""
    state, lists = compile_position(position, lexicon), memory // PARTS
    fast = new_fast_game(state, lists)
    return TreeSetup(Engine(fast, "plain"), with_planner(fast), memory - lists)


_ready: set[str] = set()  # solvers, and THREADS
THREADS = "threads"
HOME = Path(__file__).parents[2]  # where this very program is found, whatever else is called so
ANY_POSITION = "/".join(["15"] * 15) + " A/A 0/0 0"  # its kernels are those of all positions


def warm_up(position: Position, lexicon: Lexicon, solver: str, threads: int = 1) -> None:
    """Make ready what `solve(position, lexicon, solver, threads=threads)` runs; once in a process."""
    if threads > 1 and THREADS not in _ready:
        prepare_for_threads(new_table(SMALLEST_MEMORY, is_shared=True), 0)
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
        with suppress(SearchStopped):
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
    search = TreeBStar(game, heuristic=True, stack=engine.stack, control=engine.control)
    search.widen(1)
    engine.control[STOP] = 1
    with suppress(SearchStopped):
        search.run()


if __name__ == "__main__":
    _warm_up_root(cgp.loads(ANY_POSITION), Lexicon.load("ENABLE"), sys.argv[1])


MoveNumbers = tuple[int, ...]  # moves, by number, from home
FARTHEST = 40  # moves; a log has room for that and any endgame


class SearchState:
    """An engine and its driver, and the moves that its game has been led by."""

    def __init__(self, set_up: NullWindowSetup) -> None:
        self.engine, self.drive = set_up
        self._path: MoveNumbers = ()

    def lead_to(self, path: MoveNumbers, zeros_left: int | None) -> None:
        """Lead the game along `path` from home, to a position so many scoreless turns before the end."""
        if path == self._path:
            return
        same = _common(path, self._path)
        for game in games(self.engine):
            if len(self._path) > same:
                rewind(game, len(self._path) - same)
            if len(path) > same:
                advance(game, path[same:])
            if path and zeros_left is not None:
                game.state.now[ZEROS_LEFT] = zeros_left
        self._path = path


def games(engine: Engine) -> list[Any]:
    """The games that an engine searches, one a thread."""
    mates = engine.helpers if isinstance(engine, ParallelEngine) else []
    return [engine.game, *(mate.game for mate in mates)]


def _common(one: MoveNumbers, other: MoveNumbers) -> int:
    """How many moves two paths begin with in common."""
    for at, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return at
    return min(len(one), len(other))
