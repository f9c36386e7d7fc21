"""The settings of the user: a small TOML file, `config.toml` in his folder of settings.

    lexicon = "NWL23"       the one to take where neither a position nor an option names one

What the environment says comes before the file: ENDGAME_LEXICON.
"""

from __future__ import annotations

import json
import os
import tomllib
from typing import NamedTuple

from scrabble import datafiles
from scrabble.lexicon.nearest import written

MOST_BYTES = 1 << 16  # of the file
SETTINGS = {"lexicon": "the lexicon where neither a position nor an option names one"}


class ConfigError(ValueError):
    """Settings that cannot be read or written."""


class Setting(NamedTuple):
    """A value, and who says so."""

    value: str
    origin: str  # a variable of the environment, or a file


def variable(key: str) -> str:
    """The variable of the environment that comes before the file."""
    return f"ENDGAME_{key.upper()}"


def values(key: str) -> list[Setting]:
    """What is said about a setting, what counts most first.  Raises ConfigError."""
    found = [Setting(os.environ.get(variable(key), "").strip(), variable(key))]
    found.append(Setting(_read().get(key, ""), str(datafiles.config())))
    return [each._replace(value=written(each.value)) for each in found if each.value]


def put(key: str, value: str | None) -> None:
    """Write a setting, None takes it away.  Raises ConfigError."""
    settings = _read()
    settings.pop(key, None)
    if value is not None:
        settings[key] = value
    lines = [f"{name} = {json.dumps(text, ensure_ascii=False)}\n" for name, text in settings.items()]
    try:
        datafiles.write_whole(datafiles.config(), "".join(lines).encode())
    except OSError as error:
        raise ConfigError(f"{datafiles.config()}: cannot be written: {error.strerror or error}") from None


def _read() -> dict[str, str]:
    path = datafiles.config()
    try:
        found = tomllib.loads(datafiles.read_file(path, MOST_BYTES).decode())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: these settings cannot be read: {error}") from None
    odd = [key for key, value in found.items() if key not in SETTINGS or not isinstance(value, str)]
    if odd:
        raise ConfigError(f"{path}: expected {' and '.join(SETTINGS)} as text, got {odd[0]}")
    return found
