"""`endgame cgp`, and recorded games and printed boards as positions of the other commands."""

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
        status, out, err = endgame("cgp", GAME, *options)
        assert (status, err, out.count("\n")) == (0, "", 1)
        assert out == f"{cgp.dumps(replayed.turns[turn - 1].position)}\n"
    lines = endgame("cgp", GAME, "--all-turns").out.splitlines()
    assert [cgp.loads(line) for line in lines] == [turn.position for turn in replayed.endgame]


@pytest.mark.parametrize("path", sorted((DATA / "gcg").glob("*.gcg")), ids=lambda path: path.stem)
def test_dialects(endgame, path):
    status, out, _ = endgame("cgp", path, "--all-turns")
    assert status == 0 and len(out.splitlines()) >= 2


def test_other_sources(endgame, monkeypatch):
    line = KEPT[0].read_text().splitlines()[-1]
    assert endgame("cgp", KEPT[0]).out == f"{cgp.dumps(cgp.loads(line))}\n"
    assert endgame("cgp", line).out == f"{cgp.dumps(cgp.loads(line))}\n"
    text = "\n".join([*GRID, "em? / RT", ""]).replace("em? / ", "EM?/")
    expected = "/".join(["15"] * 6 + ["6C8", "6a8", "6TO7"] + ["15"] * 6) + " EM?/RT 0/0 0 scores unknown;\n"
    pasted(monkeypatch, text)
    assert endgame("cgp", "-").out == expected
    pasted(monkeypatch, GAME.read_bytes())
    assert endgame("cgp", "-", "--turn", "26").out == endgame("cgp", GAME).out
    assert endgame("cgp", GAME.read_text()).out == endgame("cgp", GAME).out


def test_positions_that_are_no_endgame(endgame):
    assert endgame("cgp", "/".join(["15"] * 15) + " / 0/0 0").out == "/".join(["15"] * 15) + " / 0/0 0\n"


def test_it_goes_on_after_an_error(endgame):
    status, out, err = endgame("cgp", "missing.cgp", GAME, "nothing.gcg")
    assert status == 2 and out.count("\n") == 1
    assert err.splitlines() == [
        "error: missing.cgp: not a file, a bundled position or a CGP",
        "error: nothing.gcg: not a file, a bundled position or a CGP",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--turn", "28"], f"error: {GAME}: no turn 28: the game has 27 turns\n"),
        (["--turn", "0"], "'--turn'"),
        (["--turn", "26", "--all-turns"], "choose one of --turn and --all-turns."),
    ],
)
@pytest.mark.parametrize("command", ["cgp", "solve", "moves", "plan", "verify"])
def test_bad_turns(endgame, command, options, message):
    assert message in refused(endgame(command, GAME, *options))


def test_turns_are_for_recorded_games(endgame):
    found = refused(endgame("cgp", KEPT[0], "--turn", "3"))
    assert found == f"error: {KEPT[0]}: --turn and --all-turns need a game (GCG), not a position\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#player1 a\n#player2 b\n>c: ABC 8D CAB +10 10\n", "line 3: unknown player 'c', expected a or b"),
        ("#player1 a\n#player2 b\n>a: ABC 8D CAЖ +10 10\n", "line 3: turn 1, a: no tile 'Ж'"),
        ("#player1 a\n#player2 b\n>a: ABC 8D\n", "line 3: expected a word after the square 8D"),
        (
            "\n".join([*GRID[:6], "......C.......", *GRID[7:], "A/B"]),
            "row 7 has 14 squares, expected 15: '......C",
        ),
        (
            "\n".join([*GRID[:6], "......Ж........", *GRID[7:], "A/B"]),
            "row 7: no tile 'Ж' in the english set",
        ),
        ("\n".join(GRID), "no racks: expected racks and scores such as 'AALNOR/EIU 470/395'"),
    ],
)
def test_bad_texts(endgame, tmp_path, monkeypatch, text, message):
    path = tmp_path / "some.txt"
    path.write_text(text, "utf-8")
    assert message in refused(endgame("cgp", path))
    pasted(monkeypatch, text)
    found = refused(endgame("cgp", "-"))
    assert message in found and found.startswith("error: standard input: ")


def test_the_tiles_of_a_lexicon(endgame, tmp_path):
    words = tmp_path / "woerter.txt"
    words.write_text("ÄS\nös\n", encoding="utf-8")
    build.import_lexicon(words, language="german", folder=tmp_path)
    board = tmp_path / "board.txt"
    board.write_text("\n".join([*GRID[:6], "......ÄS.......", *GRID[7:], "A/B 10/20"]), "utf-8")
    assert "the tiles may be german, swedish: name them with --lexicon," in refused(endgame("cgp", board))
    status, out, err = endgame("cgp", board, "--lexicon", tmp_path / "woerter.dawg")
    assert (status, err) == (0, "") and out.endswith(" A/B 10/20 0 ld german;\n")
    typed = out.removesuffix(" ld german;\n")
    assert endgame("cgp", typed, "--lexicon", tmp_path / "woerter.dawg").out == out


def test_an_empty_file_of_that_name(endgame, tmp_path):
    path = tmp_path / "empty.gcg"
    path.write_bytes(b"")
    assert refused(endgame("cgp", path)) == f"error: {path}: no position in it\n"


# The commands on positions


def test_solve_a_recorded_game(endgame, monkeypatch):
    found = endgame("solve", GAME, "--lexicon", "ENABLE", "--no-board")
    assert found.out.startswith(f"g0010.gcg:26  ({GAME}, turn 26)\n\nBest move  B6 PRO for 26: proven")
    answers = [
        json.loads(line)
        for line in endgame("solve", GAME, "--lexicon", "ENABLE", "--all-turns", "--json").out.splitlines()
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
    status, out, _ = endgame("solve", *turn, "--nodes", "100", "--no-board")
    assert status == 0 and "in the bag)\n" in out and "Win probability  " in out
    status, out, err = endgame("moves", GAME, "--turn", "25", "--lexicon", "ENABLE", "--show", "1")
    assert status == 0 and " plays\n" in out and err.count("\n") == 1


def test_a_rack_that_is_not_known(endgame, tmp_path):
    path = tmp_path / "open.gcg"
    path.write_text(GAME.read_text().partition(">beta: ILNOPRT")[0])
    message = f"error: {path}, turn 26: 5 tiles of the rack cannot be known\n"
    assert refused(endgame("cgp", path)) == message
    assert refused(endgame("solve", path, "--lexicon", "ENABLE")) == message


def test_what_is_odd_about_a_record_is_said_once(endgame, tmp_path):
    path = tmp_path / "odd.gcg"
    path.write_text(GAME.read_text().replace("+28 435", "+28 436"))
    status, out, err = endgame("cgp", path, "--all-turns")
    assert status == 0 and len(out.splitlines()) == 2
    assert err.count("the cumulative score is 436; expected 435") == 1
    assert err.startswith(f"warning: {path}, turn 26: line ")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_solve_prints_is_read_again(endgame, monkeypatch, path):
    [line] = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    out = endgame("solve", path, "--nodes", "50").out
    pasted(monkeypatch, out)
    again = cgp.loads(endgame("cgp", "-").out)
    before = cgp.loads(line)
    assert cgp.dumps(again).split()[:4] == cgp.dumps(before).split()[:4]
    assert (again.lexicon_name, again.rules, again.layout) == (
        before.lexicon_name,
        before.rules,
        before.layout,
    )


def test_solve_shows_the_position_to_be_copied(endgame):
    line = KEPT[0].read_text().splitlines()[-1]
    out = endgame("solve", KEPT[0], "--cgp", "--no-board", "--nodes", "50").out
    assert f"\n\n{cgp.dumps(cgp.loads(line))}\n\nBest move" in out
    with_lexicon = endgame("solve", GAME, "--cgp", "--no-board", "--lexicon", "ENABLE").out
    assert f"{endgame('cgp', GAME).out.rstrip()} lex ENABLE;\n" in with_lexicon
