"""`endgame puzzles`: make and page."""

from __future__ import annotations

import json
import re

from scrabble.puzzles.puzzle import read_puzzles
from tests.worlds.many_games import copy_games

GOOD, TIED = "out-in-two", "zeros-4-pass-ties"
SET = "tests/data/puzzles.jsonl"


def test_puzzles_are_made_and_resumed(endgame, tmp_path):
    out = tmp_path / "mine.jsonl"
    made = endgame("puzzles", "make", GOOD, TIED, "--min-gap", "1", "--out", out)
    assert made.status == 0 and "1 new puzzle, 1 in" in made.err
    assert "1 without a puzzle: too few legal moves" in made.err
    [puzzle] = read_puzzles(out)
    assert puzzle.solution.move == "3F (L)LANO"
    again = endgame("puzzles", "make", GOOD, TIED, "--min-gap", "1", "--out", out)
    assert again.status == 0 and "2 of 2 positions are already done" in again.err and again.out == ""
    assert len(read_puzzles(out)) == 1


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


def test_a_page_of_a_set(endgame, tmp_path):
    path = tmp_path / "page.html"
    status, out, err = endgame("puzzles", "page", SET, "--out", path, "--title", "Six <endgames>")
    assert (status, out) == (0, "") and err == f"note: wrote {path}\n"
    page = path.read_text("utf-8")
    assert "<title>Six &lt;endgames&gt;</title>" in page and "6 positions" in page
    assert not re.search(r'(src|href)="(?!data:|#)', page)  # nothing is loaded


def test_filters_choose_puzzles(endgame, tmp_path):
    path = tmp_path / "page.html"
    status, _, _ = endgame(
        "puzzles", "page", SET, "--out", path, "--theme", "block", "--difficulty", "2-5", "--limit", "1"
    )
    assert status == 0 and "1 position," in path.read_text("utf-8")
