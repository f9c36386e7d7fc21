"""Making lexicons by their recipes."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrabble import files as datafiles
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError
from scrabble.lexicon.recipes import package, recipe
from tests.scrabble.lexicon.debs import write_deb
from tests.tools.rebuild_lexicon import downloaded

MADE = ("catalan", "danish", "norwegian", "slovene", "swedish")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without packages, and a user's folder of the test's own."""
    monkeypatch.setattr(datafiles, "user_dir", lambda kind: tmp_path / "home" / kind)
    monkeypatch.setattr(package, "installed", lambda paths: None)
    return tmp_path / "home" / "lexicons"


def words(language: str, text: str) -> list[str]:
    """The words that a recipe makes of a source."""
    made_by = recipe.of_language(language)
    found = recipe.words(made_by, [text.encode(made_by.encoding)])
    return [Alphabet.load(language).decode(word) for word in found.words]


def test_every_recipe() -> None:
    assert recipe.languages() == list(MADE)
    for language in MADE:
        made_by = recipe.of_language(language)
        assert made_by.name == f"free-{language}" and made_by.alphabet == language
        assert Alphabet.of_lexicon(made_by.name) is Alphabet.load(language)
        assert made_by.form in ("lines", "hunspell")
        assert not (made_by.sha256 or made_by.version or made_by.two)


def test_entries_that_are_no_words() -> None:
    assert words("danish", "Aage\nauto's\nåen\nkm\nkilo\nbak-\nABN\nx2o\n kilo\n") == ["KILO", "ÅEN"]


def test_foldings() -> None:
    assert words("norwegian", "ærlig\nøl\ncafé\nÅse\n") == ["CAFE", "ÆRLIG", "ØL"]
    assert words("swedish", "ål\nkör\nidé\n") == ["IDE", "KÖR", "ÅL"]


def test_a_source_that_cannot_be_read() -> None:
    with pytest.raises(LexiconError, match=r"wdanish, /usr/share/dict/danish: .*decode"):
        recipe.words(recipe.of_language("danish"), [b"\xff"])


def test_languages_without_a_recipe() -> None:
    with pytest.raises(LexiconError, match="'klingon', expected one of catalan, danish, norwegian, slovene"):
        recipe.make("klingon")
    with pytest.raises(LexiconError, match=r"comes with the program.*--lexicon free-french"):
        recipe.make("French")


def test_made_on_the_users_machine(tmp_path: Path, home: Path) -> None:
    deb = write_deb(tmp_path / "wdanish.deb", {"/usr/share/dict/danish": "abe\nåen\nøl\nkm\nBo\n".encode()})
    report = recipe.make("Danish", deb=deb)
    assert report.path == home / "free-danish.dawg"
    lexicon = Lexicon("FREE-DANISH")
    assert list(lexicon) == ["ABE", "ØL", "ÅEN"] and lexicon.alphabet.name == "danish"
    assert lexicon.provenance["licence"] == "GPL-2+" and "licence_file" not in lexicon.provenance
    assert lexicon.provenance["source"]["package"] == "wdanish"


def test_made_of_what_is_installed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aff = "SET ISO8859-2\nSFX A Y 1\nSFX A 0 a .".encode("iso8859-2")
    monkeypatch.setattr(package, "installed", lambda paths: [aff, "2\nvrt/A\nčaj\n".encode("iso8859-2")])
    assert list(recipe.make("slovene").lexicon) == ["ČAJ", "VRT", "VRTA"]


@pytest.mark.parametrize("language", MADE)
def test_the_package_to_install(language: str) -> None:
    with pytest.raises(LexiconError) as caught:
        recipe.make(language)
    assert f"sudo apt-get install {recipe.of_language(language).package}," in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.network
@pytest.mark.parametrize("language", MADE)
def test_the_lists_that_are_made(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made_by = recipe.of_language(language)
    files = downloaded(made_by)
    monkeypatch.setattr(package, "installed", lambda paths: files)
    assert recipe.make(language).lexicon.words > 100_000
