"""One tile against one: the value by a formula (bounds/README.md, T6)."""

from __future__ import annotations

import numpy as np

from bstar.game import INF
from bstar.jit import inner
from scrabble.bounds.one_tile import best_single_after, mark_touched
from scrabble.movegen.racks import first_kind
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.movegen.state import ZEROS_LEFT, rack_value


@inner
def worth_of_last_pair(state, singles, side):
    """What the position after the play of `side` just made is worth to it, one tile left on either side."""
    racks = state.hands.racks
    own_value = rack_value(state, side, racks[side])
    other_value = rack_value(state, 1 - side, racks[1 - side])
    mark_touched(state, singles)
    score = best_single_after(state, singles, side, first_kind(racks[side]))
    own_out = score + state.rules[OUT] * other_value if score >= 0 else np.int64(-INF)
    score = best_single_after(state, singles, 1 - side, first_kind(racks[1 - side]))
    other_out = score + state.rules[OUT] * own_value if score >= 0 else np.int64(-INF)
    stop = state.rules[LOSS] * (own_value - other_value)
    return -value_of_last_pair(state.now[ZEROS_LEFT], other_out, own_out, stop)


@inner
def value_of_last_pair(zeros_left, own_out, other_out, own_stop):
    """The value of one tile against one for the side on turn, `zeros_left` scoreless turns before the end.

    `own_out`, `other_out` are what going out is worth to either side, -INF if it cannot; `own_stop` is what
    the side on turn gets when the game ends by passes.
    """
    value = own_stop if zeros_left % 2 == 0 else -own_stop
    for to_go in range(1, zeros_left + 1):
        is_own = (zeros_left - to_go) % 2 == 0
        value = max(own_out if is_own else other_out, -value)
    return value
