"""What is asked about one move: the reasons, once they are found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any


class Why(ABC):
    """The sentences about one move; `find` may be stopped, and begun again."""

    def __init__(self, text: str) -> None:
        self.text = text  # the move
        self.sentences: list[str] = []
        self.is_done = False

    @abstractmethod
    def stop(self) -> None:
        """Stop the search under way."""

    @abstractmethod
    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words; in the end `is_done`, unless it was stopped."""

    def told(self) -> dict[str, Any]:
        """What the page is told."""
        return {"move": self.text, "sentences": self.sentences, "is_done": self.is_done}
