"""Bundled positions and games are found by name wherever a position or a game is expected."""

from __future__ import annotations

import pytest
from rich.console import Console

import scrabble
from scrabble import bundled, sources
from scrabble.bench.compare import load_positions
from scrabble.bench.measure import BenchError, load_set
from scrabble.game import cgp
from scrabble.records import gcg
from scrabble.report.board_text import board_text
from scrabble.sources import SourceError, TurnSelection
from tests.conftest import POSITIONS
from tests.worlds.bundled_positions import records

LATE = records("late")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def found(*names: str, turns: TurnSelection | None = None) -> list[tuple[str, str, str]]:
    return [(entry.id, entry.where, entry.text) for entry in sources.entries(names, turns)]


def refusal(name: str, turns: TurnSelection | None = None) -> str:
    [entry] = sources.entries([name], turns)
    assert isinstance(entry.error, SourceError) and entry.text == ""
    return str(entry.error)


def test_every_file_has_a_name_of_its_own():
    files = [*POSITIONS.glob("*.cgp"), *POSITIONS.glob("*.jsonl"), *(POSITIONS / "games").rglob("*.gcg")]
    assert sorted(bundled.files().values()) == sorted(files)
    puzzles = ["puzzles", "puzzles-french", "puzzles-german", "puzzles-preendgame", "puzzles-spanish"]
    assert bundled.sets() == ["first-empty-bag", "late", "preendgame", *puzzles, "selfplay"]


def test_a_position():
    line = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]
    assert found("out-in-two") == [("out-in-two", "out-in-two", line)]


def test_a_set_and_positions_of_it():
    assert found("late") == [(each["id"], f"late:{at}", each["cgp"]) for at, each in enumerate(LATE, 1)]
    assert found("late:17") == found(f"late:{LATE[16]['id']}") == found("late")[16:17]
    assert [given for given, *_ in found("selfplay:s1g00010", "late:2")] == ["s1g00010", LATE[1]["id"]]


def test_a_game():
    record = str(POSITIONS / "games" / "g0010.gcg")
    for asked in (None, TurnSelection(26), TurnSelection(None, True)):
        texts = [text for *_, text in found("g0010", turns=asked)]
        assert texts == [text for *_, text in found(record, turns=asked)] and texts
    [(given, where, text)] = found("g0010:26")
    assert (given, where) == ("g0010:26", "g0010:26")
    assert text == found("g0010", turns=TurnSelection(26))[0][2]
    assert gcg.load("g0010").events == gcg.load(record).events


def test_a_position_of_a_set_by_its_id_or_the_turn_that_it_is_from():
    for name, number in (("late", 25), ("preendgame", 1), ("puzzles", 138)):
        [asked] = found(f"{name}:{number}")
        assert found(asked[0]) == [asked]
    assert found("s42g01436:22") == found("puzzles:138")


def test_a_turn_of_puzzles_of_two_sets_is_no_name(tmp_path, monkeypatch):
    record = (POSITIONS / "puzzles.jsonl").read_text("utf-8").splitlines()[137]
    for name in ("one", "two"):
        (tmp_path / f"{name}.jsonl").write_text(record)
    monkeypatch.setattr(bundled, "files", lambda: {"one": tmp_path / "one.jsonl"})
    assert bundled.find("s42g01436:22") == ("one", tmp_path / "one.jsonl", "1")
    both = {name: tmp_path / f"{name}.jsonl" for name in ("one", "two")}
    monkeypatch.setattr(bundled, "files", lambda: both)
    assert bundled.find("s42g01436:22") is None


def test_every_name_that_is_shown_can_be_typed(tmp_path):
    line, game = LATE[0]["cgp"], (POSITIONS / "games" / "g0010.gcg").read_bytes()
    (tmp_path / "some.cgp").write_text(f"# three\n{line}\n\n{line} id two;\n{line}\n")
    (tmp_path / "my.games").mkdir()
    (tmp_path / "my.games" / "final.gcg").write_bytes(game)
    board = board_text(cgp.loads(line), Console(no_color=True))
    (tmp_path / "boards.txt").write_text(f"{board}\n\n{board}\n")
    names = ["some.cgp", "my.games/final.gcg", str(tmp_path / "some.cgp"), "boards.txt", "g0010", "late"]
    shown = found(*names)
    assert len(shown) == 3 + 1 + 3 + 2 + 1 + len(LATE)
    for each in shown[:11]:
        assert found(each[1]) == [each]
    assert found("some.cgp:two") == [shown[1]] and shown[1][:2] == ("two", "some.cgp:4")
    assert refusal("some.cgp:3") == "some.cgp has 3 positions; there is no 3"
    assert "expected the number of a turn, got 'x'" in refusal("my.games/final.gcg:x")
    assert "not a file" in refusal("my.games:3")


def test_a_file_comes_first(tmp_path):
    line = cgp.dumps(cgp.loads(LATE[0]["cgp"]))
    (tmp_path / "late").write_text(f"{line}\n")
    assert [text for *_, text in found("late")] == [line]


@pytest.mark.parametrize(
    ("name", "turns", "reason"),
    [
        ("late:511", None, "late has 510 positions; there is no 511"),
        ("late:x", None, "late has 510 positions; there is no x"),
        ("late:1", TurnSelection(3), "--turn needs a game (GCG), not a position"),
        ("g0010:x", None, "expected the number of a turn, got 'x' of the game g0010"),
        ("g0010:26", TurnSelection(26), "expected one turn, got '26' of the game g0010"),
        ("outintwo", None, "not a file, a bundled position or a CGP; out-in-two is bundled"),
        ("positions/out-in-two.cgp", None, "a bundled position or a CGP; out-in-two is bundled"),
        ("late.jsonl:17", None, "a bundled position or a CGP; late:17 is bundled"),
        ("quite-another-name.cgp", None, "not a file, a bundled position or a CGP"),
    ],
)
def test_what_is_refused(name, turns, reason):
    assert reason in refusal(name, turns)


def test_nothing_is_suggested_for_nothing():
    assert refusal("quite-another-name.cgp").endswith("a CGP")


def test_for_bench_and_compare():
    [task] = load_set("late:17")
    assert (task.id, task.text, task.known) == (LATE[16]["id"], LATE[16]["cgp"], LATE[16]["value"])
    [again, other], unread = load_positions(["late:17", "out-in-two"], None)
    assert (again.text, again.known, other.id, unread) == (task.text, task.known, "out-in-two", [])
    with pytest.raises(BenchError, match="late has 510 positions; there is no 511"):
        load_set("late:511")


def test_from_python():
    assert scrabble.legal_moves("out-in-two")[0].text == "3B RA(J)"
    with pytest.raises(ValueError, match="late is a set, expected one position of it, such as late:1"):
        scrabble.legal_moves("late")
    with pytest.raises(ValueError, match="late has 510 positions; there is no 511"):
        scrabble.legal_moves("late:511")
