"""The sentences of an explanation as plain data, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from scrabble.analysis.turn import Reason


class ReasonData(TypedDict):
    """A sentence of the explanation, with what it rests on."""

    kind: str
    text: str
    facts: dict[str, Any]


def claims_data(claims: Iterable[Reason]) -> list[ReasonData]:
    """The sentences as plain data."""
    return [{"kind": each.kind, "text": each.text, "facts": each.facts} for each in claims]


def read_claims(data: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """The sentences that these data came from."""
    return tuple(Reason(each["kind"], each["text"], dict(each["facts"])) for each in data)
