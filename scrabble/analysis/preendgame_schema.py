"""JSON of turns and next moves with tiles in the bag, and of reasons; fractions are texts such as "7/8"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypedDict

from scrabble.analysis.preendgame_turn import BagMove, BagToPlay, BagTurn, unjudged, unseen_position
from scrabble.analysis.turn import Reason, UnanalysedTurn
from scrabble.game import cgp
from scrabble.records.replay import Game
from scrabble.solver.preendgame.solution import Estimate, Range


class ReasonData(TypedDict):
    """A sentence of the explanation, with the facts it rests on."""

    kind: str
    text: str
    facts: dict[str, Any]


class RangeData(TypedDict):
    """An interval: lower <= truth <= upper, exact fractions as text."""

    lower: str
    upper: str


class BagDrawData(TypedDict):
    """A move with one draw."""

    tiles: str
    chance: RangeData


class EstimateData(TypedDict):
    """The estimate of an open value."""

    chance: float
    spread: float


class BagMoveData(TypedDict):
    """A move that was evaluated."""

    move: str
    score: int
    chance: RangeData
    spread: RangeData
    estimate: EstimateData | None  # null: the value is known
    status: str  # one of scrabble.solver.preendgame.solution.STATUSES
    draws: list[BagDrawData]


class BagData(TypedDict):
    """An evaluated turn."""

    cgp: str  # the position, as its player sees it
    bag: int
    unseen: str
    held: str | None  # the actual content of the bag, if the record gives it
    status: str  # proven, bounded
    best: list[str]
    chance: RangeData
    spread: RangeData
    lost_chance: RangeData | None  # null: the move made is not among those evaluated
    lost_spread: RangeData | None
    moves: list[BagMoveData]
    move_count: int
    claims: list[ReasonData]
    nodes: int
    seconds: float
    limit: str | None


class BagToPlayData(TypedDict):
    """The next move of an unfinished record with tiles in the bag."""

    player: int  # 1 or 2
    name: str
    status: str  # proven, bounded, unknown
    reason: str  # why it is unknown
    cgp: str  # the position, as its player sees it
    bag: int
    unseen: str
    best: list[str]  # none if it is unknown
    chance: RangeData
    spread: RangeData | None  # null if it is unknown
    moves: list[BagMoveData]
    move_count: int
    claims: list[ReasonData]
    nodes: int
    seconds: float
    limit: str | None


def bag_data(turn: BagTurn) -> BagData:
    """Return the evaluation as plain data."""
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
    """Return the CSV columns of a turn; chances are decimal fractions, which a spreadsheet can add up."""
    row: dict[str, Any] = {"status": data["status"], "best": " | ".join(data["best"])}
    row["seconds"] = data["seconds"]
    for name, found in (("chance", data["chance"]), ("lost_chance", data["lost_chance"])):
        if found is not None:
            row[f"{name}_lower"], row[f"{name}_upper"] = map(float, read_range(found))
    return row


def bag_turn(on: UnanalysedTurn, data: BagData) -> BagTurn:
    """Read an evaluated turn from its data.  Raises ValueError for a bad fraction."""
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
    """Return a range as plain data."""
    return {"lower": str(found.lower), "upper": str(found.upper)}


def move_data(each: BagMove) -> BagMoveData:
    """Return a move as plain data."""
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
    """Return an estimate as plain data."""
    return None if found is None else {"chance": round(found.chance, 4), "spread": round(found.spread, 2)}


def read_estimate(data: EstimateData | None) -> Estimate | None:
    """Read an estimate."""
    return None if data is None else Estimate(data["chance"], data["spread"])


def read_range(data: RangeData) -> Range:
    """Read a range.  Raises ValueError for a bad fraction."""
    return Range(Fraction(data["lower"]), Fraction(data["upper"]))


def read_moves(data: Sequence[BagMoveData]) -> list[BagMove]:
    """Read moves."""
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


def now_data(now: BagToPlay) -> BagToPlayData:
    """Return the evaluation as plain data."""
    return {
        "player": 1 + now.player,
        "name": now.player_name,
        "status": now.status,
        "reason": now.reason,
        "cgp": cgp.dumps(now.position),
        "bag": now.count,
        "unseen": now.unseen,
        "best": list(now.best),
        "chance": range_data(now.chance),
        "spread": range_data(now.spread) if now.spread else None,
        "moves": [move_data(each) for each in now.moves],
        "move_count": now.move_count,
        "claims": claims_data(now.claims),
        "nodes": now.nodes,
        "seconds": now.seconds,
        "limit": now.limit,
    }


def restored_now(data: BagToPlayData, replayed: Game) -> BagToPlay:
    """Read a next move from its data.  Raises ValueError for a bad fraction."""
    return replace(
        unjudged(replayed),
        status=data["status"],
        reason=data["reason"],
        unseen=data["unseen"],
        best=tuple(data["best"]),
        chance=read_range(data["chance"]),
        spread=read_range(data["spread"]) if data["spread"] else None,
        moves=tuple(read_moves(data["moves"])),
        move_count=data["move_count"],
        nodes=data["nodes"],
        seconds=data["seconds"],
        limit=data["limit"],
        claims=read_claims(data["claims"]),
    )


def claims_data(claims: Iterable[Reason]) -> list[ReasonData]:
    """Return the reasons as plain data."""
    return [{"kind": each.kind, "text": each.text, "facts": each.facts} for each in claims]


def read_claims(data: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """Read the reasons from their data."""
    return tuple(Reason(each["kind"], each["text"], dict(each["facts"])) for each in data)
