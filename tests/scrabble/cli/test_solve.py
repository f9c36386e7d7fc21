"""`endgame solve`, of endgames and of pre-endgames: what it prints, and that it goes on after an error."""

from __future__ import annotations

import io
import json
import math
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from rich.console import Console

import scrabble
from scrabble import files, sources
from scrabble.answer import solution as answers
from scrabble.answer.interval import from_wire
from scrabble.cli import terminal
from scrabble.game.position import PositionError
from scrabble.lexicon import Lexicon
from scrabble.report.solution import solution_text
from scrabble.solver.preendgame import task
from scrabble.solver.preendgame.draw_lines import draw_lines
from tests.conftest import POSITIONS, Outcome, refused
from tests.worlds.bundled_positions import HARD

ONE, TWO = POSITIONS / "out-in-one.cgp", POSITIONS / "out-in-two.cgp"
LINE = ONE.read_text().splitlines()[-1]
BOARD = (
    "JAUK7G3/OX1I5V1R3/C2B4VATIC2/u2EH4MIM3/N3A4ODE3/D2SUQ3OY4/I3T1WOWS5/T2FELON1E1D3/Y3U6E3/"
    "1P2R1BONZER3/1ARTSIeR3A3/1R4LI3I3/AT4TOG2L3/HA5LI6/AN5ED6"
)
BAG = f"{BOARD} AEEEENP/ 395/401 0 lex ENABLE;"  # one tile in the bag
BOTH = f"{BOARD} AEEEENP/EFGINOS 395/401 0 lex ENABLE;"


def test_json_of_a_stopped_search(endgame):
    found = json.loads(endgame("solve", TWO, "--nodes", "5", "--json").out)
    assert (found["status"], found["stopped_by"]) == ("bounded", "nodes")
    assert found["value"] is found["final"] is None
    lower, upper = found["spread"]
    assert lower <= 97 <= upper and found["regret"] > 0
    assert all(move["spread"][0] <= move["spread"][1] <= upper for move in found["moves"])
    assert "open" in {move["status"] for move in found["moves"]}
    for each in (found, *found["moves"]):
        (least, most), estimate = each["spread"], each["estimate"]
        assert (estimate is None) == (least == most)
        assert each["value"] == (least - 75 if least == most else None)
        assert estimate is None or least <= estimate["spread"] == estimate["value"] + 75 <= most
    assert found["moves"][0]["status"] == "best so far"
    assert found["best"] == [found["moves"][0]["move"]] == [found["line"][0]["move"]]


def test_a_time_limit(endgame):
    found = json.loads(endgame("solve", TWO, "--time", "1e-9", "--json").out)
    assert found["stopped_by"] in ("time", None)


def test_exact_makes_more_moves_exact(endgame):
    moves = json.loads(endgame("solve", TWO, "--exact", "3", "--json").out)["moves"]
    assert [move["value"] for move in moves[:3]] == [22, 19, 18]
    assert [move["spread"] for move in moves[:3]] == [[97, 97], [94, 94], [93, 93]]


@contextmanager
def interrupted_progress() -> Iterator[object]:
    """Ctrl-C at the first look at the search."""
    shown: list[str] = []

    def show(text: str) -> None:
        if not shown:
            signal.raise_signal(signal.SIGINT)
        shown.append(text)

    yield show


def test_ctrl_c_prints_the_answer_so_far(endgame, monkeypatch):
    monkeypatch.setattr(terminal, "progress", interrupted_progress)
    monkeypatch.setattr(terminal, "has_progress", lambda: True)
    before = signal.getsignal(signal.SIGINT)
    found = endgame("solve", HARD, ONE, "--json", "--solver", "alphabeta")
    assert found.status == terminal.INTERRUPTED
    [answer] = map(json.loads, found.out.splitlines())  # the second position is not begun
    assert (answer["stopped_by"], answer["status"], answer["value"]) == ("interrupt", "bounded", None)
    assert signal.getsignal(signal.SIGINT) is before


def test_faults_of_the_program_are_not_hidden(endgame, monkeypatch):
    def fail(*_: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(sources, "resolve", fail)
    with pytest.raises(ValueError, match="a fault"):
        endgame("solve", ONE)
    assert terminal.BAD_INPUT == 2


@pytest.fixture
def answer(endgame: Callable[..., Outcome]) -> Callable[..., Any]:
    """The one JSON object that a solve command writes."""

    def run(*arguments: str) -> Any:
        outcome = endgame("solve", *arguments, "--json")
        assert outcome.status == 0, outcome.err
        [line] = outcome.out.splitlines()
        return json.loads(line)

    return run


def test_a_blank_with_two_letters_is_one_move():
    solution = scrabble.solve(BAG, "ENABLE", nodes=200)
    first, second, *others = solution.moves
    twins = [with_fields(first, text=f"D11 (T)EPE{letter}") for letter in "ab"]
    moves = [*twins, with_fields(second, text="D11 (T)EPEc"), *others]
    changed = with_fields(solution, moves=tuple(moves))
    console = Console(file=io.StringIO(), width=120)
    console.print(solution_text(changed, 2))
    rows = [line.split() for line in console.file.getvalue().splitlines()[-3:]]
    assert rows[0][:5] == ["1", "D11", "(T)EPEa", "(or", "(T)EPEb)"]
    assert rows[1][:3] == ["2", "D11", "(T)EPEc"]
    assert rows[2][:2] == ["and", f"{len(moves) - 3:,}"]


FOUND: dict[tuple[str, ...], Any] = {}  # by the options


def once(answer: Callable[..., Any], *options: str) -> Any:
    """What is said of BAG, found once."""
    if options not in FOUND:
        FOUND[options] = answer(BAG, *options)
    return FOUND[options]


@pytest.fixture
def settled(answer: Callable[..., Any]) -> Any:
    """The answer when ties are settled."""
    return once(answer, "--lines", "all")


@pytest.fixture
def stopped(answer: Callable[..., Any]) -> Any:
    """The answer, and what is known of a move, after some nodes."""
    return once(answer, "--nodes", "60", "--lines", "all", "--value-of", "tepee")


def test_the_json(settled):
    found = settled
    assert found["kind"] == "preendgame" and found["status"] == "proven" and found["bag"]["count"] == 1
    assert found["bag"]["unseen"] == "EFGINOSU"
    assert found["win"] == ["5/8", "5/8"] and found["spread"] == ["-3/2", "-3/2"]
    assert (found["value"], found["outcome"], found["objective"]) == (None, None, "win")
    assert found["best"] == ["D11 (T)EPEE"]
    assert all(draw["spread"][0] == draw["spread"][1] for draw in found["draws"])
    spreads = [Fraction(draw["probability"]) * draw["spread"][0] for draw in found["draws"]]
    assert sum(spreads) == Fraction(-3, 2)  # found by the search for endgames
    best = found["moves"][0]
    wins = [Fraction(each["probability"]) * Fraction(each["win"][0]) for each in best["scenarios"]]
    assert sum(wins) == Fraction(5, 8)
    assert found["bag"]["evaluated"] <= found["bag"]["scenario_pairs"]


@pytest.mark.parametrize(
    ("key", "commands"),
    {
        "memory": [["ucgi"]],
        "threads": [["ucgi"], ["solve", "late:17"], ["serve"]],
        "time": [["solve", "late:17"], ["serve"], ["analyse", "g0010"]],
    }.items(),
)
def test_a_settings_file_with_a_number_that_cannot_be_used(endgame, monkeypatch, tmp_path, key, commands):
    path = tmp_path / "config.toml"
    path.write_text(f'{key} = "0"\n')
    monkeypatch.setattr(files, "config_file", lambda: path)
    monkeypatch.delenv(f"ENDGAME_{key.upper()}", raising=False)
    for command in commands:
        said = refused(endgame(*command))
        assert said.startswith(f"error: Invalid value for {key}, from {path}: 0 is not "), command


def test_what_each_draw_brings_when_the_bag_is_known():
    known = scrabble.SolveOptions(settle_ties=True, bag_is_known=True)
    found = scrabble.solve(BOTH, options=known)
    [draw] = draw_lines(found.position, Lexicon("ENABLE"), found.move, known)
    assert (draw.tiles, draw.probability) == ("U", 1)
    assert draw.spread == found.spread and draw.line
    assert draw.win == found.win and draw.win.lower in (0, Fraction(1, 2), 1)
    assert found.preendgame.bag_is_known
    assert {len(move.scenarios) for move in found.moves} == {0, 1}  # none of a move that was not searched


def test_the_bag_can_only_be_known_with_both_racks():
    with pytest.raises(PositionError, match="the bag can only be known if both racks are given in full"):
        scrabble.solve(BAG, options=scrabble.SolveOptions(bag_is_known=True))


def test_draws_of_a_search_that_was_stopped_are_those_of_its_move(stopped):
    found = stopped
    shares = sum(Fraction(draw["probability"]) for draw in found["draws"])
    assert shares == (0 if found["best"] == ["pass"] else 1)
    [best] = [move for move in found["moves"] if move["move"] == found["best"][0]]
    for told, known in zip(found["draws"], best["scenarios"], strict=True):
        assert told["tiles"] == known["tiles"]
        lower, upper = from_wire(known["spread"])
        assert lower <= told["spread"][0] == told["spread"][1] <= upper


def test_an_answer_of_limited_nodes_does_not_depend_on_the_clock(answer, monkeypatch):
    found = []
    for seconds in (-1, 60):
        monkeypatch.setattr(task, "LINES_SECONDS", seconds)
        found.append({**answer(BAG, "--nodes", "50"), "seconds": None})
    assert found[0] == found[1]


def test_a_time_limit_holds_beside_one_of_nodes(answer, monkeypatch):
    until: list[float] = []
    monkeypatch.setattr(task.PreendgameSearch, "_look_at_lines", lambda search, limit: until.append(limit))
    for limits in (("--nodes", "50"), ("--nodes", "100000000", "--time", "0.05")):
        answer("preendgame:17", *limits)
    assert [math.isinf(limit) for limit in until] == [True, False]


def test_a_full_other_rack_is_not_looked_at(answer):
    """The same search, whatever rack the opponent is said to hold."""
    found, known = (answer(position, "--nodes", "50") for position in (BAG, BOTH))
    changed = ("cgp", "seconds", "warnings")
    assert {**found, **dict.fromkeys(changed)} == {**known, **dict.fromkeys(changed)}


def test_the_outcome_alone(answer, settled):
    found = answer(BAG, "--objective", "outcome")
    assert (found["objective"], found["status"], found["stopped_by"]) == ("outcome", "proven", None)
    assert found["win"] == ["5/8", "5/8"] and found["outcome"] is None and found["regret"] == 0
    assert found["bag"]["is_win_proven"] and found["best"] == ["D11 (T)EPEE"]
    least, most = map(Fraction, found["spread"])
    assert least < Fraction(settled["spread"][0]) < most
    assert found["bag"]["queries"] < settled["bag"]["queries"]


def test_stopped_early_by_nodes(stopped):
    is_open(stopped, "nodes", "D11 (T)EPEE", Fraction(5, 8))


def test_stopped_early_by_time(answer):
    """A position that takes a minute."""
    is_open(answer("preendgame:17", "--time", "0.05"), "time", "10F I(N)TIME", Fraction(3, 8))


def is_open(found, limit, best, win):
    """The best move is not proven yet, and all bounds fit what its win probability is."""
    assert found["status"] == "bounded" and found["stopped_by"] == limit
    assert Fraction(found["win"][0]) <= win <= Fraction(found["win"][1])
    assert Fraction(found["regret"]) > 0 and not found["bag"]["is_win_proven"]
    [true] = [move for move in found["moves"] if move["move"] == best]
    assert Fraction(true["win"][0]) <= win <= Fraction(true["win"][1])


def test_the_tiles_of_the_opponent_that_are_known_are_named(endgame):
    found = endgame("solve", BAG.replace("AEEEENP/", "AEEEENP/UG"), "--nodes", "20", "--no-board").out
    assert "Unseen           EFGINOSU (1 in the bag, GU on the opponent's rack)\n" in found


def test_an_evaluated_move_of_a_pre_endgame(stopped):
    found = stopped
    assert found["evaluated_move"] in found["moves"] and found["evaluated_move"]["move"] == "D11 (T)EPEE"


def test_the_json_of_both_kinds_has_the_same_keys(answer, settled):
    endgame_data, found = answer(str(ONE)), settled
    assert list(endgame_data) == list(found)
    assert list(endgame_data["moves"][0]) == list(found["moves"][0])
    assert (endgame_data["kind"], found["kind"]) == ("endgame", "preendgame")


@pytest.mark.parametrize("position", [str(ONE), BAG])
def test_to_dict_is_what_json_writes(answer, monkeypatch, position):
    solutions: list[scrabble.Solution] = []
    write = answers.solution_json

    def noted(solution: scrabble.Solution, *others: Any) -> Any:
        solutions.append(solution)
        return write(solution, *others)

    monkeypatch.setattr(answers, "solution_json", noted)
    found = answer(position, "--nodes", "10")
    [solution] = solutions
    told = json.loads(json.dumps(solution.to_dict()))
    assert told == found | {"id": "", "warnings": []}
