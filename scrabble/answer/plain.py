"""Types of JSON as plain data and back, with the intervals and fractions in them.

    spread: Annotated[Interval, means("final spread with best play")]      a key with what it means

The types are the schema: the tables of the pages are generated from them.  An interval is `[lower, upper]`:
each bound an integer, text such as "7/8" where it is a fraction, or null where there is none.
"""

from __future__ import annotations

import math
import numbers
import re
from abc import ABCMeta
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_type_hints

import msgspec

from scrabble.answer.interval import (
    Interval,
    Number,
    WireNumber,
    from_wire,
    number_from_wire,
    number_to_wire,
    to_wire,
)
from scrabble.game import cgp
from scrabble.game.position import Position

FRACTION_PATTERN = r"^-?[0-9]+/[1-9][0-9]*$"
FractionText: TypeAlias = Annotated[str, msgspec.Meta(pattern=FRACTION_PATTERN)]
Kind = TypeVar("Kind")
if TYPE_CHECKING:
    Real: TypeAlias = Number
    Cgp: TypeAlias = Position
else:  # msgspec calls the hooks for types that it does not know
    Real = numbers.Real

    Cgp = ABCMeta("Cgp", (), {"__doc__": "A position, as text in JSON."})
    Cgp.register(Position)


def means(text: str) -> msgspec.Meta:
    """Return the meaning of a key."""
    return msgspec.Meta(description=text)


def documented(**others: str) -> Callable[[type[Kind]], type[Kind]]:
    """Give a type of JSON a docstring with its fields: their meanings, and those of `others`, not in JSON."""

    def document(kind: type[Kind]) -> type[Kind]:
        kind.__doc__ = cast(str, _Docstring(kind, others))
        return kind

    return document


class _Docstring:
    """The docstring of a type of JSON, made when it is read: to evaluate all its types takes long."""

    def __init__(self, kind: type, others: dict[str, str]) -> None:
        self._kind, self._others, self._summary = kind, others, kind.__doc__ or ""

    def __get__(self, instance: object, owner: type | None = None) -> str:
        meanings = {
            name: next((each.description for each in get_args(hint) if isinstance(each, msgspec.Meta)), "")
            for name, hint in get_type_hints(self._kind, include_extras=True).items()
        }
        lines = [f"    {name}: {_in_python(text or '')}" for name, text in (meanings | self._others).items()]
        return "\n".join([*self._summary.splitlines(), "", "Attributes:", *lines])


def _in_python(text: str) -> str:
    """Return the meaning of a key without references to its page, and with the constants of Python."""
    text = re.sub(r",? see (below|\[[^]]*\]\([^)]*\))", "", text)
    for in_json, in_python in (("null", "None"), ("false:", "False:")):
        text = text.replace(in_json, in_python)
    return text


def as_plain(found: Any) -> Any:
    """Return types of JSON as plain data, with lists for tuples."""
    return msgspec.json.decode(as_json(found))


def as_builtins(found: Any) -> Any:
    """Return the same with tuples, and with texts that are no Unicode, such as names of files."""
    return msgspec.to_builtins(found, enc_hook=_encoded)


def as_json(found: Any) -> bytes:
    """Return types of JSON, and plain data, as text."""
    return msgspec.json.encode(found, enc_hook=_encoded)


def from_plain(data: Any, kind: type[Kind]) -> Kind:
    """Return plain data as an object of a type of JSON.  Raises msgspec.ValidationError."""
    try:
        return msgspec.convert(data, kind, dec_hook=_decoded)
    except UnicodeEncodeError as error:  # a text that is no Unicode in the place of a number
        raise msgspec.ValidationError(str(error)) from None


def _encoded(found: Any) -> Any:
    if isinstance(found, Interval):
        return to_wire(found)
    if isinstance(found, Fraction):
        return number_to_wire(found)
    # what msgspec expects of a hook that does not know a type; it becomes a TypeError
    raise NotImplementedError(f"no form in JSON for {type(found).__name__}")


def _decoded(kind: Any, data: Any) -> Any:
    if kind is Interval:
        if isinstance(data, list) and len(data) == 2 and all(isinstance(each, WireNumber) for each in data):
            return from_wire(data)
        raise ValueError(f'expected two numbers, such as [3, "7/2"] or [3, null], got {data!r}')
    if kind is Real and data is None:
        return math.inf
    if kind in (Fraction, Real):
        if isinstance(data, int | str):
            number = number_from_wire(data)
            return number if kind is Real else Fraction(number)
        raise ValueError(f'expected a number, such as 3 or "7/2", got {data!r}')
    if kind is Cgp and isinstance(data, str):
        return cgp.loads(data)
    raise ValueError(f"expected a {kind.__name__.lower()}, got {data!r}")
