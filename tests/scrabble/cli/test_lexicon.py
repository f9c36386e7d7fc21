"""`endgame lexicon ...`."""

from __future__ import annotations

import pytest

from scrabble import files
from tests.scrabble.lexicon.debs import write_deb


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A user's folder of the test's own."""
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    return tmp_path / "home" / "lexicons"


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("aa\nAB\nqi\nq$i\n")
    return path


def test_list_says_what_cannot_be_read(endgame, home):
    home.mkdir(parents=True)
    (home / "bad.dawg").write_bytes(b"bad")
    assert "unreadable  user" in endgame("lexicon", "list").out


def test_list_of_nothing(endgame, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "bundled", lambda kind: tmp_path)
    assert "endgame lexicon import FILE" in endgame("lexicon", "list").out


@pytest.mark.parametrize("language", ["dutch", "french", "german", "polish", "portuguese", "spanish"])
def test_details_of_those_that_come_along(endgame, language):
    out = endgame("lexicon", "list", f"free-{language}").out
    for heading in ("licence", "credit", "recipe"):
        assert f"\n{heading:<15} " in out
    assert "A free word list, not that of any federation" in out
    assert "the Debian package " in out and f"rebuild_lexicon free-{language}" in " ".join(out.split())


def test_make(endgame, tmp_path, home):
    deb = write_deb(tmp_path / "wdanish.deb", {"/usr/share/dict/danish": "åen\nøl\nkm\n".encode()})
    outcome = endgame("lexicon", "make", "danish", "--package", deb)
    assert outcome.status == 0 and outcome.out.startswith("free-danish: 2 words (danish)")
    assert endgame("lexicon", "check", "øl", "--lexicon", "free-danish").status == 0


def test_make_says_which_package_to_install(endgame, monkeypatch):
    monkeypatch.setattr("scrabble.lexicon.recipes.package.installed", lambda paths: None)
    outcome = endgame("lexicon", "make", "norwegian")
    assert outcome.status == 2 and "sudo apt-get install wnorwegian" in outcome.err
    assert len(outcome.err.splitlines()) == 1
