"""Which move comes first while the value is open; who wins, where only that is asked for.

A position is won if some move is proven to be worth more than `level`, the points by which the player on
turn is behind.  Mostly the search has shown that of its best move; where it was stopped before, the caps may
show it of another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bstar.lines import PART, WHOLE
from bstar.root import Root, RootMove
from bstar.search import Result
from scrabble.endgame.root_caps import RootCaps
from scrabble.endgame.solution import within

PATIENCE = 0.5  # seconds


def decides(tight: Sequence[RootMove], level: int) -> bool:
    """Is it known on which side of a level the value is, and if not below it, that the first move does it?"""
    most = max(move.upper for move in tight)
    return most < level or _is_sure(tight[0], most, level)


def best_so_far(caps: RootCaps, level: int | None, root: Root, seconds: float) -> RootMove:
    """Return the best move so far; where only the side of `level` is asked for, one that is known to win.

    A search of more than PATIENCE seconds is worth a look at the lines.
    """
    if seconds > PATIENCE:
        caps.tighten(root.best)
    sure = None if level is None else sure_move(caps.by_promise(root.moves), caps.bounds, level)
    return sure or caps.choice(root.moves)


def sure_move(moves: Sequence[RootMove], caps: Mapping[int, tuple[int, int]], level: int) -> RootMove | None:
    """Return the first move that is known to win, or to draw where no move wins; None if none is."""
    tight = within(moves, caps)
    most = max(move.upper for move in tight)
    return next(
        (move for move, bounds in zip(moves, tight, strict=True) if _is_sure(bounds, most, level)), None
    )


def with_a_sure_move_first(result: Result, caps: Mapping[int, tuple[int, int]], level: int) -> Result:
    """Put a move first that is known to win, or to draw what nobody wins, if there is one."""
    first = sure_move(result.moves, caps, level)
    if first is None or first is result.moves[0]:
        return result
    moves = [first, *(move for move in result.moves if move is not first)]
    line = result.lines.get(first.move)
    return replace(
        result,
        move=first.move,
        moves=moves,
        line=line or [first.move],
        line_kind=WHOLE if line else PART,
    )


def _is_sure(move: RootMove, most: int, level: int) -> bool:
    """Is a move known to win, or to be worth the value, `most` being the greatest that it can be?"""
    return move.lower > level or (move.lower == most >= level)
