"""The verdict on a turn with tiles in the bag as plain data, and back; fractions are texts such as "7/8"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypedDict

from scrabble.analysis.bag import BagMove, BagTurn, unseen_position
from scrabble.analysis.claim_data import ReasonData, claims_data, read_claims
from scrabble.analysis.turn import UnanalysedTurn
from scrabble.game import cgp
from scrabble.solver.preendgame.solution import Estimate, Range


class RangeData(TypedDict):
    """lower <= truth <= upper, exact fractions as text."""

    lower: str
    upper: str


class BagDrawData(TypedDict):
    """A move with one draw."""

    tiles: str
    chance: RangeData


class EstimateData(TypedDict):
    """What is believed of what is not known."""

    chance: float
    spread: float


class BagMoveData(TypedDict):
    """A move that was looked at."""

    move: str
    score: int
    chance: RangeData
    spread: RangeData
    estimate: EstimateData | None  # null: all is known
    status: str  # one of scrabble.solver.preendgame.solution.STATUSES
    draws: list[BagDrawData]


class BagData(TypedDict):
    """The verdict on a turn."""

    cgp: str  # the position, as its player sees it
    bag: int
    unseen: str
    held: str | None  # what the bag really held, where the record tells
    status: str  # proven, bounded
    best: list[str]
    chance: RangeData
    spread: RangeData
    lost_chance: RangeData | None  # null: what was made is no move that was looked at
    lost_spread: RangeData | None
    moves: list[BagMoveData]
    move_count: int
    claims: list[ReasonData]
    nodes: int
    seconds: float
    limit: str | None


def bag_data(turn: BagTurn) -> BagData:
    """The verdict as plain data."""
    return {
        "cgp": cgp.dumps(turn.position),
        "bag": turn.count,
        "unseen": turn.unseen,
        "held": turn.held,
        "status": turn.status,
        "best": list(turn.best),
        "chance": range_data(turn.chance),
        "spread": range_data(turn.spread),
        "lost_chance": range_data(turn.lost_chance) if turn.lost_chance else None,
        "lost_spread": range_data(turn.lost_spread) if turn.lost_spread else None,
        "moves": [move_data(each) for each in turn.moves],
        "move_count": turn.move_count,
        "claims": claims_data(turn.claims),
        "nodes": turn.nodes,
        "seconds": turn.seconds,
        "limit": turn.limit,
    }


def bag_row(data: BagData) -> dict[str, Any]:
    """The verdict in columns of the CSV table; chances as decimal fractions, which a table can add up."""
    row: dict[str, Any] = {"status": data["status"], "best": " | ".join(data["best"])}
    row["seconds"] = data["seconds"]
    for name, found in (("chance", data["chance"]), ("lost_chance", data["lost_chance"])):
        if found is not None:
            row[f"{name}_lower"], row[f"{name}_upper"] = map(float, read_range(found))
    return row


def bag_turn(on: UnanalysedTurn, data: BagData) -> BagTurn:
    """The verdict that these data came from.  Raises ValueError for what is no fraction."""
    lost_chance, lost_spread = data["lost_chance"], data["lost_spread"]
    return BagTurn(
        on,
        unseen_position(on),
        data["bag"],
        data["unseen"],
        data["status"],
        tuple(data["best"]),
        read_range(data["chance"]),
        read_range(data["spread"]),
        tuple(read_moves(data["moves"])),
        data["move_count"],
        read_range(lost_chance) if lost_chance else None,
        read_range(lost_spread) if lost_spread else None,
        data["held"],
        data["nodes"],
        data["seconds"],
        data["limit"],
        read_claims(data["claims"]),
    )


def range_data(found: Range) -> RangeData:
    """A range as plain data."""
    return {"lower": str(found.lower), "upper": str(found.upper)}


def move_data(each: BagMove) -> BagMoveData:
    """A move as plain data."""
    return {
        "move": each.text,
        "score": each.score,
        "chance": range_data(each.chance),
        "spread": range_data(each.spread),
        "estimate": estimate_data(each.estimate),
        "status": each.status,
        "draws": [{"tiles": tiles, "chance": range_data(chance)} for tiles, chance in each.draws.items()],
    }


def estimate_data(found: Estimate | None) -> EstimateData | None:
    """An estimate as plain data."""
    return None if found is None else {"chance": round(found.chance, 4), "spread": round(found.spread, 2)}


def read_estimate(data: EstimateData | None) -> Estimate | None:
    """The estimate of these data."""
    return None if data is None else Estimate(data["chance"], data["spread"])


def read_range(data: RangeData) -> Range:
    """The range of these data.  Raises ValueError for what is no fraction."""
    return Range(Fraction(data["lower"]), Fraction(data["upper"]))


def read_moves(data: Sequence[BagMoveData]) -> list[BagMove]:
    """The moves of these data."""
    return [
        BagMove(
            each["move"],
            each["score"],
            read_range(each["chance"]),
            read_range(each["spread"]),
            each["status"],
            {draw["tiles"]: read_range(draw["chance"]) for draw in each["draws"]},
            read_estimate(each["estimate"]),
        )
        for each in data
    ]
