"""The pages, README.md of the repository and of its packages, and the help say what the program does.

Every console example is run at the top of the repository, every Python example as a doctest there; links lead
somewhere, and what a page says of files, keys and counts is held against them.

`python -m tests.test_docs` writes what the commands print today into the pages.
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
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from bstar.strategies import STRATEGIES
from bstar.variants.ladder import LADDERS
from scrabble.cli import endgame, main
from tests.conftest import POSITIONS, REPOSITORY

FRONT = REPOSITORY / "README.md"
MOST_LINES = 200  # of the front page
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w./-]+(?:\.py|/)")  # a path as pages write it
EXAMPLE = re.compile(r"^  (endgame .+)$", re.MULTILINE)


def pages() -> list[Path]:
    """Every README.md of the repository that is not in a hidden folder."""
    found = (path.relative_to(REPOSITORY) for path in REPOSITORY.rglob("README.md"))
    return sorted(path for path in found if not any(part.startswith(".") for part in path.parts))


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


def without_effort(text: str) -> str:
    """The text without what a faster search or another order of moves changes."""
    text = re.sub(r"[\d,]+ nodes, [\d.]+ s", "N nodes, S s", text)
    text = re.sub(r"\d\.\d{3}$", "S.SSS", text, flags=re.MULTILINE)
    return re.sub(r"^ *([2-9]|\d\d)  .*\n", "", text, flags=re.MULTILINE)


ALL_EXAMPLES = [
    pytest.param(command, expected, id=f"{page}: {command[:60]}")
    for page in pages()
    for command, expected in examples(text_of(page))
]
WITH_PYTHON = [page for page in pages() if doctest.DocTestParser().get_examples(text_of(page))]


# examples


@pytest.mark.parametrize(("command", "expected"), ALL_EXAMPLES)
def test_console_examples(command, expected):
    assert without_effort(as_expected(printed(command), expected)) == without_effort(expected)


@pytest.mark.parametrize("page", WITH_PYTHON, ids=str)
def test_python_examples(page):
    flags = doctest.NORMALIZE_WHITESPACE
    with contextlib.chdir(REPOSITORY):
        failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=flags, encoding="utf-8")
    assert not failed


def test_there_are_examples():
    assert len(ALL_EXAMPLES) >= 7
    assert sum(len(doctest.DocTestParser().get_examples(text_of(page))) for page in WITH_PYTHON) >= 14


# links, and places


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in a link."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", pages(), ids=str)
def test_links_lead_somewhere(page):
    broken = []
    for link in LINK.findall(prose_of(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (REPOSITORY / page).parent / path if path else REPOSITORY / page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", pages(), ids=str)
def test_files_that_are_named_exist(page):
    """From the top of the repository, or beside the page of a package or below."""
    folder = (REPOSITORY / page).parent
    named = sorted({name for name in CODE.findall(prose_of(page)) if FILE.fullmatch(name)})
    gone = [name for name in named if not (REPOSITORY / name).exists()]
    if folder != REPOSITORY:
        gone = [name for name in gone if not (folder / name).exists() and not any(folder.rglob(name))]
    assert gone == []


def places() -> Iterator[tuple[str, str]]:
    """Each place of the table "Where is what": a path, and a name that is defined there or ""."""
    for _, cell in rows(section("README.md", "Where is what"), "question"):
        for place in [*CODE.findall(cell), *LINK.findall(cell)]:
            path, _, name = place.partition(": ")
            yield path, name


@pytest.mark.parametrize(("path", "name"), [*places()])
def test_places_exist(path, name):
    assert (REPOSITORY / path).exists()
    if name:
        defined = rf"^\s*(?:def|class) {name}\b|^\s*{name}\s*[:=]"
        assert re.search(defined, text_of(path), re.MULTILINE), f"{path} defines no {name}"


def test_every_package_has_its_place():
    assert len(rows(section("README.md", "Where is what"), "question")) >= 15
    named = {Path(path) for path, _ in places()}
    for top in ("bstar", "scrabble"):
        for package in sorted((REPOSITORY / top).glob("*/__init__.py")):
            inside = package.parent.relative_to(REPOSITORY)
            assert any(path == inside or inside in path.parents for path in named), inside


def test_the_front_page_is_short():
    assert len(FRONT.read_text("utf-8").splitlines()) <= MOST_LINES


def test_theorems_that_are_cited_are_stated():
    page = prose_of("scrabble/bounds/README.md")
    cited = set()
    for folder in ("bstar", "scrabble", "tests"):
        for path in (REPOSITORY / folder).rglob("*.py"):
            for labels in re.findall(r"bounds/README\.md,\s+(T\d\w?(?:, T\d\w?)*)", path.read_text("utf-8")):
                cited |= set(labels.split(", "))
    assert cited >= {"T1", "T2", "T2a", "T3", "T4"}
    assert {
        label for label in cited if not re.search(rf"^(?:## |\* \*\*){label}\.", page, re.MULTILINE)
    } == set()


# commands


@pytest.mark.parametrize("words", commands())
def test_every_command_is_documented(words):
    command = commands()[words]
    assert command.help and command.help.splitlines()[0].endswith(".")
    if not hasattr(command, "commands"):
        assert f"`{words}`" in FRONT.read_text("utf-8")
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


def test_the_test_command_is_what_ci_runs():
    [command] = re.findall(r"^python3 .*pytest$", FRONT.read_text("utf-8"), re.MULTILINE)
    run = REPOSITORY / ".ci" / "run"
    assert command in run.read_text("utf-8").splitlines()
    assert os.access(run, os.X_OK)


# keys and counts


def test_the_keys_of_solve():
    [found] = objects("endgame solve positions/out-in-one.cgp --trace --json")
    assert keys(section("scrabble/report/README.md", "solve")) == set(found)


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


def test_the_keys_of_an_analysis(tmp_path):
    [game] = objects("endgame analyse positions/games/g0010.gcg --lexicon ENABLE --json")
    documented = section("scrabble/analysis/README.md", "JSON and CSV")
    assert keys(documented, "key of the game") == set(game)
    assert keys(documented, "key of a turn") == set(game["turns"][-1])
    inner = {name.strip("`"): set(CODE.findall(what)) for name, what in rows(documented, "key of the game")}
    assert inner["summary"] == set(game["summary"][0]) - {"player", "name"}
    record = (REPOSITORY / "positions/games/g0010.gcg").read_text("utf-8")
    unfinished = tmp_path / "unfinished.gcg"
    unfinished.write_text(record.partition(">alpha: EERS")[0], "utf-8")
    [now] = objects(f"endgame analyse {unfinished} --lexicon ENABLE --json")
    assert inner["to_play"] == set(now["to_play"])
    inner = {name.strip("`"): set(CODE.findall(what)) for name, what in rows(documented, "key of a turn")}
    assert inner["endgame"] == set(game["turns"][-1]["endgame"])


def test_the_keys_of_many_games(tmp_path):
    games = "positions/games/g0010.gcg positions/games/g0034.gcg"
    printed(f"endgame analyse {games} --lexicon ENABLE --out {tmp_path}")
    written = {
        name.strip("`"): what
        for name, what in rows(section("scrabble/batch/README.md", "What is written"), "file")
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
        ("How a language is added", "alphabets"),
        ("How a board is added", "boards"),
        ("How a rule set is added", "rulesets"),
    ],
)
def test_the_keys_of_the_data_files(heading, folder):
    files = sorted((REPOSITORY / "scrabble" / "game" / folder).glob("*.toml"))
    used = {key for file in files for key in tomllib.loads(file.read_text("utf-8"))}
    assert keys(section("scrabble/game/README.md", heading)) >= used
    optional = keys(section("scrabble/game/README.md", heading)) - used
    assert optional <= {"out_loss"}


def test_the_counts_of_the_sets():
    told = {row[0].strip("`"): row[1:] for row in rows(text_of("positions/README.md"), "set")}
    for path in POSITIONS.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        count, answers = told[path.name]
        assert int(count) == len(lines)
        assert int(answers.split()[0]) == sum(line["proven"] for line in lines)
    assert int(told["*.cgp"][0]) == len([*POSITIONS.glob("*.cgp")])
    assert int(told["[`games/`](games/README.md)"][0]) == len([*(POSITIONS / "games").rglob("*.gcg")])


def test_the_contenders_are_named():
    page = text_of("scrabble/compare/README.md")
    assert [
        name for name in (*STRATEGIES, *LADDERS) if f"`{name}`" not in page and f"`bstar:{name}`" not in page
    ] == []


def test_the_figures_of_the_front_page_are_those_of_the_benchmark():
    told = section("README.md", "Figures")
    [row] = [row for row in rows(text_of("scrabble/bench/README.md"), "proven") if row[0].endswith("/200")]
    proven, tenth, *_ = row
    assert f"{proven.partition('/')[0]} are proven within a minute each, {tenth} within 0.1 s" in told
    assert f"median is\n{float(row[5].removesuffix(' s')):.2f} s" in told


def rewrite() -> None:
    """Put what the commands print today into the pages."""
    for page in pages():
        text = text_of(page)
        for command, expected in examples(text):
            output = as_expected(printed(command), expected)
            text = text.replace(f"$ {command}\n{expected}", f"$ {command}\n{output}")
        if text != text_of(page):
            (REPOSITORY / page).write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(rewrite())
