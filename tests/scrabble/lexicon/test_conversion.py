"""Files of other programs: imported by name, converted once, written again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scrabble import files
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, available, build
from scrabble.lexicon.dawg import converted
from tests.tools import lexicon_writers as writers

A_TO_Z = Alphabet.load("english").letters
WORDS = [("A", "A"), ("A", "B"), ("Q", "I")]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of the test's own."""
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    monkeypatch.setattr(files, "cache_dir", lambda kind: tmp_path / "cache" / kind)
    return tmp_path / "home" / "lexicons"


@pytest.fixture
def kwg(tmp_path: Path) -> Path:
    path = tmp_path / "CSW24.kwg"
    path.write_bytes(writers.kwg(WORDS, A_TO_Z))
    return path


def test_what_is_imported_is_found_by_its_name(kwg: Path, home: Path) -> None:
    report = build.import_lexicon(kwg)
    assert report.path == home / "csw24.dawg" and "3 words read (.kwg)" in str(report)
    found = Lexicon("csw24")
    assert (found.name, list(found), found.alphabet.name) == ("CSW24", ["AA", "AB", "QI"], "english")
    assert found.provenance["source"]["file"] == "CSW24.kwg"
    assert next((entry.name, entry.language) for entry in available()) == ("CSW24", "english")


def test_a_file_is_a_lexicon_at_once_and_converted_once(kwg: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(Lexicon(kwg)) == list(Lexicon(str(kwg))) == ["AA", "AB", "QI"]
    assert Lexicon(kwg).info()["origin"] == "converted"
    with monkeypatch.context() as patch:
        patch.setattr("scrabble.lexicon.conversion.make", None)
        assert Lexicon(kwg).name == "CSW24"
    kwg.write_bytes(writers.kwg(WORDS[:2], A_TO_Z))
    assert len(Lexicon(kwg)) == 2  # other bytes, another conversion
    assert len(list(converted().glob("csw24-*.dawg"))) == 2


def test_bytes_count_and_not_the_name(tmp_path: Path) -> None:
    path = tmp_path / "words.dawg"
    path.write_bytes("aa\r\nqi\r\n".encode("utf-16"))
    assert list(Lexicon(path)) == ["AA", "QI"]
    path.write_bytes(writers.quackle(WORDS, A_TO_Z))
    assert list(Lexicon(path)) == ["AA", "AB", "QI"]


def test_names_of_files_without_a_folder(kwg: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kwg.parent)
    assert Lexicon("CSW24.kwg").words == 3
    with pytest.raises(LexiconError, match=r"none.kwg: No such file"):
        Lexicon("none.kwg")


def test_a_language_where_nothing_tells(tmp_path: Path) -> None:
    path = tmp_path / "mine (2).kwg"
    path.write_bytes(writers.kwg(WORDS, A_TO_Z))
    with pytest.raises(
        LexiconError, match=r"mine \(2\).kwg: a lexicon in the format .kwg: it does not state"
    ):
        Lexicon(path)
    assert Lexicon(path, "french").alphabet.name == "french"
    assert build.import_lexicon(path, language="dutch").lexicon.name == "mine-2"


def test_our_own_file_is_imported_in_its_language(tmp_path: Path) -> None:
    words = tmp_path / "de.txt"
    words.write_text("äs\nös\n", "utf-8")
    report = build.import_lexicon(words, "de", "german", folder=tmp_path)
    assert report.path is not None
    assert build.import_lexicon(report.path, "again").lexicon.alphabet.name == "german"


def test_a_list_in_other_tiles_is_taken_by_force_only(tmp_path: Path, home: Path) -> None:
    words = tmp_path / "wörter.txt"
    words.write_text("äs\nös\nab\n", "utf-8")
    with pytest.raises(LexiconError, match=r"2 of 3 words are not spelt by the english tiles.*--force"):
        build.import_lexicon(words)
    assert not home.exists()
    report = build.import_lexicon(words, force=True)
    assert list(report.lexicon) == ["AB"] and "not spelt by the english tiles: 2" in str(report)
    words.write_text("äs\nös\n", "utf-8")
    with pytest.raises(LexiconError, match="no word that the english tiles can spell"):
        build.import_lexicon(words, force=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "a/b"}, "cannot be the name"),
        ({"name": "ENABLE"}, "comes with the program"),
        ({"language": "klingon"}, "unknown language 'klingon'"),
        ({"path": "/nowhere/x.kwg"}, "No such file"),
        ({"path": "/"}, "expected a file"),
    ],
)
def test_what_cannot_be_imported_writes_nothing(
    kwg: Path, home: Path, options: dict[str, str], message: str
) -> None:
    with pytest.raises(LexiconError, match=message):
        build.import_lexicon(**({"path": kwg} | options))
    assert not home.exists()


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.kwg"
    with path.open("wb") as file:
        os.truncate(file.fileno(), 1 << 29)
    with pytest.raises(LexiconError, match="536,870,912 bytes, expected at most"):
        Lexicon(path)


def test_removing(kwg: Path, home: Path) -> None:
    build.import_lexicon(kwg)
    with pytest.raises(LexiconError, match="ENABLE comes with the program and cannot be removed"):
        build.remove("enable")
    with pytest.raises(LexiconError, match="no lexicon of yours is called 'NWL23'; there are: CSW24"):
        build.remove("NWL23")
    assert build.remove("csw24") == [home / "csw24.dawg", home / "csw24.toml"]
    assert list(home.iterdir()) == []


def test_exporting(kwg: Path, tmp_path: Path) -> None:
    lexicon = build.import_lexicon(kwg).lexicon
    for name, expected in (("x.txt", b"AA\nAB\nQI\n"), ("x.kwg", None), ("x.dawg", None)):
        path = tmp_path / name
        assert build.export(lexicon, path) == (path.stat().st_size, "")
        assert expected in (None, path.read_bytes())
        again = build.import_lexicon(path, "again", "english").lexicon
        assert again.sha256 == lexicon.sha256
    with pytest.raises(LexiconError, match="there is no folder"):
        build.export(lexicon, tmp_path / "none" / "x.txt")


def test_digraphs_are_exported_so_that_they_are_read_again(tmp_path: Path) -> None:
    lexicon = build.from_words(["churro", "calle"], "es", Alphabet.load("spanish"))
    for name in ("es.txt", "es.kwg"):
        build.export(lexicon, tmp_path / name)
        again = build.import_lexicon(tmp_path / name, "again", "spanish").lexicon
        assert again.sha256 == lexicon.sha256
