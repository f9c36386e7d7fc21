"""Random small worlds, the same for the same seed: boards, lexicons and racks for the oracle.

    mini_world(7)            a 5x5 board, some dozens of invented words, racks of a few tiles
    real_world(7, game)      a standard board after a game of random legal plays
    END_RULES                rules by which their games end, to be taken in turn
    CAP_RULES                rules under which sums of points are bounded

    game("CAB"), board_of("8 ......CAB")     by hand

The tiles of a world are those on its board and in its two racks: the bag is empty.  A letter
that is in no word is stuck.  Words on a mini board may be phonies when asked for.
"""

import random
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from tests.oracles import naive

LIVE_LETTERS, STUCK_LETTERS = "AEIORSTN", "QZ"
END_RULES: list[dict[str, Any]] = [  # how a game may end, from the usual way on
    {},
    {"scoreless_limit": 2},
    {"scoreless_limit": 3},
    {"scoreless_limit": 4},
    {"scoreless_limit": 1},
    {"zero_play_is_scoreless": True},
    {"out_gain": 1, "out_loss": 1},
    {"scoreless_loss": 2, "out_gain": 1},
    {"zero_play_is_scoreless": True, "scoreless_limit": 2},
]

CAP_RULES: list[dict[str, Any]] = [  # what bounds by sums of points must hold under
    {},
    {"scoreless_limit": 2},
    {"scoreless_limit": 3, "scoreless_loss": 3},
    {"zero_play_is_scoreless": True},
    {"out_gain": 1, "out_loss": 1},
    {"scoreless_loss": 2, "out_gain": 0},
    {"bingo_length": 2, "bingo_bonus": 40},
    {"out_gain": 3, "scoreless_loss": 0},
]


def game(*words: str, **rules: Any) -> naive.Game:
    """The game with these words."""
    return naive.Game(words=frozenset(words), **rules)


def board_of(*rows: str, size: int = 15) -> naive.Board:
    """A board with these rows, each "5 ..AT." at its number, the others empty."""
    board = ["." * size] * size
    for row in rows:
        number, cells = row.split()
        board[int(number) - 1] = cells.ljust(size, ".")
    return tuple(board)


def plain(size: int = 5, *premiums: str) -> dict[str, Any]:
    """The rules of a small board: no premium squares but these."""
    return {"premiums": board_of(*premiums, size=size), "start": (size // 2, size // 2)}


class World(NamedTuple):
    """A position: the player on turn has the first rack."""

    game: naive.Game
    board: naive.Board
    racks: naive.Racks


def random_words(rng: random.Random, letters: str, count: int, longest: int) -> frozenset[str]:
    """Invented words of 2 letters or more, the short ones most often."""
    lengths = rng.choices(range(2, longest + 1), weights=range(longest, 1, -1), k=count)
    return frozenset("".join(rng.choices(letters, k=length)) for length in lengths)


def random_premiums(rng: random.Random, size: int) -> naive.Board:
    """A board with a premium on about every fourth square."""
    return tuple("".join(rng.choices(".'\"-=", weights=(30, 3, 2, 3, 2), k=size)) for _ in range(size))


def random_rack(rng: random.Random, letters: str, tiles: int) -> str:
    """A rack of so many tiles; stuck tiles and now and then a blank among them, never two blanks."""
    signs = letters + STUCK_LETTERS + naive.BLANK
    rack = "".join(rng.choices(signs, (10,) * len(letters) + (3, 2, 5), k=tiles))
    while rack.count(naive.BLANK) > 1:
        rack = rack.replace(naive.BLANK, rng.choice(letters), 1)
    return "".join(sorted(rack))


def with_only(game: naive.Game, board: naive.Board, racks: naive.Racks) -> World:
    """The position with a tile set of just the tiles that are seen."""
    used = "".join(board).replace(naive.EMPTY, "") + "".join(racks)
    found = Counter(naive.BLANK if tile.islower() else tile for tile in used)
    counts = {tile: found[tile] for tile in (naive.BLANK, *game.values)}
    return World(replace(game, counts=counts), board, racks)


@lru_cache(maxsize=2_000)
def mini_world(seed: int, size: int = 5, tiles: int = 3, phonies: bool = False, **rules: Any) -> World:
    """A random small position with racks of 1 to `tiles` tiles; `rules` are fields of `naive.Game`."""
    game, letters, board, rng = _mini_board(seed, size, phonies)
    rng = copy(rng)
    mine, his = (random_rack(rng, letters, rng.randint(1, tiles)) for _ in range(2))
    if naive.BLANK in mine:
        his = his.replace(naive.BLANK, rng.choice(letters))  # one blank makes a game large enough
    return with_only(replace(game, **rules), board, (mine, "".join(sorted(his))))


@lru_cache(maxsize=500)
def _mini_board(seed: int, size: int, phonies: bool) -> tuple[naive.Game, str, naive.Board, random.Random]:
    """A random game, its letters, a board of it, which no rule alters, and what the racks are drawn with."""
    rng = random.Random(f"mini {seed} {size}")
    letters = "".join(sorted(rng.sample(LIVE_LETTERS, rng.randint(3, 6))))
    words = random_words(rng, letters, rng.randint(20, 60), min(size, 5))
    values = {letter: rng.randint(0, 8) for letter in letters}
    values |= {letter: rng.randint(4, 10) for letter in STUCK_LETTERS}
    bingo = {"bingo_length": rng.choice((3, 4)), "bingo_bonus": rng.randint(5, 15)}
    spoken = naive.Game(
        words=words | random_words(rng, letters, 10, min(size, 5)) if phonies else words,
        premiums=random_premiums(rng, size),
        values=values,
        start=(size // 2, size // 2),
        rack_size=4,
        **bingo,
    )
    board = (naive.EMPTY * size,) * size
    for _ in range(rng.randint(0, size - 1)):
        rack = random_rack(rng, letters, 4)
        choice = sorted(naive.plays(spoken, board, rack))
        if choice:
            board, _ = naive.apply(board, rack, rng.choice(choice))
    return replace(spoken, words=words), letters, board, rng


def mini_worlds(count: int, first: int = 0, **options: Any) -> Iterator[World]:
    """Mini worlds of consecutive seeds."""
    for seed in range(first, first + count):
        yield mini_world(seed, **options)


def real_world(seed: int, game: naive.Game, turns: int | None = None) -> World:
    """A position of a random game: after so many turns, or else when the bag is empty.

    A player without a play exchanges the whole rack.  Tiles that are still in the bag after
    the last turn leave the set, so that the bag is empty in any case; without `turns` none are.
    """
    rng = random.Random(f"real {seed}")
    bag = [tile for tile, count in game.counts.items() for _ in range(count)]
    rng.shuffle(bag)
    size = len(game.premiums)
    board: naive.Board = (naive.EMPTY * size,) * size
    mine, his = (draw(bag, "", game.rack_size) for _ in range(2))
    for turn in range(100):
        if turn == turns or not (bag and mine and his):
            break
        choice = sorted(naive.plays(game, board, mine))
        if choice:
            move = max(rng.choices(choice, k=3), key=len)  # long plays spread over the board
            board, mine = naive.apply(board, mine, move)
        else:
            bag, mine = bag + list(mine), ""
            rng.shuffle(bag)
        mine, his = his, draw(bag, mine, game.rack_size)
    racks = ("".join(sorted(mine)), "".join(sorted(his)))
    return World(game, board, racks) if not bag else with_only(game, board, racks)


def draw(bag: list[str], rack: str, rack_size: int) -> str:
    """Fill a rack from the end of the bag."""
    return rack + "".join(bag.pop() for _ in range(min(len(bag), rack_size - len(rack))))
