"""Positions by self-play: reproducible, solvable, and input for the other commands."""

from __future__ import annotations

import itertools
import json
import signal

import pytest

from scrabble import sources
from scrabble.bench import measure
from scrabble.game import cgp
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.selfplay.generate import BATCH, GenerateTask, categories, generate, new_finder, play_one
from scrabble.selfplay.play_game import PlayedGame
from scrabble.solver import SolveOptions, solve
from tests.doors.bridge import enable


@pytest.fixture(scope="module")
def order():
    """Games of ENABLE."""
    return GenerateTask(enable(), seed=7)


@pytest.fixture(scope="module")
def made(order):
    """A few games and their positions."""
    return list(generate(order, BATCH + 3))


def test_one_job_or_two(order, made):
    assert list(generate(order, len(made), jobs=2)) == made


def test_games_are_in_order(made):
    assert [each.number for each in made] == list(range(len(made)))
    assert [each.id for each in made[:2]] == ["s7g00000", "s7g00001"]
    assert len({each.gcg for each in made}) == len(made)


def test_a_game_does_not_depend_on_the_others(order, made):
    finder = new_finder(enable())
    for number in (5, 2):
        assert play_one(finder, 7, number) == made[number]


def test_positions_solve_without_a_warning(made):
    for each in made[:2]:
        [entry] = sources.entries([each.cgp])
        reading = sources.resolve(entry)
        assert entry.id == each.id and not reading.warnings
        assert solve(reading.position, reading.lexicon, SolveOptions(nodes=100)).move is not None


def test_a_position_is_that_of_its_game(made):
    finder = new_finder(enable())
    for each in made[:8]:
        turn = replay(gcg.loads(each.gcg)).endgame[0]
        position = cgp.loads(each.cgp)
        assert cgp.dumps(turn.position) == each.cgp.replace(f" id {each.id};", "")
        assert each.tiles == tuple(len(rack) for rack in position.rack_codes)
        assert each.strata == categories(position, finder)


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_can_be_stopped(order, made, jobs):
    asked = itertools.count()
    found = list(generate(order, 10_000, jobs, lambda: next(asked) >= 3))
    assert found == made[: len(found)]
    assert len(found) in (
        {3} if jobs == 1 else {0, BATCH, 2 * BATCH}
    )  # two processes may have done a lot each


def test_a_game_may_end_before_the_bag_is_empty(monkeypatch, endgame):
    monkeypatch.setattr(PlayedGame, "first_empty_bag", None)
    none = play_one(new_finder(enable()), 1, 0)
    assert (none.cgp, none.strata, none.tiles) == (None, (), (0, 0)) and none.gcg
    monkeypatch.setattr("scrabble.cli.generate.MOST_GAMES", 2)
    result = endgame("generate")
    assert (result.status, result.out) == (1, "")


# The command


def test_ten_positions_unless_told_otherwise(endgame):
    assert len(endgame("generate").out.splitlines()) == 10


@pytest.mark.parametrize("name", ["set.jsonl", "set.cgp"])
def test_the_output_is_input(endgame, tmp_path, made, name):
    path = tmp_path / name
    result = endgame("generate", "--positions", "3", "--seed", "7", "--out", path)
    assert (result.status, result.out) == (0, "")
    assert result.err.endswith(f"wrote 3 positions to {path}\n")
    assert [task.id for task in measure.load_set(str(path))] == [each.id for each in made[:3]]
    listed = endgame("positions", "--moves", path, "--show", "1")
    assert listed.status == 0 and not listed.err
    assert path.read_text().startswith("{") == (name == "set.jsonl")


def test_a_stratum_and_its_games(endgame, tmp_path):
    folder = tmp_path / "games"
    arguments = ("--seed", "7", "--positions", "3", "--stratum", "blank", "--games-out", folder)
    path = tmp_path / "set.jsonl"
    assert endgame("generate", *arguments, "--out", path).status == 0
    found = list(map(json.loads, path.read_text("utf-8").splitlines()))
    assert len(found) == 3 and all("blank" in line["strata"] for line in found)
    assert sorted(path.stem for path in folder.iterdir()) == [line["id"] for line in found]
    for line in found:
        replayed = replay(gcg.load(folder / f"{line['id']}.gcg", strict=True), strict=True)
        assert cgp.dumps(replayed.endgame[0].position) in line["cgp"]
        assert line["game"] == int(line["id"][3:])


def test_too_few(endgame, monkeypatch):
    monkeypatch.setattr("scrabble.cli.generate.MOST_GAMES", 2)
    result = endgame("generate", "--positions", "5")
    assert result.status == 1 and len(result.out.splitlines()) == 2
    assert result.err.endswith("warning: 2 of 5 positions in 2 games\n")
    result = endgame("generate", "--positions", "1", "--stratum", "one-sided")
    assert result.status == 1
    assert result.err.endswith("warning: 0 of 1 positions of the stratum one-sided in 2 games\n")


def test_ctrl_c_gives_what_there_is(endgame, tmp_path, monkeypatch):
    real = play_one

    def stopped(finder, seed, number, players, bag=0):
        if number == 2:
            signal.raise_signal(signal.SIGINT)
        return real(finder, seed, number, players, bag)

    monkeypatch.setattr("scrabble.selfplay.generate.play_one", stopped)
    path = tmp_path / "some.cgp"
    result = endgame("generate", "--positions", "500", "--out", path)
    assert result.status == 130
    assert [entry.id for entry in sources.entries([str(path)])] == ["s1g00000", "s1g00001", "s1g00002"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--out", "nowhere/set.cgp"), "nowhere/set.cgp: there is no folder nowhere"),
        (("--games-out", "README.md"), "README.md is a file, expected a folder"),
        (("--games-out", "no/where"), "no/where: there is no folder no"),
        (("--games-out", "README.md/games"), "README.md/games: cannot be made: Not a directory"),
        (("--stratum", "odd"), "'odd' is not one of 'any', 'blank'"),
    ],
)
def test_what_cannot_be_used(endgame, arguments, error):
    result = endgame("generate", *arguments)
    assert result.status == 2 and not result.out
    assert error in result.err and result.err.count("error: ") == 1
    assert len(result.err.splitlines()) == 1


def test_a_file_that_cannot_be_written(endgame, tmp_path, monkeypatch):
    def refused(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scrabble.cli.terminal.atomic_write", refused)
    result = endgame("generate", "--positions", "1", "--out", tmp_path / "set.cgp")
    assert result.status == 2
    assert (
        result.err.splitlines()[-1]
        == f"error: {tmp_path}/set.cgp: cannot be written: No space left on device"
    )
