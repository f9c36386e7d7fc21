"""One position of a walk, explored: first its best move, then the exact worth of every other one.

    value open              prove the best move and its value
    a move is asked for     its worth comes before everything else
    value proven            all other moves, those that may be worth most first

    rows      move -> [score, lower, upper, status, estimate, line]

A step is one search; whatever stops it, what was proven stays.  Numbers are proven bounds at any moment, but
for `estimate`, which lies between them and is null where they meet.

What is known of a position at one moment: facts and rows that belong together.

A worker replaces the whole at once, while other threads read it: what they see is of one moment.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from bstar.options import Limit
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.report.solution import solution_json
from scrabble.solver import MoveResult, ScoredMove, Snapshot, Solution, SolveOptions
from scrabble.solver.walk import AnalysisSession, SessionPosition, SessionSearch

Rows: TypeAlias = Mapping[str, list[Any]]  # move -> its row; an exploration says what is in it


class AnswerFacts(NamedTuple):
    """The facts of the answer, and a row a move; neither is changed once it is here."""

    facts: Mapping[str, Any]
    rows: Rows

    @property
    def is_proven(self) -> bool:
        """Is the best move known to be best?"""
        return self.facts.get("status") == "proven"


NOTHING_KNOWN = AnswerFacts({}, {})


SHOWN_EVERY = 0.15  # seconds; or so many times what it takes to look
LOOKS = 6
KEPT_MOVES = 10


class Exploration:
    """What is known of a place, and the searches that find out more."""

    def __init__(self, walk: AnalysisSession, place: SessionPosition, show: Callable[[], None]) -> None:
        self.walk, self.place, self._show = walk, place, show
        self.left: float | None = 0.0  # seconds for searching; None: no limit
        self.search: SessionSearch | None = None  # the one that runs
        self.known = NOTHING_KNOWN
        self.stopped_by: str | None = None
        self.asked: list[Move] = []  # their worth is wanted next
        self._moves: dict[str, Move] = {}
        self._lines: dict[str, tuple[ScoredMove, ...]] = {}
        self._shown_at, self._pause = -SHOWN_EVERY, SHOWN_EVERY
        self.seconds = 0.0  # spent before the search that runs
        self._began: float | None = None  # when that began

    @property
    def is_proven(self) -> bool:
        """Is the value known?"""
        return self.known.is_proven

    @property
    def is_spent(self) -> bool:
        """Is there no time left, or no memory?"""
        return (self.left is not None and self.left <= 0) or self.stopped_by == "memory"

    @property
    def has_open(self) -> bool:
        """Is the exact worth of any move not known yet?"""
        return not self.is_proven or any(lower != upper for _, lower, upper, *_ in self.known.rows.values())

    def ask(self, text: str) -> bool:
        """Let the worth of a move come next; False if there is no such move."""
        move = self._moves.get(text)
        if move is None:
            return False
        self.asked = [move, *(each for each in self.asked if each != move)]
        return True

    @property
    def position(self) -> Position:
        """The position of the place."""
        return self.place.position

    def stop(self) -> None:
        """Let the search that runs leave as soon as it can."""
        search = self.search
        if search is not None:
            search.stop()

    def step(self, is_stopped: Callable[[], bool]) -> None:
        """Search once: for the move that was asked for, for the value, or for all other moves."""
        wanted = self.asked[0] if self.asked else None
        is_whole = self.is_proven and wanted is None
        began = self._began = time.monotonic()
        search = self.walk.search(self.place, SolveOptions(worth_of=wanted), Limit(self.left), is_whole)
        self.search = search
        if is_stopped():
            search.stop()
        try:
            for snapshot in search:
                if time.monotonic() - self._shown_at >= self._pause:
                    self._take_in_running(search, snapshot)
                    self._tell()
            self._take_in(search.result())
        finally:
            self.search = self._began = None
        spent = time.monotonic() - began
        self.seconds += spent
        if self.left is not None:
            self.left = max(0.0, self.left - spent)
        if wanted is not None and (self.stopped_by is None or self._is_exact(wanted)):
            self.asked = [each for each in self.asked if each != wanted]
        self._tell()

    def _tell(self) -> None:
        self._shown_at = time.monotonic()
        self._show()

    def _is_exact(self, move: Move) -> bool:
        return any(
            lower == upper
            for text, (_, lower, upper, *_) in self.known.rows.items()
            if self._moves[text] == move
        )

    def _take_in_running(self, search: SessionSearch, now: Snapshot) -> None:
        """What a search under way knows; what is proven already is not told anew."""
        began = time.monotonic()
        moves = search.moves_now  # later than `now`: the answer is made of these, too
        rows, facts = self._rows_with(moves), self.known.facts
        best = [each.text for each in moves if each.status.startswith("best")]
        if self.is_proven:
            facts = {**facts, "best": _first(facts["best"], best)}
        else:
            _, worth, _, _, estimate, _ = rows[best[0]]
            facts = {
                "status": "bounded",
                "best": best[:1],
                "lower": max(row[1] for row in rows.values()),
                "upper": max(row[2] for row in rows.values()),
                "value": None,
                "line": [],
                "line_scores": [],
                "line_kind": "part",
                "final": None,
                "estimate": worth if estimate is None else estimate,
                "outcome": None,
                "regret": None,
                "limit": None,
            }
        self.known = AnswerFacts({**facts, "disproved": now.disproved, "nodes": now.nodes}, rows)
        self._pause = max(SHOWN_EVERY, LOOKS * (time.monotonic() - began))

    def _take_in(self, solution: Solution) -> None:
        """What a search that has ended knows."""
        self.stopped_by = solution.limit
        for each in solution.moves:
            if each.line:
                self._lines[each.text] = each.line
        if solution.status == "proven" and solution.line_kind == "whole":
            self._lines[solution.text] = tuple(solution.line)
        rows = self._rows_with(solution.moves)
        found, before = solution_json(solution, "", ()), self.known.facts
        facts = {key: value for key, value in found.items() if key not in LEFT_OUT}
        if self.is_proven and before["line_kind"] == "whole":  # a search that was stopped may cut it
            facts |= {key: before[key] for key in ("line", "line_scores", "line_kind", "final")}
            facts["best"] = _first(before["best"], facts["best"])
        self.known = AnswerFacts(facts, rows)

    def _rows_with(self, moves: Sequence[MoveResult]) -> Rows:
        """The rows that are known, with what a search has found out about these moves."""
        rows = dict(self.known.rows)
        for each in moves:
            lower, upper = each.bounds
            self._moves[each.text] = each.move
            line = [[step.text, step.score] for step in self._lines.get(each.text, ())]
            rows[each.text] = [each.score, lower, upper, each.status, each.estimate, line]
        return rows

    def told(self, known: AnswerFacts) -> dict[str, Any]:
        """What is known, but for the moves."""
        began = self._began
        running = 0.0 if began is None else time.monotonic() - began
        return {
            **known.facts,
            "seconds": round(self.seconds + running, 3),
            "moves": len(known.rows),
            "exact": sum(lower == upper for _, lower, upper, *_ in known.rows.values()),
        }

    def to_keep(self) -> dict[str, Any]:
        """The same with the moves that promise most, the chosen one first, for what is saved."""
        known = self.known
        most = heapq.nlargest(KEPT_MOVES, known.rows.items(), key=lambda each: _promise(each[1]))
        return self.told(known) | {"rows": {move: row[:5] for move, row in most}}


def _first(before: Sequence[str], best: Sequence[str]) -> list[str]:
    """The best moves, in the order in which they became known: a line begins with the first of them."""
    return [*before, *(move for move in best if move not in before)]


def _promise(row: list[Any]) -> tuple[bool, int, int, int]:
    """By what the rows are ordered: the chosen move, then the estimate, or what is known."""
    _, lower, upper, status, estimate, _ = row
    return status.startswith("best"), upper if estimate is None else estimate, upper, lower


LEFT_OUT = (
    *("id", "cgp", "solver", "asks", "moves", "missing", "warnings", "seconds", "expansions"),
    "believed_value",
)
