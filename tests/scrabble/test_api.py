"""The Python API: lazy, typed, and taking texts, names and objects."""

from __future__ import annotations

import io
import pydoc
import re
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

import scrabble
from scrabble import Solution
from scrabble.answer.names import ObjectiveText
from scrabble.game.cgp import CgpError
from scrabble.game.position import PositionError
from scrabble.lexicon import LexiconError
from scrabble.solver.names import SolverName, SolverText
from tests.conftest import POSITIONS, REPOSITORY
from tests.doors.bridge import enable

TWO = (POSITIONS / "out-in-two.cgp").read_text().splitlines()[-1]
GAME = POSITIONS / "games" / "g0010.gcg"
REPORTED = REPOSITORY / "tests" / "data" / "reported"
ERRORS = {
    *("BoardDiagramError", "CgpError", "GcgError", "IllegalMoveError", "LexiconError", "PositionError"),
    *("CertificateError", "InvalidProofError", "OptionError", "ProofNotFoundError", "SourceError"),
}
NAMES = {
    *("Analysis", "EndgamePlan", "Estimate", "Game", "GameRecord", "GeneratedGame", "Interval"),
    *(
        "LegalMoves",
        "Lexicon",
        "Move",
        "MoveResult",
        "MoveStatus",
        "Objective",
        "Position",
        "Scenario",
    ),
    *("ScoredMove", "ScrabbleError", "Snapshot", "Solution", "SolveOptions", "Status", "Step", "StopReason"),
    *("Verification", "__version__", "analyse", "cgp", "gcg", "generate", "legal_moves", "plan", "search"),
    *("solve", "verify", "Certificate", "CheckReport", "check", "warmup"),
    *ERRORS,
}


def test_the_names_are_there_and_shown() -> None:
    assert set(scrabble.__all__) == NAMES
    assert all(getattr(scrabble, name) is not None for name in NAMES)
    text = pydoc.plain(pydoc.render_doc(scrabble))
    assert all(f"{name}(" in text for name in ("analyse", "check", "search", "solve", "verify", "warmup"))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = scrabble.no_such_name  # type: ignore[attr-defined]


def test_every_field_of_a_public_type_is_documented() -> None:
    documented = 0
    for name in scrabble.__all__:
        kind = getattr(scrabble, name)
        fields = [
            *getattr(kind, "__dataclass_fields__", ()),
            *getattr(kind, "__struct_fields__", ()),
            *getattr(kind, "_fields", ()),
        ]
        missing = [each for each in fields if not re.search(rf"\b{each}\b.*: \S", kind.__doc__)]
        assert name == "ScoredMove" or not missing, (name, missing)
        documented += len(fields)
    assert documented > 140
    assert "value: future spread of an endgame, if the search has proven it, or None\n" in Solution.__doc__


def test_the_types_of_options_name_every_value() -> None:
    assert get_args(SolverText) == (*SolverName,) and get_args(ObjectiveText) == (*scrabble.Objective,)


def test_all_refusals_have_one_base() -> None:
    assert all(issubclass(getattr(scrabble, name), scrabble.ScrabbleError) for name in ERRORS)
    assert issubclass(scrabble.ScrabbleError, ValueError) and scrabble.PositionError("x", "y").hint == "y"
    for refused in ("solve('nothing')", "solve(TWO, 'NOWHERE')", "solve(TWO, exact=-1)", "gcg.loads('x')"):
        with pytest.raises(scrabble.ScrabbleError):
            eval(refused, {**vars(scrabble), "solve": scrabble.solve, "gcg": scrabble.gcg, "TWO": TWO})
    with pytest.raises(scrabble.ScrabbleError):
        scrabble.cgp.loads(TWO).play("8D QI")


def test_what_is_light_does_not_wait_for_numba() -> None:
    light = "scrabble.Lexicon, scrabble.cgp.loads, scrabble.Position"
    code = f"import sys, scrabble; {light}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY).returncode == 0


@pytest.mark.parametrize("lexicon", [None, "ENABLE", enable()], ids=["named", "by name", "object"])
def test_a_text_and_a_position_have_the_same_solution(lexicon: scrabble.Lexicon | str | None) -> None:
    position = scrabble.cgp.loads(TWO)
    by_text, by_object = scrabble.solve(TWO, lexicon), scrabble.solve(position, lexicon)
    assert by_text.text == by_object.text == "3F (L)LANO"
    assert by_text.value == by_object.value == 22 and by_text.status == "proven"


def test_a_position_of_a_game_or_of_a_printed_board() -> None:
    found = scrabble.solve(GAME.read_text(), "ENABLE")
    assert found.text == "B6 PRO" and repr(found) == "<Solution B6 PRO +3 proven>"
    board = "\n".join(["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7 + ["S/DOG"])
    assert "8G (CAT)S" in scrabble.legal_moves(board, enable())


def test_a_search_can_be_looked_at_and_stopped() -> None:
    search = scrabble.search(TWO, nodes=8)
    assert all(snapshot.lower <= snapshot.upper for snapshot in search)
    assert search.result().stopped_by == "nodes" and search.result().status == "bounded"


def test_a_search_of_a_pre_endgame() -> None:
    with scrabble.search(BAG, seconds=30, workers=1) as search:
        for snapshot in search:
            assert 0 <= snapshot.win.lower <= snapshot.win.upper <= 1 and snapshot.queries >= 0
    found = search.solution
    assert (found.regret, found.win) == (0, (1, 1))
    assert found.preendgame is not None and found.value is None


def test_options_by_name_take_precedence() -> None:
    options = scrabble.SolveOptions(nodes=10**9, exact=3, solver="mtdf")
    found = scrabble.search(TWO, options=options, nodes=5, solver="alphabeta")
    assert (found.options.nodes, found.options.exact, found.options.solver) == (5, 3, "alphabeta")
    assert scrabble.solve(TWO, options=options, nodes=5).stopped_by == "nodes"
    assert scrabble.solve(TWO, exact=3).moves[2].value == 18
    seen: list[scrabble.Snapshot] = []
    assert scrabble.solve(BAG, nodes=2_000, watch=seen.append).stopped_by == "nodes" and seen


def test_open_files_and_paths(tmp_path: Path) -> None:
    cgp, board, game = tmp_path / "one.cgp", tmp_path / "board.txt", tmp_path / "game.gcg"
    cgp.write_text(f"# one\n{TWO}\n", "utf-8")
    rows = ["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7 + ["S/DOG"]
    board.write_text("\n".join(rows), "utf-8")
    game.write_bytes(GAME.read_bytes())
    for path in (cgp, board, game):
        known = scrabble.legal_moves(path, "ENABLE")
        assert len(known) > 0 and scrabble.legal_moves(str(path), "ENABLE") == known
        with path.open(encoding="utf-8") as file:
            assert scrabble.legal_moves(file, "ENABLE") == known
        assert scrabble.legal_moves(io.StringIO(path.read_text("utf-8")), "ENABLE") == known
    with cgp.open(encoding="utf-8") as file:
        assert scrabble.solve(file).text == "3F (L)LANO"
    with game.open(encoding="utf-8") as file:
        assert scrabble.search(file, "ENABLE").result().text == "B6 PRO"


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
    assert "3F LLANO" in moves and " 3F  LLANO" in moves and "F3 LLANO" not in moves
    assert (moves[0].square, moves[0].word) == ("3B", "RAJ")
    assert position.play(moves[0]) == position.play(moves[0].move) == position.play("3B RAJ")
    assert isinstance(moves[:3], scrabble.LegalMoves) and moves[:1] == [moves[0]]
    out = scrabble.ScoredMove(scrabble.Move(), "pass", 0)
    assert (out.square, out.word, str(out)) == ("", "", "pass")
    assert list(scrabble.legal_moves(TWO)) == list(moves)


def test_plays_while_the_opponents_rack_is_unknown() -> None:
    """Check every turn of a game with all plays of the same rack against a rack that is known."""
    game = scrabble.Game.load(REPORTED / "c00-base.gcg")
    for turn in game:
        position, tiles = turn.position, turn.position.unseen
        known = replace(position, rack_codes=(position.rack_codes[0], position.rack_codes[1] or tiles[:7]))
        moves = position.legal_moves(enable())
        assert moves == known.legal_moves(enable()) == scrabble.legal_moves(position, "ENABLE") != []
        assert turn.play is not None and turn.play in moves and turn.play.text in moves
    assert len(game) == 23 and game.final.is_over and game.final.legal_moves(enable()) == []


def test_the_last_position_of_a_game_that_goes_on(tmp_path: Path) -> None:
    text = (REPORTED / "c00-base.gcg").read_text()
    path = tmp_path / "game.gcg"
    path.write_text(text[: text.index(">bruno: IOPRSS?")] + "#rack2 IOPRSS?\n")
    final = scrabble.Game.load(path).final
    assert final.racks == ("IOPRSS?", "") and len(final.legal_moves(enable())) == 2796


def test_a_script_that_counts_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPORTED)
    runpy.run_path("c46-legal-moves.py", run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "546 expected 546 (endgame positions preendgame:1 --moves)"
    assert (len(lines), lines[1], lines[19]) == (24, "1 86 160", "19 3 363")


def test_a_plan_and_a_verification() -> None:
    assert scrabble.plan(TWO).sides[1].rack == "EIU"
    found = scrabble.verify(TWO)
    assert found.disagreement is None and found.is_complete


def test_a_certificate_is_checked_and_kept(tmp_path: Path) -> None:
    whole = scrabble.solve("must-pass").certificate()
    assert scrabble.check(whole).header.value == scrabble.solve("must-pass").value
    words = scrabble.Lexicon(["CAT", "LLANO", "RAJ"])  # read in no time
    certificate = scrabble.solve(TWO, words).certificate(words)
    path = tmp_path / "proof.jsonl.gz"
    assert certificate.save(path) == path.stat().st_size
    for given in (certificate, path, str(path)):
        report = scrabble.check(given, words)
        assert report.header == certificate.header and report.nodes == len(certificate.lines)
    with pytest.raises(scrabble.InvalidProofError, match="another word list"):
        scrabble.check(certificate, scrabble.Lexicon(["CAT"]))
    with pytest.raises(scrabble.InvalidProofError, match="its header says"):
        scrabble.check(certificate._replace(lines=certificate.lines[:-1]), words)
    with pytest.raises(scrabble.ScrabbleError, match="its value is not proven"):
        scrabble.solve(TWO, nodes=1).certificate()
    with pytest.raises(scrabble.ScrabbleError, match="but 22 with ENABLE; give the lexicon of its search"):
        scrabble.solve(TWO, scrabble.Lexicon(["LLANO", "RAJ"])).certificate()
    for name in ("a\0b", "a\0b.gz", "\ud800"):
        with pytest.raises(scrabble.ScrabbleError, match="not the name of a file"):
            scrabble.check(name)


def test_a_lexicon_of_words() -> None:
    lexicon = scrabble.Lexicon(["CAT", "dog", "Dogs"])
    assert [*lexicon] == ["CAT", "DOG", "DOGS"] and lexicon.name == "words" and lexicon.path is None
    rows = ["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7
    position = scrabble.Position.from_board(rows, ("DOGS", "?Q"), (0, 0))
    assert {play.word for play in scrabble.legal_moves(position, lexicon)} == set()
    position = scrabble.Position.from_board(["." * 15] * 15, ("DOGS", "?Q"), (0, 0))
    assert {play.word for play in scrabble.legal_moves(position, lexicon)} == {"DOG", "DOGS"}
    assert "ÑU" in scrabble.Lexicon(["ÑU"], "spanish")


def test_many_games_with_workers(tmp_path: Path) -> None:
    for name in ("g0010", "g0012"):
        (tmp_path / f"{name}.gcg").write_bytes((GAME.parent / f"{name}.gcg").read_bytes())
    first = scrabble.analyse(GAME, reasons=False, nodes=50)
    for workers in (1, 2):
        games = [*scrabble.analyse(tmp_path, workers=workers, reasons=False, nodes=50)]
        assert [Path(game.id).stem for game in games] == ["g0010", "g0012"]
        assert [turn.loss for turn in games[0]] == [turn.loss for turn in first]
    (tmp_path / "a.gcg").write_text("nothing")
    with pytest.raises(scrabble.ScrabbleError, match=r"a\.gcg: line 1: expected the record"):
        scrabble.analyse([str(tmp_path / "a.gcg"), tmp_path], workers=2)


def test_a_game_turn_by_turn() -> None:
    game = scrabble.Game.load(GAME)
    assert len(game) == len(list(game)) == 27 and game.players == ("Alpha", "Beta")
    turn = next(turn for turn in game if not turn.bag)
    assert (turn.position, turn.player, turn.number) == (game.first_empty_bag, 1, 26)
    assert turn.play is not None and turn.position.play(turn.play).scores == (323, 435)
    assert (turn.play.text, turn.play.score, turn.text, turn.rack) == ("E4 POI", 28, "E4 POI", "ILNOPRT")
    exchange = scrabble.Game.load("#player1 a a\n#player2 b b\n>a: AEINRST -AE +0 0\n")
    assert [(turn.play, turn.text) for turn in exchange] == [(None, "exchange AE")]
    assert exchange.first_empty_bag is None


def test_a_game_may_be_a_file_an_open_file_a_text_or_a_name() -> None:
    game = scrabble.Game.load("g0010")
    with GAME.open() as text, GAME.open("rb") as data:
        for given in (GAME, str(GAME), GAME.read_text("utf-8"), text, data):
            assert scrabble.Game.load(given) == game


def test_a_game_as_record_file_and_text() -> None:
    record = scrabble.gcg.load(GAME)
    losses = [
        [(turn.played, turn.loss.exact) for turn in scrabble.analyse(game, "ENABLE", nodes=20_000)]
        for game in (record, scrabble.Game.load(GAME), str(GAME))
    ]
    assert losses == [[("E4 POI", 1), ("B1 REES", 0)]] * 3


def test_games_by_self_play() -> None:
    made = list(scrabble.generate(2, "ENABLE", seed=7))
    assert [each.id for each in made] == ["s7g00000", "s7g00001"]
    assert list(scrabble.generate(1, enable(), seed=7)) == made[:1]


def test_notations_have_the_same_verbs(tmp_path: Path) -> None:
    for notation in (scrabble.game.cgp, scrabble.records.gcg):
        assert all(callable(getattr(notation, verb)) for verb in ("load", "loads", "dumps"))
    position = scrabble.cgp.loads(TWO)
    file = tmp_path / "mine.cgp"
    file.write_text(f"# two of them\n{scrabble.cgp.dumps(position)}\n\n{TWO}\n")
    assert scrabble.cgp.load(file) == [position, position]
    assert not hasattr(scrabble.cgp, "parse") and not hasattr(scrabble.cgp, "write")
    file.write_text(f"{TWO}\nno position\n")
    with pytest.raises(CgpError, match=r"mine\.cgp, line 2: not a position: expected CGP"):
        scrabble.cgp.load(file)


WRONG = {
    "solve(None)": "position: expected a Position, its text (CGP), its name or a file, got None",
    "solve(5)": "position: expected a Position, its text (CGP), its name or a file, got 5",
    "solve('a file')": "'a file': expected a Position, its text (CGP), its name or a file",
    "solve(Path('no/such'))": "no/such: no such file",
    "solve(Path('positions/late.jsonl'))": "positions/late.jsonl holds several positions, expected one",
    "solve('late')": "late is a set, expected one position of it, such as late:1",
    "solve(TWO, 5)": "lexicon: expected a Lexicon, its name or the path of its file, got 5",
    "solve(TWO, seconds='x')": "seconds: expected a number, got 'x'",
    "solve(TWO, options=5)": (
        "options: expected a scrabble.SolveOptions, such as SolveOptions(exact=3), got 5"
    ),
    "solve(TWO, watch=5)": "watch: expected a function, got 5",
    "solve(BAG, solver='mtdf')": "solver is for endgames only: there are tiles in the bag",
    "search('out-in-two', objective='win')": (
        "objective is for positions with tiles in the bag: here the bag is empty"
    ),
    "search(TWO, seconds='x')": "seconds: expected a number, got 'x'",
    "verify(TWO, options=3)": (
        "options: expected a scrabble.SolveOptions, such as SolveOptions(exact=3), got 3"
    ),
    "solve(TWO, depth=3)": "unexpected keyword argument 'depth': see SolveOptions for all options",
    "search(TWO, memory=None)": "unexpected keyword argument 'memory': pass options=SolveOptions(memory=...)",
    "legal_moves(TWO, 5)": "lexicon: expected a Lexicon, its name or the path of its file, got 5",
    "plan(5)": "position: expected a Position, its text (CGP), its name or a file, got 5",
    "plan(BAG)": "plan is for endgames, expected an empty bag; solve takes up to 4 tiles in it",
    "verify(BAG)": "verify is for endgames, expected an empty bag; solve takes up to 4 tiles in it",
    "analyse(None)": "game: expected a file, its name or its text, got None",
    "Game.load(5)": "game: expected a file, its name or its text, got 5",
    "analyse('positions/games')": "positions/games: a folder: analyse(folder, workers=1) takes it",
    "analyse('g0010', max_bag=5)": "max_bag: expected 0 to 4, got 5",
    "analyse('positions/games', workers='x')": "workers: expected a number of processes, got 'x'",
    "analyse('positions/games', workers=True)": "workers: expected a number of processes, got True",
    "analyse('positions/games', workers=0)": "workers: expected at least 1, got 0",
    "analyse(['positions/games'])": "workers: expected a number of processes for several games, got none",
    "analyse('g0010', max_bag=True)": "max_bag: expected a number of tiles, got True",
    "analyse(5, workers=1)": "game: expected with workers a folder, or a list of files and folders, got 5",
    "analyse('positions/games', strict=True, workers=1)": "strict: is for one game, without workers",
    "analyse('positions/games', Lexicon(['AA']), workers=1)": (
        "lexicon: with workers expected one that is a file, got one in memory"
    ),
    "solve(BAG, nodes=1).certificate()": (
        "a certificate is for endgames, expected an empty bag; solve takes up to 4 tiles in it"
    ),
    "check(5)": "certificate: expected a Certificate or the path of its file, got 5",
    "check('no/such')": "no/such: cannot be read: No such file or directory",
    "Certificate(None, []).save(5)": "path: expected the path of a file to write, got 5",
    "solve(TWO.partition(' lex ')[0] + ' lex words;')": (
        "no lexicon 'words': one in memory is called so, and has to be given itself"
    ),
    "Lexicon(5)": "name: expected the name, the path or the words of a lexicon, got 5",
    "Lexicon(['CAT', 5])": "name: expected the name, the path or the words of a lexicon, got 5",
    "Lexicon(['C4T'])": "'C4T' is not spelt by the english tiles",
    "Lexicon('ENABLE', 5)": "language: expected the name of a language, got 5",
    "5 in Lexicon('ENABLE')": "word: expected a text, or tile codes, got 5",
    "gcg.load(5)": "path: expected a file or a bundled name, got 5",
    "POSITION.parse_move(5)": "text: expected a move such as '3F LLANO', got 5",
    "analyse('g0010', seconds='x')": "seconds: expected a number, got 'x'",
    "analyse('g0010', 5)": "lexicon: expected a Lexicon, its name or its path, got 5",
    "analyse('g0010', tree=9)": (
        "unexpected keyword argument 'tree': expected one of solver, seconds, nodes, memory, exact, practical"
    ),
    "generate('x', 'ENABLE')": "games: expected a whole number, got 'x'",
    "generate(1, None)": "lexicon: expected a Lexicon, its name or the path of its file, got None",
    "generate(1, 'ENABLE', players=('x', 'static'))": "players: expected one of static, greedy, got 'x'",
    "generate(1, 'ENABLE', players='static')": "players: expected two names, got 'static'",
    "cgp.loads(None)": "text: expected a position in CGP, got None",
    "gcg.loads(None)": "text: expected a game in GCG, got None",
    "POSITION.play(5)": "move: expected a Move or its text, got 5",
    "POSITION.play('3F XYZ')": "3F holds L already: '3F XYZ'",
    "POSITION.legal_moves(5)": "lexicon: expected a Lexicon, its name or its path, got 5",
}
BAG = "preendgame:2"
FULL = f"{'/'.join(['15'] * 15)} AEINRST/DGO 0/0 0 lex ENABLE;"  # nothing has been played yet


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_argument_is_one_line(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    names = vars(scrabble) | {"Path": Path, "TWO": TWO, "BAG": BAG, "POSITION": scrabble.cgp.loads(TWO)}
    names |= {name: getattr(scrabble, name) for name in scrabble.__all__}
    with pytest.raises((ValueError, TypeError)) as caught:
        eval(call, names)
    assert str(caught.value) == WRONG[call]
    assert "--" not in str(caught.value) and "endgame " not in str(caught.value)


def test_messages_of_the_library_name_no_option(two_fitting_lexicons: Path) -> None:
    for text, lexicon in ((TWO, "NWL18"), (TWO.replace("lex ENABLE;", ""), None), (FULL, None)):
        with pytest.raises((LexiconError, PositionError)) as caught:
            scrabble.search(text, lexicon)
        assert "--" not in str(caught.value) and "endgame " not in str(caught.value)
        assert "--lexicon" in caught.value.hint or "endgame " in caught.value.hint


def test_moves_as_text() -> None:
    position = scrabble.cgp.loads(TWO)
    move = position.parse_move("3F (L)LANO")
    assert position.play("3F LLANO") == position.play(move)
    assert position.score("3F (L)LANO") == position.score(move) == 7
    assert position.new_words("3F (L)LANO") == position.new_words(move)
    named = list(position.legal_moves(enable()))
    assert list(position.legal_moves("ENABLE")) == list(position.legal_moves()) == named
    solution = scrabble.search(position, options=scrabble.SolveOptions(value_of="2F CANAL")).result()
    evaluated = solution.evaluated_move
    assert evaluated is not None and (evaluated.text, evaluated.bounds) == ("2F (C)ANAL", (12, 12))
    assert evaluated.value == 12 and evaluated.spread == (87, 87)


def test_positions_and_moves_show_themselves_in_one_line() -> None:
    position = scrabble.cgp.loads(TWO)
    assert repr(position) == "<Position AALNOR/EIU 470-395 ENABLE>"
    moves = position.legal_moves(enable())
    assert repr(moves[0]) == "<3B RA(J) 20>" and repr(moves).startswith("<LegalMoves 162: <3B RA(J) 20>, ")
    assert repr(type(moves)()) == "<LegalMoves 0>" and "\n" not in repr(moves)


def test_what_cannot_be_read_is_said(two_fitting_lexicons: Path) -> None:
    with pytest.raises(LexiconError, match="names no lexicon"):
        scrabble.solve(TWO.replace("lex ENABLE;", ""))
    with pytest.raises(LexiconError, match="no lexicon 'NOWHERE'"):
        scrabble.solve(TWO, "NOWHERE")
