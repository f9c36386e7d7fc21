"""Upper bounds of moves, by one reply and what the lines can take after it.

    p   a move of the side to move ("I")       r   a play of the opponent that p leaves alone

    worth of p  <=  the most that p is worth on the board with r, against passes (T7)  -  points of r

A play leaves another one alone if it lays no tile in its footprint (T3): the other one stays legal, with the
same score.  Each r takes one packing of the lines, some 20 ms, and serves all moves
(bounds/README.md, T8).

A pass is worth no more than the best play, or the end of the game by passes (T1).

The greatest bound of all moves bounds the value of a position.  Of the position after a move of mine, with
the sides exchanged, that is a lower bound of the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scrabble.bounds.line_packing import line_totals
from scrabble.game.move import PASS, Move, is_on, word_through
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon

MOST_REPLIES = 5  # more of them lower the highest bound of hardly any position

Square = tuple[int, int]


class ScoredPlay(NamedTuple):
    """A move with its points."""

    move: Move
    score: int

    @property
    def squares(self) -> frozenset[Square]:
        """The squares on which it lays tiles."""
        return frozenset((row, col) for row, col, _ in self.move.placed)


class Reply(NamedTuple):
    """A play of the opponent, and what it leaves."""

    play: ScoredPlay
    footprint: frozenset[Square]  # squares that must stay untouched for it
    most: int  # that the side that moved before makes on the board with the reply


def upper_bounds(
    position: Position, moves: Mapping[int, ScoredPlay], known: Sequence[Reply]
) -> dict[int, int]:
    """Return upper bounds of moves, by number, in points of future spread.

    A move that leaves none of the known replies alone, or that ends the game, has no bound.
    """
    found = {}
    for number, play in moves.items():
        squares = play.squares
        fitting = [each for each in known if squares.isdisjoint(each.footprint)]
        if fitting and not ends_game(position, play):
            found[number] = min(each.most - each.play.score for each in fitting)
    return found


def most_of_pass(position: Position, most_of_plays: int) -> int | None:
    """Return an upper bound of a pass, by that of all plays (T1); None if a play may count as scoreless."""
    if position.rules.zero_play_is_scoreless:
        return None
    mine, theirs = map(position.alphabet.value, position.rack_codes)
    return max(most_of_plays, position.rules.scoreless_loss * (theirs - mine))


def footprint(position: Position, move: Move) -> frozenset[Square]:
    """Return the squares, empty before a play, that must stay untouched for it to remain what it is (T3)."""
    laid = position.squares.copy()
    for row, col, code in move.placed:
        laid[row, col] = code
    found = set(ScoredPlay(move, 0).squares)
    for row, col, _ in move.placed:
        for down in (False, True):
            first_row, first_col, length = word_through(laid, row, col, down)
            by_row, by_col = (1, 0) if down else (0, 1)
            ends = (
                (first_row - by_row, first_col - by_col),
                (first_row + length * by_row, first_col + length * by_col),
            )
            found.update(end for end in ends if is_on(laid, *end))
    return frozenset(found)


def good_replies(position: Position, lexicon: Lexicon, plays: Sequence[ScoredPlay]) -> list[Reply]:
    """Return the replies that bound moves, of `plays` of the opponent on the board of `position`."""
    found = []
    waiting = replace(position, scoreless_turns=0).play(PASS)  # the opponent to move on the same board
    for play in _spread_out([each for each in plays if len(each.squares) < len(waiting.rack_codes[0])]):
        most = line_totals(waiting.play(play.move), lexicon)
        if most is not None:
            found.append(Reply(play, footprint(position, play.move), most))
    return found


def value_bound(
    position: Position,
    lexicon: Lexicon,
    plays: Sequence[ScoredPlay],
    replies: Sequence[ScoredPlay],
    most: int,
) -> int:
    """Return an upper bound of the value of a position, no greater than `most`, its line totals.

    `plays` are all plays of the side to move, `replies` plays of the opponent on the same board.
    """
    moves = dict(enumerate(plays))
    if position.rules.zero_play_is_scoreless or not moves:
        moves[len(moves)] = ScoredPlay(PASS, 0)
    closer = upper_bounds(position, moves, good_replies(position, lexicon, replies))
    of_moves = max(min(most, closer.get(number, most)) for number in moves)
    of_pass = most_of_pass(position, of_moves)
    return of_moves if of_pass is None else of_pass  # no less than the plays


def _spread_out(plays: Sequence[ScoredPlay]) -> list[ScoredPlay]:
    """Return MOST_REPLIES plays of many points, first those that share no square."""
    chosen: list[ScoredPlay] = []
    rest: list[ScoredPlay] = []
    covered: frozenset[Square] = frozenset()
    for each in sorted(plays, key=lambda play: -play.score):
        if each.squares.isdisjoint(covered):
            chosen.append(each)
            covered |= each.squares
        else:
            rest.append(each)
        if len(chosen) == MOST_REPLIES:
            break
    return (chosen + rest)[:MOST_REPLIES]


def ends_game(position: Position, play: ScoredPlay) -> bool:
    """Return whether a move ends the game, so that there is no reply."""
    may_end = play.score == 0 or len(play.squares) == len(position.rack_codes[0])
    return may_end and position.play(play.move).is_over
