"""The keys of JSON and of the data files, held against what their pages say."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from scrabble.analysis.batch.results import AnalysisRecord
from scrabble.analysis.batch.summary import BatchData, TotalsData
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import MoveStatus
from scrabble.answer.solution import Solution
from scrabble.answer.turns import Evaluation, Turn
from scrabble.bench import machine
from tests.conftest import REPOSITORY
from tests.docs.pages import (
    CODE,
    keys,
    keys_of,
    objects,
    pages,
    printed,
    rows,
    schema_types,
    section,
    text_of,
    with_tables,
)

PAGE = "scrabble/docs/json.md"


def test_what_is_generated_is_up_to_date():
    for page in pages():
        assert text_of(page) == with_tables(text_of(page)), f"{page}: run `python -m tests.docs.pages`"


def test_every_type_is_in_a_table():
    text = "".join(map(text_of, pages()))
    shown = {*re.findall(r"<!-- keys (\w+) -->", text)}
    for objects_inside in re.findall(r"<!-- objects (.*?) -->", text, re.DOTALL):
        shown |= {*re.findall(r"=(\w+)", objects_inside)}
    parts = {"Analysis", "Searched", "Figures", "FailedGame", "CopyData"}  # of other types
    assert set(schema_types()) - parts == shown


def test_the_keys_of_solve():
    [found] = objects("endgame solve positions/out-in-one.cgp --trace --json")
    asked = {"evaluated_move", "tree", "tree_is_complete", "rounds", "believed", "practical"}
    assert {name for name, _ in keys_of(Solution)} - asked == set(found)
    assert set(found["moves"][0]) == {name for name, _ in keys_of(MoveResult)} - {"searched"}


def test_the_example_is_a_part_of_what_is_printed():
    [shown] = re.findall(r"^```json\n(.*?)^```$", text_of(PAGE), re.DOTALL | re.MULTILINE)
    [found] = objects("endgame solve out-in-two --json")
    example = json.loads(shown)
    moves = {move["move"]: move for move in found["moves"]}
    for move in example.pop("moves"):
        assert moves[move["move"]] | move == moves[move["move"]]
    effort = {key: found[key] for key in ("nodes", "seconds")}
    assert found | example | effort == found


def test_the_statuses_are_one_set():
    documented = rows(section(PAGE, "Status of a move"), "status")
    assert [name for name, _ in documented] == [f"`{status}`" for status in MoveStatus]
    [game] = objects("endgame analyse positions/games/g0010.gcg --lexicon ENABLE --json")
    found = [turn["evaluation"] for turn in game["turns"] if turn["evaluation"]]
    assert {each["status"] for turn in found for each in turn["moves"]} <= set(MoveStatus)


def test_the_keys_of_positions_with_a_plan():
    [found] = objects("endgame positions positions/out-in-one.cgp --plan --json")
    documented = section(PAGE, "positions")
    assert keys(documented) == set(found)
    [moves] = [set(CODE.findall(what)) for name, what in rows(documented, "key") if name == "`moves`"]
    assert moves == set(found["moves"][0])


def test_the_keys_of_positions_with_moves():
    [found] = objects("endgame positions positions/out-in-one.cgp --moves --json")
    [line] = re.findall(r"^With `--moves`(.*)$", section(PAGE, "positions"), re.MULTILINE)
    assert set(CODE.findall(line)) == set(found) | set(found["moves"][0])


def test_the_keys_of_positions():
    [found] = objects("endgame positions positions/out-in-one.cgp --json")
    [line] = re.findall(r"^`endgame positions --json`(.*)$", section(PAGE, "positions"), re.MULTILINE)
    assert set(CODE.findall(line)) == set(found)


def test_the_keys_of_an_analysis():
    [game] = objects("endgame analyse positions/games/g0010.gcg --lexicon ENABLE --json")
    assert set(game) == {name for name, _ in keys_of(AnalysisRecord)}
    assert set(game["turns"][-1]) == {name for name, _ in keys_of(Turn)}
    assert set(game["turns"][-1]["evaluation"]) == {name for name, _ in keys_of(Evaluation)}


def test_the_keys_of_many_games(tmp_path):
    games = "positions/games/g0010.gcg positions/games/g0034.gcg"
    printed(f"endgame analyse {games} --lexicon ENABLE --out {tmp_path}")
    written = {name.strip("`"): what for name, what in rows(section(PAGE, "Many games"), "file")}
    assert set(written) == {path.name for path in tmp_path.iterdir()}
    results = (tmp_path / "results.jsonl").read_text("utf-8").splitlines()
    assert set(json.loads(results[0])) == {name for name, _ in keys_of(AnalysisRecord)}
    summary = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    assert set(summary) - {"version"} == set(BatchData.__struct_fields__)
    assert set(summary["total"]) == set(TotalsData.__struct_fields__)


def test_the_keys_of_bench(monkeypatch):
    monkeypatch.setattr(machine, "LOOPS", 1000)
    *outcomes, last = objects("endgame bench --set positions/out-in-one.cgp --json")
    first, _, summary = section(PAGE, "bench").partition("The last line has")
    assert set(CODE.findall(first)) - {"endgame bench --json"} == set(outcomes[0])
    assert set(CODE.findall(summary)) <= set(last)


def test_the_keys_of_generate(tmp_path):
    printed(f"endgame generate --positions 1 --out {tmp_path / 'one.jsonl'}")
    found = json.loads((tmp_path / "one.jsonl").read_text("utf-8"))
    [told] = re.findall(r"FILE.jsonl` has(.*?)\(its number", section(PAGE, "generate"), re.DOTALL)
    assert {*CODE.findall(told), "players"} == set(found)


@pytest.mark.parametrize(
    ("heading", "folder"),
    [
        ("Add a language", "alphabets"),
        ("Add a board", "boards"),
        ("Add a rule set", "rulesets"),
    ],
)
def test_the_keys_of_the_data_files(heading, folder):
    files = sorted((REPOSITORY / "scrabble" / "game" / folder).glob("*.toml"))
    used = {key for file in files for key in tomllib.loads(file.read_text("utf-8"))}
    assert keys(section("scrabble/docs/lexicons.md", heading)) >= used
    optional = keys(section("scrabble/docs/lexicons.md", heading)) - used
    assert optional <= {"out_loss"}
