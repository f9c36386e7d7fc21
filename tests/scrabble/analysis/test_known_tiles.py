"""Turns with tiles in the bag, judged by what the player had seen of the opponent's rack in a phony.

Whole racks and parts of them, and how text, JSON, CSV, page and notes say so.
"""

from __future__ import annotations

import dataclasses
import functools
import io
from fractions import Fraction

import pytest
from msgspec.structs import replace as with_fields
from rich.console import Console

from scrabble.analysis import analyse_replay
from scrabble.analysis.analysis import with_game
from scrabble.analysis.evaluator import PositionEvaluator, evaluate_with_bag
from scrabble.analysis.explain.draw_rules import reasons_of_turn, when_it_wins
from scrabble.analysis.recorded_turn import describe_turn, unseen_position
from scrabble.answer.analysis import Analysis, AnalysisFormatError, analysis_json, read_data
from scrabble.answer.interval import exactly
from scrabble.answer.reasons import KnownTiles
from scrabble.answer.turns import Turn, with_reasons
from scrabble.game import cgp
from scrabble.records import gcg
from scrabble.records.replay import Game, replay
from scrabble.records.walk import NOTHING_SHOWN
from scrabble.report.analysis_text import analysis_text
from scrabble.report.annotated_gcg import annotate_gcg
from scrabble.report.columns import csv_rows
from scrabble.report.pages.game import game_page
from scrabble.solver import SolveOptions, solve
from scrabble.wording.verdicts import verdict_text
from tests.doors.bridge import enable
from tests.scrabble.analysis.test_restored import check
from tests.worlds.preendgame_turns import with_turn
from tests.worlds.shown_tiles import DRAWING, DRAWS, OFTENEST, PART, WHOLE, with_shown

MEMORY, NODES, FEW = 64 << 20, 40_000, 12_000
KNOWN_PART = "The opponent was known to hold B, E, N, O and a blank: "
KNOWN_WHOLE = "The opponent was known to hold B, E, E, N, O, R and a blank, so that the bag held M: "
SINCE = "seen in the phony of turn 20, which was challenged off."


@functools.cache
def recorded(phony: str, played: str | None) -> Game:
    """The game with a phony of beta, challenged off."""
    return replay(with_shown(phony, played), alphabet=enable().alphabet)


@functools.cache
def judged(phony: str, played: str, is_seen: bool = True) -> Turn:
    """The turn of alpha after a phony of beta, judged with or without what the phony has shown."""
    replayed = recorded(phony, played)
    turn = replayed.turns[-1]
    if not is_seen:
        turn = dataclasses.replace(turn, shown=NOTHING_SHOWN)
    nodes = NODES if is_seen else FEW
    evaluator = PositionEvaluator(enable(), SolveOptions(nodes=nodes, memory=MEMORY))
    found = evaluate_with_bag(describe_turn(turn, replayed, enable()), evaluator)
    assert found.evaluation is not None
    return with_reasons(found, reasons_of_turn(found))


@functools.cache
def analysed(played: str | None) -> Analysis:
    """The analysis of a record with a phony that shows the rack: of its last turn, or of what to play."""
    evaluator = PositionEvaluator(enable(), SolveOptions(nodes=1_000, memory=MEMORY))
    if played is not None:
        evaluator.stop()
    found = analyse_replay(recorded(WHOLE, played), evaluator)
    return found if played is None else with_turn(found, judged(WHOLE, played))


def test_a_rack_that_was_shown_changes_the_verdict():
    """Check that the play which wins most often without it is a mistake with it, and the other way round."""
    seeing = judged(WHOLE, OFTENEST)
    [best] = seeing.found.best
    assert best in DRAWS and seeing.status == "proven"
    assert (seeing.win, seeing.win_loss, seeing.grade) == (exactly(Fraction(1, 2)),) * 2 + ("large",)
    assert verdict_text(seeing) == f"{best} wins more often, by 50 %"
    said = [f"{KNOWN_WHOLE}{SINCE}", f"{best} draws.", "C9 (R)ATANS loses."]
    assert [each.text for each in seeing.reasons] == said
    assert judged(WHOLE, DRAWING).win_loss == exactly(0)


@pytest.mark.slow  # it takes 12,000 nodes to prove
def test_without_that_rack_it_is_no_mistake():
    blind = judged(WHOLE, OFTENEST, is_seen=False)
    assert blind.found.best[0] == "C9 (R)ATANS" and blind.win.lower == Fraction(3, 8)
    assert blind.win_loss.lower == 0 and not blind.is_mistake


def test_the_other_drawing_move_is_a_best_one_too():
    [move] = set(DRAWS) - {DRAWS[0]}
    position = judged(WHOLE, OFTENEST).found.position
    options = SolveOptions(nodes=NODES, value_of=move, memory=MEMORY, bag_is_known=True)
    found = solve(position, enable(), options).evaluated_move
    assert found is not None and found.status == "best"
    assert (found.win, found.spread) == (exactly(Fraction(1, 2)), exactly(Fraction(0)))


@pytest.mark.slow  # it takes long to prove
def test_some_tiles_that_were_shown_change_the_chances():
    seeing = judged(PART, OFTENEST)
    assert seeing.win == exactly(Fraction(1, 3)) and seeing.win_loss == exactly(0)
    assert judged(WHOLE, OFTENEST, is_seen=False).win.lower == Fraction(3, 8)
    assert seeing.reasons[0].text == f"{KNOWN_PART}{SINCE}"
    assert seeing.reasons[0].facts == KnownTiles("BENO?", [20])
    assert {each.tiles for each in seeing.made_move.scenarios} == {"E", "M", "R"}


def test_the_position_that_is_judged_has_the_tiles_that_are_known():
    replayed = recorded(PART, OFTENEST)
    position = unseen_position(describe_turn(replayed.turns[-1], replayed, enable()))
    assert cgp.loads(cgp.dumps(position)).racks == position.racks == ("AADNRST", "BENO?")


def test_nothing_is_known_where_no_phony_was_played():
    replayed = recorded(WHOLE, OFTENEST)
    turn = dataclasses.replace(replayed.turns[-1], shown=NOTHING_SHOWN)
    assert unseen_position(describe_turn(turn, replayed, enable())).racks[1] == ""


def test_text_says_what_was_known():
    console = Console(file=io.StringIO(), width=200)
    console.print(analysis_text(analysed(OFTENEST)))
    assert f"- {KNOWN_WHOLE}{SINCE}" in console.file.getvalue()


def test_json_csv_and_notes_say_what_was_known():
    found = analysis_json(analysed(OFTENEST))
    turn = found["turns"][-1]
    assert turn["evaluation"]["known"] == "BEENOR?"
    assert turn["evaluation"]["unseen"] == "BEEMNOR?" and turn["evaluation"]["win"] == ["1/2", "1/2"]
    assert [row["known"] for row in csv_rows(analysed(OFTENEST))] == ["BEENOR?"]
    text = gcg.dumps(annotate_gcg(analysed(OFTENEST)))
    known = "the opponent was known to hold B, E, E, N, O, R and a blank, so that the bag held M\n"
    assert f"; proven; {known}" in text


def test_the_page_shows_what_was_known():
    page = game_page(analysed(OFTENEST), "the file")
    assert "1 tile of M in the bag; the best move wins" in page and f"{KNOWN_WHOLE}{SINCE}" in page
    plain = with_turn(analysed(OFTENEST), with_reasons(judged(WHOLE, OFTENEST), ()))
    page = game_page(plain, "the file")
    assert f"1 tile of M in the bag; {KNOWN_WHOLE[0].lower()}{KNOWN_WHOLE[1:-2]}; the best move wins" in page


def test_the_next_move_is_found_with_what_is_known():
    found = analysed(None).next_move
    assert found is not None and found.is_searched
    [best] = found.best
    assert best in DRAWS and found.win == exactly(Fraction(1, 2))
    [known, result] = [each.text for each in found.reasons]
    assert known == KNOWN_WHOLE.replace("was known", "is known").replace("held M", "holds M") + SINCE
    assert result == f"{best} draws."
    assert analysis_json(analysed(None))["next_move"]["known"] == "BEENOR?"
    assert known in game_page(analysed(None), "the file")


@pytest.mark.parametrize("played", [OFTENEST, None])
def test_an_analysis_is_made_again_from_its_data(played, monkeypatch):
    check(analysed(played), monkeypatch)


@pytest.mark.parametrize("known", ["§", "QQ", "BEENOR??"])
def test_known_tiles_that_cannot_be_are_refused(known):
    data = analysis_json(analysed(OFTENEST), "the file")
    data["turns"][-1]["evaluation"]["known"] = known
    replayed = replay(analysed(OFTENEST).game.record, alphabet=enable().alphabet)
    with pytest.raises(AnalysisFormatError, match=r"^turn 21: "):
        analysis_json(with_game(read_data(data, Analysis), replayed))


def test_a_rack_that_contradicts_a_phony_is_left_out():
    """Check a rack of beta, after the phony, that lacks tiles of it: what lay on the board counts."""
    text = gcg.dumps(with_shown(PART, "-")) + ">beta: BEEMOR? - +0 363\n>alpha: AADNRST - +0 363\n"
    replayed = replay(gcg.loads(text), alphabet=enable().alphabet)
    turn = describe_turn(replayed.turns[-1], replayed, enable())
    assert replayed.turns[-1].shown.turns == (20,)
    assert sorted(unseen_position(turn).racks[1]) == sorted("BENO?")


def test_a_move_that_was_not_searched_has_no_sentence():
    """Check that nothing is said about draws of a move that has none yet, such as that it always wins."""
    found = judged(WHOLE, OFTENEST).found
    assert list(when_it_wins(found, with_fields(found.moves[0], scenarios=()))) == []
