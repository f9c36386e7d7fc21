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
    "check-jsonschema",
}  # needed by no test but the CHECKERS
CHECKERS = "tests/test_contracts.py"
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
    """An interpreter of this version, if there is one on this machine, or uv or pyenv has one."""
    beside = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    named = shutil.which(f"python{version}")
    for path in (*([named] if named else []), *map(str, beside), *_of_uv(version)):
        told = subprocess.run([path, "-c", "import venv"], capture_output=True, check=False)
        if told.returncode == 0:
            return path
    return None


def _of_uv(version: str) -> list[str]:
    command = ["uv", "python", "find", "--managed-python", "--no-python-downloads", version]
    if shutil.which("uv") is None:
        return []
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()[:1]


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


def make(
    folder: Path, python: str, wanted: Sequence[str], oldest: Sequence[str] = (), *options: str
) -> str | None:
    """Make an environment with the lowest versions of some packages, and others that go with them.

    Return what went wrong, if they cannot be had.
    """
    if shutil.which("uv") is None:
        return "there is no uv"
    if folder.exists():
        shutil.rmtree(folder)
    subprocess.run(["uv", "venv", "-q", "--python", python, str(folder)], check=True)
    pins = folder / "pins.txt"
    pins.write_text("")
    if oldest:
        reason = _installed(folder, "--resolution", "lowest-direct", *oldest)
        if reason is not None:
            return reason
        told = subprocess.run(_uv(folder, "freeze"), capture_output=True, text=True, check=True)
        pins.write_text(told.stdout)
    return _installed(folder, "--constraint", str(pins), *options, *wanted)


def _installed(folder: Path, *arguments: str) -> str | None:
    """Install packages; return the last line about what went wrong."""
    told = subprocess.run(
        _uv(folder, "install", "-q", *arguments), capture_output=True, text=True, check=False
    )
    return None if told.returncode == 0 else " ".join(told.stderr.split())[-300:]


def _uv(folder: Path, command: str, *arguments: str) -> list[str]:
    return ["uv", "pip", command, "--python", str(_python(folder)), *arguments]


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
        [_python(folder), "-m", "pytest", "-n0", "-q", f"--ignore={CHECKERS}", *tests],
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
