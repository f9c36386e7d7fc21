"""`endgame analyse` for many games: what it prints and writes, a kill, Ctrl-C, a terminal."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scrabble.analysis.batch.results import AnalysisRecord, results_in
from scrabble.analysis.batch.run import run_serially
from scrabble.analysis.batch.summary import BatchData
from scrabble.answer.analysis import read_data
from scrabble.cli import analyse, terminal
from scrabble.puzzles.puzzle import read_puzzles
from scrabble.safe_text import new_console
from tests.conftest import REPOSITORY, refused
from tests.terminal import COMMAND, Terminal
from tests.worlds.many_games import HARD, OPTIONS, QUICK, batch_of, copy_games, plain, read, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of quick games, one of them bad."""
    games = copy_games(tmp_path_factory.mktemp("many") / "games", *QUICK[:3])
    (games / "bad.gcg").write_text("no game", "utf-8")
    return games


@pytest.fixture(scope="module")
def results(folder, tmp_path_factory):
    """A folder with its results."""
    path = tmp_path_factory.mktemp("results")
    with run_serially("bstar") as runner, results_in(path) as kept:
        run(batch_of(folder, kept), runner)
    return path


@pytest.fixture(scope="module")
def expected(results):
    """The results."""
    return plain(read(results))


@pytest.fixture
def done(results, tmp_path):
    """A folder with the results, of the test's own."""
    return shutil.copytree(results, tmp_path / "done")


def bad_line(folder: Path) -> str:
    expected = "expected the record of a game (GCG), with #player1 and #player2"
    return f"error: {folder / 'bad.gcg'}: line 1: {expected}, got 'no game'\n"


def test_tables_what_failed_and_the_log(endgame, folder, done, tmp_path):
    log = tmp_path / "some.log"
    status, out, err = endgame("analyse", folder, *OPTIONS, "--log", log)
    logged = [line.split(" ", 2)[2] for line in log.read_text().splitlines()]
    assert logged[0] == "INFO scrabble.analysis.batch.run: 3 of 3 games to analyse"
    assert f"{logged[1]}\n" == f"ERROR scrabble.analysis.batch.run: {bad_line(folder)[len('error: ') :]}"
    assert [line.rpartition(" ")[2] for line in logged[2:-1]] == ["analysed"] * 3
    assert logged[-1] == "INFO scrabble.analysis.batch.run: ended with 0 games left"
    assert "a folder" in endgame("analyse", folder, "--log", tmp_path).err
    assert status == 2
    assert err.endswith(bad_line(folder)) and "error" not in err.removesuffix(bad_line(folder))
    lines = out.splitlines()
    assert lines[1].startswith("00-g0006.gcg  Alpha    534     0  Beta") and max(map(len, lines)) <= 80
    at = next(at for at, line in enumerate(lines) if line.startswith("player  games"))
    players = {line.split()[0]: line.split()[1:] for line in lines[at + 1 : at + 4]}
    assert set(players) == {"Alpha", "Beta", "all"} and players["all"][0] == "3"
    assert lines[at + 5].startswith("player  lost per turn  mistakes by kind") and "greedy play 1" in out
    assert lines[-1] == "3 games analysed, 1 failed"
    files = sorted(folder.glob("0*.gcg"))
    kept = endgame("analyse", *files, *OPTIONS, "--out", done).out
    assert kept == out.replace(", 1 failed", "")


def test_json(endgame, folder, expected, done):
    status, out, _ = endgame("analyse", folder, *OPTIONS, "--out", done, "--json")
    *records, failure, summary = map(json.loads, out.splitlines())
    assert status == 2 and plain(records) == expected
    for record in records:
        read_data(record, AnalysisRecord)
    [failed] = summary["summary"]["failed"]
    assert failure == {"version": 3, "id": str(folder / "bad.gcg"), "error": failed["error"]}
    read_data(summary["summary"], BatchData)


def test_a_result_changed_by_hand_is_refused_in_one_line(endgame, folder, done, tmp_path):
    results = done / "results.jsonl"
    records = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    for record in records:
        [judged, *_] = [turn["evaluation"] for turn in record["turns"] if turn["evaluation"]]
        judged["line"][0]["move"] = "8H ZZZ"
    results.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
    before = results.read_bytes()
    status, _, err = endgame("analyse", folder, *OPTIONS, "--out", done, "--html", tmp_path / "pages")
    [line] = [line for line in err.splitlines() if line.startswith("error: ")]
    assert line.startswith(f"error: {results}, line 1: turn ") and "8H ZZZ" in line
    assert line.endswith("; delete the line, or the file, and its games are analysed again")
    assert status == 2 and results.read_bytes() == before


def test_pages_and_a_handout_are_made_of_what_is_there(endgame, folder, done, tmp_path, monkeypatch):
    command = ("analyse", folder, *OPTIONS, "--out", done)
    monkeypatch.setattr("scrabble.analysis.batch.run.run_serially", None)  # nothing can be analysed any more
    handout = tmp_path / "handout.html"
    status, out, err = endgame(*command, "--html", tmp_path / "pages", "--puzzles", handout)
    assert status == 2 and "3 games analysed" in out and "note: 3 of 3 games are already done\n" in err
    assert f"note: wrote {handout}\n" in err
    assert len(list((tmp_path / "pages").iterdir())) == 4
    index = (tmp_path / "pages" / "index.html").read_text("utf-8")
    assert re.search('<a href="../handout.html#player=(Alpha|Beta)">Practise ', index)
    asked = handout.read_text("utf-8")
    names = [path.stem for path in folder.glob("0*.gcg")]
    assert asked.count('"question":') >= 3 and all(f"{name}, turn" in asked for name in names)
    beside = tmp_path / "new" / "handout.html"
    assert f"wrote {beside}\n" in endgame(*command, "--html", beside.parent, "--puzzles", beside).err
    assert 'href="handout.html#player=' in (beside.parent / "index.html").read_text("utf-8")


def test_what_is_not_a_terminal_gets_the_whole_width(endgame, tmp_path, monkeypatch):
    games = copy_games(tmp_path / "games", *QUICK[:2])
    long = games / f"{'a-very-long-name-of-a-tournament-' * 3}.gcg"
    (games / f"00-{QUICK[0]}.gcg").rename(long)
    monkeypatch.setenv("COLUMNS", "60")
    [row] = [
        line for line in endgame("analyse", games, *OPTIONS).out.splitlines() if line.startswith(long.name)
    ]
    assert row.split()[1:7] == ["Alpha", "534", "0", "Beta", "352", "0"]


def test_the_progress_bar_shows_a_name_as_it_is(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(terminal, "has_progress", lambda: True)
    monkeypatch.setattr(terminal, "messages", lambda: new_console(file=shown, force_terminal=True, width=100))
    with analyse._bar(run, 1, 0) as (_, advance):
        advance("games/[red][@click=(]a.gcg")
    assert "[red][@click=(]a.gcg" in shown.getvalue()


def test_a_torn_line_is_said(endgame, folder, expected, done):
    path = done / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-100])
    _, _, err = endgame("analyse", folder, *OPTIONS, "--out", done)
    assert f"warning: {path}: the last line is incomplete" in err and "note: 2 of 3 games" in err
    assert plain(read(done)) == expected


def test_refusals(endgame, folder, tmp_path, monkeypatch):
    assert "no *.gcg file in this folder" in refused(endgame("analyse", tmp_path, *OPTIONS))
    (tmp_path / "results.jsonl").write_text("mine\n")
    assert "expected a result" in refused(endgame("analyse", folder, *OPTIONS, "--out", tmp_path))
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install" in refused(endgame("analyse", folder, *OPTIONS, "--cluster", "127.0.0.1:1"))


def children(pid: int) -> set[int]:
    """The processes that a process has started, from /proc."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.add(int(stat.parent.name))
    return found


def wait_for(condition, seconds: float = 300.0) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.02)


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_kill_9_and_go_on(endgame, tmp_path, expected):  # `expected`: kernels are compiled
    names = (HARD[0], *QUICK[:3])
    games = copy_games(tmp_path / "games", *names)
    command = ["analyse", str(games), *OPTIONS, "--out", str(tmp_path / "out")]
    path = tmp_path / "out" / "results.jsonl"
    parallel = [*COMMAND, *command, "--jobs", "2"]
    with subprocess.Popen(parallel, cwd=REPOSITORY, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda: lines_in(path) >= 1)
        workers = children(process.pid)
        process.kill()
    before = read(tmp_path / "out") if path.read_bytes().endswith(b"\n") else None
    assert len(workers) >= 2
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), 20)
    done = endgame(*command)
    assert done.status == 0 and f"{len(names)} games analysed" in done.out
    after = read(tmp_path / "out")
    quick = [record["turns"] for record in plain(after) if HARD[0] not in record["id"]]
    assert quick == [record["turns"] for record in expected]
    assert len({record["key"] for record in after}) == len(after) == len(names)
    if before is not None:
        assert after[: len(before)] == before and 1 <= len(before) < len(after)
        assert f"note: {len(before)} of {len(after)} games are already done" in done.err


def test_ctrl_c_on_a_terminal(tmp_path, expected):  # `expected`: kernels are compiled
    games = copy_games(tmp_path / "games", QUICK[0], *HARD)
    out = tmp_path / "out"
    options = "--lexicon", "ENABLE", "--time", "60", "--jobs", "2", "--out", out
    with Terminal("analyse", games, *options, stdout=subprocess.PIPE) as terminal:
        assert terminal.read_until("1/3")
        os.killpg(terminal.process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
        assert terminal.end() == 130 and terminal.process.stdout
        printed = terminal.process.stdout.read().decode()
    shown = " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.seen).split())
    assert f"note: stopped with 2 games left; rerun the command to resume from {out}" in shown
    assert "about" in shown and "Traceback" not in shown and "1 game analysed, 2 left" in printed
    assert len(read(out)) == 1 and not json.loads((out / "summary.json").read_text())["is_complete"]


def test_a_folder_of_annotated_games_and_players_under_one_name(endgame, folder, done, tmp_path):
    names, written = tmp_path / "names.txt", tmp_path / "annotated"
    names.write_text("Ann = alpha\n", "utf-8")
    found = endgame("analyse", folder, *OPTIONS, "--out", done, "--annotated-gcg", written, "--names", names)
    assert found.status == 2  # one of the games is bad
    assert f"wrote 3 annotated games to {written}" in found.err
    games = sorted(folder.glob("0*.gcg"))
    assert sorted(path.name for path in written.iterdir()) == [path.name for path in games]
    for path in games:
        notes = [line for line in (written / path.name).read_text("utf-8").splitlines() if "#note" in line]
        assert notes and all(note.startswith("#note Endgame:") for note in notes)
    assert "Ann " in found.out and "Alpha" not in found.out.partition("player ")[2]


def test_nothing_is_written_of_a_game_that_cannot_be_read(endgame, folder, tmp_path):
    page, quiz, record = (tmp_path / name for name in ("page.html", "quiz.html", "game.gcg"))
    written = ("--html", page, "--puzzles", quiz, "--annotated-gcg", record)
    found = endgame("analyse", folder / "bad.gcg", *OPTIONS, *written)
    assert (found.status, found.out, found.err) == (2, "", bad_line(folder))
    mine = tmp_path / "mine.jsonl"
    found = endgame("analyse", folder / "bad.gcg", *OPTIONS, "--puzzles", mine, "--player", "Ann")
    assert (found.status, found.out, found.err) == (2, "", bad_line(folder))
    assert not any(path.exists() for path in (page, quiz, record, mine))


def test_one_game_is_written_as_one_of_several(endgame, folder, tmp_path):
    [one, *others] = sorted(folder.glob("0*.gcg"))
    written = {}
    for name, sources in (("one", [one]), ("several", [one, *others])):
        out, pages, records = (tmp_path / name / each for each in ("out", "pages", "records"))
        options = [*OPTIONS, "--out", out, "--html", pages, "--annotated-gcg", records]
        written[name] = endgame("analyse", *sources, *options, "--json")
        assert written[name].status == 0
    first, *more = map(json.loads, written["one"].out.splitlines())
    assert not more and plain([first]) == plain([json.loads(written["several"].out.splitlines()[0])])
    assert plain(read(tmp_path / "one" / "out")) == plain([first])
    made = {each.name for each in (tmp_path / "one" / "pages").iterdir()}
    assert made == {f"{one.stem}.html", "index.html"}
    again = endgame("analyse", one, *OPTIONS, "--out", tmp_path / "one" / "out")
    assert "note: 1 of 1 games are already done" in again.err and again.out.startswith("Alpha 534 - 352 Beta")
    assert [each.name for each in (tmp_path / "one" / "records").iterdir()] == [one.name]
    assert len({(tmp_path / each / "records" / one.name).read_text("utf-8") for each in written}) == 1


def test_a_file_that_cannot_be_written_costs_nothing_else(endgame, tmp_path):
    """A folder is in the place of one page and of one record: the others, index and table are made."""
    games = copy_games(tmp_path / "games", *QUICK[:3])
    names = sorted(path.stem for path in games.iterdir())
    pages, records = tmp_path / "pages", tmp_path / "records"
    (pages / f"{names[1]}.html").mkdir(parents=True)
    (records / f"{names[2]}.gcg").mkdir(parents=True)
    written = ("--html", pages, "--annotated-gcg", records, "--csv")
    status, out, err = endgame("analyse", games, *OPTIONS, *written)
    assert status == 2
    assert {row["game"] for row in csv.DictReader(io.StringIO(out))} == set(map(str, games.iterdir()))
    errors = [line for line in err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1 and errors[0].endswith(": cannot be written: Is a directory")
    assert f"{pages / names[1]}.html" in errors[0] and f"{records / names[2]}.gcg" in errors[0]
    assert all((pages / f"{each}.html").is_file() for each in (names[0], names[2], "index"))
    assert all((records / f"{name}.gcg").is_file() for name in names[:2])


def test_an_index_that_cannot_be_written_costs_nothing_else(endgame, tmp_path):
    games, pages = copy_games(tmp_path / "games", *QUICK[:1]), tmp_path / "pages"
    (pages / "index.html").mkdir(parents=True)
    status, out, err = endgame(
        "analyse", games, *OPTIONS, "--html", pages, "--out", tmp_path / "out", "--csv"
    )
    assert status == 2 and out.count("\n") > 1 and len(list(pages.iterdir())) == 2
    assert err.splitlines()[-1] == f"error: {pages / 'index.html'}: cannot be written: Is a directory"


def test_the_mistakes_of_one_player_in_a_folder(endgame, tmp_path):
    folder, out = copy_games(tmp_path / "games", "g0010", "g0018"), tmp_path / "mine.jsonl"
    done = endgame("analyse", folder, "--max-bag", "0", "--puzzles", out, "--player", "beta")
    assert done.status == 0 and "new puzzle" in done.err
    assert {each.players[0] for each in read_puzzles(out)} == {"Beta"}
