"""The most that the last three tiles make joined to a play, kept by what lies near it.

    joined    two plays are, if a word of one holds a tile of the other, and so are plays that others join:
              after PLAY, the plays on its ends, and those that a later play connects with it

What is joined to a play and what is not stand apart.  The other tiles make no more than on the board before
the play (bounds/README.md, T11):

    most after a play <= max over sets of tiles: most that they make joined to it + most of the rest before it

All tiles that are joined lie within its reach, so what they make depends on the squares of the reach and on
the runs beside these alone.  Boards that differ elsewhere share it, and it has no target.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.bounds.reach import mark_ends
from scrabble.bounds.solo_quick import quick_single
from scrabble.movegen.bits import lowest, mix
from scrabble.movegen.packed_move import CODE_BITS, direction_of, line_of
from scrabble.movegen.packed_rack import first_kind, tile_of
from scrabble.movegen.pair_on_line import NO_PAIR, one_by_one
from scrabble.movegen.play_cache import find_lines
from scrabble.movegen.scoring import single_score
from scrabble.movegen.state import PLY, letters_of, play_state, rack_codes, square_key, undo_state

TILES = 3
ONE, OTHERS, ALL = 0, TILES, 2 * TILES  # sets of tiles: each alone, all others, the three
KEY = ALL + 1  # of a row, behind these
NOTHING = NO_PAIR  # is made by such tiles
NO_ROOM = INF
DOWN_FACTOR = 0x9E3779B97F4A7C15  # a tile counts differently in its row and its column


@kernel_tuple
class JoinedPlays(NamedTuple):
    """A table of the most that three tiles make joined to plays, by local key, and work space."""

    # what each set makes, and the key, 0 if empty: one line of the processor's cache; S is a power of two
    rows: np.ndarray  # int64[S, KEY + 1]
    kinds: np.ndarray  # int64[TILES]    the types of the tiles at hand, in order
    rest: np.ndarray  # int64[KEY]    what the tiles that are not of a set make on the board before the play
    ends: np.ndarray  # uint32[2, n]    of a first play
    lines: np.ndarray  # uint32[2, n]    where words of the last two tiles lie
    numbers: np.ndarray  # int32[2, n]    the lists of these


def new_joined(size_bytes: int, n: int) -> JoinedPlays:
    """Return an empty table of about `size_bytes` bytes for a board of n rows, and work space."""
    slots = 1 << max(10, (size_bytes // (8 * (KEY + 1))).bit_length() - 1)
    return JoinedPlays(
        lazy_zeros((slots, KEY + 1), np.int64),
        np.zeros(TILES, np.int64),
        np.zeros(KEY, np.int64),
        np.zeros((2, n), np.uint32),
        np.zeros((2, n), np.uint32),
        np.zeros((2, n), np.int32),
    )


@inline
def note_kinds(joined, leave):
    """Note the types of three tiles."""
    rack = np.uint32(leave)
    for index in range(TILES):
        joined.kinds[index] = first_kind(rack)
        rack = np.uint32(rack - tile_of(joined.kinds[index]))


@inline
def without(joined, leave, index):
    """Return the tiles but for one of them."""
    return np.uint32(leave - tile_of(joined.kinds[index]))


@inline
def local_key(state, joined, side, near, move):
    """The key of what the tiles at hand make joined to the play just made.

    It tells the play, the tiles by code, as all deals of a pre-endgame have the same table, and the runs
    beside the squares `near` it.
    """
    board, tiles = state.board, np.uint64(0)
    for index in range(TILES):
        code = np.uint64(state.hands.kinds[side, joined.kinds[index]])
        tiles = tiles << np.uint64(CODE_BITS) | code
    key = mix(np.uint64(move) ^ mix(tiles))
    for direction in range(2):
        factor = np.uint64(1 if direction == 0 else DOWN_FACTOR)
        for line in range(near.shape[1]):
            squares = np.uint64(near[direction, line])
            if squares == 0:
                continue
            beside = _runs_beside(squares, np.uint64(board.occupied[direction, line]))
            while beside:
                at = lowest(beside)
                beside &= beside - np.uint64(1)
                code = np.int64(board.letters[direction, line, at])
                key += factor * square_key(direction, np.int64(line), at, code)
    return np.int64(key)


@inline
def _runs_beside(squares, filled):
    """The tiles of a line from which a run leads to one of these empty squares."""
    after, before = squares << np.uint64(1) & filled, squares >> np.uint64(1) & filled
    to_right, to_left = filled, filled
    for power in range(5):
        step = np.uint64(1 << power)
        after |= to_right & (after << step)
        before |= to_left & (before >> step)
        to_right &= to_right << step
        to_left &= to_left >> step
    return after | before


@inline
def most_with_joined(joined, row):
    """The most that three tiles make of which some are joined to a play, in the row of the table."""
    best = np.int64(NOTHING)
    for index in range(KEY):
        best = max(best, joined.rows[row, index] + joined.rest[index])
    return best


@linked("bool")
def find_joined(game, asked, row, count):
    """Find what three tiles make joined to the play just made; False if there is no room for lists.

    The first `count` of the plays chosen for three tiles are all within its reach, which is marked.
    """
    state, joined, plays, chosen = game.state, game.solo.joined, game.cache.plays, game.solo.chosen[TILES]
    ends, most = game.solo.reach[TILES][0], joined.rows[row]
    for index in range(TILES):
        most[ONE + index] = _best_of_tile(state, asked.side, joined.kinds[index], ends)
    for index in range(TILES):
        most[OTHERS + index] = most[(index + 1) % TILES] + most[(index + 2) % TILES]
    for each in range(count):
        play = plays[chosen[each]]
        if play.laid == 2 and play.squares & ends[direction_of(play.move), line_of(play.move)] != 0:
            index = _number_of(joined, np.uint32(asked.leave - play.tiles))
            total = max(np.int64(play.score), one_by_one(state.board, play.move, play.squares))
            most[OTHERS + index] = max(most[OTHERS + index], total)
    best = np.int64(NOTHING)
    for each in range(count):
        score = np.int64(plays[chosen[each]].score)
        rest = _rest_after(game, asked, most, chosen[each])
        if rest == NO_ROOM:
            return False
        best = max(best, score + rest)
    most[ALL] = best
    return True


@inline
def _number_of(joined, tile):
    """Return the number of a tile among the three."""
    kind, number = first_kind(tile), np.int64(0)
    while joined.kinds[number] != kind:
        number += 1
    return number


@inline
def _best_of_tile(state, side, kind, marks):
    """The best score of a tile on the marked squares, or NOTHING."""
    code, best = np.int64(state.hands.kinds[side, kind]), np.int64(NOTHING)
    for row in range(marks.shape[1]):
        squares = np.uint64(marks[0, row])
        while squares:
            column = lowest(squares)
            squares &= squares - np.uint64(1)
            score = single_score(state.board, code, np.int64(row), column)
            if score >= 0:
                best = max(best, score)
    return best


@inline
def _rest_after(game, asked, most, number):
    """The most that the others of three tiles make after one of the first plays, joined to it or `most`."""
    joined, play = game.solo.joined, game.cache.plays[number]
    move, tiles = np.int64(play.move), np.uint32(play.tiles)
    if play.laid == TILES:
        return np.int64(0)
    if play.laid == 1:
        return _two_after(game, asked, most, move, _number_of(joined, tiles))
    index = _number_of(joined, np.uint32(asked.leave - tiles))
    code = np.int64(game.state.hands.kinds[asked.side, joined.kinds[index]])
    return max(most[ONE + index], quick_single(game.state.board, move, code))


@inline
def _two_after(game, asked, most, move, third):
    """The most that two of three tiles make after a play of the third, joined to it or to the play before.

    A play that waits covers no end of that one: then one of the two, or a word of both, joins it.
    """
    state, joined = game.state, game.solo.joined
    ends, own = game.solo.reach[TILES][0], joined.ends
    first, second = (third + 1) % TILES, (third + 2) % TILES
    play_state(state, move)
    waits = not _mark_single(state, own, ends)
    best = np.int64(NOTHING) if waits else most[OTHERS + third]
    pair = without(joined, asked.leave, third)
    letters = letters_of(rack_codes(state, asked.side, pair))
    if _mark_lines(state.board, joined.lines, own, ends if waits else own, letters):
        if not find_lines(state, game.cache, asked.side, pair, joined.lines, joined.numbers):
            undo_state(state)
            return np.int64(NO_ROOM)
        best = _best_of_pair(game, pair, own, ends if waits else own, best)
        one, other = joined.kinds[first], joined.kinds[second]
        with_one = max(most[ONE + first], _best_of_tile(state, asked.side, one, own))
        with_other = max(most[ONE + second], _best_of_tile(state, asked.side, other, own))
        if waits:
            for row in range(own.shape[1]):
                own[0, row] &= ends[0, row]
            best = max(best, _best_of_tile(state, asked.side, one, own) + with_other)
            best = max(best, with_one + _best_of_tile(state, asked.side, other, own))
        else:
            best = max(best, with_one + with_other)
    undo_state(state)
    return best


@inline
def _mark_single(state, own, ends):
    """Mark the ends of the single tile just laid; return whether it covers an end of the play before."""
    ply = state.now[PLY] - 1
    direction, line = direction_of(state.log.move[ply]), line_of(state.log.move[ply])
    squares = np.uint32(state.log.squares[ply])
    for each in range(own.shape[1]):
        own[0, each] = own[1, each] = 0
    mark_ends(state.board, own, direction, line, lowest(np.uint64(squares)))
    mark_ends(state.board, own, 1 - direction, lowest(np.uint64(squares)), line)
    return squares & ends[direction, line] != 0


@inline
def _mark_lines(board, lines, own, ends, letters):
    """Mark the lines where a word of two more tiles, of these letters, can cover an end of both kinds."""
    is_any = False
    for direction in range(2):
        for line in range(lines.shape[1]):
            squares, places = np.uint64(0), np.uint64(own[direction, line])
            while places:
                square = lowest(places)
                places &= places - np.uint64(1)
                if board.cross_sets[direction, line, square] & letters != 0:
                    squares |= np.uint64(1) << np.uint64(square)
            if squares != 0 and squares & np.uint64(ends[direction, line]) == 0:
                beside = squares | _runs_beside(squares, np.uint64(board.occupied[direction, line]))
                squares = beside << np.uint64(1) | beside >> np.uint64(1)
            is_wanted = squares & np.uint64(ends[direction, line]) != 0
            lines[direction, line] = 1 if is_wanted else 0
            is_any |= is_wanted
    return is_any


@inline
def _best_of_pair(game, pair, own, ends, best):
    """The best total of two tiles in one word, on the lines found, that covers an end of both kinds.

    At least `best`.
    """
    joined, plays = game.solo.joined, game.cache.plays
    for direction in range(2):
        for line in range(own.shape[1]):
            if joined.lines[direction, line] == 0:
                continue
            entry = game.cache.lists[joined.numbers[direction, line]]
            if entry.pair <= best:
                continue
            for number in range(entry.first, entry.first + entry.count):
                play = plays[number]
                squares = play.squares
                is_joined = squares & own[direction, line] != 0 and squares & ends[direction, line] != 0
                if is_joined and play.tiles == pair:
                    total = one_by_one(game.state.board, play.move, play.squares)
                    best = max(best, np.int64(play.score), total)
    return best
