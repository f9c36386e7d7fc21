"""The best plays of one tile, listed for a board and looked up after a play, against the oracle."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from scrabble.bounds.one_tile import KEPT, OneTilePlays, new_singles
from scrabble.bounds.solo_game import new_solo
from scrabble.game.move import PASS, parse_move
from scrabble.movegen.packed_move import number_of
from scrabble.movegen.packed_rack import TYPE_BITS, TYPES
from scrabble.movegen.scoring import NO_SCORE
from scrabble.movegen.state import GameState
from tests.doors import bounds, kernels
from tests.oracles import naive
from tests.worlds.mini import board_of, game, with_only
from tests.worlds.play_by_play import Case, case_of, cases

ROOM = 1 << 20
ENOUGH = {"playable": 100, "unplayable": 20, "after": 500, "better after": 50, "worse after": 50}


def best_of(game: naive.Game, board: naive.Board, sign: str) -> int:
    """The best score of a tile alone."""
    return max(naive.plays(game, board, sign).values(), default=NO_SCORE)


def test_the_best_plays_before_and_after_every_play() -> None:
    said: Counter[str] = Counter()
    for case in (*cases(100), crowded()):
        game, board = case.world.game, case.world.board
        singles = new_singles(len(board))
        types = [(side, *each) for side in range(2) for each in case.types(side)]
        before = {}
        for side, kind, sign, _ in types:
            best = bounds.best_single(case.state, singles, np.int64(side), np.int64(kind))
            assert best == best_of(game, board, sign), (case.world, sign)
            said["playable" if best >= 0 else "unplayable"] += 1
            before[side, kind] = best
        for text in sorted(case.own)[::3]:
            later, rest = case.after(text)
            move = np.int64(case.number(text))
            for side, kind, sign, _ in types:
                if side == 0 and sign not in rest:
                    continue  # words for a tile that nobody holds are not kept
                best = bounds.best_single_after(case.state, singles, np.int64(side), np.int64(kind), move)
                assert best == best_of(game, later, sign), (case.world, text, sign)
                said["after"] += 1
                said["better after"] += best > before[side, kind]
                said["worse after"] += best < before[side, kind]
    assert not {what: said[what] for what, count in ENOUGH.items() if said[what] < count}, said


def led_on(case: Case, rng: random.Random) -> list[int]:
    """Lead a state up to three moves further, passes and plays that leave something; return the moves."""
    board, racks, position, moves = case.world.board, list(case.world.racks), case.position, []
    for ply in range(rng.randrange(1, 4)):
        plays = [
            text
            for text in sorted(naive.plays(case.world.game, board, racks[ply % 2]))
            if naive.apply(board, racks[ply % 2], text)[1]
        ]
        if not plays or (ply > 0 and rng.random() < 0.3):
            move = PASS
        else:
            text = rng.choice(plays)
            move = parse_move(text, position)
            board, racks[ply % 2] = naive.apply(board, racks[ply % 2], text)
        moves.append(number_of(move, position))
        position = position.play(move)
    return moves


def crowded() -> Case:
    """A board on which a tile has more plays than are kept of them."""
    rows = (f"{row} {'A..' * 5}" for row in range(1, 16, 3))
    return case_of(with_only(game("AA", "AB", "BA", "AAA"), board_of(*rows), ("AABB", "AAB")))


def held(state: GameState, side: int) -> list[int]:
    """The tile types on the rack of a side."""
    return [kind for kind in range(TYPES) if int(state.hands.racks[side]) >> TYPE_BITS * kind & 15]


def test_lists_taken_over_are_those_made_anew() -> None:
    said: Counter[str] = Counter()
    for number, case in enumerate((*cases(150, tiles=4), crowded())):
        rng, size, state = random.Random(number), len(case.world.board), case.state
        known = new_solo(ROOM, size)
        before = [(side, kind) for side in range(2) for kind in held(state, side)]
        for side, kind in before:
            bounds.best_single(state, known.singles, np.int64(side), np.int64(kind))
        moves = led_on(case, rng)
        for move in moves:
            kernels.play(state, np.int64(move))
        fresh, ply = new_solo(ROOM, size), len(moves)
        for side, kind in before:
            if kind not in held(state, side):
                continue
            for each in (known, fresh):
                bounds.best_single(state, each.singles, np.int64(side), np.int64(kind))
            found = listed(known.singles, ply, side, kind)
            assert found == listed(fresh.singles, ply, side, kind), (case.world, moves, side, kind)
            said["lists"] += 1
            at_first = listed(known.singles, 0, side, kind)
            said["other lists"] += found != at_first
            said["full lists"] += len(at_first) == KEPT
        for _ in moves:
            kernels.undo(state)
    assert said["lists"] > 300, said
    assert said["other lists"] > 150, said
    assert said["full lists"] > 1, said


def listed(singles: OneTilePlays, ply: int, side: int, kind: int) -> list[tuple[int, int]]:
    """Score and square of each play of a tile type that is listed at a ply."""
    count = int(singles.count[ply, side, kind])
    return sorted(
        (int(singles.score[ply, side, kind, at]), int(singles.square[ply, side, kind, at]))
        for at in range(count)
    )
