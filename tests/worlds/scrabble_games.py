"""Analysed games for the tests, each once, and records that are changed on purpose."""

from __future__ import annotations

import dataclasses
import functools

from bstar.search import Limit
from scrabble import gcg
from scrabble.analysis import Analysis, analyse
from scrabble.gcg.record import Event, Game
from scrabble.lexicon import Lexicon
from tests.conftest import POSITIONS

GAMES = POSITIONS / "games"
SAMPLE = ("g0004", "g0010", "g0020", "g0022", "g0026", "g0030", "g0034", "g0056")  # quick ones
ALL = tuple(sorted(path.stem for path in GAMES.glob("*.gcg")))


@functools.cache
def enable() -> Lexicon:
    """The bundled lexicon."""
    return Lexicon.load("ENABLE")


def game(name: str) -> Game:
    """A game record."""
    return gcg.load(GAMES / f"{name}.gcg")


@functools.cache
def analysed(name: str, seconds: float = 60.0) -> Analysis:
    """A game record, analysed."""
    return analyse(game(name), enable(), limit=Limit(seconds))


def changed(record: Game, line: int, **changes: object) -> Game:
    """The record with the event of a line changed."""
    items = [
        dataclasses.replace(item, **changes) if isinstance(item, Event) and item.line == line else item
        for item in record.items
    ]
    return dataclasses.replace(record, items=tuple(items))


def ending(record: Game, line: int, *events: Event) -> Game:
    """The record up to a line, with other events after it."""
    items = [item for item in record.items if item.line <= line]
    return dataclasses.replace(record, items=(*items, *events))
