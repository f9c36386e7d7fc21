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


def test_a_row_without_end_is_refused_in_one_short_line() -> None:
    with pytest.raises(CgpError, match="row 8 has ") as caught:
        cgp.loads(f"{CAT.replace('6CaT6', '9' * 9000)} / 0/0 0")
    assert len(str(caught.value)) < 300


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
