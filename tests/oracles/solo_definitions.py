"""What the solo bounds promise: the most of the last tiles of a side against passes, from the definition.

One or two tiles are looked at on the board after a play.  With more, nearly all sequences are those
of the board before the play, so only what begins near a play is looked at on the board after it:

    most after the path B0 -> B1 -> B2  =  the most of    the end by passes
                                                          a play anywhere on B0, and the rest
                                                          a play on B1 near the one to B1, and the rest
                                                          a play on B2 near the one to B2, and the rest

where the rest is the same of fewer tiles, after the path with that play.  The opponent only passes, with the
tiles left on B2.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from tests.oracles import definitions, naive
from tests.oracles.naive import BLANK, EMPTY, Board, Game

Tiles = tuple[tuple[definitions.Square, str], ...]


def laid(before: Board, after: Board) -> Tiles:
    """Return the squares that differ, with their tiles."""
    return tuple(
        ((row, col), tile)
        for row, (old, new) in enumerate(zip(before, after, strict=True))
        for col, tile in enumerate(new)
        if old[col] == EMPTY != tile
    )


def end_by_passes(game: Game, rack: str, other: str) -> int:
    """Return the points of a side that stops."""
    return game.scoreless_loss * (game.value(other) - game.value(rack))


def end_by_going_out(game: Game, other: str) -> int:
    """Return the points besides the score of the last play."""
    return (game.out_gain + game.out_loss) * game.value(other)


@cache
def made_at_once(game: Game, board: Board, rack: str) -> dict[Tiles, int]:
    """Return the score of each play, by the tiles that it lays."""
    found = naive.plays(game, board, rack)
    return {laid(board, naive.apply(board, rack, text)[0]): score for text, score in found.items()}


@cache
def most_in_one_word(game: Game, board: Board, pair: str) -> int | None:
    """Return the best total of two tiles in one word: laid at once, or one after the other."""
    plays, best = made_at_once(game, board, pair), None
    for tiles, score in plays.items():
        if len(tiles) == 1:
            continue
        totals = [score]
        for early, late in permutations(tiles):
            if (early,) in plays:
                (row, col), sign = early
                needed = BLANK if sign.islower() else sign
                line = board[row][:col] + sign + board[row][col + 1 :]
                later = (*board[:row], line, *board[row + 1 :])
                totals.append(plays[early,] + made_at_once(game, later, pair.replace(needed, "", 1))[late,])
        best = max(totals if best is None else [best, *totals])
    return best


@cache
def most_of_two(game: Game, board: Board, rack: str, other: str) -> int:
    """Return the most of one or two tiles, the board being the same for plays in two places."""
    totals = [end_by_passes(game, rack, other)]
    alone = [max(made_at_once(game, board, sign).values(), default=None) for sign in rack]
    out = end_by_going_out(game, other)
    for sign, score in zip(rack, alone, strict=True):
        rest = rack.replace(sign, "", 1)
        if score is not None:
            totals.append(score + (end_by_passes(game, rest, other) if rest else out))
    if len(rack) == 2:
        if alone[0] is not None and alone[1] is not None:
            totals.append(alone[0] + alone[1] + out)
        together = most_in_one_word(game, board, rack)
        if together is not None:
            totals.append(together + out)
    return max(totals)


class Step(NamedTuple):
    """A board on the way, the opponent's rack then, and the squares of the play that led to it."""

    board: Board
    other: str
    laid: tuple[definitions.Square, ...]  # none after a pass, and at the first position


Path = tuple[Step, ...]  # by ply; the last step is the play asked about


@cache
def most(game: Game, path: Path, rack: str) -> int:
    """Return the bound of the tiles left after a path, from the board before the last play but one."""
    if len(rack) <= 2:
        return most_of_two(game, path[-1].board, rack, path[-1].other)
    return _most_from(game, path, rack, _starts(path)[0], most)


@cache
def fewest(game: Game, path: Path, rack: str) -> int:
    """Return the same where that of any tiles may be found from the board at hand instead, if it is lower."""
    if len(rack) <= 2:
        return most_of_two(game, path[-1].board, rack, path[-1].other)
    return min(_most_from(game, path, rack, start, fewest) for start in _starts(path))


def _starts(path: Path) -> list[int]:
    """Return the plies of the boards to start from: before the last play of the side, and at hand."""
    at_hand = len(path) - 2
    return [at_hand - 2, at_hand] if at_hand >= 2 and path[at_hand - 1].laid else [at_hand]


def _most_from(game: Game, path: Path, rack: str, start: int, of_rest: Callable[..., int]) -> int:
    at_hand, letters = len(path) - 2, set(game.values) if BLANK in rack else set(rack)
    other = path[-1].other
    best = end_by_passes(game, rack, other)
    for ply in range(start, len(path)):
        board, _, squares = path[ply]
        if ply > start and not squares:
            continue
        reached = path[: ply + 1]
        if (ply - at_hand) % 2:
            reached += (Step(board, other, ()),)  # the opponent passes
        near = [
            definitions.reach(game, board, squares, left, letters) if ply > start else None
            for left in range(len(rack))
        ]
        for tiles, score in made_at_once(game, board, rack).items():
            places = tuple(square for square, _ in tiles)
            within = near[len(rack) - len(places)]
            if within is None or within & set(places):
                later, rest = _after(board, rack, tiles)
                step = Step(later, other, places)
                then = of_rest(game, (*reached, step), rest) if rest else end_by_going_out(game, other)
                best = max(best, score + then)
    return best


def _after(board: Board, rack: str, tiles: Sequence[tuple[definitions.Square, str]]) -> tuple[Board, str]:
    """Return the board with some tiles and what is left of the rack."""
    rows = [list(row) for row in board]
    for (row, col), sign in tiles:
        rows[row][col] = sign
        rack = rack.replace(BLANK if sign.islower() else sign, "", 1)
    return tuple(map("".join, rows)), rack
