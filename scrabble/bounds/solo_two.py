"""Solo bounds of the last two tiles: the most that a side still scores if the opponent only passes.

The opponent legally may, so the best total against passes is an upper bound against any play
(bounds/README.md, T2a).  For one tile left it is a look at the best one-tile play, for two

    stop at once                what is on the other rack - what is on mine
    play one, then stop         score + the same with one tile less
    play both                   in one play, or one after the other:
                                apart: the best play of each (on the same square they only overestimate);
                                in one word: the best total of the pair on that line (pair_on_line)

More tiles are left to solo.  Below the target any bound will do, and mostly one without the lexicon
does (solo_quick).  Positions are met again and again in another order of plays, so what was found is kept
(solo_table).  One tile left on either side is a value, not a bound (one_tile).
"""

from __future__ import annotations

import numpy as np

from bstar.game import FAR, INF
from bstar.jit import inline, linked
from scrabble.bounds.one_tile import (
    best_after_play,
    best_single,
    list_singles,
    note_touched,
    value_after_last_pair,
)
from scrabble.bounds.solo_game import key_after, out_value, query_after, stop_value
from scrabble.bounds.solo_joined import ALL, ONE, OTHERS, TILES, note_kinds, without
from scrabble.bounds.solo_quick import TilePair, quick_pair, quick_single
from scrabble.bounds.solo_table import probe, store
from scrabble.movegen.packed_rack import TYPES, count_of, first_kind, tile_count, tile_of
from scrabble.movegen.pair_on_line import NO_PAIR
from scrabble.movegen.play_cache import find_lines
from scrabble.movegen.scoring import LOSS, NO_SCORE
from scrabble.movegen.state import PLY, play_state, undo_state

NO_TOTAL = -1  # the place of the best total of a pair when there is none


@inline
def last_two_or_fewer(game, asked, move):
    """Bound the further points of a side after a play not made yet that leaves it one or two tiles."""
    return last_tiles_or_pair(game, asked, move, False)


@linked("int64")
def last_tiles_or_pair(game, asked, move, is_last_pair):
    """The same; or, one tile against one, what the play brings besides its score, or a bound on it."""
    state, table, target = game.state, game.solo.table, asked.target
    stop = stop_value(state, asked, asked.leave)
    if stop > target and not is_last_pair:
        return stop
    upper = _quick_bound(game, asked, move, stop)
    if upper <= target:
        return upper
    # the worth of a last pair is kept apart from what its mover makes alone
    key = key_after(state, asked, move) ^ np.uint64(is_last_pair)
    lower, upper = probe(table, key, tile_count(asked.leave))
    if upper <= target or lower == upper:
        return upper
    if lower > target:
        return lower
    pair = np.int64(NO_TOTAL)
    if tile_count(asked.leave) == 2:
        pair = _pair_total(game, asked.side, asked.leave)
        if pair == NO_TOTAL:
            return np.int64(INF)
    _list_singles(game, asked, is_last_pair)
    play_state(state, move)
    if is_last_pair:
        lower = upper = value_after_last_pair(state, game.solo.singles, asked.side)
    else:
        lower, upper = _after_play(game, asked, pair)
        lower, upper = max(stop, lower), max(stop, upper)
    undo_state(state)
    store(table, key, tile_count(asked.leave), lower, upper, np.int64(INF) if is_last_pair else target)
    return upper


@inline
def _quick_bound(game, asked, move, stop):
    """Bound a side's points with one tile left, without the lexicon; INF where no quick bound applies."""
    if asked.target >= FAR or tile_count(asked.leave) != 1:
        return np.int64(INF)
    kind = first_kind(asked.leave)
    touched = quick_single(game.state.board, move, np.int64(game.state.hands.kinds[asked.side, kind]))
    score = max(best_single(game.state, game.solo.singles, asked.side, kind), touched)
    return max(stop, score + out_value(game.state, asked)) if score >= 0 else stop


@linked("bool")
def note_rest(game, asked):
    """Note what is made on the board as it is without any set of three tiles; False if there is no room."""
    state, solo, out = game.state, game.solo, out_value(game.state, asked)
    rest, kinds, codes = solo.joined.rest, solo.joined.kinds, state.hands.kinds[asked.side]
    note_kinds(solo.joined, asked.leave)
    for index in range(TILES):
        score = best_single(state, solo.singles, asked.side, kinds[index])
        stop = stop_value(state, asked, tile_of(kinds[index]))
        rest[OTHERS + index] = max(stop, score + out) if score >= 0 else stop
    for index in range(TILES):
        pair = without(solo.joined, asked.leave, index)
        number = _pair_total(game, asked.side, pair)
        if number == NO_TOTAL:
            return False
        one, other = kinds[(index + 1) % TILES], kinds[(index + 2) % TILES]
        one_alone = best_single(state, solo.singles, asked.side, one)
        other_alone = best_single(state, solo.singles, asked.side, other)
        two = TilePair(np.int64(codes[one]), np.int64(codes[other]), one_alone, other_alone)
        apart = _apart(state, query_after(asked, pair, np.int64(0)), two)
        together = np.int64(solo.pair_best[state.now[PLY], number]) + out
        rest[ONE + index] = max(stop_value(state, asked, pair), apart, together)
    rest[ALL] = out
    return True


@inline
def _list_singles(game, asked, is_last_pair):
    """List the one-tile plays of what a play not made yet leaves; of a last pair those of both sides."""
    state, singles = game.state, game.solo.singles
    for kind in range(TYPES):
        if count_of(asked.leave, kind) > 0:
            list_singles(state, singles, asked.side, np.int64(kind))
    if is_last_pair:
        list_singles(state, singles, 1 - asked.side, first_kind(state.hands.racks[1 - asked.side]))


@inline
def _after_play(game, asked, pair):
    """The best that a side makes with one or two tiles after the play just made: (lower, upper).

    Either both are the first thing found above the target, or `upper` is not above it.  The best total of two
    tiles on the board before is at `pair`.
    """
    state, solo, target, out = game.state, game.solo, asked.target, out_value(game.state, asked)
    two = _alone_after(game, asked)
    best = _apart(state, asked, two)
    if best > target or pair == NO_TOTAL:
        return best, best
    if target < FAR:
        # words of two tiles that were there before the play, and others
        most = max(np.int64(solo.pair_best[state.now[PLY] - 1, pair]), quick_pair(state, two)) + out
        if most <= target:
            return best, max(best, most)
    if _pair_total(game, asked.side, asked.leave) == NO_TOTAL:
        return best, np.int64(INF)
    best = max(best, np.int64(solo.pair_best[state.now[PLY], pair]) + out)
    return best, best


@inline
def _alone_after(game, asked):
    """The one or two tiles of a leave, and what each scores alone after the play just made."""
    state, side, singles = game.state, asked.side, game.solo.singles
    note_touched(state, singles)
    one, other, one_alone, other_alone = np.int64(0), np.int64(0), np.int64(NO_SCORE), np.int64(NO_SCORE)
    for kind in range(TYPES):
        count = count_of(asked.leave, kind)
        if count > 0:
            other, other_alone = one, one_alone
            one = np.int64(state.hands.kinds[side, kind])
            one_alone = best_after_play(state, singles, side, np.int64(kind))
            if count == 2:
                other, other_alone = one, one_alone
    return TilePair(one, other, one_alone, other_alone)


@inline
def _apart(state, asked, two):
    """The best of one or two tiles without a word of both; -INF if neither is playable."""
    out, best = out_value(state, asked), np.int64(-INF)
    if tile_count(asked.leave) == 1:
        return two.one_alone + out if two.one_alone >= 0 else best
    if two.one_alone >= 0:
        best = max(best, two.one_alone + _stop_value_with(state, asked, two.other))
    if two.other_alone >= 0:
        best = max(best, two.other_alone + _stop_value_with(state, asked, two.one))
    if two.one_alone >= 0 and two.other_alone >= 0:
        best = max(best, two.one_alone + two.other_alone + out)
    return best


@inline
def _stop_value_with(state, asked, code):
    """Return the points that an end by passes brings the side if it has this tile left."""
    return state.rules[LOSS] * (asked.other - state.board.values[code])


@inline
def _pair_total(game, side, pair):
    """Return the place of a pair's best total on the current board; NO_TOTAL if lists have no room."""
    state, solo = game.state, game.solo
    first = first_kind(pair)
    index = first * TYPES + first_kind(np.uint32(pair - tile_of(first)))
    ply = state.now[PLY]
    board_key = state.board_key[0] ^ np.uint64(1 + side)  # seldom 0, which stands for none
    if solo.pair_board[ply, index] == board_key:
        return index
    numbers = solo.numbers[2]
    if not find_lines(state, game.cache, side, pair, game.cache.all_lines, numbers):
        return np.int64(NO_TOTAL)
    best = np.int64(NO_PAIR)
    for direction in range(2):
        for line in range(numbers.shape[1]):
            best = max(best, np.int64(game.cache.lists[numbers[direction, line]].pair))
    solo.pair_best[ply, index] = best
    solo.pair_board[ply, index] = board_key
    return index
