"""The door: what `import scrabble` gives, lazily and typed, and that it takes texts, names and objects."""

from __future__ import annotations

import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import scrabble
from scrabble.cgp import CgpError
from scrabble.lexicon import LexiconError
from tests.conftest import POSITIONS, REPOSITORY
from tests.doors.bridge import enable

TWO = (POSITIONS / "out-in-two.cgp").read_text().splitlines()[-1]
GAME = POSITIONS / "games" / "g0010.gcg"
NAMES = {
    *(
        "Analysis",
        "Lexicon",
        "Limit",
        "Move",
        "Position",
        "Solution",
        "Wants",
        "analyse",
        "cgp",
        "gcg",
        "generate",
        "judge",
    ),
    *("legal_moves", "plan", "search", "solve", "verify"),
}


def test_the_names_are_there_and_shown() -> None:
    assert set(scrabble.__all__) == NAMES
    assert all(getattr(scrabble, name) is not None for name in NAMES)
    text = pydoc.plain(pydoc.render_doc(scrabble))
    assert all(f"{name}(" in text for name in ("analyse", "legal_moves", "search", "solve", "verify"))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = scrabble.no_such_name  # type: ignore[attr-defined]


@pytest.mark.parametrize("light", ["Lexicon", "cgp.loads", "Position"])
def test_what_is_light_does_not_wait_for_numba(light: str) -> None:
    code = f"import sys, scrabble; scrabble.{light}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY).returncode == 0


@pytest.mark.slow  # tests/install/test_typed.py has a longer script
def test_types_are_seen_from_outside(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import scrabble\n"
        "solution: scrabble.Solution = scrabble.solve('text', limit=scrabble.Limit(seconds=1))\n"
        "for move in scrabble.cgp.loads('text').legal_moves(scrabble.Lexicon.load('ENABLE')):\n"
        "    print(move.text, move.score + 1)\n"
        "wrong: int = solution.text\n"
    )
    options = ["--strict", "--follow-imports", "silent", str(program)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options], cwd=REPOSITORY, capture_output=True, text=True
    )
    assert done.stdout.count("error:") == 1 and ":5: error: Incompatible types" in done.stdout, done.stdout


@pytest.mark.parametrize("lexicon", [None, "ENABLE", enable()], ids=["named", "by name", "object"])
def test_a_text_and_a_position_have_the_same_solution(lexicon: scrabble.Lexicon | str | None) -> None:
    position = scrabble.cgp.loads(TWO)
    by_text, by_object = scrabble.solve(TWO, lexicon), scrabble.solve(position, lexicon)
    assert by_text.text == by_object.text == "3F (L)LANO"
    assert by_text.value == by_object.value == 22 and by_text.status == "proven"


def test_a_position_of_a_game_or_of_a_printed_board() -> None:
    assert scrabble.solve(GAME.read_text(), "ENABLE").text == "B6 PRO"
    board = "\n".join(["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7 + ["S/DOG"])
    assert "8G (CAT)S" in scrabble.legal_moves(board, enable())


def test_a_search_can_be_looked_at_and_stopped() -> None:
    search = scrabble.search(TWO, limit=scrabble.Limit(nodes=20))
    assert all(snapshot.lower <= snapshot.upper for snapshot in search)
    assert search.result().limit == "nodes" and search.result().status == "bounded"


def test_a_position_knows_its_legal_moves() -> None:
    position = scrabble.cgp.loads(TWO)
    moves = position.legal_moves(enable())
    assert len(moves) == 162 and [each.score for each in moves] == sorted(
        (position.score(each.move) for each in moves), reverse=True
    )
    move = position.parse_move("3F (L)LANO")
    assert "3F (L)LANO" in moves and move in moves and moves[0] in moves
    assert "3F (L)LAMA" not in moves and scrabble.Move() not in moves and 3 not in moves
    assert position.move_text(move) == "3F (L)LANO" and str(moves[0]) == moves[0].text
    assert list(scrabble.legal_moves(TWO)) == list(moves)


def test_a_plan_and_a_verification() -> None:
    assert scrabble.plan(TWO).sides[1].rack == "EIU"
    found = scrabble.verify(TWO)
    assert found.disagreement is None and found.is_complete


def test_a_game_as_record_file_and_text() -> None:
    record = scrabble.gcg.load(GAME)
    limit = scrabble.Limit(nodes=20_000)
    losses = [
        [(turn.played, turn.loss.exact) for turn in scrabble.analyse(game, "ENABLE", limit=limit)]
        for game in (record, GAME, str(GAME), GAME.read_text("utf-8"))
    ]
    assert losses == [[("E4 POI", 1), ("B1 REES", 0)]] * 4


def test_games_by_self_play() -> None:
    made = list(scrabble.generate(2, "ENABLE", seed=7))
    assert [each.id for each in made] == ["s7g00000", "s7g00001"]
    assert list(scrabble.generate(1, enable(), seed=7)) == made[:1]


def test_notations_have_the_same_verbs(tmp_path: Path) -> None:
    for notation in (scrabble.cgp, scrabble.gcg):
        assert all(callable(getattr(notation, verb)) for verb in ("load", "loads", "dumps"))
    position = scrabble.cgp.loads(TWO)
    file = tmp_path / "mine.cgp"
    file.write_text(f"# two of them\n{scrabble.cgp.dumps(position)}\n\n{TWO}\n")
    assert scrabble.cgp.load(file) == [position, position]
    assert scrabble.cgp.parse(TWO) == position and scrabble.cgp.write(position) == scrabble.cgp.dumps(
        position
    )
    file.write_text(f"{TWO}\nno position\n")
    with pytest.raises(CgpError, match=r"mine\.cgp, line 2: not a position: expected CGP"):
        scrabble.cgp.load(file)


def test_what_cannot_be_read_is_said(two_lexicons: Path) -> None:
    with pytest.raises(CgpError, match="not a position: expected CGP"):
        scrabble.solve("AEINRST")
    with pytest.raises(LexiconError, match="names no lexicon"):
        scrabble.solve(TWO.replace("lex ENABLE;", ""))
    with pytest.raises(LexiconError, match="no lexicon 'NOWHERE'"):
        scrabble.solve(TWO, "NOWHERE")
