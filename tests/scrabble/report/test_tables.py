"""Tables on a narrow screen: headings and numbers stay whole."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from scrabble.cli import terminal
from scrabble.report.tables import new_table, with_rest

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
    [_, rest] = with_rest(table(), 12, 10)
    assert str(rest) == "and 2 more (--lines 0 shows all)"
    assert len([*with_rest(table(), 12, 0)]) == len([*with_rest(table(), 10, 10)]) == 1
