"""The files of a campaign: one JSON line a case, appended, so that a run that was killed goes on.

{"campaign": "values", "seed": 17, "seconds": 0.31, "version": "4643557", "counts": {...}, "fault": null}
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.campaign.case import Outcome
from tests.conftest import REPOSITORY

FOLDER = REPOSITORY / ".campaign"  # unless another is named; no part of the repository


class Result(NamedTuple):
    """A line of a result file."""

    campaign: str
    seed: int
    seconds: float
    version: str
    counts: dict[str, int]
    fault: str | None


def path_of(folder: Path, name: str) -> Path:
    """The result file of a campaign."""
    return folder / f"{name}.jsonl"


def read(path: Path) -> Iterator[Result]:
    """The results of a file; the last line of a run that was killed may be broken, and is left out."""
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            try:
                yield Result(**json.loads(line))
            except (json.JSONDecodeError, TypeError):
                continue


def append(path: Path, result: Result) -> None:
    """Write a result; several processes may write to one file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8", errors="backslashreplace") as file:  # "\udce1" is read as it was
        file.write(json.dumps(result._asdict(), ensure_ascii=False, separators=(",", ":")) + "\n")


def result_of(name: str, seed: int, seconds: float, outcome: Outcome) -> Result:
    """The line of a case."""
    return Result(name, seed, round(seconds, 4), version(), dict(outcome.counts), outcome.fault)


@cache
def version() -> str:
    """The commit that is tried, with a + if files differ from it."""
    try:
        told = subprocess.run(
            ["git", "describe", "--always", "--exclude", "*", "--dirty=+"],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return told.stdout.strip()


class Total(NamedTuple):
    """A result file in a few numbers."""

    cases: int
    seeds: tuple[int, int]  # the first and the last
    seconds: float
    versions: list[str]
    counts: Counter[str]
    faults: list[Result]


def total(path: Path) -> Total | None:
    """Add up a result file, each seed once, its latest result; None if there is nothing in it."""
    latest = {result.seed: result for result in read(path)}
    if not latest:
        return None
    counts: Counter[str] = Counter()
    for result in latest.values():
        counts.update(result.counts)
    return Total(
        len(latest),
        (min(latest), max(latest)),
        sum(result.seconds for result in latest.values()),
        sorted({result.version for result in latest.values()}),
        counts,
        [result for result in latest.values() if result.fault],
    )
