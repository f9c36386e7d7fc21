"""The figures of Nilsson's textbook (1971): tic-tac-toe in three stages, and the tree of alpha-beta.

    stage   board       MAX, who has the crosses, looks two plies ahead: a move, MIN's reply.   The tips are
      1     . . .       valued by e = lines still open for MAX - lines still open for MIN, WON where MAX has
            . . .       completed a line and -WON where MIN has.  Positions that are alike by symmetry are
            . . .       merged.
      2     . o .
            . x .       1   the centre is best, worth 1
            . . .       2   two different moves are best, both into a corner
      3     . o o       3   MIN threatens to complete a line: only one move prevents it.  After any other, the
            . x .           reply that completes the line makes the three other replies needless (`A`)
            x . .

Stage 1 and the rule of evaluation are the book's.  The play between the stages is a reconstruction: MIN
replies at an edge, MAX goes to the corner opposite, MIN prevents the line, and the text's statements about
the stages, listed above, are then true.

`LEFT_PART` holds the first 25 tips of the tree on which the book shows alpha-beta.  `RECONSTRUCTION` is a
tree of depth 6 with 41 tips, of which alpha-beta evaluates 18, as many as the book says; the shape of its
last 16 tips is not the book's but one of many that fit these numbers.  Values are those for MAX, as nested
lists for `bstar.games.trees.new_tree`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bstar.games.tictactoe import ROWS, SQUARES

WON = 100  # more than any number of open lines


class Stage(NamedTuple):
    """A position of tic-tac-toe in which MAX is to move: the squares of both players."""

    x: frozenset[int]
    o: frozenset[int]


STAGES = (
    Stage(frozenset(), frozenset()),
    Stage(frozenset({4}), frozenset({1})),
    Stage(frozenset({4, 6}), frozenset({1, 2})),
)


def evaluate(x: frozenset[int], o: frozenset[int]) -> int:
    """Return Nilsson's e for MAX: open lines of X minus open lines of O, or WON or -WON."""
    for mine, value in ((x, WON), (o, -WON)):
        if any(mine.issuperset(row) for row in ROWS):
            return value
    return sum(o.isdisjoint(row) for row in ROWS) - sum(x.isdisjoint(row) for row in ROWS)


def two_plies(stage: Stage = STAGES[0], moves: tuple[int, ...] | None = None) -> dict[int, dict[int, int]]:
    """Return the value of each reply to each move of MAX: `tips[move][reply]`.

    Symmetric moves and replies are merged into the one on the smallest square; `moves` chooses and orders
    MAX's moves instead.
    """
    x, o = stage
    if moves is None:
        moves = tuple(_different(x, o))
    return {
        move: {reply: evaluate(x | {move}, o | {reply}) for reply in _different(x | {move}, o)}
        for move in moves
    }


def nested(tips: dict[int, dict[int, int]]) -> list[list[int]]:
    """Return a figure as nested lists of values."""
    return [list(replies.values()) for replies in tips.values()]


def _different(x: frozenset[int], o: frozenset[int]) -> list[int]:
    """The empty squares, of those alike by a symmetry of the position only the smallest."""
    kept = [turn for turn in _SYMMETRIES if {turn[at] for at in x} == x and {turn[at] for at in o} == o]
    empty = [square for square in range(SQUARES) if square not in x | o]
    return [square for square in empty if square == min(turn[square] for turn in kept)]


def _turned(square: int, turns: int, is_mirrored: bool) -> int:
    row, col = divmod(square, 3)
    if is_mirrored:
        col = 2 - col
    for _ in range(turns):
        row, col = col, 2 - row
    return 3 * row + col


_SYMMETRIES = [
    [_turned(square, turns, is_mirrored) for square in range(SQUARES)]
    for turns in range(4)
    for is_mirrored in (False, True)
]

LEFT_PART: list[Any] = [
    [[[[[0, 5], [-3, 3]], [[3], [-3, 0, 2], [-2, 3]]]], [[[[5, 2], [5, -5]]], [[[0, 1]]]]],
    [[[[[5, 1], [-3, 0]]], [[[-5, 5]], [[-3, 3]]]], [[[[2]]]]],
]
RECONSTRUCTION: list[Any] = [
    *LEFT_PART,
    [[[[[3, -3, 0], [-1, -2, 0], [1, 4, 5]]], [[[1, -1], [-1, 3], [-3, 2, -2]]]]],
]
