"""The bundled positions: the records of each set, and some that tests begin with."""

from __future__ import annotations

import functools
import json
from typing import Any

from scrabble.game import cgp
from scrabble.game.position import Position
from tests.conftest import POSITIONS


@functools.cache
def records(name: str) -> list[dict[str, Any]]:
    """The records of a set, such as `late`."""
    return [json.loads(line) for line in (POSITIONS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def endgame(name: str) -> str:
    """A position of `first-empty-bag`, by its name."""
    return str(next(each["cgp"] for each in records("first-empty-bag") if each["id"] == name))


def first_empty_bag(name: str) -> Position:
    """The same, read."""
    return cgp.loads(endgame(name))


EASY = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]
HARD = endgame("g0356")
MANY = endgame("g0002")  # 2,295 moves
