"""Registry of functions of higher packages that positions and answers need: drawing, legal moves.

    scrabble/__init__.py      register(DRAWING, load)                      before any other import
    Position.__str__          provider(DRAWING).position_text(self)        loads the module on first use

Packages import downwards only, and a position lies below the packages that draw it and generate its moves.
The root package, which lies above all others, registers their modules here (dependency injection).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

DRAWING, MOVES = "drawing", "moves"

_providers: dict[str, Callable[[], Any]] = {}


def register(name: str, load: Callable[[], Any]) -> None:
    """Register the function that imports and returns the module called `name`."""
    _providers[name] = load


def provider(name: str) -> Any:
    """Return the module registered as `name`."""
    return _providers[name]()
