"""Files that never end, or never begin: each is refused in one line; pipes that the user names are read."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scrabble import bundled, files, sources
from scrabble.game import cgp
from scrabble.records import gcg
from tests.conftest import REPOSITORY, Outcome, refused
from tests.worlds.bundled_positions import EASY

Run = Callable[..., Outcome]
ZERO = Path("/dev/zero")
NOT_A_FILE = "a device or a pipe, expected a file"

pytestmark = pytest.mark.skipif(not ZERO.exists(), reason="no such devices")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe into which nobody writes."""
    path = tmp_path / "pipe.dawg"
    os.mkfifo(path)
    return path


def written_into(pipe: Path, text: str) -> threading.Thread:
    writer = threading.Thread(target=pipe.write_text, args=(text,))
    writer.start()
    return writer


@pytest.mark.parametrize("command", ["solve", "positions", "verify", "analyse", "bench", "compare", "board"])
def test_positions_and_games(endgame: Run, command: str) -> None:
    source = ("--set", ZERO) if command == "bench" else (ZERO,)
    message = refused(endgame(command, *source))
    endless = ("does not end after", f"more than {gcg.MOST_BYTES} bytes", "neither a file nor")
    assert any(each in message for each in endless), message


@pytest.mark.parametrize("command", ["solve", "positions", "verify", "analyse"])
def test_lexicons_that_the_user_names(endgame: Run, command: str, pipe: Path) -> None:
    source = "g0010" if command == "analyse" else "out-in-two"
    for path in (ZERO, pipe):
        assert refused(endgame(command, source, "--lexicon", path)).endswith(f"{path}: {NOT_A_FILE}\n")


def test_lexicons_that_are_brought(endgame: Run, pipe: Path, tmp_path: Path) -> None:
    for path in (ZERO, pipe):
        assert refused(endgame("lexicon", "import", path, "--name", "Mine")).endswith(f"{NOT_A_FILE}\n")
        assert refused(endgame("lexicon", "list", path)).endswith(f"{NOT_A_FILE}\n")
        assert refused(endgame("lexicon", "make", "danish", "--package", path)).endswith(f"{NOT_A_FILE}\n")


@pytest.mark.parametrize("name", [str(ZERO), "pipe.dawg", "./pipe.dawg"])
def test_lexicons_that_files_name(
    endgame: Run, name: str, pipe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = EASY.replace("lex ENABLE", f"lex {name}")
    assert line != EASY
    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"cgp": line}) + "\n")
    game = tmp_path / "game.gcg"
    text = bundled.path_of("g0010").read_text("utf-8")
    game.write_text(text.replace("#title", f"#lexicon {name}\n#title"))
    for arguments in (
        ("solve", line),
        ("solve", lines),
        ("solve", game),
        ("analyse", game),
        ("positions", "--plan", line),
    ):
        assert f"names its lexicon '{name}', expected a name" in refused(endgame(*arguments))


def test_boards_that_files_name(endgame: Run, pipe: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.symlink_to(ZERO)
    for path in (board, pipe.rename(tmp_path / "pipe.toml")):
        line = f"{EASY.rstrip(';')}; bdn {path};"
        assert NOT_A_FILE in refused(endgame("solve", line))


def test_settings(endgame: Run, pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "config_file", lambda: pipe)
    assert NOT_A_FILE in refused(endgame("config"))
    monkeypatch.setattr(files, "config_file", lambda: ZERO)
    assert NOT_A_FILE in refused(endgame("config", "lexicon", "ENABLE"))


def test_results_of_many_games(endgame: Run, tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").symlink_to(ZERO)
    message = refused(endgame("analyse", "g0010", "g0011", "--lexicon", "ENABLE", "--out", tmp_path))
    assert "a device, a pipe or a folder, expected a file of results" in message


def test_from_python(pipe: Path) -> None:
    for path in (ZERO, pipe):
        with pytest.raises(OSError, match=NOT_A_FILE):
            cgp.load(path)
    with pytest.raises(gcg.GcgError, match=f"more than {gcg.MOST_BYTES} bytes"):
        gcg.load(ZERO)


def test_pipes_that_the_user_names_are_read(endgame: Run, pipe: Path) -> None:
    for command in (
        ("positions", "--moves", "--show", "1"),
        ("solve", "--nodes", "1"),
        ("positions", "--plan"),
        ("verify", "--time", "1"),
    ):
        writer = written_into(pipe, f"{EASY}\n")
        outcome = endgame(*command, pipe)
        writer.join()
        assert outcome.status == 0 and "no position" not in outcome.err, outcome
    writer = written_into(pipe, bundled.path_of("g0010").read_text("utf-8"))
    outcome = endgame("analyse", pipe, "--lexicon", "ENABLE")
    writer.join()
    assert outcome.status == 0 and outcome.out.startswith("Alpha 349 - 435 Beta"), outcome
    writer = written_into(pipe, f"{EASY}\n")
    outcome = endgame("analyse", pipe)
    writer.join()
    assert "cannot be" not in outcome.err and outcome.status == 2


def test_standard_input_has_a_limit(endgame: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 2_000)

    def given(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    given(f"{EASY}\n".encode() * 20)  # each line is answered: no limit
    assert endgame("positions", "--moves", "-", "--show", "1").status == 0
    given(f"{EASY}\n".encode() + b"/" * 4_000)
    assert "a line of more than 2,000 bytes" in endgame("positions", "--moves", "-", "--show", "1").err
    given(b"# a comment\n" + b"A B C\n" * 2_000)
    assert "does not end after" in refused(endgame("positions", "--moves", "-"))
    given(b"x" * (gcg.MOST_BYTES + 1))
    assert "does not end after 1,000,000 bytes" in refused(endgame("analyse", "-"))


def test_a_device_takes_neither_memory_nor_time(tmp_path: Path) -> None:
    code = (
        "import re; from pathlib import Path; from scrabble.cli import main\n"
        "status = main(['solve', '/dev/zero'])\n"
        "peak = re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1]\n"
        "print(int(peak) >> 10, status)"  # ru_maxrss would begin with that of the process that started it
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, timeout=60
    )
    megabytes, status = map(int, done.stdout.split())
    assert status == 2 and megabytes < 600, done
