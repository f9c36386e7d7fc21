"""A text where the name of a file was meant, and names that are long: one line, or a file."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from scrabble import bundled, files
from tests.conftest import DATA, Outcome

Run = Callable[..., Outcome]
ANALYSE = "analyse {game} --max-bag 0 --lexicon ENABLE"
READING = [
    "analyse {}",
    "analyse {game} {} --max-bag 0 --lexicon ENABLE",
    f"{ANALYSE} {{game}} --names {{}}",
    "analyse {game} --lexicon {}",
    "train --terminal {}",
    "train --no-open {}",
    "bench --set {}",
    "bench --compare-checkout {}",
    "puzzles page {} --out {folder}/p.html",
    "lexicon import {} --name Mine",
    "lexicon export {} {folder}/words.txt",
    "lexicon list {}",
    "config lexicon {}",
]
WRITING = [
    "solve out-in-one --certificate {}",
    "solve out-in-one --picture {}.svg",
    "share out-in-one --out {}",
    *(f"{ANALYSE} --{option} {{}}" for option in ("html", "annotated-gcg", "out", "log")),
    f"{ANALYSE} --puzzles {{}}.jsonl",
    f"{ANALYSE} --puzzles {{}}.html",
    "generate --positions 1 --out {}",
    "generate --positions 1 --games-out {}",
    "puzzles make {game} --lexicon ENABLE --out {}.jsonl",
    f"puzzles page {DATA / 'puzzles.jsonl'} --out {{}}.html",
    "lexicon export ENABLE {}",
    "train --progress {}.html",
]
TEXTS = {
    "a game": lambda: bundled.path_of("g0010").read_text("utf-8"),
    "a long name": lambda: "x" * 300,
    "a long name in a folder": lambda: f"HERE/folder/{'é' * 200}.gcg",
    "a NUL character": lambda: "a\0b",
}


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("user_dir", "cache_dir"):
        monkeypatch.setattr(files, kind, lambda name, kind=kind: tmp_path / kind / name)
    monkeypatch.setattr(files, "config_file", lambda: tmp_path / "config.toml")


COMMANDS = [*READING, *WRITING]
PAIRS = [(command, text) for command, text in zip(COMMANDS, itertools.cycle(TEXTS))]
PAIRS += [(command, text) for command in ("analyse {}", "share out-in-one --out {}") for text in TEXTS]


@pytest.mark.parametrize(("command", "text"), dict.fromkeys(PAIRS))
def test_a_text_where_a_file_was_meant_is_one_line(
    command: str, text: str, endgame: Run, tmp_path: Path
) -> None:
    known = {"game": str(bundled.path_of("g0010")), "folder": str(tmp_path)}
    given = TEXTS[text]().replace("HERE", str(tmp_path))
    found = endgame(*(each.format(given, **known) for each in shlex.split(command)))
    errors = [line for line in found.err.splitlines() if not line.startswith(("note:", "warning:"))]
    assert found.status == 2 and len(errors) == 1, found
    assert errors[0].startswith("error: ")


def test_the_text_of_a_game_is_called_that(endgame: Run) -> None:
    found = endgame("analyse", TEXTS["a game"]())
    assert "expected the name of a file, or - for a text in standard input" in found.err


@pytest.mark.parametrize("command", ["train --progress", "lexicon list"])
def test_a_folder_of_the_user_with_a_long_name(
    command: str, endgame: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 5000)
    monkeypatch.setattr(files, "user_dir", lambda kind: long / kind)
    monkeypatch.setattr(files, "config_file", lambda: long / "config.toml")
    found = endgame(*command.split())
    assert found.status == 0 or (found.status, found.err.count("\n")) == (2, 1)
