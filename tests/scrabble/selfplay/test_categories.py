"""The categories of endgames: definitions on positions by hand, and against the list of all plays."""

from __future__ import annotations

import dataclasses
import json

import pytest

from scrabble.cli import generate
from scrabble.game import cgp
from scrabble.selfplay.generate import CLOSE, Category, categories, new_finder
from scrabble.solver import legal_moves
from tests.conftest import POSITIONS
from tests.doors.bridge import enable


@pytest.fixture(scope="module")
def finder():
    """A finder for ENABLE."""
    return new_finder(enable())


def named(name):
    """A position of the collection."""
    return cgp.loads((POSITIONS / f"{name}.cgp").read_text().splitlines()[-1])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("out-in-one", "close"),
        ("blank-in-rack", "blank"),
        ("blank-of-opponent", "blank stuck"),  # its Q
        ("stuck-q-mover", "stuck"),
        ("stuck-q-opponent-alone", "stuck one-sided"),
        ("must-pass", "stuck one-sided"),
        ("both-stuck", "stuck"),
    ],
)
def test_by_hand(finder, name, expected):
    position = named(name)
    if expected != "close":
        position = dataclasses.replace(position, scores=(400, 300))
    assert " ".join(categories(position, finder)) == expected


@pytest.mark.parametrize(
    ("scores", "is_close"), [((300, 320), True), ((320, 300), True), ((300, 321), False)]
)
def test_close(finder, scores, is_close):
    position = dataclasses.replace(named("out-in-one"), scores=scores)
    assert (Category.CLOSE in categories(position, finder)) == is_close
    assert CLOSE == 20


def test_full(finder):
    lines = (POSITIONS / "first-empty-bag.jsonl").read_text().splitlines()
    for record in map(json.loads, lines[:12]):
        found = categories(cgp.loads(record["cgp"]), finder)
        assert (Category.FULL in found) == (record["tiles"] == [7, 7])


def test_stuck_tiles_are_those_of_no_play(finder):
    lines = (POSITIONS / "late.jsonl").read_text().splitlines()
    ends = [path.read_text().splitlines()[-1] for path in sorted(POSITIONS.glob("*stuck*.cgp"))]
    kinds = []
    for text in [json.loads(line)["cgp"] for line in lines[::70]] + ends:
        position = cgp.loads(text)
        other = dataclasses.replace(position, rack_codes=position.rack_codes[::-1])
        plays = [legal_moves(each, enable()) for each in (position, other)]
        used = [
            {0 if code > 64 else code for play in side for *_, code in play.move.placed} for side in plays
        ]
        found = categories(position, finder)
        assert (Category.STUCK in found) == ([set(rack) for rack in position.rack_codes] != used)
        assert (Category.ONE_SIDED in found) == (bool(plays[0]) != bool(plays[1]))
        kinds += found
    assert kinds.count(Category.STUCK) > kinds.count(Category.ONE_SIDED) > 1


def test_the_command_knows_their_names():
    assert [*generate.STRATA] == ["any", *Category]
