"""`endgame solve`, `moves` and `warmup`: what they print, and that they go on after an error."""

from __future__ import annotations

import io
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bstar.parallel import SHARING
from bstar.solvers import SOLVERS
from bstar.tree.maven import STABLE
from scrabble import sources
from scrabble.cli import terminal
from scrabble.solver.names import ALONE, MAVEN, ROUNDS, SolverName, supports_threads
from tests.conftest import DATA, POSITIONS

ONE, TWO = POSITIONS / "out-in-one.cgp", POSITIONS / "out-in-two.cgp"
LINE = ONE.read_text().splitlines()[-1]
CAT = "/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7)


def test_solve(endgame):
    outcome = endgame("solve", ONE)
    assert outcome.status == 0
    # the first run on a machine compiles, and says so
    assert outcome.err == "" or outcome.err.startswith("note: getting the search ready")
    assert outcome.out.startswith(f"out-in-one  ({ONE}, line 2)\n\n     A B C D E F G H I J K L M N O\n")
    assert '\n  10 . " . . T " . . . " N . . D .\n' in outcome.out
    assert "Best move  J9 ME for 14: proven, every other move is worse\n" in outcome.out
    assert "Result     402-370, won by 32\nLine       J9 ME 14 (out, +4)\n" in outcome.out
    assert "and 46 more (--show 0 shows all)\n" in outcome.out


def test_output_in_a_pipe_is_plain(endgame):
    out = endgame("solve", TWO, "--show", "0").out
    assert "\x1b" not in out
    assert all(line == line.rstrip() and len(line) <= 80 for line in out.splitlines())
    assert len(out.splitlines()) > 150


def test_solve_a_text_without_board(endgame):
    outcome = endgame("solve", LINE.partition(" id ")[0], "--no-board", "--show", "1")
    assert outcome.out.startswith("Best move  J9 ME for 14")
    assert outcome.out.endswith("and 55 more (--show 0 shows all)\n")


def test_solve_standard_input(endgame, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"# two\n{LINE}\n\n{LINE}\n".encode())))
    outcome = endgame("solve", "-", "--json")
    assert [json.loads(line)["value"] for line in outcome.out.splitlines()] == [18, 18]


def test_solve_json(endgame):
    outcome = endgame("solve", TWO, "--json")
    [line] = outcome.out.splitlines()
    found = json.loads(line)
    assert found.pop("seconds") > 0 and found.pop("nodes") > 0 and found.pop("expansions") > 0
    moves = found.pop("moves")
    line = ["3F (L)LANO", "G8 (GO)U(G)E", "3B RA(J)"]
    best = {"move": "3F (L)LANO", "score": 7, "lower": 22, "upper": 22, "status": "best", "line": line}
    assert moves[0] == best | {"estimate": None}
    assert all(move["lower"] == move["upper"] and move["line"][0] == move["move"] for move in moves[:10])
    assert len(moves) == 163 and all(move["upper"] < 22 for move in moves[1:])
    assert "spread 22" in found.pop("cgp")
    assert found == {
        "version": 1,
        "id": "out-in-two",
        "solver": "bstar",
        "status": "proven",
        "value": 22,
        "lower": 22,
        "upper": 22,
        "regret": 0,
        "best": ["3F (L)LANO"],
        "asks": "value",
        "outcome": "won",
        "estimate": None,
        "believed_value": None,
        "disproved": 162,
        "missing": [],
        "line": line,
        "line_kind": "whole",
        "line_scores": [7, 7, 20],
        "final": [499, 402],
        "limit": None,
        "warnings": [],
    }


def test_json_of_a_stopped_search(endgame):
    found = json.loads(endgame("solve", TWO, "--nodes", "5", "--json").out)
    assert (found["status"], found["limit"], found["value"], found["final"]) == (
        "bounded",
        "nodes",
        None,
        None,
    )
    assert found["lower"] <= 22 <= found["upper"] and found["regret"] > 0
    assert all(move["lower"] <= move["upper"] <= found["upper"] for move in found["moves"])
    assert "open" in {move["status"] for move in found["moves"]}
    assert found["lower"] <= found["estimate"] == found["believed_value"] <= found["upper"]
    for move in found["moves"]:
        assert (move["estimate"] is None) == (move["lower"] == move["upper"])
        assert move["estimate"] is None or move["lower"] <= move["estimate"] <= move["upper"]
    assert found["moves"][0]["status"] == "best so far"
    assert found["best"] == [found["moves"][0]["move"]] == found["line"][:1]


def test_text_of_a_stopped_search(endgame):
    out = endgame("solve", TWO, "--nodes", "5", "--no-board").out
    told = " ".join(out.split())
    assert "not proven (node limit); at most" in told
    assert " points short of the best move" in told
    assert " Best so far " in told and " Value about " in told and " points value proven " in told
    assert " (node limit)" in told


def test_a_time_limit(endgame):
    found = json.loads(endgame("solve", TWO, "--time", "1e-9", "--json").out)
    assert found["limit"] in ("time", None)


def test_top_makes_more_moves_exact(endgame):
    moves = json.loads(endgame("solve", TWO, "--exact", "3", "--json").out)["moves"]
    assert [move["lower"] for move in moves[:3]] == [move["upper"] for move in moves[:3]] == [22, 19, 18]


def test_one_bad_position_does_not_stop_the_others(endgame, tmp_path):
    path = tmp_path / "three.jsonl"
    good = json.dumps({"id": "good", "cgp": LINE})
    path.write_text(f'{good}\n{{"id": 7, "cgp": "15/15 A/B 0/0 0"}}\n{good}\n')
    outcome = endgame("solve", path, "--json")
    assert outcome.status == 2
    first, second, third = map(json.loads, outcome.out.splitlines())
    assert first["value"] == third["value"] == 18
    assert second == {"version": 1, "id": "7", "error": "expected 15 rows, got 2: '15/15'"}
    assert outcome.err == f"error: {path}, line 2: expected 15 rows, got 2: '15/15'\n"
    text = endgame("solve", path, "--no-board", "--show", "1")
    assert text.status == 2 and text.out.count("Best move") == 2


def test_an_empty_second_rack_is_completed(endgame):
    outcome = endgame("solve", LINE.replace("EM/RT", "EM/"), "--json")
    note = "the opponent's rack was completed with the unseen tiles RT"
    assert outcome.err == f"warning: argument 1: {note}\n"
    found = json.loads(outcome.out)
    assert found["warnings"] == [note] and found["value"] == 18 and " EM/RT " in found["cgp"]


def test_phonies_are_warned_of(endgame):
    outcome = endgame("solve", LINE.replace("FOCAL", "FOCLA"), "--no-board")
    assert outcome.status == 0 and "phony on the board: 4A FOCLA\n" in outcome.err


def test_lexicon_option_wins(endgame, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("em\nme\nrow\n")
    assert endgame("lexicon", "build", words, "--folder", tmp_path).status == 0
    outcome = endgame("moves", LINE, "--lexicon", tmp_path / "words.dawg")
    assert outcome.status == 0 and "phony" in outcome.err
    assert "4 plays" in outcome.out and "13A M(E)" in outcome.out


def test_solvers_have_the_names_of_the_library():
    assert {*SOLVERS, MAVEN} == {each.value for each in SolverName}
    sharing = {name for name, kind in SOLVERS.items() if kind.algorithm in SHARING}
    assert (
        sharing == set(SolverName) - ALONE
        and all(map(supports_threads, sharing))
        and not any(map(supports_threads, ALONE))
    )
    assert ROUNDS == STABLE


def test_moves(endgame):
    outcome = endgame("moves", ONE, "--show", "2")
    assert outcome.status == 0
    assert outcome.out.splitlines()[2:] == [
        "55 plays",
        "   play   points  leaves",
        "1  J9 ME      14",
        "2  B9 EM      13",
        "and 53 more (--show 0 shows all)",
    ]


def test_moves_of_the_other_side(endgame):
    found = json.loads(endgame("moves", ONE, "--side", "other", "--show", "1", "--json").out)
    assert found["side"] == "other" and " RT/EM 370/384 0" in found["cgp"]
    assert found["moves"] == [{"move": "13A T(E)R(N)", "score": 8}]


@pytest.mark.parametrize(("racks", "side"), [("S/ER", "mover"), ("S/", "mover"), ("/S", "other")])
def test_moves_while_there_are_tiles_in_the_bag(endgame, racks, side):
    outcome = endgame("moves", f"{CAT} {racks} 0/0 0 lex ENABLE;", "--json", "--side", side)
    assert outcome.status == 0 and "warning: argument 1: the bag holds " in outcome.err
    assert {each["move"] for each in json.loads(outcome.out)["moves"]} == {
        "8F S(CAT)",
        "8G (CAT)S",
        "H8 (A)S",
    }


def test_moves_of_an_empty_rack(endgame):
    outcome = endgame("moves", f"{CAT} S/ 0/0 0 lex ENABLE;", "--side", "other")
    assert outcome.status == 2 and "the rack is empty; there are no plays to list" in outcome.err


@pytest.mark.parametrize("option", ["--top", "--lines", "--exact"])
def test_moves_has_no_other_name_for_show(endgame, option):
    outcome = endgame("moves", ONE, option, "2")
    assert outcome.status == 2 and "No such option" in outcome.err and option in outcome.err


def test_exact_0_is_all(endgame):
    found = json.loads(endgame("solve", ONE, "--exact", "0", "--json").out)
    assert len(found["moves"]) > 50
    assert all(each["lower"] == each["upper"] for each in found["moves"])


def test_warmup(endgame):
    outcome = endgame("warmup", "--solver", "bstar")
    assert outcome.status == 0 and outcome.out.startswith("bstar is ready after ")
    found = json.loads(endgame("warmup", "--solver", "mtdf", "--json").out)
    assert found["seconds"] >= found["parts"]["mtdf"] >= 0


def test_help_without_a_command(endgame):
    assert endgame() == endgame("--help")
    assert endgame("lexicon") == endgame("lexicon", "--help")


def test_version(endgame):
    assert endgame("--version").out.startswith("endgame ")


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
    hard = (DATA / "sample_positions.jsonl").read_text().splitlines()[1]
    before = signal.getsignal(signal.SIGINT)
    found = endgame("solve", json.loads(hard)["cgp"], ONE, "--json", "--solver", "minimax")
    assert found.status == terminal.INTERRUPTED
    [answer] = map(json.loads, found.out.splitlines())  # the second position is not begun
    assert (answer["limit"], answer["status"], answer["value"]) == ("interrupt", "bounded", None)
    assert signal.getsignal(signal.SIGINT) is before


def test_out_of_memory(endgame, monkeypatch):
    def fail(*_: object) -> None:
        raise MemoryError("no 9 TB")

    monkeypatch.setattr(sources, "resolve", fail)
    outcome = endgame("solve", ONE)
    assert outcome.status == 2 and outcome.err == "error: out of memory, try a smaller --memory: no 9 TB\n"


def test_faults_of_the_program_are_not_hidden(endgame, monkeypatch):
    def fail(*_: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(sources, "resolve", fail)
    with pytest.raises(ValueError, match="a fault"):
        endgame("solve", ONE)
    assert terminal.BAD_INPUT == 2
