"""Errors and oddities of a position: impossible ones are refused, questionable ones are listed."""

import dataclasses

import pytest

from scrabble.game import cgp
from scrabble.game.position import TO_DO, PositionError, require_solvable
from tests.worlds.small_boards import CAT, ENGLISH, small


def test_words_on_the_board() -> None:
    position = cgp.loads(f"{CAT} / 0/0 0")
    assert [(at, ENGLISH.decode(word)) for at, word in position.words()] == [("8G", "CAT"), ("I8", "TS")]
    assert [at for at, _ in small("/", "3A1/3T1/A4/T2AT/5").words()] == ["4D", "D1", "A3"]  # row by row


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("5/5/1CAT1/5/5", []),
        ("5/5/5/5/5", []),
        ("5/5/5/1CAT1/5", ["the start square 3C is empty"]),
        ("5/5/2C2/5/5", ["the single tile on 3C forms no word"]),
        (
            "AT3/5/1CAT1/5/4A",
            ["floating tiles, not connected to the others: 1A, 1B", "the single tile on 5E forms no word"],
        ),
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
        (f"{CAT} QQ/Z 0/0 0", "2 tiles Q, but the english set has 1"),
        (f"{CAT} ??/Z 0/0 0", r"3 tiles \? \(blank\), but the english set has 2"),
        (f"{CAT} QZ/J 0/0 0", "the bag holds 93 tiles: 'AAAAAAAAABB.*YY\\?'"),
        (
            f"{CAT} QZ/ 0/0 0",
            r"the bag holds 87 tiles \(94 unseen, 7 of them on the opponent's rack\): 'AAAA.*YY\?'",
        ),
        (f"{CAT} /QZ 0/0 0", r"the bag holds 87 tiles \(94 unseen, 7 of them on the rack to move\): 'AAAA"),
        (f"{CAT} / 0/0 0", r"the bag holds 82 tiles \(96 unseen, 14 of them on the racks\): 'AAAA"),
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
    with pytest.raises(PositionError, match=r"^the bag holds 1 tile: 'Z'; to solve an endgame, put"):
        require_solvable(position)


def test_racks_that_are_too_long_are_refused() -> None:
    with pytest.raises(PositionError, match=r"^a rack of 3 tiles, more than 2: 'QSZ'$"):
        require_solvable(small("QZS/A", rack_size=2))


@pytest.mark.parametrize(
    ("zeros", "limit", "expected"), [(7, 6, "0 to 6"), (-1, 6, "0 to 6"), (-1, None, "at least 0")]
)
def test_scoreless_turns_out_of_range(zeros: int, limit: int | None, expected: str) -> None:
    position = dataclasses.replace(small("S/QZ", scoreless_limit=limit), scoreless_turns=zeros)
    assert position.problems() == [f"{zeros} scoreless turns in a row, expected {expected}"]


@pytest.mark.parametrize(("zeros", "limit"), [(0, 6), (6, 6), (99, None)])
def test_scoreless_turns_in_range(zeros: int, limit: int | None) -> None:
    """The last one that is allowed ends the game."""
    position = dataclasses.replace(small("S/QZ", scoreless_limit=limit), scoreless_turns=zeros)
    assert position.problems() == []


def test_an_empty_rack_and_tiles_for_it() -> None:
    position = small("S/QZ")
    counts = (*position.alphabet.counts[:-1], 2)
    position = dataclasses.replace(position, alphabet=dataclasses.replace(position.alphabet, counts=counts))
    with pytest.raises(
        PositionError, match=r"^a rack is empty, and 2 tiles are unseen: 'SZ'; to solve an endgame"
    ):
        require_solvable(dataclasses.replace(position, rack_codes=(b"", position.rack_codes[1])))
