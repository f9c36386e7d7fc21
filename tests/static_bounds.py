"""The static bounds of the fast game, each alone, compared with the truth; and plays that nobody touched.

checked(positions, without)             every bound under every setting of ALONE, counted
untouched(position, lexicon, most)      the other side's plays, before and after each move beside them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from bstar.game import INF, new_moves
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import SearchFeatures
from scrabble.movegen.packed_move import PASS, number_of, placement
from scrabble.movegen.state import TURN, ZEROS_LEFT
from scrabble.solver import legal_moves
from scrabble.solver.games.fast import new_fast_game
from tests.doors import kernels
from tests.worlds.small_positions import FAR, Small

NO_BOUNDS = SearchFeatures(solo_tiles=0, out_play_bounds=0, last_pair=False, reply_bounds=0)
ALONE = {
    "no feature": NO_BOUNDS,
    "footprints": replace(NO_BOUNDS, out_play_bounds=16),
    "footprint of one out-play": replace(NO_BOUNDS, out_play_bounds=1),
    "solo bounds of one tile": replace(NO_BOUNDS, solo_tiles=1),
    "of two": replace(NO_BOUNDS, solo_tiles=2),
    "of three": replace(NO_BOUNDS, solo_tiles=3),
    "of four": replace(NO_BOUNDS, solo_tiles=4),
    "of six": replace(NO_BOUNDS, solo_tiles=6),
    "one tile each": replace(NO_BOUNDS, last_pair=True),
    "replies": replace(NO_BOUNDS, reply_bounds=4),
    "one reply": replace(NO_BOUNDS, reply_bounds=1),
    "all": SearchFeatures(),
}
MOVES = new_moves(1 << 14)


def checked(positions: Iterable[Small], without: Collection[str] = ()) -> Counter[str]:
    """Check every bound of every position under the settings; count those that say something."""
    said: Counter[str] = Counter()
    for small in positions:
        for move in small.path:
            kernels.play(small.state, np.int64(move))
        for name in [each for each in ALONE if each not in without]:
            _check(small, name, ALONE[name], said)
        for _ in small.path:
            kernels.undo(small.state)
        said["positions"] += 1
    return said


def _check(small: Small, name: str, features: SearchFeatures, said: Counter[str]) -> None:
    state, worths = small.state, small.worths
    game = new_fast_game(state, 1 << 20, features)
    for alpha in (-INF, small.value - 1, small.value + 3):
        count, dropped = kernels.fast_moves(game, MOVES, alpha)
        seen = set()
        for index in range(count):
            move = int(MOVES.move[index])
            seen.add(move)
            kind = f"{name}: {_kind(small, move, int(MOVES.gain[index]))}"
            _hold(small, index, kind, said)
            if MOVES.lower[index] != MOVES.upper[index]:
                kernels.fast_tighten(game, MOVES, np.int64(index), alpha if alpha > -INF else INF)
                _hold(small, index, f"{kind}, settled", said)
        assert seen <= set(worths)
        left_out = [worths[move] for move in set(worths) - seen]
        assert dropped <= alpha and all(worth <= dropped for worth in left_out), (small.name, name)
        said[f"{name}: left out"] += len(left_out)


def _hold(small: Small, index: int, kind: str, said: Counter[str]) -> None:
    lower, upper, move = int(MOVES.lower[index]), int(MOVES.upper[index]), int(MOVES.move[index])
    assert lower <= small.worths[move] <= upper, (small.name, kind, move, lower, small.worths[move], upper)
    said[kind] += upper < INF
    said[f"{kind}, tight"] += upper == small.worths[move]
    assert upper < FAR or upper == INF


def _kind(small: Small, move: int, gain: int) -> str:
    now, racks = small.state.now, small.state.hands.racks
    if move == PASS:
        return "last pass" if now[ZEROS_LEFT] == 1 else "pass"
    if len(placement(move).codes) == kernels.count(racks[now[TURN]]):
        return "out-play"
    return "play of no points on the last turn" if gain == 0 and now[ZEROS_LEFT] == 1 else "play"


def squares_of(move: int, position: Position) -> np.uint32:
    """The squares of its line where a move lays tiles."""
    direction, line, at, codes = placement(move)
    row = position.squares[:, line] if direction else position.squares[line]
    mask = 0
    for _ in codes:
        while row[at]:
            at += 1
        mask |= 1 << at
        at += 1
    return np.uint32(mask)


def untouched(position: Position, lexicon: Lexicon, most: int) -> int:
    """Compare the other side's plays before and after each move that stays out of their footprints."""
    state = compile_position(position, lexicon)
    n = position.layout.size
    other = Position(
        **{
            name: getattr(position, name)
            for name in (
                "alphabet",
                "layout",
                "rules",
                "squares",
                "scores",
                "scoreless_turns",
                "lexicon_name",
            )
        },
        rack_codes=(position.rack_codes[1], position.rack_codes[0]),
    )
    replies = legal_moves(other, lexicon)[:most]
    pairs = 0
    masks = np.zeros((2, n), np.uint32)
    for step in legal_moves(position, lexicon)[:most]:
        if position.play(step.move).is_over:
            continue
        move = number_of(step.move, position)
        laid = squares_of(move, position)
        direction, line, *_ = placement(move)
        after = {(reply.text, reply.score) for reply in legal_moves(position.play(step.move), lexicon)}
        for reply in replies:
            number = number_of(reply.move, other)
            kernels.mark(state.board, number, squares_of(number, other), masks)
            if masks[direction, line] & laid == 0:
                assert (reply.text, reply.score) in after, (step.text, reply.text)
                pairs += 1
    return pairs
