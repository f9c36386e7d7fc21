"""Small positions by every road that leads to odd ones, the same for the same seed.

    odd_position(7)      a position, its lexicon, the words that can still be played, and the road it came by

A road ends on a board.  Then racks, scoreless turns, scores and rules are dealt anew, more often than not:
nothing in the program may lean on how a position came about.  The tile set is what is seen.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, Alphabet
from scrabble.lexicon import Lexicon
from scrabble.lexicon.build import from_words
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.selfplay.generate import new_finder, play_one
from tests.campaign.some_words import PART_OF, part_of_lexicon, playable
from tests.claims import closed
from tests.conftest import POSITIONS
from tests.doors.bridge import enable
from tests.worlds.mini import CAP_RULES, END_RULES

RULES: list[dict[str, Any]] = [
    *END_RULES,
    *CAP_RULES,
    {"scoreless_limit": None, "pass_limit": 4},
    {"scoreless_limit": 12, "pass_limit": 4},
    {"scoreless_limit": 5},
    {"zero_play_is_scoreless": True, "scoreless_limit": 3},
    {"zero_play_is_scoreless": True, "scoreless_limit": 4},
    {"bingo_length": 3, "bingo_bonus": 25},
]
SEED = 23  # of the games played for this


class Odd(NamedTuple):
    """A position, and what is known of it."""

    position: Position
    lexicon: Lexicon
    words: list[bytes]  # all that can still be played, and more
    road: str


class Start(NamedTuple):
    """Where a road ends."""

    position: Position
    lexicon: Lexicon


@functools.cache
def records(name: str) -> list[str]:
    """The lines of positions that come along."""
    lines = (POSITIONS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["cgp"] for line in lines]


def late(rng: random.Random) -> Start:
    """The last turns of real games."""
    return Start(cgp.loads(rng.choice(records("late"))), part_of_lexicon("ENABLE"))


def first_empty_bag(rng: random.Random) -> Start:
    """A board with the bag just empty."""
    return Start(cgp.loads(rng.choice(records("first-empty-bag"))), part_of_lexicon("ENABLE"))


def end_of_game(rng: random.Random) -> Start:
    """Any turn of a saved game after the bag was empty, just as it was played."""
    path = rng.choice(sorted((POSITIONS / "games").glob("*.gcg")))
    turns = [turn for turn in replay(gcg.load(path)).turns if not turn.bag and all(turn.held)]
    return Start(rng.choice(turns[-4:]).position, enable())


def self_play(rng: random.Random) -> Start:
    """One of the last turns of a game in any language."""
    lexicon = part_of_lexicon(rng.choice(PART_OF))
    while True:
        made = play_one(finder(lexicon.name), SEED, rng.randrange(1 << 20))
        turns = replay(gcg.loads(made.gcg), alphabet=lexicon.alphabet).turns
        ends = [turn.position for turn in turns if not turn.bag and all(turn.held)]
        if ends:
            return Start(rng.choice(ends[-4:]), lexicon)


@functools.cache
def finder(name: str) -> Any:
    return new_finder(part_of_lexicon(name))


def on_a_super_board(rng: random.Random) -> Start:
    """A board of a game in the middle of one of 21 by 21."""
    start = rng.choice((late, self_play))(rng)
    squares = np.zeros((21, 21), np.uint8)
    squares[3:18, 3:18] = start.position.squares
    layout = BoardLayout.load("SuperCrosswordGame")
    return start._replace(position=dataclasses.replace(start.position, layout=layout, squares=squares))


def part_of_a_board(rng: random.Random) -> Start:
    """A window of a board: words cut off, tiles that float."""
    start = rng.choice((late, self_play, first_empty_bag))(rng)
    size = rng.randint(3, 12)
    row, col = rng.randint(0, 15 - size), rng.randint(0, 15 - size)
    squares = start.position.squares[row : row + size, col : col + size]
    return start._replace(position=_on(start.position, _layout(rng, size), squares))


def nearly_full(rng: random.Random) -> Start:
    """A window with hardly a square left, or none."""
    start = part_of_a_board(rng)
    squares = np.array(start.position.squares)
    empty = [(int(row), int(col)) for row, col in np.argwhere(squares == 0)]
    for row, col in rng.sample(empty, max(0, len(empty) - rng.randint(0, 6))):
        squares[row, col] = rng.randint(1, start.position.alphabet.size)
    return start._replace(position=dataclasses.replace(start.position, squares=squares))


def empty(rng: random.Random) -> Start:
    """A small board without a tile."""
    lexicon = part_of_lexicon(rng.choice(PART_OF))
    size = rng.randint(2, 7)
    return Start(_bare(lexicon, _layout(rng, size), np.zeros((size, size), np.uint8)), lexicon)


def invented(rng: random.Random) -> Start:
    """Invented words in any alphabet there is, scattered on a board of any size."""
    alphabet = Alphabet.load(rng.choice(Alphabet.names()))
    letters = rng.sample(range(1, alphabet.size + 1), rng.randint(2, 7))
    size = rng.choice((3, 4, 5, 6, 7, 9, 15, 21))
    words = {bytes(rng.choices(letters, k=rng.choice((2, 2, 3, 3, 4, 5)))) for _ in range(rng.randint(5, 60))}
    lexicon = from_words(sorted(words), "invented", alphabet)
    squares = np.zeros((size, size), np.uint8)
    for word in rng.choices(sorted(words), k=rng.randint(0, size)):
        if len(word) <= size:
            row, col = rng.randrange(size), rng.randint(0, size - len(word))
            line = squares[row] if rng.random() < 0.5 else squares[:, row]
            line[col : col + len(word)] = [code | BLANK * (rng.random() < 0.1) for code in word]
    return Start(_bare(lexicon, _layout(rng, size), squares), lexicon)


ROADS: tuple[Callable[[random.Random], Start], ...] = (
    late,
    first_empty_bag,
    end_of_game,
    self_play,
    self_play,
    on_a_super_board,
    part_of_a_board,
    nearly_full,
    empty,
    invented,
    invented,
    invented,
)


def _layout(rng: random.Random, size: int) -> BoardLayout:
    """A board with a premium on about every fourth square, and any square to start from."""
    rows = ["".join(rng.choices(".'\"^-=~", weights=(30, 3, 2, 1, 3, 2, 1), k=size)) for _ in range(size)]
    return BoardLayout.from_rows(rows, "odd", (rng.randrange(size), rng.randrange(size)))


def _on(position: Position, layout: BoardLayout, squares: np.ndarray) -> Position:
    return dataclasses.replace(position, layout=layout, squares=squares)


def _bare(lexicon: Lexicon, layout: BoardLayout, squares: np.ndarray) -> Position:
    """A board with two racks, to be dealt anew."""
    rules = Rules.load(lexicon.alphabet.rules)
    return Position(lexicon.alphabet, layout, rules, squares, (b"\1", b"\1"))


def odd_position(seed: int, most_tiles: int = 5) -> Odd:
    """The position of a seed; racks that are dealt have up to so many tiles in all, or one tile more."""
    rng = random.Random(f"odd {seed}")
    road = ROADS[seed % len(ROADS)]
    position, lexicon = road(rng)
    is_bare = road in (empty, invented)
    if is_bare or sum(map(len, position.rack_codes)) > most_tiles or rng.random() < 0.6:
        letters = _letters(position, lexicon, rng)
        position = dataclasses.replace(position, rack_codes=_racks(rng, letters, most_tiles))
    if rng.random() < 0.5:
        changes = rng.choice(RULES)
        if "zero_play_is_scoreless" in changes:  # which is refused beside a limit of passes
            changes = {"scoreless_limit": 6, "pass_limit": None} | changes
        position = dataclasses.replace(position, rules=dataclasses.replace(position.rules, **changes))
    limit = position.rules.scoreless_turns_limit
    assert limit is not None
    zeros = rng.randrange(limit) if rng.random() < 0.6 else min(position.scoreless_turns, limit - 1)
    ahead = rng.randint(-30, 30)
    position = dataclasses.replace(
        position, scoreless_turns=zeros, scores=(300, 300 - ahead), extra=(), previous=None
    )
    position = closed(position)
    return Odd(position, lexicon, playable(position, lexicon), road.__name__)


def _letters(position: Position, lexicon: Lexicon, rng: random.Random) -> list[int]:
    """What racks are dealt of: letters as often as they are on the board, in words, or in the set."""
    seen = [int(code) & ~BLANK for code in position.squares.ravel() if code]
    counts = position.alphabet.counts
    letters = seen or [code for word in some_words(lexicon) for code in word]
    if rng.random() < 0.5:
        letters = letters + [code for code in range(1, len(counts)) for _ in range(counts[code])]
    return letters + [0] * rng.randint(0, 1 + len(letters) // 8)


@functools.lru_cache(maxsize=30)
def some_words(lexicon: Lexicon) -> list[bytes]:
    """Some of its words."""
    return [lexicon.alphabet.encode(word.upper()) for word, _ in zip(lexicon, range(200), strict=False)]


def _racks(rng: random.Random, letters: list[int], most: int) -> tuple[bytes, bytes]:
    """Two racks; one of them now and then a long one beside a single tile."""
    if rng.random() < 0.1:
        sizes = [1, rng.randint(most - 1, most + 1)]
    else:
        first = rng.randint(1, min(4, most - 1))
        sizes = [first, rng.randint(1, min(4, most - first))]
    rng.shuffle(sizes)
    mine, his = (rng.choices(letters, k=size) for size in sizes)
    blanks = 0
    for rack in (mine, his):
        for at, code in enumerate(rack):
            blanks += code == 0
            if code == 0 and (blanks > 2 or (len(mine) + len(his) > 4 and blanks > 1)):
                rack[at] = rng.choice([code for code in letters if code])
    return bytes(sorted(mine)), bytes(sorted(his))
