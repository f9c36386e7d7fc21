"""Solo bounds of the last two tiles: what a side still makes with them if the opponent only passes.

He legally may, so the best total against passes is an upper bound on what can be made against him
(bounds/README.md, T2a).  For one tile left it is a look at the best one-tile play, for two

    stop at once                what is on the other rack - what is on mine
    play one, then stop         score + the same with one tile less
    play both                   in one play, or one after the other:
                                apart: the best play of each (on the same square they only overestimate);
                                in one word: the best total of the pair on that line (pair_on_line)

Three and four tiles are left to solo.  Below the target any bound will do, and mostly one without the lexicon
does (solo_rough).  Positions are met again and again in another order of plays, so what was found is kept
(solo_table).  One tile left on either side is a value, not a bound (one_tile_each).
"""

from __future__ import annotations

import numpy as np

from bstar.game import INF
from bstar.jit import inner
from scrabble.bounds.one_tile import best_single, best_single_after, list_singles, mark_touched
from scrabble.bounds.one_tile_each import worth_of_last_pair
from scrabble.bounds.solitaire import FAR, key_after, out_value, stop_value
from scrabble.bounds.solo_rough import Two, rough_pair, rough_single
from scrabble.bounds.solo_table import recall, remember
from scrabble.movegen.generator import Line
from scrabble.movegen.line_cache import NO_LIST, find_lines, list_of
from scrabble.movegen.pair_on_line import NO_PAIR
from scrabble.movegen.racks import TYPES, count_of, first_kind, tile_count, tile_of
from scrabble.movegen.scoring import LOSS
from scrabble.movegen.state import PLY, play_state, rack_value, undo_state

NO_TOTALS = -1  # the place of the totals of a pair when there is none


@inner
def last_two_or_fewer(game, asked, move):
    """What a side still makes after a play that leaves it one or two tiles."""
    state, table, target = game.state, game.solo.table, asked.target
    stop = stop_value(state, asked.side, asked.leave)
    if stop > target:
        return stop
    upper = _roughly(game, asked, move, stop)
    if upper <= target:
        return upper
    key = key_after(state, asked.side, move, asked.leave)
    lower, upper = recall(table, key)
    if upper <= target or lower == upper:
        return upper
    if lower > target:
        return lower
    pair = np.int64(NO_TOTALS)
    if tile_count(asked.leave) == 2:
        pair = _pair_totals(game, asked.side, asked.leave)
        if pair == NO_TOTALS:
            return np.int64(INF)
    _list_singles(game, asked)
    play_state(state, move)
    if pair == NO_TOTALS:
        lower = upper = max(stop, _one_after(game, asked))
    else:
        lower, upper = _two_after(game, asked, pair)
        lower, upper = max(stop, lower), max(stop, upper)
    undo_state(state)
    remember(table, key, lower, upper, target)
    return upper


@inner
def last_pair(game, asked, move):
    """What a play that leaves one tile against one brings besides its score; or a bound up to the target."""
    state, table, side = game.state, game.solo.table, asked.side
    upper = _roughly(game, asked, move, stop_value(state, side, asked.leave))
    if upper <= asked.target:
        return upper
    # the worth of a last pair is kept apart from what its mover makes alone
    key = key_after(state, side, move, asked.leave) ^ np.uint64(1)
    lower, upper = recall(table, key)
    if upper <= asked.target or lower == upper:
        return upper
    _list_singles(game, asked)
    list_singles(state, game.solo.singles, 1 - side, first_kind(state.hands.racks[1 - side]))
    play_state(state, move)
    worth = worth_of_last_pair(state, game.solo.singles, side)
    undo_state(state)
    remember(table, key, worth, worth, np.int64(INF))
    return worth


@inner
def _roughly(game, asked, move, stop):
    """What a side makes at most with one tile left, without the lexicon; INF if that is not asked for."""
    if asked.target >= FAR or tile_count(asked.leave) != 1 or not game.solo.is_rough[0]:
        return np.int64(INF)
    kind = first_kind(asked.leave)
    touched = rough_single(game.state.board, move, np.int64(game.state.hands.kinds[asked.side, kind]))
    score = max(best_single(game.state, game.solo.singles, asked.side, kind), touched)
    return max(stop, score + out_value(game.state, asked.side)) if score >= 0 else stop


@inner
def _list_singles(game, asked):
    """List the one-tile plays of all that is left, before the play is made."""
    for kind in range(TYPES):
        if count_of(asked.leave, kind) > 0:
            list_singles(game.state, game.solo.singles, asked.side, np.int64(kind))


@inner
def _one_after(game, asked):
    """What a side makes by going out with its last tile after the play just made; -INF if it cannot."""
    state, singles = game.state, game.solo.singles
    mark_touched(state, singles)
    score = best_single_after(state, singles, asked.side, first_kind(asked.leave))
    return score + out_value(state, asked.side) if score >= 0 else np.int64(-INF)


@inner
def _two_after(game, asked, pair):
    """The best that a side makes with two tiles after the play just made: (lower, upper).

    Either both are the first thing found above the target, or `upper` is not above it.  The totals of the
    two tiles on the board before are at `pair`.
    """
    state, target, out = game.state, asked.target, out_value(game.state, asked.side)
    # at most what words of two tiles made that were there before the play
    most = game.solo.pair_best[state.now[PLY] - 1, pair] + out
    is_counted = most > target or target >= FAR or not game.solo.is_rough[0]
    best = np.int64(-INF)
    if is_counted:
        best = _on_lines_as_before(game, pair) + out
        if best > target:
            return best, best
    mark_touched(state, game.solo.singles)
    two = _alone_after(game, asked)
    best = max(best, _apart(state, asked, two))
    if best > target:
        return best, best
    if not is_counted:
        rough = max(most, rough_pair(state, two) + out)
        if rough <= target:
            return best, max(best, rough)
    total = _on_changed_lines(game, asked, target - out)
    if total == INF:
        return best, np.int64(INF)
    best = max(best, total + out)
    return best, best if is_counted or best > target else max(best, most)


@inner
def _on_lines_as_before(game, pair):
    """The best total of two tiles on the lines that the play just made did not change, or NO_PAIR."""
    ply = game.state.now[PLY] - 1
    lines, before = game.state.board.line_keys, game.state.log.line_keys[ply]
    totals = game.solo.pair_totals[ply, pair]
    best = np.int64(NO_PAIR)
    for direction in range(2):
        for line in range(lines.shape[1]):
            if lines[direction, line] == before[direction, line]:
                best = max(best, np.int64(totals[direction, line]))
    return best


@inner
def _on_changed_lines(game, asked, enough):
    """The best total of two tiles on the lines that the play just made changed, or NO_PAIR.

    The first one found above `enough`; INF if the cache is full.
    """
    lines, before = game.state.board.line_keys, game.state.log.line_keys[game.state.now[PLY] - 1]
    best = np.int64(NO_PAIR)
    for direction in range(2):
        for line in range(lines.shape[1]):
            if lines[direction, line] != before[direction, line]:
                on = Line(np.int64(direction), np.int64(line), asked.side, asked.leave)
                number = list_of(game.state, game.cache, on)
                if number == NO_LIST:
                    return np.int64(INF)
                best = max(best, np.int64(game.cache.lists[number].pair))
                if best > enough:
                    return best
    return best


@inner
def _alone_after(game, asked):
    """The two tiles of a leave, and what each scores alone after the play just made."""
    state, singles, side = game.state, game.solo.singles, asked.side
    first = first_kind(asked.leave)
    last = first_kind(np.uint32(asked.leave - tile_of(first)))
    other_alone = best_single_after(state, singles, side, first)
    one_alone = other_alone if first == last else best_single_after(state, singles, side, last)
    kinds = state.hands.kinds
    return Two(np.int64(kinds[side, last]), np.int64(kinds[side, first]), one_alone, other_alone)


@inner
def _apart(state, asked, two):
    """The best of two tiles without a word of both: one, or each alone; -INF if neither is playable."""
    best = np.int64(-INF)
    if two.one_alone >= 0:
        best = max(best, two.one_alone + _stop_value_with(state, asked.side, two.other))
    if two.other_alone >= 0:
        best = max(best, two.other_alone + _stop_value_with(state, asked.side, two.one))
    if two.one_alone >= 0 and two.other_alone >= 0:
        best = max(best, two.one_alone + two.other_alone + out_value(state, asked.side))
    return best


@inner
def _stop_value_with(state, side, code):
    """What the end by passes brings a side that has this tile left."""
    other_value = rack_value(state, 1 - side, state.hands.racks[1 - side])
    return state.rules[LOSS] * (other_value - state.board.values[code])


@inner
def _pair_totals(game, side, pair):
    """Where the totals of a pair on the board at hand are; NO_TOTALS if there is no room to find them."""
    state, solo = game.state, game.solo
    first = first_kind(pair)
    index = first * TYPES + first_kind(np.uint32(pair - tile_of(first)))
    ply = state.now[PLY]
    board_key = state.board_key[0] ^ np.uint64(1)  # 0, what the table is filled with at first, is no key
    if solo.pair_board[ply, index] == board_key:
        return index
    numbers = solo.numbers[2]
    if not find_lines(state, game.cache, side, pair, game.cache.all_lines, numbers):
        return np.int64(NO_TOTALS)
    totals = solo.pair_totals[ply, index]
    best = np.int64(NO_PAIR)
    for direction in range(2):
        for line in range(totals.shape[1]):
            total = np.int64(game.cache.lists[numbers[direction, line]].pair)
            totals[direction, line] = total
            best = max(best, total)
    solo.pair_best[ply, index] = best
    solo.pair_board[ply, index] = board_key
    return index
