"""Boards as they are printed, read again."""

from __future__ import annotations

import dataclasses
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from scrabble import cgp, printed
from scrabble.game.board import Layout
from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, Alphabet
from scrabble.printed import PrintedBoardError
from scrabble.report import board_text
from tests.conftest import POSITIONS

KEPT = [
    (path.name, line)
    for path in sorted(POSITIONS.glob("*.cgp"))
    for line in path.read_text("utf-8").splitlines()
    if line and line[0] != "#"
]
GRID = ["." * 15] * 6 + ["......C........", "......a........", "......TO......."] + ["." * 15] * 6
CAT = "/".join(["15"] * 6 + ["6C8", "6a8", "6TO7"] + ["15"] * 6)


def drawn(position: Position, width: int = 120, is_coloured: bool = False, move: str | None = None) -> str:
    """The drawing of a position, as a terminal would show it, without its colours."""
    screen = Console(file=io.StringIO(), width=width, force_terminal=is_coloured, color_system=None)
    if is_coloured:
        screen = Console(file=io.StringIO(), width=width, force_terminal=True, color_system="truecolor")
    played = None if move is None else parse_move(move, position)
    return board_text.drawing(position, screen, played).plain


def again(text: str) -> Position:
    """The one position of a printed text."""
    [(_, line)] = printed.read(text)
    return cgp.loads(line)


def without_remarks(position: Position) -> Position:
    """The position without the operations that a drawing has no place for."""
    return dataclasses.replace(position, extra=())


@pytest.mark.parametrize("width", [120, 40])
@pytest.mark.parametrize(("name", "line"), KEPT)
def test_drawings_of_real_positions(name, line, width):
    position = cgp.loads(line)
    text = drawn(position, width)
    assert printed.is_printed(text) and not printed.is_printed(line)
    assert again(text) == without_remarks(position)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any tiles anywhere: nothing here is a word."""
    name = draw(st.sampled_from(["english", "spanish", "catalan", "german", "polish", "english_super"]))
    alphabet = Alphabet.load(name)
    layout = Layout.load("SuperCrosswordGame" if name == "english_super" else "CrosswordGame")
    codes = st.integers(1, alphabet.size).flatmap(lambda code: st.sampled_from([code, code | BLANK]))
    squares = np.zeros((layout.size, layout.size), dtype=np.uint8)
    places = st.tuples(*[st.integers(0, layout.size - 1)] * 2)
    for place, code in draw(st.dictionaries(places, codes, max_size=40)).items():
        squares[place] = code
    racks = st.lists(st.integers(0, alphabet.size), min_size=7, max_size=7).map(bytes)
    return Position(
        alphabet=alphabet,
        layout=layout,
        rules=Rules.load(alphabet.rules),
        squares=squares,
        racks=draw(st.tuples(racks, racks)),
        scores=draw(st.tuples(*[st.integers(-99, 999)] * 2)),
        zeros=draw(st.integers(0, 2)),
        lexicon_name=draw(st.sampled_from([None, "ENABLE", "My list 2"])),
    )


OTHER_RULES = st.fixed_dictionaries(
    {}, optional={"scoreless_limit": st.just(3), "bingo_bonus": st.just(35), "exchange_limit": st.just(2)}
)


@settings(max_examples=60, deadline=None)
@given(position=positions(), changes=OTHER_RULES, width=st.sampled_from([40, 120]))
def test_any_drawing(position, changes, width):
    position = dataclasses.replace(position, rules=dataclasses.replace(position.rules, **changes))
    text = drawn(position, width)
    assert printed.is_printed(text)
    assert again(text) == position


@settings(max_examples=60, deadline=None)
@given(position=positions(), empty=st.sampled_from([".", "-", "'"]), gap=st.sampled_from(["", " "]))
def test_any_grid(position, empty, gap):
    letters = [
        [position.alphabet.decode([code]) if code else empty for code in row] for row in position.squares
    ]
    if any(len(each) > 1 and each[0] != "[" for row in letters for each in row):
        return  # L·L, which is a tile without brackets
    (mine, theirs), (one, two) = (map(position.alphabet.rack_text, position.racks), position.scores)
    text = "\n".join([*(gap.join(row) for row in letters), f"{mine}/{theirs} {one}/{two} {position.zeros}"])
    text += f"\ntiles {position.alphabet.name}" + f"\nlexicon {position.lexicon_name}" * bool(
        position.lexicon_name
    )
    assert printed.is_printed(text)
    assert again(text) == position


def test_a_tile_of_two_letters_in_the_first_square():
    rows = ["[LL] . . . . . . . . . . . . . .", *[" ".join("." * 15)] * 14]
    text = "\n".join([*rows, "ABC/DE 10/20 0", "tiles spanish"])
    position = again(text)
    assert position.alphabet.decode([position.squares[0, 0]]) == "[LL]"


def test_whole_answers_one_after_the_other():
    one, two = (cgp.loads(line) for _, line in KEPT[:2])
    text = f"one (x)\n\n{drawn(one)}\n\nBest move  pass: proven\nValue  +5\n\n{drawn(two)}\n\nSearch  bstar\n"
    found = printed.read(text)
    assert [number for number, _ in found] == [3, 23]
    assert [cgp.loads(line) for _, line in found] == [without_remarks(one), without_remarks(two)]


def test_the_best_move_is_taken_up_from_a_coloured_board():
    position = cgp.loads((POSITIONS / "out-in-two.cgp").read_text().splitlines()[-1])
    answer = "\n\nBest move  3F (L)LANO for 7: proven, every other move is worse\n"
    assert again(drawn(position, is_coloured=True, move="3F (L)LANO") + answer) == without_remarks(position)
    assert again(drawn(position) + answer) == without_remarks(position)


@pytest.mark.parametrize(
    "rest",
    [
        "AALNOR/EIU 470/395 0 lex ENABLE;",
        "AALNOR/EIU 470/395\nlexicon ENABLE",
        "AALNOR 470\nEIU 395\nlexicon: ENABLE",
        "\nA A L N O R 470 points\n\nE I U   395\n\nlexicon ENABLE;\n",
    ],
)
def test_ways_to_write_racks(rest):
    found = again("\n".join([*GRID, rest]))
    assert found == cgp.loads(f"{CAT} AALNOR/EIU 470/395 0 lex ENABLE;")


@pytest.mark.parametrize(
    "lines",
    [
        [" ".join(row) for row in GRID],
        [f"{number:2} {row}" for number, row in enumerate(GRID, 1)],
        [f"{number:2}|{' '.join(row)} |" for number, row in enumerate(GRID, 1)],
        [row.replace(".", " ") for row in GRID],
        [row.replace(".", " ").rstrip() for row in GRID],
        ["# a comment", *(row.replace(".", "-") for row in GRID)],
        ["   A B C D E F G H I J K L M N O", "   " + "-" * 30]
        + [f"{number:2}|{' '.join(row).replace('.', ' ')} |" for number, row in enumerate(GRID, 1)],
        ["   ABCDEFGHIJKLMNO", *(f"{number:2} {row}" for number, row in enumerate(GRID, 1))],
    ],
)
def test_ways_to_write_a_grid(lines):
    text = "\r\n".join([*lines, "EM/RT"])
    assert printed.is_printed(text)
    assert again(text) == cgp.loads(f"{CAT} EM/RT 0/0 0")


@pytest.mark.parametrize("gap", ["", " "])
def test_racks_beside_a_grid(gap):
    lines = [gap.join(row) for row in GRID]
    lines[0] += "  EM 384"
    lines[1] += "   RT 370"
    assert again("\n".join(lines)) == cgp.loads(f"{CAT} EM/RT 384/370 0")


@pytest.mark.parametrize(
    ("at", "line", "message"),
    [
        (6, "......C.......", "row 7 has 14 squares, expected 15: '......C.......'"),
        (6, "......C.........", "row 7 has 16 squares, expected 15: '......C.........'"),
        (0, "....", "row 1 has 4 squares, expected 15: '....'"),
        (6, "......5........", "row 7 has 6 squares, expected 15: '......5........'"),
    ],
)
def test_bad_rows_of_a_grid(at, line, message):
    lines = [*GRID, "EM/RT"]
    lines[at] = line
    with pytest.raises(PrintedBoardError) as found:
        printed.read("\n".join(lines))
    assert str(found.value) == message


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("  8 =", "  9 =", "expected row 8 of 15, got \"9 = . . '"),
        ("C a T", "C 7 T", "row 8: expected a letter or an empty square, got '7': \"8 ="),
        ("A Z ?", "A:Z ?", "expected the tiles of a rack, got 'A:Z ?'"),
    ],
)
def test_bad_drawings(before, after, message):
    text = drawn(cgp.loads("/".join(["15"] * 7 + ["6CaT6"] + ["15"] * 7) + " ?ZA/DE 101/-7 2 lex ENABLE;"))
    assert before in text
    with pytest.raises(PrintedBoardError) as found:
        printed.read(text.replace(before, after))
    assert str(found.value).startswith(message)


def test_a_limit_of_scoreless_turns_without_end():
    position = cgp.loads("/".join(["15"] * 15) + " ZA/DE 101/-7 2 lex ENABLE; mcnz 4;")
    text, limit = drawn(position), "scoreless turns so far: 2 of 4"
    assert limit in text
    [(_, line)] = printed.read(text.replace(limit, f"{limit[:-1]}{'9' * 5000}"))
    with pytest.raises(cgp.CgpError, match="mcnz") as found:
        cgp.loads(line)
    assert len(str(found.value)) < 300


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (GRID, "no racks: expected racks such as 'AEINRST/DGO' beside the board or below it"),
        ([*GRID, "EM and RT"], "or below it, got 'EM and RT'"),
        ([*GRID, "EM/RT", "why"], "got 'why'"),
        ([*GRID, "EM", "RT", "AB"], "got 'AB'"),
        ([row[:12] for row in GRID[:12]] + ["A/B"], "a board of 12 rows, expected 15 or 21: '............'"),
        (GRID[:13], "expected 15 rows, got 13: '...............'"),
    ],
)
def test_what_is_missing(lines, message):
    with pytest.raises(PrintedBoardError) as found:
        printed.read("\n".join(lines))
    assert message in str(found.value)


@pytest.mark.parametrize("text", ["", "# nothing", "15/15 A/B", '{"cgp": 1}\n' * 20, "some words\n" * 9])
def test_what_is_no_board(text):
    assert not printed.is_printed(text)


@pytest.mark.parametrize("text", ["", "   \n\t\n", "/", "   \n/JIIFRAN"])
def test_a_text_without_rows_is_refused(text):
    with pytest.raises(PrintedBoardError, match="expected"):
        printed.read(text)
