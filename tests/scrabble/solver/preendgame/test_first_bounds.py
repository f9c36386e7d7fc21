"""Bounds of first plays by draw: true, and those of the endgame with rack and drawn tiles in hand."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections import Counter

import numpy as np
import pytest

from bstar.game import FAR, INF
from bstar.options import Limit
from scrabble.game import cgp
from scrabble.game.unseen import UnseenTiles, without
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.play_cache import new_cache
from scrabble.solver.games.replies import new_replies
from scrabble.solver.options import SolveOptions
from scrabble.solver.preendgame.dealer import Dealer, SideTiles
from scrabble.solver.preendgame.endgames import REFERENCE, Endgames
from scrabble.solver.preendgame.first_bounds import grouped, most_by_draw, replies_to
from scrabble.solver.preendgame.task import PreendgameSearch
from tests.conftest import POSITIONS
from tests.doors import bounds
from tests.doors.bridge import enable
from tests.worlds.bags import bag_world, position_of

MEMORY = 32 << 20
ENOUGH = {"bounds": 300, "with two drawn": 50, "exact": 2}


def first_plays(unseen, lexicon, game="fast", memory=MEMORY):
    """Return a solver, the player's moves, and the bounds of the plays among them."""
    solver = Endgames(unseen, lexicon, memory, game)
    rack, some = unseen.position.rack_codes[0], unseen.tiles[: len(unseen.tiles) - unseen.count]
    racks = SideTiles(rack, rack), SideTiles(some, some)
    plays = solver.plays((), racks)
    most = most_by_draw(solver, plays, unseen.draws)
    assert solver.plays((), racks) == plays, "the game is dealt anew"
    return solver, plays, most


def test_no_play_brings_more_than_its_bound_with_any_draw():
    """Hold the bounds against every move played to the end of the game, without bounds."""
    said: Counter[str] = Counter()
    for seed in range(120):
        count = 1 + seed % 3 // 2
        position, lexicon = position_of(bag_world(seed, count, size=5))
        unseen = UnseenTiles(position)
        solver, plays, most = first_plays(unseen, lexicon)
        exact, _, _ = first_plays(unseen, lexicon, REFERENCE)
        for play in plays if most else ():
            for at, draw in enumerate(unseen.draws if play.number in most else ()):
                upper = int(most[play.number][at])
                if upper == solver.limits[1]:
                    continue
                own = without(position.rack_codes[0], play.laid) + draw.tiles
                other = without(unseen.tiles, draw.tiles)
                racks = SideTiles.in_order(own, own + play.laid), SideTiles(other, other)
                spread = exact.ahead + play.gain - exact.dealer.value((play.number,), racks, -FAR, FAR)
                assert spread <= upper, (seed, play, draw, spread, upper)
                said["bounds"] += 1
                said["with two drawn"] += count == 2
                said["exact"] += spread == upper
    assert not {what: said[what] for what, least in ENOUGH.items() if said[what] < least}, said


def test_they_are_those_of_the_endgame_with_the_drawn_tiles_in_hand():
    """Compare with the bounds by replies there, which are held against their definition."""
    seen = 0
    for seed in range(90):
        position, lexicon = position_of(bag_world(seed, 1 + seed % 2, size=5))
        unseen = UnseenTiles(position)
        solver, plays, most = first_plays(unseen, lexicon)
        for at, draw in enumerate(unseen.draws if most else ()):
            racks = position.rack_codes[0] + draw.tiles, without(unseen.tiles, draw.tiles)
            state = compile_position(dataclasses.replace(position, rack_codes=racks, previous=None), lexicon)
            cache, known = new_cache(MEMORY, 5), new_replies(state)
            for group in grouped([play for play in plays if play.number in most], unseen.count).values():
                for play in group:
                    asked = map(np.int64, (play.number, play.gain, INF, replies_to(len(group))))
                    upper = int(bounds.bound_by_replies(state, cache, known, *asked))
                    assert min(upper + solver.ahead, solver.limits[1]) == most[play.number][at]
                    seen += upper < INF
    assert seen > 100


@pytest.mark.parametrize("done", [0, 1, 4])
def test_large_groups_come_first_and_what_is_left_has_no_bounds(done):
    """Say that the time is over after some draws, counted through all groups of plays."""
    seen = 0
    for seed in range(40):
        position, lexicon = position_of(bag_world(seed, 1 + seed % 2, size=5))
        unseen = UnseenTiles(position)
        solver, plays, most = first_plays(unseen, lexicon)
        asked = itertools.count()
        found = most_by_draw(solver, plays, unseen.draws, lambda asked=asked: next(asked) >= done)
        groups = grouped([play for play in plays if play.number in most], unseen.count).values()
        assert found.keys() == most.keys() and [*groups] == sorted(groups, key=len, reverse=True)
        left = done
        for group in groups:
            now, left = min(left, len(unseen.draws)), max(left - len(unseen.draws), 0)
            for play in group:
                assert (found[play.number][:now] == most[play.number][:now]).all()
                assert (found[play.number][now:] == solver.limits[1]).all()
                seen += (most[play.number] < solver.limits[1]).any()
    assert seen > 50


def test_they_are_the_same_with_little_memory():
    """Lists of plays that have no room any more make room for others from one draw to the next."""
    record = json.loads((POSITIONS / "preendgame.jsonl").read_text("utf-8").splitlines()[25])
    unseen = UnseenTiles(cgp.loads(record["cgp"]))
    (_, _, much), (_, _, little) = (
        first_plays(unseen, enable(), memory=memory) for memory in (4 * MEMORY, MEMORY)
    )
    assert much.keys() == little.keys() and len(much) > 600
    assert all((much[number] == little[number]).all() for number in much)


def test_the_sums_of_a_move_begin_with_its_own_bounds():
    """Compare them before its terms are built with those of its terms."""
    said: Counter[bool] = Counter()
    for seed in range(12):
        search = PreendgameSearch(
            *position_of(bag_world(seed, 1 + seed % 2, size=5)), SolveOptions(memory=MEMORY)
        )
        search._bound_plays()
        for each, move in zip(search._moves, search._search.moves, strict=True):
            before = [*move.lower], [*move.upper]
            assert not move.is_built and move.terms
            move.add_up()
            assert (move.lower, move.upper) == before
            said[each.most is not None] += 1
    assert said[True] > 50 and said[False] > 20, said


def test_a_stop_is_heard_while_plays_are_bounded(monkeypatch):
    search = PreendgameSearch(*position_of(bag_world(1, 1, size=5)), SolveOptions(memory=MEMORY))
    bound = Dealer.bounds_by_replies

    def stopping(self, *given):
        search.stop()
        return bound(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Dealer, "bounds_by_replies", stopping)
        found = search.result()
    assert (found.status, found.stopped_by, found.preendgame.queries) == ("bounded", "interrupt", 0)
    assert all(each.most is None for each in search._moves)
    search.go_on(Limit())
    assert search.result().status == "proven" and any(each.most is not None for each in search._moves)
