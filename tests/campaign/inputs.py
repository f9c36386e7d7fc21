"""The campaign `inputs`: input of every kind, mutated from what is real or grown from a grammar.

No traceback, no hang over two seconds, no memory beyond a gigabyte, nothing written; what is refused is
refused in one line.  A case is a few hundred inputs through one door.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from importlib.util import find_spec

from tests.campaign.case import Outcome
from tests.campaign.doors import PARSERS, Door, assert_clear
from tests.campaign.mutations import bitten
from tests.campaign.speaking import SPEAKERS
from tests.campaign.watched import TooSlow, watched

AT_ONCE = 200  # inputs a case
FEWER = {"command": 20, "conversation": 20, "request": 100, "gcg": 80}  # those that search, or play games
DOORS = PARSERS | SPEAKERS
TURNS = (  # which door a seed goes through: seed modulo how many these are
    *("cgp", "gcg", "lines", "source", "printed", "lexicon", "dawg", "cgp", "gcg", "lexicon"),
    *("command", "conversation", "request"),
)
SHOWN = 1500  # bytes of an input that is shown


def missing() -> str | None:
    """Why it cannot run here: time and memory are watched as Linux does."""
    return None if find_spec("resource") else "this system cannot bound the memory of a process"


def try_case(seed: int) -> Outcome:
    """A few hundred inputs through the door whose turn it is."""
    chosen = random.Random(seed)
    name = TURNS[seed % len(TURNS)]
    door, counts = DOORS[name], Counter[str]()
    for _ in range(FEWER.get(name, AT_ONCE)):
        data = _input(door, chosen)
        verdict = tried(door, data, chosen)
        counts[f"inputs: {name}"] += 1
        if verdict not in ("accepted", "refused"):
            shown = data if len(data) <= SHOWN else data[:SHOWN] + b"..."
            return Outcome(counts, f"{name}, {len(data)} bytes: {shown!r}\n{verdict}")
        counts[f"{verdict}: {name}"] += 1
    return Outcome(counts)


def _input(door: Door, chosen: random.Random) -> bytes:
    if door.grow is not None and chosen.random() < 0.4:
        data = door.grow(chosen).encode("utf-8", errors="surrogatepass")
        if chosen.random() < 0.7:
            return data
    else:
        data = chosen.choice(door.real())
    return bitten(data, chosen, door.real())


def tried(door: Door, data: bytes, chosen: random.Random) -> str:
    """What comes of an input: accepted, refused, or what is wrong."""
    door.real()  # made before anything is watched
    if door.begin is not None:
        door.begin()
    try:
        with watched():
            door.accept(data, chosen)
    except ValueError as error:
        if type(error) is ValueError or isinstance(error, UnicodeError):
            return traceback.format_exc(limit=-6)
        try:
            assert_clear(error)
        except AssertionError as unclear:
            return f"{type(error).__name__}: {unclear}"
        return "refused"
    except TooSlow:
        return f"too slow:\n{traceback.format_exc(limit=-6)}"
    except Exception:
        return traceback.format_exc(limit=-6)
    return "accepted"
