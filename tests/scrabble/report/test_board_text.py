"""The board and the racks as text."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.move import parse_move
from scrabble.game.position import Position, scores_line
from scrabble.records.replay import replay
from scrabble.report import board_text
from tests.cases import rewritten
from tests.worlds.scrabble_games import game

NARROW = 40  # columns
ROWS = ["15"] * 7 + ["6CaT6"] + ["15"] * 7


def console(width: int = 80, colours: bool = False) -> Console:
    return Console(
        file=io.StringIO(), width=width, force_terminal=colours, color_system="truecolor" if colours else None
    )


def drawn(position: Position, width: int = 80, colours: bool = False, move: str | None = None) -> list[str]:
    """The lines of a drawing."""
    screen = console(width, colours)
    played = None if move is None else parse_move(move, position)
    screen.print(board_text.board_text(position, screen, played))
    file = screen.file
    assert isinstance(file, io.StringIO)
    return [line.rstrip() for line in file.getvalue().splitlines()]


@pytest.fixture
def position() -> Position:
    return cgp.loads("/".join(ROWS) + " ?ZA/DE 101/-7 2 lex ENABLE;")


def test_colours_show_the_move(position):
    lines = drawn(position, colours=True, move="8G (CaT)Z")
    assert "Z" in lines[8] and "\x1b[" in lines[8]
    assert "Z" not in drawn(position, move="8G (CaT)Z")[8]


def test_without_colours_a_terminal_shows_the_move_too(position):
    screen = Console(file=io.StringIO(), width=80, force_terminal=True, no_color=True)
    screen.print(board_text.board_text(position, screen, parse_move("8G (CaT)Z", position)))
    assert isinstance(screen.file, io.StringIO)
    row = screen.file.getvalue().splitlines()[8]
    assert "\x1b[1;7mZ \x1b[0m" in row


def test_the_last_tile_of_a_row_is_as_wide_as_the_others():
    position = cgp.loads("/".join(["15"] * 7 + ["6CATALOGUE"] + ["15"] * 7) + " A/B 0/0 0")
    screen = console(colours=True)
    screen.print(board_text.board_text(position, screen))
    assert isinstance(screen.file, io.StringIO)
    row = screen.file.getvalue().splitlines()[8]
    assert "E \x1b[0m" in row and "E\x1b" not in row
    rack = screen.file.getvalue().splitlines()[2]
    assert rack.endswith("A \x1b[0m")


def test_a_terminal_shows_what_the_signs_mean(position):
    lines = drawn(position, colours=True)
    assert "- 2 x word   ' 2 x letter" in "\n".join(lines) and "4 x word" not in "\n".join(lines)
    assert "2 x word" not in "\n".join(drawn(position))


def test_no_end_by_scoreless_turns(position):
    rules = dataclasses.replace(position.rules, scoreless_limit=None, pass_limit=None)
    assert drawn(dataclasses.replace(position, rules=rules))[7].endswith("    scoreless turns: 2")
    assert BoardLayout.load("CrosswordGame") == position.layout


def test_a_rack_that_is_not_known_is_not_empty():
    """What was drawn is read again as the same position."""
    recorded = replay(game("g0040"))
    known = recorded.turns[20].position
    position = dataclasses.replace(known, rack_codes=(known.rack_codes[0], b""))
    lines = drawn(position)
    assert lines[5].endswith("      not known") and "no tiles" not in "\n".join(lines)
    assert Position.from_board("\n".join(lines)).cgp() == position.cgp()
    assert scores_line(position) == "to move ADEEGQT 313, opponent not known 356"
    over = recorded.final
    assert over.bag_count <= 0 and "not known" not in "\n".join(drawn(over))
    assert sum(line.endswith("      no tiles") for line in drawn(over)) == 1


def drawings(text: str) -> Iterator[str]:
    """The drawing of a position, and a narrow one if it is less wide than that."""
    wide = drawn(cgp.loads(text))
    assert max(map(len, wide)) <= 80
    yield from wide
    if len(wide[0]) <= NARROW:
        narrow = drawn(cgp.loads(text), NARROW)
        assert max(map(len, narrow)) <= NARROW
        yield from filter(None, narrow)


def test_drawings(golden: Callable[[Path, str], None]) -> None:
    path = Path(__file__).with_name("golden") / "boards.txt"
    golden(path, rewritten(path, drawings))
