"""One search set up: the only place where a position becomes a game, an engine and a driver.

    memory     |-- lists of plays, solo bounds --|-- table of the engine, or tree --|
    1 thread                  1/3                               2/3
    n threads            2/3, a part for each                   1/3, shared

Whoever searches endgames (`Search`, bench, compare, the warm-up) gets the search here, so that what is
measured is what is solved.  See `bstar.engine` on who does what.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bstar.bstar import RootTest
from bstar.engine import Engine
from bstar.solvers import SOLVERS, Driver
from bstar.team import Team
from scrabble.endgame.names import PLAIN, PROOF, Solver, shares
from scrabble.endgame.root_beliefs import prover
from scrabble.game.position import Position
from scrabble.games.fast import new_fast_game, new_twin
from scrabble.games.plain import new_plain_game
from scrabble.ideas import ALL_IDEAS, Ideas
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import new_state
from scrabble.planner.game import with_planner

MEMORY = 512 << 20  # bytes for tables and caches, unless told otherwise
SMALLEST_MEMORY = 16 << 20
PARTS = 3  # of the memory: one for the lists of plays, which are many and small, two for the table


class SetUp(NamedTuple):
    """A search by null windows that is ready to run: `drive` narrows a Root by asking the engine."""

    engine: Engine
    drive: Driver


class TreeSetUp(NamedTuple):
    """What B* with a tree of its own needs: its game, an engine that lends stack and counters, and memory."""

    engine: Engine
    game: Any
    tree_bytes: int


def check(solver: str, memory: int, threads: int) -> None:
    """Raise ValueError, or TypeError, for a search that cannot be."""
    for name, number in (("memory", memory), ("threads", threads)):
        if not isinstance(number, int) or isinstance(number, bool):
            raise TypeError(f"{name}: expected a whole number, got {number!r}")
    if solver not in set(Solver):
        raise ValueError(f"unknown solver {solver!r}, expected one of {', '.join(Solver)}")
    if memory < SMALLEST_MEMORY:
        raise ValueError(f"{memory} bytes of memory, expected at least {SMALLEST_MEMORY}")
    if threads < 1:
        raise ValueError(f"{threads} threads, expected at least 1")
    if threads > 1 and not shares(solver):
        raise ValueError(f"{solver} searches in one thread only")


def new_search(
    position: Position,
    lexicon: Lexicon,
    solver: str = PROOF,
    memory: int = MEMORY,
    *,
    threads: int = 1,
    ideas: Ideas = ALL_IDEAS,
    wants_value: bool = True,
    tests: list[RootTest] | None = None,
) -> SetUp:
    """Set up any solver but Maven; without `wants_value` `bstar` proves the move only.

    `tests`, a list, is told what `bstar` tries.  Tables are fresh; nothing has been searched yet.
    """
    kind, drive = SOLVERS[solver], SOLVERS[solver].drive
    state = new_state(position, lexicon, ideas)
    table = memory - memory // PARTS if threads == 1 else memory // PARTS
    lists = (memory - table) // threads
    if solver in PLAIN:
        return SetUp(Engine(new_plain_game(state), kind.algorithm, table), drive)
    game = new_fast_game(state, lists, ideas)
    if solver == PROOF:
        drive = prover(with_planner(game), wants_value, tests)
    if threads == 1:
        return SetUp(Engine(game, kind.algorithm, table, cutoffs=ideas.cutoffs), drive)
    states = [new_state(position, lexicon, ideas) for _ in range(threads - 1)]
    twins = [new_twin(game, state, lists) for state in states]
    return SetUp(Team([game, *twins], kind.algorithm, table), drive)


def new_tree_search(position: Position, lexicon: Lexicon, memory: int = MEMORY) -> TreeSetUp:
    """Set up B* with a tree; `BStar.heuristic` says whether it asks the game's planner."""
    state, lists = new_state(position, lexicon), memory // PARTS
    fast = new_fast_game(state, lists)
    return TreeSetUp(Engine(fast, "plain"), with_planner(fast), memory - lists)
