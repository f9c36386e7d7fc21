"""Boards: the premium squares of the bundled ones, and drawings that are not boards."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from scrabble.game.board import BoardLayout, LayoutError, empty_squares, parse_square, square_name

SMALL = ["-...-", ".'.'.", "..-..", ".'.'.", "-...="]


@pytest.mark.parametrize(
    ("name", "size", "words", "letters"),
    [
        ("CrosswordGame", 15, {2: 17, 3: 8}, {2: 24, 3: 12}),
        ("SuperCrosswordGame", 21, {2: 41, 3: 16, 4: 4}, {2: 36, 3: 20, 4: 8}),
    ],
)
def test_known_boards(name: str, size: int, words: dict[int, int], letters: dict[int, int]) -> None:
    layout = BoardLayout.load(name)
    assert (layout.name, layout.size) == (name, size)
    assert layout.start == (size // 2, size // 2)
    for multiplier, expected in ((layout.word_multiplier, words), (layout.letter_multiplier, letters)):
        assert {times: int((multiplier == times).sum()) for times in expected} == expected
        assert set(np.unique(multiplier)) == {1, *expected}
        assert multiplier.dtype == np.uint8
        assert not multiplier.flags.writeable
        for turned in (multiplier.T, multiplier[::-1], multiplier[:, ::-1]):
            assert np.array_equal(multiplier, turned)
    assert not ((layout.word_multiplier > 1) & (layout.letter_multiplier > 1)).any()


def test_the_standard_board_is_the_middle_of_the_super_board() -> None:
    standard, large = BoardLayout.load("CrosswordGame"), BoardLayout.load("SuperCrosswordGame")
    assert np.array_equal(standard.letter_multiplier, large.letter_multiplier[3:-3, 3:-3])
    assert np.array_equal(standard.word_multiplier, large.word_multiplier[3:-3, 3:-3])


def test_names_and_other_names() -> None:
    assert BoardLayout.names() == ("CrosswordGame", "SuperCrosswordGame")
    assert BoardLayout.load("standard15") is BoardLayout.load("CrosswordGame")


def test_board_from_rows() -> None:
    layout = BoardLayout.from_rows(SMALL, "small")
    assert (layout.size, layout.start) == (5, (2, 2))
    assert layout.word_multiplier[4, 4] == 3
    assert layout.letter_multiplier[1, 3] == 2
    assert layout == BoardLayout.from_rows([row.replace(".", " ") for row in SMALL], "small")
    assert layout == pickle.loads(pickle.dumps(layout))
    assert hash(layout) == hash(BoardLayout.from_rows(SMALL, "small"))
    assert layout != BoardLayout.from_rows(SMALL, "small", start=(0, 0))
    assert layout != "small"
    assert empty_squares(layout).shape == (5, 5)


def test_board_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text('start = "1A"\nrows = """\n' + "\n".join(SMALL) + '\n"""\n')
    layout = BoardLayout.load(str(path))
    assert layout == BoardLayout.from_rows(SMALL, str(path), (0, 0))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["..", "..."], "row 2 of the board has 3 squares, expected 2: '...'"),
        (["..", ".#"], "unknown sign '#' in row 2 of the board: '.#'"),
        (["."], "has 1 rows, expected 2 to 26"),
        (["." * 27] * 27, "has 27 rows, expected 2 to 26"),
    ],
)
def test_drawings_that_are_no_board(rows: list[str], message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        BoardLayout.from_rows(rows)
    assert message in str(caught.value)


def test_boards_that_make_no_sense() -> None:
    with pytest.raises(LayoutError, match=r"the start square .* is not on it"):
        BoardLayout.from_rows(SMALL, start=(5, 0))
    with pytest.raises(LayoutError, match="is not square"):
        BoardLayout("oblong", np.ones((5, 4), np.uint8), np.ones((5, 4), np.uint8), (2, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [(None, "No such file"), ("rows = [", "cannot read"), ("", "expected its rows as one")],
)
def test_files_that_are_no_board(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "board.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(LayoutError, match=message):
        BoardLayout.load(str(path))


def test_unknown_board() -> None:
    with pytest.raises(LayoutError, match="unknown board 'foo', expected one of CrosswordGame, Super"):
        BoardLayout.load("foo")


def test_squares_have_names() -> None:
    assert square_name(7, 3) == "8D"
    assert square_name(7, 3, down=True) == "D8"
    assert square_name(0, 30) == "1(31)"
    assert parse_square("8D") == (7, 3, False)
    assert parse_square("d15") == (14, 3, True)


@pytest.mark.parametrize("text", ["", "8", "D", "8DD", "D8D", "100A", "8Ä", "٣A"])
def test_text_that_is_no_square(text: str) -> None:
    with pytest.raises(LayoutError, match="expected a square such as 8H or H8, got"):
        parse_square(text)
