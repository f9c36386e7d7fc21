"""A server that runs, for the tests of this folder: the very command in a process, or an app in a thread."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.conftest import REPOSITORY, TESTS, under_load

if TYPE_CHECKING:
    from scrabble.web.guard import Guard
    from scrabble.web.server import BoundServer

PROGRAM = [sys.executable, "-m", "scrabble"]
BOARD = ("board", "--no-open")
PATIENCE = 180
NO_CERTIFICATES = {"verify": False}  # of a client over http, which would read them for 20 ms
NO_LEXICONS = str(TESTS / "no-lexicons")  # in place of the folder of data of whoever runs the tests


class Served(NamedTuple):
    """A process, and where it is."""

    process: subprocess.Popen[str]
    address: str


@contextmanager
def served(
    *arguments: str, env: dict[str, str] | None = None, command: Sequence[str] = BOARD
) -> Iterator[Served]:
    """A command, until the end of the `with`; without an `env` it finds the bundled lexicons only."""
    env = {**os.environ, "XDG_DATA_HOME": NO_LEXICONS} if env is None else env
    quiet = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(
        [*PROGRAM, *command, *arguments], stdout=subprocess.PIPE, text=True, cwd=REPOSITORY, env=env, **quiet
    ) as process:
        assert process.stdout is not None
        try:
            yield Served(process, process.stdout.readline().strip())
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(under_load(10))
            finally:
                process.kill()  # nothing is sent to one that has been waited for


@contextmanager
def in_a_thread(prepared: BoundServer, app: Guard) -> Iterator[None]:
    """An application on its socket, in a thread of this process."""
    import uvicorn

    from scrabble.web.server import config_of

    found = uvicorn.Server(config_of(app))
    thread = threading.Thread(target=found.run, kwargs={"sockets": [prepared.socket]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        found.should_exit = found.force_exit = True
        thread.join(PATIENCE)
        prepared.socket.close()
        assert not thread.is_alive()


def threads_of(process: subprocess.Popen[str]) -> int:
    """How many threads a process has."""
    return len(list(Path(f"/proc/{process.pid}/task").iterdir()))


def spent_by_threads(process: subprocess.Popen[str]) -> dict[str, float]:
    """How many seconds of a processor each thread of a process has had."""
    found = {}
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        with suppress(OSError):  # it has just ended
            user, system = (task / "stat").read_text().rpartition(")")[2].split()[11:13]
            found[task.name] = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return found


def memory_of(process: subprocess.Popen[str]) -> int:
    """How many bytes of memory a process holds."""
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
