"""Tiles: the data files against the published totals, and the two ways between text and codes."""

import dataclasses
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, Alphabet, TileError, quoted

TOTALS = {
    "catalan": 100,
    "danish": 100,
    "dutch": 102,
    "english": 100,
    "english_super": 200,
    "french": 102,
    "german": 102,
    "norwegian": 100,
    "polish": 100,
    "portuguese": 120,
    "slovene": 100,
    "spanish": 100,
    "swedish": 100,
}
POINTS = {"english": 187, "english_super": 381}


def test_there_is_a_total_for_every_alphabet() -> None:
    assert Alphabet.names() == tuple(sorted(TOTALS))


@pytest.mark.parametrize("name", TOTALS)
def test_alphabet(name: str) -> None:
    alphabet = Alphabet.load(name)
    assert alphabet.name == name
    assert alphabet.total == sum(alphabet.counts) == TOTALS[name]
    assert alphabet.values[0] == 0
    assert alphabet.size == len(alphabet.letters) == len(alphabet.lower)
    assert len(set(alphabet.letters)) == alphabet.size
    assert Rules.load(alphabet.rules)
    assert Alphabet.load(name) is alphabet
    assert pickle.loads(pickle.dumps(alphabet)) == alphabet


@pytest.mark.parametrize(("name", "points"), POINTS.items())
def test_points_of_a_whole_set(name: str, points: int) -> None:
    alphabet = Alphabet.load(name)
    assert sum(map(int.__mul__, alphabet.counts, alphabet.values)) == points


def test_codes_are_in_file_order() -> None:
    english = Alphabet.load("english")
    assert english.encode("?ABZ") == bytes([0, 1, 2, 26])
    assert english.encode("abz") == bytes([BLANK | 1, BLANK | 2, BLANK | 26])
    assert english.counts[0] == 2
    assert english.value_of(english.encode("Q")[0]) == 10
    assert english.value_of(english.encode("q")[0]) == 0
    assert english.value_of(0) == 0
    assert english.value(english.encode("Q?uIZ")) == 21


@pytest.mark.parametrize(
    ("name", "text", "tiles", "written"),
    [
        ("spanish", "[CH]ICO", 4, "[CH]ICO"),
        ("spanish", "CHICO", 5, "CHICO"),
        ("spanish", "[ch][LL][rr]", 3, "[ch][LL][rr]"),
        ("spanish", "1A2", 3, "[CH]A[LL]"),
        ("spanish", "n\u0303", 1, "ñ"),
        ("catalan", "L·L", 1, "L·L"),
        ("catalan", "[L·L]LL·L", 3, "L·LLL·L"),
        ("catalan", "NYANnyQUqu", 6, "NYANnyQUqu"),
        ("catalan", "WYQwyq", 6, "L·LNYQUl·lnyqu"),
        ("polish", "ŻÓŁĆżółć", 8, "ŻÓŁĆżółć"),
        ("german", "ÄÖÜ?", 4, "ÄÖÜ?"),
        ("english", "[A]b", 2, "Ab"),
    ],
)
def test_tiles_of_several_letters(name: str, text: str, tiles: int, written: str) -> None:
    alphabet = Alphabet.load(name)
    codes = alphabet.encode(text)
    assert len(codes) == tiles
    assert alphabet.decode(codes) == written


@pytest.mark.parametrize("name", TOTALS)
@settings(deadline=None)
@given(data=st.data())
def test_decode_then_encode(name: str, data: st.DataObject) -> None:
    alphabet = Alphabet.load(name)
    letters = st.integers(1, alphabet.size)
    codes = bytes(data.draw(st.lists(st.just(0) | letters | letters.map(lambda code: code | BLANK))))
    assert alphabet.encode(alphabet.decode(codes)) == codes


def test_rack_text_has_blanks_last() -> None:
    english = Alphabet.load("english")
    assert english.rack_text(sorted(english.encode("Q?A"))) == "AQ?"


def test_a_letter_has_no_brackets() -> None:
    spanish = Alphabet.load("spanish")
    assert [spanish.letter_of(code) for code in spanish.encode("[CH][ch]Aa?")] == ["CH", "ch", "A", "a", "?"]


@pytest.mark.parametrize("text", ["Ä", "AB3", "A B", "[CH]", "[", "a]", "A-"])
def test_unknown_tile(text: str) -> None:
    with pytest.raises(TileError, match=r"no tile .* in the english set: ") as caught:
        Alphabet.load("english").encode(text)
    assert repr(text) in str(caught.value)


def test_unknown_tile_in_brackets_is_named_whole() -> None:
    with pytest.raises(TileError, match=r"no tile '\[CH\]' in the english set: 'A\[CH\]E'"):
        Alphabet.load("english").encode("A[CH]E")


@pytest.mark.parametrize("code", [27, BLANK, BLANK | 27, 255])
def test_code_without_tile(code: int) -> None:
    with pytest.raises(TileError, match=f"no tile of the english set has the code {code}"):
        Alphabet.load("english").decode([code])


@pytest.mark.parametrize("name", ["klingon", "", "../boards/CrosswordGame"])
def test_unknown_alphabet(name: str) -> None:
    with pytest.raises(TileError, match=r"unknown language .*, expected one of catalan, danish"):
        Alphabet.load(name)


def test_alphabets_that_make_no_sense() -> None:
    english = Alphabet.load("english")
    with pytest.raises(TileError, match="differ in number"):
        dataclasses.replace(english, counts=(1, 2))
    with pytest.raises(TileError, match="'A' stands for two tiles"):
        Alphabet("twice", ("A", "A"), ("a", "a"), (0, 1, 1), (0, 1, 1))
    with pytest.raises(TileError, match="64 letters, at most 63"):
        many = tuple(chr(0x4E00 + number) for number in range(64))
        Alphabet("many", many, tuple(f"{letter}x" for letter in many), (0,) * 65, (0,) * 65)


@pytest.mark.parametrize(
    ("lexicon", "name"),
    [
        ("NWL23", "english"),
        ("csw21", "english"),
        ("OSPD4", "english"),
        ("OSPS49", "polish"),
        ("RD28", "german"),
        ("free-spanish", "spanish"),
        ("Free-Danish", "danish"),
        ("NSF25", "norwegian"),
        ("DISC2", "catalan"),
        ("FRA24", "french"),
        ("DSW25", "dutch"),
    ],
)
def test_alphabet_of_a_lexicon(lexicon: str, name: str) -> None:
    assert Alphabet.of_lexicon(lexicon) is Alphabet.load(name)


def test_lexicon_of_no_known_family() -> None:
    assert Alphabet.of_lexicon("CLUB LIST") is None
    assert Alphabet.of_lexicon("") is None


def test_quoted_is_one_short_line() -> None:
    assert quoted("15/15") == "'15/15'"
    long = quoted("A\n" * 1000)
    assert len(long) < 100
    assert "\n" not in long
    assert "…" in long
