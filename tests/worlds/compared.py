"""What the tests of `endgame compare` put side by side: positions to try solvers on, and trials made by hand.

    task(record)       a line of JSON, or a file, as `compare` gathers it
    hard(tmp_path)     a position that takes seconds, in a file of its own
    made(3, "mtdf")    the trial of a solver on position 3, by hand

Trials that nobody ran are for figures and tables.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from scrabble.answer.interval import exactly
from scrabble.bench.compare import load_positions
from scrabble.bench.figures import Measurement
from scrabble.bench.measure import BenchPosition
from scrabble.bench.trial import Trial
from tests.conftest import POSITIONS
from tests.worlds.bundled_positions import records

LATE = records("late")[:3]
REAL = (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()
HARD, HARDEST = json.loads(REAL[94]), json.loads(REAL[33])
OPEN = "first-empty-bag:6"  # where Maven proves no move best
TWO = str(POSITIONS / "out-in-two.cgp")
MEMORY = 16 << 20
OUTCOME = Measurement(0, "a", "x", "proven", "8D CAT", exactly(5), 0.01, 0.05, 100, 90, 5, memory=1 << 20)


def text_of(*records: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


@cache
def task(record: str) -> BenchPosition:
    """The position of a line of JSON, or of a file."""
    [found], unread = load_positions([record], None)
    assert not unread
    return found


def gathered(record: str) -> BenchPosition:
    """The position of a line of JSON."""
    [found], _ = load_positions([json.loads(record)["cgp"]], None)
    return found


def hard(tmp_path: Path, entry: dict[str, Any] = HARD) -> BenchPosition:
    path = tmp_path / "hard.jsonl"
    path.write_text(text_of(entry))
    return task(str(path))


def made(number: int, solver: str, lost: int | None = 0, **changes: Any) -> Trial:
    """A trial by hand."""
    return Trial(replace(OUTCOME, number=number, id=f"p{number}", setting=solver, **changes), lost)
