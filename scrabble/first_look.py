"""What the planner believes of the root's moves: where B* on sound intervals begins.

One look makes the lists of plays of both sides, settles what needs no search, and guesses the rest; the
lists stay in the cache that the search goes on with.
"""

from __future__ import annotations

from bstar.control import EXPANSIONS
from bstar.engine import Engine, Stopped
from bstar.game import FULL, new_guesses
from bstar.proof import Belief, Outcome, Proof
from bstar.root import Root
from bstar.solvers import Driver, search_rest
from scrabble.planned import Planned, look


def beliefs(planned: Planned, engine: Engine) -> list[Belief]:
    """Every move with its static bounds and the planner's guess; `engine` searches `planned.duel`."""
    buffer = engine.stack.moves
    guesses = new_guesses(buffer.move.shape[0])
    engine.control[EXPANSIONS] += 1
    count = look(planned, buffer, guesses)
    if count == FULL:
        raise Stopped("memory")
    columns = (buffer.move, buffer.lower, buffer.upper, guesses.realistic)
    return list(map(Belief._make, zip(*(column[:count].tolist() for column in columns), strict=True)))


def prover(planned: Planned, wants_value: bool = True, tests: list[Outcome] | None = None) -> Driver:
    """The driver of B* that begins with the planner; `tests`, a list, is told what was tried."""

    def drive(engine: Engine, root: Root, top: int) -> None:
        Proof(engine, root, beliefs(planned, engine), tests).separate(wants_value)
        search_rest(engine, root, top)

    return drive
