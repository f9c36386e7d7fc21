"""Who wins, where only that is asked for: by which bounds it is known, and which move shows it.

A position is won if some move is proven to be worth more than `level`, the points by which the player on
turn is behind.  Mostly the search has shown that of its best move; where it was stopped before, the caps may
show it of another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bstar.lines import PART, WHOLE
from bstar.root import RootMove
from bstar.search import Result
from scrabble.endgame.solution import within


def decides(tight: Sequence[RootMove], level: int) -> bool:
    """Is it known on which side of a level the value is, and if not below it, that the first move does it?"""
    most = max(move.upper for move in tight)
    return most < level or _is_sure(tight[0], most, level)


def with_a_sure_move_first(result: Result, caps: Mapping[int, tuple[int, int]], level: int) -> Result:
    """Put a move first that is known to win, or to draw what nobody wins, if there is one."""
    tight = within(result.moves, caps)
    most = max(move.upper for move in tight)
    sure = [at for at, move in enumerate(tight) if _is_sure(move, most, level)]
    if not sure or sure[0] == 0:
        return result
    moves = list(result.moves)
    moves.insert(0, first := moves.pop(sure[0]))
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
