"""One compiled game for all draws answers like a fresh one, node for node."""

from __future__ import annotations

import dataclasses
import random

import pytest

from bstar.engine import SearchStopped
from bstar.game import FAR
from scrabble.bounds.solo_game import SPENT
from scrabble.game import cgp
from scrabble.game.unseen import UnseenTiles, without
from scrabble.movegen.features import ALL_FEATURES
from scrabble.movegen.packed_move import PASS, packed, unpack
from scrabble.solver.preendgame.dealer import (
    FEW_TILES,
    LONG_NODES,
    LONG_TRY,
    MOST_PROOF_NODES,
    SHORT_TRY,
    SideTiles,
)
from scrabble.solver.preendgame.endgames import Endgame, Endgames
from scrabble.solver.setup import new_search
from tests.doors.bridge import enable
from tests.worlds.bags import bag_world, position_of

MEMORY = 32 << 20


def cases(seed, count):
    """Return some first moves with some draws: path, racks, and the endgame itself."""
    position, lexicon = position_of(bag_world(seed, count))
    unseen = UnseenTiles(position)
    solver = Endgames(unseen, lexicon, MEMORY)
    rack = position.rack_codes[0]
    some = unseen.tiles[: len(unseen.tiles) - count]
    plays = solver.plays((), (SideTiles(rack, rack), SideTiles(some, some)))
    found = []
    for play in plays:
        for draw in unseen.draws:
            if len(play.laid) < count:
                continue
            own = bytes(sorted(without(rack, play.laid) + draw.tiles))
            other = without(unseen.tiles, draw.tiles)
            racks = SideTiles(own, bytes(sorted(rack + draw.tiles))), SideTiles(other, other)
            after = position.play(unpack(play.number, position))
            endgame = dataclasses.replace(after, rack_codes=(other, own), previous=None)
            found.append(((play.number,), racks, endgame))
    random.Random(seed).shuffle(found)
    return solver, lexicon, found[:12]


@pytest.mark.parametrize("seed", range(8))
def test_values_are_those_of_a_fresh_search(seed):
    solver, lexicon, found = cases(seed, 1 + seed % 2)
    for path, racks, endgame in found:
        fresh = new_search(endgame, lexicon, "mtdf", MEMORY).engine
        assert solver.dealer.value(path, racks, -FAR, FAR) == fresh.bound([], -FAR, FAR)


@pytest.mark.parametrize(
    ("nodes", "algorithm", "solo"),
    [(MOST_PROOF_NODES, "proof-number", FEW_TILES), (2 * MOST_PROOF_NODES, "alphabeta", LONG_TRY)],
)
def test_a_question_takes_the_nodes_of_a_fresh_search(nodes, algorithm, solo):
    features = dataclasses.replace(ALL_FEATURES, solo_tiles=solo.tiles)
    for seed in range(3):
        _, lexicon, found = cases(seed, 1)
        position, _ = position_of(bag_world(seed, 1))
        for path, racks, endgame in found[:4]:
            solver = Endgames(UnseenTiles(position), lexicon, MEMORY)
            fresh = new_search(endgame, lexicon, algorithm, MEMORY, features=features).engine
            assert solver.dealer.answer(path, racks, 0, nodes) == fresh.bound([], -1, 0)
            assert solver.nodes == fresh.nodes


def test_spreads_that_are_asked_together():
    """Check spreads after several moves, with one node each and with many: what is answered is true."""
    total = answered = several = 0
    for seed in range(12):
        solver, lexicon, found = cases(seed, 1 + seed % 2)
        spreads, truths, leasts = [], [], []
        for path, racks, endgame in found:
            truth = solver.ahead - new_search(endgame, lexicon, "mtdf", MEMORY).engine.bound([], -FAR, FAR)
            spreads.append(Endgame(solver, path, racks, 0))
            leasts.append(truth + len(truths) % 3 - 1)
            truths.append(truth)
        several += len({path for path, _, _ in found}) > 1
        Endgame.ask_each(spreads, leasts, 1)
        total += len(spreads)
        answered += sum(not each.is_open(least) for each, least in zip(spreads, leasts, strict=True))
        Endgame.ask_each(spreads, leasts, 100_000)
        for spread, truth, least in zip(spreads, truths, leasts, strict=True):
            assert not spread.is_open(least) and spread.lower <= truth <= spread.upper
        nodes = solver.nodes
        Endgame.ask_each(spreads, leasts, 100)
        assert solver.nodes == nodes  # nothing is open
    assert 0 < answered < total and several > 6


def test_spreads_that_are_asked_together_stop_at_the_limit_of_the_search():
    solver, _, found = cases(1, 1)
    path, racks, _ = found[0]
    spread = Endgame(solver, path, racks, 0)
    solver.engine.limit_nodes(1)
    with pytest.raises(SearchStopped, match="nodes"):
        Endgame.ask_each([spread], [0], 1_000)
    assert (spread.lower, spread.upper) == solver.limits
    solver.engine.resume()
    solver.engine.limit_nodes(0)
    Endgame.ask_each([spread], [0], 1_000)
    assert not spread.is_open(0)


@pytest.mark.parametrize(
    ("nodes", "solo", "is_answered"),
    [(LONG_NODES, FEW_TILES, True), (2, SHORT_TRY, False), (2 * MOST_PROOF_NODES, LONG_TRY, True)],
)
def test_a_question_may_look_at_so_many_plays_alone(nodes, solo, is_answered):
    solver, _, found = cases(1, 1)
    path, racks, _ = found[0]
    solver.engine.game.solo.work[SPENT] = 1 << 40
    assert (solver.dealer.answer(path, racks, 27, nodes) is not None) == is_answered
    spent, allowed = solver.engine.game.solo.work
    assert spent <= allowed == nodes * solo.plays


def test_the_pass_and_the_moves_after_it():
    position, lexicon = position_of(bag_world(3, 1))
    unseen = UnseenTiles(position)
    solver = Endgames(unseen, lexicon, MEMORY)
    own, other = position.rack_codes[0], unseen.tiles[:-1]
    racks = SideTiles(own, own), SideTiles(other, unseen.tiles)
    plays = solver.plays((PASS,), racks)
    assert PASS in {play.number for play in plays}
    assert all(not without_missing(play.laid, other) for play in plays)


def without_missing(laid: bytes, rack: bytes) -> list[int]:
    """Check tiles that are laid but not on a rack."""
    left = list(rack)
    return [code for code in laid if code not in left or left.remove(code)]


def test_real_tiles_of_more_types_than_a_rack_packs():
    position = cgp.loads(
        "JAUK7G3/OX1I5V1R3/C2B4VATIC2/u2EH4MIM3/N3A4ODE3/D2SUQ3OY4/I3T1WOWS5/T2FELON1E1D3/Y3U6E3/"
        "1P2R1BONZER3/1ARTSIeR3A3/1R4LI3I3/AT4TOG2L3/HA5LI6/AN5ED6 AEEEENP/ 395/401 0"
    )
    unseen = UnseenTiles(position)
    solver = Endgames(unseen, enable(), MEMORY)
    move = position.parse_move("D11 (T)EPEE")
    for draw in unseen.draws:
        own = bytes(sorted(position.play(move).rack_codes[1] + draw.tiles))
        other = without(unseen.tiles, draw.tiles)
        racks = SideTiles(own, bytes(sorted(position.rack_codes[0] + draw.tiles))), SideTiles(other, other)
        endgame = dataclasses.replace(position.play(move), rack_codes=(other, own), previous=None)
        fresh = new_search(endgame, enable(), "mtdf", MEMORY).engine
        for gamma in (-20, 0, 15):
            value = solver.dealer.answer((packed(move),), racks, gamma, 100_000)
            assert (value >= gamma) == (fresh.bound([], gamma - 1, gamma) >= gamma)
