"""`endgame lexicon import`, `export`, `remove`; `endgame config`; `endgame cache`."""

from __future__ import annotations

import io
import sys

import pytest

from scrabble import files
from scrabble.game.tiles import Alphabet
from tests.conftest import POSITIONS
from tests.tools import lexicon_writers as writers

LINE = (POSITIONS / "out-in-one.cgp").read_text("utf-8").splitlines()[-1]
UNNAMED = LINE.partition(" lex ")[0]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Folders of the test's own."""
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    monkeypatch.setattr(files, "cache_dir", lambda kind: tmp_path / "cache" / kind)
    monkeypatch.setattr(files, "config_file", lambda: tmp_path / "settings" / "config.toml")
    return tmp_path


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "nwl23.dawg"
    path.write_bytes(writers.quackle([("A", "A"), ("Q", "I")], Alphabet.load("english").letters))
    return path


def test_a_file_without_an_import(endgame, file):
    assert endgame("lexicon", "check", "qi", "--lexicon", file).out.endswith("valid in NWL23\n")


def test_what_is_no_lexicon(endgame, tmp_path):
    path = tmp_path / "x.gz"
    path.write_bytes(b"\x1f\x8b\x08" + bytes(50))
    outcome = endgame("lexicon", "import", path)
    assert (outcome.status, outcome.err) == (2, f"error: {path}: a gzip archive: unpack it first\n")
    assert not (tmp_path / "home").exists()


def test_settings_stand_for_options(endgame, monkeypatch):
    def default(command: str, option: str) -> str:
        text = " ".join(endgame(command, "--help").out.split())
        return text.partition(f" {option} ")[2].partition("default: ")[2].replace(";", "]").partition("]")[0]

    assert [default(each, "--time") for each in ("analyse", "board")] == ["30.0", "60.0"]
    assert endgame("config", "time", "2.5").out == f"time       2.5, from {files.config_file()}\n"
    assert [default(each, "--time") for each in ("solve", "analyse", "board", "serve")] == ["2.5"] * 4
    assert default("compare", "--time") == "10.0"
    endgame("config", "memory", "64")
    monkeypatch.setattr(sys, "stdin", io.StringIO("ucgi\n"))
    assert "\noption name EndgameHash type spin default 64 " in endgame("ucgi").out
    monkeypatch.setenv("ENDGAME_TIME", "7")
    assert default("solve", "--time") == "7"
    monkeypatch.setenv("ENDGAME_TIME", "soon")
    assert "'soon' is not a valid number" in endgame("solve", "out-in-two").err


def test_threads_that_are_set_are_no_option(endgame, monkeypatch):
    monkeypatch.setenv("ENDGAME_THREADS", "2")
    outcome = endgame("solve", "preendgame:2", "--nodes", "1", "--no-board")
    assert (outcome.status, outcome.err) == (0, "note: the node limit ended the search; more --nodes go on\n")


def test_settings_that_cannot_be_read(endgame):
    files.config_file().parent.mkdir()
    files.config_file().write_text("lexicon = ")
    outcome = endgame("solve", UNNAMED)
    assert outcome.status == 2 and "these settings cannot be read" in outcome.err


def test_the_cache(endgame, file):
    assert endgame("cache").out.count(" nothing  ") == 3
    endgame("lexicon", "check", "qi", "--lexicon", file)
    (files.cache_dir("kernels") / "a").mkdir(parents=True)
    (files.cache_dir("kernels") / "a" / "b.nbc").write_bytes(bytes(2_000_000))
    assert "1 files, 2.0 MB" in endgame("cache").out and "2 files, 0.0 MB" in endgame("cache").out
    outcome = endgame("cache", "clear")
    assert f"removed compiled kernels: 1 files, 2.0 MB, {files.cache_dir('kernels')}\n" in outcome.out
    assert "removed converted lexicons: 2 files" in outcome.out
    assert endgame("cache").out.count(" nothing  ") == 3
    assert endgame("cache", "clear").status == 0
