"""Draw the pictures of the first page: the answer of `endgame solve`, the page of a game, the explorer.

    python -m tests.tools.draw_pictures         writes terminal.svg, page.png and explorer.png to .github/

Page and explorer are drawn by an installed browser (chromium); the terminal needs none.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace as with_fields
from rich.console import Console
from rich.text import Text

import scrabble
from scrabble import sources
from scrabble.report import board_text
from scrabble.report.pages.game import game_page
from scrabble.report.solution import solution_text
from scrabble.solver import SolveOptions, solve
from tests.browser import BROWSERS
from tests.conftest import REPOSITORY
from tests.scrabble.web.served import PATIENCE, served

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = REPOSITORY / ".github"
TERMINAL, PAGE, EXPLORER = "terminal.svg", "page.png", "explorer.png"
POSITION, GAME = "out-in-two", "g0030"
LINES = 4
WIDTH = 76  # characters
SIZE = {"width": 1200, "height": 860}  # pixels
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
    [entry] = sources.entries([POSITION])
    position, lexicon, *_ = sources.resolve(entry)
    solution = solve(position, lexicon, SolveOptions(cheap_exact=LINES))
    solution = with_fields(solution, seconds=0.01)
    console.print(Text(f"$ endgame solve {POSITION} --show {LINES}", "bold"))
    console.print(board_text.board_text(solution.position, console, solution.move), "", sep="\n")
    console.print(solution_text(solution, LINES))
    drawn = console.export_svg(title="endgame", unique_id="endgame")
    return "\n".join(line.rstrip() for line in FONT.sub("", drawn).splitlines()) + "\n"


def page(path: Path) -> None:
    """Draw the page of a game at a turn with a mistake."""
    with tempfile.TemporaryDirectory() as folder, _browser() as opened:
        file = Path(folder) / "game.html"
        file.write_text(game_page(scrabble.analyse(GAME, "ENABLE"), f"{GAME}.gcg"), "utf-8")
        opened.goto(file.as_uri())
        opened.screenshot(path=path)


def explorer(path: Path) -> None:
    """Draw the explorer when the best move is proven."""
    with served(POSITION) as running, _browser() as opened:
        opened.goto(running.address)
        opened.locator("#claim", has_text="Proven").wait_for(timeout=PATIENCE * 1000)
        opened.screenshot(path=path)


@contextmanager
def _browser() -> Iterator[Page]:
    """Open an empty page in the browser that is installed."""
    from playwright.sync_api import sync_playwright

    browser_path = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        yield browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        browser.close()


def main() -> None:
    """Write all three."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / TERMINAL).write_text(terminal(), "utf-8")
    page(FOLDER / PAGE)
    explorer(FOLDER / EXPLORER)


if __name__ == "__main__":
    sys.exit(main())
