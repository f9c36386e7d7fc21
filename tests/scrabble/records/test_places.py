"""The positions that can be selected from a recorded game."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from scrabble.records import gcg
from scrabble.records.record import GameRecord, GcgError
from scrabble.records.replay import positions, replay
from tests.conftest import DATA, POSITIONS

OUT = POSITIONS / "games" / "g0010.gcg"  # 27 turns, the last two with an empty bag


def game(path: Path = OUT, turns: int = 27, *lines: str) -> GameRecord:
    """The record up to a turn, with lines of its own at the end."""
    text = path.read_text("utf-8").splitlines()
    first = next(at for at, line in enumerate(text) if line.startswith(">"))
    return gcg.loads("\n".join([*text[: first + turns], *lines]))


def numbers(record: GameRecord, number: int | None = None, is_every: bool = False) -> list[int]:
    return [place.number for place in positions(replay(record), number, is_every)]


def test_a_finished_game():
    record = gcg.load(OUT)
    assert numbers(record) == [26]
    assert numbers(record, is_every=True) == [26, 27]
    assert numbers(record, 3) == [3]
    replayed = replay(record)
    assert positions(replayed, 27)[0].position == replayed.turns[26].position


def test_a_game_that_goes_on():
    assert numbers(game(turns=26)) == [27]
    assert numbers(game(turns=26), is_every=True) == [26, 27]
    assert numbers(game(turns=26), 26) == [26]
    [place] = positions(replay(game(turns=26)))
    assert place.position == replay(gcg.load(OUT)).turns[26].position and not place.objection


def test_the_position_now_needs_its_racks():
    [place] = positions(replay(game(OUT, 25)))
    assert (place.number, place.objection) == (26, "5 tiles of the rack cannot be known")
    [place] = positions(replay(game(OUT, 25, "#rack2 ILNOPRT")))
    assert not place.objection
    assert place.position == replay(gcg.load(OUT)).turns[25].position


def test_a_rack_that_is_not_recorded():
    [place] = positions(replay(gcg.loads(OUT.read_text("utf-8").replace(" ILNOPRT ", " "))), 26)
    assert place.objection == ""  # what is left on the racks at the end tells it
    text = OUT.read_text("utf-8").replace(" AEEGRSU ", " ")
    [place] = positions(replay(gcg.loads(text)), 25)
    assert (place.objection, place.note) == ("", "")  # the rack of the next turn does
    [place] = positions(replay(game(OUT, 20)))
    assert (place.objection, place.note) == ("", "1 tile of the rack cannot be known")


def test_tiles_in_the_bag():
    record = game(turns=20)
    assert numbers(record) == [21]
    with pytest.raises(
        GcgError, match="the bag was never empty before a turn: there is no endgame in these 20"
    ):
        numbers(record, is_every=True)


@pytest.mark.parametrize("number", [0, 28, 99])
def test_a_turn_that_there_is_not(number):
    with pytest.raises(GcgError, match=f"no turn {number}: the game has 27 turns$"):
        numbers(gcg.load(OUT), number)
    with pytest.raises(GcgError, match="the game has 26 turns so far"):
        numbers(game(turns=26), number)


def test_a_turn_after_the_end_is_no_endgame():
    """A challenge that is lost after the last play is recorded as a pass."""
    record = gcg.load(DATA / "gcg" / "challenges.gcg")
    replayed = replay(record)
    assert replayed.endgame[-1].position.is_over
    found = positions(replayed, is_every=True)
    assert found[-1].number == len(replayed.turns) - 1
    assert all(not place.position.is_over for place in found)


def test_a_game_without_turns():
    record = dataclasses.replace(gcg.load(OUT), items=())
    [place] = positions(replay(record))
    assert place.number == 1 and not place.position.squares.any()
