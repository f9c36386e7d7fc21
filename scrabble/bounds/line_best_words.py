"""The best words that the tiles of a rack can make on a line, at any time before the game ends.

    words   [tiles, kind]   tiles: bit i is the i-th tile of the rack, equal ones side by side; the word holds
                            them all, and what is on the board now
            ALL      all of them are laid in the play that is counted; without the bonus of a full rack
            ONE      one of them is, the others came before
            ACROSS   one of them is, in a play across the line that makes this word by the way; at least one
                     other tile of the rack is in it

ALL and ONE count, beside the word along the line, those across it in which the tile is the only one of the
rack.  Earlier plays of the rack may have made a square playable that is not now, so no word need touch a
tile, and beside a tile every letter fits that stands there in any word across, with other tiles of the rack
in it or not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.jit import inline, kernel, kernel_tuple
from scrabble.movegen.bits import lowest
from scrabble.movegen.cross_sets import EVERY_LETTER, NO_WORD
from scrabble.movegen.generator import NO_ROOM, PLAY, LineContext, MoveGenerator, line_plays, new_generator
from scrabble.movegen.packed_move import CODE_BITS, CODE_MASK, LETTERS_AT
from scrabble.movegen.packed_rack import TYPES, count_of
from scrabble.movegen.scoring import BINGO_BONUS, BINGO_LENGTH
from scrabble.movegen.state import GameState
from scrabble.movegen.word_table import BLANK

ALL, ONE, ACROSS = range(3)
KINDS = 3
PLAIN, PREMIUM = range(2)  # whether one of the new tiles is on a word premium
NO_CROSS = -2  # a square touches something, but a tile on it makes no word across
MOST_PLAYS = 1 << 20  # of one line
NONE = -1  # there is no such word
OWN = 1 << 8  # beside the letter of a tile of the rack
PASSES = 3  # over all lines: all but the last one find which letters fit, from those found before


@kernel_tuple
class WordsWorkspace(NamedTuple):
    """Work space."""

    generator: MoveGenerator
    plays: np.ndarray  # PLAY[MOST_PLAYS]
    numbers: np.ndarray  # int64[TYPES + 1]   for each kind of tile that of its first one
    fitting: np.ndarray  # uint64[2, n, n]   the letters seen on a square in words across, a bit each
    fixed: np.ndarray  # uint64[2, n, n]   those that fit without other tiles of the rack
    words: np.ndarray  # int64[2, n, 1 << tiles, KINDS, 2]   by direction and line, or NONE
    row: np.ndarray  # int64[n]   the letters of a word, tiles of the rack with OWN


def line_words(state: GameState, tiles: int) -> np.ndarray | None:
    """Return the best words of the side to move; None if a line has too many plays.

    The cross information of `state` is overwritten.
    """
    room = new_words_workspace(state.board.letters.shape[1], tiles)
    room.fitting[:] = room.fixed[:] = state.board.cross_sets
    return room.words if _fill(state, room) else None


def new_words_workspace(n: int, tiles: int) -> WordsWorkspace:
    """Return work space for a board of n rows."""
    return WordsWorkspace(
        new_generator(),
        lazy_zeros(MOST_PLAYS, PLAY),
        np.zeros(TYPES + 1, np.int64),
        np.zeros((2, n, n), np.uint64),
        np.zeros((2, n, n), np.uint64),
        np.full((2, n, 1 << tiles, KINDS, 2), NONE, np.int64),
        np.zeros(n, np.int64),
    )


@kernel
def _fill(state, room):
    """Fill in the words of all lines; False if there is no room for the plays of one."""
    board, rack = state.board, state.hands.racks[0]
    number_tiles(rack, room.numbers)
    n = board.letters.shape[1]
    for direction in range(2):
        for line in range(n):
            for at in range(n):
                board.cross_sets[direction, line, at] = EVERY_LETTER
                if board.cross_scores[direction, line, at] == NO_WORD:
                    board.cross_scores[direction, line, at] = NO_CROSS
                    room.fixed[direction, line, at] = EVERY_LETTER
    for step in range(PASSES):
        for direction in range(2):
            for line in range(n):
                for at in range(n):
                    room.fitting[direction, line, at] = room.fixed[direction, line, at]
        for direction in range(2):
            for line in range(n):
                if not note_line(state, direction, line, step, room):
                    return False
        for direction in range(2):
            for line in range(n):
                for at in range(n):
                    if step < PASSES - 1:
                        board.cross_sets[direction, line, at] = room.fitting[direction, line, at]
    for direction in range(2):
        for line in range(n):
            fill_equal(room.words[direction, line], room.numbers)
    return True


@inline
def note_line(state, direction, line, step, room):
    """Note the letters of the plays of a line, in the last step its words; False if there is no room."""
    on = LineContext(np.int64(direction), np.int64(line), np.int64(0), state.hands.racks[0])
    count = line_plays(state, room.generator, on, room.plays, np.int64(0))
    if count == NO_ROOM:
        return False
    for number in range(count):
        if step < PASSES - 1:
            _mark_letters(state.board, on, room.plays[number], room.fitting)
        else:
            _note_word(state, on, room.plays[number], room)
    return True


@inline
def number_tiles(rack, numbers):
    """Write the number of the first tile of each kind."""
    for kind in range(TYPES):
        numbers[kind + 1] = numbers[kind] + count_of(rack, kind)


@inline
def _mark_letters(board, on, play, fitting):
    """Mark the letters of a word as fitting where they stand, for words across it."""
    squares, codes = np.uint64(play.squares), np.int64(play.move) >> LETTERS_AT
    while squares != 0:
        at = lowest(squares)
        squares &= squares - np.uint64(1)
        letter = np.uint64(codes & (BLANK - 1))
        fitting[1 - on.direction, at, on.line] |= np.uint64(1) << letter
        codes >>= CODE_BITS


@inline
def fill_equal(best, numbers):
    """Copy the best word of some tiles to every set of equal tiles."""
    for tiles in range(best.shape[0]):
        same = _first_equal(np.int64(tiles), numbers)
        for kind in range(KINDS):
            for premium in range(2):
                best[tiles, kind, premium] = best[same, kind, premium]


@inline
def _bits(tiles, numbers):
    """Packed tiles as bits, of equal tiles the first ones."""
    bits = np.int64(0)
    for kind in range(TYPES):
        bits |= ((np.int64(1) << count_of(tiles, kind)) - 1) << numbers[kind]
    return bits


@inline
def _first_equal(bits, numbers):
    """The same tiles, of equal ones the first."""
    first = np.int64(0)
    for kind in range(TYPES):
        count = np.int64(0)
        for number in range(numbers[kind], numbers[kind + 1]):
            count += (bits >> number) & 1
        first |= ((np.int64(1) << count) - 1) << numbers[kind]
    return first


@inline
def _note_word(state, on, play, room):
    """Update the best words with a word."""
    board = state.board
    tiles = _bits(play.tiles, room.numbers)
    best = room.words[on.direction, on.line, tiles]
    score = np.int64(play.score)
    if play.laid >= state.rules[BINGO_LENGTH]:
        score -= state.rules[BINGO_BONUS]
    squares, codes = np.uint64(play.squares), np.int64(play.move) >> LETTERS_AT
    times, gains, crosses = np.int64(1), np.int64(0), np.int64(0)
    while squares != 0:
        at = lowest(squares)
        squares &= squares - np.uint64(1)
        gain, cross = _gain(board, on, at, codes & CODE_MASK)
        times *= board.word_multiplier[on.direction, on.line, at]
        gains += gain
        crosses += cross
        codes >>= CODE_BITS
    once = (score - crosses) // times  # without word premiums
    best[ALL, PLAIN] = max(best[ALL, PLAIN], once + crosses)
    if times > 1:
        best[ALL, PREMIUM] = max(best[ALL, PREMIUM], score)
    is_laid = False
    squares, codes = np.uint64(play.squares), np.int64(play.move) >> LETTERS_AT
    while squares != 0:
        at = lowest(squares)
        squares &= squares - np.uint64(1)
        gain, cross = _gain(board, on, at, codes & CODE_MASK)
        codes >>= CODE_BITS
        multiplier = np.int64(board.word_multiplier[on.direction, on.line, at])
        premium = PREMIUM if multiplier > 1 else PLAIN
        points = (once - gains + gain) * multiplier
        is_more = points + cross > best[ONE, premium]
        is_more_across = play.laid > 1 and points > best[ACROSS, premium]
        if is_more or is_more_across:
            if not is_laid:
                _lay(board, on, play, room.row)
                is_laid = True
            if _is_last(state.words, room.row, at):
                best[ONE, premium] = max(best[ONE, premium], points + cross)
                if is_more_across:
                    best[ACROSS, premium] = points


@inline
def _lay(board, on, play, row):
    """Write the line with the tiles of a play."""
    for at in range(row.shape[0]):
        row[at] = np.int64(board.letters[on.direction, on.line, at]) & (BLANK - 1)
    squares, codes = np.uint64(play.squares), np.int64(play.move) >> LETTERS_AT
    while squares != 0:
        at = lowest(squares)
        squares &= squares - np.uint64(1)
        row[at] = (codes & (BLANK - 1)) | OWN
        codes >>= CODE_BITS


@inline
def _is_last(words, row, at):
    """Return whether the tile on a square can be the last of its word: a word or nothing new is beside it."""
    first, last = at, at
    while first > 0 and row[first - 1] != 0:
        first -= 1
    while last + 1 < row.shape[0] and row[last + 1] != 0:
        last += 1
    return _may_stand(words, row, first, at) and _may_stand(words, row, at + 1, last + 1)


@inline
def _may_stand(words, row, first, end):
    """Return whether a run of tiles may stand alone: one tile, none of the rack, or a word."""
    if end - first < 2:
        return True
    is_new = False
    for at in range(first, end):
        is_new |= row[at] & OWN != 0
    if not is_new:
        return True
    node, is_word = np.int64(0), False
    for at in range(first, end):
        letter = row[at] & (BLANK - 1)
        if (words.accepts[node] >> np.uint64(letter)) & np.uint64(1) == 0:
            return False
        is_word = (words.ends[node] >> np.uint64(letter)) & np.uint64(1) != 0
        node = np.int64(words.child[node, letter])
    return is_word


@inline
def _gain(board, on, at, code):
    """Return a tile's gain by the letter premium of a square, and the word across with this tile alone."""
    points = np.int64(board.values[code])
    premium = points * np.int64(board.letter_multiplier[on.direction, on.line, at])
    cross = np.int64(board.cross_scores[on.direction, on.line, at])
    if cross < 0:
        return premium - points, np.int64(0)
    return premium - points, (premium + cross) * np.int64(board.word_multiplier[on.direction, on.line, at])
