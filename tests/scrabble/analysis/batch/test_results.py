"""The results file: appended for good, whole after a kill at any byte, never somebody else's."""

from __future__ import annotations

import json
import os
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from scrabble.analysis.batch.jobs import FORMAT
from scrabble.analysis.batch.results import NAME, AnalysisRecord, BatchError, results_in
from scrabble.answer.analysis import read_data
from scrabble.answer.plain import as_plain
from scrabble.answer.reasons import FACTS
from tests.conftest import DATA

RECORDS = [
    {"version": 3, "id": f"g{at}.gcg", "turns": [], "summary": [], "key": f"{at:064}"} for at in range(3)
]


@pytest.fixture
def folder(tmp_path):
    """A folder with three results."""
    with results_in(tmp_path / "out") as results:
        for record in RECORDS:
            results.append(record)
    return tmp_path / "out"


def test_what_was_appended_is_there_again(folder):
    with results_in(folder) as results:
        assert list(results.records.values()) == RECORDS and not results.is_cut
        results.append(RECORDS[1])
    assert (folder / NAME).read_bytes().count(b"\n") == 3
    assert (folder / NAME).read_bytes().startswith(b'{"version": 3, "key": "')


@pytest.mark.parametrize("version", [1, 2])
def test_results_of_another_version_are_kept(tmp_path, version):
    whole = json.dumps(RECORDS[0] | {"version": version}) + "\n"
    (tmp_path / NAME).write_text(whole)
    with results_in(tmp_path) as results:
        results.append(RECORDS[1])
    assert (tmp_path / NAME).read_text().startswith(whole)


def test_a_file_cut_anywhere_in_its_last_line_goes_on(folder):
    path = folder / NAME
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for at in range(last, len(whole)):
        path.write_bytes(whole[:at])
        with results_in(folder) as results:
            assert list(results.records.values()) == RECORDS[:2]
            assert results.is_cut == (at > last)
            results.append(RECORDS[2])
        assert path.read_bytes() == whole


def test_zeros_that_a_crash_left_are_dropped(folder):
    path = folder / NAME
    whole = path.read_bytes()
    path.write_bytes(whole + b"\0" * 100)
    with results_in(folder) as results:
        assert list(results.records.values()) == RECORDS and results.is_cut
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("notes of mine", 1),
        ("notes of mine\n", 1),
        ('{"id": "g0"}\n', 1),
        ("[1]\n", 1),
        ('{"version": 3, "key": "1", "id": "a", "turns": [], "summary": []}\n{"key": \n', 2),
    ],
)
def test_a_file_of_something_else_is_refused_and_kept(tmp_path, text, line):
    path = tmp_path / NAME
    path.write_text(text)
    with (
        pytest.raises(BatchError, match=f"results.jsonl, line {line}: expected a result"),
        results_in(tmp_path),
    ):
        pass
    assert path.read_text() == text


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(BatchError, match=r"file/results.jsonl: cannot be written: "),
        results_in(tmp_path / "file"),
    ):
        pass


def test_one_process_at_a_time(folder):
    with (
        results_in(folder),
        pytest.raises(BatchError, match="another process is writing its results there"),
        results_in(folder),
    ):
        pass


def test_a_full_disk_is_said(folder, monkeypatch):
    def full(descriptor):
        raise OSError(28, os.strerror(28))

    with results_in(folder) as results:
        monkeypatch.setattr("scrabble.line_file.os.fsync", full)
        with pytest.raises(BatchError, match="cannot be written: No space left"):
            results.append({**RECORDS[0], "key": "new"})
        assert "new" not in results.records


def types_below(kind: Any) -> set[type[Struct]]:
    """The types of all objects in data of a type, and that type."""
    if isinstance(kind, msgspec.inspect.StructType):
        return {kind.cls}.union(*(types_below(each.type) for each in kind.fields))
    parts = [getattr(kind, name, None) for name in ("type", "item_type", "value_type")]
    parts += getattr(kind, "types", ())
    return set().union(*(types_below(each) for each in parts if each is not None))


def types_in(found: Any) -> set[type]:
    """The types of all objects in data that were read."""
    if isinstance(found, Struct):
        return {type(found)}.union(*(types_in(getattr(found, name)) for name in found.__struct_fields__))
    return set().union(*map(types_in, found)) if isinstance(found, list | tuple) else set()


def test_a_result_of_this_format_stays_readable():
    """A key that comes, goes or changes raises FORMAT."""
    assert FORMAT == 5, "store a result of the new format in tests/data/result.json"
    kept = json.loads((DATA / "result.json").read_text("utf-8"))
    read = read_data(kept, AnalysisRecord)
    assert as_plain(read) == kept
    facts = set(FACTS.values())  # by kind of reason
    assert types_in(read) - facts == types_below(msgspec.inspect.type_info(AnalysisRecord))
