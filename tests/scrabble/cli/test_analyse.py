"""`endgame analyse` for one game: its JSON, a time limit, a full disk."""

from __future__ import annotations

import hashlib
import json
import shutil

import pytest

from scrabble.answer.analysis import Analysis, analysis_json, read_data
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


def test_a_time_limit_leaves_intervals(endgame, tmp_path):
    path = tmp_path / "hard.gcg"
    shutil.copy(GAMES / "g0036.gcg", path)
    status, out, _ = endgame("analyse", path, "--lexicon", "ENABLE", "--time", "0.05", "--json")
    first = next(turn for turn in json.loads(out)["turns"] if turn["evaluation"] and not turn["bag"])
    assert status == 0 and first["status"] == "bounded" and first["evaluation"]["stopped_by"] == "time"
    assert first["evaluation"]["spread"][0] is not None


@pytest.mark.parametrize("option", ["--html", "--annotated-gcg"])
def test_what_cannot_be_written_is_said(endgame, tmp_path, monkeypatch, option):
    def full_disk(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scrabble.analysis.batch.run.atomic_write", full_disk)
    path = tmp_path / "written"
    status, _, err = endgame("analyse", SHORT, "--lexicon", "ENABLE", option, path)
    assert status == 2 and "cannot be written: No space left on device\n" in err and str(path) in err
