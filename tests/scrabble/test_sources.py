"""Finding positions in files, on standard input and on the command line."""

from __future__ import annotations

import io
import sys

import pytest
from msgspec.structs import replace

from scrabble import sources
from scrabble.game import cgp
from scrabble.lexicon import Lexicon, build, conversion
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.sources import SourceError, TurnSelection, entries
from tests.conftest import POSITIONS

BOARD = "/".join(["15"] * 15)
LINE = f"{BOARD} A/B 0/0 0"


def found(source) -> list[tuple[str, str, str]]:
    return [(entry.id, entry.where, entry.text) for entry in entries([str(source)])]


def test_a_file(tmp_path):
    path = tmp_path / "some.cgp"
    path.write_bytes(f"\ufeff# first\r\n\r\n{LINE} id one; x;\r\n  # {LINE}\n{LINE}".encode())
    assert found(path) == [
        ("one", f"{path}:3", f"{LINE} id one; x;"),
        ("some.cgp:5", f"{path}:5", LINE),
    ]


@pytest.mark.parametrize(
    ("operations", "name"),
    [
        ("id g12 t20;", "g12 t20"),
        ("lex X; -id g;", "g"),
        ("lex X;id g", "g"),
        ("gid 7;", None),
        ("id;", None),
    ],
)
def test_the_id_of_a_position(operations, name):
    [(given, _, _)] = found(f"{LINE} {operations}")
    assert given == (name or "argument 1")


def test_json_lines(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f'{{"id": "a", "cgp": "{LINE}", "value": 7}}\n{{"cgp": "{LINE}"}}\n{LINE}\n')
    assert found(path) == [
        ("a", f"{path}:1", LINE),
        ("some.jsonl:2", f"{path}:2", LINE),
        ("some.jsonl:3", f"{path}:3", LINE),
    ]


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\n\n{LINE} id two;".encode())))
    assert found("-") == [
        ("standard input:1", "standard input:1", LINE),
        ("two", "standard input:3", f"{LINE} id two;"),
    ]


def test_texts():
    assert found(LINE) == [("argument 1", "argument 1", LINE)]
    assert found(f"# two\n{LINE}\n") == [("argument 1", "argument 1", LINE)]


@pytest.mark.parametrize(
    ("source", "is_text"),
    [
        (LINE, True),
        (BOARD, True),
        ("# a comment\n", True),
        ("15/15/15/15/15/15 A/B 0/0 0", True),
        ("positions/out-in-one.cgp", False),
        ("/a/b/c/d/e/f/g/h/i/j/k/l/m", False),
        ("a/b/c/d/e/f/my games/x", True),
        ("~/a/b/c/d/e/f g", False),
        ("a/b/c/d/e/f.d/g/h/i/j/k/l/m", False),
        ("", False),
        ("-", False),
    ],
)
def test_texts_and_names_of_files(source, is_text):
    assert sources.is_text(source) == is_text


def test_a_lexicon_is_loaded_once():
    line = "/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7) + " A/B 0/0 0 lex ENABLE;"
    first, second = (sources.resolve(entry, is_endgame=False) for entry in entries([line, line]))
    assert first.lexicon is second.lexicon


def test_a_recorded_game():
    path = POSITIONS / "games" / "g0010.gcg"
    [(name, where, text)] = found(path)
    assert (name, where) == ("g0010.gcg:26", f"{path}:26")
    assert cgp.loads(text) == replay(gcg.load(path)).turns[25].position
    every = list(entries([str(path)], TurnSelection(is_every=True)))
    assert [entry.id for entry in every] == ["g0010.gcg:26", "g0010.gcg:27"]


def test_the_lexicon_of_a_turn_is_that_of_the_whole_game(two_lexicons, monkeypatch):
    path = two_lexicons.with_name("less.dawg")
    enable = Lexicon("ENABLE")
    [entry] = entries(["g0010:26"])
    on_board = {word for _, word in cgp.loads(entry.text).words()}
    later = set(map(enable.alphabet.decode, set(entry.words) - on_board))
    assert "POI" in later and len(later) > 1  # POI is the move of turn 26
    less = build.from_words(map(enable.alphabet.decode, on_board), "Less", enable.alphabet)
    conversion.write(path, less.units, less.provenance)
    two_lexicons.unlink()
    monkeypatch.setenv("ENDGAME_LEXICON", "Less")
    [entry] = entries(["g0010:26"])
    assert sources.resolve(entry).note.startswith("Lexicon ENABLE: your default Less lacks ")
    assert sources.resolve(replace(entry, words=frozenset())).lexicon.name == "Less"


def test_a_recorded_game_by_its_text_alone(tmp_path):
    path = tmp_path / "pasted"
    path.write_bytes((POSITIONS / "games" / "g0010.gcg").read_bytes())
    assert [name for name, _, _ in found(path)] == ["pasted:26"]
    assert [name for name, _, _ in found(path.read_text())] == ["argument 1:26"]


def test_a_lexicon_with_a_semicolon_in_its_name(tmp_path):
    path = tmp_path / "odd.gcg"
    path.write_text("#lexicon NWL; 23\n" + (POSITIONS / "games" / "g0010.gcg").read_text())
    [(_, _, text)] = found(path)
    assert cgp.loads(text).lexicon_name == "NWL"


def test_printed_boards(tmp_path):
    path = tmp_path / "board.txt"
    grid = "\n".join(["." * 15] * 7 + ["......CaT......"] + ["." * 15] * 7 + ["A/B 1/2 0"])
    path.write_text(grid)
    expected = "/".join(["15"] * 7 + ["6CaT6"] + ["15"] * 7) + " A/B 1/2 0"
    assert found(path) == [("board.txt", str(path), expected)]
    assert found(grid) == [("argument 1", "argument 1", expected)]


PROSE = 'exec /usr/lib/some/where/far/away/chromium "$@"\n\nif x; then\n  y\nfi\n'
NOT_ONE = (
    "not a position: expected CGP such as '15/.../15 AALNOR/EIU 470/395 0', a printed board or a GCG, got "
)


def test_a_file_that_is_no_position_is_one_line(tmp_path):
    path = tmp_path / "script"
    path.write_text(PROSE * 30)
    [entry] = entries([str(path)])
    assert (entry.where, entry.text) == (str(path), "")
    first = """'exec /usr/lib/some/where/far/away/chromium "$@"'"""
    assert str(entry.error) == f"{NOT_ONE}{first} (119 more lines like this)"
    path.write_text("hello\n")
    assert str(next(entries([str(path)])).error) == f"{NOT_ONE}'hello'"
    path.write_text("hello\nthere\n")
    assert str(next(entries([str(path)])).error) == f"{NOT_ONE}'hello' (1 more line like this)"


def test_lines_that_are_no_positions_among_others_are_one_entry(tmp_path):
    path = tmp_path / "some.cgp"
    path.write_text(f"{LINE}\nhello\n{LINE}\nthere\n15/15 A/B 0/0 0\n")
    first, odd, second, short = entries([str(path)])
    assert (first.text, second.text, short.text) == (LINE, LINE, "15/15 A/B 0/0 0")
    assert (odd.id, odd.where) == ("some.cgp:2", f"{path}:2")
    assert str(odd.error) == f"{NOT_ONE}'hello' (1 more line like this)"


def test_a_page_with_a_board_in_it_is_no_position():
    [entry] = entries(["README.md"])
    assert str(entry.error).startswith(f"{NOT_ONE}") and str(entry.error).endswith(" more lines like this)")


@pytest.mark.parametrize("command", ["cgp ", "load cgp ", "  Load  CGP ", "position cgp "])
def test_the_command_of_another_program_in_front(command, tmp_path):
    path = tmp_path / "some.cgp"
    path.write_text(f"{command}{LINE}\n{LINE}\n")
    for source in (f"{command}{LINE}", str(path)):
        entry = next(entries([source]))
        assert cgp.loads(entry.text) == cgp.loads(LINE)


@pytest.mark.parametrize("wide", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16(tmp_path, monkeypatch, wide):
    path = tmp_path / "some.cgp"
    path.write_bytes(f"{LINE} id é;\n{LINE}\n".encode(wide))
    assert [given for given, *_ in found(path)] == ["é", "some.cgp:2"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert [text for *_, text in found("-")] == [f"{LINE} id é;", LINE]
    path.write_bytes((POSITIONS / "games" / "g0010.gcg").read_text().encode(wide))
    assert [name for name, *_ in found(path)] == ["some.cgp:26"]


def test_windows_1252_that_is_no_utf_8(tmp_path):
    path = tmp_path / "some.cgp"
    path.write_bytes(f"{LINE}\n# é\n".encode("cp1252"))
    [entry] = entries([str(path)])
    assert str(entry.error) == "not a text file: byte 0xe9 in line 2 is not UTF-8"


HUGE = "X" * 3_000


@pytest.mark.parametrize(
    "text",
    [
        HUGE,
        f"{HUGE}\n" * 3,
        f"{BOARD} A/B 0/0 0 ?{HUGE};",
        f"{BOARD} A/B 0/0 0 ld {HUGE};",
        f"{BOARD} {HUGE}/B 0/0 0",
        f"{BOARD} A/B {HUGE}/0 0",
        f"{BOARD} A/B 0/0 {HUGE}",
        f"{HUGE}{BOARD} A/B 0/0 0",
        f"load cgp {HUGE}",
        f'{{"cgp": "{HUGE}"}}',
        f'{{"id": ["{HUGE}"], "cgp": 1}}',
        f'{{"cgp": ["{HUGE}"]}}',
        f'{{"cgp": {HUGE}}}',
        "\n".join(["." * 15] * 15 + [HUGE]),
        "\n".join(["." * 15] * 15 + [f"{HUGE}: A/B"]),
        "\n".join(["." * 15] * 14 + [HUGE, "A/B"]),
        f"#player1 a {HUGE}\n#player2 a {HUGE}\n>a: A 8H AB +1 1\n",
        f"#player1 {HUGE}\n#player2 {HUGE}\n>a: A 8H AB +1 1\n",
        f"#player1 a\n#player2 b\n>{HUGE}: A 8H AB +1 1\n",
        f"#player1 a\n#player2 b\n>a: {HUGE}\n",
        f"#player1 a\n#player2 b\n>a: {HUGE} 8H AB +1 1\n",
        f"#player1 a\n#player2 b\n>a: AB 8H {HUGE} +1 1\n",
        f"#player1 a\n#player2 b\n>a: AB 8H AB +{HUGE} 1\n",
        f"#player1 a\n#player2 b\n>a: AB -{HUGE} +0 0\n",
        f"#player1 a\n#player2 b\n>a: ({HUGE}) +0 0\n",
        f"#character-encoding {HUGE}\n#player1 a\n#player2 b\n",
        f"#player1 a\n#player2 b\n#tile-distribution {HUGE}\n>a: AB 8H {HUGE} +1 1\n",
        f"#player1 a\n#player2 b\n#board-layout {HUGE}\n>a: AB 8H AB +1 1\n",
        f"#player1 a\n#player2 b\n#game-type {HUGE}\n>a: AB 8H AB +1 1\n",
        f"#player1 a\n#player2 b\n#{HUGE} x\n>a: AB 8H AB +1 1\n",
        f"#player1 a\n#player2 b\n{HUGE}\n>a: AB 8H AB +10 1\n",
    ],
    ids=lambda text: text.replace(HUGE, "HUGE")[-50:],
)
def test_a_message_quotes_a_line_at_most(text, tmp_path):
    path = tmp_path / "any"
    path.write_text(text)
    said = []
    for entry in entries([str(path)]):
        said += entry.notes
        try:
            said += sources.read_position(entry)[1]
        except (SourceError, cgp.CgpError) as error:
            said.append(str(error))
    assert said and max(map(len, said)) < 500


def test_a_board_that_cannot_be_read_leaves_the_others(tmp_path):
    heading = "   A B C D E F G H I J K L M N O"
    rows = [f"{number:2}|{'. ' * 15}|" for number in range(1, 16)]
    board = "\n".join([heading, *rows, "A/B 1/2", ""])
    path = tmp_path / "boards.txt"
    path.write_text(board + board.replace(" 9|. ", " 9|5 ") + board)
    first, bad, last = entries([str(path)])
    assert cgp.loads(first.text) == cgp.loads(last.text) == cgp.loads(f"{BOARD} A/B 1/2 0")
    assert (bad.id, bad.where) == ("boards.txt:18", str(path))
    assert str(bad.error).startswith("line 27: row 9: expected a letter or an empty square, got '5'")
