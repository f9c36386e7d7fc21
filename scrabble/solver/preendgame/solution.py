"""Solution of a pre-endgame: its moves, each with win chance and mean spread, in total and per draw.

    chance   of winning, a draw counts one half     lower <= truth <= upper, exact fractions
    spread   mean final spread, in points           the same

Both are what the move guarantees (README.md of this package).  `draw_lines` solves the endgame after each
draw again, with the endgame search, so that its line is a proof of its own.
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
MEMORY = 64 << 20  # bytes, for the endgame after each draw


class Range(NamedTuple):
    """An interval that holds a number: lower <= truth <= upper."""

    lower: Fraction
    upper: Fraction

    @property
    def is_exact(self) -> bool:
        """Return whether the number is known."""
        return self.lower == self.upper

    def clip(self, number: float) -> float:
        """Return a number limited to the range."""
        return min(max(number, float(self.lower)), float(self.upper))


class Estimate(NamedTuple):
    """Estimate of an open move from quick looks and answers, within the proven range."""

    chance: float
    spread: float


@dataclass(frozen=True, slots=True)
class WithDraw:
    """The value of a move with one draw."""

    tiles: bytes
    share: Fraction  # the probability of this draw
    chance: Range  # of winning, with this draw
    spread: Range


@dataclass(frozen=True, slots=True)
class Judged:
    """A move with its proven value."""

    move: Move
    text: str
    score: int
    chance: Range
    spread: Range
    status: str  # one of STATUSES
    draws: tuple[WithDraw, ...] = field(repr=False, default=())
    estimate: Estimate | None = None  # None: its value is known

    def __repr__(self) -> str:
        return f"<Judged {self.text} {_ranges(self.chance, self.spread)}, {self.status}>"

    def range(self, objective: Objective) -> Range:
        """Return the chance or the spread."""
        return self.chance if objective is Objective.CHANCE else self.spread


@dataclass(frozen=True, slots=True)
class BagSolution:
    """The solution of a position with tiles in the bag."""

    position: Position
    count: int  # tiles in the bag
    unseen: bytes
    by: Objective  # the first objective
    is_seen: bool  # the player to move is assumed to know the bag
    moves: tuple[Judged, ...] = field(repr=False)  # best first
    status: str  # proven: no other move is better; bounded
    regret: Fraction  # upper bound of what the move falls short of the best, in `by`
    asked: int  # pairs of a move and a draw that were queried
    pairs: int  # all of them
    questions: int  # queries
    nodes: int
    seconds: float
    limit: (
        str | None
    )  # time, nodes, memory, interrupt; ties: the second objective had taken as long as the first
    exchange: tuple[Fraction, Fraction] | None = (
        None  # what exchanges, which are not looked at, bring at most:
    )
    # chance and spread; None: there are none

    def __repr__(self) -> str:
        return f"<BagSolution {self.text} {_ranges(self.chance, self.spread)}, {self.status}>"

    def __str__(self) -> str:
        """Return the solution as `endgame solve` prints it, without the board."""
        return str(provider(DRAWING).bag_text(self))

    @property
    def move(self) -> Move:
        """The best move, or the best so far."""
        return self.moves[0].move

    @property
    def text(self) -> str:
        """The best move, or the best so far, as text."""
        return self.moves[0].text

    @property
    def chance(self) -> Range:
        """The chance of the best move."""
        return self._of_position(Objective.CHANCE)

    @property
    def spread(self) -> Range:
        """The mean spread of the best move."""
        return self._of_position(Objective.SPREAD)

    @property
    def estimate(self) -> Estimate | None:
        """The estimate of the best move so far; None if its value is known."""
        return self.moves[0].estimate

    @property
    def best(self) -> list[str]:
        """All moves proven best, or the best so far."""
        return [move.text for move in self.moves if move.status == "best"] or [self.text]

    def _of_position(self, objective: Objective) -> Range:
        if self.status == "proven":
            return self.moves[0].range(objective)
        found = open_interval(self.moves, objective, self.by)
        if self.exchange is None:
            return found
        return Range(found.lower, max(found.upper, self.exchange[0 if objective is Objective.CHANCE else 1]))


def _ranges(chance: Range, spread: Range) -> str:
    """Format a chance and a mean spread briefly."""
    least, most = (f"{100 * float(end):.3g}" for end in chance)
    low, high = (f"{float(end):+.1f}" for end in spread)
    chance_text = f"{least} %" if chance.is_exact else f"{least} to {most} %"
    return f"wins {chance_text}, {low if spread.is_exact else f'{low} to {high}'}"


def open_interval(moves: Iterable[Judged], objective: Objective, by: Objective) -> Range:
    """Return the range of the chance or the spread of a position whose best move is not proven.

    The second objective is at least that of a move that is sure to be as good as any in the first.
    """
    ranges = [
        (move.range(by), move.range(objective)) for move in moves if move.status in ("open", *STATUSES[:2])
    ]
    most = max(first.upper for first, _ in ranges)
    lowers = [second.lower for first, second in ranges if objective is by or first.lower == most]
    lower = max(lowers) if lowers else min(second.lower for _, second in ranges)
    return Range(lower, max(second.upper for _, second in ranges))


@dataclass(frozen=True, slots=True)
class BagSnapshot:
    """The state of a running search."""

    text: str
    chance: Range
    spread: Range
    disproved: int
    moves: int
    questions: int
    nodes: int
    seconds: float
    estimate: Estimate | None = None  # of that move


class ScenarioLine(NamedTuple):
    """One draw, its probability and the line of best play after it."""

    tiles: bytes
    share: Fraction
    spread: int | None  # final spread for the player who moved; None: not found within the limit
    line: tuple[ScoredMove, ...]  # best play after the move, the opponent's reply first


def draw_lines(
    position: Position, lexicon: Lexicon, move: Move, is_seen: bool = False, seconds: float | None = None
) -> Iterator[ScenarioLine]:
    """Solve the endgame after a move with each draw; yield nothing if the move leaves tiles in the bag."""
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
    """Return the endgame after a move that empties the bag of `tiles`, with the opponent to move."""
    after = position.play(move)
    racks = without(unseen.tiles, tiles), bytes(sorted(after.rack_codes[1] + tiles))
    return replace(after, rack_codes=racks, previous=None)


def scenario_results(
    candidate: CandidateMove, option: IntervalSum, objectives: Sequence[Objective], total: int
) -> tuple[WithDraw, ...]:
    """Return the proven value of a move with each draw.

    `option` holds the bounds of its parts; `total` is the weight of all draws.
    """
    found = []
    for number, draw in enumerate(candidate.draws):
        if option.is_built:
            part = option.terms[number]
            lower, upper = part.lower, part.upper
        else:
            lower, upper = map(list, candidate.parts.bounds(number, objectives))
        scale = draw.weight if candidate.are_sums else 1
        ranges = {}
        for at, objective in enumerate(objectives):
            whole = scale * (2 if objective is Objective.CHANCE else 1)
            ranges[objective] = Range(_fraction(lower[at], whole), _fraction(upper[at], whole))
        share = _fraction(draw.weight, total)
        found.append(WithDraw(draw.tiles, share, ranges[Objective.CHANCE], ranges[Objective.SPREAD]))
    return tuple(found)


@lru_cache(maxsize=4096)
def _fraction(part: int, whole: int) -> Fraction:
    """Return a fraction, cached: most draws share a few."""
    return Fraction(part, whole)
