"""Many games: which files there are, what tells one analysis from another, what cannot be read."""

from __future__ import annotations

import dataclasses
import shutil
import threading
from pathlib import Path

import pytest

from scrabble import files
from scrabble.analysis import words_of_game
from scrabble.analysis.batch.jobs import BatchSettings, Job, collect, prepare_all
from scrabble.analysis.batch.results import BatchError, FailedGame, ResultsFile, results_in
from scrabble.analysis.batch.run import BatchAnalysis, analyse
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import build
from scrabble.puzzles.candidates import from_sources
from scrabble.records import gcg
from scrabble.records.gcg import MOST_BYTES
from scrabble.solver.options import SolveOptions
from tests.worlds.scrabble_games import GAMES

GAME = GAMES / "g0010.gcg"
ENABLE = BatchSettings(lexicon="ENABLE")
SHORT = BatchSettings(options=SolveOptions(seconds=0.01), max_bag=0)


def ids(*sources: str) -> list[str]:
    """The games of some sources."""
    return [file.id for file in collect(sources)]


def prepare(path, settings: BatchSettings) -> Job | FailedGame:
    [found] = prepare_all(collect([str(path)]), settings)
    return found


def test_folders_are_searched_and_each_file_is_there_once(tmp_path):
    for name in ("b.gcg", "a.GCG", "c.txt", "inner/d.gcg", "inner/deeper/e.gcg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "folder.gcg").mkdir()
    names = ["a.GCG", "b.gcg", "inner/d.gcg", "inner/deeper/e.gcg"]
    assert ids(str(tmp_path)) == [str(tmp_path / name) for name in names]
    assert ids(f"{tmp_path}/b.gcg", f"{tmp_path}/", f"{tmp_path}/./b.gcg", "missing") == [
        *(str(tmp_path / name) for name in ("b.gcg", "a.GCG", *names[2:])),
        "missing",
    ]


def test_hidden_files_in_a_folder_are_skipped_unless_they_are_named(tmp_path):
    for name in ("b.gcg", "._b.gcg", ".b.gcg"):
        (tmp_path / name).write_text("")
    assert ids(str(tmp_path)) == [str(tmp_path / "b.gcg")]
    assert ids(str(tmp_path / ".b.gcg")) == [str(tmp_path / ".b.gcg")]


def test_a_folder_without_games_is_refused(tmp_path):
    (tmp_path / "._b.gcg").write_text("")
    with pytest.raises(BatchError, match=r"no \*\.gcg file in this folder"):
        collect([str(tmp_path)])


def test_a_folder_that_cannot_be_read_is_refused(tmp_path, monkeypatch):
    def walk(folder, onerror):
        onerror(PermissionError(13, "Permission denied", str(folder)))

    monkeypatch.setattr("scrabble.analysis.batch.jobs.os.walk", walk)
    with pytest.raises(BatchError, match="cannot be read: Permission denied"):
        collect([str(tmp_path)])


def job(path, settings=ENABLE) -> Job:
    found = prepare(path, settings)
    assert isinstance(found, Job)
    return found


def test_the_key_changes_with_the_file_its_name_and_every_option(tmp_path):
    one, other = tmp_path / "one.gcg", tmp_path / "other.gcg"
    shutil.copy(GAME, one)
    shutil.copy(GAME, other)
    keys = {job(one).key, job(other).key}
    assert job(one).key in keys and len(keys) == 2
    others = {"lexicon": str(GAMES.parents[1] / "lexicons" / "enable.dawg"), "reasons": False, "max_bag": 2}
    of_search = {
        "solver": "mtdf",
        "seconds": 1.0,
        "nodes": 5,
        "memory": 64 << 20,
        "exact": 1,
        "practical": True,
    }
    assert {*others, "options"} == {field.name for field in dataclasses.fields(BatchSettings)}
    keys |= {job(one, dataclasses.replace(ENABLE, **{name: value})).key for name, value in others.items()}
    for name, value in of_search.items():
        changed = dataclasses.replace(ENABLE.options, **{name: value})
        found = job(one, dataclasses.replace(ENABLE, options=changed))
        assert found.settings_data[name] == value
        keys.add(found.key)
    assert len(keys) == 2 + len(others) + len(of_search)
    one.write_text(one.read_text("utf-8") + "\n", "utf-8")
    assert job(one).key not in keys


def test_the_lexicon_is_the_one_of_the_record(tmp_path):
    path = tmp_path / "named.gcg"
    path.write_text(GAME.read_text("utf-8").replace("#title", "#lexicon enable\n#title"), "utf-8")
    named = job(path, BatchSettings())
    assert named.lexicon == "enable" and named.lexicon_sha256 == job(GAME).lexicon_sha256


def test_a_default_is_noted(tmp_path):
    found = job(GAME, BatchSettings())
    assert found.note == "lexicon ENABLE, the only one for english tiles" and found.lexicon == "ENABLE"
    assert job(GAME).note == "" and found.lexicon_sha256 == job(GAME).lexicon_sha256


def test_a_record_that_names_a_language_is_judged_with_the_lexicon_of_the_folder(tmp_path, monkeypatch):
    event = Event(tmp_path, monkeypatch, {"g0002": 4, "g0010": 3, "g0012": 0})
    game = tmp_path / "games" / "g0012.gcg"
    game.write_text(f"#lexicon English\n{game.read_text('utf-8')}", "utf-8")
    assert {job.lexicon for job in event.batch().jobs} == {"ENABLE"}
    with results_in(tmp_path / "results") as results:
        first = [job for job in event.batch(results).jobs if job.id == str(game)]
        batch = BatchAnalysis(collect([str(game)]), SHORT, results)
        list(batch.run(lambda due, stop: map(analyse, first), threading.Event()))
    event.add("Large", {*set().union(*event.boards.values()), b"\1\1\1"})  # as good
    with results_in(tmp_path / "results") as results:
        assert {job.lexicon for job in event.batch(results).jobs} == {"ENABLE"}


def test_what_cannot_be_read_is_a_failure_with_its_reason(tmp_path, two_fitting_lexicons):
    bad, big = tmp_path / "bad.gcg", tmp_path / "big.gcg"
    bad.write_text("#player1 A A\n#player2 B B\n>C: X 8D X +1 1\n")
    big.write_bytes(b"#" * (MOST_BYTES + 1))
    reasons = {
        str(tmp_path / "none.gcg"): "cannot be read: No such file or directory",
        "nul\0.gcg": "not the name of a file: embedded null",
        str(bad): "line 3: ",
        str(big): f"more than {MOST_BYTES} bytes",
    }
    for name, reason in reasons.items():
        found = prepare(name, ENABLE)
        assert isinstance(found, FailedGame) and found.id == name and found.error.startswith(reason)
    for settings, reason in (
        (BatchSettings(), "the game names no lexicon"),
        (BatchSettings("KLINGON"), "no lexicon"),
    ):
        found = prepare(GAME, settings)
        assert isinstance(found, FailedGame) and found.error.startswith(reason)


def test_games_that_come_along_go_by_name() -> None:
    assert [Path(name).name for name in ids("g0010", "g0034")] == ["g0010.gcg", "g0034.gcg"]


def test_the_key_changes_with_the_words_of_the_lexicon(tmp_path, monkeypatch):
    """Two lexicons of one name: the words count, not the name."""
    keys = set()
    for folder, words in (("one", "aa\nqi\n"), ("two", "aa\nqi\nza\n")):
        monkeypatch.setattr(files, "user_dir", lambda kind, folder=folder: tmp_path / folder / kind)
        (tmp_path / "words.txt").write_text(words)
        build.import_lexicon(tmp_path / "words.txt", "Mine", "english")
        found = job(GAME, BatchSettings(lexicon="Mine"))
        assert found.lexicon == "Mine"
        keys.add(found.key)
    assert len(keys) == 2


class Event:
    """Games of one event, and a default lexicon `Small`: ENABLE without some words of each game."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, lacking: dict[str, int]) -> None:
        self.folder = folder
        (folder / "games").mkdir()
        monkeypatch.setattr(files, "user_dir", lambda kind: folder / "home" / kind)
        self.boards = {}
        for name in lacking:
            shutil.copy(GAMES / f"{name}.gcg", folder / "games")
            self.boards[name] = words_of_game(gcg.load(GAMES / f"{name}.gcg"))[1]
        left_out = set()
        for name, count in lacking.items():
            others = set().union(*(board for each, board in self.boards.items() if each != name))
            left_out |= set(sorted(self.boards[name] - others)[:count])
        self.add("Small", set().union(*self.boards.values()) - left_out)
        monkeypatch.setenv("ENDGAME_LEXICON", "Small")

    def add(self, name: str, words: set[bytes]) -> None:
        decode = Alphabet.load("english").decode
        (self.folder / "words.txt").write_text("\n".join(map(decode, words)))
        build.import_lexicon(self.folder / "words.txt", name, "english")

    def batch(self, results: ResultsFile | None = None) -> BatchAnalysis:
        return BatchAnalysis(collect([str(self.folder / "games")]), SHORT, results)


def test_one_lexicon_is_chosen_for_the_games_of_a_folder(tmp_path, monkeypatch):
    event = Event(tmp_path, monkeypatch, {"g0002": 4, "g0010": 3, "g0012": 0, "g0030": 1})
    jobs = event.batch().jobs
    assert {job.lexicon for job in jobs} == {"ENABLE"} and not any(job.doubt for job in jobs)
    assert {job.note for job in jobs} == {"Lexicon ENABLE: your default Small lacks 8 words on the 4 boards."}


def test_single_phonies_change_no_lexicon_and_a_game_that_disagrees_is_named(tmp_path, monkeypatch):
    event = Event(tmp_path, monkeypatch, {"g0002": 1, "g0010": 0, "g0012": 2, "g0030": 0})
    jobs = event.batch().jobs
    assert {job.lexicon for job in jobs} == {"Small"} and len({job.note for job in jobs}) == 1
    doubts = [job.doubt for job in jobs if job.doubt]
    assert doubts == [f"{tmp_path}/games/g0012.gcg: ENABLE has 2 more of its words than Small"]


def test_puzzles_are_made_with_the_lexicon_of_the_folder(tmp_path, monkeypatch):
    """Each game alone would have another one."""
    event = Event(tmp_path, monkeypatch, {"g0002": 4, "g0010": 0, "g0012": 2, "g0030": 0})
    [note] = {job.note for job in event.batch().jobs}
    told, errors = list[str](), list[str]()
    games = f"{tmp_path}/games"
    found = list(from_sources([games, f"{games}/g0010.gcg"], None, errors.append, tell=told.append))
    assert {each.source.partition(":")[0] for each in found} == set(event.boards) and not errors
    assert {each.lexicon for each in found} == {job.lexicon for job in event.batch().jobs}
    assert len({prepare(f"{games}/{name}.gcg", BatchSettings()).lexicon for name in event.boards}) == 2
    assert told[0] == note and [text for text in told[1:] if text == note] == []


def test_results_keep_the_lexicon_that_was_chosen(tmp_path, monkeypatch):
    event = Event(tmp_path, monkeypatch, {"g0002": 4, "g0010": 3})
    with results_in(tmp_path / "results") as results:
        batch = event.batch(results)
        (outcome, *_) = batch.run(lambda due, stop: map(analyse, due[:1]), threading.Event())
        assert outcome.record is not None and outcome.record.lexicon == "ENABLE"
    event.add("Large", {*set().union(*event.boards.values()), b"\1\1\1"})  # as good
    assert {job.lexicon for job in event.batch().jobs} == {"Small"}
    with results_in(tmp_path / "results") as results:
        batch = event.batch(results)
        assert {job.lexicon for job in batch.jobs} == {"ENABLE"} and len(batch.due) == 1
        assert {job.note for job in batch.jobs} == {"lexicon ENABLE, as for the games analysed before"}
    monkeypatch.setenv("ENDGAME_LEXICON", "Large")
    with results_in(tmp_path / "results") as results:
        assert {job.lexicon for job in event.batch(results).jobs} == {"Large"}
