"""Points of a play and of a single tile, against the oracle's."""

from __future__ import annotations

import numpy as np

from scrabble.movegen.scoring import NO_SCORE
from tests.doors import bounds, kernels
from tests.oracles import naive
from tests.worlds.play_by_play import cases, squares_laid

ENOUGH = {"plays": 500, "single": 300, "nothing": 1000}


def test_every_play_counts_what_the_rules_say() -> None:
    plays = 0
    for case in cases(80, tiles=4):
        for text, score in case.own.items():
            assert kernels.score(case.state, np.int64(case.number(text))) == score, (case.world, text)
        plays += len(case.own)
    assert plays >= ENOUGH["plays"]


def test_a_single_tile_on_every_square() -> None:
    said = {"single": 0, "nothing": 0}
    for case in cases(110):
        board, size = case.world.board, len(case.world.board)
        for _, sign, code in case.types(0):
            scores: dict[tuple[int, int], int] = {}
            for text, score in naive.plays(case.world.game, board, sign).items():
                [square] = squares_laid(text)
                scores[square] = max(score, scores.get(square, 0))
            for row, column in np.ndindex(size, size):
                if board[row][column] == naive.EMPTY:
                    found = bounds.single_score(
                        case.state.board, np.int64(code), np.int64(row), np.int64(column)
                    )
                    assert found == scores.get((row, column), NO_SCORE), (case.world, sign, row, column)
                    said["single" if found >= 0 else "nothing"] += 1
    assert all(count >= ENOUGH[what] for what, count in said.items()), said
