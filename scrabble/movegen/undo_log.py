"""The log of a compiled position: what each play overwrote, so that it can be taken back.

    by ply       move, squares                  the move itself
                 rack, line_keys, ...           what they were before it
    changes      | ply 0 | ply 1 | ...          overwritten cross information, one stack
    top [PLIES]  ^       ^                      where that of a ply begins

After a pass only its move and the scoreless turns are logged; it changes nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scrabble.movegen.cross_sets import Changes
from scrabble.movegen.packed_move import MOST_LAID

PLIES = 160  # more than 14 plays of a tile each, with passes up to the limit before each of them
MOST_CHANGES = 2 * (MOST_LAID + 1)  # the ends of the main word, and of the word across each tile laid


class Log(NamedTuple):
    """What `play_state` overwrote, by ply."""

    changes: Changes
    top: np.ndarray  # int64[PLIES]        length of `changes` before the move
    line_keys: np.ndarray  # uint64[PLIES, 2, n]
    move: np.ndarray  # int64[PLIES]
    rack: np.ndarray  # uint32[PLIES]      of the side that moved
    zeros_left: np.ndarray  # int64[PLIES]
    board_key: np.ndarray  # uint64[PLIES]
    squares: np.ndarray  # uint32[PLIES]   where tiles were laid, a bit a square of the line


def new_log(n: int) -> Log:
    """Return an empty log for a board of n rows."""
    return Log(
        changes=Changes(
            np.zeros((PLIES * MOST_CHANGES, 3), np.int32),
            np.zeros(PLIES * MOST_CHANGES, np.uint64),
            np.zeros(PLIES * MOST_CHANGES, np.int32),
            np.zeros(1, np.int64),
        ),
        top=np.zeros(PLIES, np.int64),
        line_keys=np.zeros((PLIES, 2, n), np.uint64),
        move=np.zeros(PLIES, np.int64),
        rack=np.zeros(PLIES, np.uint32),
        zeros_left=np.zeros(PLIES, np.int64),
        board_key=np.zeros(PLIES, np.uint64),
        squares=np.zeros(PLIES, np.uint32),
    )
