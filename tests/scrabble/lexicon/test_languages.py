"""Detecting the language of a word list whose name does not give it."""

from __future__ import annotations

import random
from itertools import cycle

import pytest

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, formats, sibling_graph, word_list
from tests.scrabble.selfplay.test_languages import LANGUAGES, name_of


def some_of(language: str, count: int) -> list[str]:
    """Words of a bundled lexicon as a list has them: CHURRO, without brackets."""
    lexicon = Lexicon(name_of(language))
    words = sibling_graph.words(sibling_graph.of_units(lexicon.units))
    chosen = random.Random(7).sample(range(len(words)), count)
    return [lexicon.alphabet.decode(bytes(words[at])).translate({91: None, 93: None}) for at in chosen]


def made_up(letters: str, count: int = 500) -> list[str]:
    chosen = random.Random(8)
    return ["".join(chosen.choices(letters, k=chosen.randint(4, 9))) for _ in range(count)]


@pytest.mark.parametrize(
    ("language", "encoding"),
    [*zip(sorted(set(LANGUAGES) - {"polish"}), cycle(("utf-8", "utf-16", "cp1252")), strict=False)],
)
def test_words_tell_the_language(language: str, encoding: str) -> None:
    """A third of the words are unknown, as in a list of another author."""
    words = [*some_of(language, 200), *made_up("AEIORSTN", 100)]
    assert formats.read("\r\n".join(words).encode(encoding), "mine").alphabet.name == language


@pytest.mark.parametrize(
    ("name", "language"),
    [("ODS9", "french"), ("fise-2", "spanish"), ("SWL2023", "dutch"), ("SOWPODS", "english")],
)
def test_the_name_tells_it_first(name: str, language: str) -> None:
    assert formats.read("\n".join(some_of("english", 300)).encode(), name).alphabet.name == language


def test_letters_tell_the_language() -> None:
    swedish = "".join(letter for letter in Alphabet.load("swedish").letters if letter not in "QWÜÆ")
    assert formats.read("\n".join(made_up(swedish)).encode(), "mine").alphabet.name == "swedish"


def list_of(words: list[str]) -> bytes:
    return "\n".join(words).encode()


def test_where_nothing_tells_the_language_is_asked_for() -> None:
    danish_or_norwegian = [
        *made_up("".join(Alphabet.load("danish").letters)),
        "WA",
    ]  # W has a tile in one of them
    with pytest.raises(LexiconError, match="its letters fit norwegian or danish: choose with --language"):
        formats.read(list_of(danish_or_norwegian), "mine")
    with pytest.raises(LexiconError, match="its language cannot be detected from its name, words or letters"):
        formats.read(list_of(made_up("AEIORSTN")), "mine")
    assert formats.read(list_of(made_up("AEIORSTN")), "mine", "dutch").alphabet.name == "dutch"


def test_a_short_list_is_english() -> None:
    assert (
        formats.read("\n".join(some_of("french", formats.LEAST - 1)).encode(), "mine").alphabet.name
        == "english"
    )


def test_foreign_words_are_refused_in_the_given_language() -> None:
    accented = [*some_of("french", 300), *["été"] * 5]
    refusal = formats.read("\n".join(accented).encode(), "mine").refusal
    assert refusal.startswith("5 of 305 words are not spelt by the french tiles, such as line 301: 'été'")
    assert word_list.speller(Alphabet.load("french"))("été") is None
