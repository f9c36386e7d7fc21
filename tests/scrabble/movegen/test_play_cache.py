"""The cache of plays: what it answers are the plays of the rules, whatever was asked before."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest

from scrabble.game import cgp
from scrabble.game.move import parse_move
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import number_of, placement
from scrabble.movegen.packed_rack import counts_of, packed_rack
from scrabble.movegen.play_cache import FEW, FIRST_MASK, LOOKS, PLAYS_USED, SLOT_MASK, PlayCache, new_cache
from scrabble.movegen.state import GameState
from tests.doors import kernels
from tests.doors.bridge import enable, position_of, samples
from tests.oracles import naive
from tests.worlds.mini import mini_world
from tests.worlds.play_by_play import Case, cases, tiles_laid

ENOUGH = {
    "plays": 3_000,
    "of a part of the rack": 1_000,
    "on the last line": 40,
    "after moves": 1_000,
    "grown": 2,
    "generated": 300,
    "filtered from a short one": 80,
    "from the shortest": 20,
    "too many to look at": 100,
}
Played = tuple[int, int, int, int, int, int]  # move, tiles, squares, score, face, laid


def plays(state: GameState, cache: PlayCache, side: int, rack: np.uint32) -> list[list[tuple[int, int]]]:
    """The plays of each line as (move, score), as the cache gives them."""
    assert kernels.lists(state, cache, np.int64(side), rack)
    entries = [cache.lists[number] for number in cache.found[side].ravel()]
    return [
        [
            (int(play["move"]), int(play["score"]))
            for play in cache.plays[entry["first"] : entry["first"] + entry["count"]]
        ]
        for entry in entries
    ]


def sub_racks(rack: np.uint32) -> list[np.uint32]:
    """Every rack that can be left of a packed one, the empty one included."""
    smaller = itertools.product(*(range(count + 1) for count in counts_of(rack)))
    return [np.uint32(packed_rack(counts)) for counts in smaller]


@pytest.mark.parametrize("seed", range(12))
def test_filtered_lists_equal_generated_ones(seed: int) -> None:
    """Sub-racks asked in random order: filtered from larger ones or generated, the lists are the same."""
    if seed < 4:
        state = compile_position(cgp.loads(samples()[seed]["cgp"]), enable())
    else:
        state = compile_position(*position_of(mini_world(seed, size=7, tiles=4)))
    rng = random.Random(seed)
    shared = new_cache(8 << 20, state.board.letters.shape[1])
    racks = sub_racks(state.hands.racks[0])
    for rack in rng.sample(racks, min(len(racks), 12)):
        fresh = new_cache(1 << 20, state.board.letters.shape[1])
        found = plays(state, shared, 0, rack)
        assert found == plays(state, fresh, 0, rack)
        for line in found:
            assert line == sorted(line, key=lambda play: (-play[1], play[0]))
            assert len({move for move, _ in line}) == len(line)


def test_best_out_play_is_noted() -> None:
    """`out` is the best score of a play that lays the whole rack."""
    state = compile_position(cgp.loads(samples()[0]["cgp"]), enable())
    cache = new_cache(8 << 20, 15)
    rack = state.hands.racks[1]
    plays(state, cache, 1, rack)
    tiles = kernels.count(rack)
    for number in cache.found[1].ravel():
        entry = cache.lists[number]
        outs = [
            int(play["score"])
            for play in cache.plays[entry["first"] : entry["first"] + entry["count"]]
            if play["laid"] == tiles
        ]
        assert entry["out"] == max(outs, default=-1)


def test_full_cache_says_so_and_can_be_emptied() -> None:
    """No room is reported, not overrun; an emptied cache answers again."""
    state = compile_position(cgp.loads(samples()[0]["cgp"]), enable())
    cache = new_cache(8 << 20, 15)
    small = cache._replace(plays=cache.plays[:40].copy())
    assert not kernels.lists(state, small, np.int64(0), state.hands.racks[0])
    assert small.used[PLAYS_USED] <= 40
    kernels.forget(small)
    assert small.used[PLAYS_USED] == 0
    few = cache._replace(lists=cache.lists[:20].copy())
    assert not kernels.lists(state, few, np.int64(0), state.hands.racks[0])
    kernels.forget(cache)
    assert kernels.lists(state, cache, np.int64(0), state.hands.racks[0])


def by_line(
    case: Case, position: Any, side: int, board: naive.Board, rack: str
) -> dict[tuple[int, int], list[Played]]:
    """The plays of a rack by direction and line as lists have them, from the rules."""
    game, kinds = case.world.game, {sign: kind for kind, sign, _ in case.types(side)}
    found: dict[tuple[int, int], list[Played]] = {}
    for text, score in naive.plays(game, board, rack).items():
        move = number_of(parse_move(text, position), position)
        down, line, *_ = placement(move)
        squares = face = 0
        counts = [0] * 7
        for (row, col), sign in tiles_laid(text).items():
            squares |= 1 << (row if down else col)
            face += game.value(sign)
            counts[kinds[naive.BLANK if sign.islower() else sign]] += 1
        play = move, packed_rack(counts), squares, score, face, sum(counts)
        found.setdefault((int(down), line), []).append(play)
    return {where: sorted(plays, key=lambda play: (-play[3], play[0])) for where, plays in found.items()}


def check_lists(case: Case, position: Any, side: int, board: naive.Board, rack: str, cache: PlayCache) -> int:
    """Ask for the lists of a rack, and compare them with the rules; return the number of plays."""
    packed = packed_rack(
        [*(rack.count(sign) for _, sign, _ in case.types(side)), *[0] * (7 - len(case.types(side)))]
    )
    assert kernels.lists(case.state, cache, np.int64(side), np.uint32(packed))
    expected, size = by_line(case, position, side, board, rack), len(board)
    for where in np.ndindex(2, size):
        entry = cache.lists[cache.found[(side, *where)]]
        found = cache.plays[entry["first"] : entry["first"] + entry["count"]]
        plays = expected.get(where, [])
        assert [tuple(map(int, play)) for play in found] == plays, (case.world, board, side, rack, where)
        outs = [play[3] for play in plays if play[1] == packed]
        assert entry["out"] == max(outs, default=-1) and entry["rack"] == packed
    return sum(map(len, expected.values()))


@pytest.mark.parametrize("filters", [True, False])
def test_lists_are_the_plays_of_the_rules(filters: bool) -> None:
    """All that is left of both racks, in any order, on board after board with one cache."""
    said: Counter[str] = Counter()
    for number, case in enumerate(cases(30, tiles=4)):
        rng, size = random.Random(number), len(case.world.board)
        cache = new_cache(1 << 20, size, filters)
        texts = ["", *rng.sample(sorted(case.own), min(len(case.own), 4))]
        for text in texts:
            board, racks, position = case.world.board, list(case.world.racks), case.position
            if text:
                board, racks[0] = naive.apply(board, racks[0], text)
                kernels.play(case.state, np.int64(case.number(text)))
                position = position.play(parse_move(text, position))
            if not position.is_over:
                asked = [(side, "".join(some)) for side in range(2) for some in _parts(racks[side])]
                for side, rack in rng.sample(asked, len(asked)):
                    turned = (
                        position if side == len(text[:1]) else position.play(parse_move("pass", position))
                    )
                    plays = check_lists(case, turned, side, board, rack, cache)
                    said["plays"] += plays
                    said["of a part of the rack"] += plays * (rack != "".join(sorted(racks[side])))
                    said["after moves"] += plays * (text != "")
                said["on the last line"] += sum(
                    int(cache.lists[number]["count"]) for number in cache.found[:, :, size - 1].ravel()
                )
            if text:
                kernels.undo(case.state)
        said["grown"] += cache.used[SLOT_MASK] > FIRST_MASK
    kinds = "plays", "of a part of the rack", "on the last line", "after moves", "grown"
    assert not {what: said[what] for what in kinds if said[what] < ENOUGH[what]}, said


def _parts(rack: str) -> list[tuple[str, ...]]:
    """Every rack of a tile or more that can be left of one, in order."""
    tiles = sorted(rack)
    return sorted({some for size in range(1, len(tiles) + 1) for some in itertools.combinations(tiles, size)})


@pytest.mark.parametrize("worlds", [90, pytest.param(180, marks=pytest.mark.slow)])
def test_a_list_is_filtered_from_a_short_one_that_has_its_tiles(worlds: int) -> None:
    """Each list is marked once it is there, so that those made from it tell where they come from."""
    said: Counter[str] = Counter()
    for number, case in enumerate(cases(worlds, tiles=4, size=9)):
        size = len(case.world.board)
        cache = new_cache(1 << 20, size)
        racks = [rack for rack in sub_racks(case.state.hands.racks[0]) if rack]
        latest_first: dict[tuple[int, ...], list[int]] = defaultdict(list)  # by line: lists to filter from
        for rack in random.Random(number).sample(racks, len(racks)):
            assert kernels.lists(case.state, cache, np.int64(0), rack)
            for where in np.ndindex(2, size):
                at = int(cache.found[(0, *where)])
                entry, others = cache.lists[at], latest_first[where]
                plays = cache.plays[entry["first"] : entry["first"] + entry["count"]]
                looked_at = others[: LOOKS << sum(counts_of(int(rack)))]
                larger = [each for each in looked_at if _holds(int(cache.lists[each]["rack"]), int(rack))]
                sizes = {each: int(cache.lists[each]["count"]) for each in larger}
                few = [each for each in larger if sizes[each] <= FEW]
                source = few[0] if few else min(larger, key=lambda each: sizes[each], default=None)
                assert all(face == -source if source else face >= 0 for face in plays["face"].tolist())
                plays["face"] = -at
                if not few:
                    others.insert(0, at)
                kind = "filtered from a short one" if few else "from the shortest" if source else "generated"
                said[kind] += entry["count"] > 0
                said["too many to look at"] += len(looked_at) < len(others) - 1
    kinds = "generated", "filtered from a short one", "from the shortest", "too many to look at"
    assert not {what: said[what] for what in kinds if said[what] < ENOUGH[what] * worlds / 180}, said


def _holds(rack: int, part: int) -> bool:
    return all(count >= wanted for count, wanted in zip(counts_of(rack), counts_of(part), strict=True))
