"""How the pages, every Markdown file of the repository, and the help are read.

Every console example is run at the top of the repository.  `python -m tests.docs.pages` writes what the
commands print today into the pages, and these:

    <!-- keys MoveResult -->                        the keys of a type, until <!-- end -->
    <!-- objects bag=PreendgameDetails next_move=NextMove-Searched -->  the keys of objects, a row for each:
                                                    those of a type, that another type does not have
    <!-- facts -->                                  the keys of the facts of a reason, by its kind
    <!-- commands -->                               all commands, in the order and the groups of the help
    <!-- columns -->                                the columns of `endgame analyse --csv`
    <!-- options -->                                all options of the commands
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import re
import shlex
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, get_origin, get_type_hints

import click
import msgspec

import scrabble.analysis.batch.results
import scrabble.analysis.batch.summary
import scrabble.answer.analysis
import scrabble.answer.decisions
import scrabble.answer.solution
import scrabble.puzzles.puzzle
from scrabble.answer.reasons import FACTS
from scrabble.cli import endgame, main
from scrabble.cli.commands import SECTIONS
from scrabble.report.columns import csv_names
from tests.conftest import REPOSITORY

FRONT = REPOSITORY / "README.md"
WIDTH = 118  # characters of a line of a generated page
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
GENERATED = re.compile(
    r"<!-- (keys|objects|facts|columns|commands|options) ?([^>]*?) -->\n.*?<!-- end -->", re.DOTALL
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
TIMES = re.compile(r"(?<= nodes, )[\d.]+ s|\d\.\d{3}$", re.MULTILINE)  # seconds in the output of commands


@functools.cache
def pages() -> list[Path]:
    """Every page of the repository that is not in a hidden folder."""
    folders = [each for each in REPOSITORY.iterdir() if each.is_dir() and not each.name.startswith(".")]
    found = [*REPOSITORY.glob("*.md"), *(path for folder in folders for path in folder.rglob("*.md"))]
    return sorted(path.relative_to(REPOSITORY) for path in found)


def text_of(page: Path | str) -> str:
    return (REPOSITORY / page).read_text("utf-8")


def prose_of(page: Path | str) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", text_of(page))


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next one."""
    [found] = re.findall(
        rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text_of(page), re.DOTALL | re.MULTILINE
    )
    return found


def rows(text: str, head: str) -> list[list[str]]:
    """The rows of the table whose first column is called `head`, cell by cell."""
    [body] = re.findall(rf"^\| {re.escape(head)} \|.*\n\|[-:| ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in body.splitlines()]


def keys(text: str, head: str = "key") -> set[str]:
    """The names in the first column of a table."""
    return {name for row in rows(text, head) for name in CODE.findall(row[0])}


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
    """What a line of a page prints, at the top of the repository."""
    with contextlib.chdir(REPOSITORY), contextlib.redirect_stdout(io.StringIO()) as out:
        main(shlex.split(command)[1:])
    return out.getvalue()


def objects(command: str) -> list[dict[str, Any]]:
    """The objects that a command prints as JSON, a line each."""
    return [json.loads(line) for line in printed(command).splitlines()]


def examples(text: str) -> list[tuple[str, str]]:
    """Commands of a page, each with what it is said to print."""
    found = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def as_expected(output: str, expected: str) -> str:
    """What was printed, cut where the page cuts it with a line of three dots."""
    if not expected.endswith("...\n"):
        return output
    count = expected.count("\n") - 1
    return "".join(line + "\n" for line in output.splitlines()[:count]) + "...\n"


def commands_table() -> str:
    """All commands with the first sentence of their help, in the groups of `endgame --help`."""
    table = ["| | command | |", "|---|---|---|"]
    for title, names in SECTIONS.items():
        for name in names:
            for words, command in commands().items():
                if words.split()[1] == name and not hasattr(command, "commands"):
                    table.append(f"| {title} | `{words}` | {command.get_short_help_str(200)} |")
                    title = ""
    return "\n".join(table)


def options_list() -> str:
    """Return all options as Markdown: each meaning of each option with its commands."""
    meanings: dict[tuple[str, str], list[str]] = {}
    for words, command in commands().items():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                names = [*option.opts, *option.secondary_opts]
                value = f" {option.metavar}" if option.metavar and not option.is_flag else ""
                name = ", ".join(f"`{each}{value}`" for each in names)
                meanings.setdefault((name, option.help or ""), []).append(words.removeprefix("endgame "))
    items = []
    for (name, text), names in sorted(meanings.items()):
        lines = textwrap.wrap(
            f"* {name} ({', '.join(names)}): {text}",
            WIDTH,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        items.append("\n".join(lines))
    return "\n".join(items)


def schema_types() -> dict[str, type[msgspec.Struct]]:
    """The types of JSON, by name."""
    modules = (
        scrabble.answer.decisions,
        scrabble.answer.solution,
        scrabble.answer.turns,
        scrabble.answer.analysis,
        scrabble.analysis.batch.results,
        scrabble.analysis.batch.summary,
        scrabble.puzzles.puzzle,
    )
    found = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    return {
        each.__name__: each
        for each in found
        if issubclass(each, msgspec.Struct) and each is not msgspec.Struct
    }


def key_table(name: str) -> str:
    """The keys of a type with their meanings, a row each."""
    table = [f"| `{key}` | {meaning} |" for key, meaning in keys_of(schema_types()[name])]
    return "\n".join(["| key | |", "|---|---|", *table])


def object_table(objects: str) -> str:
    """Objects inside of others, a row each: where they are, and the keys of their types."""
    table = []
    for places, _, names in (each.partition("=") for each in objects.split()):
        name, _, other = names.partition("-")
        left_out = schema_types()[other].__struct_encode_fields__ if other else ()
        keys = [f"`{key}`: {text}" for key, text in keys_of(schema_types()[name]) if key not in left_out]
        table.append(f"| {', '.join(f'`{each}`' for each in places.split(','))} | {' · '.join(keys)} |")
    return "\n".join(["| object | keys |", "|---|---|", *table])


def facts_list() -> str:
    """The kinds of reasons with the keys of their facts."""
    return paragraph(
        f"`{kind}`: {', '.join(f'`{key}`' for key in facts.__struct_fields__)}"
        for kind, facts in FACTS.items()
    )


def paragraph(items: Iterable[str]) -> str:
    """A list in a paragraph."""
    return textwrap.fill(" · ".join(items), WIDTH, break_long_words=False, break_on_hyphens=False)


def keys_of(kind: type[msgspec.Struct]) -> list[tuple[str, str]]:
    """The keys of a type with their meanings; a field without one is not in JSON."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return [(key, _meaning(hints[name])) for name, key in names if get_origin(hints[name]) is Annotated]


def _meaning(hint: Any) -> str:
    """The description of a key, in its type."""
    return next(each.description for each in reversed(hint.__metadata__) if each.description)


def with_tables(text: str) -> str:
    """A page with its generated tables as they are today."""

    def generated(found: re.Match[str]) -> str:
        kind, what = found.groups()
        if kind == "keys":
            table = key_table(what)
        elif kind == "objects":
            table = object_table(what)
        elif kind == "facts":
            table = facts_list()
        elif kind == "commands":
            table = commands_table()
        elif kind == "options":
            table = options_list()
        else:
            table = paragraph(f"`{each}`" for each in csv_names())
        return f"{found[0].partition('-->')[0]}-->\n{table}\n<!-- end -->"

    return GENERATED.sub(generated, text)


def rewrite() -> None:
    """Put what the commands print today into the pages, where more than the time has changed."""
    for page in pages():
        text = with_tables(text_of(page))
        for command, expected in examples(text):
            output = as_expected(printed(command), expected)
            if TIMES.sub("", output) != TIMES.sub("", expected):
                text = text.replace(f"$ {command}\n{expected}", f"$ {command}\n{output}")
        if text != text_of(page):
            (REPOSITORY / page).write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(rewrite())
