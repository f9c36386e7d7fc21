"""The README and the help say what the program does.

`python -m tests.test_docs` writes what the commands print today into the README.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import sys

import click
import pytest

from scrabble.cli import endgame, main
from tests.conftest import REPOSITORY

README = REPOSITORY / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
EXAMPLE = re.compile(r"^  (endgame .+)$", re.MULTILINE)


def commands() -> dict[str, click.Command]:
    """All commands by the words that call them."""
    found = {}
    groups = [("endgame", endgame)]
    for prefix, group in groups:
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            found[f"{prefix} {name}"] = command
            if hasattr(command, "commands"):
                groups.append((f"{prefix} {name}", command))
    return found


def help_of(words: str) -> str:
    """What `--help` prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main([*words.split()[1:], "--help"]) == 0
    return out.getvalue()


def printed(command: str) -> str:
    """What a line of the README prints, at the top of the repository."""
    with contextlib.chdir(REPOSITORY), contextlib.redirect_stdout(io.StringIO()) as out:
        main(shlex.split(command)[1:])
    return out.getvalue()


def examples(readme: str) -> list[tuple[str, str]]:
    """Commands of the README, each with what it is said to print."""
    found = []
    for block in BLOCK.findall(readme):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def as_expected(output: str, expected: str) -> str:
    """What was printed, cut where the README cuts it with a line of three dots."""
    if not expected.endswith("...\n"):
        return output
    count = expected.count("\n") - 1
    return "".join(line + "\n" for line in output.splitlines()[:count]) + "...\n"


def without_effort(text: str) -> str:
    """The text without what a faster search or another order of moves changes."""
    text = re.sub(r"[\d,]+ nodes, [\d.]+ s", "N nodes, S s", text)
    text = re.sub(r"\d\.\d{3}$", "S.SSS", text, flags=re.MULTILINE)
    return re.sub(r"^ *([2-9]|\d\d)  .*\n", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("command", "expected"), examples(README.read_text("utf-8")), ids=lambda text: text[:60]
)
def test_readme_examples(command, expected):
    assert without_effort(as_expected(printed(command), expected)) == without_effort(expected)


def test_readme_python():
    flags = doctest.NORMALIZE_WHITESPACE
    with contextlib.chdir(REPOSITORY):
        failed, tried = doctest.testfile(
            str(README), module_relative=False, optionflags=flags, encoding="utf-8"
        )
    assert tried >= 5 and not failed


@pytest.mark.parametrize("words", commands())
def test_every_command_is_documented(words):
    command = commands()[words]
    assert command.help and command.help.splitlines()[0].endswith(".")
    if not hasattr(command, "commands"):
        assert f"`{words}`" in README.read_text("utf-8")
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
            name = " ".join(words[: 3 if words[1] == "lexicon" else 2])
            known = {option for parameter in commands()[name].params for option in parameter.opts}
            assert {word for word in words if word.startswith("--")} <= known
            tried += 1
    assert tried >= 9


def test_the_keys_of_json_are_documented():
    [documented] = re.findall(r"## For programs.*?\n\n(\|.*?)\n\n", README.read_text("utf-8"), re.DOTALL)
    keys = set(re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in documented.splitlines())))
    assert keys == set(json.loads(printed("endgame solve positions/out-in-one.cgp --trace --json")))


def test_the_test_command_is_what_ci_runs():
    [command] = re.findall(r"^python3 .*pytest$", README.read_text("utf-8"), re.MULTILINE)
    run = REPOSITORY / ".ci" / "run"
    assert command in run.read_text("utf-8").splitlines()
    assert os.access(run, os.X_OK)


def rewrite() -> None:
    """Put what the commands print today into the README."""
    readme = README.read_text("utf-8")
    for command, expected in examples(readme):
        output = as_expected(printed(command), expected)
        readme = readme.replace(f"$ {command}\n{expected}", f"$ {command}\n{output}")
    README.write_text(readme, "utf-8")


if __name__ == "__main__":
    sys.exit(rewrite())
