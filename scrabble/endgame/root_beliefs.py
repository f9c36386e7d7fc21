"""What the planner believes of the root's moves: where B* on sound intervals begins.

One look makes the lists of plays of both sides and guesses what every move is worth that may be worth most;
the lists stay in the cache that the search goes on with.  A look costs as much as a hundred nodes, so the
root is searched a little without it first.

`estimates` looks at every move, with tables of its own: any solver's open moves are shown and ordered by it,
and no search is changed by it.
"""

from __future__ import annotations

import numpy as np

from bstar.bstar import Belief, Proof, RootTest
from bstar.compile.lazy_memory import lazy_zeros
from bstar.control import EXPANSIONS
from bstar.engine import Engine, Stopped
from bstar.game import INF
from bstar.root import Root
from bstar.solvers import Driver, search_rest
from scrabble.game.position import Position
from scrabble.games.fast import new_fast_game
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import new_state
from scrabble.planner.game import PlannedGame, glance, with_planner
from scrabble.planner.look import look

CANDIDATES = 32
LOOK_MEMORY = 32 << 20  # bytes for the lists of plays of a look at every move


def beliefs(planned: PlannedGame, engine: Engine) -> list[Belief]:
    """Every move with its static bounds and the planner's guess; `engine` searches `planned.fast`."""
    engine.control[EXPANSIONS] += 1
    seen = look(planned, engine.stack)
    if seen is None:
        raise Stopped("memory")
    count, buffer, guesses = seen
    columns = (buffer.move, buffer.lower, buffer.upper, guesses.realistic)
    return list(map(Belief._make, zip(*(column[:count].tolist() for column in columns), strict=True)))


def candidates(planned: PlannedGame, engine: Engine) -> list[Belief]:
    """The moves that promise most, with what the planner guesses; `engine` searches `planned.fast`."""
    buffer = engine.stack.moves
    guesses = lazy_zeros(len(buffer.move), np.int32)
    count, _, _ = engine.list_moves()
    glance(planned, buffer, count, guesses)
    believed = guesses[:count]
    most = np.argpartition(believed, -CANDIDATES)[-CANDIDATES:] if count > CANDIDATES else np.arange(count)
    columns = (buffer.move, buffer.lower, buffer.upper, guesses)
    return list(map(Belief._make, zip(*(column[most].tolist() for column in columns), strict=True)))


def estimates(position: Position, lexicon: Lexicon) -> dict[int, int]:
    """Return what the planner guesses of every move by number, within what is plain without a search.

    Empty if the lists of plays do not fit into LOOK_MEMORY.
    """
    fast = new_fast_game(new_state(position, lexicon), LOOK_MEMORY)
    engine = Engine(fast, "plain")
    buffer = engine.stack.moves
    count, is_over, _ = engine.list_moves()
    if is_over:
        return {}
    lower, upper = buffer.lower[:count].copy(), buffer.upper[:count].copy()
    buffer.lower[:count], buffer.upper[:count] = -INF, INF  # else moves that cannot be best were passed over
    guesses = lazy_zeros(len(buffer.move), np.int32)
    glance(with_planner(fast), buffer, count, guesses)
    if (guesses[:count] == INF).any():
        return {}
    believed = np.clip(guesses[:count], lower, upper)
    return dict(zip(buffer.move[:count].tolist(), believed.tolist(), strict=True))


def prover(planned: PlannedGame, wants_value: bool = True, tests: list[RootTest] | None = None) -> Driver:
    """The driver of B* that begins with the planner; `tests`, a list, is told what was tried."""

    def drive(engine: Engine, root: Root, top: int) -> None:
        proof = Proof(engine, root, (), tests)
        if not proof.is_easy():
            proof.believe(candidates(planned, engine))
            proof.separate(wants_value)
        search_rest(engine, root, top)

    return drive
