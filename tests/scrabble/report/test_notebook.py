"""Positions, answers, lexicons and turns show themselves."""

from __future__ import annotations

import base64
import dataclasses
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

import scrabble
from scrabble.answer.analysis import analysis_json
from scrabble.files import VERSION, json_line
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.report.columns import csv_names, csv_rows
from scrabble.report.pages.positions import share_page
from tests.conftest import POSITIONS
from tests.worlds.scrabble_games import analysed

LINE = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]


@pytest.fixture(scope="module")
def solution() -> scrabble.Solution:
    return scrabble.solve("out-in-two")


@pytest.fixture(scope="module")
def bag() -> scrabble.Solution:
    return scrabble.solve("preendgame:2", nodes=1)


def well_formed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<body>{html}</body>")


def words(html: str) -> str:
    return " ".join(well_formed(html).itertext())


def board(html: str) -> str:
    """The picture of the board as SVG."""
    source = well_formed(html).find(".//img").attrib["src"]
    return base64.b64decode(source.removeprefix("data:image/svg+xml;base64,")).decode()


def test_a_position_prints_its_board():
    position = cgp.loads(LINE)
    lines = str(position).splitlines()
    assert lines[0] == "     A B C D E F G H I J K L M N O"
    assert lines[1].endswith("to move      470 points") and lines[2].endswith("A A L N O R")
    assert Position.from_board(str(position)) == dataclasses.replace(position, extra=())


def test_a_position_in_a_notebook():
    shown = cgp.loads(LINE)._repr_html_()
    assert "to move AALNOR 470, opponent EIU 395, lexicon ENABLE" in words(shown)
    assert board(shown).startswith("<svg") and "tile new" not in board(shown)


def test_what_a_position_holds_is_escaped():
    shown = cgp.loads(LINE.replace("lex ENABLE", "lex <b>&"))._repr_html_()
    assert "lexicon <b>&" in words(shown)


def test_a_solution(solution):
    assert str(solution).startswith("Best move  3F (L)LANO for 7: proven")
    shown = solution._repr_html_()
    assert "Best move  3F (L)LANO for 7: proven" in words(shown)
    assert board(shown).count('class="tile new"') == 4


def test_a_lexicon():
    lexicon = scrabble.Lexicon("ENABLE")
    assert repr(lexicon) == "<Lexicon ENABLE: 168,551 words, english tiles>"
    assert words(lexicon._repr_html_()) == "ENABLE : 168,551 words, english tiles, bundled"


def test_a_turn_of_an_analysis():
    turn = next(each for each in analysed("g0010") if each.number == 26)
    assert repr(turn) == "<turn 26, Beta: to move ILNOPRT 407, opponent EERS 323; E4 POI +28, lost 1>"
    shown = words(turn._repr_html_())
    assert board(turn._repr_html_()).count('class="tile new') == len(turn.replayed.move.placed)
    assert "to move ILNOPRT 407, opponent EERS 323" in shown and "26 Beta: E4 POI +28, lost 1" in shown


def cells(html: str) -> str:
    """The texts of tables whose attributes need no quotes."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_tables_of_moves_plans_verifications_and_games():
    position = cgp.loads(LINE)
    moves = cells(position.legal_moves("ENABLE")._repr_html_())
    assert "1 3B RA(J) 20" in moves and "and 152 more" in moves
    plan = cells(scrabble.plan(position)._repr_html_())
    assert "to move AALNOR 2" in plan and "race +6 if neither side blocks" in plan and "3F (L)LANO 7" in plan
    verified = cells(scrabble.verify(position)._repr_html_())
    assert "5 of 5 solvers came to an end, and agree" in verified and "+22 3F (L)LANO" in verified
    game = cells(scrabble.Game.load("g0010")._repr_html_())
    assert "26 Beta ILNOPRT E4 POI 28 435" in game


def test_no_escape_codes_where_colours_are_forced(solution, bag, monkeypatch):
    """Notebooks set FORCE_COLOR."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    for text in (str(solution), solution._repr_html_(), str(solution.position), str(bag)):
        assert "\x1b" not in text


def test_representations_of_one_line(solution, bag):
    analysis = analysed("g0010")
    made = next(scrabble.generate(1, "ENABLE"))
    search = scrabble.search("out-in-two", options=scrabble.SolveOptions(trace=True))
    snapshots, traced = list(search), search.result()
    assert all(len(repr(each)) < 200 for each in snapshots)
    stopped = scrabble.solve("out-in-two", nodes=8)
    shown = {
        "<Solution 2E A(C)ORN about +16 bounded>": stopped,
        "<MoveResult 3F (L)LANO about +22 open>": stopped.moves[1],
        "<Solution 3F (L)LANO +22 proven>": solution,
        "<MoveResult 3F (L)LANO +22 best>": solution.moves[0],
        "<EndgamePlan AALNOR out in 2, EIU out in 1, race +6>": scrabble.plan("out-in-two"),
        "<Verification: 5 of 5 solvers came to an end, and agree>": scrabble.verify("out-in-two"),
        "<Analysis Alpha - Beta: turns 2, mistakes 1>": analysis,
        "<Game Alpha - Beta 349-435: 27 turns, over>": analysis.game,
        "<GameRecord Alpha - Beta: 28 events>": analysis.game.record,
        "<Turn 26: E4 POI +28>": next(turn for turn in analysis.game.turns if turn.number == 26),
        "<SidePlan EIU out in 1>": scrabble.plan("out-in-two").sides[1],
        "<Decision start the root's moves, 163 changes>": traced.trace[0],
    }
    assert {text: repr(each) for text, each in shown.items()} == {text: text for text in shown}
    assert repr(bag).startswith("<Solution ") and repr(bag).endswith(" bounded>") and " wins " in repr(bag)
    assert repr(bag.moves[1]).startswith("<MoveResult ")
    assert repr(made) == "<GeneratedGame s1g00000: endgame of 7 and 1 tiles>"
    assert len(repr(bag)) < 80


def test_an_analysis_is_the_data_of_the_command():
    data = analysed("g0010").to_dict()
    assert data == json.loads(json_line(analysis_json(analysed("g0010")))) and data["version"] == VERSION


def test_pages_are_those_of_the_commands(solution):
    assert "<title>" in analysed("g0010").to_html() and "E4 POI" in analysed("g0010").to_html()
    assert solution.to_html() == share_page(solution)


def test_a_frame_of_an_analysis_has_the_columns_of_the_csv():
    analysis = analysed("g0010")
    try:
        import pandas
    except ImportError:
        with pytest.raises(ImportError, match=r"pip install 'scrabble-endgame\[pandas\]'"):
            analysis.to_frame()
        pytest.skip("without pandas")
    frame, rows = analysis.to_frame(), csv_rows(analysis)
    assert isinstance(frame, pandas.DataFrame) and list(frame) == csv_names() == list(rows[0])
    assert list(frame["played"]) == [turn.played for turn in analysis]
    assert list(frame["value_lower"]) == [turn.bounds.lower for turn in analysis]
    assert frame["win_loss_lower"].isna().all() and frame["loss_lower"].dtype.kind in "if"
