"""The campaign `growth`: input of twice the size takes twice the time, whatever is repeated in it.

    real[:at] + unit * n + real[at:]      and the same with 2n, through one reader

A unit is a few characters that grammars are made of, a piece or a line of what is real.  The size grows
until reading takes long enough to be measured, or until it is as large as a request may be.  A reader that
then takes three times as long for twice the size is a fault: time by the square of the size is four times as
long.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable

from tests.campaign.case import Outcome
from tests.campaign.readers import READERS, Reader

SHAPES = 8  # a case
LARGEST = 1 << 20  # characters
MEASURABLE = 0.1  # seconds of the processor
LONGEST = 4.0  # seconds of the processor, after which a size is not doubled
FACTOR = 3.0
AGAIN = 3  # times that a fault is measured once more
UNITS = (
    " ", "\t", "\n", "\r\n", "A", "a", "1", "9", "0", "/", "//", "[", "]", "(", ")", "{", "}", '"', "'",
    "\\", ";", ":", ",", ".", "-", "--", ">", "#", "?", "|", "=", "*", "_", "·", "é", "\u0301", "\ufeff",
    "\u2028", "中", "\x1b[0m", "A ", "a b ", "a\n", "1 ", "1/", "a/", "[A]", "[a", "(a", "a)", "A  ", " id ",
    "id a;", "id ", "lex a;", " ld ", "# x\n", ">a: A 8H A +1 1\n", ">a: A -\n", "#note x\n",
    "#player1 a\n", "#rack1 A\n", "x\n", "|. .|\n", " | |", "- ", "Best move 8H ", "-> ", "a: ", "a: A\n",
    "  A  1\n", "to move ", "score ", "1 point ", "vs ", "A B C D\n", '{"a":', '{"cgp":"', "[[", '"a":1,',
    "position ", " moves ", "pass ", "go ", "nodes 1 ", "setoption name ", "word\t", "word,", "word;",
    "word a thing\n", "A/B\n", "SFX A Y 1\n",
)  # fmt: skip


def try_case(seed: int) -> Outcome:
    """A few shapes through the reader whose turn it is."""
    chosen = random.Random(seed)
    names = sorted(READERS)
    name = names[seed % len(names)]
    counts = {f"shapes: {name}": 0}
    for _ in range(SHAPES):
        shape = drawn(READERS[name], chosen)
        fault = slower(READERS[name].read, shape)
        counts[f"shapes: {name}"] += 1
        if fault:
            return Outcome(counts, f"{name}: {fault}")
    return Outcome(counts)


class Shape:
    """A text with a part that is repeated any number of times."""

    def __init__(self, before: str, unit: str, after: str) -> None:
        self.before, self.unit, self.after = before, unit, after

    def text(self, times: int) -> str:
        """Return the text with that many repetitions."""
        return self.before + self.unit * times + self.after

    def __str__(self) -> str:
        return f"{self.before[-60:]!r} + {self.unit[:60]!r} * n + {self.after[:60]!r}"


def drawn(reader: Reader, chosen: random.Random) -> Shape:
    """Draw a shape."""
    real = chosen.choice(reader.real())
    at = chosen.choice((0, len(real), real.find("\n") + 1, *chosen.choices(range(len(real) + 1), k=3)))
    after = real[at:] if chosen.random() < 0.4 else chosen.choice(("", "!", ";", "\n", " x", "!\n"))
    before = real[:at] + chosen.choice(("", "", "", "x", "-> ", ">", "#", "1"))
    match chosen.randrange(7):
        case 0:
            lines = real.splitlines(keepends=True)
            unit = chosen.choice(lines) if lines else "x"
        case 1:
            begin = chosen.randrange(len(real) + 1)
            unit = real[begin : begin + chosen.randint(1, 12)] or " "
        case 2 | 3:
            unit = chosen.choice((" ", " ", "\t", "A", "1", "-----\n", "x\n"))
        case _:
            unit = "".join(chosen.choices(UNITS, k=chosen.choice((1, 1, 1, 2, 3))))
    return Shape(before, unit, after)


def slower(read: Callable[[str], object], shape: Shape) -> str:
    """Return what is wrong with the time that a shape takes, or "" if nothing is."""
    times, before = 8, 0.0
    while len(shape.unit) * times <= LARGEST:
        now = seconds(read, shape.text(times))
        if before >= MEASURABLE and now >= FACTOR * before and _is_confirmed(read, shape, times):
            return f"{shape}, n = {times // 2:,} and twice that: {before:.2f} s, then {now:.2f} s"
        if now > LONGEST:
            break
        times, before = 2 * times, now
    return ""


def _is_confirmed(read: Callable[[str], object], shape: Shape, times: int) -> bool:
    """Return whether the factor is the same with the least of several times, which nothing else disturbs."""
    half, whole = (
        min(seconds(read, shape.text(number)) for _ in range(AGAIN)) for number in (times // 2, times)
    )
    return half >= MEASURABLE / 2 and whole >= FACTOR * half


def seconds(read: Callable[[str], object], text: str) -> float:
    """Return the seconds of the processor that reading takes; refusals are as good as any other answer."""
    gc.collect()
    gc.disable()
    began = time.process_time()
    try:
        read(text)
    except (ValueError, OSError, RecursionError):
        pass
    finally:
        found = time.process_time() - began
        gc.enable()
    return found
