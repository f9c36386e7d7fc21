"""The numbers and the layout of the study's text.

geometric   the geometric mean of ratios         resampled   its 95 % interval, by resampling positions
wilson      the 95 % interval of a share
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Sequence

from scrabble.bench.figures import Measurement
from scrabble.compare.record import Trial

RESAMPLES, SEED = 1000, 1
LINE = 114  # characters


def by_setting(trials: Sequence[Trial]) -> dict[str, dict[int, Measurement]]:
    found: dict[str, dict[int, Measurement]] = {}
    for each in trials:
        found.setdefault(each.outcome.setting, {})[each.outcome.number] = each.outcome
    return found


def proofs(outcomes: dict[int, Measurement]) -> dict[int, Measurement]:
    return {number: each for number, each in outcomes.items() if each.is_proven}


def both(trials: Sequence[Trial], first: str, other: str) -> list[tuple[Measurement, Measurement]]:
    """What two contenders made of the positions that both have proven."""
    outcomes = by_setting(trials)
    ours, theirs = proofs(outcomes[first]), proofs(outcomes[other])
    return [(ours[number], theirs[number]) for number in ours if number in theirs]


def common(trials: Sequence[Trial], names: Iterable[str]) -> int:
    outcomes = by_setting(trials)
    return len(set.intersection(*(set(proofs(outcomes[name])) for name in names)))


def geometric(ratios: Sequence[float]) -> float:
    return statistics.geometric_mean(ratios) if ratios else math.nan


def resampled(ratios: Sequence[float]) -> tuple[float, float]:
    """Where 95 % of the geometric means of resampled ratios lie."""
    if not ratios:
        return math.nan, math.nan
    chance, logs = random.Random(SEED), [math.log(ratio) for ratio in ratios]
    means = sorted(statistics.fmean(chance.choices(logs, k=len(logs))) for _ in range(RESAMPLES))
    return math.exp(means[RESAMPLES // 40]), math.exp(means[-1 - RESAMPLES // 40])


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(share * (1 - share) / whole + (z / (2 * whole)) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)


def positions(count: int) -> str:
    return f"{count} position{'s' if count != 1 else ''}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def wrapped(text: str) -> str:
    """A paragraph in lines that are not too long."""
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) > LINE:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])
