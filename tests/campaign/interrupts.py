"""Ctrl-C: `endgame solve` as a process of its own, interrupted at any moment, on positions with known values.

Whatever it has said by then is true, it ends within a moment, and it never shows a traceback.
"""

from __future__ import annotations

import functools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import Any

from scrabble.answer.interval import from_wire
from scrabble.game import cgp
from tests.campaign.case import Outcome
from tests.conftest import POSITIONS, REPOSITORY

LATEST = 8.0  # seconds after the start
PATIENCE = 60.0  # seconds that it may take to end, on a machine with other work to do
WAYS: tuple[tuple[str, ...], ...] = (
    (),
    ("--lines", "all"),
    ("--exact", "0"),
    ("--objective", "move"),
    ("--objective", "outcome"),
    ("--threads", "3"),
    ("--solver", "mtdf"),
    ("--solver", "maven"),
    ("ENDGAME_MEMORY=16",),
)


def missing() -> str | None:
    """It needs signals as Unix has them."""
    return None if hasattr(signal, "SIGINT") and sys.platform != "win32" else "there is no SIGINT"


@functools.cache
def known() -> list[dict[str, Any]]:
    """Positions with their values, hard ones among them."""
    records = []
    for name in ("late", "first-empty-bag"):
        lines = (POSITIONS / f"{name}.jsonl").read_text("utf-8").splitlines()
        records += [record for record in map(json.loads, lines) if record["proven"]]
    return sorted(records, key=lambda record: -record["nodes"])


def try_case(seed: int) -> Outcome:
    """Start, wait, interrupt, read."""
    rng = random.Random(f"interrupts {seed}")
    hard = rng.random() < 0.7
    record = rng.choice(known()[:100] if hard else known())
    way, wait = rng.choice(WAYS), rng.uniform(0, LATEST)
    settings = dict(each.split("=") for each in way if "=" in each)
    arguments = [each for each in way if "=" not in each]
    process = subprocess.Popen(
        [sys.executable, "-m", "scrabble", "solve", record["cgp"], "--json", *arguments],
        cwd=REPOSITORY,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        out, err = process.communicate(timeout=wait)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return Outcome({}, f"{record['id']} {way}: no end {PATIENCE} s after Ctrl-C at {wait:.2f} s")
        finally:
            process.kill()
        late = time.monotonic() - began > 2.0
    else:
        late = False
    counts = Counter({"runs": 1, f"status {process.returncode}": 1, "ended after more than 2 s": int(late)})
    said = f"{record['id']} {' '.join(way)}, Ctrl-C at {wait:.2f} s, status {process.returncode}"
    if "Traceback" in err and "/scrabble/" not in err:  # Python was still getting ready itself
        return Outcome(counts + Counter({"before the program began": 1}))
    if "Traceback" in err or process.returncode not in (0, 130, -signal.SIGINT):
        return Outcome(counts, f"{said}: {err[-500:]}")
    for line in out.splitlines():
        answer = json.loads(line)
        counts["answers"] += 1
        counts[f"an answer {answer['status']}, stopped by {answer['stopped_by']}"] += 1
        fault = untrue(answer, record["value"])
        if fault:
            return Outcome(counts, f"{said}: {fault}")
    return Outcome(counts)


def untrue(answer: dict[str, Any], value: int) -> str | None:
    """What an answer says that cannot be, the value being known."""
    spread = value + cgp.loads(answer["cgp"]).spread
    bounds = from_wire(answer["spread"])
    if not bounds.lower <= spread <= bounds.upper:
        return f"the spread {bounds}, but it is {spread}"
    if answer["value"] not in (None, value):
        return f"the value {answer['value']}, but it is {value}"
    moves = [from_wire(move["spread"]) for move in answer["moves"]]
    if max(move.upper for move in moves) < spread:
        return f"no move can bring the spread {spread}"
    if any(move.lower > spread for move in moves):
        return f"a move brings more than the spread {spread}"
    return None
