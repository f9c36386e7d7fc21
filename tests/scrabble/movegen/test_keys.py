"""The keys of lines, positions and solo bounds: equal exactly if what they stand for is.

    line        its direction and number, its tiles, what the squares of it may take and what is across them
    position    the board, both racks, who is on turn, the scoreless turns to go
    solo bound  the board after a play, what the side has left, the rack of the other one

Many positions of the same world are reached, most of them in more than one order of plays, and after each one
every key is compared with a description that is spelt out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from scrabble.game.move import parse_move
from scrabble.movegen.cross_sets import ACROSS, DOWN, EVERY_LETTER
from scrabble.movegen.packed_move import number_of
from scrabble.movegen.packed_rack import counts_of
from scrabble.movegen.state import TURN, ZEROS_LEFT
from tests.doors import kernels
from tests.oracles import naive
from tests.scrabble.movegen.test_cross_sets import letters_of
from tests.worlds.play_by_play import Case, cases

MANY = pytest.param(200, marks=pytest.mark.slow)


class Reached(NamedTuple):
    """A position that moves have led to, by the oracle."""

    board: naive.Board
    racks: list[str]
    moves: list[str]


def reached(case: Case, plies: int, rng: random.Random) -> Iterator[Reached]:
    """Lead the state to some positions up to so many moves deep, passes among them, and back."""

    def walk(board: naive.Board, racks: list[str], moves: list[str], position: Any) -> Iterator[Reached]:
        yield Reached(board, racks, moves)
        turn = len(moves) % 2
        if len(moves) == plies or not all(racks) or position.is_over:
            return
        choice = sorted(naive.plays(case.world.game, board, racks[turn]))
        for text in [naive.PASS, *rng.sample(choice, min(len(choice), 5))]:
            later, rest = naive.apply(board, racks[turn], text)
            left = [rest if side == turn else racks[side] for side in range(2)]
            move = parse_move(text, position)
            kernels.play(case.state, np.int64(number_of(move, position)))
            yield from walk(later, left, [*moves, text], position.play(move))
            kernels.undo(case.state)

    yield from walk(case.world.board, list(case.world.racks), [], case.position)


class OneToOne:
    """Keys and what they stand for: each of either has one partner."""

    def __init__(self) -> None:
        self.meaning: dict[Hashable, Hashable] = {}
        self.key: dict[Hashable, Hashable] = {}
        self.again = 0

    def add(self, key: Hashable, meaning: Hashable) -> None:
        self.again += meaning in self.key
        assert self.meaning.setdefault(key, meaning) == meaning, (
            "one key of two",
            self.meaning[key],
            meaning,
        )
        assert self.key.setdefault(meaning, key) == key, ("two keys of one", meaning)


@pytest.mark.parametrize("worlds", [20, MANY])
def test_lines(worlds: int) -> None:
    """Blanks count as what they are, and so do letters across that a square may take."""
    again = found = 0
    for case in cases(worlds, tiles=4):
        known = OneToOne()
        for at in reached(case, 3, random.Random(1)):
            board = case.state.board
            for direction, lines in ((ACROSS, at.board), (DOWN, naive.turned(at.board))):
                for line, cells in enumerate(lines):
                    across = tuple(
                        (square, int(crossing[0]), int(crossing[1]))
                        for square, crossing in enumerate(
                            zip(
                                board.cross_sets[direction, line],
                                board.cross_scores[direction, line],
                                strict=True,
                            )
                        )
                        if cells[square] == naive.EMPTY and crossing[1] >= 0
                    )
                    known.add(int(board.line_keys[direction, line]), (direction, line, cells, across))
        found, again = found + len(known.key), again + known.again
    assert found > 50 * worlds and again > 250 * worlds, (found, again)


@pytest.mark.parametrize("worlds", [20, MANY])
def test_what_may_go_on_each_square_after_plays(worlds: int) -> None:
    """Brought up to date after each play: the letters that somebody can still lay, tiles and bits."""
    said: Counter[str] = Counter()
    for case in cases(worlds, tiles=4):
        for at in reached(case, 2, random.Random(2)):
            board, held = case.state.board, set("".join(at.racks))
            held = set(case.world.game.values) if naive.BLANK in held else held
            for direction, lines in ((ACROSS, at.board), (DOWN, naive.turned(at.board))):
                for line, cells in enumerate(lines):
                    taken = sum(1 << square for square, cell in enumerate(cells) if cell != naive.EMPTY)
                    assert int(board.occupied[direction, line]) == taken, (case.world, at.moves)
                    for square, cell in enumerate(cells):
                        row, col = (square, line) if direction == DOWN else (line, square)
                        if cell != naive.EMPTY:
                            code = int(board.letters[direction, line, square])
                            assert case.position.alphabet.decode(bytes([code])) == cell
                            continue
                        place = direction, line, square
                        allowed = (
                            naive.cross_set(case.world.game, at.board, row, col, direction == DOWN) & held
                        )
                        assert letters_of(int(board.cross_sets[place]), case) & held == allowed, (
                            at.moves,
                            place,
                        )
                        score = naive.cross_score(case.world.game, at.board, row, col, direction == DOWN)
                        stated = int(board.cross_scores[place])
                        assert (stated < 0) == (score is None), (case.world, at.moves, place)
                        if allowed and score is not None:
                            assert stated == score, (case.world, at.moves, place)
                            said[
                                "after plays" if any(move != naive.PASS for move in at.moves) else "at once"
                            ] += 1
    assert said["after plays"] > 50 * worlds and said["at once"] > 5 * worlds, said


@pytest.mark.parametrize("worlds", [32, MANY])
def test_positions(worlds: int) -> None:
    """Reached in any order; the class of scoreless turns is told apart, the number of moves made is not."""
    again = found = 0
    for case in cases(worlds, tiles=3):
        known = OneToOne()
        for at in reached(case, 4, random.Random(3)):
            now = case.state.now
            meaning = at.board, *at.racks, int(now[TURN]), int(now[ZEROS_LEFT])
            known.add(int(kernels.key(case.state)), meaning)
        found, again = found + len(known.key), again + known.again
    assert found > 50 * worlds and again > 7.5 * worlds, (found, again)


@pytest.mark.parametrize("worlds", [20, MANY])
def test_positions_after_a_play_that_is_not_made_yet(worlds: int) -> None:
    """Their keys, what the side has left, and what it gets if the game ends there."""
    again = 0
    for case in cases(worlds, tiles=4):
        known, game = OneToOne(), case.world.game
        for at in reached(case, 2, random.Random(4)):
            for side in range(2):
                types = case.types(side)
                others = game.value(at.racks[1 - side])
                for text in sorted(naive.plays(game, at.board, at.racks[side]))[::4]:
                    board, rest = naive.apply(at.board, at.racks[side], text)
                    number = _number_of(case, at, side, text)
                    leave, key, stop, out = kernels.after(case.state, np.int64(side), np.int64(number))
                    counts = counts_of(int(leave))
                    assert "".join(sign * counts[kind] for kind, sign, _ in types) == _in_order(rest, types)
                    known.add(int(key), (board, side, rest, at.racks[1 - side]))
                    assert stop == game.scoreless_loss * (others - game.value(rest)), (
                        case.world,
                        at.moves,
                        text,
                    )
                    assert out == (game.out_gain + game.out_loss) * others, (case.world, at.moves, text)
        again += known.again
    assert again > 7.5 * worlds, again


def _in_order(rack: str, types: list[tuple[int, str, int]]) -> str:
    """The tiles of a rack in the order of their types."""
    return "".join(sign * rack.count(sign) for _, sign, _ in types)


def _number_of(case: Case, at: Reached, side: int, text: str) -> int:
    """A play of either side on a board that has been reached."""
    position = case.position
    for move in at.moves:
        position = position.play(parse_move(move, position))
    if len(at.moves) % 2 != side:
        position = position.play(parse_move("pass", position))
    return number_of(parse_move(text, position), position)


def test_letters_of_racks() -> None:
    """The letters of the tiles, a bit for blanks, the letters that they can be, and the first type."""
    for case in cases(20, tiles=4):
        for side, rack in enumerate(case.world.racks):
            packed = case.state.hands.racks[side]
            held, letters = kernels.codes_and_letters(case.state, np.int64(side), packed)
            assert letters_of(int(held) & ~1, case) == set(rack) - {naive.BLANK}
            assert held & 1 == (naive.BLANK in rack)
            assert letters == (EVERY_LETTER if naive.BLANK in rack else held)
            assert kernels.first_type(case.state.hands.racks[side]) == 0
            for kind, _, _ in case.types(side):
                assert kernels.first_type(np.uint32(3 << 4 * kind)) == kind


def test_runs_of_a_line() -> None:
    """The squares before and behind, maybe off the board, where there is a tile and where there is none."""
    rng = random.Random(5)
    for _ in range(300):
        size = rng.choice((*range(1, 10), 31))
        cells = "".join(rng.choices(".x", k=size))
        filled = np.uint32(sum(1 << square for square, cell in enumerate(cells) if cell != "."))
        for square in range(size):
            before, behind = cells[:square].rpartition(".")[0:2], cells[square + 1 :].partition(".")
            around = len("".join(before)) - 1, square + 1 + len(behind[0])
            through = around if cells[square] != "." else (square, square)
            assert kernels.runs(filled, np.int64(square)) == (*through, *around), (cells, square)


def test_marks_stand_for_one_square_in_both_directions() -> None:
    for size in (5, 31):
        for row, col in ((0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1), (2, 3)):
            for direction, (line, square) in enumerate(((row, col), (col, row))):
                marks = np.zeros((2, size), np.uint32)
                kernels.mark_square(marks, np.int64(direction), np.int64(line), np.int64(square))
                expected = np.zeros((2, size), np.uint32)
                expected[ACROSS, row], expected[DOWN, col] = 1 << col, 1 << row
                np.testing.assert_array_equal(marks, expected)
