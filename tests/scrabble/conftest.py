"""Fixtures for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.browser import running_browser
from tests.conftest import TESTS, TOGETHER

_open = ExitStack()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A running browser, one for all tests of a process."""
    with _open:
        yield _open.enter_context(running_browser())


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser after the last test of those files: its event loop would be in the way of others."""
    if nextitem is None or nextitem.path.relative_to(TESTS).as_posix() not in TOGETHER:
        _open.close()
