"""Rule sets: the ends of the game by language, and rules that contradict each other."""

import dataclasses
from typing import Any

import pytest

from scrabble.game.rules import Rules, RulesError


@pytest.mark.parametrize(
    ("name", "scoreless", "passes", "zeros", "exchange"),
    [
        ("english", 6, None, 6, 7),
        ("german", None, 4, 4, 7),
        ("polish", 6, 4, 4, 7),
        ("spanish", 12, 4, 4, 1),
    ],
)
def test_rule_sets(name: str, scoreless: int | None, passes: int | None, zeros: int, exchange: int) -> None:
    rules = Rules.load(name)
    assert (rules.name, rules.scoreless_limit, rules.pass_limit) == (name, scoreless, passes)
    assert (rules.scoreless_turns_limit, rules.exchange_limit) == (zeros, exchange)
    assert (rules.rack_size, rules.bingo_length, rules.bingo_bonus) == (7, 7, 50)
    assert (rules.out_gain, rules.out_loss, rules.scoreless_loss) == (2, 0, 1)
    assert rules.zero_play_is_scoreless is False


def test_names() -> None:
    assert Rules.names() == ("english", "german", "polish", "spanish")


def test_a_game_may_have_no_end_by_scoreless_turns() -> None:
    assert dataclasses.replace(Rules.load("english"), scoreless_limit=None).scoreless_turns_limit is None


def test_unknown_rule_set() -> None:
    with pytest.raises(RulesError, match="unknown rule set 'chess', expected one of english, german"):
        Rules.load("chess")


@pytest.mark.parametrize(
    ("field", "least"), [("rack_size", 1), ("bingo_length", 2), ("scoreless_limit", 1), ("pass_limit", 1)]
)
def test_numbers_that_make_no_sense(field: str, least: int) -> None:
    with pytest.raises(RulesError, match=f"{field} is {least - 1}, expected at least {least}"):
        dataclasses.replace(Rules.load("english"), **dict[str, Any]({field: least - 1}))


def test_plays_of_no_points_can_only_count_where_scoreless_turns_do() -> None:
    assert dataclasses.replace(Rules.load("english"), zero_play_is_scoreless=True).scoreless_turns_limit == 6
    for name in ("german", "polish"):
        with pytest.raises(RulesError, match=f"rule set {name}: plays of 0 points .* 4 passes end the game"):
            dataclasses.replace(Rules.load(name), zero_play_is_scoreless=True)
