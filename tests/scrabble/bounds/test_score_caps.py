"""Score caps against the oracle: they bound the value of every move on any board, tiles and rules."""

from __future__ import annotations

import json
import random
from functools import partial

import pytest

from scrabble.bounds.score_caps import score_caps
from scrabble.game import cgp
from scrabble.game.move import PASS, parse_move
from tests.conftest import POSITIONS
from tests.doors.bridge import position_of
from tests.oracles import definitions, naive
from tests.worlds.mini import CAP_RULES, World, board_of, game, mini_world, plain, with_only


def checked(world: World, zeros: int = 0) -> int:
    """Compare the caps of all moves with their values; return how many moves there are."""
    values = naive.value_of_moves(world.game, world.board, world.racks, zeros)
    position, _ = position_of(world, zeros)
    caps = score_caps(position)
    for text, value in values.items():
        move = PASS if text == naive.PASS else parse_move(text, position)
        least, most = caps.of(move, position.score(move))
        assert least <= value <= most, (world, text)
    return len(values)


SLOW_SIZES = [pytest.param(size, 200, marks=pytest.mark.slow) for size in (5, 7, 9)]
MANY_SEEDS = [pytest.param(range(at, at + 250), marks=pytest.mark.slow) for at in range(50, 4000, 250)]


@pytest.mark.parametrize("seeds", [range(50), *MANY_SEEDS])
def test_small_positions(seeds: range) -> None:
    """Blanks, stuck tiles, premiums on every fourth square, all kinds of end rules; thousands if slow."""
    moves = 0
    for seed in seeds:
        rules = CAP_RULES[seed % len(CAP_RULES)]
        zeros = seed // len(CAP_RULES) % rules.get("scoreless_limit", 6)
        moves += checked(mini_world(seed, tiles=2 + (seed % 10 == 0), **rules), zeros)
    assert moves >= 4 * len(seeds)


def tables_of(world: World) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what either side makes at most by the number of tiles laid, from the definition."""
    own, other = ([world.game.value(tile) for tile in rack] for rack in world.racks)
    plays, counts = partial(definitions.cap_of_plays, world.game, world.board), range(len(own) + 1)
    return (
        tuple(plays(own, laid, len(own)) for laid in counts),
        tuple(plays(own + other, laid, laid + len(other)) for laid in counts),
    )


@pytest.mark.parametrize(("size", "worlds"), [(5, 15), (9, 6), *SLOW_SIZES])
def test_caps_are_those_of_the_definition(size: int, worlds: int) -> None:
    """The best words, all ways to go on, and the end, under rules of all kinds."""
    compared = 0
    for seed in range(worlds):
        world = mini_world(seed, size=size, tiles=4, **CAP_RULES[seed % len(CAP_RULES)])
        rules, (mine, theirs) = world.game, tables_of(world)
        position, _ = position_of(world)
        caps = score_caps(position)
        for text, gain in {**naive.plays(*world[:2], world.racks[0]), naive.PASS: 0}.items():
            move = PASS if text == naive.PASS else parse_move(text, position)
            left = rules.value(naive.apply(world.board, world.racks[0], text)[1])
            others, laid = rules.value(world.racks[1]), sum(map(bool, move.tiles))
            least = gain - theirs[laid] - definitions.cap_of_end(rules, others, left)
            most = gain + mine[laid] + definitions.cap_of_end(rules, left, others)
            assert caps.of(move, gain) == (least, most), (world, text)
            compared += 1
    assert compared > 5 * worlds


@pytest.mark.parametrize("worlds", [40, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", [4, 5])
def test_caps_of_boards_with_any_tiles(size: int, worlds: int) -> None:
    """Full boards with a few gaps, so that each run of squares matters on one of them."""
    rng = random.Random(size)
    for seed in range(worlds):
        world = mini_world(seed, size=size, tiles=3, **CAP_RULES[seed % len(CAP_RULES)])
        letters = sorted(world.game.values)
        cells = rng.choices([naive.EMPTY, "*"], (rng.randint(1, 4), rng.randint(1, 4)), k=size * size)
        tiles = [cell.replace("*", rng.choice([*letters, letters[0].lower()])) for cell in cells]
        board = tuple("".join(tiles[row * size : (row + 1) * size]) for row in range(size))
        filled = with_only(world.game, board, world.racks)
        caps = score_caps(position_of(filled)[0])
        assert (caps.own, caps.other) == tables_of(filled), filled


def test_the_end_when_it_costs_more_to_stay_than_going_out_brings() -> None:
    """A side that keeps its blank gets all points of the other rack, three times, and loses none."""
    world = World(
        game("CAB", out_gain=2, scoreless_loss=3, **plain(5)), board_of("3 CAB", size=5), ("?Z", "QQ")
    )
    caps = score_caps(position_of(world)[0])
    least, most = caps.of(PASS, 0)
    assert (least, most) == (-caps.other[0] - 3 * 10, caps.own[0] + 3 * 20)


def test_a_cap_is_reached_where_there_is_one_tile_and_one_place() -> None:
    """S before or behind CAB, on a plain board, against a stuck Q: 1 + 7, and twice 10."""
    world = World(game("CAB", "CABS", **plain(5)), board_of("3 CAB", size=5), ("S", "Q"))
    position, _ = position_of(world)
    least, most = score_caps(position).of(parse_move("3A (CAB)S", position), 8)
    assert naive.value_of_moves(world.game, world.board, world.racks)["3A (CAB)S"] == most == 28
    assert least <= most


def test_the_more_tiles_are_laid_the_less_is_to_come() -> None:
    for seed in range(50):
        caps = score_caps(position_of(mini_world(seed, tiles=4))[0])
        assert list(caps.own) == sorted(caps.own, reverse=True) and caps.own[-1] == 0
        assert list(caps.other) == sorted(caps.other)


@pytest.mark.parametrize("name", ["late.jsonl", "first-empty-bag.jsonl"])
def test_known_values_of_real_positions(name: str) -> None:
    """The cap of the pass holds all that tiles can make, and so the value of the position."""
    records = [json.loads(line) for line in (POSITIONS / name).read_text("utf-8").splitlines()]
    known = [record for record in records if record["proven"]]
    assert len(known) > 100
    for record in known[:: len(known) // 100]:
        least, most = score_caps(cgp.loads(record["cgp"])).of(PASS, 0)
        assert least <= record["value"] <= most, record["id"]
