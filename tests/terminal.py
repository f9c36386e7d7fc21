"""A command on a terminal of its own."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

COMMAND = [sys.executable, "-m", "scrabble"]
PATIENCE = 600  # seconds; the kernels may have to be compiled first, on a busy machine


class Terminal:
    """A process on a terminal of its own; at the end of the `with` it is over, whatever has happened."""

    def __init__(self, *arguments: str | Path, stdout: int | None = None, columns: int | None = None) -> None:
        self._master, slave = pytest.importorskip("pty").openpty()
        env = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"}
        if columns is not None:  # as the terminal itself says
            pytest.importorskip("termios").tcsetwinsize(slave, (24, columns))
            env = {name: value for name, value in env.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave if stdout is None else stdout,
            stderr=slave,
            cwd=REPOSITORY,
            env=env,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()  # nothing is sent to one that has been waited for
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        os.close(self._master)

    def read_until(self, text: str, seconds: float = PATIENCE) -> bool:
        """Read on until `text`, the end, or for so long; was it there?"""
        limit = time.monotonic() + seconds
        while text not in self.seen and (left := limit - time.monotonic()) > 0:
            if not select.select([self._master], [], [], left)[0]:
                break
            try:
                data = os.read(self._master, 4096)
            except OSError:  # the other end is closed
                break
            self.seen += data.decode(errors="replace")
        return text in self.seen

    def end(self) -> int:
        """Read the rest and return the exit status."""
        self.read_until("\0")
        return self.process.wait(PATIENCE)
