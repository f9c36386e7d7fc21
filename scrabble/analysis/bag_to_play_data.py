"""What to play now with tiles in the bag as plain data, and back; fractions are texts such as "7/8"."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from scrabble.analysis.bag_data import (
    BagMoveData,
    RangeData,
    move_data,
    range_data,
    read_moves,
    read_range,
)
from scrabble.analysis.bag_to_play import BagToPlay, unjudged
from scrabble.analysis.claim_data import ReasonData, claims_data, read_claims
from scrabble.game import cgp
from scrabble.records.replay import Replay


class BagToPlayData(TypedDict):
    """What to play now, of a record that breaks off with tiles in the bag."""

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


def now_data(now: BagToPlay) -> BagToPlayData:
    """The verdict as plain data."""
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


def restored_now(data: BagToPlayData, replayed: Replay) -> BagToPlay:
    """The verdict that these data came from.  Raises ValueError for what is no fraction."""
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
