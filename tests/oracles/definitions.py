"""What the kernels of bounds promise, square by square: their definitions on the boards of `naive`.

A square is (row, column), a direction False for across and True for down; `laid` are the squares of a play,
and the board is the one after it unless said otherwise.

    . b . .      WO lies on the board, RD is a play: the squares laid are R and D,
    W O R D b    those at the ends of the words through them are marked b
    . . b b .
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import prod

from tests.oracles import naive
from tests.oracles.naive import BLANK, EMPTY, MULTIPLIERS, Board, Game

Square = tuple[int, int]
DIRECTIONS = (False, True)


def is_on(board: Board, square: Square) -> bool:
    """Return whether a square is on the board."""
    return 0 <= square[0] < len(board) and 0 <= square[1] < len(board)


def beyond(board: Board, square: Square, down: bool, step: int) -> tuple[Square, str]:
    """Return the square next to a run through `square`, maybe off the board, and the tiles of the run."""
    row, col = square[0] + step * down, square[1] + step * (not down)
    if not is_on(board, (row, col)) or board[row][col] == EMPTY:
        return (row, col), ""
    end, tiles = beyond(board, (row, col), down, step)
    return end, board[row][col] + tiles


def ends(board: Board, square: Square, down: bool) -> list[Square]:
    """Return the empty squares at both ends of the run through `square`, which counts as occupied."""
    both = (beyond(board, square, down, step)[0] for step in (-1, 1))
    return [end for end in both if is_on(board, end)]


def tiles_beside(board: Board, square: Square, down: bool) -> str:
    """Return the tiles of the run through `square`, but for the one there."""
    return "".join(beyond(board, square, down, step)[1] for step in (-1, 1))


def touched(board: Board, laid: Iterable[Square]) -> set[Square]:
    """Return the squares at the ends of all words that a play may make."""
    return {end for square in laid for down in DIRECTIONS for end in ends(board, square, down)}


def footprint(board: Board, laid: Iterable[Square]) -> set[Square]:
    """Return the squares that must stay as they are for a play to remain what it is (T3)."""
    return {*laid, *touched(board, laid)}


def ring(board: Board, squares: Iterable[Square]) -> set[Square]:
    """Return the first empty squares from some empty squares in all four directions."""
    return touched(board, squares)


def reach(
    game: Game, board: Board, laid: Iterable[Square], left: int, letters: set[str] | None = None
) -> set[Square]:
    """Return where a later play that profits from a play lays a tile, if it leaves `left` tiles.

    It is less than `left` rings away from an end of the play, or at the end of a chain of `left` squares:
    then one of the `letters` left, if they are known, fits on the end where the chain leaves it.
    """
    near = touched(board, laid)
    if left == 0:
        return near
    chain = {
        square
        for row, col in near
        for down in DIRECTIONS
        if letters is None or naive.cross_set(game, board, row, col, down) & letters
        for square in ends(board, (row, col), down)
    }
    for _ in range(left - 1):
        near = near | ring(board, near)
        chain = ring(board, chain)
    return near | chain


def premium_groups(cells: str, premiums: str, tiles: int, most: int) -> list[int]:
    """Return the empty squares with a word premium of a line by group, the largest group first.

    A group ends where `tiles` tiles cannot fill all squares up to the next premium; the last of `most` groups
    has all the others.
    """
    groups: list[int] = []
    last = 0
    for at, (cell, premium) in enumerate(zip(cells, premiums, strict=True)):
        if cell != EMPTY or MULTIPLIERS[premium][1] == 1:
            continue
        is_apart = cells[last : at + 1].count(EMPTY) > tiles
        if not groups or (is_apart and len(groups) < most):
            groups.append(0)
        groups[-1] += 1
        last = at
    return sorted(groups, reverse=True) + [0] * (most - len(groups))


# --- caps by arithmetic alone


def cap_of_word(game: Game, board: Board, values: Sequence[int], laid: int, most: int) -> int:
    """Return the most that a word counts if a play lays `laid` of its at most `most` new tiles."""
    best, tiles = 0, sorted(values, reverse=True)
    for lines, premiums in ((board, game.premiums), (naive.turned(board), naive.turned(game.premiums))):
        for cells, signs in zip(lines, premiums, strict=True):
            for first, last in product(range(len(cells)), repeat=2):
                if (
                    last <= first
                    or cells[:first][-1:] not in ("", EMPTY)
                    or cells[last + 1 :][:1] not in ("", EMPTY)
                ):
                    continue
                empty = [MULTIPLIERS[signs[at]] for at in range(first, last + 1) if cells[at] == EMPTY]
                if not laid <= len(empty) <= min(most, len(tiles)):
                    continue
                letter_factors = sorted((letter for letter, _ in empty), reverse=True)[:laid]
                word_factors = sorted((word for _, word in empty), reverse=True)[:laid]
                points = game.value(cells[first : last + 1].replace(EMPTY, "")) + sum(tiles[: len(empty)])
                points += sum(tile * (times - 1) for tile, times in zip(tiles, letter_factors, strict=False))
                best = max(best, prod(word_factors) * points)
    return best


def cap_of_plays(game: Game, board: Board, values: Sequence[int], first: int, last: int) -> int:
    """Return the most that plays count which bring the new tiles on the board from `first` to `last`."""

    @cache
    def word(laid: int, most: int) -> int:
        return cap_of_word(game, board, values, laid, most)

    @cache
    def plays(before: int) -> int:
        best = 0
        for laid in range(1, last - before + 1):
            bonus = game.bingo_bonus if laid >= game.bingo_length else 0
            score = word(laid, before + laid) + laid * word(1, before + 1) + bonus
            best = max(best, score + plays(before + laid))
        return best

    return plays(first)


def cap_of_end(game: Game, left: int, others: int) -> int:
    """Return the most that the end brings a side that keeps tiles of 0 to `left` points, or goes out."""
    out = (game.out_gain + game.out_loss) * others
    return max(out, *(game.scoreless_loss * (others - kept) for kept in range(left + 1)))


# --- one or two tiles on the squares that a play touches, without the lexicon


def fits(game: Game, board: Board, square: Square, down: bool, sign: str) -> bool:
    """Return whether a tile fits on a square for a play in this direction, given the word across it."""
    letters = naive.cross_set(game, board, *square, down)
    return bool(letters) if sign == BLANK else sign in letters


def factors(game: Game, square: Square) -> tuple[int, int]:
    """Return what a square multiplies a letter by, and a word."""
    return MULTIPLIERS[game.premiums[square[0]][square[1]]]


def points_across(game: Game, board: Board, square: Square, down: bool, sign: str) -> int:
    """Return the points of the word across a play in this direction, with this tile alone; 0 without one."""
    beside = naive.cross_score(game, board, *square, down)
    letter_factor, word_factor = factors(game, square)
    return 0 if beside is None else (beside + game.value(sign) * letter_factor) * word_factor


def quick_single(game: Game, before: Board, after: Board, laid: Iterable[Square], sign: str) -> int | None:
    """Return the most that a tile counts at an end of a run of a play, wherever it fits across that run."""
    best = None
    for square in laid:
        for down in DIRECTIONS:
            for end in ends(after, square, down):
                if not fits(game, before, end, down, sign):
                    continue
                letter_factor, word_factor = factors(game, end)
                word = (
                    game.value(tiles_beside(after, end, down)) + game.value(sign) * letter_factor
                ) * word_factor
                best = max(best or 0, word + points_across(game, before, end, down, sign))
    return best


def quick_pair(
    game: Game, board: Board, laid: Iterable[Square], pair: str, alone: Sequence[int]
) -> int | None:
    """Return the most of two tiles in one word, one of them on a square that a play touches.

    They are laid at once, or one after the other; `alone` is what each counts alone, negative if nothing.
    """
    best = None
    for here, down in product(touched(board, laid), DIRECTIONS):
        for there in ends(board, here, down):
            for squares in ((here, there), (there, here)):
                if all(fits(game, board, *each) for each in zip(squares, (down, down), pair, strict=True)):
                    best = max(best or 0, _most_of_pair(game, board, squares, down, pair, alone))
    return best if best is None else best + game.bingo_bonus * (game.bingo_length <= 2)


def _most_of_pair(
    game: Game, board: Board, squares: Sequence[Square], down: bool, pair: str, alone: Sequence[int]
) -> int:
    both = [list(row) for row in board]
    for (row, col), sign in zip(squares, pair, strict=True):
        both[row][col] = sign
    full = tuple(map("".join, both))
    old = game.value(tiles_beside(full, squares[0], down)) - game.value(pair[1])
    values = [game.value(sign) for sign in pair]
    raised = [value * factors(game, square)[0] for value, square in zip(values, squares, strict=True)]
    times = [factors(game, square)[1] for square in squares]
    crosses = [
        points_across(game, board, square, down, sign) for square, sign in zip(squares, pair, strict=True)
    ]
    totals = [(old + sum(raised)) * prod(times) + sum(crosses)]
    for first, last in ((0, 1), (1, 0)):
        if alone[first] >= 0:
            totals.append(alone[first] + (old + values[first] + raised[last]) * times[last] + crosses[last])
    return max(totals)
