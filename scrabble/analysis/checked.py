"""Data of an analysis that come from a file: completed, and held against the types of `data.py`.

    check(data)        raises DataError: turns[25].endgame.moves[0].score: expected a number, got '7'

What an older version has left out is added first.  Keys that nobody knows are left alone.
"""

from __future__ import annotations

import functools
import types
import typing
from typing import Any

from scrabble.analysis.data import GameData, Interval
from scrabble.endgame.solution import STATUSES
from scrabble.game.tiles import quoted

SIDES = frozenset({"players", "nicks", "final", "summary"})  # of the game: one for each player
NAMES = {int: "a number", float: "a number", str: "a text", bool: "true or false"}


class DataError(ValueError):
    """Data that no analysis has written; one line that says where and what."""


def check(found: Any) -> None:
    """Complete the data of a game, and hold them against GameData.  Raises DataError."""
    _complete(found)
    _check(found, GameData, "")
    for name in SIDES:
        if len(found[name]) != 2:
            raise DataError(f"{name}: expected two, one for each player, got {len(found[name])}")
    for at, turn in enumerate(found["turns"]):
        for number, move in enumerate(turn["endgame"]["moves"] if turn["endgame"] else ()):
            if move["status"] not in STATUSES:
                where = f"turns[{at}].endgame.moves[{number}].status"
                raise DataError(f"{where}: expected one of {', '.join(STATUSES)}, got {move['status']!r}")


def _complete(found: Any) -> None:
    """Add bounds by name, and lines, that data of before version 1 lack; what is odd is left to the check."""
    if isinstance(found, list):
        for each in found:
            _complete(each)
    elif isinstance(found, dict):
        for each in found.values():
            _complete(each)
        if "endgame" in found:  # a turn
            found.setdefault("preendgame", None)
        if "draws" in found and "chance" in found:  # a move of before there were estimates
            found.setdefault("estimate", None)
        if "to_play" in found:  # a game
            found.setdefault("to_play_preendgame", None)
        if "thrown_wins" in found:  # a summary of before turns with tiles in the bag were in it
            found.setdefault("bag_turns", 0)
            found.setdefault("lost_chance", "0")
            found.setdefault("lost_chance_open", 0)
        bounds = found.get("bounds" if "reply" in found and "status" in found else "value")
        if isinstance(bounds, list) and len(bounds) == 2:
            found.setdefault("lower", bounds[0])
            found.setdefault("upper", bounds[1])
        if "lower" in found:  # a position or a move of before there were estimates
            found.setdefault("estimate", None)
        if "worth" in found:
            found.setdefault("worth_estimate", None)
        if "status" in found and isinstance(reply := found.get("reply"), list):
            found.setdefault("line", [found.get("move"), *reply] if reply else [])


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _check(found: Any, kind: Any, where: str) -> None:
    """Hold a part of the data against its type."""
    if kind is Any:
        return
    if kind == Interval:
        if not (isinstance(found, list) and len(found) == 2 and all(map(_is_bound, found))):
            raise _wrong(where, "[lower, upper]", found)
    elif typing.is_typeddict(kind):
        if not isinstance(found, dict):
            raise _wrong(where, "an object", found)
        for key, hint in _hints(kind).items():
            inner = f"{where}.{key}".lstrip(".")
            if key not in found:
                raise DataError(f"{inner}: missing")
            _check(found[key], hint, inner)
    elif typing.get_origin(kind) is list:
        if not isinstance(found, list):
            raise _wrong(where, "a list", found)
        [each_kind] = typing.get_args(kind)
        for at, each in enumerate(found):
            _check(each, each_kind, f"{where}[{at}]")
    elif typing.get_origin(kind) is dict:
        if not isinstance(found, dict):
            raise _wrong(where, "an object", found)
    elif typing.get_origin(kind) in (types.UnionType, typing.Union):
        [only] = [each for each in typing.get_args(kind) if each is not types.NoneType]
        if found is not None:
            _check(found, only, where)
    elif type(found) is not kind and not (kind is float and type(found) is int):
        raise _wrong(where, NAMES[kind], found)


def _is_bound(found: Any) -> bool:
    return found is None or type(found) is int


def _wrong(where: str, expected: str, found: Any) -> DataError:
    return DataError(f"{where}: expected {expected}, got {quoted(repr(found))}")
