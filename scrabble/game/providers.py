"""Services of higher packages that positions and answers offer: their drawing, the list of legal moves.

    scrabble/__init__.py      register("drawing", load)      before anything else is imported
    Position.__str__          provider("drawing").position_text(self)

Packages import one way only; the root package, which lies above them all, says where these services come
from.  They are loaded when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

DRAWING, MOVES = "drawing", "moves"

_providers: dict[str, Callable[[], Any]] = {}


def register(name: str, load: Callable[[], Any]) -> None:
    """Say what returns the module that provides a service."""
    _providers[name] = load


def provider(name: str) -> Any:
    """Return the module that provides a service."""
    return _providers[name]()
