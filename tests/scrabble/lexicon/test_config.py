"""The settings of the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrabble import datafiles
from scrabble.lexicon import config
from scrabble.lexicon.config import ConfigError, Setting


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings" / "config.toml"
    monkeypatch.setattr(datafiles, "config", lambda: path)
    return path


def test_nothing_is_set():
    assert config.values("lexicon") == []


def test_what_is_put_is_found(file, monkeypatch):
    config.put("lexicon", 'C:\\a "b"\\ö.dawg')
    assert config.values("lexicon") == [Setting('C:\\a "b"\\ö.dawg', str(file))]
    monkeypatch.setenv("ENDGAME_LEXICON", " NWL23 ")
    assert config.values("lexicon")[0] == Setting("NWL23", "ENDGAME_LEXICON")
    config.put("lexicon", None)
    assert file.read_text() == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lexicon = ", "these settings cannot be read"),
        ("lexicon = 7", "expected lexicon as text, got lexicon"),
        ("lexikon = 'x'", "got lexikon"),
    ],
)
def test_settings_that_cannot_be_read(file, text, message):
    file.parent.mkdir()
    file.write_text(text)
    with pytest.raises(ConfigError, match=message):
        config.values("lexicon")


def test_settings_that_cannot_be_written(file):
    file.parent.write_text("a file")
    with pytest.raises(ConfigError, match=r"config\.toml: "):
        config.put("lexicon", "x")
