"""The commands: each is on the front page, its help has an example that could be run and fits a terminal."""

from __future__ import annotations

import re
import shlex
import tomllib

import pytest

from tests.docs.pages import commands, help_of, text_of

EXAMPLE = re.compile(r"^  (endgame .+)$", re.MULTILINE)


@pytest.mark.parametrize("words", commands())
def test_every_command_is_documented(words):
    command = commands()[words]
    assert command.help and command.help.splitlines()[0].endswith(".")
    if not hasattr(command, "commands"):
        assert f"`{words}`" in text_of("scrabble/docs/commands.md")
        assert EXAMPLE.findall(command.epilog), f"{words} --help has no example"


@pytest.mark.parametrize("words", commands())
def test_every_parameter_has_help(words):
    for parameter in commands()[words].params:
        assert parameter.help, f"{words}: {parameter.name}"


@pytest.mark.parametrize("words", [*commands(), "endgame"])
def test_help_fits_a_terminal(words):
    lines = help_of(words).splitlines()
    assert lines and max(map(len, lines)) <= 80
    assert not any("─" in line or "│" in line for line in lines)


def test_examples_of_the_help_name_real_commands_and_options():
    tried = 0
    for command in commands().values():
        for example in EXAMPLE.findall(command.epilog or ""):
            words = shlex.split(example.split(" > ")[0].split(" && ")[0])
            name = " ".join(words[: 3 if words[1] in ("lexicon", "puzzles") else 2])
            known = {option for parameter in commands()[name].params for option in parameter.opts}
            assert {word for word in words if word.startswith("--")} <= known
            tried += 1
    assert tried >= 9


def test_the_first_page_and_the_workflow_run_the_tests_alike_on_the_pythons_of_the_package():
    tests = text_of(".ci/run").splitlines()[-1]
    workflow = text_of(".github/workflows/ci.yml")
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert tests in text_of("README.md").splitlines()
    assert f"run: {tests.replace('python3', 'python').replace('/bin/', '/Scripts/')}\n" in workflow
    pythons = [each.rpartition(" ")[2] for each in project["classifiers"] if ":: 3." in each]
    assert f'python: ["{pythons[0]}", "{pythons[-1]}"]' in workflow
    assert project["requires-python"] == f">={pythons[0]}"
