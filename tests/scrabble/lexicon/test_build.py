"""Lexicons made of word lists."""

from __future__ import annotations

import hashlib
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble import files
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, build, conversion
from scrabble.lexicon.dawg import unfinished

ENGLISH = Alphabet.load("english")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    return tmp_path / "home" / "lexicons"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("qi\nza\nzas\ncafé\na\nqi\n" + "z" * 16 + "\n")
    return path


def test_a_report_of_everything(words: Path, home: Path) -> None:
    report = build.import_lexicon(words, "NWL23", "english", force=True)
    assert report.path == home / "nwl23.dawg" and not report.replaced
    assert list(report.lexicon) == ["QI", "ZA", "ZAS"] == list(Lexicon("nwl23"))
    assert str(report).splitlines() == [
        "NWL23: 3 words (english), 1,028 bytes",
        "  7 words read (text, utf-8), 1 of them repeated",
        f"  sha256 {report.lexicon.sha256}",
        "  left out, not spelt by the english tiles: 1 (line 4: 'café')",
        "  left out, too short: 1 (line 5: a)",
        "  left out, too long: 1 (line 7: 'zzzzzzzzzzzzzzzz')",
        f"  written: {report.path}",
    ]
    assert build.import_lexicon(words, "NWL23", "english", force=True).replaced


def test_the_provenance(words: Path, home: Path) -> None:
    report = build.import_lexicon(words, "NWL23", "english", force=True)
    found = tomllib.loads((home / "nwl23.toml").read_text("utf-8"))
    assert found == report.lexicon.provenance
    assert hashlib.sha256((home / "nwl23.dawg").read_bytes()).hexdigest() == found["sha256"]
    assert found["text_sha256"] == hashlib.sha256(b"qi\nza\nzas\n").hexdigest()
    assert found["source"] == {
        "file": "words.txt",
        "format": "text, utf-8",
        "sha256": hashlib.sha256(words.read_bytes()).hexdigest(),
        "words": 7,
    }
    assert found["left_out"] == {"foreign": 1, "short": 1, "long": 1}
    assert (found["words"], found["shortest"], found["longest"]) == (3, 2, 3)


def test_builds_are_reproducible(tmp_path: Path, words: Path) -> None:
    for folder in ("one", "two"):
        build.import_lexicon(words, "mine", force=True, folder=tmp_path / folder)
    for name in ("mine.dawg", "mine.toml"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    lines = words.read_text().splitlines()
    random.Random(3).shuffle(lines)
    words.write_text("\r\n".join(lines).upper())
    build.import_lexicon(words, "mine", force=True, folder=tmp_path / "two")
    assert (tmp_path / "one" / "mine.dawg").read_bytes() == (tmp_path / "two" / "mine.dawg").read_bytes()


def test_lengths_are_counted_in_tiles(tmp_path: Path) -> None:
    words = tmp_path / "es.txt"
    words.write_text("che\nllo\nca\n", "utf-8")
    report = build.import_lexicon(words, "es", "spanish")
    assert list(report.lexicon) == ["CA", "[CH]E", "[LL]O"]
    assert Lexicon("es").alphabet.name == "spanish"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "a/b"}, "cannot be the name"),
        ({"name": ""}, "cannot be the name"),
        ({"name": "x.dawg"}, "cannot be the name"),
        ({"name": "Enable"}, "comes with the program"),
        ({"language": "klingon"}, "unknown language 'klingon'"),
        ({"path": "/nowhere/words.txt"}, "No such file"),
    ],
)
def test_unfit_options_write_nothing(words: Path, home: Path, options: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"path": words, "name": "mine", "language": "english"} | options
    with pytest.raises(LexiconError, match=message):
        build.import_lexicon(**arguments, force=True)
    assert not home.exists()


def test_a_folder_that_cannot_be_written(words: Path) -> None:
    with pytest.raises(LexiconError, match=r"mine.dawg: "):
        build.import_lexicon(words, "mine", force=True, folder=words)


def test_an_interrupted_write_leaves_the_old_file(
    tmp_path: Path, words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = build.import_lexicon(words, "mine", force=True, folder=tmp_path / "lex").path
    assert path is not None
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(
            "os.fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left on device"))
        )
        with pytest.raises(LexiconError, match="No space left on device"):
            build.import_lexicon(words, "mine", force=True, folder=tmp_path / "lex")
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["mine.dawg", "mine.toml"]


def test_words_in_memory() -> None:
    found = build.from_words(["qi", b"\1\1", "QI"], "tiny", ENGLISH)
    assert list(found) == ["AA", "QI"] and found.path is None
    for wrong in ("é", "", b"\0\1", b"\x1b\1"):
        with pytest.raises(LexiconError, match="is not spelt by the english tiles"):
            build.from_words(["qi", wrong], "tiny", ENGLISH)
    with pytest.raises(LexiconError, match="no words"):
        build.from_words([], "tiny", ENGLISH)


TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@settings(deadline=None)
@given(st.dictionaries(st.text("abyz", min_size=1, max_size=8), TEXT | st.integers(0) | st.lists(TEXT)))
def test_toml_is_read_as_written(fields: dict[str, Any]) -> None:
    nested = {**fields, "zzzzzzzzz": fields}
    assert tomllib.loads(conversion.toml(nested)) == nested


def test_words_are_never_there_without_what_says_in_which_tiles(tmp_path, monkeypatch):
    """The disk is full after the first file."""
    written = []

    def once(path, data):
        if written:
            raise OSError("full")
        written.append(path)

    monkeypatch.setattr("scrabble.files.atomic_write", once)
    (tmp_path / "words.txt").write_text("żaba\nto\n")
    with pytest.raises(LexiconError, match="full"):
        build.import_lexicon(tmp_path / "words.txt", "Mine", "polish", folder=tmp_path)
    assert written == [unfinished(tmp_path / "mine.dawg")]  # what says the tiles comes first
