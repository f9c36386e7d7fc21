"""Small compiled functions that let tests call what only kernels call."""

from __future__ import annotations

import numpy as np

from bstar.game import INF, tighten
from bstar.game import moves as listed
from bstar.jit import kernel
from scrabble.bounds import solo_game, solo_table
from scrabble.bounds.footprint import footprint
from scrabble.movegen.bits import highest, lowest, mix
from scrabble.movegen.cross_sets import fill
from scrabble.movegen.packed_rack import count_of as _count_of
from scrabble.movegen.packed_rack import first_kind, is_subrack, tile_count
from scrabble.movegen.play_cache import clear, ensure_lists
from scrabble.movegen.scoring import score_of
from scrabble.movegen.squares import ends_around, run_ends
from scrabble.movegen.squares import mark as _mark
from scrabble.movegen.state import (
    final_state,
    is_over_state,
    letters_of,
    play_state,
    rack_codes,
    rack_value,
    state_key,
    undo_state,
)
from scrabble.solver.games.play_rank import _slot, note_second_plays, out_in_three_points, out_in_two_points


@kernel
def play(state, move):
    """Make a move."""
    play_state(state, move)


@kernel
def undo(state):
    """Take it back."""
    undo_state(state)


@kernel
def end(state):
    """(whether the game is over, what it would bring the side on turn)."""
    return is_over_state(state), final_state(state)


@kernel
def key(state):
    """The key of a position."""
    return state_key(state)


@kernel
def score(state, move):
    """The score of a play by the rules."""
    return score_of(state, move)


@kernel
def value(state, side, rack):
    """The points of a packed rack."""
    return rack_value(state, side, rack)


@kernel
def refill(state):
    """Compute all cross information and keys afresh."""
    fill(state.words, state.board, np.int64(-1), np.int64(-1))


@kernel
def lists(state, cache, side, rack):
    """Find the lists of all lines."""
    return ensure_lists(state, cache, side, rack)


@kernel
def finishes(cache, second, side, rack, worth):
    """Write what going out in one or two more plays counts, int64[N, 2], for each play; return how many."""
    note_second_plays(cache, second, cache.found[side], rack)
    at = 0
    for direction in range(2):
        for line in range(cache.found.shape[2]):
            entry = cache.lists[cache.found[side, direction, line]]
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                rest = np.uint32(rack - play.tiles)
                worth[at, 0] = out_in_two_points(second, rest, play, np.int64(direction), np.int64(line))
                worth[at, 1] = out_in_three_points(second, rest)
                at += 1
    return at


@kernel
def recall(known, key, tiles):
    """What is known of a solo bound of so many tiles."""
    return solo_table.probe(known, key, tiles)


@kernel
def remember(known, key, tiles, lower, upper, target):
    """Keep what was found of one."""
    solo_table.store(known, key, tiles, lower, upper, target)


@kernel
def forget(cache):
    """Empty the list cache."""
    clear(cache)


@kernel
def mark(board, move, squares, masks):
    """Write a footprint."""
    footprint(board, move, squares, masks)


@kernel
def fast_moves(game, moves, alpha):
    """The moves of the fast game: (count, dropped)."""
    return listed(game, np.int64(alpha), np.int64(INF), moves, np.int64(0))


@kernel
def fast_tighten(game, moves, index, alpha):
    """Look harder at one move."""
    tighten(game, moves, index, np.int64(alpha))


@kernel
def bits(word):
    """(lowest bit, highest bit, a mixed word)."""
    return lowest(np.uint64(word)), highest(np.uint64(word)), mix(np.uint64(word))


@kernel
def contained(tiles, rack):
    """Are the tiles of one rack in another?"""
    return is_subrack(np.uint32(tiles), np.uint32(rack))


@kernel
def count_of(rack, kind):
    """The number of tiles of one type."""
    return _count_of(rack, kind)


@kernel
def slot_of(tiles):
    """The slot of a sub-rack among the second plays."""
    return _slot(np.uint32(tiles))


@kernel
def count(rack):
    """The number of tiles."""
    return tile_count(np.uint32(rack))


@kernel
def runs(filled, square):
    """The ends of the run of tiles through a square of a line, and those if a tile lay on it."""
    start, end = run_ends(filled, square)
    before, behind = ends_around(filled, square)
    return start, end, before, behind


@kernel
def mark_square(marks, direction, line, square):
    """Mark a square along both directions."""
    _mark(marks, direction, line, square)


@kernel
def first_type(rack):
    """The first type of tile in a rack that is not empty."""
    return first_kind(np.uint32(rack))


@kernel
def codes_and_letters(state, side, rack):
    """The codes of the tiles of a rack, and the letters that they can be."""
    codes = rack_codes(state, side, rack)
    return codes, letters_of(codes)


@kernel
def after(state, side, move):
    """What a play of a side leaves, the key of the position after it, and what its end brings besides."""
    leave = solo_game.leave_after(state, side, move)
    asked = solo_game.SoloQuery(side, leave, solo_game.points_against(state, side), np.int64(0))
    key = solo_game.key_after(state, asked, move)
    return leave, key, solo_game.stop_value(state, asked, leave), solo_game.out_value(state, asked)
