"""The results of a move with tiles in the bag, one content of the bag after the other.

    win_bound(step, position, bags, lexicon, outcome, least)    what the move wins: exactly, or at most
    result_of(step, position, bag, lexicon, outcome)            with one content of the bag
    results_of(move)                                            the same, as a search has proven it
    refuting(results, best)                                     draws that a move does not win
    line_of(result, position, solve)                            best play after one of them, to the end

    the move empties the bag    after it both sides know everything: each result is that of an endgame
    the move leaves tiles       the opponent answers with one of its highest-scoring plays that empty the bag,
                                the one with the best result: each result is an upper bound

The bound holds because the guaranteed value of such a move (see `scrabble.solver.preendgame`) lets the
opponent answer as if the bag were known.  Only wins and draws count: `outcome` proves who wins an endgame,
and its spread is not needed.  The maker of puzzles and their verification use different solvers.

A bag is written in the order in which it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from scrabble.answer.interval import DRAWN
from scrabble.answer.moves import MoveResult, Step
from scrabble.answer.solution import Solution
from scrabble.game.move import Move, ScoredMove
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, position_after, tiles_in_bag
from scrabble.lexicon import Lexicon

REPLIES = 10  # of the opponent that are tried with each content of the bag

Outcome = Callable[[Position], Fraction]  # of an endgame, for the side to move: 1, 1/2 or 0
Solve = Callable[[Position], Solution]


class BagProbability(NamedTuple):
    """A possible content of the bag, and its probability."""

    tiles: bytes  # in the order in which they are drawn
    probability: Fraction


class DrawResult(NamedTuple):
    """The result of a move with one content of the bag."""

    bag: bytes
    win: Fraction  # 1 for a win, 1/2 for a draw; after a move that leaves tiles an upper bound
    moves: tuple[ScoredMove, ...]  # the move, and the reply that empties the bag if the move does not


def outcome_of(spread: float | Fraction) -> Fraction:
    """Return 1 for a won game, 1/2 for a drawn one, 0 for a lost one."""
    return Fraction(int(spread > 0)) if spread else DRAWN


def empties_the_bag(move: Move, position: Position) -> bool:
    """Return whether a move draws all tiles of the bag."""
    return len(move.placed) >= tiles_in_bag(position)


def win_bound(
    step: ScoredMove,
    position: Position,
    bags: Iterable[BagProbability],
    lexicon: Lexicon,
    outcome: Outcome,
    least: Fraction = Fraction(0),
) -> tuple[Fraction, list[DrawResult]]:
    """Return an upper bound of the win probability of a move, with the results of the draws it rests on.

    All draws are tried in the order given, until the bound is no more than `least`.  With all of them it is
    exact for a move that empties the bag.
    """
    most, found = Fraction(1), []
    for bag in bags:
        if most <= least:
            break
        found.append(result_of(step, position, bag.tiles, lexicon, outcome))
        most -= bag.probability * (1 - found[-1].win)
    return most, found


def result_of(
    step: ScoredMove, position: Position, bag: bytes, lexicon: Lexicon, outcome: Outcome
) -> DrawResult:
    """Return the result of a move with one content of the bag."""
    after = position_after(position, step.move, bag)
    if after.is_over or empties_the_bag(step.move, position):
        return DrawResult(bag, 1 - _outcome(after, outcome), (step,))
    results = _after_replies(after, step, bag, lexicon, outcome)
    return min(results, key=lambda each: each.win)


def results_of(move: MoveResult, position: Position) -> list[DrawResult]:
    """Return what a search has proven of a move that empties the bag: upper bounds of the results."""
    step = ScoredMove(position.parse_move(move.text), move.text, move.score)
    return [DrawResult(each.codes, Fraction(each.win.upper), (step,)) for each in move.scenarios]


def refuting(results: Iterable[DrawResult], best: Iterable[DrawResult]) -> list[DrawResult]:
    """Return the draws with which a move does not win, those first with which the best move does.

    `best` are the results of the best move.
    """
    wins = {bytes(sorted(each.bag)): each.win for each in best}
    failing = [each for each in results if each.win < 1]
    return sorted(failing, key=lambda each: (each.win - wins[bytes(sorted(each.bag))], each.win, each.bag))


def line_of(result: DrawResult, position: Position, solve: Solve) -> tuple[Step, ...]:
    """Return the moves of a result with best play after them, to the end of the game."""
    left = result.bag
    for step in result.moves:
        position = position_after(position, step.move, left)
        left = left[len(step.move.placed) :]
    moves = tuple(Step(step.text, step.score) for step in result.moves)
    return moves if position.is_over else (*moves, *solve(position).line)


def bags_of(move: Move, position: Position) -> list[BagProbability]:
    """Return the contents of the bag, the tiles that the move draws first, the likeliest in front."""
    unseen, laid = UnseenTiles(position), len(move.placed)
    if 0 < laid < unseen.count:
        found = [
            (first.tiles + rest.tiles, rest.weight)
            for first, later in unseen.first_drawn(laid)
            for rest in later
        ]
    else:
        found = list(unseen.draws)
    bags = [BagProbability(tiles, Fraction(weight, unseen.total)) for tiles, weight in found]
    return sorted(bags, key=lambda each: (-each.probability, each.tiles))


def _outcome(position: Position, outcome: Outcome) -> Fraction:
    """Return the result for the side to move; the game may be over."""
    if position.is_over:
        mine, theirs = position.final_scores
        return outcome_of(mine - theirs)
    return outcome(position)


def _after_replies(
    after: Position, step: ScoredMove, bag: bytes, lexicon: Lexicon, outcome: Outcome
) -> Iterator[DrawResult]:
    """Yield the results of the opponent's replies that empty the bag, until one of them wins."""
    left = bag[len(step.move.placed) :]
    plays = [play for play in after.legal_moves(lexicon) if len(play.move.placed) >= len(left)]
    plays.sort(key=lambda play: (-play.score, play.text))
    if not plays:
        yield DrawResult(bag, Fraction(1), (step,))
    for reply in plays[:REPLIES]:
        win = _outcome(position_after(after, reply.move, left), outcome)
        yield DrawResult(bag, win, (step, reply))
        if not win:
            return
