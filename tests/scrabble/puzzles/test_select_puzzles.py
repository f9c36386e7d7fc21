"""A choice of puzzles: tests.tools.select_puzzles."""

from __future__ import annotations

from collections import Counter

import msgspec

from scrabble.puzzles.puzzle import read_puzzles
from scrabble.puzzles.themes import Theme
from tests.conftest import DATA
from tests.scrabble.puzzles.test_collection import FIRST, a_puzzle
from tests.tools.select_puzzles import spread_out


def test_the_choice_is_spread_over_difficulties_and_themes():
    themes = [[Theme.BLANK], [Theme.PASSES], []]
    many = [
        a_puzzle(FIRST, "pass", id=f"{number:010x}", difficulty=1 + number % 5, themes=themes[number % 3])
        for number in range(60)
    ]
    chosen = spread_out(many, 15)
    assert Counter(each.difficulty for each in chosen) == dict.fromkeys(range(1, 6), 3)
    assert Counter(tuple(each.themes) for each in chosen) == {tuple(each): 5 for each in themes}
    assert [each.difficulty for each in chosen] == sorted(each.difficulty for each in chosen)
    assert chosen == spread_out(many, 15)
    assert len(spread_out(many, 100)) == 60 and spread_out([], 3) == []
    assert spread_out([*many, *many[:9]], 100) == spread_out(many, 100)


def test_one_puzzle_given_twice_counts_once() -> None:
    ours, theirs = (a_puzzle(FIRST, "8G (CAT)SO", lexicon=name) for name in ("ENABLE", "CSW24"))
    assert spread_out([ours, theirs, ours], 9) == [ours, theirs]


def test_the_choice_is_spread_over_numbers_of_tiles_in_the_bag():
    [one] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    last = "/5MIX4P2 "
    two = msgspec.structs.replace(one, cgp=one.cgp.replace(last, "/5MIX7 "))
    many = [msgspec.structs.replace(one, id=f"{number:010x}") for number in range(5)]
    chosen = spread_out([*many, two], 2)
    assert {each.cgp for each in chosen} == {one.cgp, two.cgp}
