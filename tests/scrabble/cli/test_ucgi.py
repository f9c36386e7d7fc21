"""The solver as an engine: whatever is said is true, and each `go` ends with one `bestmove`."""

from __future__ import annotations

import re
import threading
import time

import pytest

from bstar import task
from scrabble.cli.ucgi import UcgiEngine
from scrabble.solver.move_bounds import StaticMoveBounds
from tests.worlds.bundled_positions import EASY, HARD

PATIENCE = 600  # seconds: kernels may have to be compiled


def heard(*lines: str) -> list[str]:
    """What is answered to some lines, and to the end of the input."""
    said: list[str] = []
    UcgiEngine(said.append, "1.2").handle_lines(lines)
    return said


def test_a_search_is_heard_while_it_runs_and_stops():
    said: list[str] = []
    conversation = UcgiEngine(said.append, "")
    conversation.handle_line(f"position cgp {HARD}")
    conversation.handle_line("isready")
    conversation.handle_line("go infinite")
    until = time.monotonic() + PATIENCE
    while not any(line.startswith("info time") for line in said) and time.monotonic() < until:
        time.sleep(0.01)
    conversation.handle_line("isready")
    assert said[-1] == "readyok" or "readyok" in said[-3:]
    conversation.handle_line("go")
    assert "info string error bad-go a search is running, expected 'stop' first" in said
    # the other program waits for that of the search
    assert not any(line.startswith("bestmove") for line in said)
    conversation.handle_line("stop")
    assert sum(line.startswith("bestmove") for line in said) == 1
    assert re.fullmatch(r"bestmove (pass|\w+\.\w+)", said[-1])
    assert "info string bounded, stopped by interrupt" in said
    for line in said:
        for lower, upper in re.findall(r"lower (-?\d+) upper (-?\d+)", line):
            assert int(lower) <= int(upper)
    abouts = [re.search(r"lower (-?\d+) upper (-?\d+) estimate (-?\d+) disproved", line) for line in said]
    assert all(int(about[1]) <= int(about[3]) <= int(about[2]) for about in abouts if about)
    assert sum(about is not None for about in abouts) == sum(line.startswith("info time") for line in said)
    moves = [line for line in said if line.startswith("info move ")]
    assert moves[0].endswith(" status best-so-far") and moves[0].split()[2] == said[-1].split()[1]
    assert all((" estimate " in line) == (line.split()[6] != line.split()[8]) for line in moves)
    assert not [each for each in threading.enumerate() if "_answer" in each.name]


def test_a_search_begins_as_soon_as_the_answer_to_the_one_before_is_read():
    """Check that `go` is taken at the moment of `bestmove`, though its thread is still at work."""
    read, written = threading.Event(), threading.Event()
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("bestmove"):
            read.set()
            written.wait(0.2)  # the writer takes its time

    engine = UcgiEngine(say, "")
    engine.handle_line(f"position cgp {EASY}")
    for _ in range(3):
        read.clear()
        engine.handle_line("go")
        assert read.wait(PATIENCE)
    written.set()
    engine.handle_line("stop")
    assert [line for line in said if line.startswith("bestmove")] == ["bestmove 3F.LLANO"] * 3


def test_the_answer_comes_when_the_time_is_over(monkeypatch):
    """Check that a search with `movetime` does not look on afterwards."""
    looks = []
    monkeypatch.setattr(StaticMoveBounds, "tighten_by_replies", lambda *_: looks.append("by replies"))
    monkeypatch.setattr(task, "raise_lower_bound", lambda *_: looks.append("for a lower bound"))
    said = heard(f"position cgp {HARD}", "isready", "go movetime 30")
    assert "info string bounded, stopped by time" in said and not looks
    heard(f"position cgp {HARD}", "go nodes 50")
    assert "by replies" in looks


def test_an_infinite_search_waits_for_stop_though_it_is_proven():
    said: list[str] = []
    conversation = UcgiEngine(said.append, "")
    conversation.handle_line(f"position cgp {EASY}")
    conversation.handle_line("go infinite")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in said)
    conversation.handle_line("stop")
    assert said[-1] == "bestmove 3F.LLANO" and said[-2] == "info string proven"


def test_quit_ends_a_search_at_once():
    began = time.monotonic()
    said = heard(f"position cgp {HARD}", "isready", "go infinite", "quit", "ucgi")
    assert said[-1].startswith("bestmove ") and "ucgiok" not in said
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("words", ["movetime 9" + "0" * 400, "nodes 9" + "0" * 30, "nodes " + "9" * 5000])
def test_numbers_without_end_are_refused(words):
    said = heard(f"position cgp {EASY}", f"go {words}")
    assert said[-2].startswith("info string error bad-go ") and said[-1] == "bestmove none"
    assert len(said[-2]) < 300
