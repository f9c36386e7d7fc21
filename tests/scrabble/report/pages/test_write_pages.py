"""The pages of many games as files: written from the results, kept as they are, or removed."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from scrabble.analysis import analyse
from scrabble.analysis.batch import run as one_game
from scrabble.analysis.batch.jobs import collect
from scrabble.analysis.batch.results import FailedGame, results_in
from scrabble.analysis.batch.run import BatchAnalysis, run_serially
from scrabble.records.gcg import load
from scrabble.report.pages.game import PageLinks, game_page
from scrabble.report.pages.index import page_names, write_pages
from tests.conftest import POSITIONS
from tests.scrabble.analysis.test_restored import timeless
from tests.worlds.many_games import NODES, QUICK, SETTINGS, batch_of, copy_games, run
from tests.worlds.scrabble_games import analysed


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of quick games."""
    return copy_games(tmp_path_factory.mktemp("batch") / "games", *QUICK)


def test_pages_are_made_of_the_results_that_are_there(folder, tmp_path, monkeypatch):
    pages = tmp_path / "pages"
    with run_serially("mtdf") as runner, results_in(tmp_path / "out") as results:
        run(batch_of(folder, results), runner)
    monkeypatch.setattr(one_game, "analyse_replay", None)  # nothing can be analysed any more
    with results_in(tmp_path / "out") as results:
        batch = batch_of(folder, results)
        assert not batch.due
        index, removed = write_pages(batch, pages)
    assert removed == 0
    made = sorted(path for path in pages.iterdir() if path != index)
    assert [path.name for path in made] == [f"{at:02}-{name}.html" for at, name in enumerate(QUICK)]
    assert all(path.name in index.read_text("utf-8") for path in made)
    for at, path in enumerate(made):
        text = path.read_text("utf-8")
        assert 'href="index.html"' in text
        assert [f'href="{other.name}"' in text for other in made] == [
            abs(at - other) == 1 for other in range(len(made))
        ]
    analysis = analyse(load(folder / "01-g0010.gcg"), "ENABLE", nodes=NODES)
    links = PageLinks(index.name, made[0].name, made[2].name)
    page = game_page(analysis, "01-g0010.gcg", links, batch.jobs[1].key)
    assert timeless(made[1].read_text("utf-8")) == timeless(page)


def test_pages_are_written_again_only_when_they_lead_elsewhere(tmp_path):
    games, pages = copy_games(tmp_path / "games", *QUICK[:4]), tmp_path / "pages"
    last = games / f"03-{QUICK[3]}.gcg"
    last = last.rename(tmp_path / last.name)
    with run_serially("mtdf") as runner, results_in(tmp_path / "out") as results:
        batch = batch_of(games, results)
        run(batch, runner)
        index, _ = write_pages(batch, pages)
        before = {path: path.stat().st_mtime_ns for path in pages.iterdir() if path != index}
        last.rename(games / last.name)
        batch = batch_of(games, results)
        run(batch, runner)
        write_pages(batch, pages)
    after = {path: path.stat().st_mtime_ns for path in pages.iterdir() if path != index}
    assert [path.name[:2] for path in sorted(before) if before[path] == after[path]] == ["00", "01"]
    assert len(after) == 4


def test_a_game_keeps_the_name_of_its_page_and_no_old_page_stays(tmp_path, two_lexicons):
    """With another lexicon its page is written again; pages that no index leads to are removed."""
    games, pages = copy_games(tmp_path / "games", *QUICK[:3]), tmp_path / "pages"
    pages.mkdir()
    own = pages / "notes.html"
    own.write_text("<html>mine</html>", "utf-8")
    alone = pages / "alone.html"  # the page of one game, which no index of many lists
    alone.write_text(game_page(analysed("g0010")), "utf-8")

    def write(settings=SETTINGS):
        batch = BatchAnalysis(collect([str(games)]), settings)
        with run_serially("mtdf") as runner:
            run(batch, runner)
        return write_pages(batch, pages)[1]

    assert write() == 0
    names = {f"{at:02}-{name}.html" for at, name in enumerate(QUICK[:3])}
    first = {name: (pages / name).read_text("utf-8") for name in names}
    before_names = pages / "00-g0006-3f2a9c01.html"  # as they were called before
    before_names.write_text(first["00-g0006.html"], "utf-8")
    assert write(dataclasses.replace(SETTINGS, lexicon="Mine")) == 1
    assert {path.name for path in pages.iterdir()} == {*names, "index.html", own.name, alone.name}
    for name, text in first.items():
        again = (pages / name).read_text("utf-8")
        assert "· lexicon ENABLE" in text and "· lexicon Mine" in again and "· lexicon ENABLE" not in again
    (games / "01-g0010.gcg").unlink()
    assert write() == 1 and not (pages / "01-g0010.html").exists()
    assert own.exists() and alone.exists()


def test_a_page_that_cannot_be_removed_is_reported_and_the_others_are_removed(tmp_path, monkeypatch):
    games, pages = copy_games(tmp_path / "games", *QUICK[:3]), tmp_path / "pages"

    def write() -> tuple[BatchAnalysis, int]:
        batch = batch_of(games)
        with run_serially("mtdf") as runner:
            run(batch, runner)
        return batch, write_pages(batch, pages)[1]

    write()
    for game in sorted(games.iterdir())[1:]:
        game.unlink()
    first, second = sorted(pages.glob("0[12]-*.html"))
    unlink = Path.unlink

    def refuse_first(path: Path, missing_ok: bool = False) -> None:
        if path == first:
            raise PermissionError(13, "Permission denied")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse_first)
    batch, removed = write()
    assert removed == 1 and first.exists() and not second.exists()
    assert batch.unwritten == [FailedGame(str(first), "cannot be removed: Permission denied")]


def test_no_page_is_removed_before_all_games_are_done(tmp_path):
    games, pages = copy_games(tmp_path / "games", *QUICK[:2]), tmp_path / "pages"
    batch = batch_of(games)
    with run_serially("mtdf") as runner:
        run(batch, runner)
    write_pages(batch, pages)
    shutil.copy(POSITIONS / "games" / f"{QUICK[2]}.gcg", games / "02-new.gcg")
    (games / "01-g0010.gcg").write_text((games / "01-g0010.gcg").read_text("utf-8") + "#note more\n", "utf-8")
    stopped = batch_of(games)
    assert stopped.left == 3 and write_pages(stopped, pages)[1] == 0
    assert {path.name for path in pages.iterdir()} == {"00-g0006.html", "01-g0010.html", "index.html"}


def test_names_of_pages():
    games = ["games/a.gcg", "b/x.gcg", "c/x.gcg", "index.gcg", "d/A.gcg", "e/b-x.gcg", "v1.2.gcg"]
    names = ["a", "b-x", "c-x", "index-2", "A-2", "b-x-2", "v1.2"]
    assert page_names(games) == {game: f"{name}.html" for game, name in zip(games, names, strict=True)}


def test_a_name_that_is_as_long_as_allowed_has_a_page(tmp_path):
    games = copy_games(tmp_path / "games", QUICK[0])
    [game] = games.iterdir()
    game.rename(games / ("ก" * 82 + ".gcg"))  # 250 bytes
    batch = batch_of(games)
    with run_serially("mtdf") as runner:
        run(batch, runner)
    index, _ = write_pages(batch, tmp_path / "pages")
    assert not batch.unwritten and index.with_name("ก" * 82 + ".html").is_file()


def test_names_of_pages_are_no_longer_than_allowed():
    """Names that differ at their end alone have pages of their own."""
    games = [f"{folder}/{'é' * 123}{end}.gcg" for folder in ("first", "second") for end in "12"]
    names = page_names([*games, f"{'x' * 300}.gcg"])
    assert len({name.casefold() for name in names.values()}) == 5
    assert max(len(name.encode()) for name in names.values()) <= 255
    assert all(name.endswith(".html") for name in names.values())
