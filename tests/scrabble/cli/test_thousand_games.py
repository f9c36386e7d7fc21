"""A thousand games at once: memory of the process, size of the index, and going on."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import COMMAND
from tests.worlds.many_games import different_games, read

GAMES = 1000
MEMORY = 400  # MB; 153 for 250 games
RESUMED = 300  # MB, when nothing is searched; twice what it takes
INDEX = 600_000  # bytes; twice what it has


# A process begins with the peak of the one that starts it, so a small one stands between.
MEASURED = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
open(sys.argv[1], "w").write(f"{status} {peak}")
"""


def peak_of(file: Path, *arguments: str) -> tuple[int, int]:
    """Run a command; return its exit status and the most MB of memory that it took, told in a file."""
    subprocess.run([sys.executable, "-c", MEASURED, str(file), *COMMAND, *arguments], check=True)
    status, kilobytes = map(int, file.read_text().split())
    return status, kilobytes >> 10


@pytest.mark.slow  # two minutes
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory as Linux does")
def test_a_thousand_games(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    games, out, pages = different_games(tmp_path / "games", GAMES), tmp_path / "out", tmp_path / "pages"
    peak = tmp_path / "peak"
    command = ["analyse", str(games), "--lexicon", "ENABLE", "--nodes", "100", "--max-bag", "0"]
    command += ["--out", str(out), "--html", str(pages)]
    assert peak_of(peak, "warmup")[0] == 0  # the processes that compile count, too, and take 430 MB
    status, memory = peak_of(peak, *command)
    shown = capfd.readouterr()
    assert status == 0, shown.err
    assert f"{GAMES:,} games analysed" in shown.out and "the same game" not in shown.err
    assert len({record["key"] for record in read(out)}) == GAMES
    index = (pages / "index.html").read_text("utf-8")
    links = set(re.findall(r"\d{4}-g\d{4}\.html", index))
    assert len(links) == GAMES and all((pages / link).exists() for link in links)
    assert len(index.encode()) < INDEX and memory < MEMORY, (len(index), memory)

    status, memory = peak_of(peak, *command)
    assert status == 0 and f"{GAMES:,} of {GAMES:,} games are already done" in capfd.readouterr().err
    assert memory < RESUMED and (pages / "index.html").read_text("utf-8") == index
    shutil.rmtree(pages)  # 190 MB
