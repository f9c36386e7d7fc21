"""Pictures of positions: `solve --picture`."""

from __future__ import annotations

import sys

import pytest


def test_a_png_is_twice_as_large(endgame, tmp_path):
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    path = tmp_path / "board.png"
    assert endgame("solve", "out-in-two", "--picture", path).status == 0
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20]) == 2 * 528


def test_without_the_extra_one_line_names_it(endgame, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = endgame("solve", "out-in-two", "--picture", tmp_path / "board.png")
    assert done.status == 2 and 'pip install "scrabble-endgame[png]"' in done.err
    assert not [*tmp_path.iterdir()]
