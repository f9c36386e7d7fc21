"""Stored playthroughs: what a search did, as JSON that a change can be read in, line by line."""

from __future__ import annotations

import json
from typing import Any

from tests.conftest import DATA

PLAYTHROUGHS = DATA / "playthroughs"
WIDE = 100  # characters that a value may take on its line


def stored(name: str) -> Any:
    """What a playthrough says."""
    return json.loads((PLAYTHROUGHS / f"{name}.json").read_text("utf-8"))


def store(name: str, found: object) -> None:
    """Write a playthrough anew: after a change that is meant to alter a search."""
    (PLAYTHROUGHS / f"{name}.json").write_text(_text(found) + "\n", encoding="utf-8")


def _text(value: object, margin: str = "") -> str:
    """JSON in which what is short stays on one line."""
    whole = json.dumps(value, ensure_ascii=False)
    if len(whole) <= WIDE or not isinstance(value, dict | list):
        return whole
    inner = margin + " "
    if isinstance(value, list):
        items, ends = [_text(each, inner) for each in value], "[]"
    else:
        items, ends = [f"{json.dumps(key)}: {_text(each, inner)}" for key, each in value.items()], "{}"
    lines = ",\n".join(inner + item for item in items)
    return f"{ends[0]}\n{lines}\n{margin}{ends[1]}"
