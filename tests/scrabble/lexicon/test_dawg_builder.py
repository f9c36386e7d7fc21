"""The builder against dawg-python, dawg2 and plain sets of words."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.jit import is_jit_off
from scrabble.lexicon import Lexicon, dawg, dawg_builder
from scrabble.lexicon import sibling_graph as graphs
from scrabble.lexicon.dawg import LexiconError

WORDS = st.sets(st.binary(min_size=1, max_size=6).filter(lambda word: 0 not in word), min_size=1, max_size=60)
FEW_TILES = st.sets(st.text("\1\2\3\4", min_size=1, max_size=7).map(str.encode), min_size=1, max_size=60)


def build(words: Iterable[bytes]) -> dawg.Units:
    return dawg_builder.build(graphs.array_of(words))


def words_of(units: dawg.Units) -> list[bytes]:
    found: list[bytes] = graphs.words(graphs.of_units(units)).tolist()
    return found


slow_without_jit = pytest.mark.skipif(
    is_jit_off(), reason="a whole lexicon takes minutes without the compiler"
)


@pytest.fixture(scope="module")
def enable() -> list[bytes]:
    return words_of(Lexicon("enable").units)


@settings(deadline=None)
@given(WORDS | FEW_TILES, st.lists(st.binary(max_size=7)))
def test_exactly_the_words_are_found(words: set[bytes], others: list[bytes]) -> None:
    units = build(words)
    assert words_of(units) == sorted(words)
    look_up = dawg.reader(units)
    assert all(word in look_up for word in words)
    near = [word[:-1] for word in words] + [word + b"\1" for word in words] + others
    assert all((word in look_up) == (word in words) for word in near if 0 not in word)


@settings(deadline=None)
@given(FEW_TILES, st.randoms(use_true_random=False))
def test_the_order_of_the_words_does_not_matter(words: set[bytes], chance: random.Random) -> None:
    shuffled = [*words, *words]
    chance.shuffle(shuffled)
    assert dawg.to_bytes(build(shuffled)) == dawg.to_bytes(build(sorted(words)))


@settings(deadline=None)
@given(FEW_TILES)
def test_the_graph_is_minimal(words: set[bytes]) -> None:
    starts = {word[:end] for word in words for end in range(len(word) + 1)}
    continuations = {frozenset(w[len(start) :] for w in words if w.startswith(start)) for start in starts}
    assert dawg.validate(build(words)).nodes == len(continuations)


def test_labels_up_to_255_and_many_arcs() -> None:
    words = [bytes([first, second]) for first in range(1, 256) for second in range(1, 256, first)]
    assert words_of(build(words)) == sorted(words)


def test_words_of_the_greatest_length() -> None:
    words = [b"\1" * dawg.LONGEST, b"\1" * (dawg.LONGEST - 1) + b"\2"]
    assert words_of(build(words)) == words


def test_words_that_are_too_long_are_refused() -> None:
    with pytest.raises(LexiconError, match="one of more than 64 tiles"):
        build([b"\1\2", b"\1" * 65])


def test_no_words_are_refused() -> None:
    with pytest.raises(LexiconError, match="no words"):
        build([])


@slow_without_jit
def test_too_many_words_are_refused() -> None:
    tiles = np.random.default_rng(1).integers(1, 27, (40_000, 64), np.uint8)
    words = [row.tobytes() for row in tiles]
    with pytest.raises(LexiconError, match="40,000 words need more than the 2,097,152 units"):
        build(words)


@slow_without_jit
def test_enable_is_small_and_quick(enable: list[bytes]) -> None:
    build(enable[:10])  # the compiler
    start = time.process_time()
    units = build(reversed(enable))
    assert time.process_time() - start < 5  # 0.2 in fact
    data = dawg.to_bytes(units)
    assert len(data) == 522_244
    assert data == dawg.to_bytes(Lexicon("enable").units)


def test_dawg2_reads_what_we_write_and_we_read_what_it_writes(enable: list[bytes]) -> None:
    dawg2 = pytest.importorskip("dawg")
    words = enable[::200] if is_jit_off() else enable
    theirs = dawg2.DAWG(words)
    assert words_of(dawg.from_bytes(theirs.tobytes())) == words
    assert dawg.validate(dawg.from_bytes(theirs.tobytes())).words == len(words)
    ours = dawg2.DAWG().frombytes(dawg.to_bytes(build(words)))
    there = set(words)
    chance = random.Random(2)
    others = [bytes(chance.choices(range(1, 27), k=chance.randint(2, 6))) for _ in range(20_000)]
    assert all(word in ours for word in words)
    assert all((word in ours) == (word in there) == (word in theirs) for word in others)
