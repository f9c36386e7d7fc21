"""The reference game: every legal move is generated afresh, nothing is bounded, nothing left out.

This kind of game is the oracle for the fast one (scrabble.solver.games.fast): slow, and with as little
cleverness as the kernels allow.  Words, racks and board are the same; plays are generated line by line for
each position, out-plays and last passes are played like any other move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import FULL, INF, register_game
from bstar.jit import inline, kernel_tuple
from scrabble.movegen.generator import NO_ROOM, PLAY, LineContext, MoveGenerator, line_plays, new_generator
from scrabble.movegen.packed_move import PASS
from scrabble.movegen.state import (
    TURN,
    GameState,
    final_state,
    is_over_state,
    play_state,
    state_key,
    undo_state,
)

MOST_PLAYS = 1 << 15  # on one line


@kernel_tuple
class ReferenceGame(NamedTuple):
    """A position whose moves are generated afresh."""

    state: GameState
    generator: MoveGenerator
    plays: np.ndarray  # PLAY[P]  the plays of one line


def new_reference_game(state: GameState) -> ReferenceGame:
    """Return the reference game of a state."""
    return ReferenceGame(state, new_generator(), lazy_zeros(MOST_PLAYS, PLAY))


@inline
def _is_over(game):
    return is_over_state(game.state)


@inline
def _final(game):
    return final_state(game.state)


@inline
def _key(game):
    return state_key(game.state)


@inline
def _play(game, move):
    play_state(game.state, move)


@inline
def _undo(game):
    undo_state(game.state)


STATE_ANSWERS = {  # of a game that holds its position in the field `state`
    "is_over": _is_over,
    "final": _final,
    "key": _key,
    "play": _play,
    "undo": _undo,
}


@inline
def _moves(game, alpha, beta, moves, first):
    state = game.state
    side = state.now[TURN]
    rack = state.hands.racks[side]
    n = state.board.letters.shape[1]
    written = np.int64(first)
    for direction in range(2):
        for line in range(n):
            on = LineContext(np.int64(direction), np.int64(line), side, rack)
            count = line_plays(state, game.generator, on, game.plays, np.int64(0))
            if count == NO_ROOM or written + count + 1 > moves.move.shape[0]:
                return np.int64(FULL), np.int64(-INF)
            for index in range(count):
                play = game.plays[index]
                _write(moves, written, play.move, play.score)
                written += 1
    _write(moves, written, np.int64(PASS), np.int32(0))
    return written + 1 - first, np.int64(-INF)


@inline
def _write(moves, at, move, score):
    moves.move[at] = move
    moves.gain[at] = score
    moves.lower[at] = -INF
    moves.upper[at] = INF
    moves.rank[at] = score


register_game(
    ReferenceGame,
    linked=["moves"],
    moves=_moves,
    **STATE_ANSWERS,
)
