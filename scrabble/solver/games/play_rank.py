"""The rank of a play: its points, the points it lays, and how soon the rest of the rack can go out.

    rack A E R T     play A R, rest E T:   best plays of E T, on two different lines
                     if one of them is out of the play's way, the two together go out
                     play A, rest E R T:   best of E + best of R T, of E R + best of T, ...

A play is ranked by score + points laid + `tile_rank` for each tile laid: playing out fast matters most.
If the rest of the rack can then go out, `out_in_two` or `out_in_three` times the points of that are added.
This affects the order of moves only: whether a play is in the way of a second one is judged by their squares,
not by the words they make; of three plays it is not judged at all, and of two sub-racks that fall on one slot
the second is forgotten.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel_tuple
from scrabble.movegen.features import OUT_IN_THREE, OUT_IN_TWO, TILE_RANK
from scrabble.movegen.list_heads import TileSetSeen, best_by_tiles, new_seen
from scrabble.movegen.packed_rack import is_subrack
from scrabble.movegen.scoring import NO_SCORE

SLOT_BITS = 8
SLOTS = 1 << SLOT_BITS  # a side has at most 128 sub-racks: few of them fall on one slot
# What going out counts beside the points of the plays that do it, less the more of it is still to come: 20
# points more or less change the number of nodes little.
OUT_IN_TWO_BONUS = 20
OUT_IN_THREE_BONUS = 10


@kernel_tuple
class SecondPlays(NamedTuple):
    """The two best plays for each sub-rack, on different lines, best first, and what its best pair counts."""

    tiles: np.ndarray  # uint32[SLOTS]
    noted: np.ndarray  # int64[SLOTS + 1]   the position a slot was filled for; the last one: that at hand
    score: np.ndarray  # int32[SLOTS, 2]     NO_SCORE: no such play
    direction: np.ndarray  # int32[SLOTS, 2]
    line: np.ndarray  # int32[SLOTS, 2]
    squares: np.ndarray  # uint32[SLOTS, 2]
    used: np.ndarray  # int64[SLOTS + 1]   the slots filled for the position at hand; the last one: how many
    paired: np.ndarray  # int64[SLOTS]   the position that `pairs` was found for, as in `noted`
    pairs: np.ndarray  # int64[SLOTS]   what the best two plays count that lay a sub-rack, or 0
    seen: TileSetSeen


def new_second_plays() -> SecondPlays:
    """Return the work space, empty."""
    shape = (SLOTS, 2)
    return SecondPlays(
        np.zeros(SLOTS, np.uint32),
        np.zeros(SLOTS + 1, np.int64),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.uint32),
        np.zeros(SLOTS + 1, np.int64),
        np.zeros(SLOTS, np.int64),
        np.zeros(SLOTS, np.int64),
        new_seen(),
    )


@inline
def rank_of(game, rest, play, direction, line):
    """Return the rank of a play that leaves `rest`; moves of higher rank are searched earlier."""
    switches = game.switches
    points = np.int64(0)
    if switches[OUT_IN_TWO] != 0:
        points = switches[OUT_IN_TWO] * out_in_two_points(game.second_plays, rest, play, direction, line)
    if points == 0 and switches[OUT_IN_THREE] != 0:
        points = switches[OUT_IN_THREE] * out_in_three_points(game.second_plays, rest)
    return play.score + play.face + switches[TILE_RANK] * play.laid + points


@inline
def note_second_plays(cache, second, numbers, rack):
    """Note the best plays in the lists of all lines, given by number; not those that lay all of `rack`."""
    second.noted[SLOTS] += 1
    second.used[SLOTS] = 0
    for direction in range(2):
        for line in range(numbers.shape[1]):
            entry = cache.lists[numbers[direction, line]]
            if entry.count == 0:
                continue
            if cache.heads[entry.first] == 0:
                best_by_tiles(cache, second.seen, np.int64(entry.first), np.int64(entry.count))
            for index in range(cache.heads[entry.first]):
                play = cache.plays[entry.first if index == 0 else cache.heads[entry.first + index]]
                if play.tiles != rack:
                    _note(second, play, np.int64(direction), np.int64(line))


@inline
def _note(second, play, direction, line):
    slot = _slot(play.tiles)
    if second.noted[slot] != second.noted[SLOTS]:
        second.noted[slot] = second.noted[SLOTS]
        second.used[second.used[SLOTS]] = slot
        second.used[SLOTS] += 1
        second.tiles[slot] = play.tiles
        second.score[slot, 1] = NO_SCORE
        _write(second, slot, np.int64(0), play, direction, line)
    elif second.tiles[slot] == play.tiles:
        is_other_line = line != second.line[slot, 0] or direction != second.direction[slot, 0]
        if play.score > second.score[slot, 0]:
            if is_other_line:
                _move_down(second, slot)
            _write(second, slot, np.int64(0), play, direction, line)
        elif is_other_line and play.score > second.score[slot, 1]:
            _write(second, slot, np.int64(1), play, direction, line)


@inline
def _move_down(second, slot):
    """Make the best play of a slot its second best."""
    second.score[slot, 1], second.squares[slot, 1] = second.score[slot, 0], second.squares[slot, 0]
    second.direction[slot, 1], second.line[slot, 1] = second.direction[slot, 0], second.line[slot, 0]


@inline
def _write(second, slot, place, play, direction, line):
    second.score[slot, place], second.squares[slot, place] = play.score, play.squares
    second.direction[slot, place], second.line[slot, place] = direction, line


@inline
def out_in_two_points(second, rest, play, direction, line):
    """Return the points of the second play of an out-in-two after `play`, which leaves `rest`; 0: none."""
    slot = _slot(rest)
    if not _is_playable(second, slot, rest):
        return np.int64(0)
    for place in range(2):
        if second.score[slot, place] == NO_SCORE:
            continue
        other = np.int64(second.line[slot, place])
        if second.direction[slot, place] == direction:
            is_in_the_way = abs(other - line) < 2
        else:
            is_in_the_way = _is_near(second.squares[slot, place], line) and _is_near(play.squares, other)
        if not is_in_the_way:
            return np.int64(second.score[slot, place]) + OUT_IN_TWO_BONUS
    return np.int64(0)


@inline
def out_in_three_points(second, rest):
    """Return the points of the last two plays of an out-in-three after a play that leaves `rest`; 0: none."""
    slot = _slot(rest)
    if second.paired[slot] == second.noted[SLOTS]:  # a sub-rack on the same slot gets the same answer
        return second.pairs[slot]
    most = np.int64(0)
    for index in range(second.used[SLOTS]):
        one = second.used[index]
        if is_subrack(second.tiles[one], rest):
            tiles = np.uint32(rest - second.tiles[one])
            other = _slot(tiles)
            if _is_playable(second, other, tiles):
                most = max(most, np.int64(second.score[one, 0]) + second.score[other, 0] + OUT_IN_THREE_BONUS)
    second.paired[slot], second.pairs[slot] = second.noted[SLOTS], most
    return most


@inline
def _is_playable(second, slot, tiles):
    """Return whether the slot holds a play of exactly these tiles."""
    return second.noted[slot] == second.noted[SLOTS] and second.tiles[slot] == tiles


@inline
def _is_near(squares, square):
    """Return whether one of these squares, a bit each, is the given one or adjacent to it."""
    return ((np.uint64(squares) << np.uint64(1)) >> np.uint64(square)) & np.uint64(7) != 0


@inline
def _slot(tiles):
    """Return the slot of a sub-rack: the upper bits of a product (Fibonacci hashing)."""
    return np.int64((np.uint64(tiles) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - SLOT_BITS))
