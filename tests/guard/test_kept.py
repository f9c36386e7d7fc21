"""Files that earlier versions wrote (`tests/data/kept`), each read at the door that a user uses."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scrabble.cli import main
from scrabble.lexicon import Lexicon
from scrabble.puzzles.puzzle import read_puzzles
from tests.conftest import COMPILED, DATA, Outcome
from tests.guard import served
from tests.tools.check_puzzles import puzzle_error

KEPT = DATA / "kept"
APPLICATION = "scrabble-endgame"
INPUTS = ("games", "gcg", "puzzles.jsonl")


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Outcome]:
    """Run `endgame ...` with what is kept in its places, in a folder with the inputs."""
    data, config, work = (tmp_path / kind for kind in ("data", "config", "work"))
    shutil.copytree(KEPT, work)
    for each in INPUTS:
        (shutil.copytree if (DATA / each).is_dir() else shutil.copy)(DATA / each, work / each)
    for kind, name in (
        ("training", "practice.sqlite"),
        ("lexicons", "small.dawg"),
        ("lexicons", "small.toml"),
    ):
        place = data / APPLICATION / kind / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(KEPT / ("" if kind == "training" else kind) / name, place)
    (config / APPLICATION).mkdir(parents=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("ENDGAME_THREADS")
    monkeypatch.chdir(work)

    def run(*arguments: str, reads: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(reads))
        capsys.readouterr()
        status = main(list(arguments))
        out, err = capsys.readouterr()
        return Outcome(status, out, COMPILED.sub("", err))

    return run


def test_attempts_are_shown_and_more_are_added(run):
    before = json.loads(run("train", "--progress", "--json").out)
    assert (before["puzzles"], before["total"]["shown"], before["total"]["solved"]) == (4, 5, 2)
    assert [each["shown"] for each in before["by_day"]] == [5]
    by_set = {each["name"]: (each["shown"], each["solved"]) for each in before["by_set"]}
    assert by_set == {"puzzle-with-bag": (1, 0), "puzzles": (4, 2)}
    assert (
        "4 puzzles tried, 5 times in all; solved at the first attempt: 2 (40 %)"
        in run("train", "--progress").out
    )
    run("train", "puzzles.jsonl", "--terminal", "--limit", "1", reads="s\n")
    assert json.loads(run("train", "--progress", "--json").out)["total"]["shown"] == 6


def test_a_certificate_is_accepted(run):
    status, out, _ = run("verify", "proof.jsonl")
    assert status == 0
    assert "3F (L)LANO is a best move, worth +22" in " ".join(out.split())


def test_puzzles_are_solved_and_not_made_again(run):
    out = run("train", "mine.jsonl", "--terminal", reads="s\ns\n").out
    assert "Puzzle 1 of 2" in out and "Puzzle 2 of 2" in out
    assert all(puzzle_error(each, Lexicon("ENABLE")) is None for each in read_puzzles(Path("mine.jsonl")))
    kept = {name: Path(name).read_bytes() for name in ("mine.jsonl", "mine.jsonl.tried")}
    sources = ("late:17", "late:30", "late:31", "out-in-two", "games/g0002.gcg")
    again = run("puzzles", "make", *sources, "--out", "mine.jsonl")
    assert again.status == 0 and "0 new puzzles, 2 in mine.jsonl" in again.err
    assert {name: Path(name).read_bytes() for name in kept} == kept


def test_settings_are_in_force(run, tmp_path):
    shutil.copy(KEPT / "config.toml", tmp_path / "config" / APPLICATION)
    out = run("config").out
    for setting in ("lexicon +ENABLE", "time +12.0", "memory +not set", "threads +not set", "theme +dark"):
        assert re.search(rf"^{setting}\b", out, re.MULTILINE)


def test_a_lexicon_is_used_by_its_name(run):
    found = json.loads(run("lexicon", "list", "Small", "--json").out)
    assert (found["words"], found["alphabet"], found["origin"]) == (1258, "english", "user")
    assert found["provenance"]["source"]["file"] == "words_small.txt"
    assert run("lexicon", "check", "AA", "--lexicon", "Small").status == 0
    assert run("lexicon", "check", "FLAX", "--lexicon", "Small").status == 1
    found = json.loads(run("solve", "out-in-two", "--lexicon", "Small", "--json").out)
    assert (found["best"], found["value"], found["status"]) == (["7G AL", "7G AR"], 19, "proven")


def test_results_of_another_format_are_found_anew_and_kept(run):
    kept = Path("results/results.jsonl").read_bytes()
    status, out, err = run("analyse", "gcg", "--max-bag", "0", "--out", "results", "--csv")
    assert status == 0 and "already done" not in err
    assert "gcg/challenges.gcg,29,43,1,Alpha Á,B1 SEER,0,-112,0,proven,B1 SEER | B1 REES,26,26" in out
    assert Path("results/results.jsonl").read_bytes().startswith(kept)
    assert "2 of 2 games are already done" in run("analyse", "gcg", "--max-bag", "0", "--out", "results").err


def test_a_bookmark_opens_again(run, tmp_path):
    place = tmp_path / "data" / APPLICATION / "explorer" / "token"
    place.parent.mkdir()
    place.write_bytes((KEPT / "token").read_bytes())
    place.chmod(0o600)  # as it was written; git keeps no such thing
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        _, [answer] = served.answers(["board", "--no-open", "--port", str(port)], ["POST api/start"], out)
    token = (KEPT / "token").read_text().strip()
    assert (out.getvalue(), answer.status) == (f"http://127.0.0.1:{port}/{token}/\n", 200)
