"""Draw the pictures of the first page: what `endgame solve` prints on a terminal, and the page of a game.

    python -m tests.tools.draw_pictures         writes terminal.svg and page.png to .github/

The page is drawn by a browser that is installed (chromium); the terminal needs none.
"""

from __future__ import annotations

import dataclasses
import io
import re
import shutil
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

import scrabble
from scrabble.report import board_text
from scrabble.report.pages.game import game_page
from scrabble.report.solution import solution_text
from scrabble.solver import SolveOptions
from tests.conftest import REPOSITORY

FOLDER = REPOSITORY / ".github"
TERMINAL, PAGE = "terminal.svg", "page.png"
POSITION, GAME = "out-in-two", "g0030"
LINES = 4
WIDTH = 76  # characters
SIZE = {"width": 1200, "height": 860}  # pixels
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FONT = re.compile(r"\s*@font-face \{.*?\n\s*\}", re.DOTALL)  # from a network: left out


def terminal() -> str:
    """What `endgame solve` prints, as SVG; the time is always the same."""
    console = Console(
        file=io.StringIO(),
        width=WIDTH,
        record=True,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
    )
    solution = dataclasses.replace(scrabble.solve(POSITION, wants=SolveOptions(shown=LINES)), seconds=0.01)
    console.print(Text(f"$ endgame solve {POSITION} --lines {LINES}", "bold"))
    console.print(board_text.board_text(solution.position, console, solution.move), "", sep="\n")
    console.print(solution_text(solution, LINES))
    drawn = console.export_svg(title="endgame", unique_id="endgame")
    return "\n".join(line.rstrip() for line in FONT.sub("", drawn).splitlines()) + "\n"


def page(path: Path) -> None:
    """Draw the page of a game at a turn with a mistake."""
    from playwright.sync_api import sync_playwright

    browser_path = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "game.html"
        file.write_text(game_page(scrabble.analyse(GAME, "ENABLE"), f"{GAME}.gcg"), "utf-8")
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        opened = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        opened.goto(file.as_uri())
        opened.screenshot(path=path)
        browser.close()


def main() -> None:
    """Write both."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / TERMINAL).write_text(terminal(), "utf-8")
    page(FOLDER / PAGE)


if __name__ == "__main__":
    sys.exit(main())
