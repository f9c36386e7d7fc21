"""The reach of a play: a best reply that uses it can begin within its reach.

    the best of all sequences of plays after a play  =  the most of
        the best of those that are possible without it, score for score
        the best of those that begin with a play on the squares marked for what it leaves

All sequences of one side are tried out by the rules, on small boards.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scrabble.bounds.reach import ANYTHING, LEVELS, PLACES
from tests.doors import bounds
from tests.oracles import definitions, naive
from tests.worlds.play_by_play import cases, squares_laid, squares_of

ENOUGH = {"plays": 300, "out of reach": 400, "gained": 60}  # in 140 worlds
Memo = dict[tuple[naive.Board, str], int]


def most_alone(game: naive.Game, board: naive.Board, rack: str, memo: Memo) -> int:
    """Return the most that one side scores with these tiles if the opponent only passes, before the end."""
    if (board, rack) not in memo:
        best = 0
        for text, score in naive.plays(game, board, rack).items():
            best = max(best, score + most_alone(game, *naive.apply(board, rack, text), memo))
        memo[board, rack] = best
    return memo[board, rack]


@pytest.mark.parametrize("worlds", [90, pytest.param(140, marks=pytest.mark.slow)])
def test_the_most_is_made_without_a_play_or_begins_near_it(worlds: int) -> None:
    said: Counter[str] = Counter()
    for case in cases(worlds, first=69, tiles=4, size=5):
        game, memo = case.world.game, Memo()
        for text in sorted(case.own)[::2]:
            board, rest = case.after(text)
            if not 2 <= len(rest) <= 3 or naive.BLANK in rest:
                continue
            marks = np.zeros((PLACES, 2, len(board)), np.uint32)
            bounds.mark_reach(case.state, marks, np.int64(len(rest)), np.int64(case.number(text)), ANYTHING)
            without = most_alone(game, case.world.board, rest, memo)
            most = near = 0
            for first, score in naive.plays(game, board, rest).items():
                later, left = naive.apply(board, rest, first)
                total = score + most_alone(game, later, left, memo)
                most = max(most, total)
                if any(int(marks[len(left), 0, row]) >> column & 1 for row, column in squares_laid(first)):
                    near = max(near, total)
                else:
                    said["out of reach"] += 1
            assert most <= max(without, near), (case.world, text, rest)
            said["plays"] += 1
            said["gained"] += most > without
    assert not {what: said[what] for what, count in ENOUGH.items() if said[what] < count * worlds / 140}, said


def test_marks_stand_along_both_directions() -> None:
    for case in cases(20):
        for text in sorted(case.own)[::5]:
            size = len(case.world.board)
            marks = np.zeros((PLACES, 2, size), np.uint32)
            bounds.mark_reach(case.state, marks, np.int64(3), np.int64(case.number(text)), ANYTHING)
            for level in range(3):
                assert squares_of(marks[level]) == {(row, col) for col, row in squares_of(marks[level][::-1])}


@pytest.mark.parametrize("size", [5, 8])
@pytest.mark.parametrize("worlds", [16, pytest.param(40, marks=pytest.mark.slow)])
def test_the_marks_are_the_squares_of_the_definition(size: int, worlds: int) -> None:
    """For any tiles left, and for those that fit where a chain begins; edges and corners among them."""
    said: Counter[str] = Counter()
    for case in cases(worlds, tiles=4, size=size):
        game = case.world.game
        for text in sorted(case.own)[::3]:
            board, rest = case.after(text)
            laid, number = squares_laid(text), np.int64(case.number(text))
            letters = set(game.values) if naive.BLANK in rest else set(rest)
            mask = np.uint64(sum(1 << case.position.alphabet.encode(each)[0] for each in letters))
            with_any = [definitions.reach(game, board, laid, left) for left in range(LEVELS)]
            for known, bits in ((None, ANYTHING), (letters, mask)) if rest else ((None, ANYTHING),):
                marks = np.zeros((PLACES, 2, size), np.uint32)
                bounds.mark_reach(case.state, marks, np.int64(LEVELS), number, bits)
                for left, most in enumerate(with_any):
                    expected = definitions.reach(game, board, laid, left, known) if known else most
                    assert squares_of(marks[left]) == expected, (case.world, text, left, known)
                    said["levels"] += 1
                    said["on the first line"] += any(0 in square for square in expected)
                    said["on the last line"] += any(size - 1 in square for square in expected)
                    said["fewer"] += expected < most
    enough = {"levels": 800, "on the first line": 400, "on the last line": 400, "fewer": 5}  # in 40 worlds
    assert not {what: said[what] for what, count in enough.items() if said[what] <= count * worlds / 40}, said
