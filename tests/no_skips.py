"""A plugin of pytest for a machine on which everything can be tested: a test that is skipped has failed.

python -m pytest -p tests.no_skips
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

Report = pytest.TestReport | pytest.CollectReport
ANYWHERE = (  # what cannot be otherwise on one machine, or is a case without meaning
    "root may read everything",
    "only root can",
    "nothing is compiled without numba",
    "the game is over",
    "without the lexicon ",
    "the lexicon ",
)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Judge the report on a test."""
    return _judged((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    """Judge the report on a file, which may be skipped as a whole."""
    return _judged((yield))


def _judged(report: Report) -> Report:
    """Make a failure of a skip without one of the reasons that hold anywhere."""
    if report.outcome != "skipped" or not isinstance(report.longrepr, tuple):
        return report
    reason = report.longrepr[2].removeprefix("Skipped: ")
    if not reason.startswith(ANYWHERE):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing should be: {reason}"
    return report
