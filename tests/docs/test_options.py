"""The options: all are in the reference, and a shared one has one meaning."""

from __future__ import annotations

import click
import pytest

from tests.docs.pages import commands, options_list


def test_every_option_has_a_text_and_is_in_the_reference():
    for words, command in commands().items():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.help, (words, option.opts)
                assert f"`{option.opts[0]}" in options_list()


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--show", "How many {} to show; 0: all."),
        ("--turn", None),
        ("--board", None),
        ("--nodes", None),
    ],
)
def test_an_option_means_the_same_everywhere(option, text):
    texts = {
        each.help.replace("positions", "{}").replace("moves to", "{} to")
        for command in commands().values()
        for each in command.params
        if option in each.opts and not getattr(each, "hidden", False)
    }
    assert len(texts) == 1 and texts == {text or next(iter(texts))}


@pytest.mark.parametrize("option", ["--show", "--exact"])
def test_0_is_all(option):
    for words, command in commands().items():
        for each in command.params:
            if option in each.opts:
                assert isinstance(each.type, click.IntRange) and each.type.min == 0, words
