"""Random small worlds with tiles in the bag, for the oracle: the same for the same seed.

bag_world(7, count=1)      a small board, racks of two or three tiles, one tile in the bag
position_of(bagged)        the same as a position of the project, the other rack empty
"""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from scrabble.answer.names import Objective
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.solver.preendgame.endgames import Endgames
from scrabble.solver.preendgame.moves import CandidateMove, MoveEnumerator
from tests.doors import bridge
from tests.oracles import naive
from tests.oracles.naive_bag import Bagged, minus
from tests.worlds.mini import World, mini_world, random_rack

MEMORY = 32 << 20
END_RULES: list[dict[str, Any]] = [
    {},
    {"scoreless_limit": 2},
    {"scoreless_limit": 3},
    {"scoreless_limit": 4},
    {"out_gain": 1, "out_loss": 1},
    {"scoreless_loss": 2, "out_gain": 1},
]


def bag_world(seed: int, count: int, size: int = 4, known: int = 0) -> Bagged:
    """A random small position with so many tiles in the bag."""
    rng = random.Random(f"bag {seed} {count} {size}")
    rules = rng.choice(END_RULES)
    world = mini_world(seed, size=size, **rules)
    letters = "".join(letter for letter in world.game.values if letter not in "QZ")
    rack_size = rng.choice((2, 2, 3)) if count == 1 else 2
    rack, unseen = random_rack(rng, letters, rack_size), random_rack(rng, letters, rack_size + count)
    if rack_size > 2:  # a blank makes so many tiles too slow for the oracle
        rack = rack.replace(naive.BLANK, rng.choice(letters))
    if naive.BLANK in rack or rack_size > 2:
        unseen = unseen.replace(naive.BLANK, rng.choice(letters))
    unseen = "".join(sorted(unseen))
    used = "".join(world.board).replace(naive.EMPTY, "") + rack + unseen
    found = Counter(naive.BLANK if tile.islower() else tile for tile in used)
    counts = {tile: found[tile] for tile in (naive.BLANK, *world.game.values)}
    game = replace(world.game, counts=counts, rack_size=rack_size)
    limit = game.scoreless_limit or 6
    zeros = rng.choice((0, 0, 0, limit - 1, limit - 2)) if limit > 1 else 0
    return Bagged(game, world.board, rack, unseen, rng.randint(-15, 15), max(zeros, 0), unseen[:known])


EXCHANGE_RULES: list[dict[str, Any]] = [
    {"scoreless_limit": 2},
    {"scoreless_limit": 3},
    {"scoreless_limit": 4},
    {"scoreless_limit": 5, "pass_limit": 2},
    {"scoreless_limit": 4, "pass_limit": 3, "scoreless_loss": 2},
]


def exchange_world(seed: int, count: int, limit: int = 1, size: int = 4) -> Bagged:
    """A random small position with so many tiles in the bag, at least `limit` of which allow exchanges."""
    rng = random.Random(f"exchange {seed} {count} {limit} {size}")
    bagged = bag_world(seed, count, size, known=rng.choice((0, 0, 1)))
    rules = rng.choice(EXCHANGE_RULES)
    fewest = min(number for name, number in rules.items() if name.endswith("limit"))
    game = replace(bagged.game, exchange_limit=limit, **rules)
    return bagged._replace(game=game, zeros=rng.choice((0, 0, 0, fewest - 1, max(0, fewest - 2))))


def position_of(bagged: Bagged, other: str = "") -> tuple[Position, Lexicon]:
    """The position and the lexicon of a world; `other` is what is known of the other rack."""
    position, lexicon = bridge.position_of(
        World(bagged.game, bagged.board, (bagged.rack, other)), bagged.zeros
    )
    return replace(position, scores=(bagged.ahead, 0)), lexicon


def moves_of(position: Position, lexicon: Lexicon) -> tuple[Endgames, list[CandidateMove]]:
    """What solves the endgames of a position, and its moves."""
    solver = Endgames(UnseenTiles(position), lexicon, MEMORY)
    return solver, MoveEnumerator(solver, (Objective.WIN, Objective.SPREAD)).candidates()


def other_racks(bagged: Bagged) -> str:
    """Some full other rack."""
    return minus(bagged.unseen, bagged.unseen[-1])
