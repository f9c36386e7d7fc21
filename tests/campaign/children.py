"""Children of this process that run the program and may be killed at any moment.

They are forked, with everything loaded: what takes time is the work, not the start.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from scrabble.cli.commands import main

PATIENCE = 1800.0  # seconds for a child that is not killed; it may have to compile
POLL = 0.002
KILLED = -signal.SIGKILL
FAILED = 99  # an exception that nobody caught


class Ended(NamedTuple):
    """How a child ended."""

    status: int  # negative: by which signal
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """Its lines about errors."""
        return [line for line in self.err.splitlines() if line.startswith("error: ")]


class Setting(NamedTuple):
    """What a child finds."""

    folder: Path  # it works there; its home is below
    largest: int | None = None  # bytes a file may grow to
    environment: Mapping[str, str] = {}

    @property
    def homes(self) -> dict[str, str]:
        """Where its own files, settings and caches lie; the kernels stay where they are."""
        home = self.folder / "home"
        found = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE")}
        return found | dict(self.environment)


def command(*arguments: str) -> Callable[[], int]:
    """The work of a command line."""
    return lambda: main(list(arguments))


def run(work: Callable[[], int], setting: Setting, seconds: float | None = None) -> Ended:
    """Have a child do it; kill it after so many seconds, if it has not ended."""
    return wait(start(work, setting), setting, seconds)


def start(work: Callable[[], int], setting: Setting, name: str = "child") -> int:
    """Begin it in a child; return its process."""
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        return process
    status = FAILED
    try:
        for number, suffix in ((1, "out"), (2, "err")):
            file = os.open(setting.folder / f"{name}.{suffix}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(file, number)
        sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
        sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115
        os.environ.update(setting.homes)
        os.chdir(setting.folder)
        if setting.largest is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (setting.largest, setting.largest))
        status = work()
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:  # whatever cannot be written: a child never goes on as its parent
            os._exit(status)


def wait(process: int, setting: Setting, seconds: float | None = None, name: str = "child") -> Ended:
    """Wait for a child; kill it after so many seconds."""
    end = time.monotonic() + (PATIENCE if seconds is None else seconds)
    while time.monotonic() < end:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            break
        time.sleep(POLL)
    else:
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if seconds is None:
            raise TimeoutError(f"a child was not ready after {PATIENCE:.0f} seconds")
    told = [(setting.folder / f"{name}.{suffix}") for suffix in ("out", "err")]
    texts = [file.read_text("utf-8", errors="replace") if file.exists() else "" for file in told]
    return Ended(os.waitstatus_to_exitcode(status), *texts)
