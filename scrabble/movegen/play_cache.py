"""The list of plays of a line, cached: a function of the line's key and the rack.

    slots   (line key, side, rack)  ->  list                      open addressing, one probe as a rule
    lists   first, count | best out-play | rack | next list of the same line and side
    pool    play play play ...      append-only; a list is contiguous and sorted by score

A play changes about 8 of the 30 lines of a board, and an endgame comes back to the same lines again and
again.  A list for a smaller rack is filtered from one for a larger rack of the same line: a play needs
tiles, and "the tiles needed are in the rack" is a subtraction and a mask (`packed_rack`).  Only when none is
found is a line generated.  A list that was filtered from a short one is of no use to filter others from.

The slots in use are doubled as they fill: memory that was never touched costs more at its first touch than
the list that is looked up there.  Lists never move.  When the pool or the slots are full the whole cache is
emptied, between positions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.jit import inline, kernel_tuple, linked
from scrabble.movegen.bits import mix, prefetch
from scrabble.movegen.generator import NO_ROOM, PLAY, LineContext, MoveGenerator, line_plays, new_generator
from scrabble.movegen.packed_rack import is_subrack, tile_count
from scrabble.movegen.pair_on_line import best_of_pair
from scrabble.movegen.scoring import NO_SCORE

NO_LIST = 0  # lists are numbered from 1: fresh memory holds no list
PLAYS_USED, LISTS_USED, SLOT_MASK, HAS_FILTERS, CLEARED = range(5)  # the last one: how often
FIRST_MASK = (1 << 10) - 1
HEAD_BYTES = 4
FEW = 16  # plays: filtering them takes less time than looking for a shorter list
LOOKS = 2  # at lists for a larger rack, doubled with each tile to lay: to generate one takes no more time

LIST = np.dtype(
    [
        ("key", np.uint64),
        ("first", np.int32),
        ("count", np.int32),
        ("next", np.int32),  # another list of the same line and side, or NO_LIST
        ("rack", np.uint32),
        ("out", np.int32),  # best score of a play that uses the whole rack, or NO_SCORE
        ("pair", np.int32),  # best total of a rack of two tiles (scrabble.movegen.pair_on_line)
    ]
)


@kernel_tuple
class PlayCache(NamedTuple):
    """Lists of plays by line and rack."""

    slots: np.ndarray  # int32[S]       number of a list, or NO_LIST; S is a power of two
    lists: np.ndarray  # LIST[S // 2]
    plays: np.ndarray  # PLAY[P]
    heads: np.ndarray  # int32[P]  of the list that begins there (scrabble.movegen.list_heads)
    used: np.ndarray  # int64[5]    PLAYS_USED, LISTS_USED, SLOT_MASK: slots in use - 1, HAS_FILTERS, CLEARED
    found: np.ndarray  # int32[2, 2, n]  the lists of the position at hand: side, direction, line
    all_lines: np.ndarray  # uint32[2, n]  of ones
    keys: np.ndarray  # uint64[2, n]       of the lists to be found
    generator: MoveGenerator


def new_cache(size_bytes: int, n: int, filters: bool = True) -> PlayCache:
    """Return an empty cache of about `size_bytes` bytes for a board of `n` lines each way.

    Without `filters` every list is generated.
    """
    plays = max(size_bytes * 3 // 4 // (PLAY.itemsize + HEAD_BYTES), 1 << 16)
    slots = 1 << max(12, (size_bytes // 4 // (LIST.itemsize // 2 + 4)).bit_length() - 1)
    return PlayCache(
        lazy_zeros(slots, np.int32),
        lazy_zeros(slots // 2, LIST),
        lazy_zeros(plays, PLAY),
        lazy_zeros(plays, np.int32),
        np.array([0, 1, FIRST_MASK, filters, 0], np.int64),
        np.zeros((2, 2, n), np.int32),
        np.ones((2, n), np.uint32),
        np.zeros((2, n), np.uint64),
        new_generator(),
    )


@inline
def clear(cache):
    """Forget every list."""
    for slot in range(cache.used[SLOT_MASK] + 1):
        cache.slots[slot] = NO_LIST
    cache.used[PLAYS_USED] = 0
    cache.used[LISTS_USED] = 1
    cache.used[CLEARED] += 1


@inline
def is_half_full(cache):
    """Return whether half of the room for plays or for lists is taken."""
    used = cache.used
    return 2 * used[PLAYS_USED] > cache.plays.shape[0] or 2 * used[LISTS_USED] > cache.lists.shape[0]


@inline
def _double(cache):
    """Take twice as many slots into use."""
    old = cache.used[SLOT_MASK] + 1
    for slot in range(2 * old):
        cache.slots[slot] = NO_LIST
    cache.used[SLOT_MASK] = 2 * old - 1
    for number in range(1, cache.used[LISTS_USED]):
        cache.slots[_slot(cache, cache.lists[number].key)] = number


@inline
def ensure_lists(state, cache, side, rack):
    """Make `cache.found[side]` the lists of all lines for a rack; return False if the cache is full."""
    return find_lines(state, cache, side, rack, cache.all_lines, cache.found[side])


@linked("bool")
def find_lines(state, cache, side, rack, wanted, numbers):
    """Write the lists for a rack of the lines where `wanted` is not 0 to `numbers`; False without room.

    int32[2, n] and uint32[2, n].  Memory is asked for all of them before the first one is looked at.
    """
    keys, lines, mask = cache.keys, state.board.line_keys, np.uint64(cache.used[SLOT_MASK])
    types = state.hands.type_keys[side]
    for direction in range(2):
        for line in range(lines.shape[1]):
            if wanted[direction, line] != 0:
                key = _list_key(lines[direction, line] + types, rack)
                keys[direction, line] = key
                prefetch(cache.slots, key & mask)
    for direction in range(2):
        for line in range(lines.shape[1]):
            if wanted[direction, line] != 0:
                number = np.int64(cache.slots[keys[direction, line] & mask])
                if number != NO_LIST:
                    prefetch(cache.lists, number)
                else:  # it will be made from another list of the line
                    prefetch(cache.slots, mix(lines[direction, line] + types) & mask)
    for direction in range(2):
        for line in range(lines.shape[1]):
            if wanted[direction, line] == 0:
                continue
            number = np.int64(cache.slots[_slot(cache, keys[direction, line])])
            if number == NO_LIST:
                number = list_of(state, cache, LineContext(np.int64(direction), np.int64(line), side, rack))
                if number == NO_LIST:
                    return False
            numbers[direction, line] = number
            prefetch(cache.plays, cache.lists[number].first)
    return True


@inline
def _list_key(line_key, rack):
    return mix(line_key + np.uint64(rack) * np.uint64(0x9E3779B97F4A7C15))


@inline
def list_of(state, cache, on):
    """The list of one line for a rack, made if there is none; NO_LIST if there is no room."""
    key = _list_key(_side_key(state, on), on.rack)
    number = cache.slots[_slot(cache, key)]
    if number != NO_LIST:
        return np.int64(number)
    return _make_list(state, cache, on, key)


@inline
def _side_key(state, on):
    """The key of a line for one side: the same rack stands for other tiles on the other one."""
    return state.board.line_keys[on.direction, on.line] + state.hands.type_keys[on.side]


@linked("int64")
def _make_list(state, cache, on, key):
    """Append the list of one line for a rack; NO_LIST if there is no room."""
    line_key, rack = _side_key(state, on), on.rack
    number = cache.used[LISTS_USED]
    if 2 * number > cache.used[SLOT_MASK] and cache.used[SLOT_MASK] + 1 < cache.slots.shape[0]:
        _double(cache)
    if number + 2 > cache.lists.shape[0]:
        return np.int64(NO_LIST)
    chain = _slot(cache, mix(line_key))  # the slot of the line itself leads to its latest list
    first = cache.used[PLAYS_USED]
    larger = np.int64(NO_LIST)
    if cache.used[HAS_FILTERS] != 0:
        larger = _short_superset(cache, cache.slots[chain], rack)
    if larger != NO_LIST:
        count = _filter(cache, cache.lists[larger], rack, first)
    else:
        count = line_plays(state, cache.generator, on, cache.plays, first)
        if count > 0:
            _sort(cache.plays, first, count)
    if count == NO_ROOM:
        return np.int64(NO_LIST)
    entry = cache.lists[number]
    entry.key, entry.first, entry.count, entry.rack = key, first, count, rack
    if count > 0:
        cache.heads[first] = 0  # not looked for yet
    entry.out = _best_out(cache.plays, first, count, rack)
    if tile_count(rack) == 2:
        entry.pair = best_of_pair(state.board, cache.plays, first, count, rack)
    cache.used[LISTS_USED] = number + 1
    cache.used[PLAYS_USED] = first + count
    if larger == NO_LIST or cache.lists[larger].count > FEW:
        _chain(cache, number, chain, mix(line_key))
    cache.slots[_slot(cache, key)] = number
    return np.int64(number)


@inline
def _chain(cache, number, chain, key):
    """Put a list before the others of its line and side, whose chain begins at the slot `chain`."""
    entry = cache.lists[number]
    if cache.slots[chain] == NO_LIST:
        # the head of a chain carries the line's key and no plays of its own
        at = cache.used[LISTS_USED]
        head = cache.lists[at]
        head.key, head.count, head.rack, head.next = key, 0, 0, NO_LIST
        cache.slots[chain] = at
        cache.used[LISTS_USED] = at + 1
    head = cache.lists[cache.slots[chain]]
    entry.next = head.next
    head.next = number


@inline
def _slot(cache, key):
    """The slot that holds the list with this key, or the free one where it belongs."""
    mask = np.uint64(cache.used[SLOT_MASK])
    slot = key & mask
    while cache.slots[slot] != NO_LIST and cache.lists[cache.slots[slot]].key != key:
        slot = (slot + np.uint64(1)) & mask
    return slot


@inline
def _short_superset(cache, head, rack):
    """A short one of the latest lists of a line whose rack contains `rack`, or NO_LIST."""
    best = np.int64(NO_LIST)
    if head == NO_LIST:
        return best
    number = np.int64(cache.lists[head].next)
    for _ in range(LOOKS << tile_count(rack)):
        if number == NO_LIST:
            break
        entry = cache.lists[number]
        if is_subrack(rack, entry.rack) and (best == NO_LIST or entry.count < cache.lists[best].count):
            best = number
            if entry.count <= FEW:
                break
        number = np.int64(entry.next)
    return best


@inline
def _filter(cache, larger, rack, first):
    """Append the plays of a larger rack's list that `rack` can make; return how many, or NO_ROOM."""
    plays = cache.plays
    if first + larger.count > plays.shape[0]:
        return np.int64(NO_ROOM)
    written = np.int64(first)
    for index in range(larger.first, larger.first + larger.count):
        if is_subrack(plays[index].tiles, rack):
            copy_play(plays, written, plays[index])
            written += 1
    return written - first


@inline
def copy_play(plays, to, play):
    """Write a play into the pool."""
    target = plays[to]
    target.move, target.tiles, target.squares = play.move, play.tiles, play.squares
    target.score, target.face, target.laid = play.score, play.face, play.laid


@inline
def _best_out(plays, first, count, rack):
    """The best score of the plays that lay the whole rack, or NO_SCORE."""
    for index in range(first, first + count):
        if plays[index].tiles == rack:
            return np.int64(plays[index].score)
    return np.int64(NO_SCORE)


@inline
def _precedes(score, move, other):
    return score > other.score or (score == other.score and move < other.move)


@inline
def _sort(plays, first, count):
    """Sort plays by score, best first, equal scores by move (Shell 1959, gaps of Ciura)."""
    for gap in (701, 301, 132, 57, 23, 10, 4, 1):
        for index in range(first + gap, first + count):
            play = plays[index]
            move, tiles, squares = play.move, play.tiles, play.squares
            score, face, laid = play.score, play.face, play.laid
            at = index
            while at >= first + gap and _precedes(score, move, plays[at - gap]):
                copy_play(plays, at, plays[at - gap])
                at -= gap
            target = plays[at]
            target.move, target.tiles, target.squares = move, tiles, squares
            target.score, target.face, target.laid = score, face, laid
