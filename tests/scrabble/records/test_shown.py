"""Tiles that a player has seen on the opponent's rack: those of phonies that were challenged off."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from pathlib import Path

import pytest

from scrabble.game.move import canonical, move_text
from scrabble.game.tiles import BLANK
from scrabble.records import gcg
from scrabble.records.record import Event, EventKind, GameRecord
from scrabble.records.replay import Game, positions, replay
from tests.worlds.scrabble_games import GAMES, enable, game, phony_of
from tests.worlds.shown_tiles import MINE, PART, THEIRS, WHOLE, taken_back, with_shown

DATA = Path(__file__).parents[2] / "data" / "gcg"


def texts(replayed: Game) -> list[str]:
    rack_text = replayed.final.alphabet.rack_text
    found = [*(turn.shown for turn in replayed.turns), replayed.shown]
    return [" ".join([rack_text(each.tiles), *map(str, each.turns)]).strip() for each in found]


def test_the_tiles_of_a_phony_are_known_until_they_are_laid():
    found = texts(replay(gcg.load(DATA / "challenges.gcg")))
    assert found[:3] == ["", "", ""]
    assert found[3:14:2] == ["BESTV 3", "S 3", "S 3", "S 3", "S 3", ""]  # BVET, then JOYS
    assert set(found[4::2]) == {""}  # one's own phony tells nothing about the other rack
    assert set(found[14:]) == {""}  # the phony at the end: the bag is empty, and all is known


@pytest.mark.parametrize(
    ("rack", "phony", "known"),
    [
        (THEIRS, WHOLE, "BEENOR? 20"),
        (THEIRS, PART, "BENO? 20"),
        ("", PART, "BENO? 20"),
        ("ABEENOR", PART, "BENO? 20"),  # the blank is not on the recorded rack: what lay on the board counts
    ],
)
def test_racks_of_the_record_tell_the_player_no_more(rack, phony, known):
    replayed = replay(with_shown(phony, None, rack))
    assert texts(replayed)[-1] == known and replayed.final.racks[1] == ""


@pytest.mark.parametrize("later", ["BEENOR?", "BEEMOR?", "BEEMNOR"])
def test_tiles_that_lay_on_the_board_count_more_than_a_rack_of_the_record(later):
    record = with_shown(PART, None)
    events = [Event(0, MINE, "-"), Event(1, later, "-")]
    replayed = replay(dataclasses.replace(record, items=(*record.items[:-1], *events)))
    assert texts(replayed)[20] == texts(replayed)[-1] == "BENO? 20"
    is_odd = f"the rack {later} of beta contradicts the game" in [text for _, text in replayed.warnings]
    assert is_odd == (later != "BEENOR?")


def test_a_rack_with_tiles_that_the_opponent_has_shown_is_left_out():
    record = with_shown(PART, None, "")
    replayed = replay(dataclasses.replace(record, items=(*record.items[:-1], Event(0, "BDNRST?", "-"))))
    assert texts(replayed)[-2] == "BENO? 20" and "?" not in replayed.turns[-1].rack
    assert "the rack BDNRST? of alpha contradicts the game" in [text for _, text in replayed.warnings]


def with_phonies(record: GameRecord, rng: random.Random) -> tuple[GameRecord, int]:
    """The game with phonies before some plays: challenged off, then a pass of the opponent."""
    items, count = list(record.items), 0
    for turn in replay(record, alphabet=enable().alphabet).turns:
        move = turn.move
        if move is None or len(move.placed) < 2 or rng.random() > 0.3 or not turn.bag:
            continue
        try:
            phony = canonical(phony_of(turn.position, move), turn.position.squares)
        except AssertionError:
            continue
        text = move_text(phony, turn.position).replace("(", "").replace(")", "")
        pause = Event(1 - turn.player, "", "-", 0)
        at = items.index(turn.event)
        items[at:at] = [*taken_back(turn.player, turn.event.rack, text), pause]
        count += 1
    return dataclasses.replace(record, items=tuple(items)), count


@pytest.mark.parametrize("name", [path.stem for path in sorted(GAMES.glob("*.gcg"))[:12]])
def test_what_is_known_is_on_the_rack(name):
    """Check it with the racks of the record, and that it is all that can be known (an oracle by hand)."""
    rng = random.Random(name)
    record, count = with_phonies(game(name), rng)
    replayed = replay(record, alphabet=enable().alphabet)
    known: list[Counter[int]] = [Counter(), Counter()]
    seen = 0
    for turn in replayed.turns:
        other = 1 - turn.player
        expected = known[other] if turn.bag else Counter()
        assert Counter(turn.shown.tiles) == expected, turn
        [following] = [
            each for each in replayed.turns if each.number >= turn.number and each.player == other
        ][:1] or [None]
        if following is not None and not following.missing[0]:
            assert Counter(turn.shown.tiles) <= Counter(following.position.rack_codes[0])
        seen += bool(expected)
        if turn.event.kind is EventKind.EXCHANGE:
            known[turn.player] = Counter()
        elif turn.is_taken_back:
            tiles = replayed.final.alphabet.encode(turn.event.rack)
            laid = Counter(0 if each & BLANK else each for _, _, each in turn.move.placed)
            assert laid <= Counter(tiles)
            known[turn.player] |= laid
        else:
            known[turn.player] = known[turn.player] - Counter(turn.used)
    assert seen >= count > 0


@pytest.mark.parametrize(
    ("phony", "note"),
    [
        (PART, "BENO? on the opponent's rack are known from a phony that was challenged off"),
        (
            WHOLE,
            "BEENOR? on the opponent's rack are known from a phony that was challenged off"
            "; so is the bag (bag_is_known in Python)",
        ),
    ],
)
def test_a_selected_position_has_the_tiles_that_are_known(phony, note):
    for record in (with_shown(phony, None), with_shown(phony)):
        [place] = positions(replay(record, alphabet=enable().alphabet), 21)
        assert place.position.racks == (MINE, note.partition(" ")[0])
        assert (place.note, place.objection) == (note, "")
    [place] = positions(replay(with_shown(phony), alphabet=enable().alphabet), 20)
    assert place.position.racks == (THEIRS, "") and place.note == ""
