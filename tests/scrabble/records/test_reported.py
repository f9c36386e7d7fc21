"""Unusual records and printed boards of other programs: what is read from them, and what is warned of.

Most records are one game, c00-base.gcg, written in different ways: its endgame has to be the same in all.
"""

import numpy as np
import pytest

from scrabble import sources
from scrabble.records import gcg
from scrabble.records.replay import Game, replay
from tests.conftest import DATA

REPORTED = DATA / "reported"
BASE = "c00-base"
OUT = (388, 435)  # the result of this game
VARIANTS = {  # the turn at which the bag is empty, the final scores, the warnings
    BASE: (20, OUT, []),
    "c01-start-racks-in-header": (20, OUT, ["line 6: an event after #rack2, which belongs at the end"]),
    "c04-odd-end-resolution": (20, (384, 431), ["line 27: (OU) counts -2, but is recorded as -4"]),
    "c05-note-line-with-gt": (20, OUT, ["line 27: read as a line of the note: '> 9A QUA is too risky'"]),
    "c09-nick-with-space": (
        20,
        OUT,
        [
            "line 4: player 'Ana Alvarez' is read as Ana_Alvarez",
            "line 5: player 'Bruno Diaz' is read as Bruno_Diaz",
        ],
    ),
    "c10-rack-dashes": (
        20,
        OUT,
        ["line 5: the rack ------- has signs for unknown tiles, and 10 more like it"],
    ),
    "c10c-rack-blank-star": (20, OUT, ["line 7: the rack ABEILU_ has signs for unknown tiles"]),
    "c11-impossible-rack-turn-10": (
        20,
        OUT,
        ["line 13: the rack ADHIRSQ has more Q tiles than are left in the english set: left out"],
    ),
    "c11b-eight-tiles": (20, OUT, ["line 20: rack of 8 tiles, expected at most 7: AAEKNOWE"]),
    "c13-end-rack-partial": (
        20,
        (386, 435),
        [
            "line 27: (U) counts +4, but is recorded as +2",
            "line 27: (U) is recorded as left; expected (OU)",
        ],
    ),
    "c14-six-passes-empty-bag": (20, (372, 433), []),
    "c15-exchange-by-count": (22, OUT, []),
    "c20-out-play-phony": (20, (374, 435), ["line 26: 14A .ON is recorded as +5 points; expected +8"]),
    "c21-lost-challenge-after-out": (20, OUT, []),
    "c22-phony-minus-0": (20, OUT, ["line 26: 14A .N is recorded as +0 points; expected +4"]),
    "c23-pragma-text-in-note": (20, OUT, []),
    "c24-empty-pragmas": (20, OUT, []),
    "c25-first-event-pass": (22, OUT, []),
    "c26-racks-only-tiles-played": (20, OUT, []),
    "c27-phony-as-pass": (20, OUT, []),
    "c29-single-tile-down": (20, (390, 435), []),
    "c29b-single-tile-other-direction": (20, (386, 435), []),
    "c30-entities-and-markup": (
        20,
        OUT,
        ["line 2: read as UTF-8, though there is no #character-encoding UTF-8"],
    ),
}


def game(name: str) -> Game:
    return replay(gcg.load(REPORTED / f"{name}.gcg"))


def warnings(found: Game) -> list[str]:
    """All warnings of reading and replaying a game."""
    return [str(each) for each in (*found.record.warnings, *found.warnings)]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_game_written_in_another_way(name: str) -> None:
    number, totals, expected = VARIANTS[name]
    found = game(name)
    first = found.endgame[0]
    assert first.position == game(BASE).first_empty_bag
    assert (first.position.racks, first.position.scores) == (("BEEIIOU", "ACFNOOT"), (391, 352))
    assert (first.number, found.totals, warnings(found)) == (number, totals, expected)


def test_a_board_with_rows_and_columns_exchanged() -> None:
    found, base = game("c18-orientation"), game(BASE)
    assert [turn.position.racks for turn in found] == [turn.position.racks for turn in base]
    assert np.array_equal(found.final.squares, base.final.squares.T)
    assert (found.totals, warnings(found)) == (OUT, ["line 1: unknown pragma '#orientation'"])


def test_an_out_play_that_was_challenged_off() -> None:
    found = game("c20-out-play-phony")
    assert (found.is_over, found.bag, found.players[found.on_turn]) == (False, 0, "Bruno Diaz")
    assert (found.final.racks, found.final.scoreless_turns) == (("OU", "NO"), 1)


@pytest.mark.parametrize("name", ["c14-six-passes-empty-bag", "c21-lost-challenge-after-out"])
def test_passes_at_the_end(name: str) -> None:
    found = game(name)
    left = {"c14-six-passes-empty-bag": ["NO", "OU"], "c21-lost-challenge-after-out": ["", "OU"]}
    assert found.is_over and list(found.final.racks) == left[name]


def test_a_penalty_of_the_challenger() -> None:
    found = game("c17-challenge-minus-10")
    assert (found.totals, found.bag) == ((241, 223), 29)
    assert (found.final.racks, found.final.scores) == (("IOPRSS?", ""), (223, 241))
    assert warnings(found) == ["line 17: (challenge) without a play of bruno before it"]


def test_a_phony_that_showed_tiles() -> None:
    found = game("c32-phony-three-in-bag")
    assert (found.totals, found.bag, found.held, found.final.racks[0]) == ((322, 391), 3, (7, 7), "BEEIIOU")
    assert (found.final.alphabet.rack_text(found.shown.tiles), found.shown.turns) == ("AET", (19,))
    assert warnings(found) == []


@pytest.mark.parametrize(
    ("name", "racks", "scores", "expected"),
    [
        (
            "c07-german-board",
            ("ACEHMRS", "EEII"),
            (381, 421),
            [
                "the tiles are assumed to be german, as nothing names them",
                "the opponent's rack was completed with the unseen tiles EEII",
            ],
        ),
        (
            "c4x-macondo-39",
            ("AACELNY", "R"),
            (398, 477),
            ["the opponent's rack was completed with the unseen tile R"],
        ),
        (
            "c4x-macondo-95",
            ("EFL", "J"),
            (434, 498),
            ["the opponent's rack was completed with the unseen tile J"],
        ),
    ],
)
def test_a_printed_board(
    name: str, racks: tuple[str, str], scores: tuple[int, int], expected: list[str]
) -> None:
    [entry] = sources.entries([str(REPORTED / f"{name}.txt")])
    position, notes = sources.read_position(entry)
    assert (position.racks, position.scores) == (racks, scores)
    assert notes == expected
