"""Written .kwg files, read by an independent reader of the format."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, build, formats, kwg, sibling_graph

SEPARATOR = b"\0"
FEW_TILES = st.sets(st.text("\1\2\3\4", min_size=1, max_size=7).map(str.encode), min_size=1, max_size=60)


class Kwg:
    """The nodes of a file: tile in bits 31 - 24, accepts 23, is_end 22, arc 21 - 0."""

    def __init__(self, data: bytes) -> None:
        self.nodes = struct.unpack(f"<{len(data) // 4}I", data)
        self.words_root, self.gaddag_root = (node & 0x3FFFFF for node in self.nodes[:2])

    def siblings(self, first: int) -> Iterator[int]:
        """The nodes of a list."""
        while first:
            yield self.nodes[first]
            first = 0 if self.nodes[first] & 0x400000 else first + 1

    def strings(self, first: int) -> list[bytes]:
        """All strings from a list on, in the order of the file."""
        found = []
        for node in self.siblings(first):
            tile = bytes([node >> 24])
            found += [tile] if node & 0x800000 else []
            found += [tile + rest for rest in self.strings(node & 0x3FFFFF)]
        return found

    def count(self, first: int) -> int:
        """Return the number of strings from a list on."""

        @cache
        def count(first: int) -> int:
            total = 0
            while first:  # as `siblings`, whose generators would take as long as all else
                node = self.nodes[first]
                total += (node >> 23 & 1) + count(node & 0x3FFFFF)
                first = 0 if node & 0x400000 else first + 1
            return total

        return count(first)

    def has(self, first: int, string: bytes) -> bool:
        """Return whether it is one of the strings from a list on."""
        is_last_accepted = False
        for tile in string:
            node = next((node for node in self.siblings(first) if node >> 24 == tile), None)
            if node is None:
                return False
            first, is_last_accepted = node & 0x3FFFFF, bool(node & 0x800000)
        return is_last_accepted


def strings_of(word: bytes) -> list[bytes]:
    """The strings of the GADDAG for a word: CARE is ERAC, C^ARE, AC^RE, RAC^E."""
    return [word[::-1], *(word[at - 1 :: -1] + SEPARATOR + word[at:] for at in range(1, len(word)))]


def words_of(name: str) -> sibling_graph.WordArray:
    return sibling_graph.words(sibling_graph.of_units(Lexicon(name).units))


@settings(deadline=None)
@given(FEW_TILES)
def test_words_and_gaddag_are_exactly_those_of_the_words(words: set[bytes]) -> None:
    found = Kwg(kwg.to_kwg(sibling_graph.array_of(words)))
    assert found.strings(found.words_root) == sorted(words)
    assert found.strings(found.gaddag_root) == sorted(string for word in words for string in strings_of(word))


def test_by_hand() -> None:
    c, a, r, e = 3, 1, 18, 5
    found = Kwg(kwg.to_kwg(sibling_graph.array_of([bytes([c, a, r, e])])))
    assert found.strings(found.words_root) == [bytes([c, a, r, e])]
    assert found.strings(found.gaddag_root) == sorted(
        [bytes([e, r, a, c]), bytes([c, 0, a, r, e]), bytes([a, c, 0, r, e]), bytes([r, a, c, 0, e])]
    )


@pytest.mark.parametrize("language", ["english", "polish", "spanish"])
def test_tiles_of_languages(language: str) -> None:
    size, chosen = Alphabet.load(language).size, random.Random(4)
    words = {bytes(chosen.choices(range(1, size + 1), k=chosen.randint(2, 15))) for _ in range(500)}
    data = kwg.to_kwg(sibling_graph.array_of(words))
    found = Kwg(data)
    assert found.strings(found.gaddag_root) == sorted(string for word in words for string in strings_of(word))
    assert list(formats.read(data, "x", language).words) == sorted(words)


def check(name: str, samples: int) -> None:
    """Check the number of strings, those of a sample of words, and that near misses are missing."""
    words = words_of(name)
    found = Kwg(kwg.to_kwg(words))
    assert found.count(found.words_root) == len(words)
    assert found.count(found.gaddag_root) == sibling_graph.lengths_of(words).sum()
    for word in random.Random(5).sample(list(words), samples):
        assert found.has(found.words_root, word)
        for string in strings_of(word):
            assert found.has(found.gaddag_root, string), (word, string)
            assert not found.has(found.gaddag_root, string + SEPARATOR)


def test_a_whole_lexicon() -> None:
    check("ENABLE", 500)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["dutch", "french", "german", "portuguese", "spanish"])
def test_other_whole_lexicons(language: str) -> None:
    check(f"free-{language}", 30_000)


def test_where_there_is_no_room_words_are_written_alone(tmp_path, monkeypatch) -> None:
    lexicon, path = Lexicon("free-portuguese"), tmp_path / "x.kwg"
    monkeypatch.setattr(kwg, "ROOM", 100_000)
    exported = build.export(lexicon, path)
    assert exported.remark == (
        "written without GADDAG: 372,714 words and their GADDAG: a .kwg has room for 100,000 arcs"
    )
    found = Kwg(path.read_bytes())
    assert (found.gaddag_root, found.count(found.words_root)) == (0, lexicon.words)
