"""Every JSON object of every command says by which version of the keys it is made."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator

import pytest

from scrabble.report.json_line import VERSION, json_line
from scrabble.sources import entries
from scrabble.study.results import load, save
from tests.conftest import POSITIONS, REPOSITORY
from tests.docs.pages import commands

OUT, GAME = "positions/out-in-one.cgp", "positions/games/g0010.gcg"
EXAMPLES = {  # of every command that has --json
    "endgame solve": [(OUT,), (OUT, "--trace"), (OUT, "--solver", "maven", "--trace"), (OUT, "nonsense")],
    "endgame moves": [(OUT,), ("nonsense",)],
    "endgame plan": [(OUT,), ("nonsense",)],
    "endgame verify": [(OUT,), ("nonsense",)],
    "endgame analyse": [(GAME, "--lexicon", "ENABLE"), (GAME, "nix.gcg", "--lexicon", "ENABLE")],
    "endgame bench": [("--set", OUT)],
    "endgame compare": [(OUT, "--solvers", "mtdf,maven:1", "--time", "5")],
    "endgame generate": [("--games", "1")],
    "endgame warmup": [("--solver", "mtdf")],
    "endgame lexicon list": [()],
    "endgame lexicon info": [("ENABLE",)],
}


def with_json() -> Iterator[str]:
    for words, command in commands().items():
        if any("--json" in each.opts for each in command.params):
            yield words


def test_every_command_with_json_has_an_example():
    assert set(EXAMPLES) == set(with_json())


@pytest.mark.parametrize(
    "arguments", [(*words.split()[1:], *each) for words, some in EXAMPLES.items() for each in some]
)
def test_printed(endgame, arguments):
    lines = endgame(*arguments, "--json").out.splitlines()
    assert lines
    for line in lines:
        found = json.loads(line)
        assert isinstance(found, dict) and found["version"] == VERSION
        assert next(iter(found)) == "version"


def test_written(endgame, tmp_path):
    endgame("analyse", GAME, "--lexicon", "ENABLE", "--out", tmp_path / "out")
    [record] = (tmp_path / "out" / "results.jsonl").read_text("utf-8").splitlines()
    summary = (tmp_path / "out" / "summary.json").read_text("utf-8")
    endgame("generate", "--games", "1", "--out", tmp_path / "set.jsonl")
    [position] = (tmp_path / "set.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(each)["version"] for each in (record, summary, position)] == [VERSION] * 3


def test_the_study_writes_it_and_reads_what_has_none(tmp_path):
    kept = POSITIONS / "study" / "results.jsonl"
    save(load(kept), tmp_path / "results.jsonl")
    found = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text("utf-8").splitlines()]
    assert all(each["version"] == VERSION for each in found)
    for each in found:
        del each["version"]
    shutil.copy(tmp_path / "results.jsonl", tmp_path / "with.jsonl")
    (tmp_path / "without.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in found), "utf-8")
    assert load(tmp_path / "with.jsonl") == load(tmp_path / "without.jsonl")


@pytest.mark.parametrize("has_version", [True, False])
def test_positions_are_read_with_and_without_it(endgame, tmp_path, has_version):
    [line] = (REPOSITORY / "tests" / "data" / "sample_positions.jsonl").read_text("utf-8").splitlines()[:1]
    known = json.loads(line)
    given = tmp_path / "set.jsonl"
    given.write_text((json_line(known) if has_version else json.dumps(known)) + "\n", "utf-8")
    [entry] = entries([str(given)])
    assert (entry.id, entry.text) == (known["id"], known["cgp"])


def test_what_a_terminal_may_lack_is_escaped():
    found = {"id": "Łódź", "player": "Zoë"}
    assert json_line(found).isascii()
    assert json.loads(json_line(found)) == json.loads(json_line(found, is_ascii=False))
    assert "Łódź" in json_line(found, is_ascii=False)
