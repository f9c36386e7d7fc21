"""The results of a move with tiles in the bag, one content of the bag after the other.

    results_of(step, position, lexicon, solve)      a DrawResult for each content of the bag
    win_of(results)                                 the win probability, or an upper bound of it
    position_after(position, move, bag)             a position after a move, with the tiles it draws
    replayed(position, line, bag)                   the moves of a line with the positions before them

    the move empties the bag    after it both sides know everything: each result is that of an endgame
    the move leaves tiles       the opponent answers with one of its highest-scoring plays that empty the bag,
                                the one that is best for it: each result is an upper bound

The bound holds as the guaranteed value of such a move (see `scrabble.solver.preendgame`) lets the opponent
answer as if it knew the bag.  `solve` is the search that proves the endgames: the maker of puzzles and their
verification use different ones.

A bag is written in the order in which it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from scrabble.game.move import Move, ScoredMove
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, tiles_in_bag, without
from scrabble.lexicon import Lexicon
from scrabble.solver import Solution
from scrabble.solver.schema import StepData
from scrabble.solver.solution import DRAWN

REPLIES = 4  # of the opponent that are tried with each content of the bag
UNBOUNDED = 10_000  # points: more than any spread

Solve = Callable[[Position], Solution]


class DrawResult(NamedTuple):
    """The result of a move with one content of the bag."""

    bag: bytes
    probability: Fraction
    spread: int  # final spread of the side to move; after a move that leaves tiles an upper bound
    line: tuple[ScoredMove, ...]  # best play to the end, the move first

    @property
    def win(self) -> Fraction:
        """The result: 1 for a win, 1/2 for a draw."""
        return outcome(self.spread)


def outcome(spread: int | Fraction) -> Fraction:
    """Return 1 for a won game, 1/2 for a drawn one, 0 for a lost one."""
    return Fraction(int(spread > 0)) if spread else DRAWN


def empties_the_bag(move: Move, position: Position) -> bool:
    """Return whether a move draws all tiles of the bag."""
    return len(move.placed) >= tiles_in_bag(position)


def win_of(results: Sequence[DrawResult]) -> Fraction:
    """Return the win probability of a move."""
    return sum((each.probability * each.win for each in results), Fraction(0))


def spread_of(results: Sequence[DrawResult]) -> Fraction:
    """Return the mean spread of a move."""
    return sum((each.probability * each.spread for each in results), Fraction(0))


def results_of(step: ScoredMove, position: Position, lexicon: Lexicon, solve: Solve) -> list[DrawResult]:
    """Return the results of a move, the likeliest content of the bag first.

    `solve` returns a solution with a proven value, or raises an exception.
    """
    bags = sorted(bags_of(step.move, position), key=lambda each: (-each[1], each[0]))
    return [result_of(step, position, *each, lexicon, solve) for each in bags]


def result_of(
    step: ScoredMove, position: Position, bag: bytes, probability: Fraction, lexicon: Lexicon, solve: Solve
) -> DrawResult:
    """Return the result of a move with one content of the bag."""
    after = position_after(position, step.move, bag)
    if empties_the_bag(step.move, position):
        return DrawResult(bag, probability, *_line(after, (step,), solve))
    lines = _lines(after, step, bag, lexicon, solve)
    return DrawResult(bag, probability, *min(lines, key=lambda each: each[0]))


def position_after(position: Position, move: Move, bag: bytes) -> Position:
    """Return the position after a move that draws from `bag`, the opponent to move.

    An unknown rack of the opponent holds what is unseen and not in the bag.
    """
    theirs = position.rack_codes[1] or without(position.unseen, bag)
    after = replace(position, rack_codes=(position.rack_codes[0], theirs)).play(move)
    mine = bytes(sorted(after.rack_codes[1] + bag[: len(move.placed)]))
    return replace(after, rack_codes=(after.rack_codes[0], mine), previous=None)


def replayed(
    position: Position, line: Sequence[StepData], bag: str | None = None
) -> Iterator[tuple[Position, ScoredMove]]:
    """Yield each move of a line with the position before it; both sides draw from `bag`, in its order.

    Raises IllegalMoveError.
    """
    left = None if bag is None else position.alphabet.encode(bag)
    for at, each in enumerate(line):
        move = position.parse_move(each.move)
        yield position, ScoredMove(move, each.move, each.score)
        if at + 1 == len(line):
            return
        position = position.play(move) if left is None else position_after(position, move, left)
        left = left if left is None else left[len(move.placed) :]


def bags_of(move: Move, position: Position) -> Iterator[tuple[bytes, Fraction]]:
    """Yield the contents of the bag, the tiles that the move draws first, with their probabilities."""
    unseen, laid = UnseenTiles(position), len(move.placed)
    if 0 < laid < unseen.count:
        found = [
            (first.tiles + rest.tiles, rest.weight)
            for first, later in unseen.first_drawn(laid)
            for rest in later
        ]
    else:
        found = list(unseen.draws)
    for bag, weight in found:
        yield bag, Fraction(weight, unseen.total)


def _line(after: Position, moves: tuple[ScoredMove, ...], solve: Solve) -> tuple[int, tuple[ScoredMove, ...]]:
    """Return the final spread after some moves and best play, for the side that made the first; the line."""
    is_mine = len(moves) % 2 == 0
    if after.is_over:
        first, second = after.final_scores
        return (first - second if is_mine else second - first), moves
    solution = solve(after)
    spread = int(solution.spread.lower)
    return (spread if is_mine else -spread), (*moves, *solution.line)


def _lines(
    after: Position, step: ScoredMove, bag: bytes, lexicon: Lexicon, solve: Solve
) -> Iterator[tuple[int, tuple[ScoredMove, ...]]]:
    """Yield the lines of the opponent's replies that empty the bag, until one of them wins."""
    left = bag[len(step.move.placed) :]
    plays = [play for play in after.legal_moves(lexicon) if len(play.move.placed) >= len(left)]
    plays.sort(key=lambda play: (-play.score, play.text))
    if not plays:
        yield UNBOUNDED, (step,)
    for reply in plays[:REPLIES]:
        spread, line = _line(position_after(after, reply.move, left), (step, reply), solve)
        yield spread, line
        if spread < 0:
            return
