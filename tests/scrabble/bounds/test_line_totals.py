"""Line totals: never less than the true value, whatever the board, tiles and rules.

Those of small positions are compared with the oracle beside the bounds by replies (`test_line_replies.py`).
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from bstar.engine import Engine
from bstar.game import INF
from scrabble.bounds import line_packing
from scrabble.bounds.line_packing import line_totals, premium_groups
from scrabble.bounds.score_caps import score_caps
from scrabble.game import cgp
from scrabble.game.move import PASS
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from tests.conftest import POSITIONS
from tests.doors.bridge import position_of
from tests.oracles import definitions, naive
from tests.oracles.naive import turned
from tests.oracles.restricted import Kept, new_restricted
from tests.worlds.bundled_positions import first_empty_bag, records
from tests.worlds.mini import CAP_RULES, World, board_of, game, mini_world, plain, with_only


def alone(position: Position, lexicon: Lexicon) -> int:
    """Return the points of the side to move if the opponent only passes."""
    game = new_restricted(compile_position(position, lexicon), 1, Kept(plays=0, outs=False), 8 << 20)
    return Engine(game, "alphabeta", 8 << 20).bound([], -INF + 1, INF - 1)


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 2010), marks=pytest.mark.slow)])
def test_nobody_makes_more_alone(seeds: range) -> None:
    """Racks of up to seven tiles on small boards, against the game in which the opponent always passes."""
    near = 0
    for seed in seeds:
        world = mini_world(seed, size=6, tiles=4 + seed % 4, **CAP_RULES[seed % len(CAP_RULES)])
        position, lexicon = position_of(world._replace(game=replace(world.game, rack_size=7)))
        totals, most = line_totals(position, lexicon), alone(position, lexicon)
        assert totals is not None and most <= totals, world
        near += totals < 2 * most
    assert near > len(seeds) // 5


@pytest.mark.parametrize("count", [10, pytest.param(60, marks=pytest.mark.slow)])
def test_nobody_makes_more_alone_on_a_real_board(count: int) -> None:
    """With up to five tiles of any kind, blanks too, by best play against passes."""
    lexicon, tried = Lexicon("ENABLE"), 0
    for line in (POSITIONS / "late.jsonl").read_text("utf-8").splitlines():
        position = cgp.loads(json.loads(line)["cgp"])
        if len(position.rack_codes[0]) in (4, 5) and tried < count:
            totals = line_totals(position, lexicon)
            assert totals is not None and alone(position, lexicon) <= totals, position
            tried += 1
    assert tried == count


def test_a_total_is_reached_where_there_is_one_tile_and_one_place() -> None:
    """S before or behind CAB, on a plain board, against a stuck Q: 1 + 7, and twice 10."""
    world = World(game("CAB", "CABS", **plain(5)), board_of("3 CAB", size=5), ("S", "Q"))
    position, lexicon = position_of(world)
    totals = line_totals(position, lexicon)
    assert totals is not None
    assert naive.value_of_moves(world.game, world.board, world.racks)["3A (CAB)S"] == totals == 28


def test_tiles_of_a_row_lie_in_different_columns() -> None:
    """With all seven tiles on one row, and on one column, too, the total would be 288."""
    totals = line_totals(first_empty_bag("g0062"), Lexicon("ENABLE"))
    assert totals is not None and 58 < totals <= 202


def test_premiums_that_no_run_of_tiles_can_hold_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the last row a triple is taken, and two are eight squares apart: seven tiles cannot join them."""
    position = first_empty_bag("g0028")
    assert [position.squares[14, col] > 0 for col in (0, 7, 14)] == [True, False, False]
    assert premium_groups(position)[0, 14].tolist() == [1, 1, 0, 0]
    with_one = replace(position, squares=with_tile(position, 14, 10))
    assert premium_groups(with_one)[0, 14].tolist() == [2, 0, 0, 0]
    monkeypatch.setattr(line_packing, "GROUPS", 1)
    assert premium_groups(position)[0, 14].tolist() == [2]


@pytest.mark.parametrize("tiles", [1, 2, 4])
def test_groups_of_premiums_are_those_of_the_definition(tiles: int) -> None:
    """On every line, across and down; on the largest boards there are more groups than are kept apart."""
    sizes: Counter[int] = Counter()
    for seed in range(24):
        world = mini_world(seed, size=5 + seed % 3 * 5, tiles=4)
        rack = "A" * tiles
        letters = dict.fromkeys("A", 1) | world.game.values
        counted = with_only(replace(world.game, values=letters), world.board, (rack, "A"))
        found = premium_groups(position_of(counted)[0])
        sides = (world.board, world.game.premiums), *[map(turned, (world.board, world.game.premiums))]
        for direction, (lines, premiums) in enumerate(sides):
            for line, signs in enumerate(zip(lines, premiums, strict=True)):
                expected = definitions.premium_groups(*signs, tiles, line_packing.GROUPS)
                assert found[direction, line].tolist() == expected, (world, direction, line)
                sizes[sum(map(bool, expected))] += 1
    assert sizes[0] and sizes[1] and sizes[2], sizes


def with_tile(position: Position, row: int, col: int) -> np.ndarray:
    """Return the squares of a position with one more tile."""
    squares = position.squares.copy()
    squares[row, col] = 1
    return squares


@pytest.mark.parametrize(("every", "enough"), [(9, 12), pytest.param(1, 90, marks=pytest.mark.slow)])
def test_known_values_of_real_positions(every: int, enough: int) -> None:
    """True, and much nearer than arithmetic alone."""
    known = [record for record in records("first-empty-bag") if record["proven"]][::every]
    nearer, lexicon = 0, Lexicon("ENABLE")
    for record in known:
        position = cgp.loads(record["cgp"])
        totals = line_totals(position, lexicon)
        assert totals is not None and record["value"] <= totals, record["id"]
        nearer += 2 * totals < score_caps(position).of(PASS, 0)[1]
    assert nearer > 0.9 * len(known) > enough
