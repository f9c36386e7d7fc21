"""What a campaign is: a module with a case for every seed.

    def try_case(seed: int) -> Outcome       one case, the same for the same seed
    def missing() -> str | None              why it cannot run on this machine, if there are such

A case counts what it has looked at under names of its own choice, and tells its first fault.  It need not
catch anything: an exception that leaves it is a fault.  A case is up to a second or so of work: small ones
come by the hundred.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Outcome(NamedTuple):
    """What came of one case."""

    counts: Mapping[str, int]  # what was looked at, how often
    fault: str | None = None  # what is wrong, on one line or several
