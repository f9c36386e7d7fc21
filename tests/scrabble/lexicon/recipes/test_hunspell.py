"""Expanding hunspell dictionaries."""

from __future__ import annotations

import pytest

from scrabble.lexicon import LexiconError
from scrabble.lexicon.recipes import hunspell


def forms(aff: str, dic: str) -> set[str]:
    lines = dic.split()
    return hunspell.expand(f"SET UTF-8\n{aff}".encode(), "\n".join([str(len(lines)), *lines]).encode())


VERBS = """
SFX A Y 2
SFX A ar o ar
SFX A ar ando [^e]ar
PFX P Y 1
PFX P 0 re .
SFX N N 1
SFX N 0 s .
"""


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("cantar", "cantar"),
        ("cantar/A", "cantar canto cantando"),
        ("pear/A", "pear peo"),
        ("cantar/AP", "cantar canto cantando recantar recanto recantando"),
        ("mar/NP", "mar mars remar"),
    ],
)
def test_affixes(entry: str, expected: str) -> None:
    assert forms(VERBS, entry) == set(expected.split())


def test_a_suffix_after_a_suffix() -> None:
    aff = "SFX A Y 1\nSFX A r ción/S ar\nSFX S Y 1\nSFX S ón ones ción\nPFX P Y 1\nPFX P 0 re ."
    assert forms(aff, "crear/A") == {"crear", "creación", "creaciones"}
    assert {"recreación", "recreaciones"} < forms(aff, "crear/AP")


def test_what_a_prefix_allows() -> None:
    aff = "FLAG long\nNEEDAFFIX ()\nPFX Um Y 2\nPFX Um 0 0/S. .\nPFX Um 0 kilo/S.() .\nSFX S. Y 2\n"
    aff += "SFX S. 0 0 [^s]\nSFX S. 0 s [^s]"
    assert forms(aff, "watt/Um()") == {"watt", "watts", "kilowatt", "kilowatts"}


def test_needed_and_forbidden() -> None:
    aff = f"NEEDAFFIX X\nFORBIDDENWORD !\nONLYINCOMPOUND C\n{VERBS}"
    assert forms(aff, "cantar/AX canto/! mar/C") == {"cantando"}


def test_around_a_word() -> None:
    aff = "CIRCUMFIX X\nSFX A Y 1\nSFX A 0 t/PX .\nPFX P Y 1\nPFX P 0 ge/X ."
    assert forms(aff, "spiel/A") == {"spiel", "gespielt"}


def test_a_whole_word_is_not_stripped_unless_it_may() -> None:
    aff = "SFX A Y 1\nSFX A errar yerro errar"
    assert forms(aff, "errar/A aberrar/A") == {"errar", "aberrar", "abyerro"}
    assert "yerro" in forms(f"FULLSTRIP\n{aff}", "errar/A")


def test_flags_by_number() -> None:
    assert forms("FLAG num\nSFX 12 Y 1\nSFX 12 0 s .\nSFX 1 Y 1\nSFX 1 0 t .", "mar/12") == {"mar", "mars"}


def test_conditions_are_no_regular_expressions() -> None:
    assert forms("SFX A Y 1\nSFX A 0 s a+", "a/A a+/A") == {"a", "a+", "a+s"}


def test_encodings() -> None:
    aff = "SET ISO8859-2\nSFX A Y 1\nSFX A 0 a .".encode("iso8859-2")
    assert hunspell.expand(aff, "1\nčop/A\n".encode("iso8859-2")) == {"čop", "čopa"}
    assert hunspell.encoding(b"TRY abc") == "ISO8859-1"
    assert hunspell.encoding(b"SET microsoft-cp1251\n") == "cp1251"


@pytest.mark.parametrize(
    ("aff", "dic"),
    [(b"SET UTF-8", b"no number\n"), (b"SET UTF-8", b"1\n\xff\n"), (b"SET klingon", b"1\na\n")],
)
def test_no_dictionary(aff: bytes, dic: bytes) -> None:
    with pytest.raises(LexiconError, match="not a hunspell dictionary"):
        hunspell.expand(aff, dic)
