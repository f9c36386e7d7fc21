"""The command line as a process of its own: start-up, pipes, a terminal, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from scrabble.cli.commands import SECTIONS
from tests.conftest import REPOSITORY
from tests.scrabble.test_workers import is_alive
from tests.terminal import COMMAND, PATIENCE, Terminal

ONE = REPOSITORY / "positions" / "out-in-one.cgp"
FIRST_EMPTY_BAG = (REPOSITORY / "positions" / "first-empty-bag.jsonl").read_text().splitlines()
[HARDEST] = (row["cgp"] for row in map(json.loads, FIRST_EMPTY_BAG) if row["id"] == "g0356")
IN_BAG = (REPOSITORY / "positions" / "preendgame.jsonl").read_text().splitlines()
[HARD_BAG] = (row["cgp"] for row in map(json.loads, IN_BAG) if row["id"] == "b1s21g00000")


def run(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, cwd=REPOSITORY, **options
    )


INSTANT = [  # commands, what none of them up to here may load, and the module of the command itself
    ("--version", "numba numpy rich jinja2 markupsafe", ""),
    ("solve --help", "numba numpy rich", "scrabble.cli.solve"),
    ("solve --time -1 x", "numba numpy rich", "scrabble.cli.solve"),
    ("solve out-in-one --json", "rich jinja2", "scrabble.cli.solve"),
    ("lexicon list", "numba jinja2", "scrabble.cli.lexicon"),
    ("lexicon check aa", "numba", "scrabble.cli.lexicon"),
    ("solve missing.cgp", "numba", "scrabble.cli.solve"),
]
LOADING = """
import sys
from scrabble.cli import main
for line in sys.argv[1:]:
    main(line.split())
    print("loaded", *sys.modules, file=sys.stderr)
"""


def loaded_by(*lines: str) -> list[set[str]]:
    """The modules that are loaded after each of some commands."""
    run = [sys.executable, "-c", LOADING, *lines]
    done = subprocess.run(run, capture_output=True, text=True, cwd=REPOSITORY)
    return [set(line.split()) for line in done.stderr.splitlines() if line.startswith("loaded ")]


def test_what_is_instant_loads_nothing_slow_and_no_other_command():
    commands = {place.partition(":")[0] for names in SECTIONS.values() for place in names.values()}
    called = set()
    for (line, slow, module), loaded in zip(INSTANT, loaded_by(*(each[0] for each in INSTANT)), strict=True):
        called |= {module} - {""}
        assert "scrabble.cli" in loaded and not set(slow.split()) & loaded, line
        assert commands & loaded == called <= commands, line


def test_help_loads_nothing_slow():
    [loaded] = loaded_by("--help")
    assert "scrabble.cli" in loaded
    assert not {"numba", "numpy", "rich", "jinja2", "markupsafe"} & loaded


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device without room here")
@pytest.mark.parametrize("arguments", [["--help"], ["lexicon", "list"], ["positions", ONE, "--json"]])
def test_an_answer_that_finds_no_room_is_one_line(arguments):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=-1, text=True, cwd=REPOSITORY)
    line = "error: standard output: cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, line)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device without room here")
def test_a_message_that_finds_no_room_leaves_the_exit_status():
    with Path("/dev/full").open("w") as full:
        assert subprocess.run([*COMMAND, "solve", "nothing"], stderr=full, cwd=REPOSITORY).returncode == 2


@pytest.mark.parametrize("arguments", ["solve nothing", "solve --nothing"])
def test_a_message_that_nobody_reads(arguments: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, *arguments.split()], stderr=writing, cwd=REPOSITORY)
    os.close(writing)
    assert done.returncode == 141  # 128 + SIGPIPE


def test_a_reader_that_goes_away():
    many = "\n".join([ONE.read_text().splitlines()[-1]] * 200)
    with subprocess.Popen(
        [*COMMAND, "solve", "-"], stdin=-1, stdout=-1, stderr=-1, text=True, cwd=REPOSITORY
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(many)
        process.stdin.close()
        assert process.stdout.readline().startswith("out-in-one")
        process.stdout.close()
        said = [line for line in process.stderr if not line.startswith("note: ")]
    assert said == [] and process.returncode == 141  # 128 + SIGPIPE


def test_lines_of_standard_input_are_answered_as_they_arrive():
    """JSON and CGP in turn, a line that is none between them; nothing waits for the end of the input."""
    line = ONE.read_text().splitlines()[-1]
    with subprocess.Popen(
        [*COMMAND, "solve", "-", "--json"], stdin=-1, stdout=-1, stderr=-1, text=True, cwd=REPOSITORY
    ) as process:
        assert process.stdin and process.stdout
        for text, expected in (
            (f"# a comment\n\n{line}", ("out-in-one", "proven")),
            (json.dumps({"id": "two", "cgp": line.partition(" id ")[0]}), ("two", "proven")),
            ("15/foo", ("standard input:5", None)),
            (f"{line} ", ("out-in-one", "proven")),
        ):
            process.stdin.write(f"{text}\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert (answer["id"], answer.get("status")) == expected
        process.stdin.close()
        assert process.stdout.read() == ""
    assert process.returncode == 2


def test_a_terminal_without_the_characters():
    done = run("positions", "out-in-two", "--plan", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and "G3 AN 12 ? G3 ON 12 ? " in done.stdout


IN_C = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems go by UTF-8 whatever the locale")
@pytest.mark.parametrize(
    "arguments",
    [
        ("lexicon", "check", "ŻABA", "--lexicon", "free-polish"),
        ("positions", "ŻABA"),
        ("solve", ONE, "--value-of", "ŻABA"),
    ],
)
def test_text_in_a_locale_without_its_letters(arguments):
    done = run(*arguments, env=IN_C)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "ABA' is not text in this locale (" in done.stderr


def test_a_file_whose_name_is_no_text_in_the_locale(tmp_path):
    path = tmp_path / "ż.cgp"
    path.write_bytes(ONE.read_bytes())
    assert run("positions", path, env=IN_C).returncode == 0


INTERRUPTS = """
import os, signal, time

def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
"""
IN_CLASS = """
class Named:
    __set_name__ = interrupt

class Body:
    name = Named()
"""


ENTRANCE = str(REPOSITORY / "scrabble" / "cli" / "entrance.py")
BY_MODULE = [sys.executable, "-m", "scrabble"]
BY_ENTRANCE = [sys.executable, "-c", f"import runpy; runpy.run_path({ENTRANCE!r})['run']()"]


@pytest.mark.parametrize(
    ("library", "code", "commands"),
    [
        ("click", "interrupt()", [BY_MODULE, BY_ENTRANCE]),
        ("numpy", IN_CLASS, [BY_MODULE, BY_ENTRANCE]),
        ("pathlib", "interrupt()", [BY_ENTRANCE]),
    ],
)
def test_interrupted_while_it_is_loaded(
    code: str, library: str, commands: Sequence[Sequence[str]], tmp_path: Path
) -> None:
    """Ctrl-C while libraries are imported: here by one of them itself; in a class Python wraps it."""
    (tmp_path / f"{library}.py").write_text(INTERRUPTS + code)
    path = os.pathsep.join([str(tmp_path), str(REPOSITORY), os.environ.get("PYTHONPATH", "")])
    for command in commands:
        done = subprocess.run(
            [*command, "positions", "--moves", "out-in-two"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", ""), done


def test_ctrl_c_with_tiles_in_the_bag(monkeypatch):
    """The answer so far, said to be none that is proven."""
    monkeypatch.setenv("ENDGAME_MEMORY", "32")
    with Terminal("solve", HARD_BAG, "--no-board") as terminal:
        assert terminal.read_until(" so far, ")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
    assert re.search(r"proven(?: yet)?\s+\(interrupted\)", terminal.seen, re.DOTALL)
    assert "Traceback" not in terminal.seen


def test_the_reader_of_an_engine_goes_away():
    """A search runs while nobody reads any more: no traceback, and the exit status of a broken pipe."""
    with subprocess.Popen(
        [*COMMAND, "ucgi"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=REPOSITORY,
    ) as process:
        process.stdin.write(f"ucgi\nposition cgp {HARDEST}\ngo infinite\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"id name")
        process.stdout.close()
        assert process.wait(PATIENCE) == 141 and process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="redirects as a Unix shell does")
@pytest.mark.parametrize("arguments", ["--help", "lexicon list"])
def test_standard_output_is_closed(arguments):
    command = f"{sys.executable} -m scrabble {arguments} >&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=REPOSITORY)
    said = "error: standard output: cannot be written: it is closed\n"
    assert (done.returncode, done.stderr) == (2, said)
    quiet = subprocess.run(f"{command} 2>&-", shell=True, capture_output=True, cwd=REPOSITORY)
    assert quiet.returncode == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of other systems differ")
@pytest.mark.parametrize(
    "megabytes", [*(pytest.param(each, marks=pytest.mark.slow) for each in (150, 250)), 380]
)
def test_little_memory_is_said_in_one_line(megabytes):
    import resource

    limit = megabytes << 20
    done = run("solve", ONE, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    [said] = (line for line in done.stderr.splitlines() if not line.startswith("note: "))
    assert done.returncode == 2 and said.startswith("error: out of memory")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("seconds", [0.0, pytest.param(1.0, marks=pytest.mark.slow)])
def test_ctrl_c_leaves_no_worker_and_no_word_of_python(seconds):
    """While workers get ready, and later: they are gone, and nobody speaks of semaphores."""
    command = [*COMMAND, "analyse", "positions/games", "--jobs", "2", "--lexicon", "ENABLE"]
    with subprocess.Popen(
        command, stdout=-1, stderr=-1, text=True, cwd=REPOSITORY, start_new_session=True
    ) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        deadline = time.monotonic() + PATIENCE
        while len(workers := children.read_text().split()) < 3:  # Python's own one among them
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert [line for line in err.splitlines() if not line.startswith("note: ")] == []
    while any(is_alive(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.01)
