"""`endgame plan`: the same sources of positions as everywhere, text and JSON."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from tests.conftest import POSITIONS

BLOCK = POSITIONS / "block-r.cgp"
LINE = BLOCK.read_text("utf-8").splitlines()[-1]


def test_both_sides_are_described(endgame: Any) -> None:
    outcome = endgame("plan", BLOCK)
    assert outcome.status == 0 and outcome.err == ""
    assert outcome.out.startswith(f"block-r  ({BLOCK}, line 2)\n\nto move     MTV   cannot go out\n")
    assert "stuck       V: no spot, costs 8 points if the other player goes out first\n" in outcome.out
    assert "opponent    R   out in 1 turn\n" in outcome.out
    assert "out-plays   12J (LA)R(I) 8\nblocked by  a tile on " in outcome.out
    assert "blocks      12J (LA)T(I) 8\n" in outcome.out
    assert "race        -3 if neither side blocks\n" in outcome.out
    assert all(line == line.rstrip() and len(line) <= 80 for line in outcome.out.splitlines())


def test_board_and_number_of_moves(endgame: Any) -> None:
    short = endgame("plan", BLOCK, "--show", "2").out
    *_, last, rest = short.splitlines()
    assert last.split()[0] == "2" and rest.endswith("more (--show 0 shows all)")
    assert len(endgame("plan", BLOCK, "--show", "0").out) > len(short)
    assert "     A B C D E F G H I J K L M N O\n" in endgame("plan", BLOCK, "--board").out


def test_json(endgame: Any) -> None:
    found = json.loads(endgame("plan", BLOCK, "--json").out)
    assert list(found) == ["version", "id", "cgp", "value", "sides", "race", "moves", "warnings"]
    assert (found["id"], found["value"], found["warnings"]) == ("block-r", -3, [])
    assert len(found["moves"]) == 8
    mover, other = found["sides"]
    assert (mover["turns"], other["turns"]) == (None, 1)
    assert mover["stuck"] == [{"tile": "V", "count": 1, "cost": 8}]
    assert other["out_plays"][0]["move"] == "12J (LA)R(I)"


def test_standard_input_texts_and_errors(endgame: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\nnonsense here\n".encode())))
    outcome = endgame("plan", "-", LINE, "--json")
    first, second, third = map(json.loads, outcome.out.splitlines())
    assert outcome.status == 2 and "standard input, line 2" in outcome.err
    assert first["value"] == third["value"] == -3 and set(second) == {"version", "id", "error"}


def test_tiles_in_the_bag_are_refused(endgame: Any) -> None:
    outcome = endgame("plan", "/".join(["15"] * 15) + " S/ER 0/0 0 lex ENABLE;")
    assert outcome.status == 2 and "bag" in outcome.err
