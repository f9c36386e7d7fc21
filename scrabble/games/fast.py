"""The answers of an endgame between two known racks: cached lists, settled moves, sound static bounds.

At a position, for the side on turn ("I"):

    out-play        settled at once: score + OUT x the points on the other rack
    pass            the second one in a row ends the game: settled
    other moves     the opponent's best out-play o that a move p does not touch (bounds/footprint.py) is a
                    reply he has:  worth of p <= score(p) - score(o) - OUT x points of my leave
                    (bounds/README.md, T3, T4).  What cannot reach alpha is left out.

Moves are ranked by score + points laid + `tile_rank` for each tile laid: playing out fast matters most.
A play whose rest of the rack can then go out, as far as one can see, counts `out_in_two` or `out_in_three`
times what that brings, too (scrabble.games.out_in_two).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, answer
from bstar.jit import inner
from scrabble.bounds.footprint import footprint
from scrabble.bounds.solo import solo_bound
from scrabble.bounds.solo_table import share
from scrabble.bounds.solo_two import Solo, new_solo
from scrabble.games.out_in_two import (
    SecondPlays,
    new_second_plays,
    note_second_plays,
    out_in_three_points,
    out_in_two_points,
)
from scrabble.ideas import (
    ALL_IDEAS,
    LAST_PAIR,
    LISTS,
    MOST_OUTS,
    OUT_IN_THREE,
    OUT_IN_TWO,
    OUTS,
    SOLO_TILES,
    TILE_RANK,
    Ideas,
)
from scrabble.movegen.line_cache import Cache, clear, find_lists, new_cache
from scrabble.movegen.packed_move import PASS, tiles_of
from scrabble.movegen.racks import tile_count
from scrabble.movegen.scoring import LOSS, OUT, ZERO_IS_SCORELESS
from scrabble.movegen.state import (
    TURN,
    ZEROS_LEFT,
    State,
    final_state,
    is_over_state,
    play_state,
    rack_value,
    state_key,
    undo_state,
)

OUT_RANK = 1 << 20
MOST_SOLO_BYTES = 16 << 20  # bytes for solo bounds; four times as many gain 3 % on the longest searches


class Outs(NamedTuple):
    """The opponent's best out-plays in the position at hand, best first."""

    score: np.ndarray  # int32[MOST_OUTS]
    play: np.ndarray  # int64[MOST_OUTS]        number in the pool
    footprints: np.ndarray  # uint32[MOST_OUTS, 2, n]  footprints, made when first needed


class FastGame(NamedTuple):
    """An endgame in play, with everything that makes it fast."""

    state: State
    cache: Cache
    outs: Outs
    solo: Solo
    second_plays: SecondPlays
    switches: np.ndarray  # int64[9]    (scrabble.ideas)


def new_fast_game(state: State, cache_bytes: int = 128 << 20, ideas: Ideas = ALL_IDEAS) -> FastGame:
    """Return the fast game of a state, with `cache_bytes` for lists of plays and solo bounds."""
    n = state.board.letters.shape[1]
    outs = Outs(
        np.zeros(MOST_OUTS, np.int32),
        np.zeros(MOST_OUTS, np.int64),
        np.zeros((MOST_OUTS, 2, n), np.uint32),
    )
    parts = min(cache_bytes // 4, MOST_SOLO_BYTES)
    return FastGame(
        state,
        new_cache(cache_bytes - parts, n, ideas.filters),
        outs,
        new_solo(parts, n, ideas.rough),
        new_second_plays(),
        ideas.switches,
    )


def new_twin(game: FastGame, state: State, cache_bytes: int) -> FastGame:
    """Return a game for another thread, of the position of `game`, where nothing has been searched yet.

    What either finds of the solo bounds, both know.
    """
    table = game.solo.table
    share(table)
    twin = new_fast_game(state, cache_bytes)
    return twin._replace(solo=twin.solo._replace(table=table), switches=game.switches)


@inner
def _is_over(game):
    return is_over_state(game.state)


@inner
def _final(game):
    return final_state(game.state)


@inner
def _key(game):
    return state_key(game.state)


@inner
def _play(game, move):
    play_state(game.state, move)


@inner
def _undo(game):
    undo_state(game.state)


@inner
def _moves(game, alpha, beta, moves, first):
    if game.switches[LISTS] == 0:
        clear(game.cache)
    if not _find_all(game):
        clear(game.cache)
        if not _find_all(game):
            return np.int64(FULL), np.int64(-INF)
    state, cache = game.state, game.cache
    side = state.now[TURN]
    own, other = state.hands.racks[side], state.hands.racks[1 - side]
    other_value = rack_value(state, 1 - side, other)
    gain_of_out = state.rules[OUT] * other_value
    # a play of no points can be the last scoreless turn, where the rules count it as one
    ends_by_zeros = state.rules[ZERO_IS_SCORELESS] != 0 and state.now[ZEROS_LEFT] == 1
    out = _best_out_move(cache, side)
    if out != -1 and cache.plays[out].score + gain_of_out >= beta:
        if first == moves.move.shape[0]:
            return np.int64(FULL), np.int64(-INF)
        _write(
            moves, first, cache.plays[out].move, cache.plays[out].score, cache.plays[out].score + gain_of_out
        )
        return np.int64(1), np.int64(-INF)
    outs = _collect_outs(game, 1 - side, other)
    seen = np.int64(0)  # out-plays of the opponent whose footprint is made
    own_value = rack_value(state, side, own)
    n = state.board.letters.shape[1]
    at = np.int64(first)
    room = moves.move.shape[0]
    dropped = np.int64(-INF)
    if game.switches[OUT_IN_TWO] != 0 or game.switches[OUT_IN_THREE] != 0:
        note_second_plays(cache, game.second_plays, side, own)
    for direction in range(2):
        for line in range(n):
            entry = cache.lists[cache.found[side, direction, line]]
            if at + entry.count + 1 > room:
                return np.int64(FULL), np.int64(-INF)
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                if play.tiles == own:
                    worth = play.score + gain_of_out
                    if worth <= alpha:
                        dropped = max(dropped, worth)
                    else:
                        _write(moves, at, play.move, play.score, worth)
                        at += 1
                    continue
                if play.score == 0 and ends_by_zeros:
                    worth = state.rules[LOSS] * (other_value - own_value + play.face)
                    if worth <= alpha:
                        dropped = max(dropped, worth)
                    else:
                        _write(moves, at, play.move, play.score, worth)
                        at += 1
                    continue
                upper = np.int64(INF)
                leave_cost = state.rules[OUT] * (own_value - play.face)
                for index in range(outs):
                    bound = play.score - game.outs.score[index] - leave_cost
                    if index == seen:
                        reply = cache.plays[game.outs.play[index]]
                        footprint(state.board, reply.move, reply.squares, game.outs.footprints[index])
                        seen += 1
                    if game.outs.footprints[index, direction, line] & play.squares == 0:
                        upper = bound
                        break
                if upper <= alpha:
                    dropped = max(dropped, upper)
                    continue
                moves.move[at] = play.move
                moves.gain[at] = play.score
                moves.lower[at] = -INF
                moves.upper[at] = upper
                rank = play.score + play.face + game.switches[TILE_RANK] * play.laid
                rank += _rank_of_finish(game, np.uint32(own - play.tiles), play, direction, line)
                moves.rank[at] = rank
                at += 1
    upper = np.int64(INF)
    if outs > 0:
        upper = -(game.outs.score[0] + state.rules[OUT] * own_value)
    lower = np.int64(-INF)
    if state.now[ZEROS_LEFT] == 1:
        upper = state.rules[LOSS] * (other_value - own_value)
        lower = upper
    if upper <= alpha:
        dropped = max(dropped, upper)
    else:
        moves.move[at] = PASS
        moves.gain[at] = 0
        moves.lower[at] = lower
        moves.upper[at] = upper
        moves.rank[at] = OUT_RANK if lower == upper else 0
        at += 1
    return at - first, dropped


@inner
def _settle(game, moves, index, alpha):
    """Look at what is left after a play: one tile against one is settled, few tiles are bounded."""
    state, solo = game.state, game.solo
    side = state.now[TURN]
    move, gain = moves.move[index], np.int64(moves.gain[index])
    if move == PASS or (state.rules[ZERO_IS_SCORELESS] != 0 and gain == 0):
        return
    count = tile_count(state.hands.racks[side]) - tiles_of(move)
    others = tile_count(state.hands.racks[1 - side])
    most = game.switches[SOLO_TILES] if others == 1 else min(game.switches[SOLO_TILES], 2)
    if count == 1 and others == 1:
        if game.switches[LAST_PAIR] == 0:
            return
    elif count > most or (count >= 2 and moves.upper[index] < INF):
        return
    lower, upper = solo_bound(state, game.cache, solo, side, move, gain, alpha)
    if lower == upper:
        moves.lower[index] = lower
        moves.upper[index] = upper
    elif upper <= alpha:
        moves.upper[index] = min(moves.upper[index], upper)


@inner
def _find_all(game):
    """Find the lists of all lines for both racks; False if the cache is full."""
    racks = game.state.hands.racks
    found = True
    for side in range(2):
        found = found and find_lists(game.state, game.cache, np.int64(side), racks[side])
    return found


@inner
def _rank_of_finish(game, rest, play, direction, line):
    """What it counts that `rest` can then go out, in one play or in two."""
    rank = np.int64(0)
    if game.switches[OUT_IN_TWO] != 0:
        rank = game.switches[OUT_IN_TWO] * out_in_two_points(game.second_plays, rest, play, direction, line)
    if rank == 0 and game.switches[OUT_IN_THREE] != 0:
        rank = game.switches[OUT_IN_THREE] * out_in_three_points(game.second_plays, rest)
    return rank


@inner
def _write(moves, at, move, score, worth):
    """Write an out-play, settled."""
    moves.move[at] = move
    moves.gain[at] = score
    moves.lower[at] = worth
    moves.upper[at] = worth
    moves.rank[at] = OUT_RANK + score


@inner
def _best_out_move(cache, side):
    """The number of the best out-play of a side, or -1."""
    best, best_list = np.int64(-1), np.int64(-1)
    n = cache.found.shape[2]
    for direction in range(2):
        for line in range(n):
            number = np.int64(cache.found[side, direction, line])
            if cache.lists[number].out > best:
                best, best_list = np.int64(cache.lists[number].out), number
    if best_list < 0:
        return np.int64(-1)
    entry = cache.lists[best_list]
    for number in range(entry.first, entry.first + entry.count):
        if cache.plays[number].tiles == entry.rack:
            return np.int64(number)
    return np.int64(-1)


@inner
def _collect_outs(game, side, rack):
    """Gather the best out-plays of a side into `game.outs`, best first; return how many."""
    cache, outs, most = game.cache, game.outs, game.switches[OUTS]
    if most == 0:
        return np.int64(0)
    n = cache.found.shape[2]
    count = 0
    for direction in range(2):
        for line in range(n):
            entry = cache.lists[cache.found[side, direction, line]]
            if entry.out < 0:
                continue
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                if play.tiles != rack:
                    continue
                if count == most and play.score <= outs.score[most - 1]:
                    break
                at = min(count, most - 1)
                while at > 0 and outs.score[at - 1] < play.score:
                    outs.score[at] = outs.score[at - 1]
                    outs.play[at] = outs.play[at - 1]
                    at -= 1
                outs.score[at] = play.score
                outs.play[at] = number
                count = min(count + 1, most)
    return count


answer(
    FastGame, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo, settle=_settle
)
