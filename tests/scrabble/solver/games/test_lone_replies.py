"""A reply that leaves a stuck tile bounds no play by less than it is worth (bounds/README.md, T8)."""

from __future__ import annotations

from collections import Counter

import numpy as np

from bstar.game import INF
from scrabble.bounds.solo_game import new_solo
from scrabble.movegen.packed_move import PASS, placement
from scrabble.movegen.play_cache import new_cache
from scrabble.movegen.scoring import ZERO_IS_SCORELESS
from scrabble.movegen.state import TURN
from scrabble.solver.games.lone_replies import new_lone_replies
from tests.doors import bounds, kernels
from tests.worlds.small_positions import Small, stuck_positions

ROOM = 1 << 20
ENOUGH = {"bounds": 120, "close bounds": 50}


def plays_of(small: Small) -> list[int]:
    """Return the plays that end neither the rack nor the game."""
    state = small.state
    own = kernels.count(state.hands.racks[state.now[TURN]])
    return [move for move in small.worths if move != PASS and len(placement(move).codes) < own]


def test_a_bound_is_at_least_the_worth_of_the_play() -> None:
    """The work space is that of a game, which meets several positions at one ply."""
    said: Counter[str] = Counter()
    known = {}
    for small in stuck_positions(80):
        state = small.state
        if state.rules[ZERO_IS_SCORELESS] != 0:
            continue
        space = new_cache(ROOM, 6), new_solo(ROOM, 6), new_lone_replies(6)
        cache, solo, replies = known.setdefault(id(state), (state, *space))[1:]
        for move in small.path:
            kernels.play(state, np.int64(move))
        for move in plays_of(small):
            gain, worth = int(kernels.score(state, np.int64(move))), small.worths[move]
            for limit in (worth - 1, worth + 4, worth + 1000):
                bound = bounds.bound_by_lone_reply(state, cache, solo, replies, np.int64(move), gain, limit)
                assert worth <= bound, (small.name, move, bound, worth)
                assert bound <= limit or bound == INF
                said["bounds"] += bound < INF
                said["close bounds"] += bound <= worth + 4
        for _ in small.path:
            kernels.undo(state)
    assert not {kind: said[kind] for kind, count in ENOUGH.items() if said[kind] < count}, said
