"""Hold plain data against the TypedDicts that document it."""

from __future__ import annotations

import types
import typing


def check(found: object, kind: typing.Any, where: str = "game") -> None:
    """Hold plain data against the types that document it."""
    if kind is typing.Any:
        return
    if typing.is_typeddict(kind):
        hints = typing.get_type_hints(kind)
        assert isinstance(found, dict) and set(found) == set(hints), where
        for key, hint in hints.items():
            check(found[key], hint, f"{where}.{key}")
        return
    origin = typing.get_origin(kind)
    if origin is list:
        assert isinstance(found, list), where
        for at, each in enumerate(found):
            check(each, typing.get_args(kind)[0], f"{where}[{at}]")
    elif origin is dict:
        assert isinstance(found, dict), where
    elif origin in (types.UnionType, typing.Union):
        kinds = typing.get_args(kind)
        if found is not None or type(None) not in kinds:
            [only] = [each for each in kinds if each is not type(None)]
            check(found, only, where)
    else:
        assert type(found) is kind or (kind is float and type(found) is int), where
