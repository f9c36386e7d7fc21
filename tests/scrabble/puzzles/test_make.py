"""Puzzles of positions, held against another solver and the plain rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrabble.answer.moves import Step
from scrabble.game import cgp
from scrabble.game.position import Position, PositionError
from scrabble.lexicon import Lexicon
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.make import line_error, make_puzzle, question_of
from scrabble.puzzles.maker import MakeOptions, Rejection
from scrabble.puzzles.puzzle import MoveKind, Puzzle, Question, Theme, read_puzzles
from scrabble.solver import SolveOptions, solve
from tests.conftest import POSITIONS
from tests.worlds.bundled_positions import records

ENABLE = Lexicon("ENABLE")
ANY_GAP = MakeOptions(seconds=20, min_gap=1, min_moves=2)
FEW_TILES = 8


def late(every: int = 1) -> list[str]:
    """Return positions with few tiles."""
    return [each["cgp"] for each in records("late") if sum(each["tiles"]) <= FEW_TILES][::every]


def made(text: str, options: MakeOptions = ANY_GAP, played: str | None = None) -> Puzzle | Rejection:
    """Make a puzzle of a position of ENABLE."""
    return make_puzzle(Candidate(text, "ENABLE", "tests:1", None, played), ENABLE, options)


def named(name: str) -> str:
    """Return the text of a bundled position."""
    [position] = cgp.load(POSITIONS / f"{name}.cgp")
    return cgp.dumps(replace(position, extra=()))


def rejection(position: Position, values: dict[str, int]) -> Rejection | None:
    """Return why a position makes no puzzle with ANY_GAP, by the worth of each move."""
    if len(values) < ANY_GAP.min_moves:
        return Rejection.FEW_MOVES
    best, second = sorted(values, key=values.__getitem__, reverse=True)[:2]
    if values[best] == values[second]:
        return Rejection.NOT_UNIQUE
    plays = {play.text: play for play in position.legal_moves(ENABLE)}
    if best not in plays:
        return None  # a pass is never trivial
    lead = plays[best].score - max((play.score for play in plays.values() if play.text != best), default=0)
    if lead >= 0 and len(plays[best].move.placed) == len(position.rack_codes[0]):
        return Rejection.GOES_OUT
    return Rejection.HIGHEST if lead >= values[best] - values[second] else None


@pytest.mark.parametrize("text", late(every=27))
def test_a_puzzle_agrees_with_another_solver_about_every_move(text):
    """NegaScout finds the exact value of every move; the puzzle may claim nothing else."""
    position = cgp.loads(text)
    values = {
        move.text: int(move.spread.lower)
        for move in solve(position, ENABLE, SolveOptions(solver="negascout", exact=0)).moves
    }
    best, *others = sorted(values.values(), reverse=True)
    found = made(text)
    reason = rejection(position, values)
    if isinstance(found, Rejection):
        assert found == reason
        return
    assert reason is None
    assert values[found.solution.move] == best == found.solution.spread
    assert found.value == best - position.spread
    assert found.gap == best - others[0] > 0
    assert found.moves == len(values)
    wins = sum(value > 0 for value in values.values())
    assert found.winning_moves in (wins, None)
    kind = Question.BEST_MOVE
    if best > 0 >= others[0]:
        kind = Question.ONLY_WIN
    elif best == 0 > others[0]:
        kind = Question.ONLY_DRAW
    assert found.question == kind
    for each in found.plausible:
        assert each.loss == best - values[each.move]
    for each in (found.solution, *found.refutations):
        assert each.spread == values[each.move]
        assert each.win == {True: 1, False: 0}[each.spread > 0] or each.spread == 0
        assert each.line[0] == Step(each.move, each.score)
        assert line_error(position, each.line, each.spread, ENABLE) is None
    assert [each.loss for each in found.refutations] == [best - values[e.move] for e in found.refutations]
    failing = [each.move for each in found.plausible if each.move != found.solution.move]
    assert [each.move for each in found.refutations] == failing[:10]


def test_the_move_that_was_made_is_refuted_first():
    found = made(named("out-in-two"), played="3B RA(J)")
    assert isinstance(found, Puzzle)
    assert found.played == found.refutations[0].move == "3B RA(J)"
    assert MoveKind.PLAYED in found.plausible[0].kinds
    assert isinstance(made(named("out-in-two"), played="pass"), Puzzle)
    phony = made(named("out-in-two"), played="3F (L)LA")
    assert isinstance(phony, Puzzle)
    assert phony.played is None


def test_the_keys_of_a_puzzle():
    found = made(named("out-in-two"))
    assert isinstance(found, Puzzle)
    assert (found.solution.move, found.value, found.question) == ("3F (L)LANO", 22, Question.BEST_MOVE)
    assert Theme.OUT_IN_TWO in found.themes
    assert found.rank == 1 + sum(move.score > 7 for move in cgp.loads(found.cgp).legal_moves(ENABLE))
    assert all(reason[0].isupper() and reason.endswith(".") for reason in found.reasons)
    assert cgp.loads(found.cgp).lexicon_name == "ENABLE"


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("out-in-two", MakeOptions(seconds=20, min_moves=10_000), Rejection.FEW_MOVES),
        ("out-in-two", MakeOptions(seconds=20, max_lead=0), Rejection.ONE_SIDED),
        ("out-in-two", MakeOptions(seconds=20, min_gap=500), Rejection.SMALL_GAP),
        ("out-in-two", MakeOptions(seconds=1e-9), Rejection.TIME),
        ("zeros-4-pass-ties", ANY_GAP, Rejection.NOT_UNIQUE),
        ("out-in-one", ANY_GAP, Rejection.GOES_OUT),
    ],
)
def test_positions_that_make_no_puzzle(name, options, reason):
    assert made(named(name), options) == reason


@pytest.mark.parametrize(
    ("best", "gap", "question"),
    [
        (5, 5, Question.ONLY_WIN),
        (5, 9, Question.ONLY_WIN),
        (5, 4, Question.BEST_MOVE),
        (0, 1, Question.ONLY_DRAW),
        (0, 0, Question.BEST_MOVE),
        (-1, 9, Question.BEST_MOVE),
    ],
)
def test_the_question_is_what_the_best_move_alone_does(best, gap, question):
    assert question_of(best, gap) == question


def test_a_move_that_was_made_is_not_plausible_for_that():
    """The solution is as hard to find as if nobody had found it."""
    puzzles = read_puzzles(POSITIONS / "puzzles.jsonl")
    hidden = next(each for each in puzzles if each.solution.move not in {e.move for e in each.plausible})
    found = made(hidden.cgp, played=hidden.solution.move)
    assert isinstance(found, Puzzle) and found.plausible[0].kinds == [MoveKind.PLAYED]
    assert found.difficulty == hidden.difficulty


def test_a_game_that_is_over_and_one_that_cannot_be_solved():
    over = named("out-in-two").split()
    over[3] = "6"
    assert made(" ".join(over)) == Rejection.OVER
    with pytest.raises(PositionError, match="tiles"):
        made("15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 ABCDEFG/HIJKLMN 0/0 0 lex ENABLE;")


def test_a_position_without_scores_makes_none():
    text = cgp.dumps(replace(POSITION, scores=(0, 0), extra=(cgp.UNKNOWN_SCORES,)))
    assert made(text) == Rejection.NO_SCORES


POSITION = cgp.loads(named("out-in-two"))
LINE = [Step("3F (L)LANO", 7), Step("G8 (GO)U(G)E", 7), Step("3B RA(J)", 20)]


@pytest.mark.parametrize(
    ("line", "spread", "message"),
    [
        (LINE, 97, None),
        (LINE, "97/1", None),
        (LINE, 96, "the line ends at 97, not 96"),
        (LINE[:2], 97, "the line does not end the game"),
        ([*LINE, Step("pass", 0)], 97, "the game is over before move 4, pass"),
        ([Step("3F (L)LANO", 8), *LINE[1:]], 97, "move 1, 3F (L)LANO: scores 7, not 8"),
        ([Step("3F (L)LAON", 7)], 97, "move 1, 3F (L)LAON: LLAON is not in ENABLE"),
        ([Step("3F (L)LANOS", 7)], 97, "move 1, 3F (L)LANOS: "),
        ([Step("nonsense", 7)], 97, "move 1, nonsense: expected a square and a word"),
    ],
)
def test_lines_are_replayed_by_the_rules(line, spread, message):
    found = line_error(POSITION, line, spread, ENABLE)
    assert found == message or (found is not None and message is not None and found.startswith(message))
