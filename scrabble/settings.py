"""The settings of the user, in place of options that are given every time.

In order of precedence: the option, the environment variable (ENDGAME_TIME), the setting.
The settings are a small TOML file, `config.toml` in the user's folder of settings:

    lexicon = "NWL23"
    time = "10"
"""

from __future__ import annotations

import json
import os
import tomllib
from typing import NamedTuple

from scrabble import files
from scrabble.errors import ScrabbleError

MOST_BYTES = 1 << 16  # of the file
SETTINGS = {
    "lexicon": "the lexicon where neither a position nor an option names one",
    "time": "the time limit of solve, analyse, board and serve, in seconds",
    "memory": "the memory that a search may use, in MB",
    "threads": "the threads of solve, board, share, serve and ucgi",
    "theme": "the colours of the explorer and the trainer",
}
OUT_OF_MEMORY = "out of memory, try less with `endgame config memory` or ENDGAME_MEMORY"
THEMES = ("auto", "light", "dark")


class ConfigError(ScrabbleError):
    """An error in reading or writing the settings."""


class ConfigValue(NamedTuple):
    """The value of a setting, and its origin."""

    value: str
    origin: str  # an environment variable, or a file


def values(key: str) -> list[ConfigValue]:
    """Return the values of a setting, in order of precedence.  Raises ConfigError."""
    variable = f"ENDGAME_{key.upper()}"
    found = [ConfigValue(os.environ.get(variable, "").strip(), variable)]
    found.append(ConfigValue(_read().get(key, ""), str(files.config_file())))
    return [each for each in found if each.value]


def value_of(key: str) -> str | None:
    """Return the value of a setting that is in force, None if there is none.  Raises ConfigError."""
    found = values(key)
    return found[0].value if found else None


def set_value(key: str, value: str | None) -> None:
    """Write a setting; None removes it.  Raises ConfigError."""
    settings = _read()
    settings.pop(key, None)
    if value is not None:
        settings[key] = value
    lines = [f"{name} = {json.dumps(text, ensure_ascii=False)}\n" for name, text in settings.items()]
    with files.file_errors(files.config_file(), ConfigError, "written"):
        files.atomic_write(files.config_file(), "".join(lines).encode())


def _read() -> dict[str, str]:
    path = files.config_file()
    try:
        found = tomllib.loads(files.read_file(path, MOST_BYTES).decode())
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: these settings cannot be read: {error}") from None
    invalid = [key for key, value in found.items() if key not in SETTINGS or not isinstance(value, str)]
    if invalid:
        raise ConfigError(f"{path}: expected {', '.join(SETTINGS)}, each as text, got {invalid[0]}")
    return found
