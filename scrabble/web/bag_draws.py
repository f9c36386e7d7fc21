"""What each draw brings after a move with tiles in the bag, as data, with the positions that follow on it.

empties the bag      a row a draw, and the endgame after it
leaves tiles there   a row a draw, and for each one what may be left: his turn who does not see it
pass                 a row for what the bag holds
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.report.bag_solution import interval_json
from scrabble.solver.preendgame.solution import Judged, WithDraw
from scrabble.web.position_view import after_draw, left_after


def scenarios_json(position: Position, lexicon: str, unseen: UnseenTiles, move: Judged) -> dict[str, Any]:
    """A move with its draws; `lexicon` is the name of the one that is used."""
    named = replace(position, lexicon_name=lexicon, extra=())
    taken = min(len(move.move.placed), unseen.count)
    return {
        "move": move.text,
        "chance": interval_json(move.chance),
        "spread": interval_json(move.spread),
        "status": move.status,
        "empties_bag": taken == unseen.count,
        "draws": [_draw(named, unseen, move, each, taken) for each in move.draws],
    }


def _draw(
    position: Position, unseen: UnseenTiles, move: Judged, draw: WithDraw, taken: int
) -> dict[str, Any]:
    rack_text = position.alphabet.rack_text
    followed = list(_followed(position, unseen, move, draw, taken))
    return {
        "tiles": rack_text(draw.tiles),
        "share": str(draw.share),
        "chance": interval_json(draw.chance),
        "spread": interval_json(draw.spread),
        "is_one_game": len(draw.tiles) == unseen.count,
        "cgp": followed[0]["cgp"] if len(followed) == 1 else None,
        "after": followed,
    }


def _followed(
    position: Position, unseen: UnseenTiles, move: Judged, draw: WithDraw, taken: int
) -> Iterator[dict[str, str]]:
    """The positions after a move with a draw, with the step to each (`steps`)."""
    rack_text = position.alphabet.rack_text
    draws = draw.tiles[:taken]
    is_whole = len(draw.tiles) == unseen.count
    for leaves in [draw.tiles[taken:]] if is_whole else left_after(unseen, draws):
        told = f" draws {rack_text(draws)}" * bool(draws) + f" leaves {rack_text(leaves)}" * bool(leaves)
        after = after_draw(position, move.move, draws, leaves, unseen)
        yield {"step": f"{move.text}{told}", "leaves": rack_text(leaves), "cgp": cgp.dumps(after)}
