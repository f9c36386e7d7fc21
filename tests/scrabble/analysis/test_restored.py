"""An analysis that is made again from its data: the same data and the same page, and nothing is searched."""

from __future__ import annotations

import io
import json
import re

import pytest
from rich.console import Console, RenderableType

from scrabble.analysis import EXACT, analyse, analyse_replay
from scrabble.analysis.analysis import with_game
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.answer.analysis import Analysis, analysis_json, read_data
from scrabble.records.replay import replay
from scrabble.report.analysis_text import analysis_text
from scrabble.report.pages.game import game_page
from scrabble.report.pages.page_puzzle import puzzles_of
from scrabble.report.pages.puzzle_page import puzzle_page
from scrabble.solver import SolveOptions, endgame
from tests.worlds.scrabble_games import SAMPLE, analysed, breaking_off, enable, game, with_phony


def stopped(name: str = "g0022", nodes: int = 30) -> Analysis:
    return analyse_replay(
        replay(game(name)), PositionEvaluator(enable(), SolveOptions(nodes=nodes)), max_bag=0
    )


def open_worth() -> Analysis:
    """The value of a turn is proven, what the turn was worth is not."""
    return stopped("g0050", 3_000)


def phony() -> Analysis:
    return analyse(with_phony("g0056", 24, is_taken_back=False)[0], enable(), max_bag=0)


def taken_back() -> Analysis:
    return analyse(with_phony("g0056", 24, is_taken_back=True)[0], enable(), max_bag=0)


def unfinished() -> Analysis:
    return analyse(breaking_off("g0010", 25, "rack2 ILNOPRT"), enable())


def racks_unknown() -> Analysis:
    return analyse(breaking_off("g0010", 25), enable())


def text_of(shown: RenderableType) -> str:
    out = io.StringIO()
    Console(file=out, width=100).print(shown)
    return out.getvalue()


def timeless(page: str) -> str:
    return re.sub(r"[0-9.]+ s\b", "", page)


def check(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(json.dumps(analysis_json(analysis, "the file")))
    monkeypatch.setattr(endgame.EndgameSearch, "__init__", None)  # there can be no search
    read = read_data(data, Analysis)
    again = with_game(read, replay(analysis.game.record, alphabet=enable().alphabet))
    assert analysis_json(again, "the file") == data
    assert timeless(game_page(again, "the file")) == timeless(game_page(analysis, "the file"))
    texts = [text_of(analysis_text(each)) for each in (again, analysis)]
    assert texts[0] == texts[1]
    pages = [timeless(puzzle_page(puzzles_of(each, "the file"))) for each in (again, analysis)]
    assert pages[0] == pages[1]
    assert again.summary == analysis.summary


@pytest.mark.parametrize("name", SAMPLE)
def test_of_a_game(name, monkeypatch):
    check(analysed(name), monkeypatch)


@pytest.mark.parametrize(
    "make",
    [stopped, pytest.param(open_worth, marks=pytest.mark.slow), phony, taken_back, unfinished, racks_unknown],
)
def test_of_what_is_special(make, monkeypatch):
    analysis = make()
    check(analysis, monkeypatch)


def test_what_is_left_out_of_the_candidates_is_counted_and_bounded():
    evaluator = PositionEvaluator(enable(), SolveOptions(exact=EXACT))
    left_out = 0
    for turn in analysed("g0030"):
        found, solution = turn.found, evaluator.solution(turn.replayed.position)
        names = {each.text for each in found.moves}
        rest = [each for each in solution.moves if each.text not in names]
        assert found.moves_total == len(solution.moves) == len(names) + len(rest)
        assert (found.remaining_upper is None) == (not rest)
        assert all(each.lower <= found.remaining_upper for each in rest)
        left_out += bool(rest)
    assert left_out
