"""What some tiles make that is joined to a play, from the definition: all sequences of plays of one side.

Two plays are joined if a word of one holds a tile of the other, and so are plays that others join, a later
one, too.
"""

from collections.abc import Iterator

from tests.oracles import naive
from tests.oracles.definitions import Square
from tests.oracles.naive import EMPTY, Board, Game


def squares_between(before: Board, after: Board) -> frozenset[Square]:
    """Return the squares on which tiles were laid."""
    rows = range(len(before))
    return frozenset((row, col) for row in rows for col in rows if before[row][col] != after[row][col])


def squares_of_words(board: Board, laid: frozenset[Square]) -> frozenset[Square]:
    """Return the squares of all words that hold a tile just laid."""
    found: set[Square] = set()
    for row, col in laid:
        for down in (False, True):
            line = [each[col] for each in board] if down else list(board[row])
            start = end = row if down else col
            while start > 0 and line[start - 1] != EMPTY:
                start -= 1
            while end + 1 < len(line) and line[end + 1] != EMPTY:
                end += 1
            if start < end:
                found |= {(at, col) if down else (row, at) for at in range(start, end + 1)}
    return frozenset(found)


def most_joined(game: Game, before: Board, after: Board, rack: str) -> dict[str, int]:
    """Return the most that each set of tiles makes, every play of it joined to that which has been made.

    A set of tiles is given in the order of the alphabet; one without such plays is left out.
    """
    most: dict[str, int] = {}
    first = frozenset({squares_between(before, after)})
    for used, total in _sequences(game, after, rack, first):
        tiles = "".join(sorted(used))
        most[tiles] = max(total, most.get(tiles, total))
    return most


def _sequences(
    game: Game, board: Board, rack: str, groups: frozenset[frozenset[Square]], used: str = "", total: int = 0
) -> Iterator[tuple[str, int]]:
    """Yield the tiles and the points of all sequences whose plays, in `groups` so far, end up in one."""
    if used and len(groups) == 1:
        yield used, total
    for text, score in naive.plays(game, board, rack).items() if rack else ():
        later, left = naive.apply(board, rack, text)
        laid = squares_between(board, later)
        words = squares_of_words(later, laid)
        met = frozenset(group for group in groups if group & words)
        merged = laid.union(*met)
        tiles = list(rack)
        for tile in left:
            tiles.remove(tile)
        yield from _sequences(
            game, later, left, groups - met | {merged}, used + "".join(tiles), total + score
        )
