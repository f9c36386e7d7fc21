"""Bundled lexicons: each agrees with its .toml and its recipe, and has its licence."""

from __future__ import annotations

import hashlib
import tomllib
from typing import Any

import pytest

from scrabble import files
from scrabble.game.tiles import BLANK, Alphabet
from scrabble.lexicon import Lexicon, available, dawg, word_list
from scrabble.lexicon.recipes import recipe
from tests.tools.enable import canonical_text
from tests.tools.rebuild_lexicon import names, provenance, recipe_of

FOLDER = files.bundled("lexicons")
FREE = ("dutch", "french", "german", "polish", "portuguese", "spanish")
WORDS = {
    "enable": 168_551,
    "free-dutch": 299_457,
    "free-french": 405_906,
    "free-german": 590_733,
    "free-polish": 3_276_146,
    "free-portuguese": 372_714,
    "free-spanish": 603_541,
}
MOST_BYTES = 6_100_000  # of all of them; the wheel must stay small

GOOD = {
    "dutch": "fiets ijs reeën quiz",
    "french": "été cœur mangerions whiskys attoampère",
    "german": "straße äpfel quälten xi",
    "polish": "źdźbło łódź chrząszczom ości",
    "portuguese": "coração falávamos ações",
    "spanish": "chorizo llamar perro ñandú cantábamos churro",
}
BAD = {
    "dutch": "km cd kwh amsterdam",
    "french": "km qu ftp lyon",
    "german": "km pkw berlin",
    "polish": "km np gdynia",
    "portuguese": "km xxiii lisboa",
    "spanish": "km sr madrid",
}


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def test_these_come_along() -> None:
    bundled = [each for each in available() if each.origin == "bundled"]
    assert {each.path.stem: each.words for each in bundled} == WORDS
    assert {f"free-{language}" for language in FREE} == set(names())
    assert sum(each.path.stat().st_size for each in bundled) < MOST_BYTES


@pytest.mark.parametrize("name", WORDS)
def test_the_graph_is_that_of_the_toml(name: str) -> None:
    """`Lexicon` relies on this: it does not walk a bundled graph."""
    found = toml(name)
    data = (FOLDER / f"{name}.dawg").read_bytes()
    lexicon = Lexicon(name)
    survey = dawg.validate(lexicon.units)
    assert (hashlib.sha256(data).hexdigest(), len(data)) == (found["sha256"], found["bytes"])
    assert survey.words == found["words"] == lexicon.words == WORDS[name]
    assert survey.largest_label <= lexicon.alphabet.size
    lengths = [length for length, words in enumerate(survey.words_by_length) if words]
    assert (lengths[0], lengths[-1]) == (found["shortest"], found["longest"]) == (2, 15)


def check_text(name: str) -> None:
    lexicon = Lexicon(name)
    text = canonical_text(lexicon)
    assert hashlib.sha256(text.encode()).hexdigest() == toml(name)["text_sha256"]


def test_the_text_is_that_of_the_toml() -> None:
    check_text("free-portuguese")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(WORDS) - {"free-portuguese"}))
def test_every_text_is_that_of_its_toml(name: str) -> None:
    check_text(name)


@pytest.mark.parametrize("language", FREE)
def test_the_provenance_is_that_of_the_recipe(language: str) -> None:
    found, made_by = toml(f"free-{language}"), recipe_of(f"FREE-{language}")
    assert (made_by.alphabet, made_by.name) == (language, f"free-{language}")
    expected = provenance(made_by, [])
    expected["source"]["sha256"] = list(made_by.sha256)
    assert {key: found[key] for key in expected} == expected
    assert recipe.NOTE in found["notes"]
    assert found["tiles"] == " ".join(Alphabet.load(language).letters)


@pytest.mark.parametrize("name", WORDS)
def test_the_licence_comes_along(name: str) -> None:
    found = toml(name)
    licence = (FOLDER / found["licence_file"]).read_text("utf-8")
    assert found["licence"] and found["credit"] and len(licence) > 1000
    if name != "enable":
        first = licence.split("-" * 100)[0]
        assert f"{name}.dawg" in first and found["source"]["package"] in first


@pytest.mark.parametrize("language", FREE)
def test_the_name_tells_the_tiles(language: str) -> None:
    assert Alphabet.of_lexicon(f"free-{language}") is Alphabet.load(language)


@pytest.mark.parametrize("language", FREE)
def test_short_words_are_ours(language: str) -> None:
    made_by, lexicon = recipe_of(f"free-{language}"), Lexicon(f"free-{language}")
    size = lexicon.alphabet.size
    pairs = [bytes([one, two]) for one in range(1, size + 1) for two in range(1, size + 1)]
    spell = word_list.speller(lexicon.alphabet)
    ours = {spell(word) for word in (*made_by.two, *made_by.also)}
    assert {pair for pair in pairs if pair in lexicon} == {word for word in ours if word and len(word) == 2}
    assert all(word in lexicon for word in made_by.also)
    assert not any(word in lexicon for word in made_by.not_words)


@pytest.mark.parametrize("language", FREE)
def test_words_of_the_language(language: str) -> None:
    lexicon = Lexicon(f"free-{language}")
    folded = {"ß": "ss", "œ": "oe"}
    plain = {"ë": "e", "é": "e", "è": "e", "á": "a", "õ": "o", "ã": "a", "ú": "u"}
    for word in GOOD[language].split():
        letters = (folded.get(letter, letter) for letter in word)
        has_tile = set("".join(lexicon.alphabet.lower))
        text = "".join(letter if set(letter) <= has_tile else plain[letter] for letter in letters)
        assert text in lexicon, text
    for word in BAD[language].split():
        assert word not in lexicon, word


def test_digraphs_and_blanks() -> None:
    lexicon = Lexicon("free-spanish")
    churro = lexicon.alphabet.encode("[CH]U[RR]O")
    assert len(churro) == 4 and churro in lexicon
    assert bytes([churro[0] | BLANK, *churro[1:]]) in lexicon
    assert lexicon.alphabet.encode("CHURRO") not in lexicon
