"""What a campaign is: a module with a case for every seed.

    NAME = "values"                          its name, that of its result file too
    ABOUT = "small positions against ..."    one line for the summary
    def missing() -> str | None              why it cannot run on this machine, or None
    def try_case(seed: int) -> Outcome       one case, the same for the same seed

A case counts what it has looked at under names of its own choice, and tells its first fault.  It need not
catch anything: an exception that leaves it is a fault.  A case is up to a second or so of work: small ones
come by the hundred.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from tests.campaign import CAMPAIGNS


class Outcome(NamedTuple):
    """What came of one case."""

    counts: Mapping[str, int]  # what was looked at, how often
    fault: str | None = None  # what is wrong, on one line or several


class Campaign(Protocol):
    """A module of a campaign."""

    NAME: str
    ABOUT: str

    def missing(self) -> str | None:
        """Why it cannot run on this machine, or None."""

    def try_case(self, seed: int) -> Outcome:
        """One case, the same for the same seed."""


def campaign(name: str) -> Campaign:
    """The campaign of that name."""
    module: Campaign = importlib.import_module(CAMPAIGNS[name])
    return module
