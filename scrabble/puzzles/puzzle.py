"""A puzzle: a position with one proven answer, and the refutations of other moves; files of puzzles.

    {"version": 1, "id": "3f2a9c01d4", "cgp": "...", "question": "best move", "solution": {...}, ...}

    for puzzle in read_puzzles(path): puzzle.solution.move, puzzle.gap
    append_puzzle(path, puzzle)

A file has one JSON object a line; empty lines and lines with # are skipped, unknown keys are ignored.  All
numbers are from the point of view of the side to move.  Points are integers; win probabilities are 0, 1 or
text such as "5/8", a draw is "1/2".
"""

from __future__ import annotations

import hashlib
from codecs import BOM_UTF8
from enum import StrEnum
from fractions import Fraction
from os import PathLike
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from scrabble.answer.moves import Step
from scrabble.answer.plain import FRACTION_PATTERN, FractionText, means
from scrabble.errors import ScrabbleError
from scrabble.files import expand_user, read_file
from scrabble.game.tiles import shortened
from scrabble.records.encoding import as_utf8
from scrabble.safe_text import visible_json

PUZZLE_VERSION = 1  # goes up when a key is removed or changes its meaning
MOST_BYTES = 256 << 20  # of a file
ID_LENGTH = 10
REFUTATIONS = 10  # of a puzzle, at most
ID_PATTERN = rf"^[0-9a-f]{{{ID_LENGTH}}}$"
PATTERNS = {ID_PATTERN: f"{ID_LENGTH} hexadecimal digits", FRACTION_PATTERN: "a fraction such as 5/8"}

Exact: TypeAlias = int | FractionText


class PuzzleError(ScrabbleError):
    """A file of puzzles that cannot be read; the message is one line with the file and the line."""


class Question(StrEnum):
    """The question of a puzzle: what the solution alone does."""

    BEST_MOVE = "best move"
    ONLY_WIN = "only winning move"
    ONLY_DRAW = "only drawing move"
    BEST_CHANCE = "best winning chance"  # with tiles in the bag


class Theme(StrEnum):
    """A theme of a puzzle; the README of this package has the definitions."""

    OUT_IN_ONE = "goes out at once"
    OUT_IN_TWO = "goes out in two"
    OUT_IN_THREE = "goes out in three or more"
    BLOCKS_OUT_PLAY = "blocks an out-play"
    BLOCKS = "blocks the best play"
    STICKS = "keeps a tile from being played"
    SETS_UP = "sets up a play"
    SAVES_SPOT = "saves a spot"
    PASSES = "passes"
    UNLOADS = "gets rid of a costly tile"
    BLANK = "plays from a blank"
    LOW_SCORE = "gives up points"
    DRAW_OF_TILES = "depends on the draw"


class MoveKind(StrEnum):
    """A reason why a move is plausible."""

    PLAYED = "played"
    HIGHEST_SCORING = "highest-scoring"
    OUT_PLAY = "out-play"
    LONGEST = "longest"
    PLANNER = "planner's first"


class PuzzleSolution(Struct, kw_only=True):
    """The solution with best play of both sides."""

    move: Annotated[str, means("the move")]
    score: Annotated[int, means("its points")]
    spread: Annotated[int | None, means("final spread with it; null with tiles in the bag")]
    win: Annotated[
        Exact, means("win probability with it: 1, `1/2` for a draw, 0; with tiles in the bag any fraction")
    ]
    line: Annotated[
        list[Step],
        means("best play to the end of the game, the solution first; empty with tiles in the bag"),
    ]


class PlausibleMove(Struct, kw_only=True):
    """A move that a player may well think of."""

    move: Annotated[str, means("the move")]
    kinds: Annotated[
        list[MoveKind],
        means("why: `played`, `highest-scoring`, `out-play`, `longest`, `planner's first`"),
    ]
    loss: Annotated[Exact, means("what it loses, in the unit of `gap`; 0 for the solution")]
    is_bound: Annotated[bool, means("`loss` is a lower bound, with tiles in the bag")] = False


class Refutation(Struct, kw_only=True):
    """A plausible move that fails, with the best play that shows it."""

    move: Annotated[str, means("the move")]
    score: Annotated[int, means("its points")]
    loss: Annotated[Exact, means("what it loses, in the unit of `gap`")]
    spread: Annotated[int | None, means("final spread after it with best play; null with tiles in the bag")]
    win: Annotated[Exact, means("win probability after it with best play")]
    is_bound: Annotated[bool, means("`win` is an upper bound, `loss` a lower one, with tiles in the bag")] = (
        False
    )
    bag: Annotated[
        str | None, means("the tiles in the bag, as they are drawn in the line; null in an endgame")
    ] = None
    line: Annotated[list[Step], means("best play to the end of the game, the move first")]


class Puzzle(Struct, kw_only=True):
    """A puzzle."""

    version: Annotated[int, means("of the keys: 1")]
    id: Annotated[
        Annotated[str, Meta(pattern=ID_PATTERN)],
        means("10 hexadecimal digits, from board, racks, question and the name of the lexicon"),
    ]
    cgp: Annotated[str, means("the position; with tiles in the bag without the opponent's rack")]
    lexicon: Annotated[str, means("the name of its lexicon")]
    question: Annotated[
        Question,
        means("`best move`, `only winning move`, `only drawing move` or `best winning chance`"),
    ]
    source: Annotated[str, means("where the position is from, such as `first-empty-bag:g0222`")]
    players: Annotated[
        Annotated[list[str], Meta(min_length=2, max_length=2)] | None,
        means("names of the side to move and of the opponent, if known, or null"),
    ] = None
    played: Annotated[str | None, means("the move that was made in the game, if known, or null")] = None
    solution: Annotated[PuzzleSolution, means("the answer, see below")]
    value: Annotated[int | None, means("future spread with best play; null with tiles in the bag")]
    gap: Annotated[
        Exact,
        means("what any other move loses at least: points of final spread, or win probability"),
    ]
    rank: Annotated[int, means("of the solution by score: 1 if no move scores more")]
    moves: Annotated[int, means("number of legal moves, the pass included")]
    winning_moves: Annotated[
        int | None, means("how many of them win; null if not all are proven, and with tiles in the bag")
    ] = None
    plausible: Annotated[list[PlausibleMove], means("plausible moves, see below")]
    themes: Annotated[list[Theme], means("[themes](puzzles.md#themes)")]
    reasons: Annotated[list[str], means("why the solution is best, in sentences")] = []
    refutations: Annotated[list[Refutation], means("plausible moves that fail, at most ten, see below")]
    difficulty: Annotated[Annotated[int, Meta(ge=1, le=5)], means("[from 1 to 5](puzzles.md#difficulty)")]

    @property
    def has_bag(self) -> bool:
        """Return whether the puzzle has tiles in the bag."""
        return self.question == Question.BEST_CHANCE


def puzzle_id(cgp: str, question: str, lexicon: str) -> str:
    """Return the id of the puzzle with this position, question and lexicon; scores do not count.

    The name of the lexicon counts, in any case, as its words may not be known where the puzzle is read.
    """
    return _digest(cgp, question, lexicon.casefold())


def current_id(own: str, cgp: str, question: str, lexicon: str) -> str:
    """Return the id that a puzzle with id `own` has now: earlier versions left out the lexicon."""
    return puzzle_id(cgp, question, lexicon) if own == _digest(cgp, question) else own


def _digest(cgp: str, *others: str) -> str:
    """Return the digest of board, racks and other texts."""
    text = " ".join((*cgp.split()[:2], *others))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]


def number_to_record(number: Fraction) -> Exact:
    """Return a number as the record holds it."""
    return number.numerator if number.denominator == 1 else str(number)


def puzzle_line(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON, without the line end."""
    return visible_json(msgspec.json.encode(puzzle).decode())


def read_puzzle(line: str | bytes, where: str) -> Puzzle:
    """Return the puzzle of a line of JSON.  Raises PuzzleError, with `where` in front of the reason."""
    try:
        found = msgspec.json.decode(line)
        version = found.get("version", PUZZLE_VERSION) if isinstance(found, dict) else PUZZLE_VERSION
        if version != PUZZLE_VERSION:
            other = shortened(msgspec.json.encode(version).decode())
            raise PuzzleError(f"{where}: expected puzzles of version {PUZZLE_VERSION}, got version {other}")
        if isinstance(found, dict) and "question" not in found:
            raise PuzzleError(f"{where}: expected a puzzle, got an object without the key question")
        puzzle = msgspec.convert(found, Puzzle)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at ")
        key = place.strip("`").removeprefix("$").removeprefix(".") or "the line"
        for pattern, meaning in PATTERNS.items():
            reason = reason.replace(f"`str` matching regex {pattern!r}", meaning)
        raise PuzzleError(f"{where}: {key}: {reason[:1].lower()}{reason[1:].replace('`', '')}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{where}: expected a puzzle in JSON, got {error}") from None
    puzzle.id = current_id(puzzle.id, puzzle.cgp, puzzle.question, puzzle.lexicon)
    return puzzle


def read_puzzles(path: str | PathLike[str]) -> list[Puzzle]:
    """Return the puzzles of a file.  Raises PuzzleError for a file that cannot be read, or is none."""
    try:
        data = as_utf8(read_file(expand_user(path), MOST_BYTES, allow_pipe=True))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise PuzzleError(f"{path}: {reason or error}") from None
    lines = enumerate((line.removeprefix(BOM_UTF8) for line in data.splitlines()), 1)
    return [
        read_puzzle(line, f"{path}, line {at}")
        for at, line in lines
        if line.strip() and line.lstrip()[:1] != b"#"
    ]
