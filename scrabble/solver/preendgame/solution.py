"""What is said about a position with tiles in the bag: its moves, each with chance and mean spread.

    chance   of winning, a drawn game counts one half     lower <= truth <= upper, exact fractions
    spread   mean of the final spread, in points          the same

Both are what the move guarantees; see README.md of this package.

What each draw brings after a move that empties the bag: how it ends, and the line of best play.

Each draw is solved once more as the endgame it is, by the search for endgames, so the line is a proof of its
own.

What is proven of a move with each draw: its parts as chances and spreads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from bstar.chance.interval_sum import IntervalSum
from bstar.options import Limit
from scrabble.game.move import Move, ScoredMove
from scrabble.game.position import Position
from scrabble.game.providers import DRAWING, provider
from scrabble.game.unseen import UnseenTiles, without
from scrabble.lexicon import Lexicon
from scrabble.solver.endgame import solve
from scrabble.solver.preendgame.moves import CandidateMove
from scrabble.solver.preendgame.values import Objective

STATUSES = ("best", "best so far", "worse", "not better", "open")


class Range(NamedTuple):
    """An exact number, or where it lies."""

    lower: Fraction
    upper: Fraction

    @property
    def is_exact(self) -> bool:
        """Is the number known?"""
        return self.lower == self.upper

    def clip(self, number: float) -> float:
        """Return a number as far as the range allows."""
        return min(max(number, float(self.lower)), float(self.upper))


class Estimate(NamedTuple):
    """What is believed of a move while it is open, by looks and answers, within what is proven."""

    chance: float
    spread: float


@dataclass(frozen=True, slots=True)
class WithDraw:
    """What is known of a move with one draw."""

    tiles: bytes
    share: Fraction  # how often this draw comes up
    chance: Range  # of winning, with this draw
    spread: Range


@dataclass(frozen=True, slots=True)
class Judged:
    """A move with what is proven of it."""

    move: Move
    text: str
    score: int
    chance: Range
    spread: Range
    status: str  # one of STATUSES
    draws: tuple[WithDraw, ...] = field(repr=False, default=())
    estimate: Estimate | None = None  # None: its worth is known

    def __repr__(self) -> str:
        return f"<Judged {self.text} {_ranges(self.chance, self.spread)}, {self.status}>"

    def range(self, aim: Objective) -> Range:
        """Its chance or its spread."""
        return self.chance if aim is Objective.CHANCE else self.spread


@dataclass(frozen=True, slots=True)
class BagSolution:
    """The answer for a position with tiles in the bag."""

    position: Position
    count: int  # tiles in the bag
    unseen: bytes
    by: Objective  # what is compared first
    is_seen: bool  # the bag was taken to be known
    moves: tuple[Judged, ...] = field(repr=False)  # best first
    status: str  # proven: no other move is better; bounded
    regret: Fraction  # by how much the move can at most be worse than another, in `by`
    asked: int  # pairs of a move and a draw that something was asked of
    pairs: int  # of all
    questions: int
    nodes: int
    seconds: float
    limit: str | None  # time, nodes, memory, interrupt; ties: the second aim had taken as long as the first
    exchange: tuple[Fraction, Fraction] | None = (
        None  # what exchanges, which are not looked at, bring at most:
    )
    # chance and spread; None: there are none

    def __repr__(self) -> str:
        return f"<BagSolution {self.text} {_ranges(self.chance, self.spread)}, {self.status}>"

    def __str__(self) -> str:
        """The answer as `endgame solve` prints it, without the board."""
        return str(provider(DRAWING).bag_text(self))

    @property
    def move(self) -> Move:
        """The best move, or the best so far."""
        return self.moves[0].move

    @property
    def text(self) -> str:
        """The same as text."""
        return self.moves[0].text

    @property
    def chance(self) -> Range:
        """The chance of the position: that of its best move."""
        return self._of_position(Objective.CHANCE)

    @property
    def spread(self) -> Range:
        """The mean spread of its best move."""
        return self._of_position(Objective.SPREAD)

    @property
    def estimate(self) -> Estimate | None:
        """What is believed of the best move so far; None if its worth is known."""
        return self.moves[0].estimate

    @property
    def best(self) -> list[str]:
        """All moves proven best, or the one that is best so far."""
        return [move.text for move in self.moves if move.status == "best"] or [self.text]

    def _of_position(self, aim: Objective) -> Range:
        if self.status == "proven":
            return self.moves[0].range(aim)
        found = open_interval(self.moves, aim, self.by)
        if self.exchange is None:
            return found
        return Range(found.lower, max(found.upper, self.exchange[0 if aim is Objective.CHANCE else 1]))


def _ranges(chance: Range, spread: Range) -> str:
    """A chance and a mean spread in a few characters."""
    least, most = (f"{100 * float(end):.3g}" for end in chance)
    low, high = (f"{float(end):+.1f}" for end in spread)
    chance_text = f"{least} %" if chance.is_exact else f"{least} to {most} %"
    return f"wins {chance_text}, {low if spread.is_exact else f'{low} to {high}'}"


def open_interval(moves: Iterable[Judged], aim: Objective, by: Objective) -> Range:
    """What the chance or the spread of a position may be, its best move not being proven.

    What is compared second is at least that of a move which is sure to be as good as any in the first.
    """
    ranges = [(move.range(by), move.range(aim)) for move in moves if move.status in ("open", *STATUSES[:2])]
    most = max(first.upper for first, _ in ranges)
    lowers = [second.lower for first, second in ranges if aim is by or first.lower == most]
    lower = max(lowers) if lowers else min(second.lower for _, second in ranges)
    return Range(lower, max(second.upper for _, second in ranges))


@dataclass(frozen=True, slots=True)
class BagSnapshot:
    """What a running search knows."""

    text: str
    chance: Range
    spread: Range
    disproved: int
    moves: int
    questions: int
    nodes: int
    seconds: float
    estimate: Estimate | None = None  # of that move


MEMORY = 64 << 20  # bytes for each


class ScenarioLine(NamedTuple):
    """One draw: what it is, how often it comes up, and how the game goes on."""

    tiles: bytes
    share: Fraction
    spread: int | None  # at the end, for who moved; None: not found within the limit
    line: tuple[ScoredMove, ...]  # after the move, the reply that decides first


def draw_lines(
    position: Position, lexicon: Lexicon, move: Move, is_seen: bool = False, seconds: float | None = None
) -> Iterator[ScenarioLine]:
    """Solve the endgame after a move with each draw; nothing for a move that leaves tiles in the bag."""
    unseen = UnseenTiles(position, is_seen)
    if len(move.placed) < unseen.count:
        return
    for draw in unseen.draws:
        endgame = after_draw(position, move, draw.tiles, unseen)
        found = solve(endgame, lexicon, limit=Limit(seconds), memory=MEMORY)
        ahead = endgame.scores[1] - endgame.scores[0]
        spread = None if found.value is None else ahead - found.value
        yield ScenarioLine(draw.tiles, Fraction(draw.weight, unseen.total), spread, tuple(found.line))


def after_draw(position: Position, move: Move, tiles: bytes, unseen: UnseenTiles) -> Position:
    """The endgame after a move that empties the bag, which held these tiles; the opponent is on turn."""
    after = position.play(move)
    racks = without(unseen.tiles, tiles), bytes(sorted(after.racks[1] + tiles))
    return replace(after, racks=racks, previous=None)


def scenario_results(
    candidate: CandidateMove, option: IntervalSum, aims: Sequence[Objective], total: int
) -> tuple[WithDraw, ...]:
    """The parts of a move, `option` being what is proven of them; `total` is the weight of all draws."""
    found = []
    for number, draw in enumerate(candidate.draws):
        if option.is_made:
            part = option.parts[number]
            lower, upper = part.lower, part.upper
        else:
            lower, upper = map(list, candidate.parts.bounds(number, aims))
        scale = draw.weight if candidate.are_sums else 1
        ranges = {}
        for at, aim in enumerate(aims):
            whole = scale * (2 if aim is Objective.CHANCE else 1)
            ranges[aim] = Range(_fraction(lower[at], whole), _fraction(upper[at], whole))
        share = _fraction(draw.weight, total)
        found.append(WithDraw(draw.tiles, share, ranges[Objective.CHANCE], ranges[Objective.SPREAD]))
    return tuple(found)


@lru_cache(maxsize=4096)
def _fraction(part: int, whole: int) -> Fraction:
    """One fraction: the same few stand with most draws."""
    return Fraction(part, whole)
