"""A browser for the tests of pages."""

from __future__ import annotations

import importlib.resources
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

WIDTHS = {"desktop": (1280, 900), "telephone": (390, 844)}
# by default a page is opened as wide as a desktop; where the width matters, as a telephone as well
MOSTLY_WIDE = ["desktop", pytest.param("telephone", marks=pytest.mark.slow)]
at_both_widths = pytest.mark.parametrize("opened", list(WIDTHS), indirect=True)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The path of a browser that is installed; the test is skipped when there is none."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
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
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def offline_page(browser: Any, size: str, file: Path | None = None) -> Iterator[Any]:
    """A window without a network, with a file opened in it; at the end nothing must have failed.

    Nor must anything have been asked of a network.
    """
    width, height = WIDTHS[size]
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: problems.append(asked.url))
    if file is not None:
        page.goto(file.as_uri())
    yield page
    assert [each for each in problems if not each.startswith(("data:", "file:"))] == []
    context.close()


def axe_faults(page: Any) -> list[Any]:
    """The rules that axe finds broken in a page, with what breaks them; without axe the test is skipped."""
    package = pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    page.evaluate((importlib.resources.files(package) / "axe.min.js").read_text("utf-8"))
    found: list[Any] = page.evaluate(
        "async () => (await axe.run({resultTypes: ['violations']})).violations.map("
        "(each) => [each.id, each.nodes.map((node) => node.html.slice(0, 200))])"
    )
    return found


def text_right(cell: Any) -> float:
    """Return where the text of a cell ends, in pixels from the left of the window."""
    code = "cell => { const all = document.createRange(); all.selectNodeContents(cell); "
    return float(cell.evaluate(code + "return all.getBoundingClientRect().right; }"))
