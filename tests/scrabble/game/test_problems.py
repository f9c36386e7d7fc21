"""Errors and oddities of a position: impossible ones are refused, questionable ones are listed."""

import dataclasses

import pytest

from scrabble.game import cgp
from scrabble.game.position import TO_DO, PositionError, require_solvable
from tests.worlds.small_boards import CAT, ENGLISH, small


def test_words_on_the_board() -> None:
    position = cgp.loads(f"{CAT} / 0/0 0")
    assert [(at, ENGLISH.decode(word)) for at, word in position.words()] == [("8G", "CAT"), ("I8", "TS")]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("5/5/1CAT1/5/5", []),
        ("5/5/5/5/5", []),
        ("5/5/5/1CAT1/5", ["the start square 3C is empty"]),
        ("5/5/2C2/5/5", ["a single tile on 3C makes no word"]),
        ("AT3/5/1CAT1/5/4A", ["floating tiles, not connected to the others: 1A, 1B", "a single tile on 5E"]),
        (
            "AT3/5/5/CAT2/5",
            ["the start square 3C is empty", "floating tiles, not connected to the others: 1A, 1B"],
        ),
        ("5/5/1CTA1/5/5", ["phony on the board: 3B CTA"]),
        ("3q1/3T1/1CAT1/5/5", ["phony on the board: D1 QTT"]),
    ],
)
def test_questionable_boards(board: str, expected: list[str]) -> None:
    words = {ENGLISH.encode(word) for word in ("CAT", "AT")}
    found = small("S/QZ", board).problems(words)
    assert len(found) == len(expected)
    for problem, start in zip(found, expected, strict=True):
        assert problem.startswith(start)
    assert not any("phony" in problem for problem in small("S/QZ", board).problems())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{CAT} / 0/0 0", "both racks are empty"),
        (f"{CAT} QQ/Z 0/0 0", "2 tiles Q, the english set has 1"),
        (f"{CAT} ??/Z 0/0 0", r"3 tiles \? \(blank\), the english set has 2"),
        (f"{CAT} QZ/J 0/0 0", "the bag is not empty: 93 tiles left over: 'AAAAAAAAABB.*YY\\?'"),
        (
            f"{CAT} QZ/ 0/0 0",
            "87 tiles left over, as the other side holds 7 of 94 unseen ones: 'AAAA.*YY\\?'",
        ),
        (f"{CAT} /QZ 0/0 0", "87 tiles left over, as the player on turn holds 7 of 94 unseen ones: 'AAAA"),
        (f"{CAT} / 0/0 0", "82 tiles left over, as both sides hold 14 of 96 unseen ones: 'AAAA"),
    ],
)
def test_impossible_positions_are_refused(text: str, message: str) -> None:
    position = cgp.loads(text)
    with pytest.raises(PositionError, match=message) as caught:
        require_solvable(position)
    assert "\n" not in str(caught.value)
    assert {*str(caught.value).split("; ")} - {TO_DO} <= set(position.problems())


def test_bag_of_one_tile() -> None:
    position = small("S/QZ")
    counts = (*position.alphabet.counts[:-1], 2)
    position = dataclasses.replace(position, alphabet=dataclasses.replace(position.alphabet, counts=counts))
    with pytest.raises(
        PositionError, match=r"^the bag is not empty: 1 tile left over: 'Z'; only endgames are solved: put"
    ):
        require_solvable(position)


def test_racks_that_are_too_long_are_refused() -> None:
    with pytest.raises(PositionError, match=r"^rack of 3 tiles, at most 2: 'QSZ'$"):
        require_solvable(small("QZS/A", rack_size=2))


@pytest.mark.parametrize(
    ("zeros", "limit", "expected"), [(7, 6, "0 to 6"), (-1, 6, "0 to 6"), (-1, None, "at least 0")]
)
def test_scoreless_turns_out_of_range(zeros: int, limit: int | None, expected: str) -> None:
    position = dataclasses.replace(small("S/QZ", scoreless_limit=limit), scoreless_turns=zeros)
    assert position.problems() == [f"{zeros} scoreless turns in a row, expected {expected}"]


def test_an_empty_rack_and_tiles_for_it() -> None:
    position = small("S/QZ")
    counts = (*position.alphabet.counts[:-1], 2)
    position = dataclasses.replace(position, alphabet=dataclasses.replace(position.alphabet, counts=counts))
    with pytest.raises(PositionError, match=r"^an empty rack, and 2 unseen tiles: 'SZ'; only endgames"):
        require_solvable(dataclasses.replace(position, rack_codes=(b"", position.rack_codes[1])))
