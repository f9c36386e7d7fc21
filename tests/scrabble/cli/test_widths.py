"""Tables on terminals of 60, 80 and 120 columns: no line is wider, and no column is lost."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from tests.terminal import Terminal
from tests.worlds.many_games import OPTIONS
from tests.worlds.scrabble_games import GAMES

LONG_NAME = "josh-nationals-round-20.gcg"
INDENT = 11  # of a path, at most
COMMANDS = {  # and what their tables say in one word each
    ("analyse", GAMES / "g0010.gcg", *OPTIONS): "turn player played best value lost final thrown",
    (
        "analyse",
        "FOLDER",
        *OPTIONS,
    ): f"first second final mistakes player games thrown {LONG_NAME} Featherstone",
    ("solve", "out-in-two", "--no-board", "--show", "5"): "Value Line move points value worse",
    (
        "solve",
        "preendgame:2",
        "--no-board",
        "--nodes",
        "50",
    ): "Win probability Spread move points wins spread",
    ("compare", "out-in-one", "--solvers", "mtdf,bstar"): "solver nodes expansions agreement points",
    ("bench", "--set", "late:1", "--solvers", "mtdf,bstar"): "proven median effort set-up memory",
    ("positions", "out-in-two", "--moves"): "play points leaves",
    ("positions", "out-in-two", "--plan"): "totals blocks race move pessimistic realistic optimistic",
    ("lexicon", "list"): "ENABLE free-polish 3,276,146 bundled polish enable.dawg",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two games with long names, of files and of players."""
    folder = tmp_path_factory.mktemp("games")
    for at, name in enumerate((LONG_NAME, "josh-nationals-round-8.gcg")):
        text = (GAMES / f"g00{1 + at}0.gcg").read_text("utf-8")
        text = text.replace("#player1 alpha Alpha", "#player1 alpha Bartholomew Featherstone")
        (folder / name).write_text(text, "utf-8")
    return folder


def with_folder(command, folder) -> list[str]:
    return [str(folder) if each == "FOLDER" else str(each) for each in command]


GAME, FOLDER, *_ = COMMANDS
WIDTHS = [*((command, 60) for command in COMMANDS), (GAME, 120), (FOLDER, 80)]


@pytest.mark.parametrize(("command", "width"), WIDTHS)
def test_no_line_is_wider_than_the_terminal(command, width, folder, endgame, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    out = re.sub(r"\x1b\[[0-9;]*m", "", endgame(*with_folder(command, folder)).out)
    lines = [line.rstrip() for line in out.splitlines()]
    assert len(lines) > 3
    breakable = [line for line in lines if max(map(cell_len, line.split()), default=0) <= width - INDENT]
    assert max(map(cell_len, breakable)) <= width  # a path, as long as the folder of the test, is one word
    assert "…" not in out
    for word in COMMANDS[command].split():
        assert word in "".join(out.split()), word


def test_on_a_real_terminal():
    """What comes through a pseudo-terminal of 60 columns."""
    with Terminal("lexicon", "list", columns=60) as terminal:
        assert terminal.end() == 0
    lines = re.sub(r"\x1b\[[0-9;]*m", "", terminal.seen).splitlines()
    assert max(map(cell_len, lines)) <= 60
    shown = "".join("".join(lines).split())
    assert all(word in shown for word in COMMANDS["lexicon", "list"].split())
