"""The tests on every Python there is, with the oldest and newest versions that pyproject allows.

python -m tests.campaign.versions                          a slice of the tests, everywhere; then a table
python -m tests.campaign.versions --python 3.12 --all      the whole suite on one of them
python -m tests.campaign.versions --which oldest tests/bstar

Each line of the result file is an environment; those that could not be made are there with the reason.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.campaign.environments import (
    PYTHONS,
    SHOWN,
    SLICE,
    interpreter,
    make,
    requirements,
    tested,
    versions,
)
from tests.campaign.results import FOLDER, version

WHICH = ("oldest", "newest")


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; 1 if a test failed somewhere, 2 if none could be run anywhere."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign.versions", description=__doc__)
    parser.add_argument("tests", nargs="*", default=list(SLICE), help="which tests; else a slice of them")
    parser.add_argument("--all", action="store_true", help="the whole suite")
    parser.add_argument("--python", action="append", choices=PYTHONS, help="which; else all there are")
    parser.add_argument("--which", action="append", choices=WHICH, help="which versions; else both")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the result file")
    given = parser.parse_args(arguments)
    rows = []
    given.out.mkdir(parents=True, exist_ok=True)
    for python in given.python or PYTHONS:
        for which in given.which or WHICH:
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
    wanted = list(map(str, requirements(python=python)))
    oldest = list(map(str, requirements(_RUNNING, python))) if which == "oldest" else []
    with tempfile.TemporaryDirectory(prefix="versions-") as folder:
        reason = make(Path(folder) / "env", path, wanted, oldest)
        if reason is not None:
            return row | {"reason": reason}
        ran = tested(Path(folder) / "env", tests)
        print(f"{python}, {which}:\n{ran.said}\n", flush=True)
        found = versions(Path(folder) / "env")
    return row | {"versions": found, "counts": ran.counts, "seconds": round(ran.seconds)}


_RUNNING = ("cluster", "web")  # what tests are run with is of no matter to users


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
