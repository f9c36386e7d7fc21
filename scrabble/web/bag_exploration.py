"""One position with tiles in the bag, explored: the chances of its moves, and each with its draws.

    rows      move -> [score, [chance, chance], [spread, spread], status, estimate]
              lower and upper, as fractions; the estimate: [chance, spread] in decimals, or null
    draws     of one move: what each tile that may be drawn brings, and the positions after it

It has what an `Exploration` of an endgame has, so that a session leads both the same way: what is asked for,
the best move, then all others.  Everything is a proven bound.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from bstar.options import Limit
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.report.bag_solution import estimate_json, interval_json
from scrabble.solver.preendgame.search import PreendgameTask
from scrabble.solver.preendgame.solution import BagSnapshot, BagSolution, Estimate, Judged, open_interval
from scrabble.solver.preendgame.values import Objective
from scrabble.web.asked_search import DONE, FocusedSearch
from scrabble.web.bag_draws import scenarios_json
from scrabble.web.bag_text import KIND
from scrabble.web.exploration import KEPT_MOVES, LOOKS, NOTHING_KNOWN, SHOWN_EVERY, AnswerFacts, Rows


class BagExploration:
    """What is known of a position, and the search that finds out more."""

    def __init__(self, position: Position, lexicon: Lexicon, memory: int, show: Callable[[], None]) -> None:
        self.position, self.lexicon, self._show = position, lexicon, show
        self.left: float | None = 0.0  # seconds for searching; None: no limit
        self.stopped_by: str | None = None
        self.known = NOTHING_KNOWN
        self._unseen = UnseenTiles(position)
        self._search = FocusedSearch(PreendgameTask(position, lexicon, memory))
        self._search.warm_up()
        self._is_at_the_end = False  # is there nothing more to be found out?
        self._shown_at, self._pause = -SHOWN_EVERY, SHOWN_EVERY

    def is_of(self, position: Position, lexicon: Lexicon) -> bool:
        """Is it this position that is explored?"""
        return cgp.dumps(self.position) == cgp.dumps(position) and self.lexicon.sha256 == lexicon.sha256

    @property
    def is_proven(self) -> bool:
        """Is no other move better than the best one?"""
        return self.known.is_proven

    @property
    def is_spent(self) -> bool:
        """Is there no time left, or no memory?"""
        return (self.left is not None and self.left <= 0) or self.stopped_by == "memory"

    @property
    def has_open(self) -> bool:
        """Can more be found out?"""
        return not self._is_at_the_end

    @property
    def asked(self) -> bool:
        """Is a move asked for whose chance or spread is open?"""
        return self._search.has_asked

    def ask(self, text: str) -> bool:
        """Let a move come next; False if there is no such move."""
        return self._search.ask(text)

    def stop(self) -> None:
        """Let the search leave as soon as it can."""
        self._search.stop()

    def step(self, is_stopped: Callable[[], bool]) -> None:
        """Search once: for what was asked for, for the best move, or for all others."""
        before = self._search.seconds
        found = self._run(self.left, is_stopped)
        self.stopped_by = None if found.limit == DONE else found.limit
        if self.left is not None:
            self.left = max(0.0, self.left - (self._search.seconds - before))
        self._tell()

    def settle(self, moves: Iterable[str], seconds: float, is_stopped: Callable[[], bool]) -> BagSolution:
        """Find out about these moves before all else, for so long."""
        for move in moves:
            self._search.ask(move)
        found = self._run(seconds, is_stopped)
        if found.limit == "time":
            self._search.ask_no_more()
        return found

    def _run(self, seconds: float | None, is_stopped: Callable[[], bool]) -> BagSolution:
        search = self._search
        search.go_on(Limit(seconds))
        if is_stopped():
            search.stop()
        for snapshot in search:
            if time.monotonic() - self._shown_at >= self._pause:
                self._take_in(search, snapshot)
                self._tell()
        found = search.result()
        self._take_in_all(found)
        return found

    def _tell(self) -> None:
        self._shown_at = time.monotonic()
        self._show()

    def _take_in(self, search: FocusedSearch, now: BagSnapshot) -> None:
        """What a search under way knows."""
        began = time.monotonic()
        moves = search.moves_now
        facts = self.known.facts
        if not self.is_proven:
            facts = {
                "status": "bounded",
                "best": [each.text for each in moves if each.status == "best so far"] or [now.text],
                "chance": interval_json(open_interval(moves, Objective.CHANCE, Objective.CHANCE)),
                "spread": interval_json(open_interval(moves, Objective.SPREAD, Objective.CHANCE)),
                "regret": None,
                "estimate": estimate_json(now.estimate),
                "limit": None,
            }
        counts = {"disproved": now.disproved, "questions": now.questions, "nodes": now.nodes}
        self.known = AnswerFacts({**facts, **counts}, _rows_of(moves))
        self._pause = max(SHOWN_EVERY, LOOKS * (time.monotonic() - began))

    def _take_in_all(self, found: BagSolution) -> None:
        """What a search that has left knows."""
        facts = {
            "status": found.status,
            "best": found.best,
            "chance": interval_json(found.chance),
            "spread": interval_json(found.spread),
            "regret": str(found.regret),
            "estimate": estimate_json(found.estimate),
            "ignores_exchanges": found.exchange is not None,
            "disproved": sum(each.status in ("worse", "not better") for each in found.moves),
            "questions": found.questions,
            "nodes": found.nodes,
            "limit": None if found.limit == DONE else found.limit,
        }
        self.known = AnswerFacts(facts, _rows_of(found.moves))
        self._is_at_the_end = found.limit is None

    def told(self, known: AnswerFacts) -> dict[str, Any]:
        """What is known, but for the moves."""
        exact = sum(_is_exact(chance) and _is_exact(spread) for _, chance, spread, *_ in known.rows.values())
        bag = {"kind": KIND, "bag": self._unseen.count, "moves": len(known.rows), "exact": exact}
        return {**bag, **known.facts, "seconds": round(self._search.seconds, 3)}

    def to_keep(self) -> dict[str, Any]:
        """The same with the moves that may win most often, for what is saved."""
        known = self.known
        most = heapq.nlargest(KEPT_MOVES, known.rows.items(), key=lambda each: _most(each[1]))
        return self.told(known) | {"rows": dict(most)}

    def draws(self, text: str) -> dict[str, Any] | None:
        """What each draw brings after a move; None if there is no such move."""
        move = self._search.judged_now(text)
        if move is None:
            return None
        found = scenarios_json(self.position, self.lexicon.name, self._unseen, move)
        return found | {"is_settled": self._search.is_settled(text)}


def _rows_of(moves: Iterable[Judged]) -> Rows:
    return {
        each.text: [each.score, _pair(each.chance), _pair(each.spread), each.status, _believed(each.estimate)]
        for each in moves
    }


def _believed(estimate: Estimate | None) -> list[float] | None:
    return None if estimate is None else [round(estimate.chance, 4), round(estimate.spread, 2)]


def _pair(found: Any) -> list[str]:
    return [str(found.lower), str(found.upper)]


def _is_exact(ends: Sequence[str]) -> bool:
    return ends[0] == ends[1]


def _most(row: list[Any]) -> tuple[Any, ...]:
    """What a row is sorted by: best first, then what is known or believed of its chance and its spread."""
    _, chance, spread, status, estimate = row
    known = estimate or [float(Fraction(chance[1])), float(Fraction(spread[1]))]
    return (status.startswith("best"), *known, *(Fraction(each) for each in chance[::-1]))
