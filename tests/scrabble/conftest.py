"""Fixtures for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import running_browser


@pytest.fixture(scope="module")  # not longer: there is one at a time in a process
def browser() -> Iterator[Any]:
    """A running browser."""
    with running_browser() as browser:
        yield browser
