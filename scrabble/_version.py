"""The version of the installed program; imported on first use."""

from __future__ import annotations

from importlib import metadata

try:
    __version__ = metadata.version("scrabble-endgame")
except metadata.PackageNotFoundError:  # run from its sources
    __version__ = "0+unknown"
