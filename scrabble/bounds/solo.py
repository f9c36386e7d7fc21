"""What a side makes at most with one to four tiles left if the opponent only passes, found play by play.

Of one and two tiles it is the solo bound (solo_two).  Of more it would be that bound for every play of
some of them; but nearly all of these have been looked at before.  A play adds to what can be made only by
sequences that start near it (reach):

    most after a play <= max(most before it, max over plays x near it: score of x + most after x)

`most before it` is that of the same tiles on the board before, found in the same way from the board before
the last play of the side; only there every play is looked at.  Tiles that profit from a square which a play
has taken count it once more then: if that bound is too high it is found anew from the board at hand.  If the
opponent has played in between, his larger rack of that time counts when the side goes out: never too low.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bstar.game import INF
from bstar.jit import apart, inner
from scrabble.bounds.reach import mark_all, mark_reach
from scrabble.bounds.solo_table import expect, recall, remember
from scrabble.bounds.solo_two import FAR, key_after, last_two_or_fewer, leave_after, stop_value
from scrabble.movegen.bits import mix
from scrabble.movegen.cross_sets import EVERY_LETTER
from scrabble.movegen.line_cache import find_lines
from scrabble.movegen.packed_move import PASS, direction_of, line_of
from scrabble.movegen.racks import tile_count
from scrabble.movegen.scoring import OUT
from scrabble.movegen.state import (
    PLY,
    TURN,
    play_pass,
    play_state,
    rack_letters,
    rack_value,
    undo_pass,
    undo_state,
)

Bound = Callable[..., Any]


@inner
def solo_bound(state, cache, solo, side, move, score, limit):
    """What `side`, on turn, makes at most by `move` and its last tiles, one to four: (lower, upper).

    The lower bound is -INF unless the worth is known, when either side has one tile left.  An upper bound
    above `limit` says only that the true one is above it, too; one below it may be higher than need be.
    """
    leave = leave_after(state, side, move)
    target = min(max(limit - score, np.int64(-INF)), np.int64(INF - 1))  # INF is what is not known
    if tile_count(leave) == 4:
        return np.int64(-INF), score + _last_four(state, cache, solo, side, move, leave, target)
    if tile_count(leave) == 3:
        return np.int64(-INF), score + _last_three(state, cache, solo, side, move, leave, target)
    is_last_pair = tile_count(leave) == 1 and tile_count(state.hands.racks[1 - side]) == 1
    best = last_two_or_fewer(state, cache, solo, side, np.int64(move), leave, target, is_last_pair)
    # a bound that is good enough may be above the worth
    is_exact = is_last_pair and (best > target or target >= FAR)
    return score + best if is_exact else np.int64(-INF), score + best


def _bound(tiles: int, fewer: Bound) -> Bound:
    """The bound of so many tiles after a play not made yet, from that of fewer."""

    @inner
    def first_plays(state, cache, solo, side, rack, target):
        """What `side`, on turn, makes at most of `rack` if it plays at all, within the reach marked.

        Above `target` the first thing found.
        """
        n = state.board.letters.shape[1]
        reach, numbers, chosen, count = solo.reach[tiles], solo.numbers[tiles], solo.chosen[tiles], 0
        out = state.rules[OUT] * rack_value(state, 1 - side, state.hands.racks[1 - side])
        best = np.int64(-INF)
        # find all plays before looking at one: what is known of them comes from memory meanwhile
        if not find_lines(state, cache, side, rack, reach[tiles - 1], numbers):
            return np.int64(INF)
        for direction in range(2):
            for line in range(n):
                if reach[tiles - 1, direction, line] == 0:
                    continue
                entry = cache.lists[numbers[direction, line]]
                if count + entry.count > chosen.shape[0]:
                    return np.int64(INF)
                for index in range(entry.first, entry.first + entry.count):
                    play = cache.plays[index]
                    if play.squares & reach[tiles - play.laid, direction, line] == 0:
                        continue
                    left = np.uint32(rack - play.tiles)
                    if tile_count(left) > 1:
                        expect(solo.table, key_after(state, side, play.move, left))
                    chosen[count] = index
                    count += 1
        for each in range(count):
            play = cache.plays[chosen[each]]
            gain, left = np.int64(play.score), np.uint32(rack - play.tiles)
            if left == 0:
                best = max(best, gain + out)
            else:
                remaining = max(target - gain, np.int64(-INF))
                worth = fewer(state, cache, solo, side, np.int64(play.move), left, remaining, False)
                best = max(best, gain + worth)
            if best > target:
                return best
        return best

    @apart
    def bound(state, cache, solo, side, move, leave, target):
        log, last, redo = state.log, state.now[PLY], solo.redo[tiles]
        stop = stop_value(state, side, leave)
        key = key_after(state, side, move, leave)
        lower, upper = recall(solo.table, key)
        if upper <= target:
            return upper
        if max(stop, lower) > target:
            return np.int64(INF)
        racks = _racks_key(state, side, leave)
        for tries in range(2):
            # from the board at hand if it is known; else from that before the last play of this side, and
            # if that says too much every play on the board at hand is looked at
            ply = last
            lower, best = recall(solo.table, state.board_key[0] ^ racks)
            if best > target and tries == 0:
                ply = last - 2
                if ply < 0 or log.move[ply] == PASS:
                    continue
                lower, best = recall(solo.table, log.board_key[ply] ^ racks)
            if lower > target:
                continue
            for at in range(last - 1, ply - 1, -1):
                redo[at] = log.move[at]
                undo_state(state)
            redo[last] = move
            at = ply if best <= target else ply - 1
            while at <= last:
                is_near = at >= ply
                if is_near:
                    one = redo[at]
                    play_state(state, one)
                    if one == PASS:
                        at += 1
                        continue
                    squares = log.squares[at]
                    reach, letters = solo.reach[tiles], _letters(state, side, leave)
                    mark_reach(state.board, reach, tiles, direction_of(one), line_of(one), squares, letters)
                else:
                    mark_all(solo.reach[tiles], tiles)
                is_waiting = state.now[TURN] != side
                if is_waiting:
                    play_pass(state)
                found = max(stop, first_plays(state, cache, solo, side, leave, target))
                if is_waiting:
                    undo_pass(state)
                best = max(found, best) if is_near else found
                at_key = key if at == last else state.board_key[0] ^ racks
                remember(solo.table, at_key, best if best > target else np.int64(-INF), best, target)
                at += 1
                if best > target:
                    break
            if at > last:
                undo_state(state)
                return best if best <= target else np.int64(INF)
            for again in range(max(at, ply), last):
                play_state(state, redo[again])
        return np.int64(INF)

    return bound


@inner
def _letters(state, side, rack):
    """The letters that the tiles of a packed rack can be, as a mask."""
    letters, blanks = rack_letters(state, side, rack)
    return EVERY_LETTER if blanks > 0 else letters


@inner
def _racks_key(state, side, rack):
    """The share of the racks in the key of what `side` makes with some of its tiles on any board."""
    racks = (np.uint64(rack) << np.uint64(32)) | np.uint64(state.hands.racks[1 - side])
    return mix(mix(racks) + np.uint64(side + 3))


_last_three = _bound(3, last_two_or_fewer)


@inner
def _last_three_or_fewer(state, cache, solo, side, move, leave, target, is_last_pair):
    if tile_count(leave) == 3:
        return _last_three(state, cache, solo, side, move, leave, target)
    return last_two_or_fewer(state, cache, solo, side, move, leave, target, is_last_pair)


_last_four = _bound(4, _last_three_or_fewer)
