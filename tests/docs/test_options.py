"""The options: one table on the page of the command line, one meaning each."""

from __future__ import annotations

import click
import pytest

from tests.docs.pages import CODE, commands, rows, section

PAGE = "scrabble/cli/README.md"


def visible() -> dict[str, set[str]]:
    """All options, hidden ones left out, with the commands that have them."""
    found: dict[str, set[str]] = {}
    for words, command in commands().items():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                found.setdefault(option.opts[0], set()).add(words.removeprefix("endgame "))
    return found


def test_the_table_has_every_option_and_its_commands():
    told: dict[str, set[str]] = {}
    for options, _, names in rows(section(PAGE, "Options"), "option"):
        for option in CODE.findall(options):
            assert option.split()[0] not in told
            told[option.split()[0]] = set(CODE.findall(names))
    assert told == visible()


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--show", "How many {} to show; 0: all."),
        ("--exact", "How many moves get an exact value; 0: all."),
        ("--turn", None),
        ("--all-turns", None),
        ("--board", None),
        ("--nodes", None),
    ],
)
def test_an_option_means_the_same_everywhere(option, told):
    texts = {
        each.help.replace("positions", "{}").replace("moves to", "{} to")
        for command in commands().values()
        for each in command.params
        if option in each.opts and not getattr(each, "hidden", False)
    }
    assert len(texts) == 1 and texts == {told or next(iter(texts))}


@pytest.mark.parametrize("option", ["--show", "--exact", "--sample"])
def test_0_is_all(option):
    for words, command in commands().items():
        for each in command.params:
            if option in each.opts:
                assert isinstance(each.type, click.IntRange) and each.type.min == 0, words
