"""Footprints: a play that nobody lands in keeps its score and stays legal (bounds/README.md, T3)."""

from __future__ import annotations

import numpy as np
import pytest

from scrabble import cgp
from scrabble.endgame import legal_moves, number_of
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import new_state
from scrabble.movegen.packed_move import placement
from tests.doors import kernels
from tests.doors.bridge import enable, position_of, samples
from tests.worlds.mini import mini_world


def squares_of(move: int, position: Position) -> np.uint32:
    """The squares of its line where a move lays tiles."""
    direction, line, at, codes = placement(move)
    row = position.squares[:, line] if direction else position.squares[line]
    mask = 0
    for _ in codes:
        while row[at]:
            at += 1
        mask |= 1 << at
        at += 1
    return np.uint32(mask)


def check(position: Position, lexicon: Lexicon, most: int) -> int:
    """Compare the other side's plays before and after each move that stays out of their footprints."""
    state = new_state(position, lexicon)
    n = position.layout.size
    other = Position(
        **{
            name: getattr(position, name)
            for name in ("alphabet", "layout", "rules", "squares", "scores", "zeros", "lexicon_name")
        },
        racks=(position.racks[1], position.racks[0]),
    )
    replies = legal_moves(other, lexicon)[:most]
    pairs = 0
    masks = np.zeros((2, n), np.uint32)
    for step in legal_moves(position, lexicon)[:most]:
        if position.play(step.move).is_over:
            continue
        move = number_of(step.move, position)
        laid = squares_of(move, position)
        direction, line, *_ = placement(move)
        after = {(reply.text, reply.score) for reply in legal_moves(position.play(step.move), lexicon)}
        for reply in replies:
            number = number_of(reply.move, other)
            kernels.mark(state.board, number, squares_of(number, other), masks)
            if masks[direction, line] & laid == 0:
                assert (reply.text, reply.score) in after, (step.text, reply.text)
                pairs += 1
    return pairs


@pytest.mark.parametrize("seed", range(40))
def test_untouched_plays_stay(seed: int) -> None:
    """On random small worlds, through all pairs of plays."""
    check(*position_of(mini_world(seed, size=5 + 2 * (seed % 2), tiles=3)), most=60)


def test_untouched_plays_stay_on_a_real_board() -> None:
    """The same on real endgames; most plays do not meet."""
    for sample in samples()[:3]:
        position = cgp.parse(sample["cgp"])
        if all(len(rack) <= 7 for rack in position.racks):
            assert check(position, enable(), most=25) > 100
