"""Whole games: every value follows from the next one, and the scores are those of the record."""

from __future__ import annotations

import dataclasses
import itertools
import re

import pytest

from scrabble.analysis import analyse, analyse_replay, choose_lexicon
from scrabble.analysis.batch.jobs import BatchSettings
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.analysis.recorded_turn import describe_turn
from scrabble.answer.interval import UNKNOWN, exactly
from scrabble.answer.turns import Turn
from scrabble.game.move import PASS
from scrabble.game.position import Position
from scrabble.records import gcg
from scrabble.records.record import Player
from scrabble.records.replay import replay
from scrabble.solver import SolveOptions
from scrabble.wording.verdicts import loss_text, verdict_text
from tests.conftest import DATA
from tests.scrabble.analysis.test_explain import ahead_by
from tests.worlds.scrabble_games import (
    ALL,
    SAMPLE,
    analysed,
    breaking_off,
    changed,
    enable,
    ending,
    game,
    with_phony,
    without_racks,
)


def gained(position: Position, line) -> int:
    """The points a line brings the side on turn, with the end of the game."""
    for step in line:
        position = position.play(position.parse_move(step.text))
        assert step.score >= 0
    assert position.is_over
    first, second = position.final_scores
    return first - second if len(line) % 2 == 0 else second - first


def check_turn(turn: Turn) -> None:
    """Check the invariants of a turn, proven or not."""
    assert 0 <= turn.loss.lower <= turn.loss.upper
    assert 0 <= turn.win_loss.lower <= turn.win_loss.upper <= 1
    if turn.status != "proven":
        return
    assert turn.loss == exactly(turn.spread.exact - turn.spread_after.exact)
    assert turn.win_loss == exactly(turn.win.exact - turn.win_after.exact)
    assert (turn.loss.exact == 0) == (turn.played in turn.found.best) or not turn.found.best_is_complete
    position = turn.replayed.position
    if turn.found.line or turn.found.best_is_complete:  # else the time was up
        assert gained(position, turn.found.line) == turn.spread.exact
    for each in turn.found.moves:
        assert each.spread.lower <= turn.spread.exact
        assert (each.text in turn.found.best) == (each.spread.lower == turn.spread.exact)


def check_game(name: str, seconds: float = 60.0) -> None:
    """Check the invariants of a whole game."""
    analysis = analysed(name, seconds)
    totals = {turn.replayed.event.line: turn.replayed.total for turn in analysis.turns}
    recorded = {event.line: event.total for event in analysis.game.record.events}
    assert all(totals[line] == recorded[line] for line in totals)
    last = {event.player: event.total for event in analysis.game.record.events}
    assert analysis.game.totals == (last[0], last[1])
    turns = list(analysis)
    assert turns and all(turn.replayed.bag == 0 for turn in turns)
    for turn in turns:
        check_turn(turn)
    for turn, after in itertools.pairwise(turns):
        assert turn.spread_after == after.spread.negated
        assert turn.win_after.exact == 1 - after.win.exact
    end = turns[-1].spread_after.exact
    one, two = analysis.game.totals
    assert end == (one - two if turns[-1].player == 1 else two - one)


@pytest.mark.parametrize("name", SAMPLE)
def test_values_follow_from_turn_to_turn(name):
    check_game(name)
    assert all(turn.status == "proven" and turn.found.best_is_complete for turn in analysed(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_values_follow_in_all_games(name):
    check_game(name, 5.0)


def test_turning_point_and_grades():
    turns = {turn.number: turn for turn in analysed("g0030")}
    assert [turn.number for turn in analysed("g0030").mistakes] == [20, 21, 22, 23, 26]
    assert [turns[at].grade for at in (20, 21, 22, 23, 24)] == ["small", "large", "medium", "large", "none"]
    assert turns[21].result_change == "win to loss" and turns[21].is_thrown_win
    assert [turn.number for turn in analysed("g0030").turning_points] == [21]
    summary = analysed("g0030").summary[0]
    assert (summary.turns, summary.best, summary.large, summary.loss) == (7, 5, 2, exactly(48))
    assert summary.thrown_wins == 1


def test_a_thrown_win_is_large_however_small_the_loss():
    turn = next(iter(analysed("g0030")))  # loses 1 point, and is 25 points behind at -29 and -30
    assert turn.loss == exactly(1) and turn.grade == "small"
    thrown = ahead_by(turn, 30)
    assert thrown.spread == exactly(1) and thrown.spread_after == exactly(0)
    assert thrown.result_change == "win to draw" and thrown.grade == "large"


OPEN = [
    ("mtdf", "g0022", 30, "1L YA(R)D was better by about 2 (proven: 2 to 117) (open)"),
    ("bstar", "g0030", 30, "I1 (TO)LU was better by about 29 (proven: 29 to 63) (large)"),
    pytest.param(
        *("bstar", "g0052", 3_000, "12C (R)EX was better by about 15 (proven: 6 to 154) (open)"),
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("solver", "name", "nodes", "verdict"), OPEN)
def test_what_is_open_is_estimated_within_what_is_proven(solver, name, nodes, verdict):
    judge = PositionEvaluator(enable(), SolveOptions(solver=solver, nodes=nodes))
    found = analyse_replay(replay(game(name)), judge, reasons=False, max_bag=0)
    told = []
    for turn in found:
        assert (turn.found.estimate is None) == turn.spread.is_exact
        assert (turn.found.estimate_after is None) == turn.spread_after.is_exact
        assert (turn.loss_estimate is None) == turn.loss.is_exact
        for bounds, chances, about in (
            (turn.spread, turn.win, turn.found.estimate),
            (turn.spread_after, turn.win_after, turn.found.estimate_after),
            (turn.loss, turn.win_loss, turn.loss_estimate),
        ):
            assert about is None or bounds.lower <= about.spread <= bounds.upper
            assert about is None or chances.lower <= about.win <= chances.upper
        if turn.loss_estimate is not None:
            told.append(verdict_text(turn))
            assert loss_text(turn) == f"about {turn.loss_estimate.spread}"
            expected = [
                each.lower if each.estimate is None else each.value_estimate for each in turn.found.moves
            ]
            assert turn.spread.is_exact or expected[1:] == sorted(expected[1:], reverse=True)
    assert verdict in told


def test_what_is_stopped_before_it_began_is_bounded_not_wrong():
    judge = PositionEvaluator(enable())
    judge.stop()
    found = analyse_replay(replay(game("g0022")), judge, max_bag=0)
    assert not found.is_complete
    for turn, right in zip(found, analysed("g0022"), strict=True):
        assert turn.loss.meet(right.loss) == right.loss


def test_another_solver_judges_alike():
    found = analyse(game("g0034"), "ENABLE", solver="mtdf", reasons=False)
    for turn, right in zip(found, analysed("g0034"), strict=True):
        assert (turn.spread, turn.spread_after) == (right.spread, right.spread_after)
        assert set(turn.found.best) == set(right.found.best)


# Phonies


def test_a_phony_that_stays_is_judged_as_a_play():
    record, score = with_phony("g0056", 24, is_taken_back=False)
    turn = list(analyse(record, enable(), max_bag=0))[-1]
    assert turn.phonies and turn.score == score and not turn.replayed.is_taken_back
    right = next(each for each in analysed("g0056") if each.number == 24)
    assert turn.spread == right.spread
    after = turn.replayed.position.play(turn.replayed.move)
    assert turn.spread_after == PositionEvaluator(enable()).value(after).negated.plus(turn.lead + score)
    assert turn.loss == exactly(turn.spread.exact - turn.spread_after.exact)
    assert [claim.kind for claim in turn.reasons].count("phony") == 1


def test_a_phony_that_is_challenged_off_is_a_pass():
    record, _ = with_phony("g0056", 24, is_taken_back=True)
    turn = list(analyse(record, enable(), max_bag=0))[-1]
    assert turn.phonies and turn.is_taken_back and turn.score == 0 and turn.replayed.effective_move is PASS
    passed = next(each for each in turn.found.moves if each.is_pass)
    value = PositionEvaluator(enable()).move_value(turn.replayed.position, PASS)
    assert turn.spread_after == value.plus(turn.lead) and turn.made_move is passed
    assert turn.spread_after.lower >= passed.spread.lower
    assert turn.loss.lower > 0


# Racks


def test_racks_that_are_not_recorded_follow_from_the_plays():
    found = list(analyse(without_racks(game("g0004")), enable()))
    for turn, right in zip(found, analysed("g0004"), strict=True):
        assert (turn.spread, turn.spread_after) == (right.spread, right.spread_after)


def test_racks_that_cannot_be_known_are_said_so():
    record = without_racks(game("g0004"))
    line = list(analysed("g0004"))[1].line
    turns = list(analyse(ending(record, line), enable()))
    assert [turn.status for turn in turns] == ["unknown", "unknown"]
    assert "of the rack cannot be known" in turns[0].reason
    assert turns[0].grade == "" and turns[0].loss == UNKNOWN


def test_a_rack_that_contradicts_the_board_is_left_out():
    turn = next(iter(analysed("g0004"))).replayed
    found = analyse(changed(game("g0004"), turn.event.line, rack="ZZZZ"), enable(), max_bag=0)
    assert "the rack ZZZZ has more Z tiles" in found.warnings[0]
    for other, right in zip(found, analysed("g0004"), strict=True):
        assert (other.replayed.position, other.spread) == (right.replayed.position, right.spread)


# The lexicon, and records that break off


def test_a_record_that_breaks_off_is_judged_as_far_as_it_goes():
    turn = list(analysed("g0034"))[1]
    found = analyse(ending(game("g0034"), turn.replayed.event.line), enable())
    assert not found.game.is_over
    right = list(analysed("g0034"))[:2]
    assert [each.spread_after for each in found] == [each.spread_after for each in right]


def test_two_players_of_one_name_are_told_apart():
    record = dataclasses.replace(game("g0010"), players=(Player("alpha", "Ann"), Player("beta", "Ann")))
    found = analyse(record, enable(), exact=0, nodes=1)
    assert found.players == ("Ann (alpha)", "Ann (beta)")
    assert {turn.player_name for turn in found.turns} == set(found.players)
    assert record.names == found.players and game("g0010").names == ("Alpha", "Beta")


def test_the_lexicon_is_the_only_one_with_all_words_of_the_board(two_lexicons, monkeypatch):
    note = "lexicon ENABLE, the only one here that has all words on the board"
    found = choose_lexicon(game("g0004"))
    assert (found.lexicon.name, found.note) == ("ENABLE", note)
    monkeypatch.setenv("ENDGAME_LEXICON", "Mine")
    found = choose_lexicon(game("g0004"))
    assert found.lexicon.name == "ENABLE"
    assert re.fullmatch(r"Lexicon ENABLE: your default Mine lacks \d+ words on the board\.", found.note)
    assert choose_lexicon(game("g0004"), "Mine").lexicon.name == "Mine"
    named = gcg.loads("#lexicon Mine\n" + gcg.dumps(game("g0004")))
    assert choose_lexicon(named).lexicon.name == "Mine"
    assert analyse(game("g0004"), exact=0, nodes=1).lexicon == "ENABLE"


def test_notebooks_show_tables():
    assert "<td>Alpha</td>" in analysed("g0004")._repr_html_()


@pytest.mark.parametrize(("name", "nodes"), [("g0030", 200), ("g0034", 30), ("g0022", 30)])
def test_what_is_stopped_early_claims_nothing_that_is_not_so(name: str, nodes: int) -> None:
    full = {judged.number: judged for judged in analysed(name) if judged.evaluation}
    short = [judged for judged in analyse(game(name), enable(), nodes=nodes, max_bag=0) if judged.evaluation]
    assert any(not judged.spread.is_exact for judged in short)
    for judged in short:
        truth = full[judged.number]
        assert truth.spread.is_exact and truth.loss.is_exact
        for key in ("spread", "win", "spread_after", "win_after", "loss", "win_loss"):
            bounds, number = getattr(judged, key), getattr(truth, key)
            assert bounds.meet(number) == number, key
        assert judged.grade in (truth.grade, "open")


# What to play now


def test_what_to_play_now():
    analysis = analyse(breaking_off("g0010", 26), enable())
    last = list(analysed("g0010"))[-1]
    found = analysis.next_move
    assert found is not None and found.is_searched
    assert (found.status, found.value, found.spread) == ("proven", last.found.value, last.spread)
    assert (found.player, found.player_name) == (1, "Alpha")
    assert sorted(found.best) == sorted(last.found.best)
    assert [turn.number for turn in analysis] == [26]
    assert analysis.turns[-1].loss == next(iter(analysed("g0010"))).loss


def test_what_to_play_now_from_racks_at_the_end():
    found = analyse(breaking_off("g0010", 25, "rack2 ILNOPRT"), enable()).next_move
    assert found is not None and found.is_searched
    assert (found.best, found.value) == (("B6 PRO",), 3)


def test_racks_that_are_not_known_now():
    found = analyse(breaking_off("g0010", 25), enable()).next_move
    assert found is not None
    assert (found.status, found.reason) == ("unknown", "5 tiles of the rack cannot be known")
    assert not found.is_searched and found.spread == UNKNOWN


@pytest.mark.parametrize("record", [game("g0010"), breaking_off("g0010", 20)])
def test_nothing_to_play_now(record):
    assert analyse(record, enable(), max_bag=0).next_move is None


def test_games_are_judged_by_the_solver_of_solve():
    """Everywhere the same default, which is B*."""
    defaults = {
        PositionEvaluator(enable()).options.solver,
        BatchSettings().options.solver,
        SolveOptions().solver,
    }
    assert defaults == {"bstar"}


def reasons(text: str, *turns: int) -> list[str]:
    """Why turns of a record are not judged, or nothing."""
    replayed = replay(gcg.loads(text), alphabet=enable().alphabet)
    return [describe_turn(replayed.turns[number - 1], replayed, enable()).reason for number in turns]


def test_a_turn_whose_player_may_have_lost_a_tile_is_not_judged():
    text = (DATA / "reported" / "c00-base.gcg").read_text("utf-8")
    with_bag = text.replace(": EIMOUYZ ", ": EIMOYZ ")
    assert reasons(with_bag, 18, 19) == ["1 tile of the rack not recorded", ""]
    text = text.replace(": EIOU 2E .IE +12 435", ": EIOU - +0 423").replace("(OU) +4 388", "(EIOU) +8 392")
    lost = text.replace(": EIOU ", ": EIO ")
    assert reasons(text, 22) == [""] and reasons(lost, 22) == ["1 tile of the rack not recorded"]
    found = analyse(gcg.loads(lost), "ENABLE", nodes=200, reasons=False, max_bag=0)
    assert [turn.number for turn in found.endgame if turn.evaluation is None] == [22]
