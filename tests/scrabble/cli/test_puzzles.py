"""`endgame puzzles`: make and page."""

from __future__ import annotations

import json
import re

import pytest

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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("make", "--out", "x.jsonl"), "Missing argument 'SOURCE'"),
        (("make", GOOD), "Missing option '--out'"),
        (("make", "no-such-thing", "--out", "x.jsonl"), "no-such-thing"),
        (("make", GOOD, "--out", "/no/such/folder/x.jsonl"), "/no/such/folder"),
    ],
)
def test_what_cannot_be_done(endgame, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    done = endgame("puzzles", *arguments)
    assert done.status == 2 and message in done.err


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([SET], "Missing option '--out'"),
        ([SET, "--out", "no-folder/page.html"], "there is no folder no-folder"),
        (["none.jsonl", "--out", "{}"], "'none.jsonl': there is no such file"),
        ([SET, "--theme", "passes", "--out", "{}"], "no puzzle fits these filters"),
        ([SET, "--difficulty", "0", "--out", "{}"], "neither a number from 1 to 5"),
    ],
)
def test_wrong_arguments_give_one_line(endgame, tmp_path, arguments, message):
    path = tmp_path / "page.html"
    status, out, err = endgame("puzzles", "page", *(each.format(path) for each in arguments))
    assert (status, out) == (2, "") and message in err and err.count("\n") == 1
    assert not path.exists()
