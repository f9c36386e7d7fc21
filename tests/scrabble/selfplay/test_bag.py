"""The bag: no tile created or lost, and an order that depends on the seed only."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrabble.game.tiles import Alphabet
from scrabble.selfplay.play_game import Bag

ENGLISH = Alphabet.load("english")
ACTIONS = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), max_size=40)


@given(st.sampled_from(Alphabet.names()), st.integers(0, 1000), ACTIONS)
def test_no_tile_is_made_or_lost(name, seed, actions):
    alphabet = Alphabet.load(name)
    bag, out = Bag(alphabet, seed, 0), b""
    for is_exchange, count in actions:
        before = len(bag)
        if is_exchange:
            given_back = out[: min(count, before)]
            out = out[len(given_back) :] + bag.exchange(given_back)
            assert len(bag) == before
        else:
            drawn = bag.draw(count)
            assert len(drawn) == min(count, before) and len(bag) == before - len(drawn)
            out += drawn
        assert len(out) + len(bag) == alphabet.total
    seen = Counter(out + bag.draw(alphabet.total))
    assert len(bag) == 0 and seen == +Counter(dict(enumerate(alphabet.counts)))


def test_the_order_is_that_of_the_seed_and_the_game():
    orders = [
        Bag(ENGLISH, seed, number).draw(100) for seed, number in ((1, 0), (1, 0), (1, 1), (2, 0), (0, 1))
    ]
    assert orders[0] == orders[1]
    assert len(set(orders)) == 4


def test_the_order_is_the_same_everywhere():
    assert ENGLISH.decode(Bag(ENGLISH, 1, 0).draw(14)) == "UIYTSJB?IVINFE"


def test_what_is_given_back_may_be_drawn_again():
    bag = Bag(ENGLISH, 1, 0)
    out = bag.draw(93)
    drawn = bag.exchange(out[:7])
    assert Counter(drawn + out[7:] + bag.draw(7)) == +Counter(dict(enumerate(ENGLISH.counts)))


def test_too_few_for_an_exchange():
    bag = Bag(ENGLISH, 1, 0)
    bag.draw(98)
    with pytest.raises(ValueError, match="3 tiles cannot be exchanged: the bag holds 2"):
        bag.exchange(b"\1\1\1")
    assert len(bag) == 2
