"""Text of any origin on a terminal: control characters are escaped, everything else is unchanged."""

from __future__ import annotations

import ast
import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from scrabble.files import json_line
from scrabble.report import blocks
from scrabble.report.tables import new_table
from scrabble.safe_text import new_console, one_line, visible, visible_json
from tests.conftest import REPOSITORY

STYLES = re.compile(r"\x1b\[[0-9;]*m")
WRITERS = {"click.echo", "click.secho", "print", "Console", "sys.stdout.write", "sys.stderr.write"}
MAY_WRITE = {  # where text meets a terminal
    "scrabble/cli/terminal.py",
    "scrabble/cli/entrance.py",  # before anything of ours is imported
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ćma L·L 8D QUIRKY – 76 ½ ok", None),
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("\x9b2J\x7f\x00\x08\x07", r"\x9b2J\x7f\x00\x08\x07"),
        ("REFUSED\rverified", r"REFUSED\rverified"),
        ("left\u202eright\u2066\u200b\u061c", r"left\u202eright\u2066\u200b\u061c"),
        ("line\u2028line\x85line\x0bline", r"line\u2028line\x85line\x0bline"),
        ("a tag \U000e0041, a half \ud800", r"a tag \U000e0041, a half \ud800"),
        ("a space\u00a0that holds", "a space\u00a0that holds"),
    ],
)
def test_control_characters_are_spelt_out(text: str, shown: str | None) -> None:
    shown = text if shown is None else shown
    assert visible(text) == shown == one_line(text)
    assert visible(f"{text}\n{text}") == f"{shown}\n{shown}"
    assert one_line(f"{text}\n{text}") == rf"{shown}\n{shown}"


@given(st.text())
def test_nothing_else_is_left_and_json_stays_the_same(text: str) -> None:
    assert all(each.isprintable() or each.isspace() for each in visible(text))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", visible(text))
    for is_ascii in (True, False):
        line = json_line({text: text}, is_ascii)
        assert json.loads(line) == {"version": 3, text: text} and one_line(line) == line
        assert json.loads(visible_json(json.dumps(text, ensure_ascii=is_ascii))) == text


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_console_writes_no_control_characters_but_its_own(is_terminal: bool) -> None:
    console = new_console(file=io.StringIO(), force_terminal=is_terminal, width=200)
    table = new_table(("name", "title"), right=("title",))
    table.add_row("evil\nverified\x1b[2J", blocks.Text("\x9b2J\u202etitle", "bold"))
    console.print(
        "\x1b]0;title\x07", Text("\x1b[8mhidden"), Text.assemble(("\u2066", "dim")), table, sep="\n"
    )
    written = console.file.getvalue()
    assert ("\x1b[1m" in written) is is_terminal
    written = STYLES.sub("", written)
    assert [line.rstrip() for line in written.split("\n")] == [
        r"\x1b]0;title\x07",
        r"\x1b[8mhidden",
        r"\u2066",
        r"name                               title",
        r"evil\nverified\x1b[2J  \x9b2J\u202etitle",
        "",
    ]


def test_all_that_is_written_goes_through_there() -> None:
    found = set()
    for source in [*(REPOSITORY / "scrabble").rglob("*.py"), *(REPOSITORY / "bstar").rglob("*.py")]:
        text = source.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if any(each in text for each in WRITERS) else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in WRITERS:
                found.add(str(source.relative_to(REPOSITORY)))
    assert found == MAY_WRITE


@pytest.mark.parametrize("is_old", [False, True])
def test_a_console_without_ansi_codes_gets_none(monkeypatch, is_old):
    """As the consoles of old versions of Windows."""
    monkeypatch.setattr("rich.console.detect_legacy_windows", lambda: is_old)
    console = new_console(file=io.StringIO(), force_terminal=True, color_system="standard")
    with console.capture() as capture:
        console.print(Text("CAT", "bold red"))
    assert capture.get() == ("CAT\n" if is_old else "\x1b[1;31mCAT\x1b[0m\n")
