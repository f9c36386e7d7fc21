"""A game that is there twice counts once; its date and round are those of its file."""

from __future__ import annotations

import shutil

from scrabble.analysis.batch.jobs import SHORTEST, Job, find_copies
from scrabble.analysis.batch.run import run_serially
from tests.worlds.many_games import SETTINGS, batch_of, copy_games, run
from tests.worlds.scrabble_games import GAMES


def job(name: str, moves: str) -> Job:
    return Job(name, b"", "ENABLE", "", SETTINGS, moves=tuple(moves))


def test_the_longest_counts_and_among_equals_the_first() -> None:
    games = [job("cut", "abcdefghij"), job("whole", "abcdefghijkl"), job("again", "abcdefghijkl")]
    assert find_copies(games) == {"again": "whole", "cut": "whole"}
    assert find_copies([*games, job("other", "abcdefghijkx")]).keys() == {"again", "cut"}
    assert find_copies([]) == {}


def test_short_games_are_no_copies() -> None:
    short = "abcdefghijkl"[: SHORTEST - 1]
    assert find_copies([job("one", short), job("two", short), job("none", ""), job("empty", "")]) == {}
    assert find_copies([job("one", f"{short}x"), job("two", f"{short}x")]) == {"two": "one"}


def test_a_folder_with_copies(tmp_path) -> None:
    folder = copy_games(tmp_path / "games", "g0010", "g0014")
    shutil.copy(GAMES / "g0010.gcg", folder / "again.gcg")
    lines = (GAMES / "g0014.gcg").read_text("utf-8").splitlines()
    (folder / "cut.gcg").write_text("\n".join(lines[:-4]) + "\n", "utf-8")
    batch = batch_of(folder)
    names = {each.split("/")[-1]: of.split("/")[-1] for each, of in batch.copies.items()}
    assert names == {"again.gcg": "00-g0010.gcg", "cut.gcg": "01-g0014.gcg"} or names == {
        "00-g0010.gcg": "again.gcg",
        "cut.gcg": "01-g0014.gcg",
    }
    with run_serially("bstar") as runner:
        run(batch, runner)
    assert batch.left == 0 and batch.summary.games == 2 and not batch.failures
    assert {(each.id, each.of) for each in batch.summary.copies} == set(batch.copies.items())
    assert batch.summary.is_complete
