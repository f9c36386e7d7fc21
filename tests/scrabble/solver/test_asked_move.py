"""Moves as people write them: found among the legal ones, or refused with the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrabble.game import cgp
from scrabble.game.move import IllegalMoveError
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver.moves import find_move
from tests.conftest import POSITIONS

ENABLE = Lexicon("ENABLE")


@pytest.fixture(scope="module")
def plain() -> Position:
    """A rack without blanks: AALNOR."""
    return cgp.loads((POSITIONS / "out-in-two.cgp").read_text().splitlines()[-1])


@pytest.fixture(scope="module")
def with_blank() -> Position:
    """A rack with a blank, one word on the board: 8G CAT."""
    return cgp.loads("/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7) + " S?E/DOG 0/0 0")


def asked(text: str, position: Position) -> str:
    return position.move_text(find_move(text, position, ENABLE))


def refused(text: str, position: Position) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        find_move(text, position, ENABLE)
    assert "\n" not in str(caught.value)
    return str(caught.value)


WAYS = [
    "2F (C)ANAL",
    "2F CANAL",
    "2f canal",
    "2F .ANAL",
    "2f .anal",
    "canal",
    "CANAL 2F",
    "canal 2f",
    " 2F  (c)anal ",
]


@pytest.mark.parametrize("text", WAYS)
def test_one_move_in_many_ways(plain, text):
    assert asked(text, plain) == "2F (C)ANAL"


@pytest.mark.parametrize(
    ("text", "move"), [("pass", "pass"), ("-", "pass"), ("raj", "3B RA(J)"), ("RA(J)", "3B RA(J)")]
)
def test_other_moves(plain, text, move):
    assert asked(text, plain) == move


def test_blanks(with_blank):
    assert asked("8G CATS", with_blank) == "8G (CAT)S"
    assert asked("8G CATs", with_blank) == "8G (CAT)s"
    assert asked("J8 SEA", with_blank) == "J8 SEa"  # what only the blank can be
    assert asked("j8 sea", with_blank) == "J8 SEa"
    assert asked("J8 es", with_blank) == "J8 ES"  # there are no two blanks


def test_small_letters_that_may_be_a_blank_or_not(with_blank):
    assert refused("8g cats", with_blank) == "'8g cats' may be 8G (CAT)S, 8G (CAT)s: say which"


def test_a_single_tile_in_both_directions():
    position = cgp.loads("/".join(["15"] * 7 + ["6CAT6", "6O8"] + ["15"] * 6) + " AEX/DOG 0/0 0")
    assert asked("9G OX", position) == asked("9g ox", position) == "9G (O)X"
    assert asked("H8 AX", position) == asked("h8 ax", position) == asked("9G OX", position)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3F (L)ZZ", "cannot play '3F (L)ZZ': 'ZZ' is not on the rack 'AALNOR'"),
        ("3f lzz", "cannot play '3F (L)ZZ': 'ZZ' is not on the rack 'AALNOR' (lower case means a blank)"),
        ("2F (C)AALN", "cannot play '2F (C)AALN': CAALN is not valid in ENABLE"),
        ("F2 CANAL", "3F holds L already: 'F2 CANAL'"),
        ("9Z A", "cannot play '9Z A': it runs off the board"),
        ("3F", "expected a square and a word, or 'pass', got '3F'"),
        ("", "expected a square and a word, or 'pass', got ''"),
        ("3F LLANO please", "expected a square and a word, or 'pass', got '3F LLANO please'"),
        ("xyzzy", "'xyzzy': not valid in ENABLE; expected a square and a word, or 'pass'"),
        ("nowhere", "'nowhere': no play of this rack makes it; expected a square and a word, or 'pass'"),
        ("loan", "'loan' may be 14F LOAN, 9B LOA(N), 3F (L)OAN: say which"),
        ("8H ÄÖ", "no tile 'Ä' in the english set"),
        ("2F C.NAL", "no tile on 2G to play through: '2F C.NAL'"),
    ],
)
def test_refused(plain, text, message):
    assert message in refused(text, plain)


def test_all_words_that_are_not_valid_are_named(with_blank):
    assert refused("9G ES", with_blank) == "cannot play '9G ES': CE is not valid in ENABLE"
    assert refused("9H SE", with_blank) == "cannot play '9H SE': SE and TE are not valid in ENABLE"


def test_many_moves_are_not_all_listed(with_blank):
    found = refused("es", with_blank)
    assert found.startswith("'es' may be ") and found.endswith(" more: say which")


def test_moves_while_the_opponents_rack_is_unknown(with_blank):
    position = replace(with_blank, rack_codes=(with_blank.rack_codes[0], b""))
    assert asked("CATE", position) == asked("CATE 8G", position) == "8G (CAT)E"
    assert refused("CATX", position) == "'CATX': not valid in ENABLE; expected a square and a word, or 'pass'"
