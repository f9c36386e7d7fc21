"""One explored position: what is known of it, and the searches that find out more.

    Exploration              limits, facts and rows of any explored position
    EndgameExploration       the bag is empty: values of moves
    PreendgameExploration    tiles in the bag: win probabilities (`preendgame_exploration`)

Both work in the same order: a requested move comes first, then the proof of the best move, then the exact
values of all other moves, the most promising ones first.  One step is one search; whatever stops it, what was
proven stays.

A row of an endgame move is [score, lower, upper, status, estimate, line].  Bounds are proven at any moment;
the estimate lies between them and is None once they meet.

A worker thread replaces facts and rows as a whole (`AnswerFacts`), so that other threads always read
facts and rows of the same moment.
"""

from __future__ import annotations

import heapq
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from bstar.options import Limit
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.report.solution import solution_json
from scrabble.solver import MoveResult, ScoredMove, Snapshot, Solution, SolveOptions
from scrabble.solver.walk import AnalysisSession, SessionPosition, SessionSearch

Rows: TypeAlias = Mapping[str, list[Any]]  # move -> row, in the form of the kind of exploration

PREENDGAME = "preendgame"  # the `kind` of an answer with tiles in the bag
SHOWN_EVERY = 0.15  # seconds between updates, or LOOKS times what an update costs, whichever is longer
LOOKS = 6
KEPT_MOVES = 10  # in an export
LEFT_OUT = (  # keys of `solution_json` that the page does not need
    *("id", "cgp", "solver", "asks", "moves", "missing", "warnings", "seconds", "expansions"),
    "believed_value",
)


class AnswerFacts(NamedTuple):
    """The answer and the row of each move at one moment.  Immutable: replaced as a whole."""

    facts: Mapping[str, Any]
    rows: Rows

    @property
    def is_proven(self) -> bool:
        """Return whether the best move is proven to be best."""
        return self.facts.get("status") == "proven"


NOTHING_KNOWN = AnswerFacts({}, {})


class Exploration(ABC):
    """One explored position: its current results and its searches."""

    def __init__(self, show: Callable[[], None]) -> None:
        self._show = show
        self.left: float | None = 0.0  # seconds left for searching; None: no limit
        self.stopped_by: str | None = None  # the limit that ended the last search
        self.known = NOTHING_KNOWN
        self._shown_at, self._pause = -SHOWN_EVERY, SHOWN_EVERY

    @property
    @abstractmethod
    def position(self) -> Position:
        """The explored position."""

    @property
    @abstractmethod
    def has_open(self) -> bool:
        """Return whether anything about any move is still open."""

    @property
    @abstractmethod
    def has_request(self) -> bool:
        """Return whether a requested move is still open."""

    @abstractmethod
    def request(self, text: str) -> bool:
        """Search a move before everything else; return False if there is no such move."""

    @abstractmethod
    def stop(self) -> None:
        """Stop the search under way as soon as possible."""

    @abstractmethod
    def step(self, is_stopped: Callable[[], bool]) -> None:
        """Search once: a requested move, the best move, or all other moves."""

    @abstractmethod
    def to_json(self, known: AnswerFacts) -> dict[str, Any]:
        """Return the answer as the page gets it, without the moves."""

    @abstractmethod
    def to_keep(self) -> dict[str, Any]:
        """Return the answer with the rows of the most promising moves, for an export."""

    @property
    def is_proven(self) -> bool:
        """Return whether the best move is proven to be best."""
        return self.known.is_proven

    @property
    def is_exhausted(self) -> bool:
        """Return whether no time, or no memory, is left."""
        return (self.left is not None and self.left <= 0) or self.stopped_by == "memory"

    def _spend(self, seconds: float) -> None:
        if self.left is not None:
            self.left = max(0.0, self.left - seconds)

    @property
    def _is_due(self) -> bool:
        """Return whether the page should be shown what is known now."""
        return time.monotonic() - self._shown_at >= self._pause

    def _publish(self) -> None:
        self._shown_at = time.monotonic()
        self._show()


class EndgameExploration(Exploration):
    """An explored endgame: a position of an analysis session, whose searches share one table."""

    def __init__(self, session: AnalysisSession, place: SessionPosition, show: Callable[[], None]) -> None:
        super().__init__(show)
        self.session, self.place = session, place
        self.search: SessionSearch | None = None  # the one under way
        self.requested: list[Move] = []  # the latest first
        self._moves: dict[str, Move] = {}
        self._lines: dict[str, tuple[ScoredMove, ...]] = {}
        self.seconds = 0.0  # of searches that have ended
        self._began: float | None = None  # start of the search under way

    @property
    def position(self) -> Position:
        """The explored position."""
        return self.place.position

    @property
    def has_open(self) -> bool:
        """Return whether the exact value of any move is open."""
        return not self.is_proven or any(lower != upper for _, lower, upper, *_ in self.known.rows.values())

    @property
    def has_request(self) -> bool:
        """Return whether the exact value of a requested move is open."""
        return bool(self.requested)

    def request(self, text: str) -> bool:
        """Search the exact value of a move next; return False if there is no such move."""
        move = self._moves.get(text)
        if move is None:
            return False
        self.requested = [move, *(each for each in self.requested if each != move)]
        return True

    def stop(self) -> None:
        """Stop the search under way as soon as possible."""
        search = self.search
        if search is not None:
            search.stop()

    def step(self, is_stopped: Callable[[], bool]) -> None:
        """Search once: a requested move, the value, or all other moves."""
        wanted = self.requested[0] if self.requested else None
        is_whole = self.is_proven and wanted is None
        began = self._began = time.monotonic()
        search = self.session.search(self.place, SolveOptions(worth_of=wanted), Limit(self.left), is_whole)
        self.search = search
        if is_stopped():
            search.stop()
        try:
            for snapshot in search:
                if self._is_due:
                    self._update(search, snapshot)
                    self._publish()
            self._complete(search.result())
        finally:
            self.search = self._began = None
        spent = time.monotonic() - began
        self.seconds += spent
        self._spend(spent)
        if wanted is not None and (self.stopped_by is None or self._is_exact(wanted)):
            self.requested = [each for each in self.requested if each != wanted]
        self._publish()

    def _is_exact(self, move: Move) -> bool:
        return any(
            lower == upper
            for text, (_, lower, upper, *_) in self.known.rows.items()
            if self._moves[text] == move
        )

    def _update(self, search: SessionSearch, now: Snapshot) -> None:
        """Publish what a search under way knows; facts that are proven already stay."""
        began = time.monotonic()
        moves = search.current_moves  # later than `now`, so the answer is made of these
        rows, facts = self._rows_with(moves), self.known.facts
        best = [each.text for each in moves if each.status.startswith("best")]
        if self.is_proven:
            facts = {**facts, "best": _merged(facts["best"], best)}
        else:
            _, lower, _, _, estimate, _ = rows[best[0]]
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
                "estimate": lower if estimate is None else estimate,
                "outcome": None,
                "regret": None,
                "limit": None,
            }
        self.known = AnswerFacts({**facts, "disproved": now.disproved, "nodes": now.nodes}, rows)
        self._pause = max(SHOWN_EVERY, LOOKS * (time.monotonic() - began))

    def _complete(self, solution: Solution) -> None:
        """Publish the result of a search that has ended."""
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
            facts["best"] = _merged(before["best"], facts["best"])
        self.known = AnswerFacts(facts, rows)

    def _rows_with(self, moves: Sequence[MoveResult]) -> Rows:
        """Return the known rows, updated by the results of a search."""
        rows = dict(self.known.rows)
        for each in moves:
            lower, upper = each.bounds
            self._moves[each.text] = each.move
            line = [[step.text, step.score] for step in self._lines.get(each.text, ())]
            rows[each.text] = [each.score, lower, upper, each.status, each.estimate, line]
        return rows

    def to_json(self, known: AnswerFacts) -> dict[str, Any]:
        """Return the answer as the page gets it, without the moves."""
        began = self._began
        running = 0.0 if began is None else time.monotonic() - began
        return {
            **known.facts,
            "seconds": round(self.seconds + running, 3),
            "moves": len(known.rows),
            "exact": sum(lower == upper for _, lower, upper, *_ in known.rows.values()),
        }

    def to_keep(self) -> dict[str, Any]:
        """Return the answer with the rows of the most promising moves, the best move first."""
        known = self.known
        most = heapq.nlargest(KEPT_MOVES, known.rows.items(), key=lambda each: _promise(each[1]))
        return self.to_json(known) | {"rows": {move: row[:5] for move, row in most}}


def _merged(before: Sequence[str], best: Sequence[str]) -> list[str]:
    """Return the best moves in the order of their discovery: the line begins with the first of them."""
    return [*before, *(move for move in best if move not in before)]


def _promise(row: list[Any]) -> tuple[bool, int, int, int]:
    """Return the sort key of a row: the best move, then the estimate or what is known."""
    _, lower, upper, status, estimate, _ = row
    return status.startswith("best"), upper if estimate is None else estimate, upper, lower
