"""Puzzles of the turns in which a player lost points."""

from __future__ import annotations

from functools import cache

from scrabble.analysis import analyse
from scrabble.answer.analysis import Analysis
from scrabble.lexicon import choice
from scrabble.puzzles.candidates import Person, mistakes_of
from scrabble.puzzles.make import make_puzzle
from scrabble.puzzles.maker import MISTAKES, options_for_mistakes
from scrabble.puzzles.puzzle import MoveKind, Puzzle
from tests.conftest import POSITIONS

GAME = POSITIONS / "games" / "g0010.gcg"


@cache
def analysis() -> Analysis:
    """Return the analysis of a game in which both players made mistakes."""
    return analyse(GAME, "ENABLE", max_bag=0)


def wanted(person: Person) -> list[int]:
    """Return the numbers of the turns that become candidates."""
    found = mistakes_of(analysis(), "ENABLE", "g0010", person)
    return [int(each.source.partition(":")[2]) for each in found]


def test_the_mistakes_of_one_player_or_of_both():
    numbers = [turn.number for turn in analysis().mistakes]
    assert numbers and wanted(Person()) == numbers
    for at, player in enumerate(analysis().game.record.players):
        mine = [turn.number for turn in analysis().mistakes if turn.player - 1 == at]
        name = analysis().players[at]
        for called in (name, name.upper(), player.nick, name.replace(" ", "_")):
            assert wanted(Person(called)) == mine
        assert wanted(Person("Ann", {name: "Ann"})) == mine


def test_somebody_else():
    person = Person("Nobody")
    assert wanted(person) == []
    assert person.turns == 0
    assert person.others == set(analysis().players)


def test_the_move_that_was_made_is_refuted_first():
    candidates = mistakes_of(analysis(), "ENABLE", "g0010", Person())
    for candidate, turn in zip(candidates, analysis().mistakes, strict=True):
        assert candidate.source == f"g0010:{turn.number}"
        made = make_puzzle(candidate, choice.load("ENABLE"), options_for_mistakes(60, MISTAKES.memory))
        if isinstance(made, Puzzle):
            assert made.played == made.refutations[0].move == turn.made
            assert made.refutations[0].loss == turn.loss.lower == turn.loss.upper
            assert MoveKind.PLAYED in made.plausible[0].kinds
            assert made.players is not None and made.players[0] == analysis().players[turn.player - 1]
        else:
            assert len(turn.found.best) > 1
