"""Solo bounds: what a side can still make with its last tiles if the opponent only passes.

He legally may, so the best total against passes is an upper bound on what can be made against him
(bounds/README.md, T2a).  For one tile left it is a look at the best one-tile play, for more

    stop at once                what is on the other rack - what is on mine
    play some, then the rest    score + the solo bound of what is left
    two tiles                   both in one play, or one after the other:
                                apart: the best play of each (on the same square they only overestimate);
                                in one word: the best total of the pair on that line (pair_on_line)

Three and four tiles are left to solo.

A bound is asked with a limit: above it the search goes on whatever the bound is, so the first thing found
that exceeds it is the answer.  Below it any bound will do, and mostly one without the lexicon does
(solo_rough).  Positions are met again and again in another order of plays, so what was found is kept
(solo_table).  One tile left on either side is a value, not a bound (one_tile_each).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF
from bstar.jit import inner
from scrabble.bounds.one_tile import (
    Singles,
    best_single,
    best_single_after,
    list_singles,
    mark_touched,
    new_singles,
)
from scrabble.bounds.one_tile_each import worth_of_last_pair
from scrabble.bounds.reach import PLACES
from scrabble.bounds.solo_rough import rough_pair, rough_single
from scrabble.bounds.solo_table import SoloTable, new_solo_table, recall, remember
from scrabble.movegen.bits import mix
from scrabble.movegen.generator import Line
from scrabble.movegen.line_cache import NONE, find_lines, list_of
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.pair_on_line import NO_PAIR
from scrabble.movegen.racks import TYPES, count_of, first_kind, tile_count, tile_of
from scrabble.movegen.scoring import LOSS, NOTHING, OUT
from scrabble.movegen.state import PLIES, PLY, kind_of_tile, play_state, rack_value, square_key, undo_state

FAR = INF >> 1
MOST_SOLO_TILES = 4  # left to a side, that are bounded (scrabble.bounds.solo)
MOST_PLAYS = 1 << 14  # of these tiles; if there are more nothing is known


class Solo(NamedTuple):
    """Work space of the solo bounds, and what they found."""

    singles: Singles
    pair_board: np.ndarray  # uint64[PLIES, TYPES * TYPES]   the board the totals of a pair are for
    pair_totals: np.ndarray  # int32[PLIES, TYPES * TYPES, 2, n]   the best total of a pair by line
    pair_best: np.ndarray  # int32[PLIES, TYPES * TYPES]   the best of these
    # the next four by tiles left
    reach: np.ndarray  # uint32[MOST_SOLO_TILES + 1, PLACES, 2, n]   squares near a play (bounds.reach)
    redo: np.ndarray  # int64[MOST_SOLO_TILES + 1, PLIES + 1]   plays taken back, to be made again
    numbers: np.ndarray  # int32[MOST_SOLO_TILES + 1, 2, n]   lists of lines
    chosen: np.ndarray  # int64[MOST_SOLO_TILES + 1, MOST_PLAYS]   plays to look at
    table: SoloTable
    is_rough: np.ndarray  # bool[1]    rough bounds come first


def new_solo(size_bytes: int, n: int, rough: bool = True) -> Solo:
    """Return empty work space for a board of n rows, with `size_bytes` for what is found.

    Without `rough` bounds every one is looked up or found exactly.
    """
    return Solo(
        new_singles(n),
        lazy_zeros((PLIES, TYPES * TYPES), np.uint64),
        lazy_zeros((PLIES, TYPES * TYPES, 2, n), np.int32),
        lazy_zeros((PLIES, TYPES * TYPES), np.int32),
        np.zeros((MOST_SOLO_TILES + 1, PLACES, 2, n), np.uint32),
        np.zeros((MOST_SOLO_TILES + 1, PLIES + 1), np.int64),
        np.zeros((MOST_SOLO_TILES + 1, 2, n), np.int32),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS), np.int64),
        new_solo_table(size_bytes),
        np.array([rough], np.bool_),
    )


@inner
def stop_value(state, side, leave):
    """What the end by passes brings `side` when it has `leave`."""
    other_value = rack_value(state, 1 - side, state.hands.racks[1 - side])
    return state.rules[LOSS] * (other_value - rack_value(state, side, leave))


@inner
def last_two_or_fewer(state, cache, solo, side, move, leave, target, is_last_pair):
    """What `side` still makes after a play that leaves one or two tiles; exactly, of a last pair."""
    best = stop_value(state, side, leave)
    if best > target and not is_last_pair:
        return best
    if target < FAR and tile_count(leave) == 1 and solo.is_rough[0]:
        upper = max(best, _rough(state, solo, side, np.int64(move), leave))
        if upper <= target:
            return upper
    # the worth of a last pair is kept apart from what its mover makes alone
    key = key_after(state, side, move, leave) ^ np.uint64(is_last_pair)
    lower, upper = recall(solo.table, key)
    if upper <= target or lower == upper:
        return upper
    if lower > target:
        return lower
    pair = np.int64(-1)
    if tile_count(leave) == 2:
        pair = _pair_totals(state, cache, solo, side, leave)
        if pair < 0:
            return np.int64(INF)
    for kind in range(TYPES):
        if count_of(leave, kind) > 0:
            list_singles(state, solo.singles, side, np.int64(kind))
    if is_last_pair:
        list_singles(state, solo.singles, 1 - side, first_kind(state.hands.racks[1 - side]))
    play_state(state, move)
    if is_last_pair:
        lower = upper = worth_of_last_pair(state, solo.singles, side)
    else:
        lower, upper = _alone(state, cache, solo, side, leave, pair, target)
        lower, upper = max(best, lower), max(best, upper)
    undo_state(state)
    remember(solo.table, key, lower, upper, np.int64(INF) if is_last_pair else target)
    return upper


@inner
def _rough(state, solo, side, move, leave):
    """What `side` makes at most by going out with the tile that a play not made yet leaves."""
    kind = first_kind(leave)
    touched = rough_single(state.board, move, np.int64(state.hands.kinds[side, kind]))
    score = max(best_single(state, solo.singles, side, kind), touched)
    if score < 0:
        return np.int64(-INF)
    return score + state.rules[OUT] * rack_value(state, 1 - side, state.hands.racks[1 - side])


@inner
def _alone(state, cache, solo, side, leave, pair, target):
    """The best that `side` makes with one or two tiles after the play just made: (lower, upper).

    Either both are the first thing found above `target`, or `upper` is not above it.  The singles of the
    board before are listed, and the totals of two tiles are at `pair`.
    """
    other_value = rack_value(state, 1 - side, state.hands.racks[1 - side])
    out = state.rules[OUT] * other_value
    ply = state.now[PLY] - 1
    lines, before = state.board.line_keys, state.log.line_keys[ply]
    n = lines.shape[1]
    best = np.int64(-INF)
    most = np.int64(NO_PAIR)  # of the words of two tiles that were there before the play
    if pair >= 0:
        most = solo.pair_best[ply, pair] + out
    is_counted = most > target or target >= FAR or not solo.is_rough[0]
    if pair >= 0 and is_counted:
        totals = solo.pair_totals[ply, pair]
        for direction in range(2):
            for line in range(n):
                if lines[direction, line] == before[direction, line]:
                    best = max(best, totals[direction, line] + out)
        if best > target:
            return best, best
    mark_touched(state, solo.singles)
    scores_sum = np.int64(0)
    playable = 0
    one, other, one_alone, other_alone = np.int64(0), np.int64(0), np.int64(NOTHING), np.int64(NOTHING)
    for kind in range(TYPES):
        count = count_of(leave, kind)
        if count == 0:
            continue
        score = best_single_after(state, solo.singles, side, np.int64(kind))
        other, other_alone = one, one_alone
        one, one_alone = np.int64(state.hands.kinds[side, kind]), score
        if count == 2:
            other, other_alone = one, one_alone
        if score < 0:
            continue
        if pair < 0:
            best = score + out
        else:
            left = np.uint32(leave - tile_of(kind))
            best = max(best, score + stop_value(state, side, left))
        scores_sum += score * count
        playable += count
    if playable == 2:
        best = max(best, scores_sum + out)
    if best > target or pair < 0:
        return best, best
    if not is_counted:
        rough = max(most, rough_pair(state, one, other, one_alone, other_alone) + out)
        if rough <= target:
            return best, max(best, rough)
    for direction in range(2):
        for line in range(n):
            if lines[direction, line] != before[direction, line]:
                number = list_of(state, cache, Line(np.int64(direction), np.int64(line), side, leave))
                if number == NONE:
                    return best, np.int64(INF)
                best = max(best, cache.lists[number].pair + out)
                if best > target:
                    return best, best
    return best, best if is_counted else max(best, most)


@inner
def _pair_totals(state, cache, solo, side, pair):
    """Where the totals of a pair on the board as it is are, found if need be; -1 if the cache is full."""
    first = first_kind(pair)
    index = first * TYPES + first_kind(np.uint32(pair - tile_of(first)))
    ply = state.now[PLY]
    board_key = state.board_key[0] ^ np.uint64(1)
    if solo.pair_board[ply, index] == board_key:
        return index
    numbers = solo.numbers[2]
    if not find_lines(state, cache, side, pair, cache.all_lines, numbers):
        return np.int64(-1)
    totals = solo.pair_totals[ply, index]
    best = np.int64(NO_PAIR)
    for direction in range(2):
        for line in range(totals.shape[1]):
            total = np.int64(cache.lists[numbers[direction, line]].pair)
            totals[direction, line] = total
            best = max(best, total)
    solo.pair_best[ply, index] = best
    solo.pair_board[ply, index] = board_key
    return index


@inner
def leave_after(state, side, move):
    """The packed rack of `side` after a play."""
    rack = state.hands.racks[side]
    for index in range(tiles_of(move)):
        kind = kind_of_tile(state.hands, side, code_of(move, index))
        rack -= tile_of(kind)
    return np.uint32(rack)


@inner
def key_after(state, side, move, leave):
    """The key of the position after a play by `side`, before it is made."""
    letters = state.board.letters
    direction, line, square = direction_of(move), line_of(move), square_of(move)
    key = state.board_key[0]
    for index in range(tiles_of(move)):
        while letters[direction, line, square] != 0:
            square += 1
        key ^= square_key(direction, line, square, code_of(move, index))
        square += 1
    racks = (np.uint64(leave) << np.uint64(32)) | np.uint64(state.hands.racks[1 - side])
    return key ^ mix(mix(racks) + np.uint64(side + 1))
