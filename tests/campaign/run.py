"""Run a campaign: one case after the other, going on where an earlier run stopped."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.campaign.case import Outcome
from tests.campaign.results import append, path_of, read, result_of


class Run(NamedTuple):
    """Which cases of a campaign are tried."""

    seeds: range
    part: tuple[int, int] = (0, 1)  # (i, n): those whose seed is i modulo n, for several processes
    seconds: float | None = None  # no new case after that; None: all of them


def outcome_of(try_case: Callable[[int], Outcome], seed: int) -> Outcome:
    """Try a case; an exception is a fault."""
    try:
        return try_case(seed)
    except Exception:
        return Outcome({}, traceback.format_exc(limit=-6))


def run(name: str, try_case: Callable[[int], Outcome], plan: Run, folder: Path) -> tuple[int, int]:
    """Try the cases without a result, say each fault at once; return how many were tried, how many failed."""
    path = path_of(folder, name)
    done = {result.seed for result in read(path)}
    started, tried, failed = time.monotonic(), 0, 0
    for seed in plan.seeds:
        if seed in done or seed % plan.part[1] != plan.part[0]:
            continue
        if plan.seconds is not None and time.monotonic() - started > plan.seconds:
            break
        begun = time.monotonic()
        outcome = outcome_of(try_case, seed)
        append(path, result_of(name, seed, time.monotonic() - begun, outcome))
        tried += 1
        if outcome.fault:
            failed += 1
            print(f"{name} {seed}: {outcome.fault}", flush=True)
    return tried, failed
