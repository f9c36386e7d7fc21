"""Reasons: the sentences of an explanation, each with the facts that it rests on.

The kind of a reason decides the type of its facts (`FACTS`).  What the kinds mean, and how reasons are found:
`scrabble.analysis.explain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import force_setattr

from scrabble.answer.interval import Interval
from scrabble.answer.plain import from_plain, means


class GoesOut(Struct, frozen=True):
    """The side that plays the last tile in the best line, and in how many plays."""

    who: str  # "me" or "other"
    plays: int
    left: str  # on the other rack
    line: list[str]


class Blocks(Struct, frozen=True):
    """The opponent's best play, which the best move takes away, and the score of the best one left."""

    move: str
    threat: str
    score: int
    left: int | None


class SetsUp(Struct, frozen=True):
    """The next play of the best line, which the best move makes possible."""

    move: str
    next: str
    score: int
    line: list[str]


class Sticks(Struct, frozen=True):
    """Tiles that the opponent cannot play in the best line, and whether they could be played before it."""

    tiles: str
    was_playable: bool
    line: list[str]


class Avoids(Struct, frozen=True):
    """Tiles that stay on the rack after another move."""

    tiles: str
    other: str
    line: list[str]
    other_line: list[str]


class Allows(Struct, frozen=True):
    """The reply to a mistake that the best move would have taken away."""

    played: str
    reply: str
    score: int
    best: str
    was_legal: bool


class Phony(Struct, frozen=True):
    """Words that are not in the lexicon; without a loss where the play was taken back."""

    words: list[str]
    is_taken_back: bool
    loss: Interval | UnsetType = UNSET


class OnlyBest(Struct, frozen=True):
    """The moves that win, or draw, alone."""

    best: list[str]
    lead: int
    result: str  # "win" or "draw"


class Equals(Struct, frozen=True):
    """Moves that are proven as good."""

    best: list[str]


class Margin(Struct, frozen=True):
    """The margin by which every other move is worth less, and the next best move if it is known."""

    move: str
    margin: int
    next: str | None


class MustPass(Struct, frozen=True):
    """A rack without a legal play."""

    rack: str


class PassIsBest(Struct, frozen=True):
    """The margin by which every play is worth less than a pass, and the best play."""

    margin: int
    play: str


class HighestIsBest(Struct, frozen=True):
    """A highest-scoring play that is best."""

    move: str
    score: int


class Cost(Struct, frozen=True):
    """The points that a move costs, and the line that shows it."""

    move: str
    cost: Interval
    line: list[str]


class RightReplies(Struct, frozen=True):
    """The number of replies to a move, and of those that keep its value."""

    move: str
    replies: int
    keeping_value: Interval


class KnownTiles(Struct, frozen=True):
    """Tiles of the opponent's rack, and the turns whose phonies have shown them."""

    tiles: str
    turns: list[int]


class WinningDraws(Struct, frozen=True):
    """The draws with which a move wins, and the others."""

    move: str
    won: list[str]
    not_won: list[str]


class SureDraws(Struct, frozen=True):
    """The draws with which a move is sure to win, and the others."""

    move: str
    won: list[str]
    not_sure: list[str]


class ForcedDraw(Struct, frozen=True):
    """A play that loses with tiles which a pass leaves to the opponent."""

    move: str
    tiles: list[str]


class ActualBag(Struct, frozen=True):
    """The content of the bag, as recorded."""

    actual_bag: str


FACTS: dict[str, type[Struct]] = {
    "goes_out": GoesOut,
    "blocks": Blocks,
    "sets_up": SetsUp,
    "sticks": Sticks,
    "avoids": Avoids,
    "allows": Allows,
    "phony": Phony,
    "only_win": OnlyBest,
    "equal": Equals,
    "margin": Margin,
    "must_pass": MustPass,
    "pass": PassIsBest,
    "highest_scoring_best": HighestIsBest,
    "highest_scoring": Cost,
    "played": Cost,
    "replies": RightReplies,
    "known": KnownTiles,
    "draws": WinningDraws,
    "sure": SureDraws,
    "forced_draw": ForcedDraw,
    "actual_bag": ActualBag,
}
if TYPE_CHECKING:
    Facts: TypeAlias = Struct  # one of these types
else:  # the kind beside them says which, so no key does
    Facts = Any


class Reason(Struct, frozen=True):
    """A sentence of the explanation and its facts."""

    kind: Annotated[str, means("such as `blocks`, `margin`, `draws`")]
    text: Annotated[str, means("the sentence")]
    facts: Annotated[Facts, means("what it rests on; the keys depend on the kind")]

    def __post_init__(self) -> None:
        """Give facts that were read from JSON their type."""
        if self.kind not in FACTS:
            raise ValueError(f"no kind of reason {self.kind!r}")
        if not isinstance(self.facts, Struct):
            force_setattr(self, "facts", from_plain(self.facts, FACTS[self.kind]))

    def __str__(self) -> str:
        return self.text

    @property
    def is_predicate(self) -> bool:
        """Return whether the best move is its subject: "Blocks ..."."""
        match self.facts:
            case Blocks() | SetsUp() | Avoids() | GoesOut("me", 1) | Sticks(was_playable=True):
                return True
        return False
