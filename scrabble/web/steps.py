"""Steps from one position to the next, as texts; with tiles in the bag they say what is drawn.

    3F (L)LANO                      an endgame: the move alone
    H1 CO(X)A draws U               the bag held U, and is empty now
    8D TEN draws E leaves S         it held both, and S stays there
    pass leaves S                   it holds S

Whoever follows sees the bag, so the other rack is what is left of the unseen tiles.  He whose turn it is then
does not see it, while a tile is still there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scrabble.game.move import Move
from scrabble.game.position import Position, PositionError
from scrabble.game.tiles import quoted
from scrabble.game.unseen import Unseen, choices, holds, without
from scrabble.web import drawn

STEP = re.compile(r"(?P<move>.+?)(?: draws (?P<draws>\S+))?(?: leaves (?P<leaves>\S+))?")


class Gone(NamedTuple):
    """Where some steps have led."""

    home: Position  # the last position before which tiles were drawn, or the first one
    moves: tuple[str, ...]  # from there
    position: Position


def go(home: Position, steps: Sequence[str]) -> Gone:
    """Go along some steps.  Raises ValueError."""
    position, moves = home, list[str]()
    for text in steps:
        drawn.refuse(position)
        if position.bag:
            home = position = _with_draw(position, text)
            moves = []
        else:
            position = position.play(position.parse_move(text))
            moves.append(text)
    return Gone(home, tuple(moves), position)


def move_of(position: Position, text: str) -> Move:
    """The move that a step makes.  Raises IllegalMoveError."""
    found = STEP.fullmatch(text)
    return position.parse_move(found["move"] if found else text)


def after_draw(position: Position, move: Move, draws: bytes, leaves: bytes, unseen: Unseen) -> Position:
    """The position after a move with tiles in the bag, which held both; `leaves` are there still."""
    after = position.play(move)
    theirs = without(without(unseen.tiles, draws), leaves)
    mine = b"" if leaves else bytes(sorted(after.racks[1] + draws))
    return replace(after, racks=(theirs, mine), previous=None)


def left_after(unseen: Unseen, draws: bytes) -> Iterator[bytes]:
    """What may be in the bag after these were drawn from it."""
    count = unseen.count - len(draws)
    return (tiles for tiles, _ in choices(without(unseen.hidden, draws), count))


def _with_draw(position: Position, text: str) -> Position:
    unseen, encode = Unseen(position), position.alphabet.encode
    found = STEP.fullmatch(text)
    if found is None:
        raise PositionError(f"expected a move, got {quoted(text)}")
    move = move_of(position, text)
    draws, leaves = (bytes(sorted(encode(found[name] or ""))) for name in ("draws", "leaves"))
    taken = min(len(move.placed), unseen.count)
    left = unseen.count - taken
    if (len(draws), len(leaves)) != (taken, left):
        wanted = f"{taken} after 'draws' and {left} after 'leaves'"
        raise PositionError(f"expected the tiles that the bag held, {wanted}, got {quoted(text)}")
    if not holds(unseen.hidden, draws + leaves):
        hidden = position.alphabet.rack_text(unseen.hidden)
        raise PositionError(f"the bag holds some of {hidden}, got {quoted(text)}")
    return after_draw(position, move, draws, leaves, unseen)
