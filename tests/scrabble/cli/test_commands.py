"""`endgame moves`, `warmup` and others: what they print."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from bstar.parallel import SHARING
from bstar.solvers import SOLVERS
from bstar.tree.maven import STABLE
from scrabble import _version
from scrabble.solver.names import ALONE, MAVEN, ROUNDS, SolverName
from tests.conftest import POSITIONS

ONE, TWO = POSITIONS / "out-in-one.cgp", POSITIONS / "out-in-two.cgp"
LINE = ONE.read_text().splitlines()[-1]
CAT = "/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7)


def test_lexicon_option_wins(endgame, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("em\nme\nrow\n")
    outcome = endgame("moves", LINE, "--lexicon", words)
    assert outcome.status == 0 and "phonies on the board" in outcome.err
    assert "4 plays" in outcome.out and "13A M(E)" in outcome.out


def test_solvers_have_the_names_of_the_library():
    assert {*SOLVERS, MAVEN} == {each.value for each in SolverName}
    sharing = {name for name, kind in SOLVERS.items() if kind.algorithm in SHARING}
    assert sharing == set(SolverName) - ALONE
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
    found = json.loads(outcome.out)
    assert {each["move"] for each in found["moves"]} == {"8F S(CAT)", "8G (CAT)S", "H8 (A)S"}
    assert f" {'S/ER' if racks == 'S/ER' else 'S/'} 0/0 0 " in found["cgp"]  # no tile that nobody has seen


def test_moves_of_an_empty_rack(endgame):
    outcome = endgame("moves", f"{CAT} S/ 0/0 0 lex ENABLE;", "--side", "other")
    assert outcome.status == 2 and "the rack is empty; there are no plays to list" in outcome.err


@pytest.mark.parametrize("option", ["--top", "--lines", "--exact"])
def test_moves_has_no_other_name_for_show(endgame, option):
    outcome = endgame("moves", ONE, option, "2")
    assert outcome.status == 2 and "No such option" in outcome.err and option in outcome.err


def test_warmup(endgame):
    outcome = endgame("warmup", "--solver", "bstar")
    assert outcome.status == 0 and outcome.out.startswith("bstar is ready after ")
    found = json.loads(endgame("warmup", "--solver", "mtdf", "--json").out)
    assert found["seconds"] >= 0 and found["compiled"] >= 0


def test_help_without_a_command(endgame):
    assert endgame() == endgame("--help")
    assert endgame("lexicon") == endgame("lexicon", "--help")


def test_version(endgame):
    assert endgame("--version").out == f"endgame {_version.version_text()}\n"


@pytest.mark.parametrize(
    ("noted", "shown"),
    [
        (None, _version.__version__),
        ('{"url": "file:///tmp/one.whl", "archive_info": {}}', _version.__version__),
        ('{"url": "u", "vcs_info": {"vcs": "git", "commit_id": "0123456789ab"}}', "(commit 0123456)"),
    ],
)
def test_the_commit_is_that_of_the_clone_or_of_the_installation(monkeypatch, tmp_path, noted, shown):
    monkeypatch.setattr(_version, "__file__", str(tmp_path / "scrabble" / "_version.py"))
    installed = SimpleNamespace(read_text=lambda name: noted)
    monkeypatch.setattr(_version.metadata, "distribution", lambda name: installed)
    assert _version.version_text().endswith(shown)
    (tmp_path / ".git").mkdir()  # git refuses it
    assert _version.version_text().endswith(shown)
