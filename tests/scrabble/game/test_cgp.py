"""CGP: round trips, dialects and completed racks."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.cgp import CgpError
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, Alphabet
from tests.conftest import DATA

SAMPLES = [json.loads(line)["cgp"] for line in (DATA / "sample_positions.jsonl").read_text().splitlines()]
EMPTY = "/".join(["15"] * 15)
CAT = "/".join(["15"] * 7 + ["6CaT6"] + ["15"] * 7)
LARGE = "/".join(["21"] * 21)
SMALL = BoardLayout.from_rows(["....."] * 5, "small")


# Round trips


@pytest.mark.parametrize("text", SAMPLES)
def test_real_positions(text: str) -> None:
    position, notes = cgp.read(text)
    assert notes == []
    assert cgp.dumps(position) == text
    assert cgp.loads(cgp.dumps(position)) == position


def test_what_is_read() -> None:
    position = cgp.loads(f"{CAT} Q?A/ZB -10/+250 3 lex ENABLE;")
    assert position.squares[7].tolist() == [0] * 6 + [3, BLANK | 1, 20] + [0] * 6
    assert position.squares.sum() == 3 + 65 + 20
    assert position.rack_codes == (bytes([0, 1, 17]), bytes([2, 26]))
    assert (position.scores, position.scoreless_turns) == ((-10, 250), 3)
    assert position.lexicon_name == "ENABLE"
    assert position.alphabet is Alphabet.load("english")
    assert position.layout is BoardLayout.load("CrosswordGame")
    assert position.rules is Rules.load("english") or position.rules == Rules.load("english")
    assert (position.extra, position.previous) == ((), None)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"{EMPTY} / 0/0 0", f"{EMPTY} / 0/0 0"),
        (f"\ufeff  {EMPTY}  /  0/0\t0 \n", f"{EMPTY} / 0/0 0"),
        (f"{EMPTY} ?A/Q? -3/+4 00", f"{EMPTY} A?/Q? -3/4 0"),
        (f"{CAT.replace('6CaT6', '06CaT006')} / 0/0 0", f"{CAT} / 0/0 0"),
        (f"{CAT.replace('6CaT6', '3003CaT6')} / 0/0 0", None),
        (f"{CAT.replace('6CaT6', '33CaT6')} / 0/0 0", None),
    ],
)
def test_other_ways_to_write_the_fields(text: str, written: str | None) -> None:
    if written is None:
        with pytest.raises(CgpError, match="row 8 has "):
            cgp.loads(text)
    else:
        assert cgp.dumps(cgp.loads(text)) == written


@pytest.mark.parametrize(
    ("operations", "written"),
    [
        ("lex NWL20; ld english;", "lex NWL20;"),
        ("-lex CSW21;", "lex CSW21;"),
        ("lex CSW21", "lex CSW21;"),
        ("-lex CSW21; -bb 30", "lex CSW21; bb 30;"),
        ("LEX ENABLE;; ;", "lex ENABLE;"),
        ("-l1 CSW21; -l2 CSW21;", "lex CSW21; l1 CSW21; l2 CSW21;"),
        ("lex FRA24;", "lex FRA24; ld french;"),
        ("ld French;", "ld french;"),
        ("lex FRA24; ld english;", "lex FRA24; ld english;"),
        ("lex ENABLE; ld german; mcnz 4;", "lex ENABLE; ld german; mcnz 4;"),
        ("bdn CrosswordGame; mcnz 6; bb 50; etl 7;", ""),
        ("bdn standard15;", ""),
        ("mcnz 2; bb 0; etl 1;", "mcnz 2; bb 0; etl 1;"),
        ("cr 5pt; gid a b; ti 1000; tmr 10000/-2500; to 1; var classic; lm n8 tiles +5;", None),
        ("lm -;", None),
        ("lm challenge n8 tiles;", None),
        ("id g0001; spread -12; move 8D (A)T 12; status proven;", None),
        ("foo; bar  baz   qux; foo 1; note 'a/b' -c;", "foo; bar baz   qux; foo 1; note 'a/b' -c;"),
        ("-foo 1;", "foo 1;"),
    ],
)
def test_operations(operations: str, written: str | None) -> None:
    position = cgp.loads(f"{CAT} / 0/0 0 {operations}")
    expected = operations if written is None else written
    assert cgp.dumps(position) == f"{CAT} / 0/0 0 {expected}".strip()
    assert cgp.loads(cgp.dumps(position)) == position


def test_operations_become_fields() -> None:
    rules = cgp.loads(f"{CAT} / 0/0 0 mcnz 2; bb 35; etl 1;").rules
    assert (rules.scoreless_limit, rules.bingo_bonus, rules.exchange_limit) == (2, 35, 1)
    german = cgp.loads(f"{CAT} / 0/0 0 ld german;")
    assert german.alphabet is Alphabet.load("german")
    assert german.rules == Rules.load("german")
    assert cgp.loads(f"{CAT} / 0/0 0 lex OSPS49;").rules == Rules.load("polish")
    assert cgp.loads(f"{CAT} / 0/0 0 l1 X; l2 X;").lexicon_name == "X"
    assert cgp.loads(f"{CAT} / 0/0 0").lexicon_name is None
    assert cgp.loads(f"{CAT} / 0/0 0 foo a  b;").extra == (("foo", "a  b"),)


@pytest.mark.parametrize(
    ("board", "racks", "operations"),
    [
        ("6[CH][ll]T6", "[CH]N?/[RR]", "ld spanish;"),
        ("6CHT6", "CH/Ñ", "ld spanish;"),
        ("6L·Ll·lNYny5", "L·LQU/NY", "lex DISC2; ld catalan;"),
        ("6ŻółĆ5", "Ą/ŹŻ", "ld polish;"),
        ("6ÆØå6", "Å/Ü", "ld norwegian;"),
    ],
)
def test_languages(board: str, racks: str, operations: str) -> None:
    text = f"{CAT.replace('6CaT6', board)} {racks} 0/0 0 {operations}"
    assert cgp.dumps(cgp.loads(text)) == text


@pytest.mark.parametrize(
    ("board", "racks", "language"),
    [
        ("6ŻółĆ5", "Ą/Ź", "polish"),
        ("6ŻółĆ5", "Ą/ŹŹ", "polish"),  # a Ź too many, but no other set has these letters
        ("6ÄÖÜ6", "TTE/", "german"),
        ("4TEGERn5", "ÜEEEEEE/EEEEEEE", "german"),  # others have fewer E
        ("6[CH]OÑ6", "A/", "spanish"),
        ("6CaT6", "AÑ/", "spanish"),
    ],
)
@pytest.mark.parametrize("operations", ["", " lex Club list;"])
def test_tiles_that_nothing_names(board: str, racks: str, language: str, operations: str) -> None:
    position, notes = cgp.read(f"{CAT.replace('6CaT6', board)} {racks} 10/20 0{operations}")
    assert position.alphabet is Alphabet.load(language)
    assert notes == [f"the tiles are assumed to be {language}, as nothing names them"]
    assert cgp.dumps(position).endswith(f"{operations} ld {language};")


@pytest.mark.parametrize(
    ("row", "racks", "place"),
    [
        ("6CÄT6", "A/", "row 8: no tile 'Ä' in the english set: 'CÄT'"),
        ("6CaT6", "AÄ/", "racks: no tile 'Ä' in the english set: 'AÄ'"),
    ],
)
def test_tiles_that_may_be_of_several_languages(row: str, racks: str, place: str) -> None:
    text = f"{CAT.replace('6CaT6', row)} {racks} 10/20 0"
    with pytest.raises(CgpError) as found:
        cgp.loads(text)
    remedy = "name them with --lexicon, 'ld german;' in CGP or 'tiles german' below a printed board"
    assert str(found.value) == f"{place}; the tiles may be german, swedish: {remedy}"
    for name in ("german", "swedish"):
        alphabet = Alphabet.load(name)
        assert cgp.loads(f"{text} ld {name};") == cgp.loads(text, alphabet=alphabet)


@pytest.mark.parametrize("named", [" lex ENABLE;", " ld english;"])
def test_named_tiles_are_not_replaced(named: str) -> None:
    with pytest.raises(CgpError, match=r"row 8: no tile 'Ż' in the english set: 'ŻółĆ'$"):
        cgp.loads(f"{CAT.replace('6CaT6', '6ŻółĆ5')} A/ 10/20 0{named}")


def test_other_spellings_are_read() -> None:
    catalan = cgp.loads(f"{CAT.replace('6CaT6', '6[L·L][NY]qu6')} WQ/Y 0/0 0 ld catalan;")
    assert "6L·LNYqu6" in cgp.dumps(catalan)
    assert cgp.dumps(catalan).split()[1] == "L·LQU/NY"


def test_large_board() -> None:
    text = f"{LARGE} / 0/0 0 ld english_super; bdn SuperCrosswordGame;"
    position = cgp.loads(text)
    assert position.squares.shape == (21, 21)
    assert cgp.dumps(position) == text


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    text = "5/5/1CAT1/5/5 S/QZ 0/0 0"
    position = cgp.loads(text, layout=SMALL)
    assert cgp.dumps(position) == f"{text} bdn small;"
    assert cgp.loads(cgp.dumps(position), layout=SMALL) == position
    path = tmp_path / "small.toml"
    path.write_text("rows = '''\n" + ".....\n" * 5 + "'''\n")
    loaded = cgp.loads(f"{text} bdn {path};", layout=BoardLayout.load(str(path)))
    assert cgp.loads(cgp.dumps(loaded), layout=loaded.layout) == loaded
    with pytest.raises(CgpError, match="operation bdn: expected the name of a board, got the file"):
        cgp.loads(cgp.dumps(loaded))


def test_an_alphabet_and_rules_of_ones_own() -> None:
    alphabet = Alphabet("two", ("A", "B"), ("a", "b"), (0, 2, 2), (0, 1, 3))
    rules = dataclasses.replace(Rules.load("german"), rack_size=2)
    text = "5/5/1ABA1/5/5 B/ 0/0 0 ld two;"
    position = cgp.loads(text, alphabet=alphabet, layout=SMALL, rules=rules)
    assert (position.alphabet, position.rules) == (alphabet, rules)
    assert position.bag == b""
    assert cgp.dumps(position) == "5/5/1ABA1/5/5 B/ 0/0 0 ld two; bdn small;"
    assert cgp.loads(text.replace("ld two;", ""), alphabet=alphabet, layout=SMALL).alphabet is alphabet
    assert cgp.loads(text.replace("ld two", "ld french"), alphabet=alphabet, layout=SMALL).alphabet.size == 26


@st.composite
def positions(draw: st.DrawFn) -> Position:
    alphabet = Alphabet.load(draw(st.sampled_from(Alphabet.names())))
    layout = BoardLayout.load(draw(st.sampled_from(BoardLayout.names())))
    letter = st.integers(1, alphabet.size)
    tile = letter | letter.map(lambda code: code | BLANK)
    squares = np.zeros(layout.size**2, np.uint8)
    for square, code in draw(st.dictionaries(st.integers(0, squares.size - 1), tile, max_size=40)).items():
        squares[square] = code
    rack = st.lists(letter | st.just(0), max_size=7).map(bytes)
    name = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]*", fullmatch=True).filter(
        lambda text: text.lower() not in cgp.OPERATIONS
    )
    return Position(
        alphabet=alphabet,
        layout=layout,
        rules=dataclasses.replace(Rules.load(alphabet.rules), bingo_bonus=draw(st.integers(0, 99))),
        squares=squares.reshape(layout.size, layout.size),
        rack_codes=(draw(rack), draw(rack)),
        scores=draw(st.tuples(st.integers(-999, 999), st.integers(-999, 999))),
        scoreless_turns=draw(st.integers(0, 12)),
        lexicon_name=draw(st.none() | st.sampled_from(["ENABLE", "CSW21", "FRA24"])),
        extra=tuple(draw(st.lists(st.tuples(name, st.sampled_from(["", "1", "a  b"])), max_size=3))),
    )


@settings(deadline=None)
@given(positions())
def test_write_then_parse(position: Position) -> None:
    again, notes = cgp.read(cgp.dumps(position))
    assert notes or again == position
    assert cgp.read(cgp.dumps(again)) == (again, [])


@settings(deadline=None)
@given(st.data())
def test_any_text_is_a_position_or_one_clear_line(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([*SAMPLES, f"{EMPTY} / 0/0 0 lex X; mcnz 6;"]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    try:
        position = cgp.loads(text)
    except CgpError as error:
        assert 0 < len(str(error)) < 400
        assert "\n" not in str(error)
    else:
        assert cgp.loads(cgp.dumps(position)) == position


# What is completed


def rows_without(tiles: str) -> str:
    """A board with all English tiles but these, regardless of words."""
    english = Alphabet.load("english")
    left = list(english.counts)
    for code in english.encode(tiles):
        left[code] -= 1
    placed = bytes(code for code, count in enumerate(left) for _ in range(count) if code)
    placed += bytes([BLANK | 1] * left[0])
    squares = np.frombuffer(placed.ljust(225, b"\0"), np.uint8).reshape(15, 15)
    layout, rules = BoardLayout.load("CrosswordGame"), Rules.load("english")
    return cgp.dumps(Position(english, layout, rules, squares)).split()[0]


@pytest.mark.parametrize(
    ("unseen", "racks", "completed", "note"),
    [
        ("AEQZ", "AE/", "AE/QZ", "the opponent's rack was completed with the unseen tiles QZ"),
        ("AEQZ?", "AE/Z", "AE/QZ?", "the opponent's rack was completed with the unseen tiles Q?"),
        ("AEQZ", "/AE", "QZ/AE", "the rack of the side to move was completed with the unseen tiles QZ"),
        (
            "BCDFGHJAEQZ",
            "AE/BCDFGHJ",
            "AEQZ/BCDFGHJ",
            "the rack of the side to move was completed with the unseen tiles QZ",
        ),
        ("BCDFGHJAEIOUVWQZ", "BCDFGHJ/AEIO", "BCDFGHJ/AEIO", None),
        (
            "BCDFGHJAEIOUVW",
            "BCDFGHJ/",
            "BCDFGHJ/AEIOUVW",
            "the opponent's rack was completed with the unseen tiles AEIOUVW",
        ),
        ("BCDFGHJAEIOUVWQ", "BCDFGHJ/", "BCDFGHJ/", None),
        ("BCDFGHJAEIOUVWQ", "BCDFGHJ/AEIOUVW", "BCDFGHJ/AEIOUVW", None),
        ("AEQZ", "/", "/", None),
        ("AEQZ", "/AEQZ", "/AEQZ", None),
        ("AEQZ", "AEQQ/", "AEQQ/", None),
    ],
)
def test_racks_are_completed_when_there_is_one_way(
    unseen: str, racks: str, completed: str, note: str | None
) -> None:
    position, notes = cgp.read(f"{rows_without(unseen)} {racks} 0/0 0")
    assert cgp.dumps(position).split()[1] == completed
    assert notes == ([] if note is None else [note])


@pytest.mark.parametrize("command", ["cgp ", "load cgp ", "\tLOAD\tCGP\t", "position cgp "])
def test_the_command_of_another_program(command: str) -> None:
    line = f"{'/'.join(['15'] * 15)} A/B 0/0 0 lex ENABLE;"
    assert cgp.loads(f"{command}{line}") == cgp.loads(line)


def test_unknown_scores() -> None:
    line = f"{'/'.join(['15'] * 15)} A/B 0/0 0"
    known, unknown = cgp.loads(line), cgp.loads(f"{line} scores unknown;")
    assert cgp.has_scores(known) and not cgp.has_scores(unknown)
    assert cgp.loads(cgp.dumps(unknown)) == unknown
    assert cgp.read(f"{line} scores unknown;")[1] == [cgp.NO_SCORES]
