"""`endgame puzzles page`."""

from __future__ import annotations

import re

import pytest

SET = "tests/data/puzzles.jsonl"


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
