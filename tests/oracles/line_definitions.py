"""What the bounds by lines promise: the best words of a rack on lines, the best way to share out its tiles.

Written out from the definitions in plain Python.  Tiles are numbered in order of the rack; sets of tiles are
frozensets of these numbers.  A line is (down, number), a square of it a number.

    best words    by line, tiles, kind and premium     best_words
    sums          by what each line may get            most_of_lines
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from tests.oracles import naive
from tests.oracles.naive import BLANK, EMPTY, MULTIPLIERS, Board, Game

Line = tuple[bool, int]
Tiles = frozenset[int]
ALL, ONE, ACROSS = "all", "one", "across"
Key = tuple[Line, str, str, bool]  # line, tiles in order, kind, whether a word premium counts
Fitting = dict[tuple[Line, int], set[str]]  # by square of a line: the letters that a play along it may lay


class Word(NamedTuple):
    """A word on a line."""

    line: Line
    first: int
    signs: str  # a new tile as in a play, '.' for an old one

    @property
    def new(self) -> dict[int, str]:
        """The new tiles by square."""
        return {at: sign for at, sign in enumerate(self.signs, self.first) if sign != EMPTY}


def cells_of(board: Board, line: Line) -> str:
    """Return the cells of a line."""
    return naive.turned(board)[line[1]] if line[0] else board[line[1]]


def words_on(game: Game, board: Board, line: Line, rack: str, fitting: Fitting) -> Iterator[Word]:
    """Yield each word that a line can hold with tiles of the rack, wherever it lies.

    One tile down with tiles beside it belongs to its row.
    """
    cells = cells_of(board, line)
    for word in game.words:
        for first in range(len(cells) - len(word) + 1):
            last = first + len(word)
            if cells[:first][-1:] not in ("", EMPTY) or cells[last : last + 1] not in ("", EMPTY):
                continue
            choices = []
            for at, letter in enumerate(word, first):
                if cells[at] != EMPTY:
                    choices.append(EMPTY if cells[at].upper() == letter else "")
                else:
                    choices.append(letter + letter.lower() if letter in fitting[line, at] else "")
            for signs in map("".join, product(*choices)):
                found = Word(line, first, signs)
                needed = "".join(BLANK if sign.islower() else sign for sign in found.new.values())
                is_of_row = (
                    line[0] and len(found.new) == 1 and beside(game, board, line, *found.new) is not None
                )
                if (
                    needed
                    and all(needed.count(tile) <= rack.count(tile) for tile in needed)
                    and not is_of_row
                ):
                    yield found


def square_of(line: Line, at: int) -> tuple[int, int]:
    """Return row and column of a square of a line."""
    return (at, line[1]) if line[0] else (line[1], at)


def beside(game: Game, board: Board, line: Line, at: int) -> int | None:
    """Return the points of the tiles beside a square, across the line; None without any."""
    return naive.cross_score(game, board, *square_of(line, at), line[0])


def best_words(game: Game, board: Board, rack: str, held: set[str], passes: int) -> dict[Key, int]:
    """Return the best words of a rack, all its tiles in any of them in order.

    A letter fits on a square if it makes a word across with the tiles there, or stands there in a word across
    that other tiles of the rack are in; which these are is found from those of the pass before.
    """
    size = len(board)
    all_lines = [(down, number) for down in (False, True) for number in range(size)]
    squares = [(line, at) for line in all_lines for at in range(size)]
    alone: Fitting = {}
    for line, at in squares:
        is_free = beside(game, board, line, at) is None
        fits = naive.cross_set(game, board, *square_of(line, at), line[0]) & held
        alone[line, at] = set(game.values) if is_free else fits
    fitting: Fitting = {place: set(game.values) for place in squares}
    for _ in range(passes - 1):
        seen: Fitting = {place: set(letters) for place, letters in alone.items()}
        for line in all_lines:
            for word in words_on(game, board, line, rack, fitting):
                for at, sign in word.new.items():
                    seen[(not line[0], at), line[1]].add(sign.upper())
        fitting = seen
    best: dict[Key, int] = {}
    for line in all_lines:
        for word in words_on(game, board, line, rack, fitting):
            for kind, premium, points in _worths(game, board, word, alone):
                tiles = "".join(sorted(BLANK if sign.islower() else sign for sign in word.new.values()))
                key = line, tiles, kind, premium
                best[key] = max(points, best.get(key, points))
    return best


def _worths(game: Game, board: Board, word: Word, alone: Fitting) -> Iterator[tuple[str, bool, int]]:
    """Yield what a word counts: all of its new tiles laid in the play that is counted, or one of them."""
    cells = cells_of(board, word.line)
    face = sum(
        game.value(cells[at] if sign == EMPTY else sign) for at, sign in enumerate(word.signs, word.first)
    )
    raised, times, crosses = face, 1, 0
    for at, sign in word.new.items():
        row, col = square_of(word.line, at)
        letter_factor, word_factor = MULTIPLIERS[game.premiums[row][col]]
        gain = game.value(sign) * (letter_factor - 1)
        old = beside(game, board, word.line, at)
        points = 0 if old is None or not alone[word.line, at] else old  # closed squares are kept with 0
        cross = 0 if old is None else (points + game.value(sign) * letter_factor) * word_factor
        raised, times, crosses = raised + gain, times * word_factor, crosses + cross
        if _may_be_last(game, cells, word, at):
            yield ONE, word_factor > 1, (face + gain) * word_factor + cross
            if len(word.new) > 1:
                yield ACROSS, word_factor > 1, (face + gain) * word_factor
    yield ALL, False, raised + crosses
    if times > 1:
        yield ALL, True, raised * times + crosses


def _may_be_last(game: Game, cells: str, word: Word, last: int) -> bool:
    """Return whether what stands beside the last tile of a word could stand there before it was laid."""
    row = list(cells)
    for at, sign in word.new.items():
        row[at] = sign
    parts = "".join(row[:last]).rpartition(EMPTY)[2], "".join(row[last + 1 :]).partition(EMPTY)[0]
    places = range(last - len(parts[0]), last), range(last + 1, last + 1 + len(parts[1]))
    return all(
        len(part) < 2 or not word.new.keys() & set(squares) or part.upper() in game.words
        for part, squares in zip(parts, places, strict=True)
    )


# --- sharing tiles out

WordTable = Mapping[
    tuple[int, int, Tiles, str, bool], int
]  # best words: direction, line, tiles, kind, premium


class Counts(NamedTuple):
    """What counts beside words."""

    bonus_from: int  # tiles of a play that has the bonus
    bonus: int
    end: Callable[[Tiles], int]  # by the tiles kept


def subsets(tiles: Tiles) -> list[Tiles]:
    """Return all subsets."""
    return [frozenset(some) for size in range(len(tiles) + 1) for some in combinations(sorted(tiles), size)]


def line_total(words: WordTable, where: tuple[int, int], premiums: int, counts: Counts) -> Callable[..., int]:
    """Return what a group of words of a line brings with tiles laid along it and across it.

    Its last play lays some of the tiles along it, or one across it; the word has these and any others there.
    """

    @cache
    def word(new: Tiles, there: Tiles, kind: str, premium: bool) -> int:
        extra = counts.bonus if kind != ACROSS and len(new) >= counts.bonus_from else 0
        found = [words.get((*where, some, kind, premium)) for some in subsets(there) if new <= some]
        return max([0, *(points + extra for points in found if points is not None)])

    @cache
    def total(left: int, along: Tiles, across: Tiles) -> int:
        best = 0
        for premium in range(min(left, 1) + 1):
            for new in subsets(along)[1:]:
                points = word(new, along | across, ONE if len(new) == 1 else ALL, premium == 1)
                best = max(best, points + total(left - premium, along - new, across))
            for tile in across:
                one = frozenset({tile})
                points = word(one, along | across, ACROSS, premium == 1)
                best = max(best, points + total(left - premium, along, across - one))
        return best

    return lambda along, across: total(premiums, along, across)


def _groups_total(totals: Sequence[Callable[..., int]]) -> Callable[[Tiles, Tiles], int]:
    """Return what several groups of words of one line bring, each with tiles of its own."""

    @cache
    def total(number: int, along: Tiles, across: Tiles) -> int:
        if number == len(totals):
            return 0
        return max(
            totals[number](some, others) + total(number + 1, along - some, across - others)
            for some in subsets(along)
            for others in subsets(across)
        )

    return lambda along, across: total(0, along, across)


def most_of_lines(
    words: WordTable, lines: int, tiles: int, premiums: Sequence[Sequence[Sequence[int]]], counts: Counts
) -> int:
    """Return the most of all ways to lay some tiles across and others down, each on a row and a column.

    `premiums` are those of each group, by direction and line.  Tiles that bring nothing are on lines of their
    own; with `longest` tiles on one row there are as many columns or more, and the other way round.
    """
    every = frozenset(range(tiles))
    totals = [
        [
            _groups_total(
                [
                    line_total(words, (direction, line), count, counts)
                    for group, count in enumerate(premiums[direction][line])
                    if count > 0 or group == 0
                ]
            )
            for line in range(lines)
        ]
        for direction in range(2)
    ]

    @cache
    def shared(direction: int, along: Tiles, across: Tiles) -> dict[tuple[int, int], int]:
        """Return the best sum by (tiles on the longest line, lines with tiles)."""
        laid, found = sorted(along | across), dict[tuple[int, int], int]()
        for places in product(range(lines + 1), repeat=len(laid)):
            groups = [
                {tile for tile, at in zip(laid, places, strict=True) if at == line} for line in range(lines)
            ]
            made = sum(
                totals[direction][line](along & group, across & group)
                for line, group in enumerate(groups)
                if group
            )
            own = places.count(lines)
            key = max([*map(len, groups), min(own, 1)]), own + sum(map(bool, groups))
            found[key] = max(made, found.get(key, made))
        return found

    best = counts.end(every)
    for laid in subsets(every)[1:]:
        for across in subsets(laid):
            down = laid - across
            for (longest, rows), made in shared(0, across, down).items():
                for (tallest, columns), more in shared(1, down, across).items():
                    if longest <= columns and tallest <= rows:
                        best = max(best, made + more + counts.end(every - laid))
    return best
