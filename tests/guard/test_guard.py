"""The guard: what the searches did and what the commands print and write, as last looked at.

A change of form leaves all of it as it is.  One that is meant to alter something writes it anew, with the
reason in its commit:

    python -m tests.guard                          everything, the golden files of other tests, too
    python -m tests.guard endgames share           a signature, or a golden file, by name

By default the first positions of a signature are searched, which take a part of a second each, with `-m slow`
the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.guard.golden import CASES, outcome
from tests.guard.signatures import SIGNATURES

FROZEN = Path(__file__).parent / "signatures.json"


def compact(frozen: dict[str, dict[str, Any]]) -> str:
    """The signatures as JSON, a position a line."""
    parts = []
    for name, found in frozen.items():
        values = {key: json.dumps(value, ensure_ascii=False) for key, value in found.items()}
        lines = [f"  {json.dumps(key)}: {value}" for key, value in values.items()]
        parts.append(f" {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


EACH = [
    pytest.param(kind, name, id=name, marks=[pytest.mark.slow] if number >= signature.by_default else [])
    for kind, signature in SIGNATURES.items()
    for number, name in enumerate(signature.names)
]


@pytest.mark.parametrize(("kind", "name"), EACH)
def test_signature(kind: str, name: str) -> None:
    """Nodes, queries, steps of proofs, regret."""
    assert SIGNATURES[kind].found(name) == json.loads(FROZEN.read_text("utf-8"))[kind][name]


@pytest.mark.parametrize("case", sorted(CASES.glob("*.txt")), ids=lambda case: case.stem)
def test_golden(case: Path, golden: Callable[[Path, str], None]) -> None:
    """Each golden file is what its commands print and write."""
    golden(case, outcome(case))
