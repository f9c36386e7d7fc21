"""Lexicons of other programs, written by writers that share nothing with the readers."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import LexiconError, build, conversion, dawg, formats, kwg, quackle, sibling_graph
from tests.tools import lexicon_writers as writers

ENGLISH = Alphabet.load("english")
A_TO_Z = ENGLISH.letters


def some_words(alphabet: Alphabet, count: int = 800, seed: int = 1) -> list[tuple[str, ...]]:
    chosen = random.Random(seed)
    words = {tuple(chosen.choices(alphabet.letters, k=chosen.randint(2, 15))) for _ in range(count)}
    words |= {tuple(alphabet.letters[:5]), tuple(alphabet.letters[:6])}  # one begins another
    return sorted(words)


def codes(words: list[tuple[str, ...]], alphabet: Alphabet) -> list[bytes]:
    return sorted(bytes(1 + alphabet.letters.index(letter) for letter in word) for word in words)


def refused(data: bytes, name: str = "NWL23", language: str | None = None) -> str:
    with pytest.raises(LexiconError) as caught:
        formats.read(data, name, language)
    message = str(caught.value)
    assert message and "\n" not in message
    return message


@pytest.mark.parametrize(
    ("language", "how"),
    [
        ("english", {"joins": False}),
        ("german", {"is_reversed": True}),
        ("polish", {}),
        ("spanish", {"joins": False}),
        ("catalan", {"is_reversed": True}),
    ],
)
def test_a_kwg_has_the_words_that_were_written(language, how):
    alphabet = Alphabet.load(language)
    words = some_words(alphabet)
    found = formats.read(writers.kwg(words, alphabet.letters, **how), "x", language)
    assert (found.kind, found.alphabet.name, list(found.words)) == (".kwg", language, codes(words, alphabet))
    assert found.found.read == len(words) and not found.refusal


@pytest.mark.parametrize(
    ("language", "how"),
    [
        ("english", {"joins": False}),
        ("norwegian", {"is_reversed": True}),
        ("slovene", {}),
        ("catalan", {"joins": False}),
        ("spanish", {"is_reversed": True}),
    ],
)
def test_quackles_dawg_has_the_words_that_were_written(language, how):
    alphabet = Alphabet.load(language)
    words = some_words(alphabet)
    letters = random.Random(2).sample(alphabet.letters, alphabet.size)  # an order of its own
    found = formats.read(writers.quackle(words, letters, **how), "x")
    assert (found.kind, found.alphabet.name, list(found.words)) == (
        "Quackle .dawg",
        language,
        codes(words, alphabet),
    )


@pytest.mark.parametrize("language", ["english", "polish", "spanish"])
def test_what_we_write_as_kwg_is_read_back_and_written_the_same(language):
    alphabet = Alphabet.load(language)
    words = some_words(alphabet)
    first = build.from_words(codes(words, alphabet), "first", alphabet)
    data = kwg.to_bytes(sibling_graph.of_units(first.units))
    found = formats.read(data, "x", language)
    assert list(found.words) == codes(words, alphabet)
    again = conversion.make(found.words, "again", alphabet)
    assert again.sha256 == first.sha256 and kwg.to_bytes(sibling_graph.of_units(again.units)) == data
    nodes = struct.unpack(f"<{len(data) // 4}I", data)
    assert nodes[1] == 1 << 22 and all(1 <= node >> 24 <= alphabet.size for node in nodes[2:])


def test_arcs_that_no_word_leads_to_are_not_looked_at():
    words = some_words(ENGLISH, 50)
    units = build.from_words(codes(words, ENGLISH), "x", ENGLISH).units
    expected = dawg.validate(units)
    for place in np.flatnonzero(units == 0)[1:]:
        changed = units.copy()
        changed[place] = 0x1FFFFF << 10 | 0x3F  # far out of the array
        try:
            assert dawg.validate(changed) == expected
        except LexiconError:  # a node happens to be where this is an arc of it
            continue
        assert list(formats.read(dawg.to_bytes(changed), "x").words) == codes(words, ENGLISH)
        return
    raise AssertionError("no free unit")


def test_a_gaddag_is_not_looked_at():
    data = bytearray(writers.kwg([("Q", "I")], A_TO_Z))
    data[4:8] = struct.pack("<I", 4)
    data += struct.pack("<3I", 9 << 24 | 5, 0 << 24 | 1 << 22 | 6, 17 << 24 | 3 << 22)
    assert list(formats.read(bytes(data), "NWL23").words) == [bytes([17, 9])]


def test_the_language_of_a_kwg():
    data = writers.kwg([("Q", "I")], A_TO_Z)
    assert formats.read(data, "CSW24").alphabet.name == "english"
    assert formats.read(data, "FRA24").alphabet.name == "french"
    assert formats.read(data, "FRA24", "german").alphabet.name == "german"
    assert "it does not state its language; add --language, one of catalan, danish, dutch" in refused(
        data, "mine"
    )
    assert "unknown language 'klingon'" in refused(data, "NWL23", "klingon")
    polish = writers.kwg(some_words(Alphabet.load("polish")), Alphabet.load("polish").letters)
    said = refused(polish, "NWL23")
    assert "tile 32 in a word, the english set has 26; languages with that many: norwegian, polish" in said


def test_the_letter_of_quackles_node_0_says_nothing():
    bitten = QUACKLE[: HEAD + 3] + b"\x3f" + QUACKLE[HEAD + 4 :]
    assert (formats.read(bitten, "x", "english").words == formats.read(QUACKLE, "x", "english").words).all()


def test_the_language_of_quackles_dawg():
    words = [("A", "B")]
    assert formats.read(writers.quackle(words, A_TO_Z), "mine").alphabet.name == "english"
    assert formats.read(writers.quackle(words, A_TO_Z), "DSW21").alphabet.name == "dutch"
    assert formats.read(writers.quackle(words, A_TO_Z), "mine", "french").alphabet.name == "french"
    some = formats.read(writers.quackle(words, "AB"), "mine")
    assert (some.alphabet.name, list(some.words)) == ("english", [b"\1\2"])
    greek = writers.quackle([("Α", "Β")], "ΑΒΓ")
    assert "those of no known language: Α Β Γ" in refused(greek, "mine")


def test_words_of_letters_that_the_alphabet_lacks():
    words = [("A", "B"), ("A", "Ñ"), ("B", "A")]
    found = formats.read(writers.quackle(words, [*A_TO_Z, "Ñ"]), "mine", "english")
    assert list(found.words) == [b"\1\2", b"\2\1"]
    assert found.refusal == "1 of 3 words are not spelt by the english tiles, such as AÑ"


WORDS = some_words(ENGLISH, 200)
KWG, QUACKLE = writers.kwg(WORDS, A_TO_Z), writers.quackle(WORDS, A_TO_Z)
HEAD = 21 + 2 * 26  # of Quackle's


def with_node(data: bytes, at: int, node: int) -> bytes:
    return data[: 4 * at] + struct.pack("<I", node) + data[4 * at + 4 :]


DAMAGED = {
    "kwg, cyclic": (with_node(KWG, 2, 1 << 24 | 2), "the graph is cyclic or holds words of more than 64"),
    "kwg, out of range": (with_node(KWG, 2, 1 << 24 | 0x3FFFFF), "an arc leads to 4,194,303, expected 1 to"),
    "kwg, dead end": (with_node(KWG, 2, 1 << 24), "leads nowhere, and no word ends with it"),
    "kwg, no tile": (with_node(KWG, 2, 1 << 23), "the arc at 2 has no tile"),
    "kwg, a tile twice": (
        struct.pack("<5I", 2, 0, 1 << 24 | 1 << 23, 1 << 24 | 3 << 22, 0),
        "it holds a word twice",
    ),
    "kwg, part of a node": (KWG + b"\1", "expected whole nodes of 4"),
    "kwg, no last sibling": (
        struct.pack("<4I", 2, 0, 1 << 24 | 1 << 23, 2 << 24 | 1 << 23),
        "ends within the arcs of a node",
    ),
    "kwg, no words": (struct.pack("<4I", 0, 0, 1 << 24 | 3 << 22, 2 << 24), "an arc leads to 0, expected 1"),
    "kwg, cut": (KWG[:2000], "damaged"),
    "Quackle, more words": (QUACKLE[:17] + b"\0\1\0" + QUACKLE[20:], "words and says that it holds 256"),
    "Quackle, fewer words": (QUACKLE[:17] + b"\0\0\1" + QUACKLE[20:], "words and says that it holds 1"),
    "Quackle, version 0": (QUACKLE[HEAD:], "version 0, expected 1"),
    "Quackle, version 2": (b"\2" + QUACKLE[1:], "version 2, expected 1"),
    "Quackle, cut": (QUACKLE[:-3], "bytes of nodes, expected a multiple of 7"),
    "Quackle, cut by nodes": (QUACKLE[:-70], "damaged"),
    "Quackle, no nodes": (QUACKLE[:HEAD], "0 bytes of nodes"),
    "Quackle, no UTF-8": (QUACKLE[:21] + b"\xff" + QUACKLE[22:], "neither a list of words nor a lexicon"),
    "Quackle, letter": (QUACKLE[: HEAD + 10] + b"\x3f" + QUACKLE[HEAD + 11 :], "letter 63 in a node"),
    "Quackle, cyclic": (QUACKLE[: HEAD + 7] + b"\0\0\1" + QUACKLE[HEAD + 10 :], "the graph is cyclic"),
    "gaddag": (b"\1" + bytes(16) + bytes(400), "probably Quackle's .gaddag"),
    "klv": (struct.pack("<5I", 2, 1, 0, 1, 7), "values of leaves (.klv), expected words"),
    "dawgdic": (bytes([0, 1, 0, 0]) + bytes(1024), "dawgdic: it holds no words"),
    "dawgdic, cut": (bytes([0, 1, 0, 0]) + bytes(100), "as dawgdic: 104 bytes, expected 1,028"),
    "nothing": (b"", "0 bytes, expected a count of units"),
    "zip": (b"PK\3\4" + bytes(99), "a zip archive: unpack it first"),
    "gzip": (b"\x1f\x8b\x08" + bytes(99), "a gzip archive"),
    "PDF": (b"%PDF-1.7\n%", "a PDF document"),
    "page": (b"<!DOCTYPE html>\n<html>", "a web page"),
    "hunspell": (b"3\nab/AB\ncd/X\nef\n", "a hunspell dictionary: its words are roots with flags"),
    "affixes": (b"SET UTF-8\nSFX A Y 1\nSFX A 0 s .\nSFX B 0 s .\n", "the rules of a hunspell dictionary"),
    "comments": (b"# nothing\n\n", "a text without a word"),
    "UTF-16, cut": (b"\xff\xfea\0b", "as text it is utf-16, but byte"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_one_line_says_what_a_file_is(name):
    data, message = DAMAGED[name]
    assert message in refused(data)


def test_a_graph_of_too_many_words_costs_nothing():
    # every node has 26 arcs to the next one: 26^15 words in 400 nodes
    nodes = [2, 0]
    for depth in range(15):
        below = 0 if depth == 14 else 2 + 26 * (depth + 1)
        nodes += [tile << 24 | 1 << 23 | (tile == 26) << 22 | below for tile in range(1, 27)]
    assert "damaged, or more than 10,000,000 words" in refused(struct.pack(f"<{len(nodes)}I", *nodes))


def test_the_kinds():
    assert formats.detect_format(KWG) == ".kwg" and formats.detect_format(QUACKLE) == "Quackle .dawg"
    assert formats.detect_format(b"aa\nab\n") == "text" and formats.detect_format(bytes(range(256))) is None
    assert quackle.version_of(KWG) is None and kwg.format_of(QUACKLE) is None


def test_a_text_says_what_it_was_and_what_was_left_out():
    found = formats.read("aa\nab\nz\n".encode("utf-16"), "mine")
    assert found.kind == "text, utf-16" and list(found.words) == [b"\1\1", b"\1\2"]
    assert found.found.short.count == 1 and found.found.read == 3


def test_another_language_is_named():
    german = "".join(f"{word}\n" for word in ("äpfel", "öl", "übel", "esel", "jux", "quyv", "wzhk"))
    said = formats.read(german.encode(), "mine").refusal
    assert "3 of 7 words are not spelt by the english tiles, such as line 1: 'äpfel'" in said
    assert "they look german" in said and "--language german" in said
    polish = "ąę\nćłó\nńśź\nżaba\n" * 3
    assert "look polish" in formats.read(polish.encode("iso-8859-2"), "mine").refusal


def test_words_of_21_tiles_are_for_the_board_of_21_squares():
    data = b"aa\n" + b"z" * 21 + b"\n"
    assert len(formats.read(data, "mine").words) == 1
    assert len(formats.read(data, "mine", "english_super").words) == 2


def test_arrays_of_words():
    found = sibling_graph.array_of([b"\2", b"\1\2", b"\1", b"\2"])
    assert list(found) == [b"\1", b"\1\2", b"\2"] and list(sibling_graph.lengths_of(found)) == [1, 2, 1]
    text, starts = sibling_graph.joined(found)
    assert bytes(text) == b"\1\1\2\2" and list(starts) == [0, 1, 3, 4]
    assert "".join(sibling_graph.lower_text(found, ENGLISH)) == "a\nab\nb\n"


def big(data: bytes) -> bytes:
    """The same graph as a .kbwg: the tile in the lowest bits, then two flags, then the arc."""
    nodes = struct.unpack(f"<{len(data) // 4}I", data)
    moved = [
        (node & 0x3FFFFF) << 8 | (node >> 23 & 1) << 7 | (node >> 22 & 1) << 6 | node >> 24 for node in nodes
    ]
    return struct.pack(f"<{len(moved)}I", *moved)


@pytest.mark.parametrize(("language", "count"), [("english", 3), ("polish", 800), ("english", 9_000)])
def test_a_kbwg_has_the_words_that_were_written(language, count):
    """The last one has arcs of more than 16 bits."""
    alphabet = Alphabet.load(language)
    words = some_words(alphabet, count)
    found = formats.read(big(writers.kwg(words, alphabet.letters, joins=False)), "x", language)
    assert (found.kind, list(found.words)) == (".kbwg", codes(words, alphabet))


def test_a_graph_of_words_alone_may_lack_the_second_root():
    for convert in (bytes, big):
        with_both = writers.kwg([("Q", "I"), ("Z", "A")], A_TO_Z)
        nodes = struct.unpack(f"<{len(with_both) // 4}I", with_both)
        alone = [node - 1 if node & 0x3FFFFF else node for node in (nodes[0], *nodes[2:])]
        found = formats.read(convert(struct.pack(f"<{len(alone)}I", *alone)), "NWL23")
        assert list(found.words) == [bytes([17, 9]), bytes([26, 1])]
