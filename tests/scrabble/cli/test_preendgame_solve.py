"""`endgame solve` with tiles in the bag."""

from __future__ import annotations

import dataclasses
import functools
import io
import json
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction

import pytest
from rich.console import Console

import scrabble
from bstar.options import Limit
from scrabble.cli.commands import main
from scrabble.report.preendgame_solution import preendgame_text

BOARD = (
    "JAUK7G3/OX1I5V1R3/C2B4VATIC2/u2EH4MIM3/N3A4ODE3/D2SUQ3OY4/I3T1WOWS5/T2FELON1E1D3/Y3U6E3/"
    "1P2R1BONZER3/1ARTSIeR3A3/1R4LI3I3/AT4TOG2L3/HA5LI6/AN5ED6"
)
ONE = f"{BOARD} AEEEENP/ 395/401 0 lex ENABLE;"
BOTH = f"{BOARD} AEEEENP/EFGINOS 395/401 0 lex ENABLE;"


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, output and messages of a command."""
    output, messages = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(messages):
        status = main(["solve", *arguments])
    return status, output.getvalue(), messages.getvalue()


@functools.cache
def answer(*arguments: str) -> dict:
    """The one JSON object that a command writes."""
    status, output, messages = run(*arguments, "--json")
    assert status == 0, messages
    [line] = output.splitlines()
    return json.loads(line)


def test_the_text():
    status, output, messages = run(ONE, "--settle-ties", "--draws", "--show", "3")
    assert status == 0 and "warning" not in messages
    assert "Best move  D11 (T)EPEE for 16: proven, no other move is better" in output
    assert "Chance     wins with 5 of 8 draws (62.5 %)" in output
    assert "Spread     -1.5 on average" in output
    assert "EFGINOSU (1 in the bag)" in output
    draws = [line.split() for line in output.splitlines() if line.split()[1:2] == ["1/8"]]
    assert len(draws) == 8 and sum("won" in line for line in draws) == 5


def test_a_blank_with_two_letters_is_one_move():
    solution = scrabble.solve(ONE, lexicon="ENABLE", limit=Limit(nodes=200))
    first, second, *others = solution.moves
    twins = [dataclasses.replace(first, text=f"D11 (T)EPE{letter}") for letter in "ab"]
    moves = [*twins, dataclasses.replace(second, text="D11 (T)EPEc"), *others]
    changed = dataclasses.replace(solution, moves=moves)
    console = Console(file=io.StringIO(), width=100)
    console.print(preendgame_text(changed, 2))
    rows = [line.split() for line in console.file.getvalue().splitlines()[-3:]]
    assert rows[0][:5] == ["1", "D11", "(T)EPEa", "(or", "(T)EPEb)"] and rows[1][:3] == [
        "2",
        "D11",
        "(T)EPEc",
    ]
    assert rows[2][:2] == ["and", f"{len(moves) - 3:,}"]


def test_the_json():
    found = answer(ONE, "--settle-ties", "--draws")
    assert found["kind"] == "preendgame" and found["status"] == "proven" and found["bag"] == 1
    assert found["chance"] == {"lower": "5/8", "upper": "5/8"}
    assert found["spread"] == {"lower": "-3/2", "upper": "-3/2"}
    assert found["best"] == ["D11 (T)EPEE"]
    spreads = [Fraction(draw["share"]) * draw["spread"] for draw in found["draws"]]
    assert sum(spreads) == Fraction(-3, 2)  # found by the search for endgames
    best = found["moves"][0]
    shares = [Fraction(draw["share"]) * Fraction(draw["chance"]["lower"]) for draw in best["draws"]]
    assert sum(shares) == Fraction(5, 8)
    assert found["asked"] <= found["pairs"]


def test_jobs_do_not_change_the_answer():
    one, two = answer(ONE, "--settle-ties"), answer(ONE, "--jobs", "2", "--settle-ties")
    keys = ("best", "chance", "spread", "status", "pairs")
    assert [one[key] for key in keys] == [two[key] for key in keys]


@pytest.mark.parametrize("options", [("--memory", "16"), ("--threads", "1")])
def test_what_does_not_change_the_answer(options):
    one, other = answer(ONE, "--settle-ties"), answer(ONE, "--settle-ties", *options)
    keys = ("best", "chance", "spread", "status", "pairs")
    assert [one[key] for key in keys] == [other[key] for key in keys]


def test_less_memory_is_refused():
    status, _, messages = run(ONE, "--memory", "15")
    assert status == 2 and "15 is not in the range 16<=x" in messages and len(messages.splitlines()) == 1


def test_what_each_draw_brings_when_the_bag_is_known():
    found = answer(BOTH, "--settle-ties", "--known-bag", "--draws")
    [draw] = found["draws"]
    assert (draw["tiles"], draw["share"]) == ("U", "1")
    assert draw["spread"] == int(found["spread"]["lower"]) and draw["line"]
    won = {"won": "1", "drawn": "1/2", "lost": "0"}
    assert won[draw["result"]] == found["chance"]["lower"]


def test_draws_of_a_search_that_was_stopped_are_those_of_its_move():
    found = answer(ONE, "--nodes", "40", "--draws")
    shares = sum(Fraction(draw["share"]) for draw in found["draws"])
    assert shares == (0 if found["best"] == ["pass"] else 1)
    [best] = [move for move in found["moves"] if move["move"] == found["best"][0]]
    for told, known in zip(found["draws"], best["draws"], strict=True):
        assert Fraction(known["spread"]["lower"]) <= told["spread"] <= Fraction(known["spread"]["upper"])


def test_a_full_other_rack_is_not_looked_at():
    found, known = answer(ONE, "--settle-ties"), answer(BOTH, "--settle-ties")
    assert (known["best"], known["chance"], known["spread"]) == (
        found["best"],
        found["chance"],
        found["spread"],
    )


def test_peek():
    found = answer(BOTH, "--settle-ties", "--known-bag")
    assert found["peek"] and found["chance"]["lower"] in ("0", "1/2", "1")
    assert all(len(move["draws"]) == 1 for move in found["moves"])


def test_by_spread():
    found = answer(ONE, "--settle-ties", "--objective", "spread")
    assert found["by"] == "spread" and found["status"] == "proven"
    assert Fraction(found["spread"]["lower"]) >= Fraction(-3, 2)


@pytest.mark.parametrize("limit", [("--nodes", "40"), ("--time", "0.05")])
def test_stopped_early(limit):
    found = answer(ONE, *limit)
    assert found["status"] == "bounded" and found["limit"] == limit[0][2:]
    assert Fraction(found["chance"]["lower"]) <= Fraction(5, 8) <= Fraction(found["chance"]["upper"])
    assert Fraction(found["regret"]) > 0
    [true] = [move for move in found["moves"] if move["move"] == "D11 (T)EPEE"]
    assert Fraction(true["chance"]["lower"]) <= Fraction(5, 8) <= Fraction(true["chance"]["upper"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((ONE, "--max-bag", "0"), "the bag holds 1 tile"),
        ((ONE, "--known-bag"), "the bag can only be known if both racks are given in full"),
        ((ONE, "--threads", "2"), "--threads is for endgames only: there are tiles in the bag"),
        ((ONE, "--outcome"), "--outcome is for endgames only: there are tiles in the bag"),
        ((ONE, "--solver", "mtdf"), "--solver mtdf is for endgames only"),
        ((ONE.replace("AEEEENP", "AEEEEN"), "--max-bag", "2"), "a rack of 6 tiles with 2 tiles in the bag"),
        (
            (ONE.replace("AEEEENP", "AEEEEN"), "--max-bag", "1"),
            "2 tiles in the bag; the limit is 1 (raise it with --max-bag 2)",
        ),
    ],
)
def test_what_is_refused(arguments, said):
    status, _, messages = run(*arguments)
    assert status == 2 and said in messages and len(messages.splitlines()) == 1


def test_from_python():
    found = scrabble.solve(ONE)
    assert (found.text, found.status) == ("D11 (T)EPEE", "proven")
    judged = scrabble.judge(ONE, settle_ties=True)
    assert judged.chance == (Fraction(5, 8), Fraction(5, 8)) and "5/8" in str(judged)


def test_without_scores_there_is_no_chance():
    unknown = ONE.replace("395/401 0 lex", "0/0 0 scores unknown; lex")
    status, output, messages = run(unknown)
    assert (status, output) == (2, "")
    assert messages.splitlines()[-1].endswith(
        "a chance to win needs the scores: add them, as in 'AALNOR/EIU 470/395', or take --objective spread"
    )
    status, output, messages = run(unknown, "--objective", "spread", "--nodes", "10")
    assert status == 0 and "no scores are given" in messages
