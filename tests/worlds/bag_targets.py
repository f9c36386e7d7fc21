"""Positions with tiles in the bag for tests of `bench` and of the study: small worlds, and a real one.

target(7)          a small world as `bench` reads it, with the answer of the oracle
small_target(7)    without it
ONE                a real position that is proven at once, and BEST, its answer
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from scrabble.bench.measure import BenchPosition
from scrabble.game import cgp
from scrabble.sources import ResolvedPosition
from tests.oracles.naive_bag import guaranteed
from tests.worlds.bags import bag_world, position_of

MEMORY = 16 << 20
ONE = (
    "JAUK7G3/OX1I5V1R3/C2B4VATIC2/u2EH4MIM3/N3A4ODE3/D2SUQ3OY4/I3T1WOWS5/T2FELON1E1D3/Y3U6E3/"
    "1P2R1BONZER3/1ARTSIeR3A3/1R4LI3I3/AT4TOG2L3/HA5LI6/AN5ED6 AEEEENP/ 395/401 0 lex ENABLE;"
)
BEST, WIN, SPREAD = "D11 (T)EPEE", Fraction(5, 8), Fraction(-3, 2)


@cache
def small_target(seed: int, count: int = 1) -> BenchPosition:
    """A small world as `bench` reads it."""
    position, lexicon = position_of(bag_world(seed, count))
    reading = ResolvedPosition(position, lexicon, [], "")
    return BenchPosition(seed, f"w{seed}", cgp.dumps(position), reading)


@cache
def target(seed: int, count: int = 1) -> tuple[BenchPosition, dict[str, tuple[Fraction, Fraction]]]:
    """A small world, and what each of its moves is worth: win probability and final spread."""
    return small_target(seed, count), guaranteed(bag_world(seed, count), count)
