"""Kinds of mistakes: each follows from a reason, or from the scores of the moves."""

from __future__ import annotations

from collections import Counter

import pytest

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
    kinds_in_record,
    kinds_of_turn,
    kinds_text,
    loss_of,
)
from scrabble.analysis.schema import GameData, analysis_json, read_data
from scrabble.analysis.turn import AnalysedTurn
from scrabble.solver import legal_moves
from tests.worlds.scrabble_games import SAMPLE, analysed, enable


def stored(name: str) -> GameData:
    return read_data(analysis_json(analysed(name)), GameData)


@pytest.mark.parametrize("name", SAMPLE)
def test_kinds_are_what_they_say(name: str) -> None:
    analysis = analysed(name)
    for turn in analysis.turns:
        kinds = kinds_of_turn(turn) if isinstance(turn, AnalysedTurn) else ()
        assert bool(kinds) == (isinstance(turn, AnalysedTurn) and turn.is_endgame and turn.is_mistake)
        if not kinds or not isinstance(turn, AnalysedTurn):
            continue
        position = turn.turn.position
        plays = legal_moves(position, enable())
        assert (GREEDY in kinds) == (turn.score == max(play.score for play in plays) and turn.made != "pass")
        best = position.play(turn.choice.moves[0].move)
        if OUT_PLAY in kinds:
            assert not best.rack_codes[1] and best.is_over
        if BLOCK in kinds or OPENED in kinds:
            reply = turn.choice.replies[turn.made][0].move.placed
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
        expected = kinds_of_turn(turn) if isinstance(turn, AnalysedTurn) else ()
        assert kinds_in_record(data) == expected


def test_totals_count_each_turn_under_each_of_its_kinds() -> None:
    records = [stored(name) for name in SAMPLE]
    counts: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for record in records:
        for turn in record.turns:
            for kind in kinds_in_record(turn):
                counts[kind] += 1
                points[kind] += int(loss_of(turn).lower)
    totals = kind_totals((record, player) for record in records for player in (1, 2))
    assert [each.kind for each in totals] == list(KINDS)
    for each in totals:
        assert (each.turns, each.loss) == (counts[each.kind], points[each.kind])
    assert sum(each.turns > 0 for each in totals) >= 4


def test_without_reasons_there_are_no_kinds() -> None:
    record = stored(SAMPLE[0])
    for turn in record.turns:
        if turn.evaluation is not None:
            turn.evaluation.reasons.clear()
            assert kinds_in_record(turn) == ()


def test_a_turn_of_no_kind_has_no_text() -> None:
    assert kinds_text((OTHER,)) == "" and kinds_text((BLOCK, GREEDY)) == f"{BLOCK}, {GREEDY}"
