"""Enhanced transposition cut-offs: probe the table for the positions after all moves before one is searched.

Schaeffer and Plaat, New advances in alpha-beta searching (1996).  A move may transpose into a known position:
what was proven there bounds the move, whatever its rank is, and may cause a cut-off at
once.  It costs a move made and undone and a probe for each move, so it is done `control[CUTOFFS]`
plies deep only.

In the first four plies of Scrabble endgames it saves 2 % of the nodes and takes 35 % more time, so it is off
(`endgame bench --enable cutoffs=4` turns it on).
"""

from __future__ import annotations

import numpy as np

from bstar.depth_first.table import probe
from bstar.game import INF, key, play, undo
from bstar.jit import inline

FIRST_RANK = np.int64(1) << np.int64(39)  # above that of any game


@inline
def probe_children(game, table, buffer, row):
    """Narrow the bounds of the moves of `row` by the table; one that causes a cut-off comes first."""
    for index in range(row.first, row.first + row.count):
        if buffer.lower[index] == buffer.upper[index] or buffer.upper[index] <= row.alpha:
            continue
        play(game, buffer.move[index])
        lower, upper, _ = probe(table, key(game))
        undo(game)
        if lower > -INF:
            buffer.upper[index] = min(np.int64(buffer.upper[index]), buffer.gain[index] - lower)
        if upper < INF:
            buffer.lower[index] = max(np.int64(buffer.lower[index]), buffer.gain[index] - upper)
        if buffer.lower[index] >= row.beta:
            buffer.rank[index] = FIRST_RANK
            return
