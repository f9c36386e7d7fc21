"""Plays through the ends of a play just made: what is new on the board for its side (bounds/README.md, T10).

    ends    the squares at the ends of the runs that hold a tile of the play: what is new covers one of them
    way     such a play lies along one of the two lines through the end: its tiles are on the end and on the
            nearest empty squares before it and behind it

                              . b .
            b W O R D b       squares b are ends; of the first one, with three tiles to lay along its row:
              . b b .         two squares before it; one before it, one behind the word; two behind the word

    cap     every word counts as the most that its squares can hold: the tiles there, the best tiles left on
            the empty squares, all premiums, a word across each tile; the bonus for a full rack

A line stops at a square where no tile left makes a word across it.  Mostly the cap is low enough; if not, the
plays of the line are looked at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import FAR, INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.movegen.bits import lowest
from scrabble.movegen.generator import LineContext
from scrabble.movegen.packed_move import MOST_LAID, direction_of, line_of
from scrabble.movegen.packed_rack import TYPES, count_of, tile_count
from scrabble.movegen.play_cache import NO_LIST, list_of
from scrabble.movegen.scoring import BINGO_BONUS, BINGO_LENGTH, NO_SCORE, OUT
from scrabble.movegen.squares import bit_of, run_ends
from scrabble.movegen.state import PLY, letters_of, rack_codes

TILES, WORDS, LETTERS, ACROSS, ACROSS_LETTERS, SQUARES = range(6)  # indices into a row of `sides`
LOOKS, BOARDS, LISTS = range(3)  # indices into the counts of frames: moves asked about; made; lines looked at


@kernel_tuple
class EndSpace(NamedTuple):
    """The sides of plays that fit the empty squares before and behind an end."""

    sides: np.ndarray  # int64[2, MOST_LAID, 6]   the first i of them
    reached: np.ndarray  # int64[2]   how many there are


def new_end_space() -> EndSpace:
    """Return the work space."""
    return EndSpace(np.zeros((2, MOST_LAID, 6), np.int64), np.zeros(2, np.int64))


class TilesLeft(NamedTuple):
    """Some tiles of a side, not none, and what their plays may be worth."""

    side: int
    tiles: np.uint32  # packed
    letters: np.uint64  # that they can be, a bit each
    count: int
    total: int  # points
    least: int  # of a tile
    greatest: int
    bonus: int  # of a play of all
    fewer_bonus: int  # of a play of all but one


class EndSquare(NamedTuple):
    """An end, and one of the lines through it."""

    direction: int
    line: int
    square: int


@inline
def tiles_left(state, side, tiles):
    """Return the facts of some tiles of a side."""
    letters = letters_of(rack_codes(state, side, tiles))
    total, least, greatest = np.int64(0), np.int64(INF), np.int64(0)
    for kind in range(TYPES):
        held = count_of(tiles, kind)
        if held > 0:
            value = np.int64(state.board.values[state.hands.kinds[side, kind]])
            total += held * value
            least, greatest = min(least, value), max(greatest, value)
    count, full = tile_count(tiles), state.rules[BINGO_LENGTH]
    bonus = state.rules[BINGO_BONUS] if count >= full else np.int64(0)
    fewer_bonus = state.rules[BINGO_BONUS] if count > full else np.int64(0)
    return TilesLeft(side, tiles, letters, count, total, least, greatest, bonus, fewer_bonus)


@linked("int64")
def most_through_ends(game, at, asked, left, enough, target):
    """The most that plays through the ends of a side's play just made are worth, or INF if above `target`.

    Up to `enough` it may be more than that.  `asked` is the LookQuery of that play in the frame `at`, `left`
    the TilesLeft after it.
    """
    state = game.state
    move, laid = state.log.move[state.now[PLY] - 1], np.uint64(state.log.squares[state.now[PLY] - 1])
    direction, line, n = direction_of(move), line_of(move), state.board.letters.shape[1]
    start, end = run_ends(state.board.occupied[direction, line], lowest(laid))
    along, number, most = direction, line, np.int64(-INF)
    while True:
        for place in (start, end):
            if 0 <= place < n:
                one, other = EndSquare(along, number, place), EndSquare(1 - along, place, number)
                most = max(most, _most_through(game, at, asked, left, one, enough, target))
                if most <= target:
                    enough = max(enough, most)
                    most = max(most, _most_through(game, at, asked, left, other, enough, target))
                if most > target:
                    return np.int64(INF)
        if laid == 0:
            return most
        along, number = 1 - direction, lowest(laid)
        laid &= laid - np.uint64(1)
        start, end = run_ends(state.board.occupied[along, number], line)


@inline
def _most_through(game, at, asked, left, end, enough, target):
    """The most that plays along a line through an end are worth, or more, but then at most `enough`."""
    board, frames = game.state.board, game.frames
    if board.cross_sets[end.direction, end.line, end.square] & left.letters == 0:
        return np.int64(-INF)
    if enough < FAR:
        _look_at_sides(board, frames.space, left, end)
        worth = _cap_of_all(board, frames.space, left, end) + asked.others
        if left.count > 1 and worth <= enough:
            squares = _squares_of_fewer(frames.space, left, end)
            answer = best_untouched(frames, at, asked.mask, end.direction, end.line, squares)
            fewer = _cap_of_fewer(board, frames.space, left, end) - answer - asked.out * left.least
            worth = max(worth, fewer if answer != NO_SCORE else np.int64(INF))
        if worth <= enough:
            return worth
    return _most_on_line(game, at, asked, left, end, target)


@inline
def best_untouched(frames, at, mask, direction, line, squares):
    """The score of the best out-play of a mask whose footprint has none of these squares, or NO_SCORE."""
    for index in range(frames.out_squares.shape[1]):
        if (mask >> index) & 1 != 0 and frames.out_squares[at, index, direction, line] & squares == 0:
            return np.int64(frames.out_score[at, index])
    return np.int64(NO_SCORE)


@inline
def _look_at_sides(board, space, left, end):
    """Add up what the empty squares before and behind an end allow."""
    direction, line = end.direction, end.line
    letters, n = board.letters[direction, line], board.letters.shape[1]
    for side in range(2):
        step = 2 * np.int64(side) - 1
        at, count = end.square + step, np.int64(0)
        tiles, words, more = np.int64(0), np.int64(1), np.int64(0)
        across, across_letters, squares = np.int64(0), np.int64(0), np.int64(0)
        while True:
            while 0 <= at < n and letters[at] != 0:
                tiles += board.values[letters[at]]
                at += step
            row = space.sides[side, count]
            row[TILES], row[WORDS], row[LETTERS] = tiles, words, more
            row[ACROSS], row[ACROSS_LETTERS], row[SQUARES] = across, across_letters, squares
            if count + 1 >= left.count or at < 0 or at >= n:
                break
            if board.cross_sets[direction, line, at] & left.letters == 0:
                break
            letter, word = _premiums(board, direction, line, at)
            words, more, count = words * word, more + letter - 1, count + 1
            if board.cross_scores[direction, line, at] >= 0:
                across += word * board.cross_scores[direction, line, at]
                across_letters += word * letter
            squares |= np.int64(1) << at
            at += step
        space.reached[side] = count


@inline
def _premiums(board, direction, line, square):
    """Return the letter and the word premium of a square."""
    letter = np.int64(board.letter_multiplier[direction, line, square])
    return letter, np.int64(board.word_multiplier[direction, line, square])


@inline
def _squares_of_fewer(space, left, end):
    """Return the squares of plays of all tiles but one through an end."""
    most = max(left.count - 2, np.int64(0))
    before, behind = min(space.reached[0], most), min(space.reached[1], most)
    return np.uint32(space.sides[0, before, SQUARES] | space.sides[1, behind, SQUARES]) | bit_of(end.square)


@inline
def _cap_of_all(board, space, left, end):
    """The most that a play of all tiles scores through an end; -INF if there is no room for it."""
    most = np.int64(NO_SCORE)
    for before in range(min(space.reached[0], left.count - 1) + 1):
        behind = left.count - 1 - before
        if behind <= space.reached[1]:
            most = max(most, _cap(board, space, left, end, left.total, (np.int64(before), behind)))
    return most + left.bonus if most >= 0 else np.int64(-INF)


@inline
def _cap_of_fewer(board, space, left, end):
    """The most that a play of all tiles but one scores through an end, or one of fewer."""
    most, points = np.int64(NO_SCORE), left.total - left.least
    for before in range(min(space.reached[0], left.count - 2) + 1):
        behind = min(left.count - 2 - before, space.reached[1])
        most = max(most, _cap(board, space, left, end, points, (np.int64(before), behind)))
    return most + left.fewer_bonus


@inline
def _cap(board, space, left, end, points, empty):
    """The most that tiles of `points` score on an end, with `empty` squares used before it and behind it.

    Without a bonus.
    """
    one, other = space.sides[0, empty[0]], space.sides[1, empty[1]]
    letter, word = _premiums(board, end.direction, end.line, end.square)
    most = one[TILES] + other[TILES] + points + (one[LETTERS] + other[LETTERS] + letter - 1) * left.greatest
    most *= one[WORDS] * other[WORDS] * word
    most += one[ACROSS] + other[ACROSS] + (one[ACROSS_LETTERS] + other[ACROSS_LETTERS]) * left.greatest
    if board.cross_scores[end.direction, end.line, end.square] >= 0:
        most += word * (board.cross_scores[end.direction, end.line, end.square] + letter * left.greatest)
    return most


@inline
def _most_on_line(game, at, asked, left, end, target):
    """The most that the plays of the line of an end are worth; INF if one has no bound, or without room."""
    state, cache, most = game.state, game.cache, np.int64(-INF)
    number = list_of(state, cache, LineContext(end.direction, end.line, left.side, left.tiles))
    if number == NO_LIST:
        return np.int64(INF)
    game.frames.counts[LISTS] += 1
    entry = cache.lists[number]
    for index in range(entry.first, entry.first + entry.count):
        play = cache.plays[index]
        if play.tiles == left.tiles:
            most = max(most, play.score + asked.others)
        else:
            answer = best_untouched(game.frames, at, asked.mask, end.direction, end.line, play.squares)
            if answer == NO_SCORE:
                return np.int64(INF)
            most = max(most, play.score + state.rules[OUT] * play.face - answer - asked.left)
        if most > target:
            break
    return most
