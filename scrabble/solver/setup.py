"""Set up a search: the only place where a position becomes a game, an engine and a driver.

    memory     |-- lists of plays, solo bounds --|-- table of the engine, or tree --|
    1 thread                  1/3                               2/3
    n threads            2/3, a part for each                   1/3, shared

Every search of an endgame (`EndgameSearch`, bench, compare, the warm-up) is set up here, so that what is
measured is what is solved.  `bstar.engine` describes the roles.

Estimates.  B* begins with the planner's estimates of the moves that may be best (`candidates`); the lists of
plays made for them stay in the cache of the search.  They cost as much as a hundred nodes, so the root is
searched a little without them first.  `estimates` covers every move, with tables of its own: it orders the
open moves of any solver and does not influence the search.

Warm-up.  Threads call all kernels of a search at once, so that what is missing is compiled by as many
processes as there are cores (`bstar.compile.build`).

Search state.  `SearchState` moves the game of an engine along a line and back:

    home  --3F LLANO-->  .  --G8 GOUGE-->  here

Searches of all these positions share one table, so what one proves of a position holds for the next; only one
may run at a time.  Below its root a search counts scoreless turns modulo positions of equal value
(movegen/state.py), but the moves of a root need the true number, which `move_to` sets.  That gives this one
position other keys in the table; the keys below it are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.depth_first.transposition_table import new_table, prepare_for_threads
from bstar.engine import Engine, SearchStopped, advance, rewind
from bstar.parallel import ParallelEngine
from bstar.root import Root, RootMove
from bstar.root_proof import MoveEstimate, NullWindowTest, RootProof
from bstar.search_control import STOP
from bstar.solvers import SOLVERS, Driver, search_rest
from scrabble.bounds.line_packing import line_totals
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import ALL_FEATURES, SearchFeatures
from scrabble.movegen.state import ZEROS_LEFT
from scrabble.solver.games.fast import FastGame, clone_for_thread, new_fast_game
from scrabble.solver.games.reference import new_reference_game
from scrabble.solver.games.reply_ends import LOOKS
from scrabble.solver.names import BSTAR, MAVEN, MEMORY, ON_REFERENCE_GAME
from scrabble.solver.options import SMALLEST_MEMORY
from scrabble.solver.planner.game import (
    PlannedGame,
    estimate_root,
    new_planned_game,
    quick_estimates,
    with_planner,
)

CANDIDATES = 32
ESTIMATE_MEMORY = 32 << 20  # bytes for the lists of plays when every move is estimated


def candidates(planned: PlannedGame, engine: Engine) -> list[MoveEstimate]:
    """Return the CANDIDATES most promising moves with their estimates; `engine` searches `planned.fast`."""
    buffer = engine.stack.moves
    estimates = lazy_zeros(len(buffer.move), np.int32)
    count, _, _ = engine.list_moves()
    quick_estimates(planned, buffer, np.arange(count, dtype=np.int64), estimates)
    believed = estimates[:count]
    # stable, as a partition breaks ties by what vectors the processor has, and nodes would differ with it
    most = np.argsort(-believed, kind="stable")[:CANDIDATES] if count > CANDIDATES else np.arange(count)
    columns = (buffer.move, buffer.lower, buffer.upper, estimates)
    return list(map(MoveEstimate._make, zip(*(column[most].tolist() for column in columns), strict=True)))


def estimates(position: Position, lexicon: Lexicon) -> dict[int, int]:
    """Return the planner's estimate of every move by number, within its static bounds.

    Empty if the lists of plays do not fit into ESTIMATE_MEMORY.
    """
    planned = new_planned_game(compile_position(position, lexicon), ESTIMATE_MEMORY)
    found = estimate_root(planned, tightens=False)
    if found is None:
        return {}
    count, buffer, estimates = found
    return dict(zip(buffer.move[:count].tolist(), estimates.realistic[:count].tolist(), strict=True))


def new_bstar_driver(
    planned: PlannedGame, wants_value: bool = True, tests: list[NullWindowTest] | None = None
) -> Driver:
    """Return the driver of B* that begins with the planner; its tests are appended to `tests`."""

    def drive(engine: Engine, root: Root, top: int) -> None:
        proof = RootProof(engine, root, (), tests)
        if not proof.is_cheap():
            proof.add_estimates(candidates(planned, engine))
            proof.prove_best(wants_value)
        search_rest(engine, root, top)

    return drive


MEMORY_PARTS = 3  # of a tree, or with threads; one thread has half for a table, whose size is a power of two


class NullWindowSetup(NamedTuple):
    """A null-window search that is ready to run: `driver` narrows the bounds of a Root with the engine."""

    engine: Engine
    driver: Driver


class TreeSetup(NamedTuple):
    """A search of B* with a tree: its game, an engine that provides stack and counters, and the memory."""

    engine: Engine
    game: Any
    tree_bytes: int


def new_search(
    position: Position,
    lexicon: Lexicon,
    solver: str = BSTAR,
    memory: int = MEMORY,
    *,
    threads: int = 1,
    features: SearchFeatures = ALL_FEATURES,
    wants_value: bool = True,
    tests: list[NullWindowTest] | None = None,
) -> NullWindowSetup:
    """Set up any solver but Maven, with empty tables.

    Without `wants_value` `bstar` proves only which move is best.  Its tests are appended to `tests`.
    """
    kind, driver = SOLVERS[solver], SOLVERS[solver].driver
    state = compile_position(position, lexicon, features)
    table = memory // 2 if threads == 1 else memory // MEMORY_PARTS
    lists = (memory - table) // threads
    if solver in ON_REFERENCE_GAME:
        return NullWindowSetup(Engine(new_reference_game(state), kind.algorithm, table), driver)
    game = new_fast_game(state, lists, features)
    if solver == BSTAR:
        driver = new_bstar_driver(with_planner(game), wants_value, tests)
    if threads == 1:
        return NullWindowSetup(Engine(game, kind.algorithm, table), driver)
    states = [compile_position(position, lexicon, features) for _ in range(threads - 1)]
    twins = [clone_for_thread(game, state, lists) for state in states]
    return NullWindowSetup(ParallelEngine([game, *twins], kind.algorithm, table), driver)


def new_tree_search(position: Position, lexicon: Lexicon, memory: int = MEMORY) -> TreeSetup:
    """Set up B* with a tree, with the planner for its heuristic mode."""
    state, lists = compile_position(position, lexicon), memory // MEMORY_PARTS
    fast = new_fast_game(state, lists)
    return TreeSetup(Engine(fast, "memoryless"), with_planner(fast), memory - lists)


_ready: set[str] = set()  # solvers, and THREADS
THREADS = "threads"


def warm_up(position: Position, lexicon: Lexicon, solver: str, threads: int = 1) -> None:
    """Compile or load what `solve(position, lexicon, solver, threads=threads)` runs; once in a process."""
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
    def search() -> None:
        engine = new_search(position, lexicon, solver, SMALLEST_MEMORY).engine
        engine.control[STOP] = 1
        with suppress(SearchStopped):
            engine.bound([], -1, 1)

    def list_moves() -> None:
        engine = new_search(position, lexicon, solver, SMALLEST_MEMORY).engine
        engine.control[STOP] = 1
        with suppress(SearchStopped):
            engine.move_value(RootMove(*engine.moves()[0]), 0, 1)

    def bound_by_lines() -> None:
        line_totals(position, lexicon)

    _at_once(search, list_moves, bound_by_lines, lambda: estimates(position, lexicon))


def _warm_up_maven(position: Position, lexicon: Lexicon) -> None:
    from bstar.tree.rounds import TreeBStar

    def search() -> None:
        engine, game, _ = new_tree_search(position, lexicon, SMALLEST_MEMORY)
        search = TreeBStar(game, heuristic=True, stack=engine.stack, control=engine.control)
        engine.control[STOP] = 1
        with suppress(SearchStopped):
            search.run()

    def list_moves() -> None:
        engine, game, _ = new_tree_search(position, lexicon, SMALLEST_MEMORY)
        engine.moves()
        TreeBStar(game, heuristic=True, stack=engine.stack, control=engine.control).widen(1)

    _at_once(search, list_moves, lambda: estimates(position, lexicon))


def _at_once(*tasks: Callable[[], object]) -> None:
    """Run some tasks in threads, so that the kernels which each needs are compiled at the same time."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(tasks)) as pool:
        for each in [pool.submit(task) for task in tasks]:
            each.result()


MoveNumbers = tuple[int, ...]  # moves, by number, from home
FARTHEST = 40  # moves from home; the undo log has room for these and any endgame


class SearchState:
    """An engine with its driver, and the moves that lead from home to the position of its game."""

    def __init__(self, set_up: NullWindowSetup) -> None:
        self.engine, self.driver = set_up
        self._path: MoveNumbers = ()

    def move_to(self, path: MoveNumbers, zeros_left: int | None) -> None:
        """Move the game along `path` from home; `zeros_left` scoreless turns there would end it."""
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
    """Return the games that an engine searches, one for each thread."""
    helpers = engine.helpers if isinstance(engine, ParallelEngine) else []
    return [engine.game, *(helper.game for helper in helpers)]


def looks_of(engine: Engine) -> int:
    """Return how many moves were looked at in tables of a reply by the games of an engine."""
    return sum(int(game.replies.frames.counts[LOOKS]) for game in games(engine) if isinstance(game, FastGame))


def _common(one: MoveNumbers, other: MoveNumbers) -> int:
    """Return the length of the common beginning of two paths."""
    for at, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return at
    return min(len(one), len(other))
