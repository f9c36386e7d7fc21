"""The plan on paper."""

from __future__ import annotations

import io
import json

from rich.console import Console

from scrabble.game import cgp
from scrabble.report.plan import plan_json, plan_text
from scrabble.solver.planner.plan import EndgamePlan, plan_of
from tests.conftest import POSITIONS
from tests.doors.bridge import enable


def plan(name: str) -> EndgamePlan:
    """The plan of a composed position."""
    text = (POSITIONS / f"{name}.cgp").read_text("utf-8").splitlines()[-1]
    return plan_of(cgp.loads(text), enable())


def printed(name: str, shown: int = 10) -> str:
    """What a reader sees."""
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(plan_text(plan(name), shown))
    return out.getvalue()


def test_stuck_tiles_are_named_with_their_cost() -> None:
    text = printed("stuck-q-mover")
    assert "cannot go out" in text
    assert "Q: no spot, costs 20 points" in text


def test_out_plays_and_what_stops_them_are_named() -> None:
    text = printed("block-r")
    assert "goes out" in text or "out in 1 turn" in text
    assert "out-plays" in text
    assert "a tile on" in text


def test_so_many_moves_are_shown() -> None:
    *_, last, rest = printed("block-r", 2).rstrip().splitlines()
    assert last.split()[0] == "2" and rest.startswith("and ") and rest.endswith("(--show 0 shows all)")
    assert len(printed("block-r", 0).splitlines()) > len(printed("block-r", 2).splitlines())


def test_json_holds_everything() -> None:
    data = json.loads(json.dumps(plan_json(plan("block-r"))))
    assert set(data) == {"cgp", "value", "sides", "race", "moves"}
    assert len(data["sides"]) == 2
    for side in data["sides"]:
        assert side["table"][side["rack"]] == side["within"]
    assert {"move", "score", "pessimistic", "realistic", "optimistic"} == set(data["moves"][0])
