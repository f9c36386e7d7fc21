"""What a page knows of the positions it has been to, as far as memory goes: one walk, a few with a bag.

    endgames             one `Walk`: its home and all that is led to from it share a table
    tiles in the bag     the last searches, for who comes back from a draw

What is dropped goes before new memory is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from scrabble.analysis.judge import key
from scrabble.endgame.walk import Place, Walk
from scrabble.game.position import Position
from scrabble.web.bag_exploration import BagExploration
from scrabble.web.exploration import Exploration
from scrabble.web.wishes import Wish

KEPT = 2  # with tiles in the bag

AnyExploration: TypeAlias = Exploration | BagExploration


class Explorations:
    """The explorations of a page; a walk may take `memory`, a search with tiles in the bag half of it."""

    def __init__(self, memory: int, tell: Callable[[], None]) -> None:
        self._memory, self._tell = memory, tell
        self.walk: Walk | None = None
        self._walked: tuple[Position, str, int] | None = None  # where the walk began: lexicon, threads
        self._places: dict[tuple[int, ...], Exploration] = {}
        self._with_bag: list[BagExploration] = []  # the latest first

    def of(self, wish: Wish) -> AnyExploration:
        """Go to the position that is wanted: one that is known, or a new one."""
        return self._of_bag(wish) if wish.position.bag else self._of_endgame(wish)

    def clear(self) -> None:
        """Let everything go."""
        self._leave_walk()
        self._with_bag = []

    def _leave_walk(self) -> None:
        self.walk, self._walked, self._places = None, None, {}

    def _of_bag(self, wish: Wish) -> BagExploration:
        known = [each for each in self._with_bag if each.is_of(wish.position, wish.lexicon)]
        others = [each for each in self._with_bag if each not in known]
        if not known:
            del others[KEPT - 1 :]
            self._with_bag = others
            self._leave_walk()
            known = [BagExploration(wish.position, wish.lexicon, self._memory // 2, self._tell)]
        self._with_bag = [*known, *others]
        return known[0]

    def _of_endgame(self, wish: Wish) -> Exploration:
        walk, place = self._place(wish)
        if place.path not in self._places:
            self._places[place.path] = Exploration(walk, place, self._tell)
        return self._places[place.path]

    def _place(self, wish: Wish) -> tuple[Walk, Place]:
        began = (wish.home, wish.lexicon.sha256, wish.threads)
        if self.walk is not None and self._walked == began:
            place: Place | None = self.walk.home
            for text in wish.moves:
                if place is not None:
                    place = self.walk.after(place, place.position.parse_move(text))
            if place is not None and key(place.position) == key(wish.position):
                return self.walk, place
        self._leave_walk()
        home = wish.position if wish.moves else wish.home
        self.walk = Walk(home, wish.lexicon, self._memory, wish.threads)
        self._walked = (home, wish.lexicon.sha256, wish.threads)
        return self.walk, self.walk.home
