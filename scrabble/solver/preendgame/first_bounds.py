"""Upper bounds of plays that empty the bag, by draw, before any endgame is searched (bounds/README.md, T10).

    play p, then the draw d   the opponent holds the other unseen tiles, the player S = rack - p + d
    reply r                   chosen for each draw on the board before p, with tables that serve every p

A rack has room for seven tiles, and rack and drawn tiles are more.  So plays that lay the same tiles, as many
as are drawn, are bounded together: the rack without these holds all that any of them leaves.  The more plays
there are in such a group, the more replies are worth their tables, which take some 0.2 ms each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np

from bstar.game import INF
from scrabble.game.unseen import BagContents, without
from scrabble.movegen.features import MOST_REPLIES
from scrabble.solver.preendgame.dealer import SideTiles, tile_rows
from scrabble.solver.preendgame.endgames import Endgames, FirstMove

# no more than this takes a few seconds
MOST_DEALS = 1_000  # of draws and groups of plays
MOST_PAIRS = 100_000  # of plays and draws
FEWEST_REPLIES, PLAYS_A_REPLY = 4, 8  # to a group of plays, and the plays in it for each further reply


def most_by_draw(
    endgames: Endgames,
    plays: Sequence[FirstMove],
    draws: Sequence[BagContents],
    is_over: Callable[[], bool] = lambda: False,
) -> dict[int, np.ndarray]:
    """Return the most that the final spread can be, int64[draws], by number of a play that empties the bag.

    What no reply bounds is the greatest possible spread, and so is what is left when `is_over` says so; large
    groups of plays come first.  Raises SearchStopped.
    """
    count, rack, tiles = endgames.unseen.count, endgames.position.rack_codes[0], endgames.unseen.tiles
    plays = [play for play in plays if len(play.laid) >= count and play.gain > 0]
    groups = grouped(plays, count)
    is_much = len(groups) * len(draws) > MOST_DEALS or len(plays) * len(draws) > MOST_PAIRS
    if not endgames.has_fast_game or is_much or len(tiles) - count < 2:
        return {}
    found: dict[int, np.ndarray] = {}
    for laid, group in groups.items():
        moves, gains = np.array([(play.number, play.gain) for play in group], np.int64).T.copy()
        rests, replies = tile_rows([without(play.laid, laid) for play in group]), replies_to(len(group))
        most = np.full((len(group), len(draws)), endgames.limits[1])
        for at, draw in enumerate(draws):
            if is_over():
                break
            endgames.check_stopped()
            own, other = without(rack, laid) + draw.tiles, without(tiles, draw.tiles)
            racks = SideTiles.in_order(own, own), SideTiles(other, other)
            uppers = endgames.dealer.bounds_by_replies(racks, moves, gains, rests, replies)
            bounds = np.where(uppers < INF, endgames.ahead + uppers, endgames.limits[1])
            most[:, at] = np.minimum(bounds, endgames.limits[1])
        found.update(zip(moves.tolist(), most, strict=True))
    return found


def replies_to(plays: int) -> int:
    """Return by how many replies a group of this many plays is bounded."""
    return min(FEWEST_REPLIES + plays // PLAYS_A_REPLY, MOST_REPLIES)


def grouped(plays: Sequence[FirstMove], count: int) -> dict[bytes, list[FirstMove]]:
    """Return plays by `count` of the tiles that each lays, in few groups: those that most plays lay.

    The largest group comes first.
    """
    uses: dict[int, int] = defaultdict(int)
    for play in plays:
        for tile in set(play.laid):
            uses[tile] += 1
    groups: dict[bytes, list[FirstMove]] = defaultdict(list)
    for play in plays:
        first = sorted(play.laid, key=lambda tile: (-uses[tile], tile))
        groups[bytes(sorted(islice(first, count)))].append(play)
    return dict(sorted(groups.items(), key=lambda item: -len(item[1])))
