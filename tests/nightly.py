"""What takes too long for every change: the tests of a night, job by job.

python -m tests.nightly                          every job that can run here, one line each
python -m tests.nightly slow campaigns           some of them
python -m tests.nightly --list                   what there is, and why a job cannot run here
python -m tests.nightly slow --tests tests/bstar    a job that runs all tests runs these instead

What a job prints goes into a file, and its end is shown if it fails.  The exit status is 1 if one fails; a
job that cannot run here says why and does not count, unless `--strict` makes a failure of it.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser import BROWSERS
from tests.campaign import CAMPAIGNS
from tests.campaign.results import FOLDER
from tests.campaign.versions import PYTHONS, interpreter
from tests.conftest import REPOSITORY

LAST_LINES = 30  # shown of a job that fails
PASSED, NOT_RUN, FAILED = "passed", "not run", "FAILED"
Need = Callable[[], str]  # why a job cannot run here; empty: it can


@dataclass(frozen=True)
class Job:
    """A job: what it is, what it needs, and its command."""

    name: str
    about: str
    command: Callable[[argparse.Namespace], Sequence[str]]
    needs: tuple[Need, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    def missing(self) -> str:
        """Return why it cannot run here; empty if it can."""
        return "; ".join(filter(None, (need() for need in self.needs)))


def pytest(*options: str) -> Callable[[argparse.Namespace], Sequence[str]]:
    """Return a command that runs tests, all of them unless some are named."""
    return lambda given: ("pytest", *options, *given.tests)


def versions(
    python: str, which: str, tests: Sequence[str] = ("--all",)
) -> Callable[[argparse.Namespace], Sequence[str]]:
    """Return a command that runs tests in an environment of its own."""
    start = ("tests.campaign.versions", "--python", python, "--which", which)
    return lambda given: (*start, *(given.tests or tests))


def campaigns(given: argparse.Namespace) -> Sequence[str]:
    """Return the command of the campaigns, with other seeds each day."""
    first = int(time.time() // (24 * 60 * 60)) * 100_000
    each = str(given.minutes / len(CAMPAIGNS))
    cases = ("--first", str(first), "--cases", "100000", "--minutes", each)
    return ("tests.campaign", "run", *CAMPAIGNS, *cases)


def program(*names: str) -> Need:
    """Need one of some programs."""
    return lambda: "" if any(map(shutil.which, names)) else f"there is no {' or '.join(names)}"


def module(name: str) -> Need:
    """Need a module."""
    return lambda: "" if importlib.util.find_spec(name) else f"{name} is not installed"


def python(version: str) -> Need:
    """Need an interpreter."""
    return lambda: "" if interpreter(version) else f"there is no Python {version}"


def machine(*names: str) -> Need:
    """Need a kind of machine."""
    return lambda: "" if platform.machine() in names else f"this machine is {platform.machine()}"


def playwrights(name: str) -> Need:
    """Need a browser that Playwright has installed."""

    def need() -> str:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as found:
            path = Path(getattr(found, name).executable_path)
        return "" if path.exists() else f"{name} is not installed: playwright install {name}"

    return lambda: module("playwright")() or need()


UV = program("uv")
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
PAGES = ("tests/scrabble/web", "tests/scrabble/report/pages")
COMPILED = ("tests/bstar/compile", *(f"tests/bstar/test_{each}.py" for each in ("jit", "games", "engine")))
KERNELS = ("tests/bstar", "tests/guard", "tests/scrabble/bounds", "tests/scrabble/movegen")
KERNELS += ("tests/scrabble/selfplay", "tests/scrabble/solver", "tests/scrabble/lexicon")
JOBS = (
    Job("slow", "the long tests", pytest("-m", "slow")),
    Job("network", "what asks the npm registry and the archive of Debian", pytest("-m", "network")),
    Job("campaigns", "each campaign for its part of the minutes, from seeds of the day", campaigns),
    Job("mutation", "changes of meaning that some test has to see", lambda given: ("tests.mutation",)),
    Job(
        "skips",
        "all tests, with more random examples; one that is skipped has failed",
        pytest("-p", "tests.no_skips", "--hypothesis-profile=default"),
        (program(*BROWSERS), program("cc"), module("pandas"), module("axe_playwright_python")),
    ),
    Job(
        "indices",
        "kernels that look whether each index is from 0 to the last",
        lambda given: ("pytest", *(given.tests or KERNELS)),
        environment={"NUMBA_BOUNDSCHECK": "1"},
    ),
    Job("newest-numba", "kernels with the newest numba", versions(HERE, "newest-numba", COMPILED), (UV,)),
    Job(
        "oldest", "all tests with the oldest versions that pyproject allows", versions(HERE, "oldest"), (UV,)
    ),
    *(
        Job(f"python-{each}", f"all tests on Python {each}", versions(each, "newest"), (UV, python(each)))
        for each in PYTHONS
    ),
    Job(
        "wheel",
        "a wheel that brings its kernels, where nothing can compile or be written, and on an aarch64",
        pytest("-m", "slow or network", "tests/install/test_kernels.py"),
        (module("ziglang"),),
    ),
    Job("aarch64", "all tests on another kind of processor", pytest(), (machine("aarch64", "arm64"),)),
    *(
        Job(
            each,
            f"the pages in {each}",
            lambda given: ("pytest", *(given.tests or PAGES)),
            (playwrights(each),),
            {"ENDGAME_BROWSER": each},
        )
        for each in ("firefox", "webkit")
    ),
)


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says."""
    names = [job.name for job in JOBS]
    parser = argparse.ArgumentParser(
        prog="python -m tests.nightly", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=f"which: {', '.join(names)}; else all of them")
    parser.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    parser.add_argument("--strict", action="store_true", help="a job that cannot run here has failed")
    parser.add_argument("--minutes", type=float, default=60.0, help="for all campaigns together (60)")
    parser.add_argument("--tests", nargs="+", default=[], help="instead of all, where a job runs all tests")
    parser.add_argument("--out", type=Path, default=FOLDER / "nightly", help="the folder of what jobs print")
    given = parser.parse_args(arguments)
    for name in given.jobs:
        if name not in names:
            parser.error(f"no job {name!r}, expected one of {', '.join(names)}")
    chosen = [job for job in JOBS if not given.jobs or job.name in given.jobs]
    if given.list:
        print("\n".join(f"{job.name:13} {job.about}{_in_parentheses(job.missing())}" for job in chosen))
        return 0
    results = [run(job, given) for job in chosen]
    return int(FAILED in results or (given.strict and NOT_RUN in results))


def run(job: Job, given: argparse.Namespace) -> str:
    """Run a job if it can be run here, print its line, and return what came of it."""
    reason = job.missing()
    if reason:
        print(f"{job.name:13} {NOT_RUN}: {reason}", flush=True)
        return NOT_RUN
    given.out.mkdir(parents=True, exist_ok=True)
    path, begun = given.out / f"{job.name}.txt", time.monotonic()
    with path.open("wb") as file:
        command = [sys.executable, "-m", *job.command(given)]
        status = subprocess.run(
            command, cwd=REPOSITORY, env=os.environ | job.environment, stdout=file, stderr=file, check=False
        ).returncode
    said = path.read_text("utf-8", "replace").splitlines()
    result = FAILED if status else PASSED
    last = said[-1].strip("= ") if said else ""
    print(f"{job.name:13} {result}, {time.monotonic() - begun:.0f} s: {last}", flush=True)
    if status:
        print("\n".join(f"    {line}" for line in said[-LAST_LINES:]), flush=True)
    return result


def _in_parentheses(reason: str) -> str:
    return f" (not here: {reason})" if reason else ""


if __name__ == "__main__":
    sys.exit(main())
