"""The tests on every Python there is, with the oldest and newest versions that pyproject allows.

python -m tests.campaign.versions                          a slice of the tests, everywhere; then a table
python -m tests.campaign.versions --python 3.12 --all      the whole suite on one of them
python -m tests.campaign.versions --which oldest tests/bstar
python -m tests.campaign.versions --which newest-numba tests/bstar     the newest numba, tried or not

Nothing is installed of the program itself: the tests run on the sources.  Each line of the result file is an
environment; those that could not be made are there with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tests.campaign.results import FOLDER, version
from tests.conftest import REPOSITORY

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
WHICH = ("oldest", "newest", "newest-numba")
EXTRAS = ("cluster", "notebook", "web", "test")
RUNNING = ("cluster", "web")  # what tests are run with is of no matter to users
NUMBA = ("--prerelease", "if-necessary-or-explicit", "numba>=0.62.0rc1", "llvmlite>=0.45.0rc1")
OUTCOME = re.compile(r"(\d+) (passed|failed|skipped|deselected|error)")
CHECKERS = "tests/test_contracts.py"
LEFT_OUT = {"ruff", "mypy", "import-linter", "hatchling", "check-jsonschema"}  # for the CHECKERS
LEFT_OUT |= {"playwright", "axe-playwright-python"}  # without which tests of pages are skipped
SHOWN = ("numpy", "numba", "click", "rich", "matplotlib", "distributed", "starlette")
SLICE = (
    *("tests/bstar/compile", "tests/bstar/test_jit.py", "tests/bstar/test_games.py", "tests/scrabble/game"),
    *("tests/scrabble/test_sources.py", "tests/scrabble/records"),
    *("tests/scrabble/lexicon/test_formats.py", "tests/scrabble/solver/test_positions.py"),
    *("tests/scrabble/cli/test_commands.py", "tests/scrabble/web/test_api.py"),
)


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; 1 if a test failed somewhere, 2 if none could be run anywhere."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign.versions", description=__doc__)
    parser.add_argument("tests", nargs="*", default=list(SLICE), help="which tests; else a slice of them")
    parser.add_argument("--all", action="store_true", help="the whole suite")
    parser.add_argument("--python", action="append", choices=PYTHONS, help="which; else all there are")
    parser.add_argument("--which", action="append", choices=WHICH, help="which versions; else oldest, newest")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the result file")
    given = parser.parse_args(arguments)
    rows = []
    given.out.mkdir(parents=True, exist_ok=True)
    for python in given.python or PYTHONS:
        for which in given.which or WHICH[:2]:
            rows.append(_row(python, which, ["tests"] if given.all else given.tests))
            with (given.out / "versions.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    print(table(rows))
    if any(row["counts"].get(what) for row in rows for what in ("failed", "error")):
        return 1
    return 0 if any(row["counts"].get("passed") for row in rows) else 2


def _row(python: str, which: str, tests: list[str]) -> dict[str, Any]:
    """What comes of an environment."""
    row: dict[str, Any] = {"python": python, "which": which, "commit": version(), "tests": tests}
    row |= {"versions": {}, "counts": {}, "seconds": 0.0, "reason": ""}
    path = interpreter(python)
    if path is None:
        return row | {"reason": "no such interpreter here"}
    with tempfile.TemporaryDirectory(prefix="versions-") as name:
        reason = _make(Path(name) / "env", path, python, which)
        if reason is not None:
            return row | {"reason": reason}
        return row | _tested(Path(name) / "env", tests, f"{python}, {which}")


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
    return _told(command).stdout.split()[:1] if shutil.which("uv") else []


def _told(command: Sequence[str | Path], **given: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, **given)


def _requirements(extras: Sequence[str], python: str) -> list[str]:
    """What the program needs on this Python, as pyproject says."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    groups = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    found = [Requirement(text) for group in groups for text in group]
    there = {"python_version": python}
    needed = [each for each in found if not each.marker or each.marker.evaluate(there)]
    return [str(each) for each in needed if each.name not in LEFT_OUT]


def _make(folder: Path, path: str, python: str, which: str) -> str | None:
    """Make an environment; return what went wrong, if the versions cannot be had."""
    if shutil.which("uv") is None:
        return "there is no uv"
    subprocess.run(["uv", "venv", "-q", "--python", path, str(folder)], check=True)
    wanted, pins = _requirements(EXTRAS, python), folder / "pins.txt"
    pins.write_text("")
    if which == "newest-numba":
        wanted = [*NUMBA, *(each for each in wanted if Requirement(each).name != "numba")]
    if which == "oldest":
        reason = _installed(folder, "--resolution", "lowest-direct", *_requirements(RUNNING, python))
        if reason is not None:
            return reason
        pins.write_text(_told(_uv(folder, "freeze")).stdout)
    return _installed(folder, "--constraint", str(pins), *wanted)


def _installed(folder: Path, *arguments: str) -> str | None:
    """Install packages; return the last line about what went wrong."""
    told = _told(_uv(folder, "install", "-q", *arguments))
    return None if told.returncode == 0 else " ".join(told.stderr.split())[-300:]


def _uv(folder: Path, command: str, *arguments: str) -> list[str]:
    return ["uv", "pip", command, "--python", str(_python(folder)), *arguments]


def _tested(folder: Path, tests: Sequence[str], title: str) -> dict[str, Any]:
    """Run tests there, with a cache of kernels of its own; show the last lines, return what came of it."""
    began = time.monotonic()
    given = os.environ | {"PYTHONPATH": str(REPOSITORY), "NUMBA_CACHE_DIR": str(folder / "kernels")}
    command = [_python(folder), "-m", "pytest", "-n0", "-q", f"--ignore={CHECKERS}", *tests]
    told = _told(command, cwd=REPOSITORY, env=given)
    seconds = round(time.monotonic() - began)
    lines = told.stdout.splitlines() + told.stderr.splitlines()
    counts = {what: int(number) for line in lines[-3:] for number, what in OUTCOME.findall(line)}
    print("\n".join([f"{title}:", *lines[-20:]]), end="\n\n", flush=True)
    code = "import sys, importlib.metadata as m\nfor name in sys.argv[1:]: print(name, m.version(name))"
    found = _told([_python(folder), "-c", code, *SHOWN]).stdout.splitlines()
    return {"versions": dict(map(str.split, found)), "counts": counts, "seconds": seconds}


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def table(rows: list[dict[str, Any]]) -> str:
    """The rows in Markdown."""
    head = ("Python", "versions", *SHOWN, "passed", "failed", "seconds", "")
    lines = [head, ("---",) * len(head)]
    for row in rows:
        counts = row["counts"]
        failed = counts.get("failed", 0) + counts.get("error", 0)
        told = (row["versions"].get(name, "") for name in SHOWN)
        ran = (counts.get("passed", ""), failed, row["seconds"]) if counts else ("", "", "")
        lines.append((row["python"], row["which"], *told, *map(str, ran), row["reason"]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
