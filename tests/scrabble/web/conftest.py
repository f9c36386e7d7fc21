"""The explorer served, for programs and for a real browser, as wide as a desktop and as a telephone."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from tests.browser import opened_page
from tests.scrabble.web.browsing import wait_for
from tests.scrabble.web.served import NO_CERTIFICATES, NO_LEXICONS, PATIENCE, served


@pytest.fixture(autouse=True)
def bundled_lexicons_only(monkeypatch):
    """The lexicons of whoever runs the tests are not theirs."""
    monkeypatch.setenv("XDG_DATA_HOME", NO_LEXICONS)


@pytest.fixture(scope="session")
def running():
    """A server of the explorer, for all tests of these."""
    with served() as found:
        yield found


@pytest.fixture
def client(running):
    """A program that asks it."""
    from httpx import Client

    with Client(base_url=running.address, timeout=PATIENCE, **NO_CERTIFICATES) as client:
        yield client


@pytest.fixture
def page(running):
    """What a page does, without a browser."""
    from tests.scrabble.web.listening import listening

    with listening(running.address) as page:
        yield page


@pytest.fixture(scope="module")
def address(browser, running):
    return running.address


@pytest.fixture
def desktop(browser, address):
    """A page as wide as a desktop, for what does not depend on the width."""
    with opening(browser, address, "desktop") as page:
        yield page


@contextmanager
def opening(browser, address: str, name: str, scheme: str = "light"):
    """The explorer in a window, ready."""
    with opened_page(browser, name, address, scheme) as page:
        page.locator("#lexicon option").first.wait_for(state="attached")
        wait_for(page, "#connection", "", alone=True)
        page.locator("#board svg").wait_for()
        yield page
