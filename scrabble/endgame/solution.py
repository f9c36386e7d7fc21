"""What a search says about an endgame: the answer, its moves, and how it came about.

All bounds, values and worths are points of future spread for the player on turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import NamedTuple

from bstar.game import INF
from bstar.lines import WHOLE, Branch
from bstar.root import RootMove
from bstar.rounds import RootChoice
from scrabble.cgp import has_scores
from scrabble.game.move import PASS, Move, move_text
from scrabble.game.position import SHOWN, Position
from scrabble.game.step import Step

__all__ = ["Candidate", "Decision", "Interval", "SeparatedAt", "Snapshot", "Solution", "Step"]
from scrabble.movegen.packed_move import unpack

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
class Candidate:
    """One move of the position with what the search has proven about it: lower <= worth <= upper."""

    move: Move
    text: str
    score: int
    lower: int | None  # None = nothing better than its cap
    upper: int | None
    status: str  # one of STATUSES
    believed: tuple[int, int, int] | None = None  # by Maven: pessimistic <= realistic <= optimistic
    caps: tuple[int, int] | None = None  # the same without any search (scrabble.bounds.caps)
    line: tuple[Step, ...] = ()  # best play after it, if its worth is known and the line was looked for
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


class BestPlay(NamedTuple):
    """A best move and all best replies to it."""

    text: str
    score: int
    replies: tuple[BestPlay, ...]


class SeparatedAt(NamedTuple):
    """One round of Maven: the choice, what was believed of it, and what it took so far."""

    number: int
    widened: int  # points at both ends of every believed interval
    text: str
    pessimistic: int
    optimistic: int
    expansions: int
    is_new: bool  # another move than in the round before


class Interval(NamedTuple):
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
    changes: list[Interval]

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
    line: list[Step]
    final: tuple[int, int] | None  # scores after the line if it ends the game: player on turn, other
    moves: list[Candidate] = field(repr=False)
    line_kind: str = WHOLE  # whole, part: best play, cut off; guarded: it keeps `lower`; believed
    asks: str = VALUE  # what was asked: value, move, outcome
    estimate: int | None = None  # of the value, while it is not proven: lower <= estimate <= upper
    missing: tuple[str, ...] = ()  # moves whose exact worth was asked for and not found
    nodes: int = 0
    expansions: int = 0
    seconds: float = 0.0
    limit: str | None = None  # time, nodes, memory, interrupt
    asked: Candidate | None = None  # the move whose exact worth was asked for
    rounds: list[SeparatedAt] | None = None  # of Maven
    tree: tuple[BestPlay, ...] | None = None  # all best play, if it was asked for
    is_tree_whole: bool = False
    trace: list[Decision] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"<Solution {self.text} {_points(self.lower, self.upper, self.estimate)} {self.status}>"

    def __str__(self) -> str:
        """The answer as `endgame solve` prints it, without the board."""
        return str(import_module(SHOWN).solution_text(self))

    def _repr_html_(self) -> str:
        """The board, the answer and the best moves, in a notebook."""
        return str(import_module(SHOWN).solution_html(self))

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
    leaders: tuple[Interval, ...] = field(default=(), repr=False)
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


def known(bound: int) -> int | None:
    """A bound, or None while it is as good as infinite."""
    return None if abs(bound) > INF // 2 else bound


def play_out(position: Position, numbers: Sequence[int], is_whole: bool) -> tuple[list[Step], Position]:
    """The steps of a line, and the position after it; one that is whole goes on to the end of the game."""
    steps = []
    for number in numbers:
        move = unpack(number, position)
        steps.append(Step(move, move_text(move, position), position.score(move)))
        position = position.play(move)
    # the search stops at two passes, whose value more of them do not change; here the game goes on to its end
    is_passed = [step.move.is_pass for step in steps[-2:]] == [True, True]
    while is_whole and is_passed and not position.is_over:
        steps.append(Step(PASS, move_text(PASS, position), 0))
        position = position.play(PASS)
    return steps, position


def best_play(branches: Sequence[Branch], position: Position) -> tuple[BestPlay, ...]:
    """All best play from a position, as text; a pass no better than a play may be left out below the root."""
    told = []
    for each in branches:
        move = unpack(each.move, position)
        replies = best_play(each.replies, position.play(move))
        told.append(BestPlay(move_text(move, position), position.score(move), replies))
    return tuple(told)


def seen_by_mover(position: Position, plies: int) -> tuple[int, int]:
    """The final scores after so many plies, those of the player on turn before them first."""
    first, second = position.final_scores
    return (first, second) if plies % 2 == 0 else (second, first)


def within(
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
    beliefs: Mapping[int, RootChoice],
    lines: Mapping[int, Sequence[int]] | None = None,
    estimates: Mapping[int, int] | None = None,
) -> list[Candidate]:
    """The moves of a root, the best first, with what their bounds say about them."""
    tight = within(moves, caps, estimates)
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
            Candidate(
                move=move,
                text=move_text(move, position),
                score=each.gain,
                lower=known(each.lower),
                upper=known(each.upper),
                status=status,
                believed=(belief.pessimistic, belief.realistic, belief.optimistic) if belief else None,
                caps=caps[each.move],
                line=tuple(play_out(position, (lines or {}).get(each.move, ()), is_whole=True)[0]),
                estimate=None if bounds.lower == bounds.upper else bounds.believed,
            )
        )
    return candidates
