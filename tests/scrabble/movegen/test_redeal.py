"""A position dealt anew: the board after the first moves, the racks dealt, and keys that tell deals apart.

    line     what lies on it, what fits on its squares, and what a packed rack of the side stands for
    board    its tiles, the same for both sides, and all tiles that each has had

Many deals are made of one compiled position, in any order, with one cache of plays for all.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.movegen.compile_position import NO_KIND
from scrabble.movegen.cross_sets import ACROSS, DOWN
from scrabble.movegen.packed_move import number_of, placement
from scrabble.movegen.packed_rack import counts_of
from scrabble.movegen.play_cache import PlayCache, new_cache
from scrabble.movegen.redeal import base_of, deal, new_deals
from scrabble.movegen.state import PLY, TURN, ZEROS_LEFT
from scrabble.solver.preendgame.dealer import SideTiles, _packed
from tests.doors import kernels
from tests.oracles import naive
from tests.scrabble.movegen.test_cross_sets import letters_of
from tests.scrabble.movegen.test_keys import OneToOne
from tests.worlds.play_by_play import Case, cases, tiles_laid

ENOUGH = {  # how often each must have been met
    "after moves": 150,
    "plays": 500,
    "squares": 1_500,
    "on the last line": 150,
    "keys met again": 500,
}
MOST = 4  # tiles on a rack
ALL_BITS = (1 << 64) - 1


class Path(NamedTuple):
    """First moves: where they lead, and what each side has laid."""

    position: Position
    board: naive.Board
    moves: list[int]
    laid: list[str]


def first_moves(case: Case, plies: int, rng: random.Random) -> Path:
    """Random plays and passes from the root, each of its own side's rack there."""
    position, board, racks = case.position, case.world.board, list(case.world.racks)
    moves, laid = list[int](), ["", ""]
    for ply in range(plies):
        side = ply % 2
        if position.is_over:
            break
        choice = sorted(naive.plays(case.world.game, board, racks[side]))
        text = rng.choice([*choice, naive.PASS])
        board, rest = naive.apply(board, racks[side], text)
        if not rest:
            break
        signs = tiles_laid(text).values() if text != naive.PASS else ()
        laid[side] += "".join(naive.BLANK if sign.islower() else sign for sign in signs)
        move = parse_move(text, position)
        moves.append(number_of(move, position))
        position, racks[side] = position.play(move), rest
    else:
        return Path(position, board, moves, laid)
    return first_moves(case, 0, rng)


def not_laid(case: Case, path: Path) -> list[str]:
    """The tiles that are still to be dealt."""
    return sorted((Counter("".join(case.world.racks)) - Counter("".join(path.laid))).elements())


def dealt(case: Case, path: Path, rng: random.Random) -> list[str]:
    """Random racks of the tiles that nobody has laid."""
    bag = not_laid(case, path)
    rng.shuffle(bag)
    at = rng.randint(1, len(bag) - 1)
    return ["".join(sorted(rack[:MOST])) for rack in (bag[:at], bag[at:])]


def check_plays(case: Case, path: Path, racks: list[str], cache: PlayCache) -> int:
    """Compare the lists of both sides with the rules; return the number of plays."""
    plays = 0
    for side in range(2):
        assert kernels.lists(case.state, cache, np.int64(side), case.state.hands.racks[side])
        codes = [case.position.alphabet.encode(racks[each]) for each in (side, 1 - side)]
        position = replace(path.position, rack_codes=(codes[0], codes[1]))
        expected = {
            (number_of(parse_move(text, position), position), score)
            for text, score in naive.plays(case.world.game, path.board, racks[side]).items()
        }
        found = set()
        for direction, line in np.ndindex(2, len(path.board)):
            entry = cache.lists[cache.found[side, direction, line]]
            for play in cache.plays[entry["first"] : entry["first"] + entry["count"]]:
                down, number, *_ = placement(int(play["move"]))
                assert (down, number) == (direction, line)
                found.add((int(play["move"]), int(play["score"])))
        assert found == expected, (case.world, path.moves, racks, side)
        plays += len(found)
    return plays


def check_board(case: Case, path: Path, said: Counter[str]) -> dict[tuple[int, int], object]:
    """Compare every square of every line with the rules; return what each line is."""
    board, game, lines = case.state.board, case.world.game, dict[tuple[int, int], object]()
    tiles = set(not_laid(case, path))
    held = set(game.values) if naive.BLANK in tiles else tiles
    for direction, rows in ((ACROSS, path.board), (DOWN, naive.turned(path.board))):
        for line, cells in enumerate(rows):
            taken = sum(1 << square for square, cell in enumerate(cells) if cell != naive.EMPTY)
            assert int(board.occupied[direction, line]) == taken
            across = []
            for square, cell in enumerate(cells):
                place = direction, line, square
                if cell != naive.EMPTY:
                    assert case.position.alphabet.decode(bytes([int(board.letters[place])])) == cell
                    continue
                row, col = (square, line) if direction == DOWN else (line, square)
                allowed = naive.cross_set(game, path.board, row, col, direction == DOWN) & held
                score = naive.cross_score(game, path.board, row, col, direction == DOWN)
                assert board.letters[place] == 0
                assert letters_of(int(board.cross_sets[place]), case) & held == allowed, (path.moves, place)
                assert (board.cross_scores[place] < 0) == (score is None), (path.moves, place)
                if score is not None:
                    across.append((square, int(board.cross_sets[place]), int(board.cross_scores[place])))
                    said["squares"] += 1
                    said["on the last line"] += line == len(rows) - 1
                    assert not allowed or board.cross_scores[place] == score, (path.moves, place)
            lines[direction, line] = cells, tuple(across)
    return lines


@pytest.mark.parametrize(("worlds", "times"), [(14, 1), pytest.param(270, 16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("is_shared", [False, True])
def test_deals_are_positions_of_their_own(is_shared: bool, worlds: int, times: int) -> None:
    said: Counter[str] = Counter()
    for number, case in enumerate(cases(worlds, tiles=4)):
        rng, state, alphabet = random.Random(number), case.state, case.position.alphabet
        if len("".join(case.world.racks)) < 4:
            continue
        base, deals, cache = base_of(state), new_deals(1), new_cache(1 << 20, len(case.world.board))
        every = frozenset(b"".join(case.position.rack_codes))
        list_keys, board_keys, keys = OneToOne(), OneToOne(), OneToOne()
        paths = [first_moves(case, plies, rng) for plies in (0, 1, 1, 2, 2)]
        for path in [rng.choice(paths) for _ in range(25)]:
            racks = dealt(case, path, rng)
            pools = ["".join(sorted(rack + laid)) for rack, laid in zip(racks, path.laid, strict=True)]
            first, second = (
                SideTiles(alphabet.encode(rack), alphabet.encode(pool))
                for rack, pool in zip(racks, pools, strict=True)
            )
            packed = _packed(first, second, every if is_shared else None)
            deals.put(0, *packed)
            deal(state, base, np.array(path.moves, np.int64), deals)
            assert state.now[TURN] == len(path.moves) % 2 and state.now[PLY] == 0
            assert state.log.changes.used[0] == 0
            signs = [
                [alphabet.decode(bytes([kind])) for kind in side if kind != NO_KIND]
                for side in state.hands.kinds
            ]
            counts = [counts_of(int(rack)) for rack in state.hands.racks]
            for side in range(2):
                found = "".join(sign * counts[side][kind] for kind, sign in enumerate(signs[side]))
                assert sorted(found) == sorted(racks[side])
                for kind, code in enumerate(alphabet.encode("".join(signs[side]))):
                    assert state.hands.kind_of[side, code] == kind
            types = tuple(map("".join, signs))
            for where, line in check_board(case, path, said).items():
                for side, key in enumerate(map(int, state.hands.type_keys)):
                    list_key = int(state.board.line_keys[where]) + key & ALL_BITS
                    list_keys.add(list_key, (where, line, side, types[side]))
            board_keys.add(int(state.board_key[0]), (path.board, types, tuple(pools)))
            turn = int(state.now[TURN]), int(state.now[ZEROS_LEFT])
            keys.add(int(kernels.key(state)), (path.board, types, tuple(pools), tuple(racks), turn))
            said["plays"] += check_plays(case, path, racks, cache)
            said["after moves"] += bool(path.moves)
        said["keys met again"] += list_keys.again + board_keys.again + keys.again
    assert not {what: said[what] for what, count in ENOUGH.items() if said[what] < times * count}, said


def test_the_scoreless_turns_to_go_are_those_after_the_first_moves() -> None:
    for number, case in enumerate(cases(20, tiles=4, scoreless_limit=5)):
        rng, state = random.Random(number), case.state
        base, path = base_of(state), first_moves(case, 2, random.Random(number))
        for move in path.moves:
            kernels.play(state, np.int64(move))
        played = state.now[ZEROS_LEFT], state.board.letters.copy(), state.board_key[0]
        for _ in path.moves:
            kernels.undo(state)
        racks = dealt(case, path, rng)
        sides = [
            SideTiles(*map(case.position.alphabet.encode, (rack, rack + laid)))
            for rack, laid in zip(racks, path.laid, strict=True)
        ]
        hands, salt = _packed(sides[0], sides[1], None)
        deals = new_deals(1)
        deals.put(0, hands, salt)
        deal(state, base, np.array(path.moves, np.int64), deals)
        assert state.now[ZEROS_LEFT] == played[0]
        np.testing.assert_array_equal(state.board.letters, played[1])
        assert state.board_key[0] == played[2] ^ np.uint64(salt)
