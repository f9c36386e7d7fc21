"""Finding positions in files, on standard input and on the command line."""

from __future__ import annotations

import io
import sys

import pytest

from scrabble import sources
from scrabble.sources import entries

BOARD = "/".join(["15"] * 15)
LINE = f"{BOARD} A/B 0/0 0"


def found(source) -> list[tuple[str, str, str]]:
    return [(entry.id, entry.where, entry.text) for entry in entries([str(source)])]


def test_a_file(tmp_path):
    path = tmp_path / "some.cgp"
    path.write_bytes(f"\ufeff# first\r\n\r\n{LINE} id one; x;\r\n  # {LINE}\n{LINE}".encode())
    assert found(path) == [
        ("one", f"{path}, line 3", f"{LINE} id one; x;"),
        ("some.cgp:5", f"{path}, line 5", LINE),
    ]


@pytest.mark.parametrize(
    ("operations", "name"),
    [
        ("id g12 t20;", "g12 t20"),
        ("lex X; -id g;", "g"),
        ("lex X;id g", "g"),
        ("gid 7;", None),
        ("id;", None),
    ],
)
def test_the_id_of_a_position(operations, name):
    [(given, _, _)] = found(f"{LINE} {operations}")
    assert given == (name or "argument 1")


def test_json_lines(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f'{{"id": "a", "cgp": "{LINE}", "value": 7}}\n{{"cgp": "{LINE}"}}\n{LINE}\n')
    assert found(path) == [
        ("a", f"{path}, line 1", LINE),
        ("some.jsonl:2", f"{path}, line 2", LINE),
        ("some.jsonl:3", f"{path}, line 3", LINE),
    ]


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\n\n{LINE} id two;".encode())))
    assert found("-") == [
        ("standard input:1", "standard input, line 1", LINE),
        ("two", "standard input, line 3", f"{LINE} id two;"),
    ]


def test_texts():
    assert found(LINE) == [("argument 1", "argument 1", LINE)]
    assert found(f"# two\n{LINE}\n") == [("argument 1:2", "argument 1, line 2", LINE)]


@pytest.mark.parametrize(
    ("source", "is_text"),
    [
        (LINE, True),
        (BOARD, True),
        ("# a comment\n", True),
        ("15/15/15/15/15/15 A/B 0/0 0", True),
        ("positions/out-in-one.cgp", False),
        ("/a/b/c/d/e/f/g/h/i/j/k/l/m", False),
        ("a/b/c/d/e/f/my games/x", True),
        ("~/a/b/c/d/e/f g", False),
        ("a/b/c/d/e/f.d/g/h/i/j/k/l/m", False),
        ("", False),
        ("-", False),
    ],
)
def test_texts_and_names_of_files(source, is_text):
    assert sources.is_text(source) == is_text


def test_a_lexicon_is_loaded_once():
    line = "/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7) + " A/B 0/0 0 lex ENABLE;"
    first, second = (sources.read(entry, is_endgame=False) for entry in entries([line, line]))
    assert first.lexicon is second.lexicon
