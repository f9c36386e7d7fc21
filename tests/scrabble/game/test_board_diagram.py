"""Boards as they are printed or typed: reading them gives the position."""

from __future__ import annotations

import dataclasses
import io
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from scrabble.game import board_diagram, cgp
from scrabble.game.board import BoardLayout
from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.game.printed_sides import BoardDiagramError
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, Alphabet
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
    return board_text.board_text(position, screen, played).plain


def again(text: str) -> Position:
    """The one position of a printed text."""
    [(_, line)] = board_diagram.read(text)
    return cgp.loads(line)


def as_others_print(position: Position, beside: list[str], wide: bool = False, border: str = "|") -> str:
    """A board as Macondo, MAGPIE and Quackle print it, with texts to the right of the lines."""
    size, signs = position.layout.size, {2: "-", 3: "=", 4: "~"}
    names = [chr(ord("A") + col) for col in range(size)]
    lines = ["   " + "".join(f"{name} " for name in names), "   " + "--" * size]
    for row in range(size):
        cells = []
        for col in range(size):
            code = int(position.squares[row, col])
            word, letter = (
                position.layout.word_multiplier[row, col],
                position.layout.letter_multiplier[row, col],
            )
            empty = signs.get(word) or {2: "'", 3: '"', 4: "^"}.get(letter, " ")
            cells.append(position.alphabet.decode([code]) if code else empty)
        lines.append(f"{row + 1:2}{border}" + "".join(f"{cell} " for cell in cells) + border)
    lines.append("   " + "--" * size)
    if wide:
        lines = [
            line[:3] + "".join(map(widened, line[3:33:2])) + line[33:] if at != 1 and at < 17 else line
            for at, line in enumerate(lines)
        ]
        lines[1], lines[-1] = f"  ┏{'━' * 2 * size}┓", f"  ┗{'━' * 2 * size}┛"
    return "\n".join(line + text for line, text in zip(lines, [*beside, *[""] * 30], strict=False))


def widened(cell: str) -> str:
    """A character of double width."""
    return "\u3000" if cell == " " else chr(ord(cell) + 0xFEE0)


def without_remarks(position: Position) -> Position:
    """The position without the operations that a drawing does not show."""
    return dataclasses.replace(position, extra=())


@pytest.mark.parametrize(("name", "line"), KEPT)
def test_drawings_of_real_positions(name, line):
    position = cgp.loads(line)
    for width in (120, 40):
        text = drawn(position, width)
        assert board_diagram.looks_like_diagram(text) and not board_diagram.looks_like_diagram(line)
        assert again(text) == without_remarks(position)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any tiles anywhere: nothing here is a word."""
    name = draw(st.sampled_from(["english", "spanish", "catalan", "german", "polish", "english_super"]))
    alphabet = Alphabet.load(name)
    layout = BoardLayout.load("SuperCrosswordGame" if name == "english_super" else "CrosswordGame")
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
        rack_codes=draw(st.tuples(racks, racks)),
        scores=draw(st.tuples(*[st.integers(-99, 999)] * 2)),
        scoreless_turns=draw(st.integers(0, 2)),
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
    assert board_diagram.looks_like_diagram(text)
    assert again(text) == position


@settings(max_examples=60, deadline=None)
@given(position=positions(), empty=st.sampled_from([".", "-", "'"]), gap=st.sampled_from(["", " "]))
def test_any_grid(position, empty, gap):
    letters = [
        [position.alphabet.decode([code]) if code else empty for code in row] for row in position.squares
    ]
    if any(len(each) > 1 and each[0] != "[" for row in letters for each in row):
        return  # L·L, which is a tile without brackets
    (mine, theirs), (one, two) = (position.racks, position.scores)
    text = "\n".join(
        [*(gap.join(row) for row in letters), f"{mine}/{theirs} {one}/{two} {position.scoreless_turns}"]
    )
    text += f"\ntiles {position.alphabet.name}" + f"\nlexicon {position.lexicon_name}" * bool(
        position.lexicon_name
    )
    assert board_diagram.looks_like_diagram(text)
    assert again(text) == position


def test_whole_answers_one_after_the_other():
    one, two = (cgp.loads(line) for _, line in KEPT[:2])
    text = f"one (x)\n\n{drawn(one)}\n\nBest move  pass: proven\nValue  +5\n\n{drawn(two)}\n\nSearch  bstar\n"
    found = board_diagram.read(text)
    assert [number for number, _ in found] == [3, 23]
    assert [cgp.loads(line) for _, line in found] == [without_remarks(one), without_remarks(two)]


@pytest.mark.parametrize(
    "verdict",
    [
        "Best move  3F (L)LANO for 7: proven, every other move is worse",
        "Best move  3F (L)LANO (or (L)LANo) for 7: proven, no other move is better",
        "Best so far  3F (L)LANO for 7: not proven (time limit)",
    ],
)
def test_the_best_move_is_removed_from_a_coloured_board(verdict):
    position = cgp.loads((POSITIONS / "out-in-two.cgp").read_text().splitlines()[-1])
    answer = f"\n\n{verdict}\n"
    assert again(drawn(position, is_coloured=True, move="3F (L)LANO") + answer) == without_remarks(position)
    assert again(drawn(position) + answer) == without_remarks(position)


def test_scores_that_are_not_given_are_not_known():
    found = again("\n".join([*GRID, "EM RT"]))
    assert not cgp.has_scores(found) and found.scores == (0, 0)
    assert cgp.has_scores(again("\n".join([*GRID, "EM RT 0 0"])))
    assert " ? points" in drawn(found) and again(drawn(found)) == found


def layouts(position: Position) -> dict[str, str]:
    """A position as other programs print it; the opponent's rack is not known to all of them."""
    (mine, theirs), (one, two) = (position.racks, position.scores)
    tracking = [" --Tracking-----------------------------------", f" {theirs}  {len(position.rack_codes[1])}"]
    unseen = ["", f"   Unseen: ({len(position.rack_codes[1])})", "", f"   {' '.join(theirs)}"]
    event = ["", "   Turn 25:", "   Ann played 15A INRO for 25 pts fro", "   m a rack of INOR"]
    return {
        "macondo": as_others_print(
            position,
            [
                f"  {'->':4}{'Ann':>20}{mine:>9} {one:>4}",
                f"  {'':4}{'Bo_Bell':>20}{'':9} {two:>4}",
                *unseen,
                *event,
            ],
        ),
        "macondo, second on turn": as_others_print(
            position,
            [f"  {'':4}{'BO':>20}{'':9} {two:>4}", f"  {'->':4}{'Ann':>20}{mine:>9} {one:>4}", *unseen],
        ),
        "quackle": "Ann Bell: Turn 12\n"
        + as_others_print(
            position,
            [
                f"  -> {'Ann Bell':25}{mine:10}{one}",
                f"     {'BO':25}{theirs:10}{two}",
                *tracking,
                "",
                "",
                " ↓",
            ],
        ),
        "magpie": as_others_print(
            position, [f"  > {'Ann':8}{mine:9}{one}", f"   {'Bo Bell':8}{theirs:9}{two}", *unseen]
        )
        + "\n 1  8D QUA(C)K 23.00\n 2 (pass) 1.00\n",
        "magpie, in colour": as_others_print(
            position,
            [f"  \x1b[32m➤ {'Ann':8}\x1b[0m{mine:9}{one}", f"    {'Bo Bell':8}{theirs:9}{two}", *unseen],
            position.alphabet.name == "english",
            "┃",
        ),
    }


@pytest.mark.parametrize(("name", "line"), KEPT)
def test_boards_of_other_programs(name, line):
    position = cgp.loads(line)
    expected = without_remarks(position)
    racks = tuple(bytes(sorted(rack)) for rack in expected.rack_codes)
    for layout, text in layouts(position).items():
        if layout.startswith("macondo") and position.unseen != b"":
            continue  # which tiles are not seen would not be clear
        assert board_diagram.looks_like_diagram(text), layout
        found = again(f"{text}\nlexicon {position.lexicon_name}")
        rules = dataclasses.replace(found.rules, scoreless_limit=expected.rules.scoreless_limit)
        known = {
            "rules": rules,
            "scoreless_turns": expected.scoreless_turns,
            "rack_codes": expected.rack_codes,
        }
        assert (found.squares == expected.squares).all(), layout
        assert tuple(bytes(sorted(rack)) for rack in found.rack_codes) == racks or layout.startswith(
            "macondo"
        )
        assert dataclasses.replace(found, **known) == expected, layout


def test_the_opponent_of_a_board_of_macondo_gets_the_unseen_tiles():
    position = cgp.loads((POSITIONS / "out-in-two.cgp").read_text().splitlines()[-1])
    found, notes = cgp.read(board_diagram.read(layouts(position)["macondo"])[0][1])
    assert found.racks == ("AALNOR", "EIU")
    assert notes == ["the opponent's rack was completed with the unseen tiles EIU"]


def test_the_language_of_a_board_that_english_does_not_spell():
    line = "/".join(["15"] * 7 + ["6CHOĆ5"] + ["15"] * 7)
    polish = dataclasses.replace(cgp.loads(f"{line} ŁZ/Ś 10/20 0 ld polish;"), lexicon_name=None)
    text = layouts(polish)["quackle"]
    assert again(text) == polish
    with pytest.raises(cgp.CgpError, match=r"no tile 'Ć' in the english set: 'CHOĆ'$"):
        again("\n".join([*GRID[:7], "......CHOĆ.....", *GRID[8:], "ŁŃ/É 10/20"]))


def test_a_tile_in_brackets_below_a_heading():
    position = cgp.loads("/".join(["15"] * 7 + ["5[CH]AL[LL]O5"] + ["15"] * 7) + " [RR]A/E 1/2 0 ld spanish;")
    text = layouts(position)["magpie"]
    assert again(f"{text}\ntiles spanish").squares.tolist() == position.squares.tolist()


def test_prose_with_a_board_in_it_is_no_board():
    board = layouts(cgp.loads(KEPT[0][1]))["macondo"]
    assert board_diagram.looks_like_diagram("some words\n" * 10 + board)
    assert not board_diagram.looks_like_diagram("some words\n" * 11 + board)
    assert board_diagram.looks_like_diagram(f"```\n{board}\n```\n")


def test_a_limit_of_scoreless_turns_without_end():
    position = cgp.loads("/".join(["15"] * 15) + " ZA/DE 101/-7 2 lex ENABLE; mcnz 4;")
    text, limit = drawn(position), "scoreless turns: 2 of 4"
    assert limit in text
    [(_, line)] = board_diagram.read(text.replace(limit, f"{limit[:-1]}{'9' * 1500}"))
    with pytest.raises(cgp.CgpError, match="mcnz") as found:
        cgp.loads(line)
    assert len(str(found.value)) < 300


def test_a_line_has_a_bound():
    position = cgp.loads("/".join(["15"] * 15) + " ZA/DE 101/-7 2 lex ENABLE;")
    most = board_diagram.MOST_CHARACTERS
    for unit in ("x", " ", "  A  1", "-> "):
        with pytest.raises(BoardDiagramError) as found:
            board_diagram.read(f"{drawn(position)}\n{unit * most}!")
        assert re.search(rf"line \d+: [\d,]+ characters, expected at most {most:,}: '", str(found.value))


@pytest.mark.parametrize("text", ["", "# nothing", "15/15 A/B", '{"cgp": 1}\n' * 20, "some words\n" * 9])
def test_what_is_no_board(text):
    assert not board_diagram.looks_like_diagram(text)


@pytest.mark.parametrize("text", ["", "   \n\t\n", "/", "   \n/JIIFRAN"])
def test_a_text_without_rows_is_refused(text):
    with pytest.raises(BoardDiagramError, match="expected"):
        board_diagram.read(text)


def test_blank_squares_beside_numbers_that_are_not_aligned_are_refused():
    text = "\n".join(f"{at} {row.replace('.', ' ')}" for at, row in enumerate(GRID, 1))
    assert not board_diagram.looks_like_diagram(text)
