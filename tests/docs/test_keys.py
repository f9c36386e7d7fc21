"""The keys of JSON and of the data files, held against what their pages say."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from scrabble.solver.solution import STATUSES
from tests.conftest import REPOSITORY
from tests.docs.pages import CODE, keys, objects, printed, rows, section, text_of


def test_the_keys_of_solve():
    [found] = objects("endgame solve positions/out-in-one.cgp --trace --json")
    assert keys(section("scrabble/report/README.md", "solve")) == set(found)


def test_the_statuses_are_one_set():
    documented = rows(section("scrabble/report/README.md", "What is known of a move"), "status")
    assert documented == [[f"`{status}`", meaning] for status, meaning in STATUSES.items()]


def test_the_keys_of_a_move():
    told = section("scrabble/report/README.md", "What is known of a move").partition("| status")[0]
    [solved] = objects("endgame solve positions/out-in-two.cgp --json")
    assert all(set(each) == set(CODE.findall(told)) - {"moves"} for each in solved["moves"])
    [game] = objects("endgame analyse positions/games/g0010.gcg --lexicon ENABLE --json")
    documented = keys(section("scrabble/analysis/schema.md", "JSON and CSV"), "key of a move")
    analysed = [each for turn in game["turns"] if turn["endgame"] for each in turn["endgame"]["moves"]]
    for each in analysed:
        assert set(each) == documented >= set(solved["moves"][0])
        assert type(each["lower"]) is type(each["upper"]) is int
    assert {each["status"] for each in [*solved["moves"], *analysed]} <= set(STATUSES)


def test_the_keys_of_plan():
    [found] = objects("endgame plan positions/out-in-one.cgp --json")
    documented = section("scrabble/report/README.md", "plan")
    assert keys(documented) == set(found)
    [moves] = [set(CODE.findall(what)) for name, what in rows(documented, "key") if name == "`moves`"]
    assert moves == set(found["moves"][0])


def test_the_keys_of_moves():
    [found] = objects("endgame moves positions/out-in-one.cgp --json")
    [line] = re.findall(r"^With `--json`(.*)$", section("scrabble/report/README.md", "moves"), re.MULTILINE)
    assert set(CODE.findall(line)) == set(found) | set(found["moves"][0])


def test_the_keys_of_cgp():
    [found] = objects("endgame cgp positions/out-in-one.cgp --json")
    [line] = re.findall(r"^With `--json`(.*)$", section("scrabble/report/README.md", "cgp"), re.MULTILINE)
    assert set(CODE.findall(line)) == set(found)


def test_the_keys_of_an_analysis(tmp_path):
    [game] = objects("endgame analyse positions/games/g0010.gcg --lexicon ENABLE --json")
    documented = section("scrabble/analysis/schema.md", "JSON and CSV")
    assert keys(documented, "key of the game") == set(game)
    assert keys(documented, "key of a turn") == set(game["turns"][-1])
    inner = {name.strip("`"): set(CODE.findall(what)) for name, what in rows(documented, "key of the game")}
    assert inner["summary"] == set(game["summary"][0]) - {"player", "name"}
    record = (REPOSITORY / "positions/games/g0010.gcg").read_text("utf-8")
    unfinished = tmp_path / "unfinished.gcg"
    unfinished.write_text(record.partition(">alpha: EERS")[0], "utf-8")
    [now] = objects(f"endgame analyse {unfinished} --lexicon ENABLE --json")
    assert inner["to_play"] == set(now["to_play"])
    beginning = (REPOSITORY / "positions/games/g0040.gcg").read_text("utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(beginning) if " Q.AG " in line or " QUAG " in line)
    rack = beginning[at].split()[1]
    unfinished.write_text("".join([*beginning[:at], f"#rack1 {rack}\n"]), "utf-8")
    [now] = objects(f"endgame analyse {unfinished} --lexicon ENABLE --nodes 100 --json")
    assert inner["to_play_preendgame"] - {"preendgame", "--max-bag"} == set(now["to_play_preendgame"])
    inner = {name.strip("`"): set(CODE.findall(what)) for name, what in rows(documented, "key of a turn")}
    assert inner["endgame"] == set(game["turns"][-1]["endgame"])


def test_the_keys_of_many_games(tmp_path):
    games = "positions/games/g0010.gcg positions/games/g0034.gcg"
    printed(f"endgame analyse {games} --lexicon ENABLE --out {tmp_path}")
    written = {
        name.strip("`"): what
        for name, what in rows(section("scrabble/analysis/batch/README.md", "What is written"), "file")
    }
    assert set(written) == {path.name for path in tmp_path.iterdir()}
    results = (tmp_path / "results.jsonl").read_text("utf-8").splitlines()
    analysed = objects("endgame analyse positions/games/g0010.gcg --lexicon ENABLE --json")
    assert set(json.loads(results[0])) - set(analysed[0]) == set(CODE.findall(written["results.jsonl"])) - {
        "--json"
    }
    summary = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    assert set(summary) | set(summary["total"]) <= set(CODE.findall(written["summary.json"]))


def test_the_keys_of_bench():
    *outcomes, last = objects("endgame bench --set positions/out-in-one.cgp --json")
    first, _, summary = section("scrabble/bench/README.md", "For programs").partition("The last line has")
    assert set(CODE.findall(first)) - {"endgame bench --json"} == set(outcomes[0])
    assert set(CODE.findall(summary)) <= set(last)


def test_the_keys_of_generate():
    [found] = objects("endgame generate --games 1 --json")
    [told] = re.findall(
        r"The keys of JSON are(.*?)\(its number", text_of("scrabble/selfplay/README.md"), re.DOTALL
    )
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
    assert keys(section("scrabble/game/README.md", heading)) >= used
    optional = keys(section("scrabble/game/README.md", heading)) - used
    assert optional <= {"out_loss"}
