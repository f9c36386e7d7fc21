"""Date and round of a game, from its record or the name of its file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrabble.records import gcg
from scrabble.records.record import GameRecord

MOVES = ">a: ABC 8H CAB +14 14\n"


def record(source: str = "", *lines: str) -> GameRecord:
    text = "".join(f"{line}\n" for line in ("#player1 a Ann", "#player2 b Ben", *lines))
    return replace(gcg.loads(text + MOVES), source=source)


@pytest.mark.parametrize(
    ("source", "lines", "date", "number"),
    [
        ("game.gcg", (), None, None),
        ("josh_nationals_round_20.gcg", (), None, 20),
        ("20240517_r3.gcg", (), "2024-05-17", 3),
        ("2024-5-7-Rd04.gcg", (), "2024-05-07", 4),
        ("club/2023.01.05/R12.gcg", (), None, 12),  # folders do not count
        ("g.gcg", ("#title Nationals 2024-05-17, round 3",), "2024-05-17", 3),
        ("g.gcg", ("#description Final", "#description 2024/05/17 R7"), "2024-05-17", 7),
        ("2020-01-01.gcg", ("#date 2024-05-17",), "2024-05-17", None),
        ("g0100.gcg", ("#title self-play game 100 seed 20260101",), None, None),
        ("2024-13-40.gcg", (), None, None),
        ("2023-02-30_2023-02-28.gcg", (), "2023-02-28", None),
        ("star 5 player2.gcg", (), None, None),
    ],
)
def test_date_and_round(source: str, lines: tuple[str, ...], date: str | None, number: int | None) -> None:
    found = record(source, *lines)
    assert (found.date, found.round) == (date, number)
