"""What the players agree on before a game, and one line of text for a position of it.

The set-up of the oracle in `naive`: words, values, premium squares and rules, English on the
standard board unless told otherwise, all written out here.  Nothing is imported from the project.

    . . . . .     '.' empty, 'Q' a tile, 'u' a blank that stands for U; in a rack '?' is a blank;
    . Q u . .     a board is a tuple of strings, one a row; premium squares are drawn with
    . . I . .     ' and " (double, triple letter), - and = (double, triple word)
    . . . . .
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

EMPTY, BLANK = ".", "?"
MULTIPLIERS = {  # premium square: (letter, word)
    ".": (1, 1),
    "'": (2, 1),
    '"': (3, 1),
    "^": (4, 1),
    "-": (1, 2),
    "=": (1, 3),
    "~": (1, 4),
}
STANDARD_BOARD = (
    "=..'...=...'..=",
    '.-..."..."...-.',
    "..-...'.'...-..",
    "'..-...'...-..'",
    "....-.....-....",
    '."..."..."...".',
    "..'...'.'...'..",
    "=..'...-...'..=",
    "..'...'.'...'..",
    '."..."..."...".',
    "....-.....-....",
    "'..-...'...-..'",
    "..-...'.'...-..",
    '.-..."..."...-.',
    "=..'...=...'..=",
)
ENGLISH = {  # letter: (value, tiles in the set)
    letter: (value, count)
    for value, group in (
        (1, "A9 E12 I9 L4 N6 O8 R6 S4 T6 U4"),
        (2, "D4 G3"),
        (3, "B2 C2 M2 P2"),
        (4, "F2 H2 V2 W2 Y2"),
        (5, "K1"),
        (8, "J1 X1"),
        (10, "Q1 Z1"),
    )
    for letter, count in ((tile[0], int(tile[1:])) for tile in group.split())
}

Board = tuple[str, ...]
Racks = tuple[str, str]  # the player on turn first


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that two players agree on before they start; English unless told otherwise."""

    words: frozenset[str]
    premiums: Board = STANDARD_BOARD
    values: dict[str, int] = field(
        default_factory=lambda: {letter: value for letter, (value, _) in ENGLISH.items()}
    )
    counts: dict[str, int] = field(
        default_factory=lambda: {BLANK: 2} | {letter: count for letter, (_, count) in ENGLISH.items()}
    )
    start: tuple[int, int] = (7, 7)
    rack_size: int = 7
    bingo_length: int = 7
    bingo_bonus: int = 50
    scoreless_limit: int | None = 6
    pass_limit: int | None = None
    zero_play_is_scoreless: bool = False
    out_gain: int = 2
    out_loss: int = 0
    scoreless_loss: int = 1
    exchange_limit: int = 7

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """All beginnings of words, the whole words too."""
        return _prefixes(self.words)

    def value(self, tiles: str) -> int:
        """The face value of tiles; blanks are worth nothing."""
        return sum([self.values.get(tile, 0) for tile in tiles])


@lru_cache(maxsize=2_000)
def _prefixes(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:length] for word in words for length in range(1, len(word) + 1))


class Record(NamedTuple):
    """A position as it is written in a CGP line."""

    board: Board
    racks: Racks
    scores: tuple[int, int]
    zeros: int
    operations: dict[str, str]


def read_cgp(text: str, game: Game) -> Record:
    """Read a CGP line; an empty rack is filled with the unseen tiles when they are few enough."""
    fields = re.fullmatch(r"(\S+) (\S*)/(\S*) (-?\d+)/(-?\d+) (\d+)\s*(.*)", text.strip())
    if fields is None:
        raise ValueError(f"not a CGP line: {text!r}")
    board = tuple(re.sub(r"\d+", lambda run: EMPTY * int(run[0]), row) for row in fields[1].split("/"))
    if [len(row) for row in board] != [len(row) for row in game.premiums]:
        raise ValueError(f"the rows do not fit the board: {text!r}")
    mine, his = fields[2], fields[3]
    if not his and len(unseen(game, board, mine)) <= game.rack_size:
        his = unseen(game, board, mine)
    operations = dict(part.strip().partition(" ")[::2] for part in fields[7].split(";") if part.strip())
    return Record(board, (mine, his), (int(fields[4]), int(fields[5])), int(fields[6]), operations)


def write_cgp(record: Record) -> str:
    """Write the CGP line of a position."""
    rows = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in record.board)
    ends = "".join(f" {name} {operand};" for name, operand in record.operations.items())
    return f"{rows} {'/'.join(record.racks)} {'/'.join(map(str, record.scores))} {record.zeros}{ends}"


def unseen(game: Game, board: Sequence[str], racks: Iterable[str]) -> str:
    """The tiles of the set that are neither on the board nor in the racks; an error if there are too many."""
    left = dict(game.counts)
    for tile in "".join(board).replace(EMPTY, "") + "".join(racks):
        left[BLANK if tile.islower() else tile] -= 1
    if min(left.values()) < 0:
        raise ValueError(f"more tiles than the set holds: {left}")
    return "".join(sorted(tile * count for tile, count in left.items()))
