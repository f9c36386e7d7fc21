"""Lines of play read off a search, starting with a move of the root.

principal_variation   best play for both sides after a move whose worth is known, to the end of the game
lower_bound_line      play that keeps the lower bound of a move, as far as the table holds it
best_play_tree        all lines of best play, as a tree
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bstar.engine import Engine, SearchStopped
from bstar.game import FAR
from bstar.root import RootMove

# Kinds of lines
WHOLE = "whole"  # best play for both sides, to where a search of it ends
PART = "part"  # best play, cut off
GUARDED = "guarded"  # play that keeps the lower bound, while the value is open
BELIEVED = "believed"  # the moves with the best estimates


def principal_variation(engine: Engine, move: RootMove) -> Iterator[int]:
    """Yield a move whose worth is known and best play after it.  Raises SearchStopped."""
    line = [move.move]
    value = move.gain - move.lower
    yield move.move
    while after := {number: gain for number, gain, _, _ in engine.moves(line)}:
        found = engine.bound(line, value - 1, value + 1)
        if found != value:
            raise AssertionError(f"the value {found} after {line} contradicts the proven {value}")
        best = _best_reply(engine, line, after, value)
        line.append(best)
        yield best
        value = after[best] - value


def _best_reply(engine: Engine, line: list[int], after: dict[int, int], value: int) -> int:
    """Return a best move after a line of known value; `after` holds its moves with their gains.

    Of threads that share a table, one may store its move beside a bound that the other has found, so there
    the worth of the move is checked.
    """
    best = engine.best_move
    if engine.threads == 1:
        return best
    for move in (best, *(each for each in after if each != best)):
        rest = after[move] - value
        if engine.bound([*line, move], rest - 1, rest + 1) == rest:
            return move
    raise AssertionError(f"no move after {line} is worth the proven {value}")


def lower_bound_line(engine: Engine, move: RootMove) -> Iterator[int]:
    """Yield a move and the play in the table that keeps its lower bound; nothing is searched.

    The replies of the opponent are the last ones that were searched.
    """
    yield move.move
    if move.lower <= -FAR or engine.table is None:
        return
    line, value, is_mine = [move.move], move.gain - move.lower, False
    try:
        while after := {number: gain for number, gain, _, _ in engine.moves(line)}:
            alpha = value - 1 if is_mine else value
            engine.limit_nodes(engine.nodes + 1)  # enough for an answer in the table
            engine.bound(line, alpha, alpha + 1)
            if engine.best_move not in after:
                return
            line.append(engine.best_move)
            yield engine.best_move
            value = after[engine.best_move] - value
            is_mine = not is_mine
    except SearchStopped:
        return


class PvNode(NamedTuple):
    """A best move, and all best replies to it."""

    move: int
    replies: tuple[PvNode, ...]


def best_play_tree(engine: Engine, line: list[int], value: int, room: list[int]) -> tuple[PvNode, ...]:
    """Return all best moves after a line of known value, each with its best replies.  Raises SearchStopped.

    `room` holds the number of branches that may still be added and is counted down; at 0 the tree is
    incomplete.
    """
    found = []
    for move, gain, lower, upper in engine.moves(line):
        if not lower <= value <= upper or room[0] == 0:
            continue
        after = [*line, move]
        if engine.bound(after, gain - value, gain - value + 1) <= gain - value:
            room[0] -= 1
            found.append(PvNode(move, best_play_tree(engine, after, gain - value, room)))
    return tuple(found)
