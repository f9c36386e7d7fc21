"""`endgame analyse`: text, JSON, CSV and a page; every failure is one clear line."""

from __future__ import annotations

import hashlib
import io
import json
import shutil

import pytest

from scrabble.answer.analysis import Analysis, analysis_json, read_data
from scrabble.records import gcg
from tests.conftest import POSITIONS
from tests.worlds.scrabble_games import GAMES, analysed

GAME, SHORT = GAMES / "g0034.gcg", GAMES / "g0010.gcg"


def without_notes(err: str) -> str:
    """Standard error without what is said when the machine is slow."""
    return "".join(line for line in err.splitlines(keepends=True) if not line.startswith("note: "))


def test_json(endgame):
    status, out, err = endgame("analyse", GAME, "--lexicon", "ENABLE", "--json")
    assert (status, without_notes(err), out.count("\n")) == (0, "", 1)
    found = json.loads(out)
    read_data(found, Analysis)
    right = {"version": 3, **analysis_json(analysed("g0034"), str(GAME))}
    more = {name: found.pop(name) for name in ("key", "sha256", "lexicon_sha256", "settings")}
    assert more["settings"]["exact"] == 5 and more["sha256"] == hashlib.sha256(GAME.read_bytes()).hexdigest()
    for turn, other in zip(found["turns"], right["turns"], strict=True):
        for verdict in (turn["evaluation"], other["evaluation"]):
            if verdict:
                del verdict["seconds"], verdict["nodes"]
    assert found == right


def test_a_handout(endgame, tmp_path):
    path = tmp_path / "handout.html"
    status, out, err = endgame("analyse", GAME, "--lexicon", "ENABLE", "--puzzles", path)
    assert status == 0 and out and err.endswith(f"note: wrote {path}\n")
    data = path.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0]
    asked = json.loads(data)
    counts = [sum(map(len, asked[name])) for name in ("sheets", "mistake_sheets")]
    assert counts == [4, 2] and "g0034, turn 23" in {each["where"] for each in asked["puzzles"]}


def refused(outcome) -> str:
    """The one line that a refused command leaves."""
    assert outcome.status == 2 and outcome.out == ""
    assert outcome.err.startswith("error: ") and outcome.err.count("\n") == 1
    return outcome.err


def changed(tmp_path, old: str, new: str):
    """The record with a text changed."""
    text = GAME.read_text("utf-8")
    assert old in text
    path = tmp_path / "game.gcg"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def last_play() -> tuple[int, str]:
    """Line and text of the last turn."""
    line = list(analysed("g0034"))[-1].line
    return line, GAME.read_text("utf-8").splitlines()[line - 1]


def test_failures_are_one_line_with_file_and_line(endgame, tmp_path):
    number, play = last_play()
    nick, rack, square, word, *_ = play.split()
    cases = [
        (play.replace(f" {rack} ", " ZZZZ "), f"game.gcg: line {number}: turn 26, "),
        (play.replace(f" {square} ", " 16A "), f"game.gcg: line {number}: turn 26, "),
        (play.replace(word, "QQQQ"), f"game.gcg: line {number}: turn 26, "),
        (play.replace(nick, ">nobody:"), f"game.gcg: line {number}: "),
    ]
    for new, expected in cases:
        path = changed(tmp_path, play, new)
        assert expected in refused(endgame("analyse", path, "--lexicon", "ENABLE")), new


def test_a_position_is_no_game(endgame, monkeypatch):
    path = POSITIONS / "out-in-one.cgp"
    message = "line 2: a position, expected the record of a game (GCG): solve takes positions\n"
    assert refused(endgame("analyse", path)) == f"error: {path}: {message}"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert refused(endgame("analyse", "-")) == f"error: standard input: {message}"


def full_disk(path, data):
    raise OSError(28, "No space left on device")


def test_a_page_that_cannot_be_written(endgame, tmp_path, monkeypatch):
    monkeypatch.setattr("scrabble.analysis.batch.run.atomic_write", full_disk)
    path = tmp_path / "page.html"
    status, _, err = endgame("analyse", SHORT, "--lexicon", "ENABLE", "--html", path)
    assert status == 2 and f"error: {path}: cannot be written: No space left on device\n" in err


def test_odd_records_are_warned_of(endgame, tmp_path):
    number, play = last_play()
    *_, total = play.split()
    path = changed(tmp_path, play, play.removesuffix(total) + str(int(total) + 1))
    status, _, err = endgame("analyse", path, "--lexicon", "ENABLE", "--csv")
    assert status == 0 and f"warning: {path}: line {number}: the cumulative score" in err


def test_a_time_limit_leaves_intervals(endgame, tmp_path):
    path = tmp_path / "hard.gcg"
    shutil.copy(GAMES / "g0036.gcg", path)
    status, out, _ = endgame("analyse", path, "--lexicon", "ENABLE", "--time", "0.05", "--json")
    first = next(turn for turn in json.loads(out)["turns"] if turn["evaluation"] and not turn["bag"])
    assert status == 0 and first["status"] == "bounded" and first["evaluation"]["stopped_by"] == "time"
    assert first["evaluation"]["spread"][0] is not None


# A record that breaks off, and one with notes


@pytest.fixture
def unfinished(tmp_path):
    """A record whose last play is to come."""
    path = tmp_path / "unfinished.gcg"
    path.write_text((GAMES / "g0010.gcg").read_text().partition(">alpha: EERS")[0])
    return path


def test_what_to_play_now(endgame, unfinished, tmp_path):
    status, out, _ = endgame("analyse", unfinished, "--lexicon", "ENABLE", "--html", tmp_path / "page.html")
    assert status == 0
    assert "\nTo play, Alpha  B1 SEER or B1 REES +18, proven: Alpha loses by 86 with best play\n" in out
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<h2>To play: Alpha</h2>" in page and "unfinished game: 323-435" in page
    found = json.loads(endgame("analyse", unfinished, "--lexicon", "ENABLE", "--json").out)
    read_data(found, Analysis)
    now = found["next_move"]
    assert (now["player"], now["name"], now["status"], now["value"]) == (1, "Alpha", "proven", 26)
    assert (now["kind"], now["spread"], now["win"]) == ("endgame", [-86, -86], [0, 0])
    assert sorted(now["best"]) == ["B1 REES", "B1 SEER"]


def test_a_record_with_notes(endgame, tmp_path, monkeypatch):
    path = tmp_path / "annotated.gcg"
    status, out, err = endgame("analyse", SHORT, "--lexicon", "ENABLE", "--annotated-gcg", path)
    assert status == 0 and out and err.endswith(f"note: wrote {path}\n")
    before, after = gcg.load(SHORT), gcg.load(path)
    assert (after.players, after.events) == (before.players, before.events)
    assert path.read_text().count("#note Endgame: ") == 2
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SHORT.read_bytes())))
    again = tmp_path / "again.gcg"
    assert endgame("analyse", "-", "--lexicon", "ENABLE", "--annotated-gcg", again).status == 0
    assert again.read_text() == path.read_text()


def test_records_that_are_not_written(endgame, tmp_path, monkeypatch):
    named = (SHORT, "--lexicon", "ENABLE", "--annotated-gcg")
    assert f"{SHORT}: --annotated-gcg would overwrite {SHORT}; choose another name" in refused(
        endgame("analyse", *named, SHORT)
    )
    monkeypatch.setattr("scrabble.analysis.batch.run.atomic_write", full_disk)
    status, _, err = endgame("analyse", *named, tmp_path / "game.gcg")
    assert status == 2 and f"{tmp_path}/game.gcg: cannot be written: No space left" in err


def test_a_record_that_would_not_read_the_same_is_refused(endgame, tmp_path, monkeypatch):
    def dumps(game):
        raise gcg.GcgError("the game cannot be written: a text in it would be read as something else")

    monkeypatch.setattr(gcg, "dumps", dumps)
    written = ("--annotated-gcg", tmp_path / "game.gcg")
    status, out, err = endgame("analyse", SHORT, "--lexicon", "ENABLE", *written)
    assert status == 2 and out
    assert f"error: {SHORT}: cannot be written as GCG: the game cannot be written: a text in it" in err
    assert not (tmp_path / "game.gcg").exists()
