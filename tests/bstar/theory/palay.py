"""Leaf intervals from search (after Palay 1982): bounds of a move from games in which one side is restricted.

    after the mover's move p the opponent is on turn:
        the opponent is restricted to some moves      optimistic bound:    worth(p) <= answer
        the mover is restricted to some moves         pessimistic bound:   worth(p) >= answer

Each answer comes from `alphabeta.bound` to the end of the game; a search that exceeds its node budget has
none.  `searched(game)` is a game like any other whose `moves` have these intervals.

A restricted side has its pass (`pass_move`), its settled moves and its `width` best-ranked ones, during its
first `turns` turns; turns=1 and width=0 is the null-move search of Palay's chess program, in which the other
side gets two moves in a row.  The interval is proven

    always                   if the pass is a move that `moves` lists, as in Scrabble, or if there is none
                             (NO_MOVE): to give up some of one's own legal moves can only cost
    without zugzwang         with `adds_pass`, which plays `pass_move` although the game does not list it:
                             only where having the move is never worse than not having it, as in sums of
                             switches.  In chess it is an assumption: use it in `estimate`.

Cost: on ten sums of seven switches, with width=1 and budget=100, the tree of B* takes 250 expansions
instead of 1,129, and the searches at its leaves 2,917.  No command uses it: it is for games whose moves have
no intervals of their own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bstar.depth_first.alphabeta import bound
from bstar.depth_first.stack import Stack, new_stack
from bstar.depth_first.transposition_table import TranspositionTable, new_table
from bstar.game import FULL, INF, NO_MOVE, key, moves, no_tightening, play, register_game, tighten, undo
from bstar.jit import inline
from bstar.search_control import FINISHED, NODE_LIMIT, NODES, REASON, new_control

FOREVER = 1 << 20
THE_ONE_ON_TURN, THE_OTHER = range(2)
PASS, ADDS_PASS, WIDTH, TURNS, BUDGET = range(5)


class HeldBack(NamedTuple):
    """A game in which one side is restricted, from the current position on."""

    game: Any
    rules: np.ndarray  # int64[5]
    now: np.ndarray  # int64[2]  the restricted side, plies since then


class SearchedGame(NamedTuple):
    """A game whose moves have intervals from search."""

    game: Any
    held_back: HeldBack
    table: TranspositionTable
    stack: Stack
    control: np.ndarray


def searched(
    game: Any,
    budget: int = 1000,
    pass_move: int = NO_MOVE,
    adds_pass: bool = False,
    width: int = 1,
    turns: int = FOREVER,
    table_bytes: int = 16 << 20,
) -> SearchedGame:
    """Return `game` with intervals from searches of at most `budget` nodes each."""
    if width < 0 or (width == 0 and pass_move == NO_MOVE):
        raise ValueError(f"a side with {width} moves and no pass has nothing to play")
    if adds_pass and pass_move == NO_MOVE:
        raise ValueError("a pass can be added only if it is said which move it is")
    rules = np.array([pass_move, adds_pass, width, turns, budget], np.int64)
    held_back = HeldBack(game, rules, np.zeros(2, np.int64))
    return SearchedGame(game, held_back, new_table(table_bytes), new_stack(moves=1 << 16), new_control())


@inline
def _moves_searched(game, alpha, beta, buffer, first):
    count, dropped = moves(game.game, alpha, beta, buffer, first)
    if count == FULL:
        return count, dropped
    for index in range(first, first + count):
        if buffer.lower[index] != buffer.upper[index]:
            tighten(game.game, buffer, index, alpha)
        if buffer.lower[index] != buffer.upper[index]:
            _search(game, buffer, index)
    return count, dropped


@inline
def _search(game, buffer, index):
    """Narrow the interval of a move by searching the position after it."""
    rules, control, gain = game.held_back.rules, game.control, np.int64(buffer.gain[index])
    play(game.game, buffer.move[index])
    for who in (THE_ONE_ON_TURN, THE_OTHER):
        alpha = gain - buffer.upper[index] if buffer.upper[index] < INF else np.int64(-INF)
        beta = gain - buffer.lower[index] if buffer.lower[index] > -INF else np.int64(INF)
        if alpha >= beta:
            break
        game.held_back.now[0], game.held_back.now[1] = who, 0
        control[NODE_LIMIT] = control[NODES] + rules[BUDGET]
        control[REASON] = FINISHED
        value = bound(game.held_back, game.table, game.stack, control, alpha, beta)
        if control[REASON] == FINISHED:
            if value > alpha and who == THE_ONE_ON_TURN:
                buffer.upper[index] = min(np.int64(buffer.upper[index]), gain - value)
            if value < beta and who == THE_OTHER:
                buffer.lower[index] = max(np.int64(buffer.lower[index]), gain - value)
    undo(game.game)


@inline
def _is_held_back(game):
    """Return whether the side on turn is restricted now."""
    return game.now[1] % 2 == game.now[0] and _turns_left(game) > 0


@inline
def _turns_left(game):
    """Return the number of turns for which the restriction still holds."""
    held_back, plies, turns = game.now[0], game.now[1], game.rules[TURNS]
    return turns if turns == FOREVER else max(np.int64(0), turns - (plies + 1 - held_back) // 2)


@inline
def _moves_held_back(game, alpha, beta, buffer, first):
    count, dropped = moves(game.game, alpha, beta, buffer, first)
    if count == FULL or not _is_held_back(game):
        return count, dropped
    rules, end = game.rules, first + count
    kept = np.int64(first)
    has_pass = False
    for index in range(first, end):
        if buffer.move[index] == rules[PASS] or buffer.lower[index] == buffer.upper[index]:
            has_pass |= buffer.move[index] == rules[PASS]
            _exchange(buffer, index, kept)
            kept += 1
    if rules[ADDS_PASS] != 0 and not has_pass:
        if end == buffer.move.shape[0]:
            return np.int64(FULL), dropped
        _exchange(buffer, kept, end)
        end += 1
        buffer.move[kept], buffer.gain[kept], buffer.rank[kept] = rules[PASS], 0, 0
        buffer.lower[kept], buffer.upper[kept] = -INF, INF
        kept += 1
    wanted = min(kept + max(rules[WIDTH], np.int64(kept == first)), end)
    while kept < wanted:
        best = kept
        for index in range(kept + 1, end):
            if buffer.rank[index] > buffer.rank[best]:
                best = np.int64(index)
        _exchange(buffer, kept, best)
        kept += 1
    return kept - first, dropped


@inline
def _exchange(buffer, one, other):
    """Swap two moves."""
    buffer.move[one], buffer.move[other] = buffer.move[other], buffer.move[one]
    buffer.gain[one], buffer.gain[other] = buffer.gain[other], buffer.gain[one]
    buffer.lower[one], buffer.lower[other] = buffer.lower[other], buffer.lower[one]
    buffer.upper[one], buffer.upper[other] = buffer.upper[other], buffer.upper[one]
    buffer.rank[one], buffer.rank[other] = buffer.rank[other], buffer.rank[one]


@inline
def _key_held_back(game):
    left = _turns_left(game)
    if left == 0:
        return np.uint64(key(game.game))
    is_on_turn = np.int64(game.now[1] % 2 == game.now[0])
    return np.uint64(key(game.game)) ^ (np.uint64(2 * left + is_on_turn) << np.uint64(42))


@inline
def _play_held_back(game, move):
    play(game.game, move)
    game.now[1] += 1


@inline
def _undo_held_back(game):
    undo(game.game)
    game.now[1] -= 1


register_game(
    HeldBack,
    inner="game",
    key=_key_held_back,
    moves=_moves_held_back,
    play=_play_held_back,
    undo=_undo_held_back,
)
register_game(SearchedGame, inner="game", moves=_moves_searched, tighten=no_tightening)
