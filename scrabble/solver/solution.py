"""What a search says about an endgame: the answer, its moves, and how it came about.

All bounds, values and worths are points of future spread for the player on turn.

The decisions of B* at the root, from the records of a search to moves as text.

DISPROVEREST  12D R(E)IC  worth 8?  no: at most 5        null-window tests: proven intervals
PROVEBEST     13D FOX     its turn  8D WORD +3 to +9     descents in Maven's way: believed ones

What is known of each move at the root without a search, and which move a stopped search chooses.

at once      scrabble.bounds.caps: a microsecond a move, wide
by lines     scrabble.bounds.line_sums: some 20 ms, for all moves from above, for one move from below:
             what the opponent makes at most alone on the board after it
estimates    one look of the planner, some 5 ms: a number for each move, of which nothing is proven

An estimate is taken within all bounds that are proven.  While the value is open, the best move so far is the
one with the best lower bound that the search has proven; the one with the highest estimate if nothing is
proven yet, or if it is estimated to be worth more than DOUBT points more.  For the highest of many guesses is
mostly too high: of 14 moves estimated to be 1 to 18 points better than a proven one, 8 were worse.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bstar.bstar import NullWindowTest
from bstar.game import FAR, INF
from bstar.lines import WHOLE, PvNode
from bstar.root import RootMove
from bstar.tree.maven import MavenSearch
from bstar.tree.rounds import TreeMove
from bstar.tree.trace import (
    CHANGES,
    COMPARED,
    DISPROVE_REST,
    REASONS,
    STEPS,
    STRATEGIES_USED,
    SearchLog,
    new_trace,
)
from scrabble.bounds.caps import score_caps
from scrabble.bounds.line_sums import line_totals
from scrabble.game.cgp import has_scores
from scrabble.game.move import PASS, Move, ScoredMove, move_text
from scrabble.game.position import Position
from scrabble.game.providers import DRAWING, provider
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import unpack
from scrabble.solver.setup import estimates

__all__ = ["Decision", "MavenRound", "MoveInterval", "MoveResult", "ScoredMove", "Snapshot", "Solution"]

VALUE, MOVE, OUTCOME = "value", "move", "outcome"  # what a search may be asked

# What the bounds of a move say of it, beside those of the move that the search has chosen:
STATUSES = {
    "best": "proven: no move is worth more",
    "best so far": "the chosen move, while that is not proven",
    "worse": "proven: worth less than the chosen move",
    "not better": "proven: not worth more than the chosen move; it may be worth as much",
    "open": "it may be worth more than the chosen move",
}


@dataclass(frozen=True, slots=True)
class MoveResult:
    """One move of the position with what the search has proven about it: lower <= worth <= upper."""

    move: Move
    text: str
    score: int
    lower: int | None  # None = nothing better than its cap
    upper: int | None
    status: str  # one of STATUSES
    believed: tuple[int, int, int] | None = None  # by Maven: pessimistic <= realistic <= optimistic
    caps: tuple[int, int] | None = None  # the same without any search (scrabble.bounds.caps)
    line: tuple[ScoredMove, ...] = ()  # best play after it, if its worth is known and the line was looked for
    estimate: int | None = None  # by the planner, lower <= estimate <= upper; None: exact, or not looked at

    def __repr__(self) -> str:
        return f"<Candidate {self.text} {_points(*self.bounds, self.estimate)} {self.status}>"

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """All that is known of the worth; both are numbers where there are caps."""
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
    """One round of Maven: the choice, what was believed of it, and what it took so far."""

    number: int
    widened: int  # points at both ends of every believed interval
    text: str
    pessimistic: int
    optimistic: int
    expansions: int
    is_new: bool  # another move than in the round before


class MoveInterval(NamedTuple):
    """A move and the bounds of its worth: proven, or believed in Maven's way; None = nothing yet."""

    text: str
    lower: int | None
    upper: int | None


class Decision(NamedTuple):
    """One step of B* at the root: which strategy went for which move, why, and what that changed."""

    strategy: str  # PROVEBEST, DISPROVEREST
    reason: str
    text: str
    goal: int | None  # "is it worth so much?"; None in Maven's way
    expansions: int  # so far
    changes: list[MoveInterval]

    def __repr__(self) -> str:
        return (
            f"<Decision {self.strategy or 'start'} {self.text or self.reason}, {len(self.changes)} changes>"
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer; bounds and value in points of future spread for the player on turn."""

    position: Position
    solver: str
    move: Move
    text: str
    status: str  # proven, bounded, estimated
    value: int | None
    lower: int  # lower <= value <= upper, whatever stopped the search
    upper: int
    regret: int  # by how much the move can at most be worse than another
    line: list[ScoredMove]
    final: tuple[int, int] | None  # scores after the line if it ends the game: player on turn, other
    moves: list[MoveResult] = field(repr=False)
    line_kind: str = WHOLE  # whole, part: best play, cut off; guarded: it keeps `lower`; believed
    asks: str = VALUE  # what was asked: value, move, outcome
    estimate: int | None = None  # of the value, while it is not proven: lower <= estimate <= upper
    missing: tuple[str, ...] = ()  # moves whose exact worth was asked for and not found
    nodes: int = 0
    expansions: int = 0
    seconds: float = 0.0
    limit: str | None = None  # time, nodes, memory, interrupt
    asked: MoveResult | None = None  # the move whose exact worth was asked for
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
        """How the game ends for the player on turn, with best play: won, drawn, lost, or None: not known."""
        if not has_scores(self.position):
            return None
        ahead = self.position.scores[0] - self.position.scores[1]
        if ahead + self.lower > 0:
            return "won"
        if ahead + self.upper < 0:
            return "lost"
        return "drawn" if self.lower == self.upper else None

    @property
    def disproved(self) -> int:
        """How many moves are proven not to be better than the chosen one."""
        return sum(move.status in ("worse", "not better", "best") for move in self.moves[1:])

    @property
    def best(self) -> list[str]:
        """All moves proven, or while nothing is proven believed, to be best, as text."""
        return [move.text for move in self.moves if move.status == "best"] or [self.text]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a running search knows."""

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
    moves: int = 0  # how many there are
    estimate: int | None = None  # of the value, while it is not proven


def _points(lower: int | None, upper: int | None, estimate: int | None) -> str:
    """A number of points in a few characters: known, estimated, or between its bounds."""
    if lower is not None and lower == upper:
        return f"{lower:+}"
    if estimate is not None:
        return f"about {estimate:+}"
    least, most = ("?" if bound is None else f"{bound:+}" for bound in (lower, upper))
    return f"{least} to {most}"


def finite_or_none(bound: int) -> int | None:
    """A bound, or None while it is as good as infinite."""
    return None if abs(bound) > INF // 2 else bound


def play_out(position: Position, numbers: Sequence[int], is_whole: bool) -> tuple[list[ScoredMove], Position]:
    """The steps of a line, and the position after it; one that is whole goes on to the end of the game."""
    steps = []
    for number in numbers:
        move = unpack(number, position)
        steps.append(ScoredMove(move, move_text(move, position), position.score(move)))
        position = position.play(move)
    # the search stops at two passes, whose value more of them do not change; here the game goes on to its end
    is_passed = [step.move.is_pass for step in steps[-2:]] == [True, True]
    while is_whole and is_passed and not position.is_over:
        steps.append(ScoredMove(PASS, move_text(PASS, position), 0))
        position = position.play(PASS)
    return steps, position


def best_play(branches: Sequence[PvNode], position: Position) -> tuple[PlayTree, ...]:
    """All best play from a position, as text; a pass no better than a play may be left out below the root."""
    told = []
    for each in branches:
        move = unpack(each.move, position)
        replies = best_play(each.replies, position.play(move))
        told.append(PlayTree(move_text(move, position), position.score(move), replies))
    return tuple(told)


def final_scores(position: Position, plies: int) -> tuple[int, int]:
    """The final scores after so many plies, those of the player on turn before them first."""
    first, second = position.final_scores
    return (first, second) if plies % 2 == 0 else (second, first)


def tightest(
    moves: Sequence[RootMove],
    caps: Mapping[int, tuple[int, int]],
    estimates: Mapping[int, int] | None = None,
) -> list[RootMove]:
    """Return the moves with the tightest bounds known: those of the search, or else their caps, by number.

    What is believed of each is its estimate as far as these bounds allow.
    """
    found = []
    for each in moves:
        least, most = caps[each.move]
        lower, upper = max(each.lower, least), min(each.upper, most)
        guess = lower if lower == upper else (estimates or {}).get(each.move)
        believed = None if guess is None else min(max(guess, lower), upper)
        found.append(RootMove(each.move, each.gain, lower, upper, believed))
    return found


def candidates_of(
    moves: Sequence[RootMove],
    position: Position,
    caps: Mapping[int, tuple[int, int]],
    beliefs: Mapping[int, TreeMove],
    lines: Mapping[int, Sequence[int]] | None = None,
    estimates: Mapping[int, int] | None = None,
) -> list[MoveResult]:
    """The moves of a root, the best first, with what their bounds say about them."""
    tight = tightest(moves, caps, estimates)
    best = tight[0]
    is_proven = all(each.upper <= best.lower for each in tight[1:])
    candidates = []
    for each, bounds in zip(moves, tight, strict=True):
        move = unpack(each.move, position)
        if bounds is best:
            status = "best" if is_proven else "best so far"
        elif is_proven and bounds.lower >= best.upper:
            status = "best"
        elif bounds.upper < best.lower:
            status = "worse"
        elif bounds.upper == best.lower:
            status = "not better"
        else:
            status = "open"
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
                estimate=None if bounds.lower == bounds.upper else bounds.believed,
            )
        )
    return candidates


MOST_STEPS, MOST_CHANGES = 1 << 16, 1 << 18
Name = Callable[[int], str]  # a move by its number


def new_log() -> SearchLog:
    """A trace with room for any search that a reader would want to follow."""
    return new_trace(MOST_STEPS, MOST_CHANGES)


def from_null_window_tests(tests: Sequence[NullWindowTest], name: Name) -> list[Decision]:
    """The decisions of a proof."""
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
    """The decisions of a search in rounds; the first stands for the look at the root's moves."""
    trace, moves = run.search.trace, run.search.moves
    names = [name(each.move) for each in moves]
    steps = trace.steps[: min(int(trace.used[STEPS]), len(trace.steps) - 1)]
    changes = list(_changes(trace, names))
    starts = [0, *(int(step.expansions) for step in steps)]
    ends = [*starts[1:], starts[-1] + 1]
    decisions, at = [], 0
    for number, end in enumerate(ends):
        seen = []
        while at < len(changes) and (changes[at][0] <= end or number == len(ends) - 1):
            seen.append(changes[at][1])
            at += 1
        if number == 0:
            decisions.append(Decision("", "the root's moves", "", None, starts[min(1, len(steps))], seen))
            continue
        step = steps[number - 1]
        reason = REASONS[step.reason]
        if step.reason == COMPARED:
            reason += f": {step.left:g} and {step.right:g}"
        pursued = step.second if step.strategy == DISPROVE_REST else step.best
        decisions.append(
            Decision(STRATEGIES_USED[step.strategy], reason, names[pursued], None, starts[number], seen)
        )
    return decisions


def _changes(trace: SearchLog, names: Sequence[str]) -> Iterator[tuple[int, MoveInterval]]:
    """When which move's believed interval became what."""
    for change in trace.changes[: min(int(trace.used[CHANGES]), len(trace.changes) - 1)]:
        believed = finite_or_none(int(change.pessimistic)), finite_or_none(int(change.optimistic))
        yield int(change.expansions), MoveInterval(names[change.move], *believed)


DOUBT = 20  # points

Bounds = tuple[int, int]


class StaticMoveBounds:
    """The caps of all moves, by number: lower <= worth <= upper; their estimates when they are wanted."""

    def __init__(self, position: Position, lexicon: Lexicon, moves: Sequence[RootMove]) -> None:
        self._position, self._lexicon = position, lexicon
        caps = score_caps(position)
        self.bounds: dict[int, Bounds] = {
            each.move: caps.of(unpack(each.move, position), each.gain) for each in moves
        }
        self._gains = {each.move: each.gain for each in moves}
        self._has_totals = False
        self._guarded: set[int] = set()
        self._lock = threading.Lock()  # two threads that ask at the same time are told the same

    def tighten(self, best: RootMove) -> None:
        """Look at the lines, too: how much may moves be worth, and how little the best one?"""
        with self._lock:
            self._look_at_lines(best)

    def _look_at_lines(self, best: RootMove) -> None:
        if not self._has_totals:
            self._has_totals = True
            totals = line_totals(self._position, self._lexicon)
            if totals is not None:
                for number, (least, most) in self.bounds.items():
                    worth = totals.of(unpack(number, self._position), self._gains[number])
                    self.bounds[number] = least, min(most, worth)
        least, most = self.bounds[best.move]
        if best.lower < least and best.move not in self._guarded:
            self._guarded.add(best.move)
            after = self._position.play(unpack(best.move, self._position))
            totals = None if after.is_over else line_totals(after, self._lexicon)
            if totals is not None:
                self.bounds[best.move] = max(least, best.gain - totals.most), most

    @cached_property
    def estimates(self) -> dict[int, int]:
        """What one look of the planner makes of each move, by number."""
        return estimates(self._position, self._lexicon)

    def by_promise(self, moves: Sequence[RootMove]) -> list[RootMove]:
        """Return the moves in the order of their estimates.

        Among equals comes first what the search has proven to be worth more, then what may be worth more.
        """
        promise = self._promise(moves)
        return sorted(moves, key=lambda each: promise[each.move], reverse=True)

    def choice(self, moves: Sequence[RootMove]) -> RootMove:
        """Return the best move so far, by what is proven and by estimates."""
        promise = self._promise(moves)
        top = max(moves, key=lambda each: promise[each.move])
        safe = max(moves, key=lambda each: (each.lower, promise[each.move]))
        is_near = promise[top.move][0] - promise[safe.move][0] <= DOUBT
        return safe if safe.lower > -FAR and is_near else top

    def _promise(self, moves: Sequence[RootMove]) -> dict[int, tuple[int, int, int, int]]:
        """Return by what each move is ordered, its estimate first."""
        found = {}
        for each, tight in zip(moves, tightest(moves, self.bounds, self.estimates), strict=True):
            expected = tight.lower if tight.believed is None else tight.believed
            guess = self.estimates.get(each.move, expected)
            found[each.move] = expected, each.lower, tight.upper, guess
        return found
