"""Commands where something is missing that is always there: a home, room in it, memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bstar.compile import objects
from tests.conftest import REPOSITORY
from tests.scrabble.cli.test_process import HARDEST
from tests.terminal import COMMAND, Terminal

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
NOWHERE = "/proc/nowhere"  # not even root can make it
ROOM = 32 << 20  # bytes that threads of the system may still need when they begin and end


def run(*arguments: str, home: str | None) -> subprocess.CompletedProcess[str]:
    """Run a command with nothing in its environment but a home, or none, and compiled kernels."""
    env = {"PATH": os.environ["PATH"], "NUMBA_CACHE_DIR": str(objects.folder()), "LC_ALL": "C.UTF-8"}
    env |= {} if home is None else {"HOME": home}
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, cwd=REPOSITORY, env=env)


@pytest.mark.parametrize(
    ("arguments", "home"),
    [
        (["lexicon", "list"], None),
        (["lexicon", "list"], ""),
        (["positions", "out-in-two"], NOWHERE),
        (["solve", "out-in-two", "--no-board"], NOWHERE),
    ],
)
def test_what_writes_nothing_needs_no_home(arguments: list[str], home: str | None) -> None:
    done = run(*arguments, home=home)
    said = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
    assert (done.returncode, said) == (0, []) and done.stdout


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["config", "lexicon", "ENABLE"], "config.toml: cannot be written: "),
        (["train", "--progress"], "practice.sqlite: the practice database cannot be opened: "),
        (
            ["lexicon", "import", "tests/data/words_small.txt", "--name", "Mine", "--language", "english"],
            "mine.dawg: cannot be written: ",
        ),
    ],
)
def test_what_cannot_be_kept_is_one_line(arguments: list[str], file: str) -> None:
    done = run(*arguments, home=NOWHERE)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"error: {NOWHERE}") and file in done.stderr


@pytest.mark.slow  # two threads for five seconds
def test_a_search_that_runs_out_of_memory_ends(monkeypatch) -> None:
    """In two threads, once everything is loaded: with the best answer so far, or with one line."""
    import resource

    monkeypatch.setenv("ENDGAME_MEMORY", "1000")
    options = "--no-board", "--threads", "2", "--time", "5"
    with Terminal("solve", HARDEST, *options) as terminal:
        assert terminal.read_until(" so far, value ")
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
        [kilobytes] = re.findall(r"VmSize:\s+(\d+)", status)
        most = (int(kilobytes) << 10) + ROOM
        resource.prlimit(terminal.process.pid, resource.RLIMIT_AS, (most, most))
        ended = terminal.end()
    in_one_line = re.findall("error: (?:no thread can be started: )?out of memory", terminal.seen)
    best_so_far = ended == 0 and "(time limit)" in terminal.seen
    assert best_so_far or (ended == 2 and len(in_one_line) == 1), terminal.seen[-500:]
    assert "Traceback" not in terminal.seen
