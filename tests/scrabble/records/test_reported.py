"""Records that were reported: most are one game, c00-base.gcg, written in different ways; see golden."""

import numpy as np
import pytest

from scrabble.records import gcg
from scrabble.records.replay import Game, replay
from tests.conftest import DATA

REPORTED = DATA / "reported"
BASE = "c00-base"
OTHERS = ("c06", "c17", "c18", "c31", "c32", "c33")
VARIANTS = [path.stem for path in sorted(REPORTED.glob("*.gcg")) if path.stem[:3] not in OTHERS]


def game(name: str) -> Game:
    return replay(gcg.load(REPORTED / f"{name}.gcg"))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_game_written_in_another_way(name: str) -> None:
    assert game(name).first_empty_bag == game(BASE).first_empty_bag


def test_a_board_with_rows_and_columns_exchanged() -> None:
    found, base = game("c18-orientation"), game(BASE)
    assert [turn.position.racks for turn in found] == [turn.position.racks for turn in base]
    assert np.array_equal(found.final.squares, base.final.squares.T)
