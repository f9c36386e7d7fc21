"""Fixtures for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import running_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A running browser, one for all tests of a process."""
    with running_browser() as browser:
        yield browser
