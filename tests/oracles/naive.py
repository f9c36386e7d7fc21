"""The rules of the game once more, slowly: the oracle the tests compare everything with.

Plain strings, sets and dictionaries, and nothing imported from the project.  A board is a
tuple of strings, one a row; a rack is a string; a move is its text:

    . . . . .     '.' empty, 'Q' a tile, 'u' a blank that stands for U; in a rack '?' is a blank
    . Q u . .
    . . I . .     "2B (Qu)IZ" across row 2 from column B, "C2 (uI)T" down column C from row 2,
    . . . . .     tiles already there in parentheses; "pass"

A one-tile play that makes words both ways is written across.  Every value is an integer:
the points the player on turn will still score minus those of the other, end adjustments
included.  The bag is empty throughout.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tests.oracles.naive_game import BLANK as BLANK
from tests.oracles.naive_game import EMPTY as EMPTY
from tests.oracles.naive_game import MULTIPLIERS as MULTIPLIERS
from tests.oracles.naive_game import STANDARD_BOARD as STANDARD_BOARD
from tests.oracles.naive_game import Board as Board
from tests.oracles.naive_game import Game as Game
from tests.oracles.naive_game import Racks as Racks
from tests.oracles.naive_game import Record as Record
from tests.oracles.naive_game import read_cgp as read_cgp
from tests.oracles.naive_game import unseen as unseen
from tests.oracles.naive_game import write_cgp as write_cgp

PASS = "pass"


class Line(NamedTuple):
    """One row, or one column read downwards, and what the rest of the board does to it."""

    cells: str
    premiums: str
    crossings: tuple[tuple[str, str], ...]  # the tiles just before and just after, across the line
    hot: tuple[bool, ...]  # empty squares where a new tile would be connected


def turned(board: Sequence[str]) -> Board:
    """The board with rows and columns swapped."""
    return tuple(map("".join, zip(*board, strict=True)))


def crossing(column: str, row: int) -> tuple[str, str]:
    """The tiles of a column directly above a row and directly below it."""
    return column[:row].rpartition(EMPTY)[2], column[row + 1 :].partition(EMPTY)[0]


@lru_cache(maxsize=10_000)
def crossings_of(column: str) -> tuple[tuple[str, str], ...]:
    """What is above and below each square of a column; nothing where it holds a tile."""
    return tuple(crossing(column, row) if cell == EMPTY else ("", "") for row, cell in enumerate(column))


@lru_cache(maxsize=10_000)
def lines(game: Game, board: Board, down: bool) -> tuple[Line, ...]:
    """The rows, or the columns, of a board from the top or from the left."""
    premiums = turned(game.premiums) if down else game.premiums
    start = game.start[::-1] if down else game.start
    rows, columns = (turned(board), board) if down else (board, turned(board))
    is_first_play = set().union(*rows) == {EMPTY}
    found = []
    for row, crossings in enumerate(zip(*map(crossings_of, columns), strict=True)):
        if is_first_play:
            hot = tuple((row, col) == start for col in range(len(columns)))
        else:
            hot = beside_tiles(rows[row], crossings)
        found.append(Line(rows[row], premiums[row], crossings, hot))
    return tuple(found)


@lru_cache(maxsize=10_000)
def beside_tiles(cells: str, crossings: tuple[tuple[str, str], ...]) -> tuple[bool, ...]:
    """The empty squares of a line with a tile beside them, along the line or across it."""
    return tuple(
        cell == EMPTY and (any(crossings[at]) or bool(cells[max(0, at - 1) : at + 2].strip(EMPTY)))
        for at, cell in enumerate(cells)
    )


def fits(game: Game, around: tuple[str, str], letter: str) -> bool:
    """May the letter stand between these tiles?  With none around, any letter may."""
    before, after = around
    return not (before or after) or (before + letter + after).upper() in game.words


def cross_set(game: Game, board: Sequence[str], row: int, col: int, down: bool) -> set[str]:
    """The letters that a play across (or down) may put on an empty square, given the words across it."""
    around = crossing(board[row], col) if down else crossing(turned(board)[col], row)
    return {letter for letter in game.values if fits(game, around, letter)}


def cross_score(game: Game, board: Sequence[str], row: int, col: int, down: bool) -> int | None:
    """The face value of the tiles that a play across (or down) would extend here; None without any."""
    before, after = crossing(board[row], col) if down else crossing(turned(board)[col], row)
    return game.value(before + after) if before or after else None


def points(game: Game, line: Line, start: int, placed: str) -> int:
    """The score of a play; `placed` has a sign for each square of the main word, '.' for an old tile."""
    main, main_factor, others, new_tiles = 0, 1, 0, 0
    for square, tile in enumerate(placed, start):
        if tile == EMPTY:
            main += game.value(line.cells[square])
            continue
        letter_factor, word_factor = MULTIPLIERS[line.premiums[square]]
        main += game.value(tile) * letter_factor
        main_factor *= word_factor
        new_tiles += 1
        before, after = line.crossings[square]
        if before or after:
            others += (
                game.value(before) + game.value(tile) * letter_factor + game.value(after)
            ) * word_factor
    return main * main_factor + others + (game.bingo_bonus if new_tiles >= game.bingo_length else 0)


def is_within_reach(line: Line, start: int, tiles: int) -> bool:
    """Could so many tiles, laid from `start` without a gap, touch anything?  Spares hopeless attempts."""
    for square in range(start, len(line.cells)):
        if line.cells[square] == EMPTY and tiles > 0:
            if line.hot[square]:
                return True
            tiles -= 1
    return False


@lru_cache(maxsize=100_000)
def line_plays(game: Game, line: Line, rack: str) -> tuple[tuple[int, str, int], ...]:
    """All plays along one line: (first square of the main word, placed tiles, score)."""
    found: list[tuple[int, str, int]] = []
    for start in range(len(line.cells)):
        if (start == 0 or line.cells[start - 1] == EMPTY) and is_within_reach(line, start, len(rack)):
            _extend((game, line, start, found), "", "", rack, False)
    return tuple(found)


def _extend(
    of: tuple[Game, Line, int, list[tuple[int, str, int]]],
    placed: str,
    word: str,
    rest: str,
    is_connected: bool,
) -> None:
    """Add the plays that begin with these tiles to those found of a line from a square on."""
    game, line, start, found = of
    square = start + len(placed)
    at_edge = square == len(line.cells)
    ends_here = at_edge or line.cells[square] == EMPTY
    if ends_here and is_connected and len(word) >= 2 and word in game.words:
        found.append((start, placed, points(game, line, start, placed)))
    if at_edge:
        return
    if line.cells[square] != EMPTY:
        longer = word + line.cells[square].upper()
        if longer in game.prefixes:
            _extend(of, placed + EMPTY, longer, rest, is_connected)
        return
    for tile in dict.fromkeys(rest):
        for letter in game.values if tile == BLANK else tile:
            longer = word + letter
            if longer in game.prefixes and fits(game, line.crossings[square], letter):
                sign = letter.lower() if tile == BLANK else letter
                left = rest.replace(tile, "", 1)
                _extend(of, placed + sign, longer, left, is_connected or line.hot[square])


def play_text(line: Line, number: int, start: int, placed: str, down: bool) -> str:
    """Write a play down."""
    row, col = (start, number) if down else (number, start)
    square = f"{chr(65 + col)}{row + 1}" if down else f"{row + 1}{chr(65 + col)}"
    tiles = "".join(f"({line.cells[k]})" if tile == EMPTY else tile for k, tile in enumerate(placed, start))
    return f"{square} {tiles.replace(')(', '')}"


@lru_cache(maxsize=100_000)
def _plays(game: Game, board: Board, rack: str) -> dict[str, int]:
    found = {}
    for down in (False, True):
        for number, line in enumerate(lines(game, board, down)):
            for start, placed, score in line_plays(game, line, rack):
                if down and len(placed) - placed.count(EMPTY) == 1:
                    new = next(square for square, tile in enumerate(placed, start) if tile != EMPTY)
                    if any(line.crossings[new]):
                        continue  # one tile that makes a word across too: found there
                found[play_text(line, number, start, placed, down)] = score
    return found


def plays(game: Game, board: Sequence[str], rack: str) -> dict[str, int]:
    """Every legal play, the pass left out, with its score."""
    return dict(_plays(game, tuple(board), "".join(sorted(rack))))


def apply(board: Sequence[str], rack: str, move: str) -> tuple[Board, str]:
    """The board after a move, and what is left of the rack of the player who made it."""
    return _apply(tuple(board), rack, move)


@lru_cache(maxsize=100_000)
def _apply(board: Board, rack: str, move: str) -> tuple[Board, str]:
    if move == PASS:
        return board, rack
    square, tiles = move.split()
    down = square[0].isalpha()
    column, number = (square[0], square[1:]) if down else (square[-1], square[:-1])
    row, col = int(number) - 1, ord(column) - 65
    grid = [list(line) for line in board]
    is_old = False
    for tile in tiles:
        if tile in "()":
            is_old = tile == "("
            continue
        if not is_old:
            assert grid[row][col] == EMPTY, move
            grid[row][col] = tile
            needed = BLANK if tile.islower() else tile
            assert needed in rack, move
            rack = rack.replace(needed, "", 1)
        assert grid[row][col] == tile, move
        row, col = (row + 1, col) if down else (row, col + 1)
    return tuple(map("".join, grid)), rack


class State(NamedTuple):
    """All that the future depends on; never the scores so far."""

    board: Board
    mine: str
    his: str
    zeros: int  # scoreless turns in a row
    passes: int  # passes in a row


def is_over(game: Game, state: State) -> bool:
    """Has one side gone out, or have there been too many scoreless turns or passes in a row?"""
    if not (state.mine and state.his):
        return True
    if game.scoreless_limit is not None and state.zeros >= game.scoreless_limit:
        return True
    return game.pass_limit is not None and state.passes >= game.pass_limit


def after(game: Game, state: State, move: str, score: int) -> tuple[State, int]:
    """The state that a move leads to and what it gains the player who makes it, end adjustments included."""
    board, rest = apply(state.board, state.mine, move)
    scoreless = move == PASS or (score == 0 and game.zero_play_is_scoreless)
    zeros = state.zeros + 1 if scoreless else 0
    passes = state.passes + 1 if move == PASS else 0
    reached = State(board, state.his, rest, zeros, passes)
    if not rest:  # going out counts before any scoreless ending
        return reached, score + (game.out_gain + game.out_loss) * game.value(state.his)
    if is_over(game, reached):
        return reached, score + game.scoreless_loss * (game.value(state.his) - game.value(rest))
    return reached, score


@lru_cache(maxsize=1_000)
def memo_of(game: Game) -> dict[State, int]:
    """The values of one game's states that have been found so far."""
    return {}


def _value(game: Game, state: State, memo: dict[State, int]) -> int:
    if state not in memo:
        memo[state] = max(_values(game, state, memo).values())
    return memo[state]


def _values(game: Game, state: State, memo: dict[State, int]) -> dict[str, int]:
    values = {}
    for move, score in {**_plays(game, state.board, state.mine), PASS: 0}.items():
        reached, gain = after(game, state, move, score)
        values[move] = gain if is_over(game, reached) else gain - _value(game, reached, memo)
    return values


def value_of_moves(
    game: Game, board: Sequence[str], racks: Racks, zeros: int = 0, memo: dict[State, int] | None = None
) -> dict[str, int]:
    """The exact value of each legal move, the pass among them.

    Scoreless turns already made are taken for passes.  `memo` is shared between calls for one game.
    """
    state = State(tuple(board), "".join(sorted(racks[0])), "".join(sorted(racks[1])), zeros, zeros)
    if is_over(game, state) or (game.scoreless_limit is None and game.pass_limit is None):
        raise ValueError(f"the game is over, or never ends: {state}")
    return _values(game, state, memo_of(game) if memo is None else memo)


def minimax(
    game: Game, board: Sequence[str], racks: Racks, zeros: int = 0, memo: dict[State, int] | None = None
) -> tuple[int, set[str]]:
    """The value for the player on turn and every move that achieves it."""
    values = value_of_moves(game, board, racks, zeros, memo)
    best = max(values.values())
    return best, {move for move, value in values.items() if value == best}
