"""Kinds of mistakes: each follows from a reason, or from the scores of the moves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace as with_fields

from scrabble.analysis.mistakes import (
    BLOCK,
    GREEDY,
    KINDS,
    OPENED,
    OTHER,
    OUT_PLAY,
    SET_UP,
    STUCK,
    kind_totals,
    kinds_of_turn,
    kinds_text,
)
from scrabble.answer.analysis import Analysis, analysis_json, read_data
from scrabble.answer.interval import Interval
from scrabble.answer.moves import Step
from scrabble.answer.reasons import Reason, SetsUp
from scrabble.answer.turns import Turn, with_reasons
from scrabble.solver import legal_moves
from tests.worlds.scrabble_games import SAMPLE, analysed, enable, with_found


def stored(name: str) -> Analysis:
    return read_data(analysis_json(analysed(name)), Analysis)


@pytest.mark.parametrize("name", SAMPLE)
def test_kinds_are_what_they_say(name: str) -> None:
    analysis = analysed(name)
    for turn in analysis.turns:
        kinds = kinds_of_turn(turn)
        assert bool(kinds) == (turn.is_endgame and turn.is_mistake)
        if not kinds:
            continue
        position = turn.replayed.position
        plays = legal_moves(position, enable())
        assert (GREEDY in kinds) == (turn.score == max(play.score for play in plays) and turn.made != "pass")
        best = position.play(turn.found.moves[0].text)
        if OUT_PLAY in kinds:
            assert not best.rack_codes[1] and best.is_over
        if BLOCK in kinds or OPENED in kinds:
            after = position.play(position.parse_move(turn.made))
            reply = after.parse_move(turn.made_move.line[1].text).placed
            assert set(reply) not in [set(play.move.placed) for play in legal_moves(best, enable())]
            other = position.play(position.parse_move("pass"))
            was_legal = set(reply) in [set(play.move.placed) for play in legal_moves(other, enable())]
            assert was_legal == (BLOCK in kinds)
        if STUCK in kinds:
            assert any(each.kind == "avoids" and turn.made in each.text for each in turn.reasons)
        if SET_UP in kinds:
            assert any(each.kind == "sets_up" for each in turn.reasons)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_stored_analysis_has_the_same_kinds(name: str) -> None:
    record = stored(name)
    for turn, data in zip(analysed(name).turns, record.turns, strict=True):
        assert kinds_of_turn(data) == kinds_of_turn(turn)


def test_totals_count_each_turn_under_each_of_its_kinds() -> None:
    records = [stored(name) for name in SAMPLE]
    counts: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for record in records:
        for turn in record.turns:
            for kind in kinds_of_turn(turn):
                counts[kind] += 1
                points[kind] += int(turn.counted_loss.lower)
    totals = kind_totals((record, player) for record in records for player in (1, 2))
    assert [each.kind for each in totals] == list(KINDS)
    for each in totals:
        assert (each.turns, each.loss) == (counts[each.kind], points[each.kind])
    assert sum(each.turns > 0 for each in totals) >= 4


def test_without_reasons_there_are_no_kinds() -> None:
    record = stored(SAMPLE[0])
    for turn in record.turns:
        if turn.evaluation is not None:
            assert kinds_of_turn(with_reasons(turn, ())) == ()


def test_a_turn_of_no_kind_has_no_text() -> None:
    assert kinds_text((OTHER,)) == "" and kinds_text((BLOCK, GREEDY)) == f"{BLOCK}, {GREEDY}"


def a_mistake() -> tuple[Analysis, Turn]:
    """A stored game and its first mistake of the endgame."""
    records = [stored(name) for name in SAMPLE]
    return next((record, turn) for record in records for turn in record.turns if kinds_of_turn(turn))


@pytest.mark.parametrize(("lower", "upper"), [(0, 0), (0, 9), (3, 9), (9, 9)])
def test_a_loss_counts_by_what_is_proven_of_it(lower: int, upper: int) -> None:
    record, turn = a_mistake()
    assert turn.evaluation is not None
    kinds = kinds_of_turn(turn)
    turn = with_found(turn, loss=Interval(lower, upper))
    assert kinds_of_turn(turn) == (kinds if lower else ())
    record = with_fields(record, turns=(turn,))
    expected = (1, lower, int(lower < upper)) if lower else (0, 0, 0)
    for each in kind_totals([(record, turn.player), (record, 3 - turn.player)]):
        found = (each.turns, each.loss, each.undecided)
        assert found == (expected if each.kind in kinds else (0, 0, 0)), each.kind


@pytest.mark.parametrize(
    ("loss", "win_loss", "expected"),
    [
        (Interval(3, 9), Interval(0, 0), Interval(3, 9)),
        (Interval(0, 9), Interval(0, 0), Interval(0, 0)),
        (Interval(3, 9), Interval(0, Fraction(1, 8)), Interval(0, 0)),
        (Interval(3, 9), Interval(Fraction(1, 8), Fraction(1, 8)), Interval(0, 0)),
    ],
)
def test_with_tiles_in_the_bag_points_count_if_no_chance_is_lost(
    loss: Interval, win_loss: Interval, expected: Interval
) -> None:
    _, turn = a_mistake()
    assert turn.evaluation is not None
    turn = with_found(with_fields(turn, bag=1), loss=loss, win_loss=win_loss)
    assert turn.counted_loss == expected


REASON = Reason("sets_up", "", SetsUp("H8 MOVE", "H1 PLAY", 4, []))


@pytest.mark.parametrize(("made_by", "is_missed"), [(0, True), (1, False)])
def test_a_set_up_is_not_missed_if_the_play_is_made_later(made_by: int, is_missed: bool) -> None:
    _, turn = a_mistake()
    assert turn.evaluation is not None
    line = [Step(turn.made, turn.score), Step("pass", 0), Step("pass", 0), Step("A1 OTHER", 9)]
    line[1 + made_by] = Step("H1 PLAY", 20)
    moves = [
        with_fields(each, line=tuple(line)) if each.text == turn.made else each for each in turn.found.moves
    ]
    turn = with_found(turn, moves=tuple(moves), reasons=(REASON,))
    assert (SET_UP in kinds_of_turn(turn)) == is_missed
