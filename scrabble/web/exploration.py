"""One explored position: what is known of it, and the searches that find out more.

    Exploration     an endgame, or a position with tiles in the bag: its current answer and its searches
    KnownAnswer     the answer at one moment, and a row for each move
    draws_data      one move with tiles in the bag: the result with each draw, and the steps to what follows

A requested move comes first, then the proof of the best move, then all other moves, the most promising ones
first (`searches`).  One step is one search; whatever stops it, what was proven stays.

A worker thread replaces `Exploration.known` as a whole, so that other threads always read an answer and rows
of the same moment.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace as with_fields

from scrabble.answer.moves import MoveResult, Step
from scrabble.answer.names import LineKind, Status
from scrabble.answer.solution import Snapshot, Solution
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.report.view import LineStep, line_steps
from scrabble.web.position_view import left_after
from scrabble.web.searches import Search, Searches
from scrabble.web.shown import MoveRow, answer_texts, draw_texts, draws_texts, move_rows, scale_of

SHOWN_EVERY = 0.15  # seconds between updates, or LOOKS times what an update costs, whichever is longer
LOOKS = 6
KEPT_MOVES = 10  # in an export


class KnownAnswer(NamedTuple):
    """The answer at one moment, with the rows of moves that the page gets.  Immutable."""

    solution: Solution | None
    rows: Mapping[str, MoveRow]
    refuted: int = 0  # moves


NOTHING_KNOWN = KnownAnswer(None, {})


class Found(NamedTuple):
    """An answer as it is kept for an export: with the most promising moves only, best first."""

    solution: Solution
    move_count: int


class Exploration:
    """One explored position: its current answer and its searches."""

    def __init__(self, searches: Searches, show: Callable[[], None]) -> None:
        self.searches, self._show = searches, show
        self.left: float | None = 0.0  # seconds left for searching; None: no limit
        self.stopped_by: str | None = None  # the limit that ended the last search
        self.known = NOTHING_KNOWN
        self.requested: list[str] = []  # moves that are still open, the latest first
        self._search: Search | None = None  # the one under way
        self._lines: dict[str, tuple[Step, ...]] = {}  # best play from moves of an endgame
        self._steps: dict[tuple[Step, ...], list[LineStep]] = {}  # the lines as the page shows them
        self._seconds = 0.0  # of searches that have ended
        self._began: float | None = None  # start of the search under way
        self._shown_at, self._pause = -SHOWN_EVERY, SHOWN_EVERY

    @property
    def position(self) -> Position:
        """The explored position."""
        return self.searches.position

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon that it is explored with."""
        return self.searches.lexicon

    def is_of(self, position: Position, lexicon: Lexicon) -> bool:
        """Return whether this position is explored, with this lexicon."""
        return cgp.dumps(self.position) == cgp.dumps(position) and self.lexicon.sha256 == lexicon.sha256

    @property
    def is_proven(self) -> bool:
        """Return whether the best move is proven to be best."""
        solution = self.known.solution
        return solution is not None and solution.status == Status.PROVEN

    @property
    def has_open(self) -> bool:
        """Return whether anything about any move is still open."""
        return self.searches.has_open(self.known.solution)

    @property
    def is_exhausted(self) -> bool:
        """Return whether no time, or no memory, is left."""
        return (self.left is not None and self.left <= 0) or self.stopped_by == "memory"

    def request(self, text: str) -> bool:
        """Search a move before everything else; return False if there is no such move."""
        if text not in self.known.rows:
            return False
        self.requested = [text, *(each for each in self.requested if each != text)]
        return True

    def stop(self) -> None:
        """Stop the search under way as soon as possible."""
        search = self._search
        if search is not None:
            search.stop()

    def step(self, is_stopped: Callable[[], bool]) -> None:
        """Search once: a requested move, the best move, or all other moves."""
        wanted, before = self.requested[:1], self._seconds
        found = self._run(self.left, wanted, is_stopped)
        self.stopped_by = found.stopped_by
        if self.left is not None:
            self.left = max(0.0, self.left - (self._seconds - before))
        done = [move.text for move in found.moves if move.text in wanted and self.searches.is_settled(move)]
        if found.stopped_by is None:
            done = wanted
        self.requested = [each for each in self.requested if each not in done]
        self._publish()

    def settle(self, moves: Iterable[str], seconds: float, is_stopped: Callable[[], bool]) -> Solution:
        """Search these moves before everything else, for at most `seconds`; return the whole answer."""
        return self._run(seconds, list(moves), is_stopped)

    def _run(self, seconds: float | None, wanted: Sequence[str], is_stopped: Callable[[], bool]) -> Solution:
        began = self._began = time.monotonic()
        search = self._search = self.searches.begin(seconds, wanted, self.is_proven)
        if is_stopped():
            search.stop()
        try:
            for snapshot in search:
                if time.monotonic() - self._shown_at >= self._pause:
                    self._update(search, snapshot)
                    self._publish()
            solution = search.result()
            self._take(solution)
        finally:
            self._search = self._began = None
            self._seconds += time.monotonic() - began
        return solution

    def _update(self, search: Search, snapshot: Snapshot) -> None:
        """Take over what a search under way knows."""
        began = time.monotonic()
        found = search.solution_now  # later than the snapshot: moves and bounds must be of one moment
        self._take(found, snapshot.refuted)
        self._pause = max(SHOWN_EVERY, LOOKS * (time.monotonic() - began))

    def _take(self, found: Solution, refuted: int = 0) -> None:
        """Take over an answer, but keep the line, and the order of the best moves, of one proven before.

        A search that is stopped may show less of best play than an earlier one.
        """
        before = self.known.solution
        self._lines |= {move.text: move.line for move in found.moves if move.line}
        if found.status == Status.PROVEN and found.line_kind == LineKind.WHOLE and found.line:
            self._lines[found.text] = found.line
        if found.practical is None and before is not None:
            found = with_fields(found, practical=before.practical)
        moves = [with_fields(move, line=self._lines.get(move.text, ()), scenarios=()) for move in found.moves]
        if self.is_proven and before is not None and (before.line_kind == LineKind.WHOLE or not found.line):
            place = {text: at for at, text in enumerate(before.best)}
            moves.sort(key=lambda move: place.get(move.text, len(place)))
            found = with_fields(
                found,
                status=before.status,
                value=before.value,
                line=before.line,
                line_kind=before.line_kind,
                final=before.final,
            )
        found = with_fields(found, moves=tuple(moves))
        self.known = KnownAnswer(found, move_rows(found, self._steps_of), max(refuted, found.refuted))

    def _steps_of(self, move: MoveResult) -> list[LineStep]:
        """Return the line of a move, the move alone while no more is known."""
        line = move.line or (move.step,)
        if line not in self._steps:
            self._steps[line] = line_steps(self.position, line)
        return self._steps[line]

    def _publish(self) -> None:
        self._shown_at = time.monotonic()
        self._show()

    def to_json(self, known: KnownAnswer, state: str) -> dict[str, Any] | None:
        """Return the answer as the page gets it, without the moves; None before there is one."""
        solution, began = known.solution, self._began
        if solution is None:
            return None
        seconds = self._seconds + (0.0 if began is None else time.monotonic() - began)
        exact = sum(row.is_exact for row in known.rows.values())
        return {
            "kind": solution.kind,
            "status": solution.status,
            "best": solution.best,
            "scale": scale_of(known.rows.values(), solution),
            "texts": answer_texts(solution, state, known.refuted, exact, seconds),
        }

    def to_keep(self) -> Found | None:
        """Return the answer with the most promising moves, for an export; None before there is one."""
        solution = self.known.solution
        if solution is None:
            return None
        most = heapq.nlargest(KEPT_MOVES, solution.moves, key=lambda move: _promise(move, solution))
        return Found(with_fields(solution, moves=tuple(most)), len(solution.moves))

    def draws(self, text: str) -> dict[str, Any] | None:
        """Return a move with its draws; None in an endgame, or if there is no such move."""
        move = self.searches.with_scenarios(text)
        if move is None:
            return None
        return draws_data(self.position, move, self.searches.is_settled(move))


def _promise(move: MoveResult, solution: Solution) -> tuple[Any, ...]:
    """Return the sort key of a move: the best one, then what it is expected to bring, then what it may."""
    expected = move.estimate
    win, spread = (move.win.upper, move.spread.upper) if expected is None else (expected.win, expected.spread)
    keys = (spread, move.spread.upper, move.spread.lower)
    return (move.status.is_best, *keys) if solution.preendgame is None else (move.status.is_best, win, *keys)


class StepAfter(Struct):
    """A step to a position that may follow a move (`position_view`)."""

    step: str
    leaves: str  # what stays in the bag


class DrawData(Struct):
    """The result of a move with one draw, and the steps to the positions that may follow."""

    tiles: str
    probability: Fraction
    weight: float  # the same, as a number
    texts: tuple[str, str]  # the result and the spread
    after: list[StepAfter]


def draws_data(position: Position, move: MoveResult, is_settled: bool) -> dict[str, Any]:
    """Return the draws of a move, by what is drawn:

    the move empties the bag     the result with each draw, and the step to the endgame after it
    tiles stay in the bag        the same, and a step for each content that may stay
    exchange                     the same; what the bag held besides the draw stays
    pass                         the result for each content of the bag, unless exchanges may follow

    Nothing more can be proven of a settled move.
    """
    unseen, made = UnseenTiles(position), position.parse_move(move.text)
    taken = min(made.tile_count, unseen.count)
    empties_bag = taken == unseen.count and not made.exchanged
    draws = [
        DrawData(
            tiles=position.alphabet.rack_text(each.codes),
            probability=each.probability,
            weight=float(each.probability),
            texts=draw_texts(each, is_one_game=len(each.codes) == unseen.count),
            after=list(_steps_after(unseen, move.text, each.codes, taken)),
        )
        for each in move.scenarios
    ]
    return {"texts": draws_texts(move, empties_bag, is_settled), "draws": draws}


def _steps_after(unseen: UnseenTiles, move: str, tiles: bytes, taken: int) -> Iterator[StepAfter]:
    """Yield the steps to the positions after a move with a draw."""
    rack_text, draws = unseen.position.alphabet.rack_text, tiles[:taken]
    is_whole = len(tiles) == unseen.count
    for leaves in [tiles[taken:]] if is_whole else left_after(unseen, draws):
        added = f" draws {rack_text(draws)}" * bool(draws) + f" leaves {rack_text(leaves)}" * bool(leaves)
        yield StepAfter(f"{move}{added}", rack_text(leaves))
