"""Turns with tiles in the bag: evaluated as their player sees them, written in all forms, read back."""

from __future__ import annotations

import dataclasses
import io
from fractions import Fraction

import pytest
from msgspec.structs import replace as with_fields
from rich.console import Console

from scrabble.analysis import analyse
from scrabble.analysis.analysis import with_game
from scrabble.analysis.evaluator import turn_of_solution
from scrabble.analysis.recorded_turn import describe_turn, unseen_position
from scrabble.answer.analysis import Analysis, AnalysisFormatError, analysis_json, read_data
from scrabble.answer.interval import ANY_CHANCE, Interval, exactly
from scrabble.answer.moves import Estimate
from scrabble.answer.names import MoveStatus
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.report.analysis_text import analysis_text, mistakes_text
from scrabble.report.annotated_gcg import PREENDGAME_MARK, annotate_gcg
from scrabble.report.pages.game import game_page
from scrabble.solver import SolveOptions
from scrabble.solver.preendgame.task import PreendgameSearch
from scrabble.solver.solve import solve
from scrabble.wording.verdicts import chance_lost_text, verdict_text
from tests.conftest import DATA
from tests.doors.bridge import enable
from tests.scrabble.analysis.test_restored import check
from tests.worlds.bags import bag_world, position_of
from tests.worlds.mixed_turns import costing
from tests.worlds.preendgame_turns import analysed_with_bag, thrown
from tests.worlds.scrabble_games import GAMES, breaking_off, with_found

MEMORY = 32 << 20


@pytest.fixture(scope="module")
def found():
    return analysed_with_bag()


def test_turns_are_summed_up_apart_from_the_endgame(found):
    [turn] = found.preendgame
    assert turn.number == 21 and turn.found.position.bag_count == 1 and not turn.is_endgame
    assert [each.number for each in found] == [21, 22, 23]
    plain = analyse(GAMES / "g0040.gcg", enable(), nodes=3_000, max_bag=0)
    assert plain.preendgame == [] and [each.number for each in plain] == [22, 23]
    assert [each.loss for each in plain] == [each.loss for each in found.endgame]
    assert [each.loss for each in plain.summary] == [each.loss for each in found.summary]
    assert [each.number for each in thrown(found, Fraction(3, 8), Fraction(1, 8)).mistakes] == [21, 22]


def test_what_the_bag_held_follows_from_the_next_rack(found):
    [turn] = found.preendgame
    assert turn.found.actual_bag == "M"  # the player who lays QAG of ADEEGQT has DEEMT then
    assert turn.found.position.rack_codes[1] == b""
    assert any(claim.kind == "actual_bag" and "held M" in claim.text for claim in turn.reasons)


def test_the_data_make_the_same_analysis_again(found, unfinished, monkeypatch):
    for analysis in (found, unfinished[0]):
        check(analysis, monkeypatch)


def test_what_is_lost_is_the_difference_to_the_best_move():
    replayed = replay(gcg.load(GAMES / "g0040.gcg"))
    on = describe_turn(replayed.turns[20], replayed, enable())
    in_points = []
    for seed in range(12):
        position, lexicon = position_of(bag_world(seed, 1))
        whole = solve(position, lexicon, SolveOptions(memory=MEMORY, settle_ties=True))
        assert whole.status == "proven"
        for text in {each.text for each in whole.moves[:: max(1, len(whole.moves) // 3)]}:
            move = position.parse_move(text)
            turn = dataclasses.replace(on.replayed, position=position, move=move, is_taken_back=False)
            options = SolveOptions(memory=MEMORY, value_of=move)
            solution = PreendgameSearch(position, lexicon, options).result()
            mine = next(each for each in solution.moves if each.text == text)
            verdict = turn_of_solution(
                with_fields(on, replayed=turn, played=mine.text, phonies=()), solution, "ENABLE"
            )
            assert turn.effective_move == move and solution.win == whole.win
            assert move.is_pass or mine.win.is_exact
            lost = verdict.win_loss
            if mine.win.is_exact:
                assert lost.lower <= whole.win.lower - mine.win.lower <= lost.upper
                assert lost.lower == whole.win.lower - mine.win.lower
            if lost == exactly(0) and verdict.loss.is_exact:
                assert whole.spread == exactly(mine.spread.exact + verdict.loss.exact)
                in_points.append(verdict.loss.exact)
            assert verdict.made_move.text == mine.text and verdict.win_after == mine.win
            assert mine.text not in whole.best or lost.lower == 0
    assert any(in_points)


def test_chances_lost():
    told = [chance_lost_text(each) for each in (exactly(Fraction(1, 2)), Interval(0, Fraction(1, 8)))]
    assert told == ["50 %", "at most 12.5 %"]


def test_a_record_has_a_note_on_the_turn(found):
    record = annotate_gcg(thrown(found, Fraction(3, 4), Fraction(1, 4)))
    again = gcg.loads(gcg.dumps(record))
    [turn] = found.preendgame
    event = next(event for event in again.events if event.line == turn.replayed.event.line)
    note = again.items[again.items.index(event) + 1]
    assert note.name == "note" and note.text.isascii()
    chances = f"; {turn.found.best[0]} 3/4 (75 %), {turn.played} 1/4 (25 %); {turn.status}"
    assert note.text.startswith(f"{PREENDGAME_MARK} ") and note.text.endswith(chances)
    assert "50 %" in note.text
    assert sum(getattr(item, "name", "") == "note" for item in again.items) == 3
    twice = with_fields(found, game=dataclasses.replace(found.game, record=annotate_gcg(found)))
    assert annotate_gcg(twice) == annotate_gcg(found)


def test_what_is_lost_is_said_of_the_best_move_only_where_that_is_proven(found):
    [turn] = thrown(found, Fraction(3, 4), Fraction(1, 4)).preendgame
    best = turn.found.best[0]

    def told(lost: Interval, statuses=("best so far", "open"), **changes) -> str:
        moves = tuple(
            with_fields(each, status=MoveStatus(statuses[each.text != best]), **changes)
            for each in turn.found.moves
        )
        return verdict_text(with_found(turn, False, moves=moves, stopped_by=None, win_loss=lost))

    wide, half = Interval(Fraction(1, 2), Fraction(3, 4)), exactly(Fraction(1, 2))
    assert told(wide, ("best", "open")) == f"{best} wins more often, by 50 % to 75 %"
    assert told(wide) == f"costs 50 % to 75 % win probability; best so far {best}"
    assert told(half) == f"{best} wins more often, by 50 %"  # its own chance is known
    assert told(ANY_CHANCE, estimate=None, win=ANY_CHANCE) == f"open: best so far {best}"
    guessed = tuple(
        with_fields(
            each, win=ANY_CHANCE, estimate=Estimate(spread=3.0, win=0.6 if each.text != best else 0.72)
        )
        for each in turn.found.moves
    )
    mine = next(each for each in guessed if each.text == turn.made)
    unknown = with_found(
        turn,
        False,
        moves=guessed,
        stopped_by=None,
        win_after=ANY_CHANCE,
        win_loss=ANY_CHANCE,
        estimate_after=mine.estimate,
    )
    assert verdict_text(unknown) == f"open: costs about 12 % win probability; best so far {best}"


@pytest.fixture(scope="module")
def unfinished():
    """The same game before the turn with a tile in the bag."""
    turn = replay(gcg.load(GAMES / "g0040.gcg")).turns[20]
    record = breaking_off("g0040", 20, f"rack1 {turn.event.rack}")
    return analyse(record, enable(), nodes=3_000), turn


def test_what_to_play_now_is_what_was_best_then(found, unfinished):
    analysis, turn = unfinished
    now, [then] = analysis.next_move, found.preendgame
    assert found.next_move is None and analysis.preendgame == []
    assert (now.player_name, now.position.bag_count) == ("Alpha", 1)
    assert now.position.rack_codes == (turn.position.rack_codes[0], b"")
    assert now.moves_total == then.found.moves_total
    solved = {each.text: each.win for each in now.moves}
    for each in then.found.moves:  # both are true, so that they meet
        if each.text in solved:
            both = each.win.meet(solved[each.text])
            assert both.lower <= both.upper
    assert analyse(analysis.game, enable(), nodes=30, max_bag=0).next_move is None


def test_what_to_play_now_is_told_in_all_forms(unfinished):
    analysis, _ = unfinished
    best = analysis.next_move.best[0]
    console = Console(file=io.StringIO(), width=200)
    console.print(analysis_text(analysis))
    assert f"To play, Alpha  {best}" in console.file.getvalue()
    page = game_page(analysis)
    assert "<h2>To play: Alpha</h2>" in page and "draws of what to play" in page
    note = annotate_gcg(analysis).items[-1]
    assert note.name == "note" and note.text.startswith(f"{PREENDGAME_MARK} to play {best}")


def test_without_a_rack_it_is_said_that_it_is_not_known():
    analysis = analyse(breaking_off("g0040", 20), enable(), nodes=30)
    now = analysis.next_move
    assert now.status == "unknown" and "of the rack cannot be known" in now.reason and not now.is_searched
    assert analysis.next_move.best == ()


def test_data_that_no_analysis_has_written_are_refused(found, unfinished):
    analysis, _ = unfinished
    data, other = analysis_json(analysis), analysis_json(found)
    with pytest.raises(AnalysisFormatError, match="next_move: expected null, the game is over"):
        strange = read_data({**other, "next_move": data["next_move"]}, Analysis)
        with_game(strange, found.game)
    wrong = {**data["next_move"], "win": ["a half", 1]}
    with pytest.raises(AnalysisFormatError, match=r"^next_move\.win: invalid literal for Fraction: 'a half'"):
        read_data({**data, "next_move": wrong}, Analysis)


def test_a_position_is_that_which_the_player_sees(found):
    [turn] = found.preendgame
    assert unseen_position(turn).rack_codes == (turn.replayed.position.rack_codes[0], b"")


@pytest.mark.slow  # it takes 50,000 nodes to prove
def test_points_given_away_where_no_chance_is_lost_are_a_mistake():
    """Every move loses, and a pass loses by 60 points more than the best one."""
    found = analyse(DATA / "reported" / "c33-pass-in-lost-preendgame.gcg", enable(), nodes=50_000)
    [turn] = found.mistakes
    assert (turn.number, turn.grade, turn.loss) == (21, "large", exactly(Fraction(241, 4)))
    assert turn.win == turn.win_after == exactly(0) and turn.win_loss == exactly(0)


def test_points_given_away_are_told(found):
    lost = costing(thrown(found, Fraction(0), Fraction(0)), Fraction(241, 4))
    [turn] = lost.preendgame
    told = f"wins as often as the best; {turn.found.best[0]} is 60.2 points better on average"
    assert verdict_text(turn).startswith(told)
    first = lost.summary[0]
    assert (first.large, first.win_loss_proven) == (1, 0)
    assert mistakes_text(lost).startswith("1 large")
    assert mistakes_text(thrown(found, Fraction(3, 8), Fraction(1, 4))).endswith("1 pre-endgame")
