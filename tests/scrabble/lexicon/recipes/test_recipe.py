"""Making lexicons by their recipes."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
from pathlib import Path

import pytest

from scrabble import files as datafiles
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, build, conversion
from scrabble.lexicon.recipes import package, recipe
from scrabble.lexicon.recipes.recipe import Recipe
from tests.scrabble.lexicon.debs import write_deb

MADE = ("catalan", "danish", "norwegian", "slovene", "swedish")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without packages, and a user's folder of the test's own."""
    monkeypatch.setattr(datafiles, "user_dir", lambda kind: tmp_path / "home" / kind)
    monkeypatch.setattr(package, "installed", lambda paths: None)
    return tmp_path / "home" / "lexicons"


def words(made_by: Recipe, text: str) -> list[str]:
    """Return the words that a recipe makes of a source."""
    data = text.encode(made_by.encoding)
    if made_by.form == "columns":
        data = gzip.compress(data)
    free = dataclasses.replace(made_by, sha256=(), two=(), also=())
    return [Alphabet.load(free.alphabet).decode(word) for word in recipe.words(free, [data]).words]


def test_every_recipe() -> None:
    names = recipe.names(bundled=True) + recipe.names(bundled=False)
    assert recipe.names(bundled=False) == [f"free-{language}" for language in MADE]
    for name in names:
        made_by = recipe.load(name)
        assert made_by.name == name and Alphabet.of_lexicon(name) is Alphabet.load(made_by.alphabet)
        assert made_by.form in ("lines", "columns", "hunspell")
        assert len(made_by.sha256) in (0, len(made_by.files))
        assert bool(made_by.version) == made_by.is_bundled == bool(made_by.two)


def test_entries_that_are_no_words() -> None:
    dutch = recipe.load("free-dutch")
    assert words(dutch, "Aagje\nauto's\nreeën\nkm\nkilo\nbak-\nABN\nx2o\n kilo\n") == ["KILO", "REEEN"]


def test_foldings() -> None:
    assert words(recipe.load("free-german"), "STRASSE straße Straße\nAEPFEL äpfel\nABC\n") == [
        "ABC",
        "ÄPFEL",
        "STRASSE",
    ]
    assert words(recipe.load("free-portuguese"), "coração\nàs\nwhisky\n") == ["AS", "CORAÇAO"]
    assert words(recipe.load("free-polish"), "źdźbło\nquiz\n") == ["ŹDŹBŁO"]
    assert words(recipe.load("free-catalan"), "col·legi\ncoŀlegi\nquinze\nany\n") == [
        "ANY",
        "COL·LEGI",
        "QUINZE",
    ]
    assert words(recipe.load("free-norwegian"), "ærlig\nøl\ncafé\nÅse\n") == ["CAFE", "ÆRLIG", "ØL"]
    assert words(recipe.load("free-swedish"), "ål\nkör\nidé\n") == ["IDE", "KÖR", "ÅL"]


def test_short_words_are_chosen() -> None:
    made_by = dataclasses.replace(
        recipe.load("free-dutch"), sha256=(), two=("ja", "zo"), also=("pst",), not_words=("apk",)
    )
    found = recipe.words(made_by, [b"ja\ncd\nnee\napk\nkst\nhttp\n"])
    assert [Alphabet.load("dutch").decode(word) for word in found.words] == ["JA", "NEE", "PST", "ZO"]
    wrong = dataclasses.replace(made_by, also=("5",))
    with pytest.raises(LexiconError, match="'5' is not spelt by the dutch tiles"):
        recipe.words(wrong, [b"ja\n"])


def test_a_source_that_cannot_be_read() -> None:
    german = dataclasses.replace(recipe.load("free-german"), sha256=())
    with pytest.raises(LexiconError, match=r"tanglet-data, /usr/share/tanglet/.*[Nn]ot a gzipped file"):
        recipe.words(german, [b"AAL aal"])
    dutch = dataclasses.replace(recipe.load("free-dutch"), sha256=())
    with pytest.raises(LexiconError, match=r"wdutch, /usr/share/dict/dutch: .*decode"):
        recipe.words(dutch, [b"\xff"])


def test_another_source_than_the_recipe_is_for(tmp_path: Path) -> None:
    deb = write_deb(tmp_path / "wdutch_9.deb", {"/usr/share/dict/dutch": b"ja\n"})
    with pytest.raises(LexiconError, match=r"dutch: sha256 .*, expected .*, that of version 1:2.20.19-2"):
        recipe.rebuild("free-dutch", tmp_path / "out", deb)
    assert not (tmp_path / "out").exists()


def test_another_result_than_the_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = b"ja\nnee\n"
    sha256 = hashlib.sha256(other).hexdigest()
    changed = dataclasses.replace(recipe.load("free-dutch"), sha256=(sha256,))
    monkeypatch.setattr(recipe, "load", lambda name: changed)
    deb = write_deb(tmp_path / "wdutch_9.deb", {"/usr/share/dict/dutch": other})
    with pytest.raises(LexiconError, match=r"free-dutch.dawg: the recipe gives another file"):
        recipe.rebuild("free-dutch", tmp_path / "out", deb)
    assert not (tmp_path / "out").exists()


def test_a_rebuilt_lexicon_is_written_where_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundled = tmp_path / "bundled"
    other = b"ja\nnee\n"
    changed = dataclasses.replace(recipe.load("free-dutch"), sha256=(hashlib.sha256(other).hexdigest(),))
    lexicon = build.from_words(
        recipe.words(changed, [other]).words,
        "free-dutch",
        Alphabet.load("dutch"),
        recipe.provenance(changed, [other]),
    )
    for suffix, data in conversion.files_of(lexicon.units, lexicon.provenance).items():
        datafiles.atomic_write(bundled / f"free-dutch{suffix}", data)
    monkeypatch.setattr(recipe, "load", lambda name: changed)
    monkeypatch.setattr(datafiles, "bundled", lambda kind: bundled)
    monkeypatch.setattr(package, "download", lambda name, version, paths: [other])
    assert recipe.rebuild("free-dutch").path is None
    report = recipe.rebuild("free-dutch", tmp_path / "out")
    assert report.path == tmp_path / "out" / "free-dutch.dawg" and not report.replaced
    assert report.path.read_bytes() == (bundled / "free-dutch.dawg").read_bytes()
    assert recipe.rebuild("free-dutch", tmp_path / "out").replaced
    with pytest.raises(LexiconError, match=r"free-dutch\.dawg: "):
        recipe.rebuild("free-dutch", tmp_path / "out" / "free-dutch.dawg")


def test_names_without_a_recipe() -> None:
    with pytest.raises(LexiconError, match="no recipe for 'NWL23'; there are: ENABLE, free-catalan"):
        recipe.rebuild("NWL23")
    with pytest.raises(LexiconError, match="endgame lexicon make danish"):
        recipe.rebuild("free-danish")
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
@pytest.mark.parametrize("name", recipe.names(bundled=True))
def test_the_recipe_gives_the_bundled_lexicon(name: str) -> None:
    assert recipe.rebuild(name).lexicon.words == Lexicon(name).words


@pytest.mark.network
@pytest.mark.parametrize("language", MADE)
def test_the_lists_that_are_made(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made_by = recipe.of_language(language)
    files = package.download(made_by.package, made_by.version, made_by.files)
    monkeypatch.setattr(package, "installed", lambda paths: files)
    assert recipe.make(language).lexicon.words > 100_000
