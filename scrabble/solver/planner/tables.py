"""The planner's tables: the best plays of either side for every sub-rack, on the board as it is.

    rack  A A E R     A: 0 1 2   E: 0 1   R: 0 1      a sub-rack is a number (movegen/packed_rack),
                      x1         x3       x6          3 * 2 * 2 = 12 of them, 11 the whole rack
                                                      sub-rack - need = what is left

One pass over the cached lists of a side (movegen/play_cache.py) keeps the KEPT best plays of every need, the
set of tiles a play lays, each with its footprint once it has been asked for.

From them follow the best total of every sub-rack within n turns, and the turns it needs:

    within(R, 0) = -OUT x points of R                             the other side went out first
    within(R, n) = max(within(R, n - 1), score(need) + within(R - need, n - 1))     need in R
    outs(R, n)   = max(score(need) + outs(R - need, n - 1))       all of R laid in n turns exactly, or NEVER
    turns(R)     = the least such n, STUCK if there is none

Dynamic programming over at most 128 sub-racks, smaller ones first: Sheppard's planner of 2002, after
Macondo's account of it.  The board is frozen: what plays open or block is not seen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel_tuple
from scrabble.bounds.footprint import footprint
from scrabble.movegen.best_first import insert_best_first
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.packed_rack import (
    TYPES,
    is_subrack,
    subrack_number,
    tile_count,
    tile_of,
    write_place_values,
)
from scrabble.movegen.play_cache import clear, ensure_lists
from scrabble.movegen.scoring import OUT
from scrabble.movegen.squares import PlacedSquares, bit_of
from scrabble.movegen.state import kind_of_tile, rack_value

SUBRACKS = 128  # 2**7: no rack of seven tiles has more
KEPT = 4  # best plays of a need: two plays before may block one or the other, the rest are worth less still
TURNS = 8  # totals for 0 .. 7 turns
STUCK = 9  # turns, when some tile of the rack cannot be laid
NEVER = -(1 << 20)


@kernel_tuple
class PlannerTables(NamedTuple):
    """The sub-racks of both sides in the position at hand, and the best plays by need."""

    weight: np.ndarray  # int64[2, TYPES]             place value of a tile type
    size: np.ndarray  # int64[2]                      number of sub-racks
    rack: np.ndarray  # uint32[2, SUBRACKS]           packed
    points: np.ndarray  # int32[2, SUBRACKS]          of its tiles
    tiles: np.ndarray  # int32[2, SUBRACKS]           how many
    kept: np.ndarray  # int32[2, SUBRACKS]            plays kept of a need
    seen: np.ndarray  # int32[2, SUBRACKS]            plays there are
    score: np.ndarray  # int32[2, SUBRACKS, KEPT]     best first
    play: np.ndarray  # int64[2, SUBRACKS, KEPT]      number in the pool
    marked: np.ndarray  # bool[2, SUBRACKS, KEPT]     whether the footprint has been made
    masks: np.ndarray  # uint32[2, SUBRACKS, KEPT, 2, n]
    live: np.ndarray  # int32[2, SUBRACKS]            needs that have a play
    lives: np.ndarray  # int64[2]                     how many
    turns: np.ndarray  # int32[2, SUBRACKS]           to go out; totals from here on
    within: np.ndarray  # int32[2, SUBRACKS, TURNS]
    outs: np.ndarray  # int32[2, SUBRACKS, TURNS]


def new_tables(n: int) -> PlannerTables:
    """Return empty tables for a board of n lines each way."""
    shape = (2, SUBRACKS)
    return PlannerTables(
        weight=np.zeros((2, TYPES), np.int64),
        size=np.zeros(2, np.int64),
        rack=np.zeros(shape, np.uint32),
        points=np.zeros(shape, np.int32),
        tiles=np.zeros(shape, np.int32),
        kept=np.zeros(shape, np.int32),
        seen=np.zeros(shape, np.int32),
        score=np.zeros((*shape, KEPT), np.int32),
        play=np.zeros((*shape, KEPT), np.int64),
        marked=np.zeros((*shape, KEPT), np.bool_),
        masks=np.zeros((*shape, KEPT, 2, n), np.uint32),
        live=np.zeros(shape, np.int32),
        lives=np.zeros(2, np.int64),
        turns=np.zeros(shape, np.int32),
        within=np.zeros((*shape, TURNS), np.int32),
        outs=np.zeros((*shape, TURNS), np.int32),
    )


@inline
def fill_tables(state, cache, tables):
    """Fill the tables for the position at hand; return False if the list cache has no room."""
    if not _find_both(state, cache):
        clear(cache)
        if not _find_both(state, cache):
            return False
    for side in range(2):
        _list_subracks(state, tables, np.int64(side))
        _keep_plays(state, cache, tables, np.int64(side))
        _list_live_needs(tables, np.int64(side))
    return True


@inline
def _find_both(state, cache):
    racks = state.hands.racks
    return ensure_lists(state, cache, np.int64(0), racks[0]) and ensure_lists(
        state, cache, np.int64(1), racks[1]
    )


@inline
def _list_subracks(state, tables, side):
    """Number the sub-racks of a side."""
    size = write_place_values(state.hands.racks[side], tables.weight[side])
    tables.size[side] = size
    for index in range(size):
        rest, rack = np.int64(index), np.int64(0)
        for kind in range(TYPES - 1, -1, -1):
            rack |= (rest // tables.weight[side, kind]) * np.int64(tile_of(kind))
            rest %= tables.weight[side, kind]
        tables.rack[side, index] = rack
        tables.points[side, index] = rack_value(state, side, np.uint32(rack))
        tables.tiles[side, index] = tile_count(np.uint32(rack))
        tables.kept[side, index] = 0
        tables.seen[side, index] = 0


@inline
def _keep_plays(state, cache, tables, side):
    """Keep the best plays of every need."""
    n = state.board.letters.shape[1]
    for direction in range(2):
        for line in range(n):
            entry = cache.lists[cache.found[side, direction, line]]
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                need = subrack_number(play.tiles, tables.weight[side])
                tables.seen[side, need] += 1
                _keep(tables, side, need, number, play.score)


@inline
def _keep(tables, side, need, number, score):
    """Keep a play of a need if it is among the best."""
    scores, plays = tables.score[side, need], tables.play[side, need]
    at = np.int64(tables.kept[side, need])
    if at == KEPT:
        if score <= scores[KEPT - 1]:
            return
        at -= 1
    else:
        tables.kept[side, need] += 1
    insert_best_first(scores, plays, at, score, number)


@inline
def _list_live_needs(tables, side):
    """List the needs that have a play; no footprint has been made of any."""
    lives = np.int64(0)
    for need in range(tables.size[side]):
        if tables.kept[side, need] > 0:
            tables.live[side, lives] = need
            lives += 1
            for at in range(KEPT):
                tables.marked[side, need, at] = False
    tables.lives[side] = lives


@inline
def count_turns(tables, side):
    """Find the turns every sub-rack needs to be played out."""
    tables.turns[side, 0] = 0
    for index in range(1, tables.size[side]):
        rack = tables.rack[side, index]
        least = np.int64(STUCK)
        for at in range(tables.lives[side]):
            need = np.int64(tables.live[side, at])
            if need > index:
                break
            if is_subrack(tables.rack[side, need], rack):
                least = min(least, 1 + np.int64(tables.turns[side, index - need]))
        tables.turns[side, index] = least


@inline
def fill_totals(state, tables, side):
    """Find what every sub-rack totals within 0, 1, 2 ... turns, and when it is out in exactly that many."""
    out = state.rules[OUT]
    for index in range(tables.size[side]):
        tables.within[side, index, 0] = -out * tables.points[side, index]
        tables.outs[side, index, 0] = 0 if index == 0 else NEVER
        for turns in range(1, TURNS):
            best = np.int64(tables.within[side, index, turns - 1])
            out_best = np.int64(NEVER)
            for at in range(tables.lives[side]):
                need = np.int64(tables.live[side, at])
                if need > index:
                    break
                if is_subrack(tables.rack[side, need], tables.rack[side, index]):
                    score = np.int64(tables.score[side, need, 0])
                    best = max(best, score + tables.within[side, index - need, turns - 1])
                    if tables.outs[side, index - need, turns - 1] > NEVER:
                        out_best = max(out_best, score + tables.outs[side, index - need, turns - 1])
            tables.within[side, index, turns] = best
            tables.outs[side, index, turns] = out_best


@inline
def need_of(state, tables, side, move):
    """The number of the sub-rack that a move lays."""
    total = np.int64(0)
    for index in range(tiles_of(move)):
        total += tables.weight[side, kind_of_tile(state.hands, side, code_of(move, np.int64(index)))]
    return total


@inline
def squares_of(board, move):
    """The squares of its line where a move lays tiles, a bit each."""
    direction, line, square = direction_of(move), line_of(move), square_of(move)
    squares = np.uint32(0)
    for _ in range(tiles_of(move)):
        while board.letters[direction, line, square] != 0:
            square += 1
        squares |= bit_of(square)
        square += 1
    return squares


@inline
def laid_by(board, move):
    """Return the squares on which a move lays its tiles."""
    return PlacedSquares(direction_of(move), line_of(move), squares_of(board, move))


@inline
def is_touched(game, side, need, at, laid):
    """Return whether the laid tiles touch the footprint of the kept play `at` of a need."""
    tables = game.tables
    masks = tables.masks[side, need, at]
    if not tables.marked[side, need, at]:
        tables.marked[side, need, at] = True
        play = game.fast.cache.plays[tables.play[side, need, at]]
        footprint(game.fast.state.board, play.move, play.squares, masks)
    return masks[laid.direction, laid.line] & laid.squares != 0
