"""CGP that cannot be read: every error names its part, says what was expected and quotes the text."""

import dataclasses

import pytest

from scrabble.game import cgp
from scrabble.game.cgp import CgpError
from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet

EMPTY = "/".join(["15"] * 15)
CAT = "/".join(["15"] * 7 + ["6CaT6"] + ["15"] * 7)
LARGE = "/".join(["21"] * 21)


def row_error(row: str) -> str:
    return f"{CAT.replace('6CaT6', row)} / 0/0 0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a position: expected CGP such as '15/.../15 AALNOR/EIU 470/395 0', got ''"),
        (
            f"{EMPTY} / 0/0",
            "no scoreless turns: expected CGP such as '15/.../15 AALNOR/EIU 470/395 0', got '15/15",
        ),
        (f"{EMPTY} / 0/0 0 0", "expected operations such as 'lex ENABLE;' after 4 fields, got '0'"),
        (f"{EMPTY} A / B 0/0 0", "expected 2 racks, got 1: 'A'"),
        (f"{EMPTY[:-3]} / 0/0 0", "expected 15 rows, got 14: '15/15"),
        (f"{LARGE} / 0/0 0", "expected 15 rows, got 21: '21/21"),
        (f"{EMPTY} / 0/0 0 bdn SuperCrosswordGame;", "expected 21 rows, got 15: '15/15"),
        (row_error("8A1E1DO"), "row 8 has 14 squares, expected 15: '8A1E1DO'"),
        (row_error("15A"), "row 8 has 16 squares, expected 15: '15A'"),
        (row_error(""), "row 8 has 0 squares, expected 15: ''"),
        (row_error("ABCDEFGHIJKLMNOPQ"), "row 8 has 17 squares, expected 15"),
        (row_error("999999999A"), "row 8 has 1000000000 squares, expected 15: '999999999A'"),
        (row_error("9" * 9000), "row 8 has "),
        (row_error("6CÄT6"), "row 8: no tile 'Ä' in the english set: 'CÄT'"),
        (row_error("6[CHX]6"), "row 8: no tile '[CHX]' in the english set: '[CHX]'"),
        (row_error("6C?T6"), "row 8: a blank '?' on the board, expected its letter: '6C?T6'"),
        (f"{EMPTY} AB 0/0 0", "expected 2 racks, got 1: 'AB'"),
        (f"{EMPTY} A/B/C 0/0 0", "expected 2 racks, got 3: 'A/B/C'"),
        (f"{EMPTY} A1/ 0/0 0", "racks: no tile '1' in the english set: 'A1'"),
        (f"{EMPTY} /Ab 0/0 0", "racks: a blank on a rack is '?', not a lower-case letter: 'Ab'"),
        (f"{EMPTY} ABCDEFGH/ 0/0 0", "a rack of 8 tiles, more than 7: 'ABCDEFGH'"),
        (f"{EMPTY} /ABCDEFGH 0/0 0", "a rack of 8 tiles, more than 7: 'ABCDEFGH'"),
        (f"{EMPTY} / 0 0", "expected 2 scores, got 1: '0'"),
        (f"{EMPTY} / 1/2/3 0", "expected 2 scores, got 3: '1/2/3'"),
        (f"{EMPTY} / 0/x 0", "scores: expected whole numbers, got 'x': '0/x'"),
        (f"{EMPTY} / 1.5/0 0", "scores: expected whole numbers, got '1.5'"),
        (f"{EMPTY} / /0 0", "scores: expected whole numbers, got ''"),
        (f"{EMPTY} / 1_0/0 0", "scores: expected whole numbers, got '1_0'"),
        (f"{EMPTY} / 0/0 -1", "zeros: expected a number of scoreless turns, got '-1'"),
        (f"{EMPTY} / 0/0 x", "zeros: expected a number of scoreless turns, got 'x'"),
        (f"{EMPTY} / 0/0 lex ENABLE;", "zeros: expected a number of scoreless turns, got 'lex'"),
        (f"{EMPTY} / 0/0 0 ?? x;", "expected operations such as 'lex ENABLE;' after 4 fields, got '?? x'"),
        (f"{EMPTY} / 0/0 0 lex A; lex B;", "operation lex is given twice: 'lex A; lex B;'"),
        (f"{EMPTY} / 0/0 0 l1 A; l2 B;", "expected one lexicon for both sides, got 'A', 'B'"),
        (f"{EMPTY} / 0/0 0 lex A;\n{EMPTY} / 0/0 0 lex B;", "expected operations such as"),
        (
            f"{EMPTY} / 0/0 0 lex A\nB;",
            "expected operations such as 'lex ENABLE;'",
        ),
    ],
)
def test_fields_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(CgpError) as caught:
        cgp.loads(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        *((name, f"operation {name}: expected ") for name in cgp.OPERATIONS),
        ("tmr", "operation tmr: expected two clocks in ms, such as 10000/-2500, got nothing: 'tmr'"),
        ("tmr 10", "operation tmr: expected two clocks in ms, such as 10000/-2500, got '10': 'tmr 10'"),
        ("tmr /", "operation tmr: "),
        ("mcnz x", "operation mcnz: expected a number of scoreless turns, at least 1, got 'x': 'mcnz x'"),
        ("mcnz 0", "operation mcnz: expected a number of scoreless turns, at least 1, got '0'"),
        ("-bb x", "operation bb: expected a number of points, got 'x': '-bb x'"),
        ("bb -5", "operation bb: expected a number of points, got '-5'"),
        ("ld klingon", "operation ld: unknown language 'klingon', expected one of catalan, danish, dutch,"),
        ("bdn foo", "operation bdn: unknown board 'foo', expected one of CrosswordGame, Super"),
        ("bdn nowhere.toml", "operation bdn: expected the name of a board, got the file 'nowhere.toml'"),
        ("var foo", "operation var: expected classic, the only variant supported, got 'foo'"),
        ("var wordsmog", "operation var: expected classic, the only variant supported, got 'wordsmog'"),
        ("cr", "operation cr: expected single, double, triple, void, 5pt or 10pt, got nothing: 'cr'"),
        ("cr quadruple", "operation cr: expected single, double, triple, void, 5pt or 10pt, got 'quadruple'"),
        ("etl seven", "operation etl: expected a number of tiles, got 'seven'"),
        ("ti 1.5", "operation ti: expected a time in ms, got '1.5'"),
        ("spread many", "operation spread: expected a number of points, got 'many'"),
        ("status sure", "operation status: expected proven, bounded or estimated, got 'sure'"),
        ("bb 50 bdn CrosswordGame", "operation bb: expected a number of points, got '50 bdn CrosswordGame'"),
    ],
)
def test_operations_that_cannot_be_read(operation: str, message: str) -> None:
    for end in ("", ";"):
        with pytest.raises(CgpError) as caught:
            cgp.loads(f"{EMPTY} / 0/0 0 {operation}{end}")
        assert message in str(caught.value)


def test_rules_that_contradict_each_other() -> None:
    german = dataclasses.replace(
        Rules.load("german"), pass_limit=None, scoreless_limit=4, zero_play_is_scoreless=True
    )
    assert cgp.loads(f"{EMPTY} / 0/0 0 mcnz 2;", rules=german).rules.scoreless_turns_limit == 2
    both = dataclasses.replace(german, pass_limit=4)
    with pytest.raises(CgpError, match="plays of 0 points cannot count as scoreless turns"):
        cgp.loads(f"{EMPTY} / 0/0 0 mcnz 5;", rules=both)


def test_an_alphabet_with_unknown_rules() -> None:
    alphabet = dataclasses.replace(Alphabet.load("english"), rules="chess")
    with pytest.raises(CgpError, match="unknown rule set 'chess'"):
        cgp.loads(f"{EMPTY} / 0/0 0", alphabet=alphabet)
