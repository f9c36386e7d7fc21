"""`endgame positions`; recorded games and printed boards as positions of the other commands."""

from __future__ import annotations

import io
import json
import sys

import pytest

from scrabble.game import cgp
from scrabble.lexicon import build
from scrabble.records import gcg
from scrabble.records.replay import replay
from tests.conftest import DATA, POSITIONS

GAME = POSITIONS / "games" / "g0010.gcg"  # 27 turns, the last two with an empty bag
ONE, BLOCK = POSITIONS / "out-in-one.cgp", POSITIONS / "block-r.cgp"
LINE, BLOCK_LINE = (path.read_text("utf-8").splitlines()[-1] for path in (ONE, BLOCK))
CAT = "/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7)
KEPT = sorted(POSITIONS.glob("*.cgp"))
GRID = ["." * 15] * 6 + ["......C........", "......a........", "......TO......."] + ["." * 15] * 6


def pasted(monkeypatch, text: str | bytes) -> None:
    """Put a text on standard input."""
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def refused(outcome) -> str:
    """The one line that a refused command leaves."""
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("error: ") and outcome.err.count("\n") == 1
    return outcome.err


def test_a_recorded_game(endgame):
    replayed = replay(gcg.load(GAME))
    for options, turn in (((), 26), (("--turn", "26"), 26), (("--turn", "3"), 3)):
        status, out, err = endgame("positions", GAME, *options)
        assert (status, err, out.count("\n")) == (0, "", 1)
        assert out == f"{cgp.dumps(replayed.turns[turn - 1].position)}\n"
    lines = endgame("positions", GAME, "--turn", "all").out.splitlines()
    assert [cgp.loads(line) for line in lines] == [turn.position for turn in replayed.endgame]


@pytest.mark.parametrize("path", sorted((DATA / "gcg").glob("*.gcg")), ids=lambda path: path.stem)
def test_dialects(endgame, path):
    status, out, _ = endgame("positions", path, "--turn", "all")
    assert status == 0 and len(out.splitlines()) >= 2


def test_other_sources(endgame, monkeypatch):
    line = KEPT[0].read_text().splitlines()[-1]
    assert endgame("positions", KEPT[0]).out == f"{cgp.dumps(cgp.loads(line))}\n"
    assert endgame("positions", line).out == f"{cgp.dumps(cgp.loads(line))}\n"
    text = "\n".join([*GRID, "em? / RT", ""]).replace("em? / ", "EM?/")
    expected = "/".join(["15"] * 6 + ["6C8", "6a8", "6TO7"] + ["15"] * 6) + " EM?/RT 0/0 0 scores unknown;\n"
    pasted(monkeypatch, text)
    assert endgame("positions", "-").out == expected
    pasted(monkeypatch, GAME.read_bytes())
    assert endgame("positions", "-", "--turn", "26").out == endgame("positions", GAME).out
    assert endgame("positions", GAME.read_text()).out == endgame("positions", GAME).out


def test_positions_that_are_no_endgame(endgame):
    assert (
        endgame("positions", "/".join(["15"] * 15) + " / 0/0 0").out == "/".join(["15"] * 15) + " / 0/0 0\n"
    )


def test_the_tiles_of_a_lexicon(endgame, tmp_path):
    words = tmp_path / "woerter.txt"
    words.write_text("ÄS\nös\n", encoding="utf-8")
    build.import_lexicon(words, language="german", folder=tmp_path)
    board = tmp_path / "board.txt"
    board.write_text("\n".join([*GRID[:6], "......ÄS.......", *GRID[7:], "A/B 10/20"]), "utf-8")
    assert "the tiles may be german, swedish: name them with --lexicon," in refused(
        endgame("positions", board)
    )
    status, out, err = endgame("positions", board, "--lexicon", tmp_path / "woerter.dawg")
    assert (status, err) == (0, "") and out.endswith(" A/B 10/20 0 ld german;\n")
    typed = out.removesuffix(" ld german;\n")
    assert endgame("positions", typed, "--lexicon", tmp_path / "woerter.dawg").out == out


def test_an_empty_file_of_that_name(endgame, tmp_path):
    path = tmp_path / "empty.gcg"
    path.write_bytes(b"")
    assert refused(endgame("positions", path)) == f"error: {path}: no position in it\n"


# Moves and plans


def test_lexicon_option_wins(endgame, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("em\nme\nrow\n")
    outcome = endgame("positions", "--moves", LINE, "--lexicon", words)
    assert outcome.status == 0 and "phonies on the board" in outcome.err
    assert "4 plays" in outcome.out and "13A M(E)" in outcome.out


@pytest.mark.parametrize(("racks", "side"), [("S/ER", "mover"), ("S/", "mover"), ("/S", "other")])
def test_moves_while_there_are_tiles_in_the_bag(endgame, racks, side):
    outcome = endgame("positions", "--moves", f"{CAT} {racks} 0/0 0 lex ENABLE;", "--json", "--side", side)
    assert outcome.status == 0 and "warning: argument 1: the bag holds " in outcome.err
    found = json.loads(outcome.out)
    assert {each["move"] for each in found["moves"]} == {"8F S(CAT)", "8G (CAT)S", "H8 (A)S"}
    assert f" {'S/ER' if racks == 'S/ER' else 'S/'} 0/0 0 " in found["cgp"]  # no tile that nobody has seen


def test_plans_of_standard_input_texts_and_errors(endgame, monkeypatch):
    pasted(monkeypatch, f"{BLOCK_LINE}\nnonsense here\n")
    outcome = endgame("positions", "--plan", "-", BLOCK_LINE, "--json")
    first, second, third = map(json.loads, outcome.out.splitlines())
    assert outcome.status == 2 and "standard input, line 2" in outcome.err
    assert first["value"] == third["value"] == -3 and set(second) == {"version", "id", "error"}


# The commands on positions


def test_solve_a_recorded_game(endgame, monkeypatch):
    found = endgame("solve", GAME, "--lexicon", "ENABLE", "--no-board")
    assert found.out.startswith(f"g0010.gcg:26  ({GAME}, turn 26)\n\nBest move  B6 PRO for 26: proven")
    answers = [
        json.loads(line)
        for line in endgame("solve", GAME, "--lexicon", "ENABLE", "--turn", "all", "--json").out.splitlines()
    ]
    assert [(each["id"], each["value"]) for each in answers] == [("g0010.gcg:26", 3), ("g0010.gcg:27", 26)]
    pasted(monkeypatch, GAME.read_bytes().rpartition(b">alpha: EERS")[0])  # the last play is to come
    [answer] = [
        json.loads(line) for line in endgame("solve", "-", "--lexicon", "ENABLE", "--json").out.splitlines()
    ]
    assert (answer["id"], answer["value"]) == ("standard input:27", 26)


def test_a_turn_with_tiles_in_the_bag(endgame):
    turn = GAME, "--turn", "25", "--lexicon", "ENABLE"
    assert "turn 25: the bag holds " in refused(endgame("solve", *turn, "--max-bag", "0"))
    status, out, _ = endgame("solve", *turn, "--nodes", "1", "--no-board")
    assert status == 0 and "in the bag)\n" in out and "Win probability  " in out
    status, out, err = endgame("positions", "--moves", *turn, "--show", "1")
    assert status == 0 and " plays\n" in out and err.count("\n") == 1


def test_a_rack_that_is_not_known(endgame, tmp_path):
    path = tmp_path / "open.gcg"
    path.write_text(GAME.read_text().partition(">beta: ILNOPRT")[0])
    message = f"error: {path}, turn 26: 5 tiles of the rack cannot be known\n"
    assert refused(endgame("positions", path)) == message
    assert refused(endgame("solve", path, "--lexicon", "ENABLE")) == message


def test_what_is_odd_about_a_record_is_said_once(endgame, tmp_path):
    path = tmp_path / "odd.gcg"
    path.write_text(GAME.read_text().replace("+28 435", "+28 436"))
    status, out, err = endgame("positions", path, "--turn", "all")
    assert status == 0 and len(out.splitlines()) == 2
    assert err.count("the cumulative score is 436; expected 435") == 1
    assert err.startswith(f"warning: {path}, turn 26: line ")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_solve_prints_is_read_again(endgame, monkeypatch, path):
    [line] = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    out = endgame("solve", path, "--nodes", "50").out
    pasted(monkeypatch, out)
    again = cgp.loads(endgame("positions", "-").out)
    before = cgp.loads(line)
    assert cgp.dumps(again).split()[:4] == cgp.dumps(before).split()[:4]
    assert (again.lexicon_name, again.rules, again.layout) == (
        before.lexicon_name,
        before.rules,
        before.layout,
    )
