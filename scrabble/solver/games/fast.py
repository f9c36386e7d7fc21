"""The fast game, an endgame between two known racks: cached lists, settled moves, sound static bounds.

At a position, for the side on turn ("I"):

    out-play             settled at once: score + OUT x the points on the other rack
    play of no points    if it is the last scoreless turn: settled
    other play           bounded by the opponent's best out-play that it does not touch (out_plays.py;
                         bounds/README.md, T3 and T4)
    pass                 settled if it ends the game, else bounded by the opponent's best out-play, and by
                         the opponent's pass if that ends the game (T2e)

What cannot be worth more than alpha is left out.  Moves that end the game come first, the others in the order
of games/play_rank.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline, kernel_tuple
from scrabble.bounds.solo import solo_bound
from scrabble.bounds.solo_game import SoloContext, SoloWorkspace, leave_after, new_solo
from scrabble.bounds.solo_table import share
from scrabble.movegen.features import (
    ALL_FEATURES,
    LAST_PAIR,
    MOST_SOLO_TILES,
    OUT_IN_THREE,
    OUT_IN_TWO,
    OUT_PLAY_BOUNDS,
    PLAY_CACHE,
    REPLY_BOUNDS,
    SOLO_TILES,
    SearchFeatures,
)
from scrabble.movegen.packed_move import PASS, tiles_of
from scrabble.movegen.packed_rack import tile_count
from scrabble.movegen.play_cache import HAS_FILTERS, PlayCache, clear, ensure_lists, new_cache
from scrabble.movegen.scoring import LOSS, NO_SCORE, OUT, ZERO_IS_SCORELESS
from scrabble.movegen.squares import PlacedSquares
from scrabble.movegen.state import (
    TURN,
    ZEROS_LEFT,
    GameState,
    rack_value,
)
from scrabble.solver.games.lone_replies import LoneReplies, bound_by_lone_reply, new_lone_replies
from scrabble.solver.games.out_plays import (
    COUNT,
    NO_PLAY,
    OutPlays,
    best_out_play,
    collect_out_plays,
    new_out_plays,
    reply_to,
)
from scrabble.solver.games.play_rank import SecondPlays, new_second_plays, note_second_plays, rank_of
from scrabble.solver.games.reference import STATE_ANSWERS
from scrabble.solver.games.replies import ReplyBounds, ReplyContext, bound_by_replies, new_replies

OUT_RANK = 1 << 20  # above every rank of a play that is not settled
MOST_LIST_BYTES = 128 << 20  # for lists of plays: what there is besides makes solo bounds faster, not these


@kernel_tuple
class FastGame(NamedTuple):
    """An endgame in play, with everything that makes it fast."""

    state: GameState
    cache: PlayCache
    out_plays: OutPlays  # the opponent's
    solo: SoloWorkspace
    second_plays: SecondPlays  # for the order of moves
    replies: ReplyBounds  # of the opponent
    lone_replies: LoneReplies
    switches: np.ndarray  # int64[8]   by name (scrabble.movegen.features)


class SideRacks(NamedTuple):
    """Both racks of the position at hand, as the side on turn sees them."""

    side: int
    own: np.uint32  # packed
    other: np.uint32
    own_value: int  # points of the tiles
    other_value: int


def new_fast_game(
    state: GameState, cache_bytes: int = 128 << 20, features: SearchFeatures = ALL_FEATURES
) -> FastGame:
    """Return the fast game of a state, with `cache_bytes` for lists of plays and solo bounds."""
    n = state.board.letters.shape[1]
    list_bytes = min(cache_bytes - cache_bytes // 4, MOST_LIST_BYTES)
    return FastGame(
        state,
        new_cache(list_bytes, n, features.superset_filter),
        new_out_plays(n),
        new_solo(cache_bytes - list_bytes, n),
        new_second_plays(),
        new_replies(state),
        new_lone_replies(n),
        features.switches,
    )


def clone_for_thread(game: FastGame, state: GameState, cache_bytes: int) -> FastGame:
    """Return a game for another thread, of the position of `game`, where nothing has been searched yet.

    What either finds of the solo bounds, both know.
    """
    share(game.solo.table)
    twin = new_fast_game(state, cache_bytes)
    twin.cache.used[HAS_FILTERS] = game.cache.used[HAS_FILTERS]
    return twin._replace(solo=twin.solo._replace(table=game.solo.table), switches=game.switches)


@inline
def _moves(game, alpha, beta, moves, first):
    state, cache = game.state, game.cache
    racks = _racks(state)
    if not _find_own(game, racks.side):
        return np.int64(FULL), np.int64(-INF)
    out = best_out_play(cache, racks.side)
    if out != NO_PLAY and _settled_value(state, racks, cache.plays[out]) >= beta:
        if first == moves.move.shape[0]:
            return np.int64(FULL), np.int64(-INF)
        _write_settled(moves, first, cache.plays[out], _settled_value(state, racks, cache.plays[out]))
        return np.int64(1), np.int64(-INF)
    if not _find_other(game, racks.side):
        return np.int64(FULL), np.int64(-INF)
    most, numbers = game.switches[OUT_PLAY_BOUNDS], cache.found[1 - racks.side]
    collect_out_plays(cache, game.out_plays, numbers, racks.other, most)
    if game.switches[OUT_IN_TWO] != 0 or game.switches[OUT_IN_THREE] != 0:
        note_second_plays(cache, game.second_plays, cache.found[racks.side], racks.own)
    end, dropped = _write_plays(game, racks, alpha, moves, np.int64(first))
    if end == FULL:
        return np.int64(FULL), np.int64(-INF)
    lower, upper = _bounds_of_pass(game, racks)
    if upper <= alpha:
        return end - first, max(dropped, upper)
    _write_pass(moves, end, lower, upper)
    return end + 1 - first, dropped


@inline
def _write_plays(game, racks, alpha, moves, at):
    """Write the plays that can be worth more than alpha from index `at` on, with room for the pass.

    Return (the index behind them or FULL, a bound on the worth of the others).
    """
    dropped = np.int64(-INF)
    for direction in range(2):
        for line in range(game.state.board.letters.shape[1]):
            entry = game.cache.lists[game.cache.found[racks.side, direction, line]]
            if at + entry.count + 1 > moves.move.shape[0]:
                return np.int64(FULL), dropped
            for number in range(entry.first, entry.first + entry.count):
                play = game.cache.plays[number]
                worth = _settled_value(game.state, racks, play)
                upper = _bound(game, racks, play, direction, line) if worth == INF else worth
                if upper <= alpha:
                    dropped = max(dropped, upper)
                    continue
                if worth != INF:
                    _write_settled(moves, at, play, worth)
                else:
                    rank = rank_of(game, np.uint32(racks.own - play.tiles), play, direction, line)
                    _write_open(moves, at, play, upper, rank)
                at += 1
    return at, dropped


@inline
def _find_own(game, side):
    """Find the lists of all lines for the rack of a side; False if the cache is too small."""
    if game.switches[PLAY_CACHE] == 0:
        clear(game.cache)
    for _ in range(2):
        if _find(game, side):
            return True
        clear(game.cache)
    return False


@inline
def _find_other(game, side):
    """Find those of the other side, too, while those of this one are at hand."""
    if _find(game, 1 - side):
        return True
    clear(game.cache)
    return _find(game, np.int64(0)) and _find(game, np.int64(1))


@inline
def _find(game, side):
    return ensure_lists(game.state, game.cache, side, game.state.hands.racks[side])


@inline
def _racks(state):
    """Both racks, and what their tiles are worth."""
    side, racks = state.now[TURN], state.hands.racks
    own, other = racks[side], racks[1 - side]
    return SideRacks(side, own, other, rack_value(state, side, own), rack_value(state, 1 - side, other))


@inline
def _settled_value(state, racks, play):
    """The worth of a play that ends the game, or INF."""
    if play.tiles == racks.own:
        return play.score + state.rules[OUT] * racks.other_value
    # a play of no points can be the last scoreless turn, where the rules count it as one
    if play.score == 0 and state.rules[ZERO_IS_SCORELESS] != 0 and state.now[ZEROS_LEFT] == 1:
        return state.rules[LOSS] * (racks.other_value - racks.own_value + play.face)
    return np.int64(INF)


@inline
def _bound(game, racks, play, direction, line):
    """The most that a play is worth when the opponent goes out in answer; INF if nothing is known."""
    reply = reply_to(game.state, game.cache, game.out_plays, PlacedSquares(direction, line, play.squares))
    if reply == NO_SCORE:
        return np.int64(INF)
    return play.score - reply - game.state.rules[OUT] * (racks.own_value - play.face)


@inline
def _bounds_of_pass(game, racks):
    """The bounds of the pass: (lower, upper)."""
    state = game.state
    at_end = state.rules[LOSS] * (racks.other_value - racks.own_value)
    if state.now[ZEROS_LEFT] == 1:
        return at_end, at_end
    upper = at_end if state.now[ZEROS_LEFT] == 2 else np.int64(INF)  # the opponent may pass, too (T2e)
    if game.out_plays.used[COUNT] > 0:
        upper = min(upper, -(game.out_plays.score[0] + state.rules[OUT] * racks.own_value))
    return np.int64(-INF), upper


@inline
def _write_settled(moves, at, play, worth):
    """Write a play that ends the game."""
    moves.move[at], moves.gain[at] = play.move, play.score
    moves.lower[at] = moves.upper[at] = worth
    moves.rank[at] = OUT_RANK + play.score


@inline
def _write_open(moves, at, play, upper, rank):
    """Write a play after which the game goes on."""
    moves.move[at], moves.gain[at] = play.move, play.score
    moves.lower[at], moves.upper[at] = -INF, upper
    moves.rank[at] = rank


@inline
def _write_pass(moves, at, lower, upper):
    """Write the pass; it comes first if it ends the game, else last."""
    moves.move[at], moves.gain[at] = PASS, 0
    moves.lower[at], moves.upper[at] = lower, upper
    moves.rank[at] = OUT_RANK if lower == upper else 0


@inline
def _tighten(game, moves, index, alpha):
    """Bound a move by replies; look at what is left after it."""
    if _may_bound_by_replies(game, moves, index):
        move, gain = moves.move[index], np.int64(moves.gain[index])
        context = ReplyContext(game.state, game.cache, game.replies)
        leave = leave_after(game.state, game.state.now[TURN], move)
        upper = bound_by_replies(context, move, gain, leave, alpha, game.switches[REPLY_BOUNDS])
        has_all_solo = game.switches[SOLO_TILES] == MOST_SOLO_TILES >= tile_count(leave)
        if upper > alpha and alpha < INF and move != PASS and has_all_solo:
            solo = SoloContext(game.state, game.cache, game.solo)
            upper = bound_by_lone_reply(solo, game.lone_replies, move, gain, leave, alpha)
        moves.upper[index] = min(np.int64(moves.upper[index]), upper)
        if upper <= alpha and alpha < INF:
            return
    _tighten_by_last_tiles(game, moves, index, alpha)


@inline
def _may_bound_by_replies(game, moves, index):
    """Return whether a move does not end the game, and a reply can leave some tiles."""
    state = game.state
    side, move = state.now[TURN], moves.move[index]
    if game.switches[REPLY_BOUNDS] == 0 or tile_count(state.hands.racks[1 - side]) < 2:
        return False
    if tiles_of(move) == tile_count(state.hands.racks[side]):
        return False
    return state.now[ZEROS_LEFT] > 1 or (
        move != PASS and (moves.gain[index] > 0 or state.rules[ZERO_IS_SCORELESS] == 0)
    )


@inline
def _tighten_by_last_tiles(game, moves, index, alpha):
    """Look at what is left after a play: one tile against one is settled, few tiles are bounded."""
    state, solo_tiles = game.state, game.switches[SOLO_TILES]
    side = state.now[TURN]
    move, gain = moves.move[index], np.int64(moves.gain[index])
    if move == PASS or (state.rules[ZERO_IS_SCORELESS] != 0 and gain == 0):
        return
    count = tile_count(state.hands.racks[side]) - tiles_of(move)
    others = tile_count(state.hands.racks[1 - side])
    # more than two only against a single tile, which can do little else but wait
    most = solo_tiles if others == 1 else min(solo_tiles, 2)
    if count == 1 and others == 1:
        if game.switches[LAST_PAIR] == 0:
            return
    elif count > most or (count >= 2 and moves.upper[index] < INF):
        return
    lower, upper = solo_bound(SoloContext(state, game.cache, game.solo), side, move, gain, alpha)
    if lower == upper:
        moves.lower[index] = lower
        moves.upper[index] = upper
    elif upper <= alpha:
        moves.upper[index] = min(moves.upper[index], upper)


register_game(
    FastGame,
    linked=["moves", "tighten"],
    moves=_moves,
    tighten=_tighten,
    **STATE_ANSWERS,
)
