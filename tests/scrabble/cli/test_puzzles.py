"""`endgame puzzles`: make and page."""

from __future__ import annotations

import json

from scrabble.puzzles.puzzle import read_puzzles
from tests.worlds.many_games import copy_games

GOOD, TIED = "out-in-two", "zeros-4-pass-ties"
SET = "tests/data/puzzles.jsonl"


def test_one_puzzle_of_the_same_position_twice(endgame, tmp_path):
    out = tmp_path / "mine.jsonl"
    made = endgame("puzzles", "make", GOOD, GOOD, "--min-gap", "1", "--out", out)
    assert made.status == 0 and "the same puzzle" in made.err
    [line] = out.read_text("utf-8").splitlines()
    assert json.loads(line)["question"] == "best move"


def test_games_of_a_folder_until_there_are_enough(endgame, tmp_path):
    games, out = copy_games(tmp_path / "games", "g0010", "g0002", "g0034"), tmp_path / "own.jsonl"
    made = endgame("puzzles", "make", games, "--lexicon", "ENABLE", "--count", "1", "--out", out)
    assert made.status == 0 and "1 new puzzle, 1 in" in made.err
    assert read_puzzles(out)[0].source == "01-g0002:22"


def test_processes_give_the_same_puzzles(endgame, tmp_path):
    serial, parallel = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    arguments = ("puzzles", "make", GOOD, "late:17", "--min-gap", "1", "--time", "60", "--out")
    assert endgame(*arguments, serial).status == 0
    assert endgame(*arguments, parallel, "--jobs", "2").status == 0
    assert serial.read_text() == parallel.read_text()
