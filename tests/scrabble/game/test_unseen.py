"""The possible contents of the bag and their weights."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from fractions import Fraction

import pytest

from scrabble.game.move import IllegalMoveError, Move
from scrabble.game.position import PositionError
from scrabble.game.unseen import (
    UnseenTiles,
    choices,
    is_preendgame,
    may_exchange,
    refuse_unless_few,
    tiles_in_bag,
)
from tests.oracles.naive_bag import bags, minus
from tests.worlds.bags import bag_world, other_racks, position_of


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_draws_and_their_weights(seed, count):
    bagged = bag_world(seed, count)
    position, _ = position_of(bagged)
    unseen = UnseenTiles(position)
    truth: Counter[str] = Counter()
    for bag, chance in bags(bagged.unseen, count).items():
        truth["".join(sorted(bag))] += chance
    text = position.alphabet.rack_text
    found = {"".join(sorted(text(draw.tiles))): Fraction(draw.weight, unseen.total) for draw in unseen.draws}
    assert found == truth


def test_what_is_known_of_the_other_rack_stays_there():
    bagged = bag_world(2, 1)
    known = bagged.unseen[:1]
    position, _ = position_of(bagged, known)
    unseen = UnseenTiles(position)
    assert position.alphabet.rack_text(unseen.known) == known
    assert len(unseen.hidden) == len(bagged.unseen) - 1
    assert sum(draw.weight for draw in unseen.draws) == unseen.total


def test_a_full_other_rack_is_not_seen_unless_it_is_peeked_at():
    bagged = bag_world(5, 1)
    other = other_racks(bagged)
    position, _ = position_of(bagged, other)
    assert UnseenTiles(position).hidden == UnseenTiles(position_of(bagged)[0]).hidden
    [draw] = UnseenTiles(position, bag_is_known=True).draws
    assert position.alphabet.rack_text(draw.tiles) == minus(bagged.unseen, other)
    with pytest.raises(PositionError, match="both racks"):
        UnseenTiles(position_of(bagged)[0], bag_is_known=True)


def test_what_is_drawn_first_has_whole_weights():
    position, _ = position_of(bag_world(4, 2))
    unseen = UnseenTiles(position)
    found: Counter[bytes] = Counter()
    for first, rest in unseen.first_drawn(1):
        assert first.weight == sum(draw.weight for draw in rest)
        for draw in rest:
            found[bytes(sorted(first.tiles + draw.tiles))] += draw.weight
    assert found == {draw.tiles: draw.weight for draw in unseen.draws}


def test_choices():
    assert choices(b"aab", 2) == [(b"ab", 2), (b"aa", 1)]
    for count in range(5):
        ways = sum(way for _, way in choices(b"aabbbc", count))
        assert ways == len(list(itertools.combinations(range(6), count)))


def test_what_is_refused():
    position, _ = position_of(bag_world(1, 2))
    assert is_preendgame(position) and tiles_in_bag(position) == 2
    refuse_unless_few(position, 2)
    with pytest.raises(PositionError, match="2 tiles in the bag; looked at are positions with up to 1"):
        refuse_unless_few(position, 1)
    many, _ = position_of(bag_world(1, 5))
    with pytest.raises(PositionError, match=r"5 tiles in the bag .* too many draws and racks to prove"):
        refuse_unless_few(many, 2)


def test_two_tiles_drawn_first_of_three_have_whole_weights():
    position, _ = position_of(bag_world(4, 3))
    unseen = UnseenTiles(position)
    found: Counter[bytes] = Counter()
    for first, rest in unseen.first_drawn(2):
        for draw in rest:
            found[bytes(sorted(first.tiles + draw.tiles))] += draw.weight
    assert found == {draw.tiles: draw.weight for draw in unseen.draws}


@pytest.mark.parametrize(("limit", "may"), [(1, True), (2, True), (3, False)])
def test_an_exchange_needs_as_many_tiles_in_the_bag_as_the_rules_say(limit, may):
    position, _ = position_of(bag_world(1, 2))
    rules = dataclasses.replace(position.rules, exchange_limit=limit)
    position = dataclasses.replace(position, rules=rules)
    assert may_exchange(position) is may
    exchange = Move(0, 0, False, b"", exchanged=position.rack_codes[0][:1])
    if may:
        position.check(exchange)
    else:
        with pytest.raises(IllegalMoveError, match="2 in the bag, expected at least 3"):
            position.check(exchange)


@pytest.mark.parametrize(("passes", "zeros"), [(None, 2), (4, 0)])
def test_an_exchange_ends_a_run_of_passes_where_passes_end_the_game(passes, zeros):
    position, _ = position_of(bag_world(1, 2))
    rules = dataclasses.replace(position.rules, exchange_limit=1, pass_limit=passes, scoreless_limit=6)
    position = dataclasses.replace(position, rules=rules, scoreless_turns=1)
    exchange = Move(0, 0, False, b"", exchanged=position.rack_codes[0][:1])
    assert position.play(exchange).scoreless_turns == zeros
