"""Solo bounds: what a side can still make with its last tiles if the opponent only passes.

He legally may, so the best total against passes is an upper bound on what can be made against him (T2a: a
restriction of the opponent's strategies).  For one tile left it is a look at the best one-tile play, for more

    stop at once                what is on the other rack - what is on mine
    play some, then the rest    score + the solo bound of what is left
    two tiles                   both in one play, or one after the other:
                                apart: the best play of each (on the same square they only overestimate);
                                in one word: the best total of the pair on that line (scrabble.pairs)
    three tiles                 every play of them, then the bound of the two, one or none left

A bound is asked with a limit: above it the search goes on whatever the bound is, so the first thing found
that exceeds it is the answer.  Below it any bound will do, and mostly one without the lexicon does
(scrabble.rough).  Positions are met again and again in another order of plays, so what was found is kept
(scrabble.known).  One tile left on either side is a value, not a bound (scrabble.last_pair).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inner
from bstar.memory import lazy_zeros
from scrabble.bits import TYPE_BITS, TYPES, lowest, mix, tile_count
from scrabble.known import Known, new_known, recall, remember
from scrabble.last_pair import only_kind, worth_of_last_pair
from scrabble.packed import code_of, direction_of, line_of, square_of, tiles_of
from scrabble.pairs import NO_PAIR
from scrabble.plays import NONE, list_of
from scrabble.rough import rough_pair, rough_single
from scrabble.singles import (
    NOTHING,
    Singles,
    best_single,
    best_single_after,
    list_singles,
    mark_touched,
    new_singles,
)
from scrabble.state import (
    LOSS,
    OUT,
    PLIES,
    PLY,
    kind_of_tile,
    play_pass,
    play_state,
    rack_value,
    square_key,
    undo_pass,
    undo_state,
)

FAR = INF >> 1


class Solo(NamedTuple):
    """Work space of the solo bounds, and what they found."""

    singles: Singles
    pair_board: np.ndarray  # uint64[PLIES, TYPES * TYPES]   the board the totals of a pair are for
    pair_totals: np.ndarray  # int32[PLIES, TYPES * TYPES, 2, n]   the best total of a pair by line
    pair_best: np.ndarray  # int32[PLIES, TYPES * TYPES]   the best of these
    numbers: np.ndarray  # int32[2 * n]    lists of plays of three tiles
    known: Known
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
        np.zeros(2 * n, np.int32),
        new_known(size_bytes),
        np.array([rough], np.bool_),
    )


@inner
def worth_alone(state, cache, solo, side, move, score, limit):
    """What `side`, on turn, makes at most by `move` and its last tiles, one to three: (lower, upper).

    The lower bound is -INF unless the worth is known, when either side has one tile left.  An upper bound
    above `limit` says only that the true one is above it, too; one below it may be higher than need be.
    """
    leave = leave_after(state, side, move)
    target = min(max(limit - score, np.int64(-INF)), np.int64(INF - 1))  # INF is what is not known
    is_deep = tile_count(leave) == 3
    is_last_pair = tile_count(leave) == 1 and tile_count(state.hands.racks[1 - side]) == 1
    best = np.int64(-INF)
    key = np.uint64(0)
    if is_deep:
        best = _stop(state, side, leave)
        key = _key(state, side, move, leave)
        lower, upper = recall(solo.known, key)
        if upper <= target:
            return np.int64(-INF), score + upper
        best = max(best, lower)
        if best > target:
            return np.int64(-INF), score + best
        play_state(state, move)
        play_pass(state)
        best = max(best, _note_lists(state, cache, solo, side, leave))
    # of three tiles every play is looked at, line by line; of fewer there is just this one
    place, index, end = np.int64(-1), np.int64(0), np.int64(1)
    one, gain, left = np.int64(move), np.int64(0), np.uint32(leave)
    while best <= target or not is_deep:
        if is_deep:
            while index == end or place < 0:
                place += 1
                if place == solo.numbers.shape[0]:
                    break
                entry = cache.lists[solo.numbers[place]]
                index = np.int64(entry.first)
                end = index + entry.count
            if place == solo.numbers.shape[0]:
                break
            one, gain = np.int64(cache.plays[index].move), np.int64(cache.plays[index].score)
            left = np.uint32(leave - cache.plays[index].need)
        elif index == end:
            break
        index += 1
        if left != 0:
            remaining = max(target - gain, np.int64(-INF))
            worth = _last_tiles(state, cache, solo, side, one, left, remaining, is_last_pair)
            best = max(best, gain + worth)
    if is_deep:
        undo_pass(state)
        undo_state(state)
        remember(solo.known, key, best if best > target else np.int64(-INF), best, target)
    # a bound that is good enough may be above the worth
    is_exact = is_last_pair and (best > target or target >= FAR)
    return score + best if is_exact else np.int64(-INF), score + best


@inner
def _note_lists(state, cache, solo, side, rack):
    """Note the lists of plays of `rack`; return the best of going out at once, INF if the cache is full."""
    best = np.int64(-INF)
    out = state.rules[OUT] * rack_value(state, 1 - side, state.hands.racks[1 - side])
    n = state.board.letters.shape[1]
    for place in range(2 * n):
        number = list_of(state, cache, side, rack, np.int64(place // n), np.int64(place % n))
        if number == NONE:
            return np.int64(INF)
        solo.numbers[place] = number
        if cache.lists[number].out >= 0:
            best = max(best, cache.lists[number].out + out)
    return best


@inner
def _stop(state, side, leave):
    """What the end by passes brings `side` when it has `leave`."""
    other_value = rack_value(state, 1 - side, state.hands.racks[1 - side])
    return state.rules[LOSS] * (other_value - rack_value(state, side, leave))


@inner
def _last_tiles(state, cache, solo, side, move, leave, target, is_last_pair):
    """What `side` still makes after a play that leaves one or two tiles; exactly, of a last pair."""
    best = _stop(state, side, leave)
    if best > target and not is_last_pair:
        return best
    if target < FAR and tile_count(leave) == 1 and solo.is_rough[0]:
        upper = max(best, _rough(state, solo, side, np.int64(move), leave))
        if upper <= target:
            return upper
    # the worth of a last pair is kept apart from what its mover makes alone
    key = _key(state, side, move, leave) ^ np.uint64(is_last_pair)
    lower, upper = recall(solo.known, key)
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
        if (leave >> np.uint32(TYPE_BITS * kind)) & np.uint32(7):
            list_singles(state, solo.singles, side, np.int64(kind))
    if is_last_pair:
        list_singles(state, solo.singles, 1 - side, only_kind(state.hands.racks[1 - side]))
    play_state(state, move)
    if is_last_pair:
        lower = upper = worth_of_last_pair(state, solo.singles, side)
    else:
        lower, upper = _alone(state, cache, solo, side, leave, pair, target)
        lower, upper = max(best, lower), max(best, upper)
    undo_state(state)
    remember(solo.known, key, lower, upper, np.int64(INF) if is_last_pair else target)
    return upper


@inner
def _rough(state, solo, side, move, leave):
    """What `side` makes at most by going out with the tile that a play not made yet leaves."""
    kind = only_kind(leave)
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
    lines, before = state.board.lines, state.log.lines[ply]
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
        count = (np.int64(leave) >> (TYPE_BITS * kind)) & 7
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
            left = np.uint32(leave - (np.uint32(1) << np.uint32(TYPE_BITS * kind)))
            best = max(best, score + _stop(state, side, left))
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
                number = list_of(state, cache, side, leave, np.int64(direction), np.int64(line))
                if number == NONE:
                    return best, np.int64(INF)
                best = max(best, cache.lists[number].pair + out)
                if best > target:
                    return best, best
    return best, best if is_counted else max(best, most)


@inner
def _pair_totals(state, cache, solo, side, pair):
    """Where the totals of a pair on the board as it is are, found if need be; -1 if the cache is full."""
    low = lowest(np.uint64(pair)) // TYPE_BITS
    rest = np.uint32(pair - (np.uint32(1) << np.uint32(TYPE_BITS * low)))
    index = low * TYPES + lowest(np.uint64(rest)) // TYPE_BITS
    ply = state.now[PLY]
    board_key = state.board_key[0] ^ np.uint64(1)
    if solo.pair_board[ply, index] == board_key:
        return index
    totals = solo.pair_totals[ply, index]
    best = np.int64(NO_PAIR)
    for direction in range(2):
        for line in range(totals.shape[1]):
            number = list_of(state, cache, side, pair, np.int64(direction), np.int64(line))
            if number == NONE:
                return np.int64(-1)
            totals[direction, line] = cache.lists[number].pair
            best = max(best, np.int64(cache.lists[number].pair))
    solo.pair_best[ply, index] = best
    solo.pair_board[ply, index] = board_key
    return index


@inner
def leave_after(state, side, move):
    """The packed rack of `side` after a play."""
    rack = state.hands.racks[side]
    for index in range(tiles_of(move)):
        kind = kind_of_tile(state.hands, side, code_of(move, index))
        rack -= np.uint32(1) << np.uint32(TYPE_BITS * kind)
    return np.uint32(rack)


@inner
def _key(state, side, move, leave):
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
