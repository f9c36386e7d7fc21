"""Each feature of the fast game switched off and turned up: never another value, and the search uses it."""

from __future__ import annotations

import json
from functools import cache, reduce

import pytest

from bstar.engine import Engine
from bstar.mtdf import mtd
from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import SearchFeatures
from scrabble.movegen.play_cache import LISTS_USED
from scrabble.solver.games.fast import new_fast_game
from tests.conftest import POSITIONS
from tests.oracles.searching import new_root

LINES = (POSITIONS / "late.jsonl").read_text().splitlines()
FIRST_EMPTY_BAG = (POSITIONS / "first-empty-bag.jsonl").read_text().splitlines()
KNOWN = [entry for entry in map(json.loads, LINES) if entry["proven"] and sum(entry["tiles"]) >= 6]
LEXICON = Lexicon("enable")
FEW = 10  # positions
SETTINGS = {
    "all": SearchFeatures(),
    "three tiles": SearchFeatures(solo_tiles=3),
    "two tiles": SearchFeatures(solo_tiles=2),
    "one tile": SearchFeatures(solo_tiles=1),
    "two out-plays": SearchFeatures(out_play_bounds=2),
    "one reply": SearchFeatures(reply_bounds=1),
    **{f"no {name}": SearchFeatures().off(name) for name in SearchFeatures.names()},
    "none": reduce(SearchFeatures.off, SearchFeatures.names(), SearchFeatures()),
}


@cache
def value_of(text: str, features: SearchFeatures) -> tuple[int, int]:
    """The value of a position by null windows from 0, and the nodes it took."""
    state = compile_position(cgp.loads(text), LEXICON, features)
    engine = Engine(new_fast_game(state, 16 << 20, features), memory_bytes=16 << 20)
    return mtd(engine, new_root(engine), 0), engine.nodes


@pytest.mark.parametrize("count", [FEW, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SETTINGS)
def test_no_idea_changes_a_value(name: str, count: int) -> None:
    """Real positions whose values another engine has proven, blanks and stuck tiles among them."""
    for entry in KNOWN[:: len(KNOWN) // count]:
        assert value_of(entry["cgp"], SETTINGS[name])[0] == entry["value"], entry["id"]


def test_every_idea_is_worth_something() -> None:
    """Without any of the features that prune more nodes are searched, and fewer with more tiles."""
    some = [entry["cgp"] for entry in KNOWN[:: len(KNOWN) // FEW]]
    nodes = {name: sum(value_of(text, features)[1] for text in some) for name, features in SETTINGS.items()}
    for name in ("solo_tiles", "out_play_bounds", "last_pair", "reply_bounds"):
        assert nodes[f"no {name}"] > nodes["all"], name
    for name in ("superset_filter", "play_cache", "incremental_cross_sets"):  # they only save time
        assert nodes[f"no {name}"] == nodes["all"], name
    assert nodes["all"] <= nodes["three tiles"] < nodes["two tiles"] < nodes["one tile"]


def test_lists_are_kept_only_if_they_may_be() -> None:
    """Without the feature a cache holds what one position needed, however long the search is."""
    text = max(KNOWN, key=lambda entry: sum(entry["tiles"]))["cgp"]
    used = []
    for features in (SearchFeatures(), SearchFeatures().off("play_cache")):
        game = new_fast_game(compile_position(cgp.loads(text), LEXICON, features), 16 << 20, features)
        engine = Engine(game, memory_bytes=16 << 20)
        mtd(engine, new_root(engine), 0)
        used.append(game.cache.used[LISTS_USED])
    assert used[1] < used[0] / 4


@pytest.mark.parametrize(
    ("number", "feature"),
    [(32, "out_in_two"), (25, "tile_rank")],
)
def test_an_order_of_moves_that_pays(number: int, feature: str) -> None:
    """Positions of real games that take 10 times the nodes without a feature that only orders moves.

    That is if no reply bounds a move before it is searched.
    """
    text, features = json.loads(FIRST_EMPTY_BAG[number])["cgp"], SearchFeatures(reply_bounds=0)
    value, nodes = value_of(text, features)
    value_without, nodes_without = value_of(text, features.off(feature))
    assert value == value_without and nodes_without > 10 * nodes


def test_switches_are_checked() -> None:
    """Values out of range and unknown names are refused."""
    with pytest.raises(ValueError, match="7 tiles for solo bounds, expected 0 to 6"):
        SearchFeatures(solo_tiles=7)
    with pytest.raises(ValueError, match="17 out-plays, expected 0 to 16"):
        SearchFeatures(out_play_bounds=17)
    with pytest.raises(ValueError, match="17 replies, expected 0 to 16"):
        SearchFeatures(reply_bounds=17)
    with pytest.raises(
        ValueError, match="unknown feature 'luck', expected one of solo_tiles, out_play_bounds"
    ):
        SearchFeatures().off("luck")
