"""Random small worlds as compiled positions, with the plays of the oracle: for what is checked play by play.

for case in cases(40):      case.world, case.position, case.state
    case.own                every play of the side on turn: text -> score
    case.number(text)       its number for the kernels
    case.after(text)        the board after it, and what it leaves

squares_laid("3B C(A)T")    where a play lays tiles, as (row, column)
squares_of(marks)           the squares that a kernel has marked
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import number_of
from scrabble.movegen.state import GameState
from tests.doors.bridge import position_of
from tests.oracles import naive
from tests.worlds.mini import World, mini_world

PLACE = re.compile(r"(?:(\d+)([A-Z])|([A-Z])(\d+)) (.*)")


class Case(NamedTuple):
    """A small world, and the same as a position for the kernels."""

    world: World
    position: Position
    state: GameState
    own: dict[str, int]

    def number(self, text: str) -> int:
        """A play of the side on turn as the kernels know it."""
        return number_of(parse_move(text, self.position), self.position)

    def after(self, text: str) -> tuple[naive.Board, str]:
        """The board after a play of the side on turn, and what is left of its rack."""
        return naive.apply(self.world.board, self.world.racks[0], text)

    def types(self, side: int) -> list[tuple[int, str, int]]:
        """The tiles of a rack, each type once: its number, its sign and its code."""
        codes = sorted(set(self.position.rack_codes[side]))
        return [(kind, self.position.alphabet.decode(bytes([code])), code) for kind, code in enumerate(codes)]


def cases(count: int, first: int = 0, tiles: int = 3, size: int = 6, **rules: Any) -> Iterator[Case]:
    """Small worlds with a word on the board; `rules` are fields of `naive.Game`."""
    for seed in range(first, first + count):
        world = mini_world(seed, size=size, tiles=tiles, **rules)
        if any(set(row) != {naive.EMPTY} for row in world.board):
            yield case_of(world)


def case_of(world: World) -> Case:
    """A world as a case."""
    position, lexicon = position_of(world)
    own = naive.plays(world.game, world.board, world.racks[0])
    return Case(world, position, compile_position(position, lexicon), own)


def tiles_laid(text: str) -> dict[tuple[int, int], str]:
    """What a play lays on which row and column; a blank as a small letter."""
    found = PLACE.fullmatch(text)
    assert found is not None, text
    row, column, column_down, row_down, tiles = found.groups()
    down = column is None
    first = (int(row_down), column_down) if down else (int(row), column)
    laid, at = {}, 0
    for sign in re.findall(r"\([^)]*\)|.", tiles):
        if sign[0] == "(":
            at += len(sign) - 2
            continue
        laid[first[0] - 1 + at * down, ord(first[1]) - ord("A") + at * (not down)] = sign
        at += 1
    return laid


def squares_laid(text: str) -> set[tuple[int, int]]:
    """Row and column of each tile that a play lays."""
    return set(tiles_laid(text))


def squares_of(marks: np.ndarray) -> set[tuple[int, int]]:
    """Row and column of each square that is marked across; uint32[2, n]."""
    return {(row, col) for row, mask in enumerate(marks[0].tolist()) for col in range(32) if mask >> col & 1}
