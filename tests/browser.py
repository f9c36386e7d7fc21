"""A browser for the tests of pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

WIDTHS = {"desktop": (1280, 900), "telephone": (390, 844)}
# by default a page is opened as wide as a desktop; where the width matters, as a telephone as well
MOSTLY_WIDE = ["desktop", pytest.param("telephone", marks=pytest.mark.slow)]
at_both_widths = pytest.mark.parametrize("opened", list(WIDTHS), indirect=True)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


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
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def text_right(cell: Any) -> float:
    """Return where the text of a cell ends, in pixels from the left of the window."""
    code = "cell => { const all = document.createRange(); all.selectNodeContents(cell); "
    return float(cell.evaluate(code + "return all.getBoundingClientRect().right; }"))
