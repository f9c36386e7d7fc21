"""What three tiles make joined to a play: never less than by its definition, whatever is kept of it.

A row holds, for each of the tiles, each two and all, the most that plays make which lay exactly these and are
joined to the play.  It is kept by the play, the tiles, and what lies near, so boards that differ far away
share it, and so do both sides and all deals of a pre-endgame, in which a packed rack stands for other tiles.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest

from scrabble.bounds.solo_game import SPENT, new_solo
from scrabble.bounds.solo_joined import ALL, ONE, OTHERS, TILES, JoinedPlays, new_joined
from scrabble.movegen.packed_rack import packed_rack
from scrabble.movegen.play_cache import new_cache
from tests.doors import bounds
from tests.oracles import naive
from tests.oracles.joined_definitions import most_joined
from tests.worlds.mini import World, game, mini_world, plain
from tests.worlds.play_by_play import case_of, tiles_laid

ROOM, SIZE = 1 << 22, 8
ENOUGH = {  # in 20 worlds
    "rows": 170,
    "tight": 470,
    "nothing": 500,
    "found again": 50,
    "blank": 17,
    "equal tiles": 67,
    "all": 17,
    "after a play of several tiles": 67,
    "after a play of the opponent": 40,
    "packed as other tiles": 17,
}


class Asked(NamedTuple):
    """Three tiles of a side after a play of the side on turn, which is side 0."""

    world: World
    text: str
    side: int
    tiles: str


def sets_of(tiles: str) -> list[tuple[int, str]]:
    """The sets of three tiles by their place in a row; of equal tiles the first one stands for all."""
    places = [(ALL, tiles)]
    for index, tile in enumerate(tiles):
        places.append((ONE + index, tile))
        if tiles.index(tile) == index:
            places.append((OTHERS + index, tiles[:index] + tiles[index + 1 :]))
    return places


def check(asked: Asked, joined: JoinedPlays, packed: dict[tuple[str, int], str], said: Counter[str]) -> None:
    """Compare the row of a play with the definition; `packed` are tiles by play and packed rack."""
    world, text, side, tiles = asked
    case, space = case_of(world), new_solo(ROOM, SIZE)._replace(joined=joined)
    leave = packed_rack(tiles.count(sign) for _, sign, _ in case.types(side))
    numbers = np.int64(side), np.uint32(leave), np.int64(case.number(text))
    row = bounds.joined_row(case.state, new_cache(ROOM, SIZE), space, *numbers)
    was_known = space.work[SPENT] == 0
    after, _ = case.after(text)
    exact = most_joined(world.game, world.board, after, tiles)
    for place, some in sets_of(tiles):
        upper, most = int(joined.rows[row, place]), exact.get(some)
        assert row >= 0
        assert most is None or upper >= most, (asked, some, upper, most, was_known)
        said["nothing"] += most is None and upper < 0
        said["tight"] += upper == most
        said["all"] += place == ALL and upper == most
    said["rows"] += 1
    said["found again"] += was_known
    said["blank"] += naive.BLANK in tiles
    said["equal tiles"] += len(set(tiles)) < TILES
    said["after a play of several tiles"] += len(tiles_laid(text)) > 1
    said["after a play of the opponent"] += side == 1
    said["packed as other tiles"] += packed.setdefault((text, leave), tiles) != tiles


def boards_of(world: World, rng: random.Random) -> list[naive.Board]:
    """The board, and the same after some plays of the other side."""
    texts = sorted(naive.plays(world.game, world.board, world.racks[1]))
    chosen = rng.sample(texts, min(2, len(texts)))
    return [world.board, *(naive.apply(world.board, world.racks[1], text)[0] for text in chosen)]


def deals_of(world: World, text: str, rng: random.Random) -> list[tuple[naive.Racks, int, str]]:
    """Racks of the tiles of a world with a play of side 0, a side, and three tiles that it has then."""
    laid = [naive.BLANK if sign.islower() else sign for sign in tiles_laid(text).values()]
    others = sorted((Counter("".join(world.racks)) - Counter(laid)).elements())
    deals = []
    for side in (0, 0, 0, 1):
        if len(others) > TILES:
            rng.shuffle(others)
            tiles, rest = "".join(sorted(others[:TILES])), others[TILES : TILES + 4]
            racks = [[*laid, *tiles], rest] if side == 0 else [[*laid, *rest[:1]], [*tiles]]
            mine, theirs = ("".join(sorted(rack)) for rack in racks)
            deals.append(((mine, theirs), side, tiles))
    return deals


@pytest.mark.parametrize(
    ("seeds", "times"), [(range(20), 1), pytest.param(range(20, 1000), 20, marks=pytest.mark.slow)]
)
def test_no_plays_joined_to_a_play_make_more_than_its_row(seeds: range, times: int) -> None:
    said: Counter[str] = Counter()
    for seed in seeds:
        world = mini_world(seed, size=SIZE, tiles=5, rack_size=7)
        if {*"".join(world.board)} == {naive.EMPTY}:
            continue
        rng, joined, packed = random.Random(seed), new_joined(ROOM, SIZE), dict[tuple[str, int], str]()
        boards = boards_of(world, rng)
        texts = sorted(naive.plays(world.game, world.board, world.racks[0]))
        for text in rng.sample(texts, min(3, len(texts))):
            for racks, side, tiles in deals_of(world, text, rng):
                for board in boards:
                    each = World(world.game, board, racks)
                    if text in naive.plays(each.game, board, racks[0]):
                        check(Asked(each, text, side, tiles), joined, packed, said)
    assert not {what: said[what] for what, count in ENOUGH.items() if said[what] < times * count}, said


WAITING = {  # a C that makes words of its own, before another tile joins it to the A of BA
    "on a square that ends both, and a third tile below it": (
        ("....X...", ".B...AT.", ".Z......"),
        ("BA", "XC", "CAT", "XCF", "BAECAT"),
    ),
    "with a third tile beside it": (("........", "B....AT.", "Z......."), ("BA", "CAT", "BAEFCAT")),
}


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("case", WAITING)
def test_a_play_that_waits_for_a_later_one(case: str, is_reversed: bool, is_turned: bool) -> None:
    rows, words = WAITING[case]
    empty = naive.EMPTY * SIZE
    board: naive.Board = (empty, empty, empty, *rows, empty, empty)
    if is_reversed:
        board, words = tuple(row[::-1] for row in board[::-1]), tuple(word[::-1] for word in words)
    if is_turned:
        board = naive.turned(board)
    world = World(game(*words, **plain(SIZE)), board, ("ACEF", "B"))
    (text,) = naive.plays(world.game, board, "A")
    said: Counter[str] = Counter()
    check(Asked(world, text, 0, "CEF"), new_joined(ROOM, SIZE), {}, said)
    assert said["all"] == 1
