"""`endgame positions`: a game and a printed answer on standard input, and as an argument."""

from __future__ import annotations

import io
import sys

import pytest

from scrabble.game import cgp
from tests.conftest import POSITIONS

GAME = POSITIONS / "games" / "g0010.gcg"  # 27 turns, the last two with an empty bag
KEPT = sorted(POSITIONS.glob("*.cgp"))


def pasted(monkeypatch, text: str | bytes) -> None:
    """Put a text on standard input."""
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_a_game_as_a_text(endgame, monkeypatch):
    expected = endgame("positions", GAME, "--turn", "26")
    assert expected.status == 0
    pasted(monkeypatch, GAME.read_bytes())
    assert endgame("positions", "-") == endgame("positions", GAME.read_text()) == expected


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_solve_prints_is_read_again(endgame, monkeypatch, path):
    [line] = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    pasted(monkeypatch, endgame("solve", path, "--nodes", "50").out)
    again, before = cgp.loads(endgame("positions", "-").out), cgp.loads(line)
    assert cgp.dumps(again).split()[:4] == cgp.dumps(before).split()[:4]
    assert again.lexicon_name == before.lexicon_name
    assert (again.rules, again.layout) == (before.rules, before.layout)
