"""Registry of functions of higher modules that positions and answers need: notations, drawing, legal moves.

    scrabble/__init__.py      register(DRAWING, load)                      before any other import
    Position.__str__          provider(DRAWING).position_text(self)        loads the module on first use

Modules import downwards only, and a position lies below those that read and write it, draw it and generate
its moves.  The root package, which lies above all others, registers them here (dependency injection).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CGP, DIAGRAMS, DRAWING, MOVES = "cgp", "diagrams", "drawing", "moves"

_providers: dict[str, Callable[[], Any]] = {}


def register(name: str, load: Callable[[], Any]) -> None:
    """Register the function that imports and returns the module called `name`."""
    _providers[name] = load


def provider(name: str) -> Any:
    """Return the module registered as `name`."""
    return _providers[name]()
