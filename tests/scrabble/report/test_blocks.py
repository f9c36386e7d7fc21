"""Blocks of text: the same lines in a pipe and on a terminal, and as rich would break them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text as Styled

from scrabble.report.blocks import Block, Group, Paper, Text, TextTree, plain_text, styled_text

TEXTS = st.text(st.sampled_from("ab ·漢\n"), max_size=40)


def console(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, color_system=None, force_terminal=True)


def test_no_line_ends_within_a_move_that_fits() -> None:
    text = Text("After Keller's (14D PAIR 19), exchange QV or 1A FIE(F) 34 (out, +4)")
    assert [line.plain.rstrip() for line in text.lines(20)] == [
        "After Keller's",
        "(14D PAIR 19),",
        "exchange QV or",
        "1A FIE(F) 34 (out,",
        "+4)",
    ]
    assert [line.plain.rstrip() for line in Text("B 14D PAIR 19").lines(6)] == ["B 14D", "PAIR", "19"]


@given(TEXTS, st.integers(2, 12))
def test_lines_are_broken_as_rich_breaks_them(text: str, width: int) -> None:
    screen = console(width)
    expected = [str(line).rstrip() for line in Styled(text).wrap(screen, width)]
    assert [str(line).rstrip() for line in Text(text).lines(width)] == expected
    assert all(line.cells <= width for line in Text(text).lines(width))


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", "bold", "dim"])), max_size=4), st.integers(2, 12))
def test_each_part_keeps_its_style(parts: list[tuple[str, str]], width: int) -> None:
    of_letters = [style for text, style in parts for each in text if each.strip()]
    found = [style_at(line, at) for line in Text.assemble(*parts).lines(width) for at in letters(line)]
    assert found == of_letters


def letters(line: Text) -> list[int]:
    return [at for at, each in enumerate(line.plain) if each.strip()]


def style_at(line: Text, at: int) -> str:
    return next((style for start, end, style in line.spans if start <= at < end), "")


def test_a_style_reaches_the_terminal() -> None:
    screen = Console(file=io.StringIO(), width=40, force_terminal=True, color_system="standard")
    text = Text.assemble("move ", ("8D CAT", "bold"))
    assert styled_text(screen, [text]) == "move \x1b[1m8D CAT\x1b[0m\n"
    assert plain_text(Paper(40), [text]) == "move 8D CAT\n"


def grown() -> TextTree:
    tree = TextTree("all")
    tree.add("one").add("one and one")
    tree.add("two")
    return tree


@pytest.mark.parametrize("block", [grown(), Group("a b c d e f g", Text(), indent=3)])
def test_a_terminal_shows_the_same(block: Block) -> None:
    for width in (9, 40):
        lines = styled_text(console(width), [block]).splitlines()
        assert [line.rstrip() for line in lines] == plain_text(Paper(width), [block]).splitlines()


def test_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain_text(Paper(11), [grown()]).splitlines() == [
        *("all", "├── one", "│   └── one", "│       and", "│       one", "└── two")
    ]
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "latin-1"))
    assert plain_text(Paper(40), [grown()]).splitlines() == [
        *("all", "+-- one", "|   `-- one and one", "`-- two")
    ]


def test_control_characters_are_escaped() -> None:
    text = Text.assemble(("a\x1bb", "bold"), "c")
    assert plain_text(Paper(40), [text]) == "a\\x1bbc\n"
    [line] = text.lines(40)
    assert line.spans == [(0, 6, "bold")]
