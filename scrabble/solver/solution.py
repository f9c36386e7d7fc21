"""The answer of a search of an endgame: its moves, bounds, line, and the decisions that led to it.

All bounds and values are points of future spread for the side to move.

The decisions of B* at the root are kept with moves as text:

    DISPROVEREST  12D R(E)IC  worth 8?  no: at most 5        null-window tests: proven intervals
    PROVEBEST     13D FOX     its turn  8D WORD +3 to +9     descents in Maven's way: believed ones

`StaticMoveBounds` holds what is known of each move without a search:

    at once      scrabble.bounds.score_caps: a microsecond for each move, wide
    by lines     scrabble.bounds.line_packing: some 20 ms, upper bounds of all moves and a lower bound of one:
                 what the opponent scores at most alone on the board after it
    estimates    one evaluation by the planner, some 5 ms: a number for each move; nothing is proven

An estimate is always taken within the proven bounds.  While the value is open, the best move so far is the
move with the best lower bound that the search has proven.  If nothing is proven yet, or some move is
estimated to be worth more than DOUBT points more, it is the move with the highest estimate.  The margin is
there because the highest of many estimates is usually too high: of 14 moves estimated to be 1 to 18 points
better than a proven one, 8 were worse.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bstar.bstar import NullWindowTest
from bstar.game import FAR, INF
from bstar.pv import WHOLE, PvNode
from bstar.root import RootMove
from bstar.tree.maven import MavenSearch
from bstar.tree.rounds import TreeMove
from bstar.tree.search_log import (
    CHANGES,
    COMPARED,
    DISPROVE_REST,
    REASONS,
    STEPS,
    STRATEGIES_USED,
    SearchLog,
    new_search_log,
)
from scrabble.bounds.line_packing import line_totals
from scrabble.bounds.score_caps import score_caps
from scrabble.game.cgp import has_scores
from scrabble.game.move import PASS, Move, ScoredMove, move_text
from scrabble.game.position import Position
from scrabble.game.providers import DRAWING, provider
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import unpack
from scrabble.solver.names import MoveStatus, Question, Status, StopReason
from scrabble.solver.setup import estimates

__all__ = ["Decision", "MavenRound", "MoveInterval", "MoveResult", "ScoredMove", "Snapshot", "Solution"]

STATUSES = {  # what the bounds of a move imply, compared with those of the chosen move
    MoveStatus.BEST: "proven: no move is worth more",
    MoveStatus.BEST_SO_FAR: "the chosen move, while that is not proven",
    MoveStatus.WORSE: "proven: worth less than the chosen move",
    MoveStatus.NOT_BETTER: "proven: not worth more than the chosen move; it may be worth as much",
    MoveStatus.OPEN: "it may be worth more than the chosen move",
}


@dataclass(frozen=True, slots=True)
class MoveResult:
    """A move with what the search has proven about it: lower <= value <= upper."""

    move: Move
    text: str
    score: int
    lower: int | None  # by the search; None: no better than the static bound
    upper: int | None
    status: MoveStatus
    believed: tuple[int, int, int] | None = None  # by Maven: pessimistic <= realistic <= optimistic
    caps: tuple[int, int] | None = None  # static bounds (scrabble.bounds.score_caps)
    line: tuple[ScoredMove, ...] = ()  # best play from it on, if its value is exact and the line was wanted
    estimate: int | None = None  # by the planner, lower <= estimate <= upper; None: exact, or not estimated

    def __repr__(self) -> str:
        return f"<MoveResult {self.text} {_points(*self.bounds, self.estimate)} {self.status}>"

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The tightest bounds of the value; numbers wherever there are static bounds."""
        if self.caps is None:
            return self.lower, self.upper
        least, most = self.caps
        lower, upper = self.lower, self.upper
        return least if lower is None else max(lower, least), most if upper is None else min(upper, most)


class PlayTree(NamedTuple):
    """A best move and all best replies to it."""

    text: str
    score: int
    replies: tuple[PlayTree, ...]


class MavenRound(NamedTuple):
    """One round of Maven: its choice, the believed interval of that move, and the expansions so far."""

    number: int
    widened: int  # points at both ends of every believed interval
    text: str
    pessimistic: int
    optimistic: int
    expansions: int
    is_new: bool  # another move than in the round before


class MoveInterval(NamedTuple):
    """A move and bounds of its value: proven, or believed by Maven; None = no bound yet."""

    text: str
    lower: int | None
    upper: int | None


class Decision(NamedTuple):
    """One step of B* at the root: the strategy, its move and reason, and the intervals that changed."""

    strategy: str  # PROVEBEST, DISPROVEREST
    reason: str
    text: str
    goal: int | None  # the value that the test compares the move with; None with Maven
    expansions: int  # so far
    changes: list[MoveInterval]

    def __repr__(self) -> str:
        return (
            f"<Decision {self.strategy or 'start'} {self.text or self.reason}, {len(self.changes)} changes>"
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer; bounds and value in points of future spread for the side to move."""

    position: Position
    solver: str
    move: Move
    text: str
    status: Status
    value: int | None
    lower: int  # lower <= value <= upper, whatever stopped the search
    upper: int
    regret: int  # the most that another move can be better
    line: list[ScoredMove]
    final: tuple[int, int] | None  # scores after the line if it ends the game, the side to move first
    moves: list[MoveResult] = field(repr=False)
    line_kind: str = WHOLE  # whole, part: best play, cut off; guarded: it keeps `lower`; believed
    asks: Question = Question.VALUE
    estimate: int | None = None  # of the value while that is open: lower <= estimate <= upper
    missing: tuple[str, ...] = ()  # moves whose exact value was asked for and not found
    nodes: int = 0
    expansions: int = 0
    seconds: float = 0.0
    limit: StopReason | None = None
    asked: MoveResult | None = None  # the move whose exact value was asked for
    rounds: list[MavenRound] | None = None  # of Maven
    tree: tuple[PlayTree, ...] | None = None  # all best play, if it was asked for
    is_tree_whole: bool = False
    trace: list[Decision] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"<Solution {self.text} {_points(self.lower, self.upper, self.estimate)} {self.status}>"

    def __str__(self) -> str:
        """The answer as `endgame solve` prints it, without the board."""
        return str(provider(DRAWING).solution_text(self))

    def _repr_html_(self) -> str:
        """The board, the answer and the best moves, in a notebook."""
        return str(provider(DRAWING).solution_html(self))

    @property
    def outcome(self) -> str | None:
        """The result under best play for the side to move: won, drawn or lost; None if it is not proven."""
        if not has_scores(self.position):
            return None
        ahead = self.position.spread
        if ahead + self.lower > 0:
            return "won"
        if ahead + self.upper < 0:
            return "lost"
        return "drawn" if self.lower == self.upper else None

    @property
    def disproved(self) -> int:
        """The number of other moves that are proven not to be better than the chosen one."""
        return sum(move.status.is_refuted or move.status == MoveStatus.BEST for move in self.moves[1:])

    @property
    def best(self) -> list[str]:
        """The moves that are proven to be best, as text; while none is, the best so far."""
        return [move.text for move in self.moves if move.status == MoveStatus.BEST] or [self.text]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a running search."""

    text: str
    lower: int
    upper: int
    nodes: int
    expansions: int
    seconds: float
    # with a trace: the most promising moves, the choice first, and the latest decisions, oldest first
    leaders: tuple[MoveInterval, ...] = field(default=(), repr=False)
    decisions: tuple[Decision, ...] = field(default=(), repr=False)
    disproved: int = 0  # moves that are proven not to be better
    moves: int = 0  # number of moves
    estimate: int | None = None  # of the value while that is open


def _points(lower: int | None, upper: int | None, estimate: int | None) -> str:
    """Return a value in a few characters: exact, estimated, or its bounds."""
    if lower is not None and lower == upper:
        return f"{lower:+}"
    if estimate is not None:
        return f"about {estimate:+}"
    least, most = ("?" if bound is None else f"{bound:+}" for bound in (lower, upper))
    return f"{least} to {most}"


def finite_or_none(bound: int) -> int | None:
    """Return a bound, or None if it is infinite."""
    return None if abs(bound) > INF // 2 else bound


def play_out(position: Position, numbers: Sequence[int], is_whole: bool) -> tuple[list[ScoredMove], Position]:
    """Return the moves of a line and the position after it; a whole line goes on to the end of the game."""
    steps = []
    for number in numbers:
        move = unpack(number, position)
        steps.append(ScoredMove(move, move_text(move, position), position.score(move)))
        position = position.play(move)
    # the search stops after two passes, as more of them do not change the value
    is_passed = [step.move.is_pass for step in steps[-2:]] == [True, True]
    while is_whole and is_passed and not position.is_over:
        steps.append(ScoredMove(PASS, move_text(PASS, position), 0))
        position = position.play(PASS)
    return steps, position


def best_play(branches: Sequence[PvNode], position: Position) -> tuple[PlayTree, ...]:
    """Return all best play from a position; below the root, a pass as good as a play may be missing."""
    found = []
    for each in branches:
        move = unpack(each.move, position)
        replies = best_play(each.replies, position.play(move))
        found.append(PlayTree(move_text(move, position), position.score(move), replies))
    return tuple(found)


def regret(lower: int, others: Iterable[int]) -> int:
    """Return the most by which another move can be better.

    `lower` is the lower bound of the chosen move, `others` are the upper bounds of all others.
    """
    return max(0, max(others, default=lower) - lower)


def final_scores(position: Position, plies: int) -> tuple[int, int]:
    """Return the final scores, those of the side to move `plies` plies before first."""
    first, second = position.final_scores
    return (first, second) if plies % 2 == 0 else (second, first)


def tightest(
    moves: Sequence[RootMove],
    caps: Mapping[int, tuple[int, int]],
    estimates: Mapping[int, int] | None = None,
) -> list[RootMove]:
    """Return the moves with the tightest of their proven and static bounds; `caps` are by number.

    `estimate` is that of the move, within these bounds.
    """
    found = []
    for each in moves:
        least, most = caps[each.move]
        lower, upper = max(each.lower, least), min(each.upper, most)
        guess = lower if lower == upper else (estimates or {}).get(each.move)
        estimate = None if guess is None else min(max(guess, lower), upper)
        found.append(RootMove(each.move, each.gain, lower, upper, estimate))
    return found


def candidates_of(
    moves: Sequence[RootMove],
    position: Position,
    caps: Mapping[int, tuple[int, int]],
    beliefs: Mapping[int, TreeMove],
    lines: Mapping[int, Sequence[int]] | None = None,
    estimates: Mapping[int, int] | None = None,
) -> list[MoveResult]:
    """Return the moves of a root, the chosen one first, each with its status."""
    tight = tightest(moves, caps, estimates)
    best = tight[0]
    is_proven = all(each.upper <= best.lower for each in tight[1:])
    candidates = []
    for each, bounds in zip(moves, tight, strict=True):
        move = unpack(each.move, position)
        if bounds is best:
            status = MoveStatus.BEST if is_proven else MoveStatus.BEST_SO_FAR
        elif is_proven and bounds.lower >= best.upper:
            status = MoveStatus.BEST
        elif bounds.upper < best.lower:
            status = MoveStatus.WORSE
        elif bounds.upper == best.lower:
            status = MoveStatus.NOT_BETTER
        else:
            status = MoveStatus.OPEN
        belief = beliefs.get(each.move)
        candidates.append(
            MoveResult(
                move=move,
                text=move_text(move, position),
                score=each.gain,
                lower=finite_or_none(each.lower),
                upper=finite_or_none(each.upper),
                status=status,
                believed=(belief.pessimistic, belief.realistic, belief.optimistic) if belief else None,
                caps=caps[each.move],
                line=tuple(play_out(position, (lines or {}).get(each.move, ()), is_whole=True)[0]),
                estimate=None if bounds.lower == bounds.upper else bounds.estimate,
            )
        )
    return candidates


MOST_STEPS, MOST_CHANGES = 1 << 16, 1 << 18
Name = Callable[[int], str]  # the text of a move, by its number


def new_log() -> SearchLog:
    """Return an empty log, with room for any search that a reader would want to follow."""
    return new_search_log(MOST_STEPS, MOST_CHANGES)


def from_null_window_tests(tests: Sequence[NullWindowTest], name: Name) -> list[Decision]:
    """Return the decisions of a proof."""
    return [
        Decision(
            strategy=test.strategy,
            reason=test.reason,
            text=name(test.move),
            goal=test.gamma,
            expansions=test.expansions,
            changes=[MoveInterval(name(test.move), finite_or_none(test.lower), finite_or_none(test.upper))],
        )
        for test in tests
    ]


def from_rounds(run: MavenSearch, name: Name) -> list[Decision]:
    """Return the decisions of a search in rounds; the first stands for the evaluation of the root."""
    log, moves = run.search.log, run.search.moves
    names = [name(each.move) for each in moves]
    steps = log.steps[: min(int(log.used[STEPS]), len(log.steps) - 1)]
    changes = list(_changes(log, names))
    starts = [0, *(int(step.expansions) for step in steps)]
    ends = [*starts[1:], starts[-1] + 1]
    decisions, at = [], 0
    for number, end in enumerate(ends):
        changed = []
        while at < len(changes) and (changes[at][0] <= end or number == len(ends) - 1):
            changed.append(changes[at][1])
            at += 1
        if number == 0:
            decisions.append(Decision("", "the root's moves", "", None, starts[min(1, len(steps))], changed))
            continue
        step = steps[number - 1]
        reason = REASONS[step.reason]
        if step.reason == COMPARED:
            reason += f": {step.left:g} and {step.right:g}"
        pursued = step.second if step.strategy == DISPROVE_REST else step.best
        decisions.append(
            Decision(STRATEGIES_USED[step.strategy], reason, names[pursued], None, starts[number], changed)
        )
    return decisions


def _changes(log: SearchLog, names: Sequence[str]) -> Iterator[tuple[int, MoveInterval]]:
    """Yield the changes of believed intervals, each with the expansions before it."""
    for change in log.changes[: min(int(log.used[CHANGES]), len(log.changes) - 1)]:
        believed = finite_or_none(int(change.pessimistic)), finite_or_none(int(change.optimistic))
        yield int(change.expansions), MoveInterval(names[change.move], *believed)


DOUBT = 20  # points

Bounds = tuple[int, int]


class StaticMoveBounds:
    """Static bounds of all moves, by number: lower <= value <= upper; and their estimates, on first use."""

    def __init__(self, position: Position, lexicon: Lexicon, moves: Sequence[RootMove]) -> None:
        self._position, self._lexicon = position, lexicon
        caps = score_caps(position)
        self.bounds: dict[int, Bounds] = {
            each.move: caps.of(unpack(each.move, position), each.gain) for each in moves
        }
        self._gains = {each.move: each.gain for each in moves}
        self._has_totals = False
        self._guarded: set[int] = set()
        self._lock = threading.Lock()  # two threads that tighten at the same time get the same bounds

    def tighten(self, best: RootMove) -> None:
        """Add the bounds by lines: upper bounds of all moves, and a lower bound of `best`."""
        with self._lock:
            self._add_line_bounds(best)

    def _add_line_bounds(self, best: RootMove) -> None:
        if not self._has_totals:
            self._has_totals = True
            totals = line_totals(self._position, self._lexicon)
            if totals is not None:
                for number, (least, most) in self.bounds.items():
                    upper = totals.of(unpack(number, self._position), self._gains[number])
                    self.bounds[number] = least, min(most, upper)
        least, most = self.bounds[best.move]
        if best.lower < least and best.move not in self._guarded:
            self._guarded.add(best.move)
            after = self._position.play(unpack(best.move, self._position))
            totals = None if after.is_over else line_totals(after, self._lexicon)
            if totals is not None:
                self.bounds[best.move] = max(least, best.gain - totals.most), most

    @cached_property
    def estimates(self) -> dict[int, int]:
        """The planner's estimate of each move, by number."""
        return estimates(self._position, self._lexicon)

    def by_promise(self, moves: Sequence[RootMove]) -> list[RootMove]:
        """Return the moves in the order of their estimates.

        Ties are broken by the proven lower bound, then by the upper bound.
        """
        promise = self._promise(moves)
        return sorted(moves, key=lambda each: promise[each.move], reverse=True)

    def choice(self, moves: Sequence[RootMove]) -> RootMove:
        """Return the best move so far, by proven bounds and estimates."""
        promise = self._promise(moves)
        top = max(moves, key=lambda each: promise[each.move])
        safe = max(moves, key=lambda each: (each.lower, promise[each.move]))
        is_near = promise[top.move][0] - promise[safe.move][0] <= DOUBT
        return safe if safe.lower > -FAR and is_near else top

    def _promise(self, moves: Sequence[RootMove]) -> dict[int, tuple[int, int, int, int]]:
        """Return the sort key of each move, its estimate first."""
        found = {}
        for each, tight in zip(moves, tightest(moves, self.bounds, self.estimates), strict=True):
            expected = tight.lower if tight.estimate is None else tight.estimate
            guess = self.estimates.get(each.move, expected)
            found[each.move] = expected, each.lower, tight.upper, guess
        return found
