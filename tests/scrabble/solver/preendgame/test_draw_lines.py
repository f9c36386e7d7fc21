"""Bounds of a move with a draw by lines, checked against the endgames after it."""

from __future__ import annotations

import pytest

from scrabble.game.unseen import UnseenTiles
from scrabble.movegen.packed_move import unpack
from scrabble.solver import PreendgameSearch, SolveOptions, solve
from scrabble.solver.preendgame.draw_lines import after_draw, line_bounds
from tests.worlds.bags import bag_world, moves_of, position_of

MEMORY = 16 << 20
LIMITS = -10_000, 10_000


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(at, marks=pytest.mark.slow) for at in range(8, 16))]
)
def test_the_endgame_lies_between(seed):
    position, lexicon = position_of(bag_world(seed, 1 + seed % 2))
    unseen = UnseenTiles(position)
    told = 0
    _, moves = moves_of(position, lexicon)
    emptying = [each for each in moves if len(each.play.laid) >= unseen.count][:6]
    for candidate in emptying:
        move = unpack(candidate.play.number, position)
        for draw in unseen.draws:
            endgame = after_draw(position, move, draw.tiles, unseen)
            value = solve(endgame, lexicon, SolveOptions(memory=MEMORY)).value
            truth = endgame.scores[1] - endgame.scores[0] - value
            least, most = line_bounds(unseen, lexicon, move, draw.tiles, LIMITS)
            assert least <= truth <= most, (seed, move, draw)
            told += (least, most) != LIMITS
    assert told or not emptying


def test_a_search_that_is_left_says_how_little_its_move_may_be_worth():
    position, lexicon = position_of(bag_world(3, 1))
    found = PreendgameSearch(position, lexicon, SolveOptions(nodes=1, memory=MEMORY)).result()
    least, most = moves_of(position, lexicon)[0].limits
    assert found.stopped_by == "nodes"
    assert found.moves[0].spread.lower > least and found.moves[0].spread.upper < most
    options = SolveOptions(memory=MEMORY, settle_ties=True, value_of=found.text)
    truth = solve(position, lexicon, options).evaluated_move.spread
    assert truth.is_exact and found.moves[0].spread.lower <= truth.lower <= found.moves[0].spread.upper
