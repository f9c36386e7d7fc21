"""The rule set: rack, bonus, and the end of a game.

Rule sets are data (`rulesets/*.toml`); each language names its own.  Two things end a game: a side
without tiles once the bag is empty, and too many scoreless turns in a row.  Of the latter there are
two limits:

    scoreless_limit   scoreless turns in a row (passes, exchanges, perhaps plays of 0 points)
    pass_limit        passes in a row

In an endgame nobody can exchange, so all scoreless turns are passes, and the smaller limit,
`scoreless_turns_limit`, is the one that counts (the six-zero rule in English).  Plays of 0 points that count
as scoreless under a pass limit are refused: one count cannot represent both.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass

from scrabble.errors import ScrabbleError
from scrabble.files import data_files
from scrabble.game.tiles import quoted


class RulesError(ScrabbleError):
    """An unknown rule set, or rules that contradict each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; points are integers."""

    name: str
    rack_size: int  # tiles on a full rack
    bingo_length: int  # the fewest tiles played from the rack that earn the bonus; 2 or more
    bingo_bonus: int
    scoreless_limit: int | None = None  # scoreless turns in a row that end the game; None = they never do
    pass_limit: int | None = None  # passes in a row that end the game; None = they never do
    zero_play_is_scoreless: (
        bool  # whether a play of 0 points counts as a scoreless turn; else it resets the count
    )
    out_gain: int  # the side that goes out gains this multiple of the value of the other rack
    out_loss: int  # the other side loses this multiple of the value of its rack
    scoreless_loss: int  # a scoreless end costs each side this multiple of the value of its rack
    exchange_limit: int  # the fewest tiles in the bag that allow an exchange

    def __post_init__(self) -> None:
        least = {"rack_size": 1, "bingo_length": 2, "scoreless_limit": 1, "pass_limit": 1}
        for field, smallest in least.items():
            number = getattr(self, field)
            if number is not None and number < smallest:
                raise RulesError(f"rule set {self.name}: {field} is {number}, expected at least {smallest}")
        if self.zero_play_is_scoreless and self.scoreless_turns_limit != self.scoreless_limit:
            raise RulesError(
                f"rule set {self.name}: plays of 0 points cannot count as scoreless turns "
                f"when {self.pass_limit} passes end the game"
            )

    @property
    def scoreless_turns_limit(self) -> int | None:
        """The scoreless turns that end an endgame: the smaller of both limits; None = they never do."""
        return min(
            (limit for limit in (self.scoreless_limit, self.pass_limit) if limit is not None), default=None
        )

    @staticmethod
    def names() -> tuple[str, ...]:
        """Return the names of the bundled rule sets, sorted."""
        return tuple(data_files("rulesets"))

    @staticmethod
    def load(name: str) -> Rules:
        """Return the bundled rule set of this name.  Raises RulesError if there is none."""
        if name not in data_files("rulesets"):
            raise RulesError(
                f"unknown rule set {quoted(name)}, expected one of {', '.join(data_files('rulesets'))}"
            )
        return _load(name)


@functools.cache
def _load(name: str) -> Rules:
    return Rules(**tomllib.loads(data_files("rulesets")[name].read_text("utf-8")))
