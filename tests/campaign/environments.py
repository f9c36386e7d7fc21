"""Fresh environments: an interpreter, the versions of what the program needs, and tests run there.

Nothing is installed of the program itself: the tests run on the sources.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

from tests.conftest import REPOSITORY

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
OUTCOME = re.compile(r"(\d+) (passed|failed|skipped|deselected|error)")
LEFT_OUT = {
    "ruff",
    "mypy",
    "import-linter",
    "playwright",
    "axe-playwright-python",
    "hatchling",
}  # no test of these
SHOWN = ("numpy", "numba", "click", "rich", "matplotlib", "distributed", "starlette")
SLICE = (
    *("tests/bstar/compile", "tests/bstar/test_jit.py", "tests/bstar/test_games.py", "tests/scrabble/game"),
    *("tests/scrabble/test_sources.py", "tests/scrabble/records"),
    *("tests/scrabble/lexicon/test_formats.py", "tests/scrabble/solver/test_positions.py"),
    *("tests/scrabble/cli/test_commands.py", "tests/scrabble/web/test_api.py"),
)


class Ran(NamedTuple):
    """What came of tests in an environment."""

    counts: dict[str, int]  # passed, failed, ...; nothing if none could be run
    seconds: float
    said: str  # the last lines


def interpreter(version: str) -> str | None:
    """An interpreter of this version, if there is one on this machine."""
    beside = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    named = shutil.which(f"python{version}")
    for path in (*([named] if named else []), *map(str, beside)):
        told = subprocess.run([path, "-c", "import venv"], capture_output=True, check=False)
        if told.returncode == 0:
            return path
    return None


def requirements(
    extras: Sequence[str] = ("cluster", "notebook", "web", "test"), python: str | None = None
) -> list[Requirement]:
    """What the program and its tests need, as pyproject says; on the Python that is named, or this one."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    groups = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    found = [Requirement(text) for group in groups for text in group]
    there = {"python_version": python} if python else {}
    return [
        each
        for each in found
        if each.name not in LEFT_OUT and (not each.marker or each.marker.evaluate(there))
    ]


def oldest(needed: Sequence[Requirement]) -> list[str]:
    """The lowest version of each that its range begins with."""
    lowest = {each.name: spec.version for each in needed for spec in each.specifier if spec.operator == ">="}
    return [f"{name}=={version}" for name, version in sorted(lowest.items())]


def make(folder: Path, python: str, wanted: Sequence[str]) -> str | None:
    """Make an environment with these packages; what went wrong, if they cannot be had."""
    if folder.exists():
        shutil.rmtree(folder)
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    command = [str(_python(folder)), "-m", "pip", "install", "-q", "--prefer-binary", *wanted]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in told.stderr.splitlines() if line.startswith("ERROR")]
    return None if told.returncode == 0 else " ".join(lines[-1:] or told.stderr.splitlines()[-1:])


def versions(folder: Path, names: Sequence[str] = SHOWN) -> dict[str, str]:
    """The versions that were installed."""
    code = (
        "import sys, importlib.metadata as found\nfor name in sys.argv[1:]: print(name, found.version(name))"
    )
    told = subprocess.run(
        [_python(folder), "-c", code, *names], capture_output=True, text=True, check=False
    ).stdout
    return dict(line.split() for line in told.splitlines())


def tested(folder: Path, tests: Sequence[str]) -> Ran:
    """Run tests there, with a cache of kernels of its own."""
    began = time.monotonic()
    given = os.environ | {"PYTHONPATH": str(REPOSITORY), "NUMBA_CACHE_DIR": str(folder / "kernels")}
    told = subprocess.run(
        [_python(folder), "-m", "pytest", "-n0", "-q", *tests],
        cwd=REPOSITORY,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = told.stdout.splitlines() + told.stderr.splitlines()
    found = {what: int(number) for line in lines[-3:] for number, what in OUTCOME.findall(line)}
    return Ran(found, time.monotonic() - began, "\n".join(lines[-20:]))


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
