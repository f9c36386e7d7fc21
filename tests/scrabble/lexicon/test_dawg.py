"""The dawgdic format: files that are read, and above all files that are refused."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.lexicon import dawg
from scrabble.lexicon import sibling_graph as graphs
from scrabble.lexicon.dawg import EXTENSION, HAS_LEAF, IS_LEAF, OFFSET_SHIFT, LexiconError, Units

A, B = 1, 2


def graph(root: int, *arcs: tuple[int, int, int, bool]) -> Units:
    """Return units by hand; an arc is (base it leaves, label, base it enters, whether a word ends)."""
    units = np.zeros(256, np.uint32)
    units[0] = root << OFFSET_SHIFT
    for base, label, node, end in arcs:
        place = base ^ label
        units[place] = (place ^ node) << OFFSET_SHIFT | (HAS_LEAF if end else 0) | label
        if end and node < 256:
            units[node] = IS_LEAF
    return units


def words_of(units: Units) -> list[bytes]:
    found: list[bytes] = graphs.words(graphs.of_units(units)).tolist()
    return found


AA_AB = graph(16, (16, A, 32, False), (32, A, 48, True), (32, B, 48, True))


def test_a_graph_by_hand_is_read() -> None:
    assert dawg.validate(AA_AB) == dawg.GraphStats((0, 0, 2), largest_label=2, nodes=3, arcs=3)
    assert words_of(AA_AB) == [b"\1\1", b"\1\2"]
    look_up = dawg.reader(AA_AB)
    assert b"\1\2" in look_up
    assert b"\1" not in look_up and b"\2\1" not in look_up


def test_a_word_that_begins_others_comes_before_them() -> None:
    arcs = (16, A, 32, True), (32, A, 48, True), (32, B, 80, True), (80, A, 96, True), (16, B, 64, True)
    units = graph(16, *arcs)
    assert dawg.validate(units).words_by_length == (0, 2, 2, 1)
    assert words_of(units) == [b"\1", b"\1\1", b"\1\2", b"\1\2\1", b"\2"]


def test_write_then_read_is_identity(tmp_path: Path) -> None:
    path = tmp_path / "two.dawg"
    path.write_bytes(dawg.to_bytes(AA_AB))
    units, survey = dawg.read(path)
    assert np.array_equal(units, AA_AB) and survey.words == 2
    assert units.dtype == np.uint32 and units.flags.writeable and units.flags.c_contiguous
    assert [file.name for file in tmp_path.iterdir()] == ["two.dawg"]


CYCLE = graph(16, (16, A, 32, True), (32, A, 16, False))


@pytest.mark.parametrize(
    ("units", "message"),
    [
        (CYCLE, "cyclic"),
        (graph(16, (16, A, 16, False)), "cyclic"),
        (graph(16, (16, A, 16, False), (16, B, 16, False)), "cyclic"),
        (graph(16, (16, A, 300, True)), "leads to 300, expected less than 256"),
        (graph(16, (16, A, 32, False)), "leads to 32, where no word ends or goes on"),
        (graph(16, (16, A, 32, True)) & ~np.uint32(IS_LEAF), "where no word ends"),
        (graph(16, (16, A, 32, True)) | np.uint32(EXTENSION), "unit 0 is"),
        (graph(300, (16, A, 32, True)), "unit 0 leads to 300"),
        (np.zeros(256, np.uint32), "it holds no words"),
    ],
)
def test_bad_graphs_are_refused(units: Units, message: str) -> None:
    with pytest.raises(LexiconError, match=message):
        dawg.validate(units)


def test_the_extension_bit_is_refused() -> None:
    units = AA_AB.copy()
    units[16 ^ A] |= np.uint32(EXTENSION)
    with pytest.raises(LexiconError, match="unit 17 has the EXTENSION bit"):
        dawg.validate(units)


def test_words_of_64_tiles_are_the_longest() -> None:
    def chain(length: int) -> Units:
        units = np.zeros(1024, np.uint32)
        bases = [256 + 2 * k for k in range(length + 1)]
        units[0] = bases[0] << OFFSET_SHIFT
        for base, node in itertools.pairwise(bases):
            units[base ^ A] = (base ^ A ^ node) << OFFSET_SHIFT | A | (HAS_LEAF if node == bases[-1] else 0)
        units[bases[-1]] = IS_LEAF
        return units

    assert dawg.validate(chain(64)).words_by_length[64] == 1
    with pytest.raises(LexiconError, match="more than 64 tiles"):
        dawg.validate(chain(65))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes"),
        (b"\0\1", "2 bytes"),
        (b"\0\0\0\0", "0 units, expected a multiple of 256"),
        (b"\1\1\0\0" + bytes(4 * 257), "257 units"),
        (dawg.to_bytes(AA_AB)[:-1], "1,027 bytes, expected 1,028"),
        (dawg.to_bytes(AA_AB) + b"\0", "1,029 bytes, expected 1,028"),
        (dawg.to_bytes(AA_AB)[:500], "500 bytes, expected 1,028"),
        (b"aa\nab\nba\nbe\n", "its first four bytes say 1,628,070,241 units"),
        (b"\x05\x00\x40\x00" + bytes(60), "4,194,309 units"),
        (b"\x00\x01\x00\x00" + b"\xff" * 1024, "unit 0 is 0xffffffff"),
    ],
)
def test_foreign_files_are_refused_with_their_path(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "foreign.dawg"
    path.write_bytes(data)
    with pytest.raises(LexiconError, match=message) as caught:
        dawg.read(path)
    assert str(path) in str(caught.value)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="No such file"):
        dawg.read(tmp_path / "none.dawg")
    with pytest.raises(LexiconError, match="expected a file"):
        dawg.read(tmp_path)
    huge = tmp_path / "huge.dawg"
    with huge.open("wb") as file:
        file.truncate(1 << 24)
    with pytest.raises(LexiconError, match="16,777,216 bytes, expected at most"):
        dawg.read(huge)


def test_too_many_units_are_refused() -> None:
    count = dawg.MOST_UNITS + 256
    with pytest.raises(LexiconError, match="expected at most 2,097,152"):
        dawg.from_bytes(count.to_bytes(4, "little") + bytes(4 * count))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 31)), min_size=1, max_size=4))
def test_a_damaged_graph_is_refused_or_sound(flips: list[tuple[int, int]]) -> None:
    units = AA_AB.copy()
    for place, bit in flips:
        units[place] ^= np.uint32(1 << bit)
    try:
        survey = dawg.validate(units)
    except LexiconError:
        return
    found = words_of(units)
    look_up = dawg.reader(units)
    assert len(found) == len(set(found)) == survey.words
    assert all(word in look_up for word in found)
