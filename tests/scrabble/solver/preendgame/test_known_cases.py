"""Positions that players and other programs have studied, with lexicons that are not bundled.

A lexicon of the user's is taken (`endgame lexicon import`); without it a case is skipped.
"""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from scrabble.game import cgp
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import LexiconError
from scrabble.solver import SolveOptions, solve
from scrabble.sources import lexicon_of
from tests.conftest import DATA

CASES = json.loads((DATA / "known_preendgames.json").read_text("utf-8"))
SECONDS = 300
MEMORY = 256 << 20
ids = [case["id"] for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_it_is_a_position_with_tiles_in_the_bag(case):
    position = cgp.loads(case["cgp"])
    unseen = UnseenTiles(position)
    assert position.lexicon_name == case["lexicon"] and len(unseen.tiles) == 7 + unseen.count
    assert unseen.count == (2 if case["id"] == "axe" else 1)
    assert (Fraction(case["chance"]) * 2 * unseen.total).denominator == 1


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_answer(case):
    position = cgp.loads(case["cgp"])
    try:
        lexicon = lexicon_of(position)
    except LexiconError:
        pytest.skip(f"without the lexicon {case['lexicon']}: endgame lexicon import brings yours")
    if any(each.startswith("phony on the board") for each in position.problems(lexicon)):
        pytest.skip(f"the lexicon {case['lexicon']} here is another one: words of the board are not in it")
    found = solve(position, lexicon, SolveOptions(seconds=SECONDS, memory=MEMORY, settle_ties=True))
    moves = {move.text: move for move in found.moves}
    chance = Fraction(case["chance"])
    named = moves[case["move"]]
    assert named.win.lower <= chance <= named.win.upper
    if case["is_best"]:
        assert found.status == "proven" or found.regret == 0
        assert found.text == case["move"] and found.win.lower == found.win.upper == chance
    if "worse" in case:
        assert moves[case["worse"]].win.upper < chance
