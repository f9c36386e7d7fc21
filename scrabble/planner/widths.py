"""How far the planner can be wrong, fitted on real endgames.

    worth - points BELOW <= true worth <= worth + points ABOVE       for about 94 of 100 moves

By the course that the game is believed to take, the points are

    at least FLOOR, and a + b x tiles kept + c x tiles of the other side       (of either at most MOST_TILES)

Fitted by quantile regression on half of positions/late.jsonl, so that 5 of 100 moves exceed the points BELOW
and 3 the points ABOVE; moves that come near the best of their position count for more.
`python -m tests.tools.measure_planner fit` makes the numbers and `cover` checks them on other positions: run
both again after any change of the planner.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner

BELOW, ABOVE = range(2)
MOST_TILES = 5
# [course of scrabble.planner.replies, BELOW or ABOVE, (a, b, c)]
WIDTHS = np.array(
    [
        [[-1.2, 0.3, 1.0], [0.0, 0.0, 0.0]],  # OTHER_IS_OUT
        [[0.0, 0.0, 2.0], [-3.5, 5.1, -0.3]],  # MOVER_IS_OUT
        [[15.4, 0.6, -1.2], [18.6, 0.0, -0.5]],  # LONGER
        [[-6.0, -3.0, 6.0], [-8.1, 4.4, 3.9]],  # MOVER_WAITS
        [[-3.4, 2.0, 1.5], [13.4, 7.7, -3.7]],  # OTHER_WAITS
    ]
)
FLOORS = np.array([[1, 0], [3, 2], [4, 4], [5, 5], [5, 5]], np.int64)


@inner
def width(course, side, mover_tiles, other_tiles):
    """The points BELOW or ABOVE that a worth may be off, with so many tiles on either side."""
    line = WIDTHS[course, side]
    points = line[0] + line[1] * min(mover_tiles, MOST_TILES) + line[2] * min(other_tiles, MOST_TILES)
    return max(np.int64(points), FLOORS[course, side])
