"""Many games: which files there are, what tells one analysis from another, what cannot be read."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from scrabble.analysis.batch.jobs import BatchError, BatchSettings, FailedGame, Job, collect, prepare
from scrabble.records.gcg import MOST_BYTES
from tests.worlds.scrabble_games import GAMES

GAME = GAMES / "g0010.gcg"
ENABLE = BatchSettings(lexicon="ENABLE")


def test_folders_are_searched_and_each_file_is_there_once(tmp_path):
    for name in ("b.gcg", "a.GCG", "c.txt", "inner/d.gcg", "inner/deeper/e.gcg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "folder.gcg").mkdir()
    names = ["a.GCG", "b.gcg", "inner/d.gcg", "inner/deeper/e.gcg"]
    assert collect([str(tmp_path)]) == [str(tmp_path / name) for name in names]
    assert collect([f"{tmp_path}/b.gcg", f"{tmp_path}/", f"{tmp_path}/./b.gcg", "missing"]) == [
        *(str(tmp_path / name) for name in ("b.gcg", "a.GCG", *names[2:])),
        "missing",
    ]


def test_a_folder_without_games_is_refused(tmp_path):
    with pytest.raises(BatchError, match=r"no \*\.gcg file in this folder"):
        collect([str(tmp_path)])


def test_a_folder_that_cannot_be_read_is_refused(tmp_path, monkeypatch):
    def walk(folder, onerror):
        onerror(PermissionError(13, "Permission denied", str(folder)))

    monkeypatch.setattr("scrabble.analysis.batch.jobs.os.walk", walk)
    with pytest.raises(BatchError, match="cannot be read: Permission denied"):
        collect([str(tmp_path)])


def job(path, settings=ENABLE) -> Job:
    found = prepare(str(path), settings)
    assert isinstance(found, Job)
    return found


def test_the_key_changes_with_the_file_its_name_and_every_option(tmp_path):
    one, other = tmp_path / "one.gcg", tmp_path / "other.gcg"
    shutil.copy(GAME, one)
    shutil.copy(GAME, other)
    keys = {job(one).key, job(other).key}
    assert job(one).key in keys and len(keys) == 2
    others = {
        "lexicon": str(GAMES.parents[1] / "lexicons" / "enable.dawg"),
        "solver": "mtdf",
        "seconds": 1.0,
        "nodes": 5,
        "memory": 64 << 20,
        "exact": 1,
        "reasons": False,
        "strict": True,
        "max_bag": 2,
        "practical": True,
        "opponent": "rational",
    }
    assert set(others) == {field.name for field in dataclasses.fields(BatchSettings)}
    keys |= {job(one, dataclasses.replace(ENABLE, **{name: value})).key for name, value in others.items()}
    assert len(keys) == 2 + len(others)
    one.write_text(one.read_text("utf-8") + "\n", "utf-8")
    assert job(one).key not in keys


def test_the_lexicon_is_the_one_of_the_record(tmp_path):
    path = tmp_path / "named.gcg"
    path.write_text(GAME.read_text("utf-8").replace("#title", "#lexicon enable\n#title"), "utf-8")
    named = job(path, BatchSettings())
    assert named.lexicon == "enable" and named.lexicon_sha256 == job(GAME).lexicon_sha256


def test_a_default_is_noted(tmp_path):
    found = job(GAME, BatchSettings())
    assert found.note == "lexicon ENABLE, the only one for english tiles" and found.lexicon == "ENABLE"
    assert job(GAME).note == "" and found.lexicon_sha256 == job(GAME).lexicon_sha256


def test_what_cannot_be_read_is_a_failure_with_its_reason(tmp_path, two_fitting_lexicons):
    bad, big = tmp_path / "bad.gcg", tmp_path / "big.gcg"
    bad.write_text("#player1 A A\n#player2 B B\n>C: X 8D X +1 1\n")
    big.write_bytes(b"#" * (MOST_BYTES + 1))
    reasons = {
        str(tmp_path / "none.gcg"): "cannot be read: No such file or directory",
        "nul\0.gcg": "cannot be read: embedded null",
        str(bad): "line 3: ",
        str(big): f"more than {MOST_BYTES} bytes",
    }
    for name, reason in reasons.items():
        found = prepare(name, ENABLE)
        assert isinstance(found, FailedGame) and found.id == name and found.error.startswith(reason)
    for settings, reason in (
        (BatchSettings(), "the game names no lexicon"),
        (BatchSettings("KLINGON"), "no lexicon"),
    ):
        found = prepare(str(GAME), settings)
        assert isinstance(found, FailedGame) and found.error.startswith(reason)


def test_games_that_come_along_go_by_name() -> None:
    assert [Path(name).name for name in collect(["g0010", "g0034"])] == ["g0010.gcg", "g0034.gcg"]
