"""The best plays of one tile, listed for a board and looked up after a play, against the oracle."""

from __future__ import annotations

from collections import Counter

import numpy as np

from scrabble.bounds.one_tile import new_singles
from scrabble.movegen.scoring import NO_SCORE
from tests.doors import bounds
from tests.oracles import naive
from tests.worlds.play_by_play import cases

ENOUGH = {"playable": 100, "unplayable": 20, "after": 500, "better after": 50, "worse after": 50}


def best_of(game: naive.Game, board: naive.Board, sign: str) -> int:
    """The best score of a tile alone."""
    return max(naive.plays(game, board, sign).values(), default=NO_SCORE)


def test_the_best_plays_before_and_after_every_play() -> None:
    said: Counter[str] = Counter()
    for case in cases(100):
        game, board = case.world.game, case.world.board
        singles = new_singles(len(board))
        types = [(side, *each) for side in range(2) for each in case.types(side)]
        before = {}
        for side, kind, sign, _ in types:
            best = bounds.best_single(case.state, singles, np.int64(side), np.int64(kind))
            assert best == best_of(game, board, sign), (case.world, sign)
            said["playable" if best >= 0 else "unplayable"] += 1
            before[side, kind] = best
        for text in sorted(case.own)[::3]:
            later, rest = case.after(text)
            move = np.int64(case.number(text))
            for side, kind, sign, _ in types:
                if side == 0 and sign not in rest:
                    continue  # words for a tile that nobody holds are not kept
                best = bounds.best_single_after(case.state, singles, np.int64(side), np.int64(kind), move)
                assert best == best_of(game, later, sign), (case.world, text, sign)
                said["after"] += 1
                said["better after"] += best > before[side, kind]
                said["worse after"] += best < before[side, kind]
    assert not {what: said[what] for what, count in ENOUGH.items() if said[what] < count}, said
