"""The settings of the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrabble import files
from scrabble.lexicon import choice
from scrabble.lexicon.choice import ConfigError, ConfigValue


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings" / "config.toml"
    monkeypatch.setattr(files, "config_file", lambda: path)
    return path


def test_nothing_is_set():
    assert choice.values("lexicon") == []


def test_what_is_put_is_found(file, monkeypatch):
    choice.set_value("lexicon", 'C:\\a "b"\\ö.dawg')
    assert choice.values("lexicon") == [ConfigValue('C:\\a "b"\\ö.dawg', str(file))]
    monkeypatch.setenv("ENDGAME_LEXICON", " NWL23 ")
    assert choice.values("lexicon")[0] == ConfigValue("NWL23", "ENDGAME_LEXICON")
    choice.set_value("lexicon", None)
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
        choice.values("lexicon")


def test_settings_that_cannot_be_written(file):
    file.parent.write_text("a file")
    with pytest.raises(ConfigError, match=r"config\.toml: "):
        choice.set_value("lexicon", "x")
