"""Tables on a narrow screen: headings and numbers stay whole."""

from __future__ import annotations

import io
import itertools
from collections import Counter

import pytest
from rich.console import Console

from scrabble.cli import terminal
from scrabble.report.tables import new_table, truncated_table

HEADINGS = ("solver", "best moves", "expansions", "median")


def table():
    made = new_table(HEADINGS, right=HEADINGS[1:], whole=HEADINGS[:1])
    made.add_row("alphabeta", "3F (L)LANO", "1,234,567", "0.002")
    return made


@pytest.mark.parametrize("width", [45, 60, 80])
def test_nothing_is_cut(width, capsys):
    terminal.write(Console(file=io.StringIO(), width=width), table())
    out = capsys.readouterr().out
    assert "…" not in out and "..." not in out
    for word in ("solver", "best", "moves", "expansions", "median", "alphabeta", "1,234,567", "0.002"):
        assert word in out.split()


def test_the_rest_is_counted():
    [_, rest] = truncated_table(table(), 12, 10)
    assert str(rest) == "and 2 more (--show 0 shows all)"
    assert len([*truncated_table(table(), 12, 0)]) == len([*truncated_table(table(), 10, 10)]) == 1


def printed(table, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    console.print(table, crop=False)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def games():
    made = new_table(("game", "lost", "mistakes"), right=("lost",), whole=("lost",))
    made.add_row("round-20.gcg", "12", "2 large, 1 medium, 3 small")
    made.add_row("round-8.gcg", "", "")
    return made


def test_the_forms_of_a_table():
    assert printed(games(), 80) == [
        "game          lost  mistakes",
        "round-20.gcg    12  2 large, 1 medium, 3 small",
        "round-8.gcg",
    ]
    assert printed(games(), 38) == [
        "game          lost  mistakes",
        "round-20.gcg    12  2 large, 1 medium,",
        "                    3 small",
        "round-8.gcg",
    ]
    assert printed(games(), 30) == [
        "game         lost mistakes",
        "round-20.gcg   12 2 large, 1",
        "                  medium, 3",
        "                  small",
        "round-8.gcg",
    ]
    assert printed(games(), 22) == [
        "game round-20.gcg",
        "  lost 12",
        "  mistakes 2 large,",
        "  1 medium, 3 small",
        "game round-8.gcg",
    ]


@pytest.mark.parametrize("width", range(8, 60))
def test_no_line_is_too_long_and_nothing_is_lost(width):
    for made in (games(), table()):
        lines = printed(made, width)
        assert max(map(len, lines)) <= width
        written = "".join("".join(lines).split())
        cells = [[str(cell) for cell in row] for row in made.rows]
        for column, texts in zip(made.columns, zip(*cells, strict=True), strict=True):
            if column.is_whole:
                assert all("".join(text.split()) in written for text in texts)
        letters = "".join(itertools.chain(*cells)).replace(" ", "")
        assert not Counter(letters) - Counter(written)
