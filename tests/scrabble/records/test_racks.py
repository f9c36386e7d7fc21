"""Racks that are recorded in part or not at all, wrongly, or at the end of an unfinished game."""

import dataclasses
from pathlib import Path

import pytest

from scrabble.files import bundled
from scrabble.records import gcg
from scrabble.records.record import Event, EventKind, GameRecord, GcgError, Pragma
from scrabble.records.replay import replay
from scrabble.records.walk import ReplayedTurn
from tests.conftest import DATA

GAMES = sorted((bundled("positions") / "games").glob("*.gcg"))
LONG = bundled("positions") / "games" / "g0030.gcg"  # 15 turns with an empty bag, six passes at the end
OUT = bundled("positions") / "games" / "g0052.gcg"  # 5 turns with an empty bag, then a side goes out
PLAYERS = "#player1 ann\n#player2 bob\n"


def racks(turn: ReplayedTurn) -> list[str]:
    """Both racks before a turn, the player's first."""
    return list(turn.position.racks)


def with_racks(record: GameRecord, rack_of: dict[int, str]) -> GameRecord:
    """The game with other racks in some of its events, counted from 0."""
    numbers = {id(event): number for number, event in enumerate(record.events)}
    items = [
        dataclasses.replace(item, rack=rack_of.get(numbers[id(item)], item.rack))
        if isinstance(item, Event)
        else item
        for item in record.items
    ]
    return dataclasses.replace(record, items=tuple(items))


def played_only(record: GameRecord) -> GameRecord:
    """The game with no more tiles on a rack than were played, and none at the end."""
    spent: dict[int, str] = {}
    for number, turn in enumerate(replay(record).turns):
        used = turn.used if turn.used is not None else b""
        spent[number] = turn.position.alphabet.rack_text(used)
    spent |= dict.fromkeys(range(len(spent), len(record.events)), "")
    return with_racks(record, spent)


# Racks that are recorded in part


@pytest.mark.parametrize("path", [LONG, OUT, *GAMES[:5]], ids=lambda path: path.stem)
def test_racks_follow_from_the_tiles_played(path: Path) -> None:
    game = gcg.load(path)
    whole, part = replay(game), replay(played_only(game), strict=True)
    assert [turn.position for turn in part.endgame] == [turn.position for turn in whole.endgame]
    assert [turn.missing for turn in part.endgame] == [(0, 0)] * len(part.endgame)
    assert part.final == whole.final
    assert part.totals == whole.totals
    assert any(turn.missing[0] for turn in part.turns)
    for turn, known in zip(part.turns, whole.turns, strict=True):
        assert set(turn.position.rack_codes[0]) <= set(known.position.rack_codes[0])


def test_no_rack_at_all() -> None:
    game = gcg.load(OUT)
    without = with_racks(game, dict.fromkeys(range(len(game.events)), ""))
    assert [turn.position for turn in replay(without).endgame] == [
        turn.position for turn in replay(game).endgame
    ]


def test_a_rack_that_lacks_a_tile_with_an_empty_bag() -> None:
    """Check a game in which a player lost a U: each player is named once, and the tile stays on the rack."""
    text = (DATA / "reported" / "c00-base.gcg").read_text("utf-8")
    lost = text.replace(": EIMOUYZ", ": EIMOYZ").replace(": BEEIIOU", ": BEEIIO").replace(": EIOU", ": EIO")
    whole, short = replay(gcg.loads(text)), replay(gcg.loads(lost))
    assert [turn.position for turn in short.endgame] == [turn.position for turn in whole.endgame]
    assert list(map(str, short.warnings)) == [
        "line 23: the rack BEEIIO has 6 tiles, expected 7 with an empty bag"
    ]


def test_tiles_that_may_be_lost_are_counted_unless_they_are_played() -> None:
    text = (DATA / "reported" / "c00-base.gcg").read_text("utf-8")

    def lost(*changes: tuple[str, str]) -> list[tuple[int, int]]:
        changed = text
        for old, new in changes:
            changed = changed.replace(f": {old} ", f": {new} ")
        return [(turn.number, turn.lost) for turn in replay(gcg.loads(changed)).turns if turn.lost]

    assert lost() == []
    assert lost(("EIMOUYZ", "EIMOYZ"), ("BEEIIOU", "BEEIIO"), ("EIOU", "EIO")) == [(18, 1), (20, 1), (22, 1)]
    assert lost(("BEEIIOU", "BEEIO")) == [(20, 1)]  # an I is played later, the U is not
    assert lost(("BEEIIOU", "EEIIOU")) == []  # the B is played now
    assert lost(("BEEIIOU", "BIE")) == []  # the tiles played, and no more


def test_a_rack_that_does_not_fit_the_one_before_with_tiles_in_the_bag() -> None:
    text = (DATA / "reported" / "c00-base.gcg").read_text("utf-8")

    def odd(old: str, new: str) -> list[str]:
        return [str(each) for each in replay(gcg.loads(text.replace(f": {old} ", f": {new} "))).warnings]

    assert odd("EIMOUYZ", "EIMOUYZ") == []
    assert odd("EIMOUYZ", "EIMOYZ") == ["line 21: the rack EIMOYZ lacks U, left there by the turn before"]
    assert odd("EIMOUYZ", "AIMOUYZ") == ["line 21: the rack AIMOUYZ lacks E, left there by the turn before"]
    assert odd("EIMOUYZ", "MYZ") == []  # the tiles played, which leave room for all others
    assert odd("ADGKNOV", "AGKNOVE") == ["line 16: the rack AGKNOVE lacks D, left there by the turn before"]
    assert odd("ADGKNOV", "AGKNOV") == ["line 16: the rack AGKNOV lacks D, left there by the turn before"]


def test_racks_that_cannot_be_known() -> None:
    game = played_only(gcg.load(LONG))
    # Without the tiles left at the end nobody knows who held which.
    items = tuple(
        item for item in game.items if not isinstance(item, Event) or item.kind is not EventKind.END_RACK
    )
    replayed = replay(dataclasses.replace(game, items=items))
    assert any("rack cannot be determined, though the bag is empty" in text for _, text in replayed.warnings)
    assert any(turn.missing[0] for turn in replayed.endgame)


def test_racks_that_contradict_each_other() -> None:
    game = gcg.load(OUT)
    turn = replay(game).endgame[2]
    other = turn.position.alphabet.rack_text(
        [*turn.position.rack_codes[0][1:], turn.position.rack_codes[1][0]]
        if turn.position.rack_codes[1][0] != turn.position.rack_codes[0][0]
        else [*turn.position.rack_codes[0][1:], turn.position.rack_codes[1][-1]]
    )
    changed = replay(with_racks(game, {turn.number - 1: other}))
    assert [text for _, text in changed.warnings if text.endswith("contradicts the game")]
    assert [each.position for each in changed.turns] == [each.position for each in replay(game).turns]


# Unfinished games


def cut(path: Path, number: int) -> tuple[GameRecord, ReplayedTurn]:
    """A game that breaks off before a turn, counted from the end, and this turn."""
    game = gcg.load(path)
    turn = replay(game).turns[-number]
    items = game.items[: game.items.index(turn.event)]
    return dataclasses.replace(game, items=items), turn


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_an_unfinished_game(number: int) -> None:
    game, turn = cut(OUT, number)
    mine, theirs = racks(turn)
    one, two = (mine, theirs) if turn.player == 0 else (theirs, mine)
    for added in (
        [Pragma("rack1", one), Pragma("rack2", two)],
        [Pragma(f"rack{turn.player + 1}", mine)],
        [Pragma(f"rack{2 - turn.player}", theirs)],
        [Pragma("incomplete", mine)],
    ):
        replayed = replay(dataclasses.replace(game, items=(*game.items, *added)), strict=True)
        assert replayed.final == turn.position
        assert replayed.on_turn == turn.player
        assert not replayed.is_over


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_games_of_few_turns(count: int) -> None:
    game = gcg.load(OUT)
    events = game.events[:count]
    added = [Pragma("rack2", "AEEIIL?")] if count < 4 else []  # beta kept other tiles then
    replayed = replay(dataclasses.replace(game, items=(*events, *added)), strict=True)
    assert len(replayed.turns) == count
    assert replayed.on_turn == count % 2
    assert replayed.bag == 100 - 14 - sum(turn.drawn for turn in replayed.turns)
    assert replayed.final.rack_codes[1] == b""
    if count % 2:
        assert replayed.final.racks[0] == "AEEIIL?"


def test_final_racks_that_cannot_be() -> None:
    game, turn = cut(OUT, 3)
    items = (*game.items, Pragma("rack1", "QQ", 99))
    impossible = dataclasses.replace(game, items=items)
    assert "the rack QQ has more Q tiles than are left in the english set: left out" in [
        text for _, text in replay(impossible).warnings
    ]
    with pytest.raises(GcgError, match="line 99: the rack QQ"):
        replay(impossible, strict=True)
    mine, _ = racks(turn)
    pair = [Pragma("rack1", mine, 98), Pragma("rack2", mine, 99)]
    assert any(
        "contradicts the game" in text
        for _, text in replay(dataclasses.replace(game, items=(*game.items, *pair))).warnings
    )
