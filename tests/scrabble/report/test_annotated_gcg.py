"""Records with a note on each turn of the endgame: the same games as before."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace as with_fields

from scrabble.analysis import analyse
from scrabble.analysis.batch.results import FailedGame
from scrabble.analysis.batch.run import run_serially
from scrabble.records import gcg
from scrabble.records.record import Event, GameRecord, Pragma
from scrabble.report import annotated_gcg
from scrabble.report.annotated_gcg import MARK, annotate_gcg, write_annotated
from tests.conftest import DATA
from tests.worlds.many_games import QUICK, batch_of, copy_games, run
from tests.worlds.scrabble_games import analysed, enable, game


def without_notes(record: GameRecord) -> tuple[object, ...]:
    """Everything but the notes."""
    items = [item for item in record.items if isinstance(item, Event) or item.name != "note"]
    return record.players, items


def notes(record: GameRecord) -> list[str]:
    return [item.text for item in record.items if isinstance(item, Pragma) and item.name == "note"]


@pytest.mark.parametrize("name", ["g0022", "g0030"])
def test_the_same_game_with_notes(name):
    analysis = analysed(name)
    again = gcg.loads(gcg.dumps(annotate_gcg(analysis)))
    assert without_notes(again) == without_notes(analysis.game.record)
    assert len(notes(again)) == len(notes(analysis.game.record)) + len(list(analysis))
    assert again.warnings == analysis.game.record.warnings
    for turn, note in zip(analysis, notes(again), strict=True):
        assert note.startswith(f"{MARK} ") and note.isascii() and "\n" not in note
        assert (f"({turn.grade})" in note) == (turn.grade not in ("none", "open"))
        assert all(step.text in note for step in turn.found.line)


def test_notes_stand_after_what_belongs_to_the_turn():
    """A phony and its challenge, bonuses, notes that are there already."""
    record = gcg.load(DATA / "gcg" / "challenges.gcg")
    analysis = analyse(record, enable(), seconds=30)
    written = annotate_gcg(analysis)
    again = gcg.loads(gcg.dumps(written))
    assert again == written and without_notes(again) == without_notes(record)
    assert [note for note in notes(again) if not note.startswith(MARK)] == notes(record)
    lines = gcg.dumps(written).splitlines()
    at = lines.index("#note #phony")
    assert lines[at - 1] == ">alpha: EERS -- -18 328"
    assert lines[at + 1].startswith("#note Endgame: challenged off, so a pass; ")


def test_twice_is_once():
    once = annotate_gcg(analysed("g0010"))
    twice = annotate_gcg(
        with_fields(analysed("g0010"), game=dataclasses.replace(analysed("g0010").game, record=once))
    )
    assert twice == once


def test_a_record_that_breaks_off():
    record = game("g0010")
    items = record.items[: record.items.index(record.events[26])]
    analysis = analyse(dataclasses.replace(record, items=items), enable(), seconds=30)
    written = annotate_gcg(analysis)
    assert gcg.loads(gcg.dumps(written)) == written
    assert notes(written)[-1] == (
        "Endgame: to play B1 SEER or B1 REES +18, proven: Alpha loses by 86 with best play; "
        "best play B1 SEER 18"
    )


def test_lines_that_nobody_understands_stay_where_they_are():
    """Text after a note would be read as part of it."""
    text = gcg.dumps(game("g0010")).replace("+28 435\n", "+28 435\nwhat is this\n")
    record = gcg.loads(text)
    analysis = analyse(record, enable(), seconds=30)
    again = gcg.loads(gcg.dumps(annotate_gcg(analysis)))
    assert without_notes(again) == without_notes(record)


def test_a_record_that_cannot_be_written_does_not_stop_the_others(tmp_path, monkeypatch):
    batch = batch_of(copy_games(tmp_path / "games", *QUICK[:2]))
    with run_serially("mtdf") as runner:
        run(batch, runner)
    texts = iter([gcg.GcgError("a name with a line break"), "annotated"])

    def dumps(record: GameRecord) -> str:
        text = next(texts)
        if isinstance(text, gcg.GcgError):
            raise text
        return text

    monkeypatch.setattr(annotated_gcg.gcg, "dumps", dumps)
    assert write_annotated(batch, tmp_path / "out") == 1
    first = batch.jobs[0].id
    assert batch.unwritten == [FailedGame(first, "cannot be written as GCG: a name with a line break")]
    assert [path.read_text() for path in (tmp_path / "out").iterdir()] == ["annotated"]
