"""What the command line says of an explorer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Terms:
    """What its pages begin with, and what their searches may cost."""

    text: str = ""  # what the page begins with
    lexicon: str | None = None  # where a position names none
    seconds: float | None = 60.0
    threads: int = 1
    memory: int = 256 << 20  # bytes
