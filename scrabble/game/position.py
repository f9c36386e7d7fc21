"""The position: board, racks, scores and scoreless turns, seen by the side to move.

    racks[0], scores[0]   the side to move              play(move)   the opponent is to move, so racks
    racks[1], scores[1]   the opponent                               and scores change places

Racks are text for people, ("AALNOR", "EIU"), and codes for programs, `rack_codes`.

A position never changes; `play` makes a new one that remembers the old one.  Words are not looked up
here: `play` checks only whether the tiles fit, and `new_words` names the words to look up.  Scores do
not include the points of the end of the game until `final_scores` is called.

    errors      too many tiles on a rack or of a kind, no tiles on either rack, a bag that is not empty
    oddities    scoreless turns beyond the limit, an empty start square, a single tile, floating tiles,
                phonies (with a lexicon only)

`require_solvable` refuses positions with errors; `position.problems()` lists errors and oddities.

Invariant: `position.play(move).undo() is position`.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from os import PathLike
from typing import Protocol

import numpy as np

from scrabble.english import counted
from scrabble.errors import ScrabbleError
from scrabble.game.board import BoardLayout, Squares, square_name
from scrabble.game.move import (
    NEIGHBOURS,
    IllegalMoveError,
    LegalMoves,
    Move,
    ScoredMove,
    move_text,
    parse_move,
    why_illegal,
    words_made,
)
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, UNASSIGNED, Alphabet, quoted, shortened

HOLDS = ("the rack to move", "the opponent's rack")
RUN = re.compile(rb"[^\0]{2,}")  # squares of a line with tiles side by side
AS_LETTERS = bytes(code & ~BLANK for code in range(256))  # a blank is what it stands for
AS_ON_RACKS = bytes(0 if code & BLANK else code for code in range(256))  # a played blank is a blank
TO_DO = "to solve an endgame, put every tile on the board or a rack"


class WordChecker(Protocol):
    """A container of words, given as the codes of their letters."""

    def __contains__(self, word: bytes) -> bool: ...


NO_RACKS = "both racks are empty"


class PositionError(ScrabbleError):
    """An impossible position, or one that is not an endgame."""


@cache
def _codes_on_board(letters: int) -> bytes:
    """Return the codes that a square may hold: nothing, one of the letters, or a blank played as one."""
    return bytes((*range(letters + 1), *range(BLANK + 1, BLANK + letters + 1)))


@dataclass(frozen=True, eq=False)
class Position:
    """A position; two are equal if all fields but `previous` are.

    Attributes:
        alphabet: The tiles of the language.
        layout: The board with its premium squares.
        rules: The rules, such as the bonus for seven tiles.
        squares: The board as uint8[n, n], read-only: tile codes, 0 is empty.
        rack_codes: Sorted tile codes of the racks, the side to move first.
        scores: The side to move first.
        scoreless_turns: The number of scoreless turns in a row before this position.
        lexicon_name: The lexicon that the position names, or None.
        previous: The position that `play` was called on, or None.
        extra: Further operations of a CGP line: (name, operand).
    """

    alphabet: Alphabet
    layout: BoardLayout
    rules: Rules
    squares: Squares
    rack_codes: tuple[bytes, bytes] = (b"", b"")
    scores: tuple[int, int] = (0, 0)
    scoreless_turns: int = 0
    lexicon_name: str | None = None
    previous: Position | None = field(default=None, repr=False)
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        squares = np.array(self.squares, dtype=np.uint8, order="C")
        squares.flags.writeable = False
        object.__setattr__(self, "squares", squares)
        first, second = (bytes(sorted(rack)) for rack in self.rack_codes)
        object.__setattr__(self, "rack_codes", (first, second))
        if squares.shape != (self.layout.size, self.layout.size):
            raise PositionError(f"a board of {squares.shape} squares does not fit {self.layout.name}")
        if squares.tobytes().translate(None, _codes_on_board(self.alphabet.size)):
            raise PositionError(f"a tile on the board is not in the {self.alphabet.name} set")
        if max(first + second, default=0) > self.alphabet.size:
            raise PositionError(f"a tile on a rack is not in the {self.alphabet.name} set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        """Return all fields but `previous`, hashable."""
        game = (self.alphabet, self.layout, self.rules, self.lexicon_name, self.extra)
        return (*game, self.squares.tobytes(), self.rack_codes, self.scores, self.scoreless_turns)

    def __repr__(self) -> str:
        racks = "/".join(self.racks)
        first, second = self.scores
        lexicon = f" {self.lexicon_name}" if self.lexicon_name else ""
        return f"<Position {racks} {first}-{second}{lexicon}>"

    def __str__(self) -> str:
        """Draw the board with racks and scores; `cgp` writes a position in one line."""
        from scrabble.report import notebook

        return notebook.position_text(self)

    def _repr_html_(self) -> str:
        """Draw the same as a picture, for notebooks."""
        from scrabble.report import notebook

        return notebook.position_html(self)

    # Reading and writing

    @staticmethod
    def from_cgp(text: str) -> Position:
        """Read a position in CGP, such as "15/.../15 AALNOR/EIU 470/395 0 lex ENABLE;".

        An empty or partial rack gets the unseen tiles if they all fit.

        Args:
            text: The position, in one line.

        Returns:
            The position.

        Raises:
            CgpError: The text is not a position; the message names the part and quotes it.

        Example:
            >>> position = scrabble.Position.from_cgp(Path("position.cgp").read_text())
            >>> position.racks, position.scores
            (('AALNOR', 'EIU'), (470, 395))
        """
        from scrabble.game import cgp

        return cgp.loads(text)

    @staticmethod
    def from_board(
        board: str | Iterable[str],
        racks: tuple[str, str] | None = None,
        scores: tuple[int, int] | None = None,
        scoreless_turns: int = 0,
        lexicon: str | None = None,
        layout: str | None = None,
        language: str | None = None,
    ) -> Position:
        """Read a position from the rows of its board.

        Upper case is a tile, lower case a blank, [CH] a tile of several letters; `.` and the signs of premium
        squares are empty.  A printed board, as `print(position)`, Macondo, MAGPIE or Quackle draw it, may
        have its heading and row numbers, and racks and scores beside it or below it.

        Args:
            board: The board, one text or a text for each row.
            racks: Both racks, the side to move first; a blank is ?.  Default: those printed with the board.
            scores: Both scores, the side to move first.  Default: those printed with the board, else unknown.
            scoreless_turns: The number of scoreless turns in a row before this position.
            lexicon: The name of the lexicon; one that has only a file is given to `solve` and the others.
            layout: The name of the layout of premium squares.  Default: the one that is drawn, else the usual
                one of this size.
            language: The language of the tiles.  Default: that of the lexicon, else the one that fits.

        Returns:
            The position.

        Raises:
            TypeError: An argument has a wrong type.
            BoardDiagramError: The board, or what is printed beside it, cannot be read.
            CgpError: A rack or the lexicon does not fit the tiles.

        Example:
            >>> rows = ["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7
            >>> scrabble.Position.from_board(rows, ("S", "DOG"), (10, 7), lexicon="ENABLE")
            <Position S/DGO 10-7 ENABLE>
        """
        from scrabble.game.board_diagram import position_of

        operations = {"lex": lexicon, "bdn": layout, "ld": language}
        return position_of(board, racks, scores, scoreless_turns, operations)

    def cgp(self) -> str:
        """Write this position in one line of CGP, which `from_cgp` reads."""
        from scrabble.game import cgp

        return cgp.dumps(self)

    # The tiles and the scores

    @property
    def racks(self) -> tuple[str, str]:
        """The racks as text, such as ("AALNOR", "EIU"), the side to move first; a blank is ?."""
        first, second = map(self.alphabet.rack_text, self.rack_codes)
        return first, second

    @property
    def spread(self) -> int:
        """The lead of the side to move: its score minus that of the opponent."""
        return self.scores[0] - self.scores[1]

    @property
    def _seen_codes(self) -> bytes:
        """The tiles on the board and the racks; a played blank is a blank, code 0."""
        on_board = self.squares.tobytes().replace(b"\0", b"").translate(AS_ON_RACKS)
        return on_board + self.rack_codes[0] + self.rack_codes[1]

    @property
    def seen(self) -> Counter[int]:
        """The number of each tile on the board and the racks; a played blank counts as a blank, code 0."""
        return Counter(self._seen_codes)

    @cached_property
    def unseen(self) -> bytes:
        """The tiles of the set that are neither on the board nor on a rack, sorted."""
        seen, counts = self._seen_codes, enumerate(self.alphabet.counts)
        return b"".join([bytes((code,)) * (count - seen.count(code)) for code, count in counts])

    @property
    def bag(self) -> bytes:
        """The tiles in the bag: all unseen ones, since both racks are known."""
        return self.unseen

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag if the opponent's rack is full; the bag is empty at 0 or less."""
        return len(self.unseen) + len(self.rack_codes[1]) - self.rules.rack_size

    # Moves

    def _move(self, move: Move | ScoredMove | str) -> Move:
        """Return a move given as an object or as text.  Raises IllegalMoveError or TypeError."""
        if isinstance(move, Move):
            return move
        if isinstance(move, ScoredMove):
            return move.move
        if isinstance(move, str):
            return parse_move(move, self)
        raise TypeError(f"move: expected a Move or its text, got {shortened(repr(move))}")

    def check(self, move: Move | ScoredMove | str) -> None:
        """Raise IllegalMoveError unless the tiles of a move can be played; words are not looked up."""
        move = self._move(move)
        if any(not 1 <= code & ~BLANK <= self.alphabet.size for code in move.tiles if code):
            raise IllegalMoveError(f"cannot play {move}: no such tile in the {self.alphabet.name} set")
        reason = self._objection(move)
        lacking = "" if reason else self._lacking(move)
        if lacking:
            reason = f"{lacking!r} is not on the rack {self.racks[0]!r}"
        if reason:
            text = f"cannot play {quoted(move_text(move, self))}: {reason}"
            raise IllegalMoveError(text, lacks_tiles=bool(lacking))

    def score(self, move: Move | ScoredMove | str) -> int:
        """Return the points of a move, without those of the end of the game.  Raises IllegalMoveError."""
        move = self._move(move)
        self.check(move)
        points = self.rules.bingo_bonus if len(move.placed) >= self.rules.bingo_length else 0
        for word in words_made(move, self.squares):
            factor, value = 1, 0
            for row, col, code, is_new in word:
                letter_factor = self.layout.letter_multiplier.item(row, col) if is_new else 1
                factor *= self.layout.word_multiplier.item(row, col) if is_new else 1
                value += letter_factor * self.alphabet.value_of(code)
            points += factor * value
        return points

    def new_words(self, move: Move | ScoredMove | str) -> tuple[bytes, ...]:
        """Return the words of a move, the main word first, blanks as letters.  Raises IllegalMoveError."""
        move = self._move(move)
        self.check(move)
        words = words_made(move, self.squares)
        return tuple(bytes(code & ~BLANK for _, _, code, _ in word) for word in words)

    def legal_moves(self, lexicon: WordChecker | str | PathLike[str] | None = None) -> LegalMoves:
        """Return every play of the side to move with its score, best first, without the pass.

        Args:
            lexicon: A `scrabble.Lexicon`, its name or its path.  Default: the one that the position names.

        Returns:
            The plays: a list of ScoredMove, which can also be asked whether it contains a text.

        Raises:
            LexiconError: There is no such lexicon.
            PositionError: A rack has more than 7 tiles, or the tiles of another language.

        Example:
            >>> for move in position.legal_moves("ENABLE")[:3]:
            ...     print(move, move.score)
        """
        from scrabble.solver.moves import legal_moves

        return legal_moves(self, lexicon)  # type: ignore[arg-type]  # it refuses what is no Lexicon

    def parse_move(self, text: str) -> Move:
        """Read a move of this position, such as `8D (A)T`, without checking that it can be made.

        Raises IllegalMoveError.
        """
        return parse_move(text, self)

    def move_text(self, move: Move) -> str:
        """Write a move of this position, such as `8D (A)T`."""
        return move_text(move, self)

    def play(self, move: Move | ScoredMove | str) -> Position:
        """Return the position after a move, the opponent to move.

        No tiles are drawn.  The operations in `extra` belong to this position only and are dropped, but
        scores that are unknown stay so.

        Args:
            move: The move as text, such as "3F (L)LANO", "3F LLANO" or "pass", or as an object.

        Returns:
            The new position; its `undo()` is this one.

        Raises:
            IllegalMoveError: The tiles cannot be played.  Words are not looked up.

        Example:
            >>> scrabble.Position.from_cgp(text).play("3F LLANO")
            <Position EIU/AR 395-477 ENABLE>
        """
        move = self._move(move)
        score = self.score(move)
        squares = self.squares.copy()
        for row, col, code in move.placed:
            squares[row, col] = code
        left = Counter(self.rack_codes[0]) - Counter(move.from_rack)
        if move.tiles:
            is_scoreless = score == 0 and self.rules.zero_play_is_scoreless
        else:  # where passes in a row end the game, they are counted, and an exchange ends a run of them
            is_scoreless = move.is_pass or self.rules.pass_limit is None
        return dataclasses.replace(
            self,
            squares=squares,
            rack_codes=(self.rack_codes[1], bytes(left.elements())),
            scores=(self.scores[1], self.scores[0] + score),
            scoreless_turns=self.scoreless_turns + 1 if is_scoreless else 0,
            previous=self,
            extra=tuple(each for each in self.extra if each[0] == "scores"),
        )

    def undo(self) -> Position:
        """Return the position before the last move.  Raises IllegalMoveError if none was played."""
        if self.previous is None:
            raise IllegalMoveError("no move to undo")
        return self.previous

    def _objection(self, move: Move) -> str | None:
        """Return the reason why a move cannot be made whatever the rack, or None."""
        if self.is_over:
            return "the game is over"
        if move.exchanged:
            least, there = max(len(move.exchanged), self.rules.exchange_limit), max(0, self.bag_count)
            return None if there >= least else f"{there} in the bag, expected at least {least}"
        return None if move.is_pass else why_illegal(move, self.squares, self.layout.start)

    def _lacking(self, move: Move) -> str:
        """Return the tiles of a move that the rack does not have, as text."""
        return self.alphabet.rack_text((Counter(move.from_rack) - Counter(self.rack_codes[0])).elements())

    # The end of the game

    @property
    def scoreless_turns_left(self) -> int | None:
        """The number of further scoreless turns in a row that end the game; None = they never do."""
        limit = self.rules.scoreless_turns_limit
        return None if limit is None else max(0, limit - self.scoreless_turns)

    @property
    def is_out(self) -> bool:
        """Return whether a side has played its last tile, with the bag empty."""
        return not all(self.rack_codes) and not self.bag

    @property
    def is_over(self) -> bool:
        """Return whether a side has gone out, or the limit of scoreless turns is reached."""
        return self.is_out or self.scoreless_turns_left == 0

    @property
    def final_scores(self) -> tuple[int, int]:
        """The scores, with the points of the end of the game if it is over; the side to move first."""
        mine, theirs = map(self.alphabet.value, self.rack_codes)
        if self.is_out:
            gain, loss = self.rules.out_gain, self.rules.out_loss
            # The side that is out has a rack of value 0, so one term of each difference is 0.
            return self.scores[0] + gain * theirs - loss * mine, self.scores[1] + gain * mine - loss * theirs
        if self.is_over:
            loss = self.rules.scoreless_loss
            return self.scores[0] - loss * mine, self.scores[1] - loss * theirs
        return self.scores

    # Words and problems

    def words(self) -> Iterator[tuple[str, bytes]]:
        """Yield every word on the board, blanks as letters, with its square: 8D across, D8 down."""
        for down, lines in ((False, self.squares), (True, self.squares.T)):
            runs = ((at, run) for at, line in enumerate(lines) for run in RUN.finditer(line.tobytes()))
            found = ((run.start(), at, run[0]) if down else (at, run.start(), run[0]) for at, run in runs)
            for row, col, word in sorted(found):
                yield square_name(row, col, down), word.translate(AS_LETTERS)

    def problems(self, lexicon: WordChecker | None = None, may_have_bag: bool = False) -> list[str]:
        """Return all errors and oddities of this position, one line each; phonies only with a lexicon.

        With `may_have_bag` unseen tiles are no error: the position is a pre-endgame.
        """
        found = [*errors(self, may_have_bag), *odd_scoreless_turns(self)]
        if self.squares.any():
            found += _badly_placed(self)
        if lexicon is not None:
            words = [(at, word) for at, word in self.words() if word not in lexicon]
            if words:
                phonies = f"{len(words)} phonies" if len(words) > 1 else "phony"
                places = ", ".join(f"{at} {self.alphabet.decode(word)}" for at, word in words)
                found.append(f"{phonies} on the board: {places}")
        return found


def require_solvable(position: Position) -> None:
    """Raise PositionError, in one line, for a position that is not an endgame or has errors."""
    found = errors(position)
    if position.bag:
        found.append(TO_DO)
    if found:
        raise PositionError(
            "; ".join(found), "to list plays: endgame positions --moves" if position.bag else ""
        )


def odd_scoreless_turns(position: Position) -> list[str]:
    """Return one line if the number of scoreless turns is beyond what the rules allow."""
    turns, limit = position.scoreless_turns, position.rules.scoreless_turns_limit
    if turns >= 0 and (limit is None or turns <= limit):
        return []
    expected = "at least 0" if limit is None else f"0 to {limit}"
    return [f"{turns} scoreless turns in a row, expected {expected}"]


def errors(position: Position, may_have_bag: bool = False) -> list[str]:
    """Return the errors of an endgame, one line each; with `may_have_bag`, not those of unseen tiles."""
    alphabet, size = position.alphabet, position.rules.rack_size
    found = [
        f"a rack of {len(rack)} tiles, more than {size}: {alphabet.rack_text(rack)!r}"
        for rack in position.rack_codes
        if len(rack) > size
    ]
    if not any(position.rack_codes):
        found.append(NO_RACKS)
    for code, count in sorted(position.seen.items()):
        if count > alphabet.counts[code]:
            tile = alphabet.decode([code]) if code else f"{UNASSIGNED} (blank)"
            found.append(f"{count} tiles {tile}, but the {alphabet.name} set has {alphabet.counts[code]}")
    if position.bag and not may_have_bag:
        found.append(f"{_left_over(position)}: {alphabet.rack_text(position.bag)!r}")
    return found


def scores_line(position: Position) -> str:
    """Return the racks and scores of both sides in one line."""
    names = ("to move", "opponent")
    racks = [rack or empty_rack_text(position) for rack in position.racks]
    sides = zip(names, racks, position.scores, strict=True)
    return ", ".join(f"{name} {rack} {score}" for name, rack, score in sides)


def empty_rack_text(position: Position) -> str:
    """Return what stands for a rack without tiles: with tiles in the bag it is not known."""
    return "not known" if position.bag_count > 0 else "no tiles"


def _left_over(position: Position) -> str:
    """Describe where the unseen tiles are; an empty rack is an unknown one."""
    unknown = [holds for holds, rack in zip(HOLDS, position.rack_codes, strict=True) if not rack]
    unseen, held = len(position.bag), len(unknown) * position.rules.rack_size
    count = unseen - held
    if count <= 0:
        return f"a rack is empty, and {unseen} tile{'s are' if unseen > 1 else ' is'} unseen"
    bag = f"the bag holds {counted(count, 'tile')}"
    racks = unknown[0] if len(unknown) == 1 else "the racks"
    return f"{bag} ({unseen} unseen, {held} of them on {racks})" if unknown else bag


def _badly_placed(position: Position) -> list[str]:
    """Describe tiles that no plays can have placed: not from the start square, or not in words."""
    found = []
    if not position.squares[position.layout.start]:
        found.append(f"the start square {square_name(*position.layout.start)} is empty")
    groups = _groups(position)
    for group in groups:
        names = ", ".join(square_name(row, col) for row, col in sorted(group))
        if len(group) == 1:
            found.append(f"the single tile on {names} forms no word")
        elif group is not groups[0]:
            found.append(f"floating tiles, not connected to the others: {names}")
    return found


def _groups(position: Position) -> list[set[tuple[int, int]]]:
    """Return the connected groups of tiles on the board, that of the start square first, else the largest."""
    left = {(int(row), int(col)) for row, col in np.argwhere(position.squares > 0)}
    groups = []
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            row, col = waiting.pop()
            around = {(row + by_row, col + by_col) for by_row, by_col in NEIGHBOURS} & left
            left -= around
            group |= around
            waiting += around
        groups.append(group)
    return sorted(groups, key=lambda group: (position.layout.start not in group, -len(group), min(group)))
