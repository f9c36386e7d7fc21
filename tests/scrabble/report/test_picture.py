"""Pictures of positions and pages to share: `solve --picture`, `share`."""

from __future__ import annotations

import json
import re
import sys

import pytest

from tests.worlds.scrabble_games import GAMES

MOST_BYTES = 200_000  # of a page


def test_a_png_is_twice_as_large(endgame, tmp_path):
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    path = tmp_path / "board.png"
    assert endgame("solve", "out-in-two", "--picture", path).status == 0
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20]) == 2 * 528


def test_without_the_extra_one_line_names_it(endgame, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = endgame("solve", "out-in-two", "--picture", tmp_path / "board.png")
    assert (
        done.status == 2 and 'pip install "scrabble-endgame[png]"' in done.err and not [*tmp_path.iterdir()]
    )


@pytest.mark.parametrize("name", ["out-in-two", "preendgame:1"])
def test_a_page_to_share(endgame, tmp_path, name):
    path = tmp_path / "page.html"
    assert endgame("share", name, "--time", "0.5", "--title", "<b>&", "--out", path).status == 0
    page = path.read_text("utf-8")
    assert len(page.encode()) < MOST_BYTES and "&lt;b&gt;&amp;" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    [data] = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])["positions"]
    steps = [each["move"] for each in data["lines"][data["opens"]]]
    assert steps[0] == data["opens"]
    if name == "out-in-two":
        assert steps == ["3F (L)LANO", "G8 (GO)U(G)E", "3B RA(J)"]
        assert "proven, every other move is worse" in page and page.count("<tr") == 1 + 163


def test_a_shared_page_of_a_game_names_players_and_lexicon(endgame, tmp_path):
    """And by how much other moves are worse, without bounds that say nothing."""
    path = tmp_path / "page.html"
    for turn, names in ((23, ["Alpha", "Beta"]), (24, ["Beta", "Alpha"])):
        done = endgame("share", GAMES / "g0034.gcg", "--turn", turn, "--time", "5", "--out", path)
        page = path.read_text("utf-8")
        assert done.status == 0 and "lexicon ENABLE" in page
        [data] = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])["positions"]
        assert data["names"] == names
        moves = page.partition('<table class="candidates">')[2].partition("</table>")[0]
        assert ">best</td>" in moves and ">worse by at least " in moves
        assert ">worse</td>" not in moves and not re.search(r">[-+]\d+ to ", moves)
