"""The sentences of an explanation as plain data, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from scrabble.analysis.turn import Claim


class ClaimData(TypedDict):
    """A sentence of the explanation, with what it rests on."""

    kind: str
    text: str
    facts: dict[str, Any]


def claims_data(claims: Iterable[Claim]) -> list[ClaimData]:
    """The sentences as plain data."""
    return [{"kind": each.kind, "text": each.text, "facts": each.facts} for each in claims]


def read_claims(data: Iterable[Mapping[str, Any]]) -> tuple[Claim, ...]:
    """The sentences that these data came from."""
    return tuple(Claim(each["kind"], each["text"], dict(each["facts"])) for each in data)
