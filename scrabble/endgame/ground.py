"""Where a search stands: an engine whose game can be led on, move by move, and back.

    home  --3F LLANO-->  .  --G8 GOUGE-->  here

Searches of all these positions share one table: what one has proven of a position, another one that comes
across it knows.  Only one of them may run at a time.

Below its root a search counts scoreless turns in the least way that gives a position the same value
(movegen/state.py).  Of the moves of a root the true number must be known, so it is set where the game is led
to; other keys in the table come of it for this position, none for those below.
"""

from __future__ import annotations

from typing import Any

from bstar.descent import lead, lead_back
from bstar.engine import Engine
from bstar.team import Team
from scrabble.endgame.set_up import SetUp
from scrabble.movegen.state import ZEROS_LEFT

Path = tuple[int, ...]  # moves, by number, from home
FARTHEST = 40  # moves; a log has room for that and any endgame


class Ground:
    """An engine and its driver, and the moves that its game has been led by."""

    def __init__(self, set_up: SetUp) -> None:
        self.engine, self.drive = set_up
        self._path: Path = ()

    def lead_to(self, path: Path, zeros_left: int | None) -> None:
        """Lead the game along `path` from home, to a position so many scoreless turns before the end."""
        if path == self._path:
            return
        same = _common(path, self._path)
        for game in games_of(self.engine):
            if len(self._path) > same:
                lead_back(game, len(self._path) - same)
            if len(path) > same:
                lead(game, path[same:])
            if path and zeros_left is not None:
                game.state.now[ZEROS_LEFT] = zeros_left
        self._path = path


def games_of(engine: Engine) -> list[Any]:
    """The games that an engine searches, one a thread."""
    mates = engine.mates if isinstance(engine, Team) else []
    return [engine.game, *(mate.game for mate in mates)]


def _common(one: Path, other: Path) -> int:
    """How many moves two paths begin with in common."""
    for at, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return at
    return min(len(one), len(other))
