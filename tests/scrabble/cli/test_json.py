"""Every JSON object of every command says by which version of the keys it is made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from scrabble import files
from scrabble.files import VERSION, json_line
from scrabble.sources import entries
from tests.conftest import REPOSITORY
from tests.docs.pages import CODE, commands, text_of

OUT, GAME = "positions/out-in-one.cgp", "positions/games/g0010.gcg"
EXAMPLES = {  # of every command that has --json
    "endgame solve": [(OUT,), (OUT, "--trace"), (OUT, "--solver", "maven", "--trace"), (OUT, "nonsense")],
    "endgame verify": [(OUT,), ("nonsense",)],
    "endgame analyse": [(GAME, "--lexicon", "ENABLE"), (GAME, "nix.gcg", "--lexicon", "ENABLE")],
    "endgame bench": [("--set", OUT)],
    "endgame compare": [(OUT, "--solvers", "mtdf,maven:1", "--time", "5")],
    "endgame train": [("--progress",)],
    "endgame positions": [(OUT,), (OUT, "--moves"), (OUT, "--plan"), ("nonsense",)],
    "endgame lexicon list": [(), ("ENABLE",)],
    "endgame lexicon check": [("qi", "qq", "--lexicon", "ENABLE")],
}


@pytest.fixture
def mine(tmp_path, two_lexicons, monkeypatch):
    """A folder with all that commands change: lexicons, settings, what is kept."""
    monkeypatch.setattr(files, "cache_dir", lambda kind: tmp_path / "cache" / kind)
    monkeypatch.setattr(files, "config_file", lambda: tmp_path / "config.toml")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def with_json() -> Iterator[str]:
    for words, command in commands().items():
        if any("--json" in each.opts for each in command.params):
            yield words


def test_every_command_with_json_has_an_example():
    assert set(EXAMPLES) == set(with_json())


@pytest.mark.parametrize(
    "arguments", [(*words.split()[1:], *each) for words, some in EXAMPLES.items() for each in some]
)
def test_printed(endgame, mine, arguments):
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
    endgame("generate", "--positions", "1", "--out", tmp_path / "set.jsonl")
    [position] = (tmp_path / "set.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(each)["version"] for each in (record, summary, position)] == [VERSION] * 3


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


def test_the_keys_of_a_look_up(endgame, mine):
    [told] = re.findall(
        "The keys of `lexicon check` are (.*)\\.$", text_of("scrabble/docs/json.md"), re.MULTILINE
    )
    [found] = map(
        json.loads, endgame("lexicon", "check", "qi", "--lexicon", "ENABLE", "--json").out.splitlines()
    )
    assert set(found) - {"version"} == set(CODE.findall(told))


def test_an_imported_lexicon_is_listed_and_looked_into(endgame, mine):
    (mine / "words.txt").write_text("aa\nqi\nqi\nx\n1\n")
    arguments = ("--name", "Other", "--language", "english", "--force")
    told = endgame("lexicon", "import", mine / "words.txt", *arguments).out
    assert told.startswith("Other: 2 words (english), ")
    listed = list(map(json.loads, endgame("lexicon", "list", "--json").out.splitlines()))
    assert [each["words"] for each in listed if each["name"] == "Other"] == [2]
    checked = endgame("lexicon", "check", "qi", "zzz", "--lexicon", "Other")
    assert checked.status == 1
    assert [" NOT " in line for line in checked.out.splitlines()] == [False, True]


def test_what_is_kept(endgame, mine):
    assert "not set" in endgame("config", "lexicon").out
    found = endgame("config", "lexicon", "Mine").out
    assert found == f"lexicon    Mine, from {mine / 'config.toml'}\n"
    (mine / "cache" / "kernels").mkdir(parents=True)
    (mine / "cache" / "kernels" / "a.nbc").write_bytes(bytes(2000))
    assert endgame("cache").out.startswith("compiled kernels     1 files, 0.0 MB")
    assert endgame("cache", "clear").out.startswith("removed compiled kernels: 1 files, 0.0 MB")
    assert not (mine / "cache" / "kernels").exists()
