"""The practice database: what is kept; files that are damaged, newer or busy; processes that are killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from scrabble.puzzles.puzzle import puzzle_line, read_puzzle
from scrabble.training import database
from scrabble.training.database import Attempt, PracticeDatabase, PracticeError, StoredPuzzle
from scrabble.training.selection import load_set, tried_puzzles
from tests.conftest import DATA, REPOSITORY

AT = datetime(2026, 5, 4, 12, tzinfo=UTC)
PUZZLE = StoredPuzzle("0123456789", "puzzles", '{"version": 1}')


def attempt(visit: str = "v", is_right: bool = True, at: datetime = AT) -> Attempt:
    return Attempt(PUZZLE.id, visit, "8D CAT", is_right, 0, 12.5, at)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "practice.sqlite"


@pytest.mark.parametrize("hours", [1, -1])
def test_attempts_come_back_in_the_order_in_which_they_were_made(path, hours):
    """The clock may have been set back in between."""
    made = [attempt(f"{at}", at % 2 == 0, AT + timedelta(hours=hours * at)) for at in range(4)]
    with PracticeDatabase(path) as practice:
        for each in made:
            practice.add(each, PUZZLE)
    with PracticeDatabase(path) as practice:
        assert practice.attempts() == made
        assert practice.puzzles() == [PUZZLE]


def test_the_user_has_one_in_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with PracticeDatabase() as practice:
        practice.add(attempt(), PUZZLE)
    assert (tmp_path / "scrabble-endgame" / "training" / "practice.sqlite").is_file()


ADDING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from scrabble.training.database import Attempt, PracticeDatabase, StoredPuzzle
path, name, most = sys.argv[1:]
with PracticeDatabase(Path(path)) as practice:
    for number in range(int(most)):
        made = Attempt("0123456789", f"{name}{number}", "pass", True, 0, 1.0, datetime.now(UTC))
        practice.add(made, StoredPuzzle("0123456789", "puzzles", "{}"))
        print(number, flush=True)
"""


def adding(path: Path, name: str, most: int) -> subprocess.Popen[str]:
    """A process that adds attempts and prints the number of each that is kept."""
    command = [sys.executable, "-c", ADDING, str(path), name, str(most)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)


def test_two_processes_at_once_lose_nothing(path):
    both = [adding(path, name, 15) for name in ("a", "b")]
    for each in both:
        each.communicate(timeout=120)
        assert each.returncode == 0
    with PracticeDatabase(path) as practice:
        found = practice.attempts()
    for name in ("a", "b"):
        mine = [each.visit for each in found if each.visit.startswith(name)]
        assert mine == [f"{name}{number}" for number in range(15)]


def test_what_was_kept_before_kill_9_is_there(path):
    with adding(path, "k", 100_000) as process:
        assert process.stdout is not None
        shown = [process.stdout.readline() for _ in range(5)]
        os.kill(process.pid, signal.SIGKILL)
        shown += process.stdout.readlines()
    count = int(shown[-1]) + 1
    with PracticeDatabase(path) as practice:
        visits = [each.visit for each in practice.attempts()]
    assert len(visits) in (count, count + 1)  # killed after the write, before the line
    assert visits == [f"k{number}" for number in range(len(visits))]


def refused(path: Path) -> str:
    """The one line of a file that is refused, and is left as it is."""
    before = path.read_bytes()
    with pytest.raises(PracticeError) as caught:
        PracticeDatabase(path)
    assert path.read_bytes() == before
    text = str(caught.value)
    assert "\n" not in text and text.startswith(f"{path}: ")
    return text


def test_a_damaged_file_is_reported_and_left(path):
    with PracticeDatabase(path) as practice:
        for number in range(30):
            practice.add(attempt(f"{number}" * 500), PUZZLE)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + os.urandom(4096) + data[8192:])
    assert re.search("damaged .* put its copy practice.copy.sqlite in its place", refused(path))
    path.write_bytes(data[: len(data) // 2])
    assert "damaged" in refused(path)
    path.write_text("not a database at all" * 100)
    assert "damaged" in refused(path)


def test_without_a_copy_it_can_only_be_moved_away(path):
    path.parent.mkdir()
    path.write_text("not a database at all" * 100)
    assert refused(path).endswith("move it away to begin anew")


def test_a_copy_of_each_day_is_kept(path):
    with PracticeDatabase(path) as practice:
        practice.add(attempt(), PUZZLE)
        copy = practice.copy_path
    yesterday = datetime.now() - timedelta(days=1)
    os.utime(copy, (yesterday.timestamp(), yesterday.timestamp()))
    PracticeDatabase(path).close()
    path.write_text("damaged" * 1000)
    copy.replace(path)
    with PracticeDatabase(path) as practice:
        assert practice.attempts() == [attempt()]
    assert {each.name for each in path.parent.iterdir()} == {path.name, copy.name}


def with_attempts(path: Path, count: int, days: float = -1) -> Path:
    """Make a database with attempts, and a copy with the same ones of some days from now; the copy."""
    with PracticeDatabase(path) as practice:
        for number in range(count):
            practice.add(attempt(f"{number}"), PUZZLE)
        copy = practice.copy_path
    shutil.copyfile(path, copy)
    when = (datetime.now() + timedelta(days=days)).timestamp()
    os.utime(copy, (when, when))
    return copy


def kept(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        [count] = connection.execute("SELECT count(*) FROM attempts").fetchone()
    connection.close()
    return int(count)


@pytest.mark.parametrize("content", [b"", bytes(4096), None])
@pytest.mark.parametrize("days", [-2, 0, 30])
def test_a_file_that_is_gone_is_not_begun_anew_over_its_copy(path, content, days):
    copy = with_attempts(path, 3, days)
    before = copy.read_bytes()
    if content is None:
        path.unlink()
        with pytest.raises(PracticeError, match="is missing: put its copy"):
            PracticeDatabase(path)
        assert not path.exists()
    else:
        path.write_bytes(content)
        assert re.search("(empty|damaged).*: put its copy practice.copy.sqlite in its place", refused(path))
    assert copy.read_bytes() == before
    copy.replace(path)
    with PracticeDatabase(path) as practice:
        assert len(practice.attempts()) == 3


def test_a_file_without_tables_is_not_begun_anew_over_its_copy(path):
    copy = with_attempts(path, 3)
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 1")
        connection.execute("PRAGMA user_version = 0")
    connection.close()
    assert path.stat().st_size
    assert "is empty: put its copy practice.copy.sqlite in its place" in refused(path)
    assert kept(copy) == 3


def test_a_copy_without_attempts_is_no_loss(path):
    copy = with_attempts(path, 0)
    path.unlink()
    PracticeDatabase(path).close()
    assert path.exists() and copy.exists()


def test_both_moved_away_is_a_new_beginning(path):
    copy = with_attempts(path, 3)
    path.unlink()
    copy.unlink()
    with PracticeDatabase(path) as practice:
        assert practice.attempts() == []


def test_no_copy_is_replaced_by_one_with_fewer_attempts(path):
    copy = with_attempts(path, 3)
    path.unlink()
    copy.rename(path.with_name("away"))
    with PracticeDatabase(path) as practice:
        practice.add(attempt(), PUZZLE)
    path.with_name("away").replace(copy)
    PracticeDatabase(path).close()
    assert (kept(path), kept(copy)) == (1, 3)


@pytest.mark.parametrize("days", [-400, -1, 1, 20000])
def test_a_copy_of_another_day_is_renewed(path, days):
    """Of a day to come, too: a clock was wrong."""
    copy = with_attempts(path, 2, days)
    with PracticeDatabase(path) as practice:
        practice.add(attempt("new"), PUZZLE)
    assert kept(copy) == 2
    when = (datetime.now() + timedelta(days=days)).timestamp()
    os.utime(copy, (when, when))
    PracticeDatabase(path).close()
    assert kept(copy) == 3


def test_without_space_for_a_copy_the_file_can_be_used(path):
    resource = pytest.importorskip("resource", reason="no limits of files on Windows")
    copy = with_attempts(path, 3)
    before = copy.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))
    try:
        with PracticeDatabase(path) as practice:
            assert len(practice.attempts()) == 3
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert copy.read_bytes() == before
    assert {each.name for each in path.parent.iterdir()} == {path.name, copy.name}


def test_attempts_under_ids_without_the_lexicon_follow_their_puzzle(path):
    """The stored file is of an earlier version; one of its puzzles is made with another lexicon as well."""
    path.parent.mkdir()
    shutil.copyfile(DATA / "practice-ids-without-lexicon.sqlite", path)
    [mine] = load_set(str(DATA / "reported" / "c59-puzzle-lexicon-a.jsonl"))
    words = msgspec.structs.replace(mine.puzzle, lexicon="CSW24", id="2af44fe05d")
    other = read_puzzle(puzzle_line(words), "here")
    assert mine.puzzle.id != other.id
    with PracticeDatabase(path) as practice:
        stored = practice.puzzles()
        assert mine.puzzle in [each.puzzle for each in tried_puzzles(practice)] and len(stored) == 2
        assert [each.move for each in practice.attempts() if each.puzzle == mine.puzzle.id] == [
            "pass",
            "G13 TIL",
        ]
        made = attempt()._replace(puzzle=other.id)
        practice.add(made, StoredPuzzle(other.id, "mine", puzzle_line(other)))
        again = attempt()._replace(puzzle=mine.puzzle.id)
        practice.add(again, StoredPuzzle(mine.puzzle.id, "mine", puzzle_line(mine.puzzle)))
    with PracticeDatabase(path) as practice:
        counts = Counter(each.puzzle for each in practice.attempts())
        assert (counts[mine.puzzle.id], counts[other.id]) == (3, 1)
        assert {each.puzzle.id for each in tried_puzzles(practice)} == set(counts)
        assert len(practice.puzzles()) == 3


def test_a_newer_file_is_left_as_it_is(path):
    PracticeDatabase(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    assert "written by a newer version of this program (format 7, expected 1)" in refused(path)


def test_a_foreign_file_is_left_as_it_is(path):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    assert "not a practice database of this program" in refused(path)


def test_a_file_that_another_process_locks_is_reported(path, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    with PracticeDatabase(path) as practice:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(PracticeError, match="cannot be used: database is locked"):
            practice.add(attempt(), PUZZLE)
        other.execute("COMMIT")
        other.close()
        practice.add(attempt(), PUZZLE)


def test_a_folder_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PracticeError, match=r"cannot be opened: (Not a directory|File exists)"):
        PracticeDatabase(tmp_path / "file" / "practice.sqlite")
