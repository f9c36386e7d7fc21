"""Every JSON object of every command says by which version of the keys it is made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from scrabble.files import VERSION, json_line
from scrabble.sources import entries
from tests.conftest import DATA
from tests.docs.pages import CODE, commands, text_of
from tests.guard.golden import CASES, PROMPT, STATUS

FIRST_KEY = re.compile(r'^\{\n "(\w+)": (.*?),?$', re.MULTILINE)


def answers() -> Iterator[tuple[str, str]]:
    """Yield the golden command lines with --json that have an answer, with all that follows."""
    for case in CASES.glob("*.txt"):
        for part in f"\n{case.read_text('utf-8')}".split(f"\n{PROMPT}")[1:]:
            line, *answer = part.split("\n")
            if " --json" in line and f"{STATUS}2" not in answer[:1]:
                yield line, "\n".join(answer)


def test_every_object_that_is_printed_begins_with_the_version():
    """As last looked at in the golden files; each command with --json is there."""
    options = {
        words: {name for each in command.params for name in each.opts}
        for words, command in commands().items()
    }
    with_json = {words for words, names in options.items() if "--json" in names}
    seen = set()
    for line, answer in answers():
        found = FIRST_KEY.findall(answer)
        assert set(found) == {("version", str(VERSION))}, line
        seen |= {words for words in with_json if line.startswith(words)}
    assert seen == with_json


@pytest.mark.parametrize("has_version", [True, False])
def test_positions_are_read_with_and_without_it(tmp_path, has_version):
    known = json.loads((DATA / "sample_positions.jsonl").read_text("utf-8").splitlines()[0])
    given = tmp_path / "set.jsonl"
    given.write_text((json_line(known) if has_version else json.dumps(known)) + "\n", "utf-8")
    [entry] = entries([str(given)])
    assert (entry.id, entry.text) == (known["id"], known["cgp"])


def test_what_a_terminal_may_lack_is_escaped():
    found = {"id": "Łódź", "player": "Zoë"}
    assert json_line(found).isascii()
    assert json.loads(json_line(found)) == json.loads(json_line(found, is_ascii=False))
    assert "Łódź" in json_line(found, is_ascii=False)


def test_the_keys_of_a_look_up(endgame):
    [told] = re.findall(
        "The keys of `lexicon check` are (.*)\\.$", text_of("scrabble/docs/json.md"), re.MULTILINE
    )
    found = json.loads(endgame("lexicon", "check", "qi", "--lexicon", "ENABLE", "--json").out)
    assert set(found) - {"version"} == set(CODE.findall(told))
