"""The settings of the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrabble import files, settings
from scrabble.settings import ConfigError, ConfigValue


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings" / "config.toml"
    monkeypatch.setattr(files, "config_file", lambda: path)
    return path


def test_nothing_is_set(file):
    assert settings.values("lexicon") == []
    file.parent.write_text("a file where the folder should be")
    assert settings.values("lexicon") == []


def test_what_is_put_is_found(file, monkeypatch):
    settings.set_value("lexicon", 'C:\\a "b"\\ö.dawg')
    assert settings.values("lexicon") == [ConfigValue('C:\\a "b"\\ö.dawg', str(file))]
    monkeypatch.setenv("ENDGAME_LEXICON", " NWL23 ")
    assert settings.values("lexicon")[0] == ConfigValue("NWL23", "ENDGAME_LEXICON")
    settings.set_value("lexicon", None)
    assert file.read_text() == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lexicon = ", "these settings cannot be read"),
        ("lexicon = 7", "expected lexicon, time, .*, each as text, got lexicon"),
        ("lexikon = 'x'", "got lexikon"),
    ],
)
def test_settings_that_cannot_be_read(file, text, message):
    file.parent.mkdir()
    file.write_text(text)
    with pytest.raises(ConfigError, match=message):
        settings.values("lexicon")


def test_settings_that_cannot_be_written(file):
    file.parent.write_text("a file")
    with pytest.raises(ConfigError, match=r"config\.toml: "):
        settings.set_value("lexicon", "x")
