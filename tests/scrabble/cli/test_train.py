"""`endgame train`: practice in a terminal, by a pipe, and one's progress."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from scrabble.puzzles.puzzle import puzzle_line
from scrabble.training.database import Attempt, PracticeDatabase, StoredPuzzle
from scrabble.training.selection import load_set
from tests.conftest import DATA, REPOSITORY, refused
from tests.docs.pages import CODE, section

SET = "tests/data/puzzles.jsonl"


@pytest.fixture
def train(endgame, monkeypatch, tmp_path):
    """Run `endgame train` with lines of input and a practice database of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(*arguments, lines=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return endgame("train", *arguments)

    return run


def test_the_keys_of_json_are_documented(train):
    lines = ["raj", "hint", "zzz", "solution", "quit"]
    out = train(SET, "--terminal", "--difficulty", "5", "--json", lines=lines).out
    keys = {key for line in out.splitlines() for key in json.loads(line)}
    documented = {*CODE.findall(section("scrabble/docs/json.md", "train")), "version", "puzzle"}
    assert {"loss", "hint", "error", "solution"} <= keys <= documented


def test_filters_and_what_is_due(train):
    _, out, _ = train(SET, "--terminal", "--theme", "blocks", "--difficulty", "4-5", lines=["s"])
    assert "Puzzle 1 of 1, difficulty 5" in out and "Solution: 14A E(N)" in out
    status, out, err = train("--terminal", "--due", lines=["n"])
    assert status == 0 and "nothing is due today; the next puzzle is due " in err
    status, out, err = train(SET, "--terminal", "--theme", "passes")
    assert (status, out, err) == (0, "", "note: no puzzle fits these filters\n")


def test_without_an_attempt_only_the_level_is_said(train):
    assert train(SET, "--terminal", lines=["q"]).out.endswith("q quit.\nYour level is 2 of 5.\n")


def with_lexicons(folder, *lexicons: str) -> str:
    """A set with the first puzzles of a file, each with another lexicon."""
    lines = [line for line in (DATA / "puzzles.jsonl").read_text().splitlines() if line.startswith("{")]
    path = folder / "mixed.jsonl"
    made = [{**json.loads(line), "lexicon": name} for line, name in zip(lines, lexicons, strict=False)]
    path.write_text("".join(f"{json.dumps(each)}\n" for each in made))
    return str(path)


def test_a_puzzle_whose_lexicon_is_gone_does_not_stop_a_set(train):
    reported = DATA / "reported" / "c60-one-lexicon-missing.jsonl"
    status, out, err = train(reported, "--terminal", lines=["n"])
    assert status == 0 and "Puzzle 1 of 1, difficulty 1: You are 95 behind." in out
    assert err == (
        "note: 1 puzzle is left out without the lexicon 'NWL23'; "
        "endgame lexicon import FILE --name NWL23 adds it\n"
    )


def test_a_set_without_any_lexicon_is_an_error(train, tmp_path):
    said = refused(train(with_lexicons(tmp_path, "A", "A"), "--terminal", lines=["n"]))
    assert said.startswith("error: 2 puzzles are left out without the lexicon 'A'; ")


def test_what_is_due_goes_on_without_a_lexicon(train, tmp_path):
    path = tmp_path / "scrabble-endgame" / "training" / "practice.sqlite"
    with PracticeDatabase(path) as practice:
        for named in load_set(with_lexicons(tmp_path, "ENABLE", "A")):
            stored = StoredPuzzle(named.puzzle.id, "mine", puzzle_line(named.puzzle))
            practice.add(Attempt(stored.id, "v", "", False, 0, 1.0, datetime(2025, 5, 4, tzinfo=UTC)), stored)
    status, out, err = train("--terminal", "--due", lines=["n"])
    assert status == 0 and "Puzzle 1 of 1" in out
    assert err.startswith("note: 1 puzzle is left out without the lexicon 'A'; ")
    assert "2 puzzles tried" in train("--progress")[1]


@pytest.mark.parametrize("name", ["c61-puzzles-bom.jsonl", "c61b-puzzles-utf16.jsonl"])
def test_files_of_other_programs_are_read(train, endgame, tmp_path, name):
    source, page = DATA / "reported" / name, tmp_path / "page.html"
    status, out, err = train(source, "--terminal", lines=["n"] * 3)
    assert (status, err) == (0, "") and "Puzzle 3 of 3" in out
    assert endgame("puzzles", "page", source, "--out", page)[0] == 0 and page.stat().st_size


def test_puzzles_of_two_lexicons_are_practised_apart(train, tmp_path):
    """The same position, in files of an earlier version whose ids leave out the lexicon."""
    one = DATA / "reported" / "c59-puzzle-lexicon-a.jsonl"
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({**json.loads(one.read_text()), "lexicon": "free-dutch"}))
    for path in (one, other):
        train(path, "--terminal", lines=["s"])
    found = json.loads(train("--progress", "--json")[1])
    assert found["puzzles"] == 2 and {each["name"] for each in found["by_set"]} == {one.stem, "other"}


def test_a_wrong_answer_today_is_due_tomorrow_whatever_was_dated_ahead(train, tmp_path):
    [named] = load_set(with_lexicons(tmp_path, "ENABLE"))
    stored = StoredPuzzle(named.puzzle.id, "mine", puzzle_line(named.puzzle))
    path = tmp_path / "scrabble-endgame" / "training" / "practice.sqlite"
    with PracticeDatabase(path) as practice:
        ahead = datetime.now(UTC) + timedelta(days=1600)
        practice.add(Attempt(stored.id, "v", "3F (L)LANO", True, 0, 1.0, ahead), stored)
    _, out, _ = train("--terminal", "--due", lines=["s"])
    assert "It comes up again tomorrow." in out


def test_a_damaged_database_is_one_line(train, tmp_path):
    path = tmp_path / "scrabble-endgame" / "training" / "practice.sqlite"
    path.parent.mkdir(parents=True)
    path.write_text("damaged" * 1000)
    assert "damaged" in refused(train(SET, "--terminal", lines=["s"]))


def test_ctrl_c_keeps_every_attempt(tmp_path):
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "scrabble", "train", SET, "--terminal", "--difficulty", "5", "--json"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, cwd=REPOSITORY, env=env, **pipes) as process:
        process.stdin.write("raj\n")
        process.stdin.flush()
        process.stdout.readline()
        assert json.loads(process.stdout.readline())["move"] == "3B RA(J)"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err
    with PracticeDatabase(tmp_path / "scrabble-endgame" / "training" / "practice.sqlite") as practice:
        assert [each.move for each in practice.attempts()] == ["3B RA(J)"]
