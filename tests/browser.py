"""A browser for the tests of pages."""

from __future__ import annotations

import functools
import importlib.resources
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

WIDTHS = {"desktop": (1280, 900), "telephone": (390, 844)}
ARGUMENTS = ("--no-sandbox", "--js-flags=--no-opt --no-maglev")  # faster code comes too late for short pages
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The path of a browser that is installed; the test is skipped when there is none."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    installer = os.environ.get("BROWSER_INSTALLER", "none")  # the process of .ci/run, if it installs one
    while Path("/proc", installer).exists():
        time.sleep(0.5)
    found = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if found is None:
        pytest.skip("no chromium found: apt-get install chromium")
    return found


@contextmanager
def running_browser() -> Iterator[Any]:
    """Playwright's browser, one at a time in a process; the test is skipped when there is none."""
    other = os.environ.get("ENDGAME_BROWSER")  # firefox or webkit, as Playwright has installed it
    path = None if other else chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        if other:
            browser = getattr(playwright, other).launch()
        else:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Window(NamedTuple):
    """A window, what has failed in it, and the addresses that it has asked for."""

    page: Any
    problems: list[str]
    asked: list[str]


@functools.cache
def _window(browser: Any, size: str) -> Window:
    """A window of one size, the same for all tests of a process: a new one takes as long as a page."""
    width, height = WIDTHS[size]
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    found = Window(page, [], [])
    page.on("pageerror", lambda error: found.problems.append(str(error)))
    page.on("console", lambda said: found.problems.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: found.asked.append(request.url))
    return found


@contextmanager
def opened_page(browser: Any, size: str, address: str, scheme: str = "light") -> Iterator[Any]:
    """A page opened anew in a window; at the end nothing may have failed but its `expected_errors`.

    Nor may anything have been asked of anybody else; of a file, there is no network.
    """
    page, problems, asked = _window(browser, size)
    width, height = WIDTHS[size]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(
        media="null", color_scheme=scheme, reduced_motion="reduce"
    )  # motion takes long to draw
    page.unroute_all()
    is_file = address.startswith("file:")
    page.context.set_offline(is_file)
    page.expected_errors = []
    # what the page before still says as it is left is not of this one
    page.once("framenavigated", lambda _: (problems.clear(), asked.clear()))
    page.goto(address)
    yield page
    assert [each for each in problems if not any(map(each.__contains__, page.expected_errors))] == []
    own = "file:" if is_file else "/".join(address.split("/")[:4])
    assert [each for each in asked if not each.startswith((own, "data:", "blob:"))] == []


def offline_page(browser: Any, size: str, file: Path) -> AbstractContextManager[Any]:
    """A file opened in a window."""
    return opened_page(browser, size, file.as_uri())


AXE = """async (part) => {
  const isRendered = (each) => each.checkVisibility();
  const boards = [...document.querySelectorAll("svg.board")], shown = boards.find(isRendered);
  const away = boards.filter((each) => each !== shown).map((each) => [each, new Comment()]);
  for (const [each, mark] of away) each.replaceWith(mark);
  const all = [...document.querySelectorAll("body *")];
  const hidden = all.filter((each) => !isRendered(each) && isRendered(each.parentElement));
  const exclude = [...hidden, ...all.filter((each) => each.matches("tr:nth-child(n + 13)"))];
  const options = { resultTypes: ["violations"], selectors: false };
  const found = await axe.run({ include: [part], exclude }, options);
  for (const [each, mark] of away) mark.replaceWith(each);
  return found.violations.map((each) => [each.id, each.nodes.map((node) => node.html.slice(0, 200))]);
}"""


def axe_faults(page: Any, part: str = "html") -> list[Any]:
    """The rules that axe finds broken in a part of a page, with what breaks them.

    All of a page takes long, and so does what is not rendered, of which axe would find no fault; of boards
    one is enough, and of a table twelve rows.  The other boards are away meanwhile, as axe walks through all
    that is there.  Without axe the test is skipped.
    """
    package = pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    if not page.evaluate("'axe' in window"):
        page.evaluate((importlib.resources.files(package) / "axe.min.js").read_text("utf-8"))
    found: list[Any] = page.evaluate(AXE, part)
    return found


def text_right(cell: Any) -> float:
    """Return where the text of a cell ends, in pixels from the left of the window."""
    code = "cell => { const all = document.createRange(); all.selectNodeContents(cell); "
    return float(cell.evaluate(code + "return all.getBoundingClientRect().right; }"))
