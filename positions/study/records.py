"""Results of the study: a line of JSON each, with the version and commit of the program that made it.

A line is written as soon as it is known, and what a file holds is not measured again: a script that was
stopped goes on where it was.  A line that was cut off when it was written is measured again.
"""

from __future__ import annotations

import json
import math
import random
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scrabble._version import version_text

FOLDER = Path(__file__).parent
RESAMPLES, SEED = 1000, 1


class Results:
    """The results of a file, by their values of the `keys`."""

    def __init__(self, path: Path, *keys: str) -> None:
        self.path, self._keys, self._version = path, keys, version_text()
        text = path.read_text("utf-8") if path.exists() else ""
        if text and not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            path.write_text(text, "utf-8")
        found = map(json.loads, text.splitlines())
        self._by_key: dict[tuple[Any, ...], dict[str, Any]] = {self._key(each): each for each in found}

    def _key(self, found: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(found[name] for name in self._keys)

    def __contains__(self, key: tuple[Any, ...]) -> bool:
        return key in self._by_key

    def add(self, *found: dict[str, Any]) -> None:
        """Write results, and keep them."""
        lines = [each | {"version": self._version} for each in found]
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in lines))
        self._by_key |= {self._key(each): each for each in lines}

    def select(self, **wanted: Any) -> list[dict[str, Any]]:
        """Return the results that have these values."""
        found = self._by_key.values()
        return [each for each in found if all(each[name] == value for name, value in wanted.items())]


def versions(found: Iterable[dict[str, Any]]) -> str:
    """Return the versions that made results, with their numbers of results."""
    counts = Counter(each["version"] for each in found)
    return ", ".join(f"{version}: {count:,} results" for version, count in counts.items())


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown: names in the first column, figures in the others."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def geometric(ratios: Sequence[float]) -> float:
    """Return the geometric mean, not a number if there is nothing."""
    return statistics.geometric_mean(ratios) if ratios else math.nan


def resampled(ratios: Sequence[float]) -> str:
    """Return the interval of 95 % of the geometric means of resampled ratios."""
    if not ratios:
        return "-"
    chance, logs = random.Random(SEED), [math.log(ratio) for ratio in ratios]
    means = sorted(statistics.fmean(chance.choices(logs, k=len(logs))) for _ in range(RESAMPLES))
    low, high = means[RESAMPLES // 40], means[-1 - RESAMPLES // 40]
    return f"{math.exp(low):.2f} to {math.exp(high):.2f}"


def wilson(part: int, whole: int) -> str:
    """Return Wilson's 95 % interval of a share."""
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(share * (1 - share) / whole + (z / (2 * whole)) ** 2)
    return f"{100 * max(0.0, middle - half):.1f} to {100 * min(1.0, middle + half):.1f} %"


def within(seconds: Sequence[float], marks: Iterable[float]) -> list[int]:
    """Return how many times are at most as long as each mark."""
    return [sum(each <= mark for each in seconds) for mark in marks]
