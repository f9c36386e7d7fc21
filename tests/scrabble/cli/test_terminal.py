"""Messages, progress and Ctrl-C."""

from __future__ import annotations

import io
import os
import signal
import time
import warnings

import pytest
from rich.console import Console

from scrabble.cli import terminal


def test_one_line_whatever_the_text(capsys):
    terminal.show_message("error", "a name\nwith\t lines")
    assert capsys.readouterr().err == "error: a name with lines\n"


def test_a_message_on_a_terminal_ends_its_lines_between_words(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    terminal.show_message("note", f"wrote the well-known pages to {'x' * 40} now")
    assert capsys.readouterr().err == f"note: wrote the well-known\npages to\n{'x' * 40}\nnow\n"


@pytest.mark.parametrize(("columns", "width"), [("60", 60), ("0", 80), ("²", 80), ("wide", 80)])
def test_the_width_of_a_pipe(columns, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("os.get_terminal_size", lambda stream: os.terminal_size((0, 0)))
    for name in terminal.AS_TERMINAL:
        monkeypatch.delenv(name, raising=False)
    assert terminal.output().width == width
    assert terminal.output(is_wide=True).width == terminal.WIDEST


def test_progress_is_one_line(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(terminal, "has_progress", lambda: True)
    monkeypatch.setattr(terminal, "messages", lambda: Console(file=shown, force_terminal=True, width=30))
    with terminal.progress() as show:
        show("B4 ANA so far, value +17, 104 of 104 other moves refuted")
    [line] = [line for line in shown.getvalue().splitlines() if "ANA" in line]
    assert "B4 ANA so far, value +17, 1…" in line


def test_warnings_of_python_are_one_line_without_a_place(capsys):
    with terminal.warnings_in_one_line():
        warnings.simplefilter("default")
        warnings.warn("kernels cannot\nbe kept", RuntimeWarning, stacklevel=1)
    assert capsys.readouterr().err == "warning: kernels cannot be kept\n"


def test_no_line_is_endless(endgame):
    result = endgame("solve", "x" * 5000)
    assert result.status == 2 and result.err.endswith("x: File name too long\n")
    assert len(result.err.splitlines()) == 1 and len(result.err) < 2000


def test_what_is_slow_is_announced(capsys, monkeypatch):
    monkeypatch.setattr(terminal, "SLOW", 0.01)
    for asked, said in ((3, "working; it compiles"), (0, "working")):
        monkeypatch.setattr(terminal, "_compiled", lambda asked=asked: (1, asked))
        with terminal.status("working", "it compiles"):
            time.sleep(0.2)
        assert capsys.readouterr().err == f"note: {said}\nnote: ready after 0 seconds\n"


@pytest.mark.parametrize(
    ("done", "known", "text"),
    [
        (0, 4, "compiling: 0 of 4 kernels are ready"),
        (7, 28, "compiling: 7 of 28 kernels are ready, about 30 s left"),
        (28, 28, ""),
        (0, 0, ""),
    ],
)
def test_how_far_compiling_is(done, known, text):
    assert terminal._compiling_text(done, known, 10.0) == text


def test_what_is_quick_is_not(capsys):
    with terminal.status("working", "it compiles"):
        pass
    assert capsys.readouterr().err == ""


def test_no_progress_in_a_pipe(capsys):
    with terminal.progress() as show:
        show("working")
    assert capsys.readouterr() == ("", "")


def test_lines_without_spaces_at_their_ends(capsys):
    terminal.write(terminal.output(), "one  ", "", "two")
    assert capsys.readouterr().out == "one\n\ntwo\n"


@pytest.fixture
def exits(monkeypatch) -> list[int]:
    """Exit statuses of the process, which does not end."""
    found: list[int] = []
    monkeypatch.setattr(terminal.os, "_exit", found.append)
    return found


def test_the_second_ctrl_c_ends_the_process(exits):
    before, stops = signal.getsignal(signal.SIGINT), []
    with terminal.stopped_by_ctrl_c(lambda: stops.append(1)):
        signal.raise_signal(signal.SIGINT)
        assert stops == [1] and exits == []
        signal.raise_signal(signal.SIGINT)
    assert stops == [1] and exits == [terminal.INTERRUPTED]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_compiling_ends_the_process(exits):
    with terminal.status("working", "it compiles"):
        signal.raise_signal(signal.SIGINT)
    assert exits == [terminal.INTERRUPTED]
