"""What tests of several folders share."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parent.parent
POSITIONS = REPOSITORY / "positions"
TESTS = REPOSITORY / "tests"
DATA = TESTS / "data"
COMPILED = re.compile(r"note: (getting the |building|ready after ).*\n")
os.environ.pop("ENDGAME_LEXICON", None)  # the settings of whoever runs the tests are not theirs
os.environ["ENDGAME_THREADS"] = "1"  # of several best moves the same one every time
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads: not used, and long to start
os.environ.setdefault("BSTAR_COMPILERS", "0")  # small kernels are compiled sooner than a process starts
os.environ["XDG_CONFIG_HOME"] = str(TESTS / "no-settings")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so in the background of a script: nobody hears Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
gc.set_threshold(200_000, 20, 20)  # tests leave little garbage, and it takes long to look for it
settings.register_profile("short", max_examples=25)  # at night --hypothesis-profile=default, 100
settings.load_profile("short")
LONGEST = (  # longest first: what is left for the end is short
    *("test_contracts.py", "guard/test_guard.py", "scrabble/cli/test_process.py", "docs/test_notebooks.py"),
    *("scrabble/cli/test_analyse_many.py", "scrabble/bench/test_preendgame.py", "install/test_wheel.py"),
    *("scrabble/solver/games/test_replies.py", "scrabble/solver/games/test_reply_frames.py"),
)
TOGETHER = (  # after these; in one process, with one explorer and one browser
    *("scrabble/web/test_api.py", "scrabble/web/test_guard.py", "scrabble/web/test_preendgame_api.py"),
    *("scrabble/web/test_preendgame_page.py", "scrabble/web/test_page.py", "scrabble/web/test_train.py"),
    *("scrabble/web/test_playing.py", "scrabble/web/test_match.py", "scrabble/web/test_placing.py"),
    *("scrabble/web/test_pasted.py", "scrabble/web/test_editing.py", "scrabble/web/test_lexicon.py"),
    *("scrabble/web/test_server.py", "scrabble/training/test_progress.py"),
    *("scrabble/report/pages/test_game.py", "scrabble/report/pages/test_puzzle_page.py"),
    *("scrabble/report/pages/test_positions.py", "scrabble/report/pages/test_index.py"),
    "scrabble/report/pages/test_preendgame_turns.py",
)
SEARCHING = "tests/bstar/"  # in one process, too
LATE = "campaign/test_inputs.py"  # among files of two tests: the audit hook that it leaves slows what follows
MOST_WORKERS = 4  # each needs up to two gigabytes, and kernels are compiled more than once


def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Before the workers of a whole run start, compile what most of them would compile, in several processes.

    In a new clone that is the tests, too, whose asserts pytest rewrites.  Runs of some files or of tests by
    name compile what they need; nothing is collected here that would tell what that is.
    """
    if config.getoption("keyword") or config.getoption("lf", False) or not _is_whole(config.args):
        return
    several = os.environ | {"BSTAR_COMPILERS": ""}
    with subprocess.Popen([sys.executable, "-m", "scrabble", "warmup"], cwd=REPOSITORY, env=several):
        if not sys.dont_write_bytecode and next(TESTS.rglob("test_*-pytest-*.pyc"), None) is None:
            nothing = ["-o", "python_functions=none", "-o", "python_classes=none"]
            collect = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", "-q", *nothing]
            subprocess.run(collect, cwd=REPOSITORY, stdout=subprocess.DEVNULL, check=False)


def _is_whole(arguments: list[str]) -> bool:
    """Do the arguments of a run name all tests, or all of Scrabble's?"""
    places = [Path(argument).resolve() for argument in arguments]
    return any(place in (REPOSITORY, TESTS, TESTS / "scrabble") for place in places)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among thousands of new tests, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option with which golden files are written anew."""
    parser.addoption("--rewrite", action="store_true", help="write golden files anew, and run nothing else")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a file, or with --rewrite write the file anew, to read in the diff."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("rewrite"):
            path.write_text(text, "utf-8")
        assert text.splitlines() == path.read_text("utf-8").splitlines()

    return compare


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest files first, so that no process is alone with a long one at the end."""
    if config.getoption("rewrite"):
        items[:] = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
    browsing = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    first = [TESTS / name for name in LONGEST + TOGETHER]
    if alone := browsing.difference(first):
        raise pytest.UsageError(f"{min(alone)} opens a browser: add it to TOGETHER in {__file__}")
    sizes = Counter(item.path for item in items)
    sizes[TESTS / LATE] = min(sizes[TESTS / LATE], 2)
    places = {path: (first.index(path) if path in first else len(first), -sizes[path]) for path in sizes}
    items.sort(key=lambda item: places[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each process a file at a time, but those of a browser to one.

    To one, too, those of `bstar`: solvers are compiled anew for each kind of game.
    """
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            if file.removeprefix("tests/") in TOGETHER:
                return TOGETHER[0]
            return SEARCHING if file.startswith(SEARCHING) else file

    return Scheduling(config, log)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Who collects garbage before a measurement need not walk through all that earlier files have loaded.

    Nor is what they leave looked through for garbage, which takes as long as 300 short tests.
    """
    if item.path not in _begun:
        _begun.append(item.path)
        gc.freeze()


_begun: list[Path] = []  # the files with tests that have run here


def under_load(seconds: float) -> float:
    """So many seconds, or more: as much longer as this thread now waits for the processor and for others."""
    began, worked = time.monotonic(), time.thread_time()
    while time.thread_time() < worked + 0.04:
        pass
    return seconds * max(1.0, (time.monotonic() - began) / 0.04)


class Outcome(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


def refused(outcome: Outcome) -> str:
    """Return the one line that a refused command leaves."""
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1), outcome
    assert outcome.err.startswith("error: ") and outcome.err.endswith("\n")
    return outcome.err


def pytest_xdist_auto_num_workers() -> int:
    """How many processes run the tests, a file at a time; none but this one on a single core.

    One more than there are cores: many tests wait, for a page or for a process.
    """
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return min(cores + 1, MOST_WORKERS) if cores > 1 else 0


@pytest.fixture
def two_lexicons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Beside ENABLE a lexicon Mine, AA and QI, in a folder of the user of the test's own."""
    from scrabble import files
    from scrabble.lexicon import build

    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    words = tmp_path / "words.txt"
    words.write_text("aa\nqi\n")
    return build.import_lexicon(words, "Mine", "english").path


@pytest.fixture
def two_fitting_lexicons(two_lexicons: Path) -> Path:
    """Beside ENABLE a lexicon Mine with all words on the boards that tests show, in a folder of its own."""
    from scrabble.game import cgp
    from scrabble.lexicon import build
    from scrabble.records import gcg
    from scrabble.records.replay import replay

    boards = [replay(gcg.load(POSITIONS / "games" / "g0010.gcg")).final]
    for name in ("out-in-one", "out-in-two"):
        boards.extend(cgp.load(POSITIONS / f"{name}.cgp"))
    words = two_lexicons.with_name("words.txt")
    words.write_text("\n".join(board.alphabet.decode(word) for board in boards for _, word in board.words()))
    return build.import_lexicon(words, "Mine", "english").path


@pytest.fixture
def endgame(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """Run `endgame ...` in this process, as if at the top of the repository.

    Any test may be the first to compile something; what is said of that is left out.  The loop that stands
    for the speed of the machine in a benchmark is short.
    """
    from scrabble.bench import machine
    from scrabble.cli import main

    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setattr(machine, "LOOPS", 1000)

    def run(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(status, out, COMPILED.sub("", err))

    return run
