"""Word lists as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import word_list
from scrabble.lexicon.word_list import RejectedWords

ENGLISH = Alphabet.load("english")


def test_comments_blank_lines_case_and_line_ends() -> None:
    found = word_list.read("# a list\r\n\r\nAb\r\n  ba # and its meaning\raa\nAA\n", ENGLISH, 2, 15)
    assert found.words == (b"\1\1", b"\1\2", b"\2\1")
    assert (found.read, found.repeated, found.foreign.count) == (4, 1, 0)


def test_nothing_is_dropped_in_silence() -> None:
    found = word_list.read("a\ncafé\nab\nabcd\nq?\nno way\nabc\n", ENGLISH, 2, 3)
    assert found.words == (b"\1\2", b"\1\2\3")
    assert found.foreign == RejectedWords(3, ("line 2: 'café'", "line 5: 'q?'", "line 6: 'no way'"))
    assert found.short == RejectedWords(1, ("line 1: a",))
    assert found.long == RejectedWords(1, ("line 4: 'abcd'",))
    assert found.read == 7 and found.repeated == 0


def test_examples_are_few() -> None:
    found = word_list.read("é\n" * 9, ENGLISH, 2, 15)
    assert str(found.foreign) == "9 (" + ", ".join(f"line {n}: 'é'" for n in range(1, 6)) + ", ...)"
    assert str(found.short) == "0"


@pytest.mark.parametrize(
    ("language", "word", "tiles"),
    [
        ("spanish", "churrería", None),
        ("spanish", "churro", "[CH] U [RR] O"),
        ("spanish", "[ch]urro", "[CH] U [RR] O"),
        ("spanish", "calle", "C A [LL] E"),
        ("spanish", "ca\u006e\u0303a", "C A Ñ A"),
        ("spanish", "1aco", None),
        ("catalan", "col·lega", "C O L·L E G A"),
        ("catalan", "canya", "C A NY A"),
        ("catalan", "quilo", "QU I L O"),
        ("catalan", "watt", None),
        ("german", "groß", "G R O S S"),
        ("polish", "żółw", "Ż Ó Ł W"),
        ("english", "a[b]", "A B"),
        ("english", "a[b", None),
    ],
)
def test_words_are_spelt_in_tiles(language: str, word: str, tiles: str | None) -> None:
    alphabet = Alphabet.load(language)
    spelt = word_list.speller(alphabet)(word)
    assert (spelt and " ".join(alphabet.decode([code]) for code in spelt)) == tiles


@settings(deadline=None)
@given(st.sampled_from(Alphabet.names()), st.data())
def test_what_the_alphabet_writes_is_spelt_the_same(language: str, data: st.DataObject) -> None:
    alphabet = Alphabet.load(language)
    spell = word_list.speller(alphabet)
    codes = bytes(data.draw(st.lists(st.integers(1, alphabet.size), min_size=1, max_size=9)))
    bracketed = "".join(f"[{alphabet.letters[code - 1]}]" for code in codes)
    assert spell(bracketed) == codes
    again = spell(bracketed.replace("[", "").replace("]", ""))
    assert again is not None and len(again) <= len(codes)
