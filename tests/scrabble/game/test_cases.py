"""Positions and moves as text, in golden/*.txt: what is read of them, or why they are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrabble.errors import ScrabbleError
from scrabble.game import board_diagram, cgp
from scrabble.game.move import move_text, parse_move
from tests.cases import rewritten
from tests.conftest import DATA

CASES = sorted(Path(__file__).parent.joinpath("golden").glob("*.txt"))
BOARDS = {
    "EMPTY": "/".join(["15"] * 15),
    "CAT": "/".join(["15"] * 7 + ["6CaT6"] + ["15"] * 7),
    "GRID": "\n".join(
        ["." * 15] * 6 + ["......C........", "......a........", "......TO......."] + ["." * 15] * 6
    ),
}
MOST = 300  # characters of a refusal
# row 8: . . . . . . C a T . .   and S below the T: row 9
CATS = cgp.loads("15/15/15/15/15/15/15/6CaT6/8S6/15/15/15/15/15/15 AEINRS?/ 0/0 0 lex ENABLE;")


def told(text: str) -> Iterator[str]:
    """The position, what is said with it, and whether it can be solved; written again it is the same."""
    first, blank, rest = text.partition(" ") if "\n" not in text else text.partition("\n")
    text = BOARDS.get(first, first) + blank + rest
    if text.endswith(".txt"):
        text = (DATA / "reported" / text).read_text("utf-8")
    try:
        for line in [line for _, line in board_diagram.read(text)] if is_printed(text) else [text]:
            yield from read(line, text)
    except ScrabbleError as error:
        assert 0 < len(str(error)) < MOST and "\n" not in str(error)
        yield f"refused: {error}"


def is_printed(text: str) -> bool:
    """Whether a case is a printed board, or was meant to be one."""
    return board_diagram.looks_like_diagram(text) or "..." in text


def read(line: str, text: str) -> Iterator[str]:
    """What is read of a CGP, which may be that of a printed board."""
    position, notes = cgp.read(line)
    written = cgp.dumps(position)
    yield "the same" if written == text else written
    yield from notes
    assert cgp.loads(written) == position
    if any(position.rack_codes) and not position.bag:
        yield from (f"odd: {problem}" for problem in position.problems())


def told_move(text: str) -> Iterator[str]:
    """The move on the board with CATS as it is written, the squares it covers and its score."""
    try:
        move = parse_move(text, CATS)
        CATS.check(move)
    except ScrabbleError as error:
        yield f"refused: {error}"
        return
    assert parse_move(move_text(move, CATS), CATS) == move
    yield f"{move_text(move, CATS)}, {CATS.score(move)} points"


TOLD = {"moves": told_move}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_positions(path: Path, golden: Callable[[Path, str], None]) -> None:
    golden(path, rewritten(path, TOLD.get(path.stem, told)))


def test_each_operation_is_refused_without_a_value() -> None:
    refused = (Path(__file__).parent / "golden" / "refused.txt").read_text("utf-8")
    missing = [name for name in cgp.OPERATIONS if f"operation {name}: expected " not in refused]
    assert cgp.OPERATIONS and not missing
