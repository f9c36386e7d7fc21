"""Make each mutant in a copy of the repository, and run the tests there that should see it.

A test that fails is run once more without the change: only if it passes then has it seen the mutant.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bstar.compile import objects
from tests.campaign.results import version
from tests.mutation.mutant import Mutant, MutantError

SEEN, SURVIVED, LATE, BROKEN, NOT_APPLIED = "seen", "survived", "out of time", "broken", "not applied"
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", ".campaign", ".*_cache", ".hypothesis", "*.egg-info"
)
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
PYTEST = ("-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider")
SECONDS = 900.0  # for the tests of a mutant; kernels may have to be compiled


class Verdict(NamedTuple):
    """What came of a mutant: a line of the result file."""

    mutant: str
    verdict: str
    test: str  # the first one that saw it, or what went wrong
    seconds: float
    version: str

    @property
    def is_final(self) -> bool:
        """Return whether it need not be tried again."""
        return self.verdict in (SEEN, SURVIVED)


class Copy:
    """A copy of the repository, in which modules are changed and tests are run."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """Make a change, and take it back.  Raises MutantError."""
        path = mutant.path(self.root)
        source, times = path.read_text("utf-8"), path.stat()
        path.write_text(mutant.apply(source), "utf-8")
        try:
            yield
        finally:
            path.write_text(source, "utf-8")
            # Python takes bytecode for that of a source of the same second and size
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def run(self, tests: Iterable[str], seconds: float) -> tuple[int, str]:
        """Return the exit status of pytest, and the first test that failed.  Raises TimeoutExpired."""
        kernels = {"NUMBA_CACHE_DIR": str(self.root / "kernels"), "PYTHONPATH": str(self.root)}
        with subprocess.Popen(
            [sys.executable, *PYTEST, *tests],
            cwd=self.root,
            env=os.environ | kernels,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                out, _ = process.communicate(timeout=seconds)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        failed = FAILED.search(out)
        return process.returncode, failed[1] if failed else " ".join(out.split())[-300:]

    def verdict(self, mutant: Mutant, seconds: float = SECONDS) -> tuple[str, str]:
        """Return what comes of a mutant, and the test that says so or what went wrong."""
        try:
            with self.changed(mutant):
                status, test = self.run(mutant.tests.split(), seconds)
            if status == 0:
                return SURVIVED, ""
            if "::" not in test and not test.endswith(".py"):
                return BROKEN, test
            status, _ = self.run([test], seconds)
        except (MutantError, OSError) as error:
            return NOT_APPLIED, str(error)
        except subprocess.TimeoutExpired:
            return LATE, f"after {seconds:.0f} s"
        return (SEEN, test) if status == 0 else (BROKEN, f"{test} fails without the change, too")


@contextmanager
def copy_of(repository: Path, folder: Path) -> Iterator[Copy]:
    """Copy the repository, and the kernels that are compiled already, into a folder; remove it in the end."""
    root = folder / "repository"
    shutil.copytree(repository, root, ignore=LEFT_OUT)
    compiled = objects.folder()
    if compiled.is_dir():
        shutil.copytree(compiled, root / "kernels")
    try:
        yield Copy(root)
    finally:
        shutil.rmtree(root)


def read(path: Path) -> list[Verdict]:
    """Return the results of a file; the last line of a run that was killed may be broken, and is left out."""
    if not path.exists():
        return []
    lines = path.read_text("utf-8").splitlines(keepends=True)
    return [Verdict(**json.loads(line)) for line in lines if line.endswith("\n")]


def run(
    mutants: Iterable[Mutant], copy: Copy, path: Path, seconds: float | None = None, most: float = SECONDS
) -> Iterator[Verdict]:
    """Yield the verdict on each mutant, known or new, and write the new ones; none begins after `seconds`."""
    known = {each.mutant: each for each in read(path) if each.version == version() and each.is_final}
    path.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    for mutant in mutants:
        if mutant.name in known:
            yield known[mutant.name]
            continue
        begun = time.monotonic()
        if seconds is not None and begun - started > seconds:
            return
        said, test = copy.verdict(mutant, most)
        found = Verdict(mutant.name, said, test, round(time.monotonic() - begun, 1), version())
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(found._asdict(), ensure_ascii=False) + "\n")
        yield found
