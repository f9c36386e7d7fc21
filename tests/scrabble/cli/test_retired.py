"""Commands and options of the last release are refused in one line that names what to use now."""

from __future__ import annotations

import shlex

import pytest

from scrabble.cli.retired import GONE, RENAMED
from tests.docs.pages import commands


@pytest.mark.parametrize("old", [*RENAMED, *GONE])
def test_it_is_refused_with_what_to_use_now(endgame, old):
    outcome = endgame(*old.split())
    expected = f"is now '{RENAMED[old]}'" if old in RENAMED else f"is gone: {GONE[old]}"
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"error: 'endgame {old}' {expected}\n")


@pytest.mark.parametrize("old", [*RENAMED, *GONE])
def test_it_is_unknown_and_what_to_use_now_is_known(old):
    options = {
        words.removeprefix("endgame "): {name for each in command.params for name in each.opts}
        for words, command in commands().items()
    }
    command, _, option = old.partition(" --")
    assert f"--{option}" not in options.get(command, ()) if option else command not in options
    new = shlex.split(RENAMED.get(old, ""))
    if new and new[0] == "endgame":
        command = new[1]
        assert command in options
    for word in new:
        if word.startswith("--"):
            assert word in options[command]


def test_an_option_is_refused_wherever_it_stands(endgame):
    assert endgame("solve", "out-in-two", "cgp").err.startswith("error: cgp: not a file")
    assert endgame("--json", "cgp").err.startswith("error: No such option")
