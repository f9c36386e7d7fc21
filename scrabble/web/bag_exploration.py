"""One position with tiles in the bag, explored: the chances of its moves, and each with its draws.

    rows      move -> [score, [chance, chance], [spread, spread], status]     lower and upper, as fractions
    draws     of one move: what each tile that may be drawn brings, and the endgame after it

It has what an `Exploration` of an endgame has, so that a session leads both the same way.  One search asks
about all moves; it is stopped and goes on from what it knows.  Everything is a proven bound.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bstar.search import Limit
from scrabble import cgp
from scrabble.game.position import Position
from scrabble.game.unseen import Unseen
from scrabble.lexicon import Lexicon
from scrabble.preendgame.judge import Order
from scrabble.preendgame.lines import after_draw
from scrabble.preendgame.search import BagSearch
from scrabble.preendgame.solution import BagSnapshot, Judged, WithDraw, while_open
from scrabble.preendgame.worth import Aim
from scrabble.report.bag_solution import range_json
from scrabble.web.bag_text import KIND
from scrabble.web.exploration import KEPT_MOVES, LOOKS, SHOWN_EVERY, Rows


class BagExploration:
    """What is known of a position, and the search that finds out more."""

    asked: tuple[()] = ()  # no move can be asked for by itself

    def __init__(self, position: Position, lexicon: Lexicon, memory: int, show: Callable[[], None]) -> None:
        self.position, self._lexicon, self._show = position, lexicon, show
        self.left: float | None = 0.0  # seconds for searching; None: no limit
        self.stopped_by: str | None = None
        self.rows: Rows = {}
        self._unseen = Unseen(position)
        self._search: BagSearch | None = BagSearch(Order(position, lexicon, memory))
        self._search.warm_up()
        self._moves: dict[str, Judged] = {}  # at the end
        self._facts: dict[str, Any] = {}
        self._shown_at, self._pause = -SHOWN_EVERY, SHOWN_EVERY

    def is_of(self, position: Position, lexicon: Lexicon) -> bool:
        """Is it this position that is explored?"""
        return cgp.dumps(self.position) == cgp.dumps(position) and self._lexicon.sha256 == lexicon.sha256

    @property
    def is_proven(self) -> bool:
        """Is there nothing more to be found out?"""
        return self._search is None

    @property
    def is_spent(self) -> bool:
        """Is there no time left, or no memory?"""
        return (self.left is not None and self.left <= 0) or self.stopped_by == "memory"

    @property
    def has_open(self) -> bool:
        """Can more be found out?"""
        return self._search is not None

    def ask(self, text: str) -> bool:
        """No move is asked for by itself: what one is worth depends on what the others may be."""
        return False

    def stop(self) -> None:
        """Let the search leave as soon as it can."""
        search = self._search
        if search is not None:
            search.stop()

    def step(self, is_stopped: Callable[[], bool]) -> None:
        """Search until it is proven, or stopped, or the time is up."""
        search = self._search
        if search is None:
            return
        before = search.seconds
        search.go_on(Limit(self.left))
        if is_stopped():
            search.stop()
        for snapshot in search:
            if time.monotonic() - self._shown_at >= self._pause:
                self._take_in(search, snapshot)
                self._tell()
        if self.left is not None:
            self.left = max(0.0, self.left - (search.seconds - before))
        self._take_in_all(search)
        self._tell()

    def _tell(self) -> None:
        self._shown_at = time.monotonic()
        self._show()

    def _take_in(self, search: BagSearch, now: BagSnapshot) -> None:
        """What a search under way knows."""
        began = time.monotonic()
        moves = search.moves_now
        self._facts = {
            "status": "bounded",
            "best": [now.text],
            "chance": range_json(while_open(moves, Aim.CHANCE, Aim.CHANCE)),
            "spread": range_json(while_open(moves, Aim.SPREAD, Aim.CHANCE)),
            "regret": None,
            "disproved": now.disproved,
            "questions": now.questions,
            "nodes": now.nodes,
            "seconds": now.seconds,
            "limit": None,
        }
        self._take_rows(moves)
        self._pause = max(SHOWN_EVERY, LOOKS * (time.monotonic() - began))

    def _take_in_all(self, search: BagSearch) -> None:
        """What a search that has left knows."""
        found = search.solution
        self.stopped_by = found.limit
        self._facts = {
            "status": found.status,
            "best": found.best,
            "chance": range_json(found.chance),
            "spread": range_json(found.spread),
            "regret": str(found.regret),
            "disproved": sum(each.status in ("worse", "not better") for each in found.moves),
            "questions": found.questions,
            "nodes": found.nodes,
            "seconds": found.seconds,
            "limit": found.limit,
        }
        self._take_rows(found.moves)
        if found.limit is None:
            self._moves = {each.text: each for each in found.moves}
            self._search = None  # and its memory

    def _take_rows(self, moves: Iterable[Judged]) -> None:
        self.rows = {
            each.text: [each.score, _pair(each.chance), _pair(each.spread), each.status] for each in moves
        }

    def told(self) -> dict[str, Any]:
        """What is known, but for the moves."""
        search = self._search
        seconds = self._facts["seconds"] if search is None else search.seconds
        bag = {"kind": KIND, "bag": self._unseen.count, "moves": len(self.rows)}
        return bag | self._facts | {"seconds": round(seconds, 3)}

    def to_keep(self) -> dict[str, Any]:
        """The same with the moves that may win most often, for what is saved."""
        most = heapq.nlargest(KEPT_MOVES, self.rows.items(), key=lambda each: _most(each[1]))
        return self.told() | {"rows": dict(most)}

    def draws(self, text: str) -> dict[str, Any] | None:
        """What each draw brings after a move; None if there is no such move."""
        search = self._search
        move = self._moves.get(text) if search is None else search.judged_now(text)
        if move is None:
            return None
        empties = len(move.move.placed) >= self._unseen.count
        return {
            "move": text,
            "chance": range_json(move.chance),
            "spread": range_json(move.spread),
            "status": move.status,
            "empties_bag": empties,
            "draws": [self._draw(move, each, empties) for each in move.draws],
        }

    def _draw(self, move: Judged, draw: WithDraw, empties: bool) -> dict[str, Any]:
        position = replace(self.position, lexicon_name=self._lexicon.name, extra=())
        after = after_draw(position, move.move, draw.tiles, self._unseen) if empties else None
        return {
            "tiles": self.position.alphabet.rack_text(draw.tiles),
            "share": str(draw.share),
            "chance": range_json(draw.chance),
            "spread": range_json(draw.spread),
            "is_one_game": len(draw.tiles) == self._unseen.count,
            "cgp": cgp.dumps(after) if after is not None else None,
        }


def _pair(found: Any) -> list[str]:
    return [str(found.lower), str(found.upper)]


def _most(row: list[Any]) -> tuple[Any, ...]:
    """What a row is sorted by."""
    _, chance, spread, status = row
    return (status.startswith("best"), *(Fraction(each) for pair in (chance, spread) for each in pair[::-1]))
