"""Judging an attempt: by the record, by a search, or as far as it is proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

import scrabble
from scrabble import sources
from scrabble.answer.interval import Interval, exactly
from scrabble.answer.moves import Step
from scrabble.game.move import IllegalMoveError
from scrabble.puzzles.make import line_end
from scrabble.puzzles.puzzle import Puzzle, PuzzleSolution, Question, Theme, read_puzzles
from scrabble.training.database import PracticeDatabase
from scrabble.training.judging import Judge, hints, part_of_games, question_text, verdict_sentence
from scrabble.training.selection import NamedPuzzle
from scrabble.training.showing import Showing
from scrabble.wording.lines import line_text
from tests.cases import rewritten
from tests.conftest import DATA

PUZZLES = read_puzzles(DATA / "puzzles.jsonl")
EASY = PUZZLES[0]


def ends(judge: Judge, line) -> int:
    """The final spread of a line, for the player of its first move."""
    position = judge.position
    for step in line:
        position = position.play(position.parse_move(step.text))
    first, second = position.final_scores
    assert position.is_over
    return first - second if len(line) % 2 == 0 else second - first


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.source)
def test_the_record_is_enough_for_its_moves(puzzle, monkeypatch):
    monkeypatch.setattr("scrabble.training.judging.solve", None)
    judge = Judge(puzzle)
    verdict = judge.judge(puzzle.solution.move)
    assert verdict.is_right and verdict.loss == exactly(0)
    assert verdict_sentence(verdict, puzzle).startswith(f"Right: {puzzle.solution.move} ")
    assert puzzle.refutations
    for each in puzzle.refutations:
        verdict = judge.judge(each.move)
        assert not verdict.is_right and verdict.loss == exactly(each.loss)
        assert ends(judge, verdict.line) == verdict.spread.lower == puzzle.solution.spread - each.loss


@pytest.mark.parametrize("puzzle", PUZZLES[:3], ids=lambda puzzle: puzzle.source)
def test_other_moves_are_solved(puzzle):
    known = {each.move for each in puzzle.refutations} | {puzzle.solution.move}
    solution = scrabble.solve(puzzle.cgp, exact=0)
    others = [each for each in solution.moves if each.text not in known][:3]
    judge = Judge(puzzle, seconds=30)
    assert others
    for each in others:
        verdict = judge.judge(each.text)
        assert not verdict.is_right and verdict.spread == each.spread
        assert verdict.loss == exactly(solution.spread.lower - each.spread.lower)
        assert ends(judge, verdict.line) == each.spread.lower


def test_who_goes_out_gains_twice_the_tiles_of_the_other_side():
    """Also with a move that the record does not know: AINS against NO at 381-433."""
    [puzzle] = read_puzzles(DATA / "puzzle-goes-out.jsonl")
    verdict = Judge(puzzle).judge("7A SAIN")
    assert verdict.spread == exactly(381 + 10 + 2 * (1 + 1) - 433) and verdict.win == exactly(0)
    assert verdict.loss == exactly(puzzle.solution.spread - verdict.spread.lower)
    assert verdict.line == [Step("7A SAIN", 10)]


def test_without_a_proof_the_gap_is_what_is_known(monkeypatch):
    judge = Judge(EASY)
    monkeypatch.setattr(judge, "_after", lambda move: (Interval(), Interval(0, 1), []))
    verdict = judge.judge("pass")
    assert not verdict.is_right and not verdict.is_proven and verdict.loss.lower == EASY.gap == 3
    text = "pass is not proven to be best: it costs at least 3 points; how much exactly is not proven."
    assert verdict_sentence(verdict, EASY) == text


def test_another_letter_for_the_blank_may_be_as_good(monkeypatch, tmp_path):
    """The gap says nothing about it: in some sets it is about moves with other tiles."""
    puzzle = next(each for each in PUZZLES if each.source == "blank-beside-q")
    judge, best = Judge(puzzle), puzzle.solution.spread
    other = judge.position.parse_move("C12 (T)a(X)")
    monkeypatch.setattr(judge, "_after", lambda move: (Interval(best - 7, best), exactly(1), []))
    verdict = judge._searched(other)
    assert not verdict.is_right and verdict.loss == Interval(0, 7)
    with PracticeDatabase(tmp_path / "practice.sqlite") as practice:
        showing = Showing(NamedPuzzle(puzzle, "set"), practice)
        monkeypatch.setattr(showing, "judge", SimpleNamespace(judge=lambda text: verdict))
        showing.attempt("C12 (T)a(X)")
        assert practice.attempts() == []  # nobody knows whether it is right
    assert "it may be as good" in verdict_sentence(verdict, puzzle)
    monkeypatch.setattr(judge, "_after", lambda move: (exactly(best), exactly(1), []))
    verdict = judge._searched(other)
    assert verdict.is_right
    assert verdict_sentence(verdict, puzzle).endswith(", and so is C12 (T)u(X).")


@pytest.fixture
def with_bag() -> Puzzle:
    """A position with one tile in the bag, made a puzzle by hand: nothing is said about other moves."""
    position = sources.resolve(next(sources.entries(["preendgame:5"])), bag_limit=4).position
    solution = PuzzleSolution(move="11G SODIC", score=25, spread="563/4", win=1, line=[])
    return Puzzle(
        version=1,
        id="0123456789",
        cgp=position.cgp(),
        lexicon="ENABLE",
        question=Question.BEST_CHANCE,
        source="preendgame:5",
        solution=solution,
        value=None,
        gap=0,
        rank=1,
        moves=218,
        plausible=[],
        themes=[],
        refutations=[],
        difficulty=3,
    )


@pytest.mark.parametrize("typed", ["11G SODIC", "11g sodic", "sodic 11g"])
def test_with_tiles_in_the_bag_moves_are_found(with_bag, typed):
    verdict = Judge(with_bag).judge(typed)
    assert verdict_sentence(verdict, with_bag) == "Right: 11G SODIC always wins."
    assert question_text(with_bag) == "You are 126 ahead, with 1 tile in the bag. Which move wins most often?"


def test_with_tiles_in_the_bag_win_probabilities_count(with_bag, monkeypatch):
    judge = Judge(with_bag, seconds=0.5)
    verdict = judge.judge("J10 DEC(OY)S")
    assert verdict.loss == Interval(1 - verdict.win.upper, 1 - verdict.win.lower) and len(verdict.line) == 1
    monkeypatch.setattr(judge, "_with_bag", lambda move: (exactly(Fraction(7, 8)), [], None))
    text = "J10 DEC(OY)S costs 1 of 8 games: it wins 7 of 8; the solution always wins."
    assert verdict_sentence(judge.judge("J10 DEC(OY)S"), with_bag) == text


def test_a_move_that_is_not_in_the_record_is_refuted_with_a_draw():
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    judge = Judge(puzzle, seconds=60)
    verdict = judge.judge("M7 K(O)AS")
    assert verdict.win == exactly(Fraction(1, 8)) and verdict.bag is not None
    text = verdict_sentence(verdict, puzzle)
    assert text.startswith("M7 K(O)AS costs 2 of 8 games: it wins 1 of 8; the solution wins 3 of 8. ")
    assert text.endswith(f"The line shows what happens with {verdict.bag} in the bag.")
    end = line_end(judge.position, verdict.line, judge.lexicon, judge.position.alphabet.encode(verdict.bag))
    assert isinstance(end, int) and end <= 0
    passing = judge.judge("pass")
    assert passing.loss.lower >= Fraction(1, 16) and len(passing.line) == 1


def test_the_line_of_a_draw_may_be_open(monkeypatch):
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    judge = Judge(puzzle, seconds=60)

    def give_up(endgame):
        raise TimeoutError

    monkeypatch.setattr(judge, "_solved", give_up)
    verdict = judge.judge("M7 K(O)AS")
    assert verdict.win == exactly(Fraction(1, 8)) and verdict.bag is None and len(verdict.line) == 1


def test_what_a_bounded_move_costs_is_said_to_be_a_bound():
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    [wrong] = puzzle.refutations
    bounded = msgspec.structs.replace(puzzle, refutations=[msgspec.structs.replace(wrong, is_bound=True)])
    verdict = Judge(bounded).judge(wrong.move)
    assert verdict.loss == Interval(Fraction(1, 16), Fraction(3, 8)) and not verdict.is_proven
    text = verdict_sentence(verdict, bounded)
    assert text.startswith("7D B(A)SK costs at least 0.5 of 8 games; the solution wins 3 of 8. ")


def test_the_first_hint_is_not_the_answer():
    """Without a theme, or with one that names the move, the number of tiles comes first."""
    position = Judge(EASY).position
    plain = msgspec.structs.replace(EASY, themes=[])
    assert hints(plain, position)[0] == "It plays 4 of 6 tiles."
    passing = msgspec.structs.replace(EASY.solution, move="pass")
    for themes, first in (
        ([Theme.PASSES], "It does not play all tiles."),
        ([], "It does not play all tiles."),
    ):
        asked = msgspec.structs.replace(EASY, themes=themes, solution=passing)
        assert hints(asked, position) == [first, "No tile is played."]
    asked = msgspec.structs.replace(EASY, themes=[Theme.PASSES, Theme.UNLOADS], solution=passing)
    assert hints(asked, position)[0] == "Theme: gets rid of a costly tile."


def test_a_chance_that_is_no_half_of_a_game_counts_more_games():
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    assert part_of_games(Fraction(1, 16), puzzle) == "0.5 of 8"
    assert part_of_games(Fraction(1, 3), puzzle) == "16 of 48"


@pytest.mark.parametrize(
    ("scores", "standing"),
    [
        ("401/400", "Ann is 1 ahead"),
        ("400/401", "Ann is 1 behind"),
        ("400/400", "Ann is level"),
        ("9/400", "Ann is 391 behind"),
    ],
)
def test_the_lead_is_that_of_the_side_to_move(scores, standing):
    board, racks, _, zeros, *others = EASY.cgp.split(" ")
    puzzle = msgspec.structs.replace(EASY, cgp=" ".join([board, racks, scores, zeros, *others]))
    assert question_text(puzzle) == f"{standing}. Which move is best?"
    anonymous = question_text(msgspec.structs.replace(puzzle, players=None))
    assert anonymous == f"{standing.replace('Ann is', 'You are')}. Which move is best?"


BY_SOURCE = {each.source: each for each in (*PUZZLES, *read_puzzles(DATA / "puzzle-with-bag.jsonl"))}


def told(case: str) -> Iterator[str]:
    """The question and the hints of a puzzle, or the verdict on a move."""
    source, _, typed = case.partition(": ")
    puzzle = BY_SOURCE[source]
    judge = Judge(puzzle, seconds=60)
    if not typed:
        yield question_text(puzzle)
        yield from hints(puzzle, judge.position)
        return
    try:
        verdict = judge.judge(typed)
    except IllegalMoveError as error:
        yield f"refused: {error}"
        return
    yield verdict_sentence(verdict, puzzle)
    yield line_text(verdict.line)


def test_what_is_asked_and_said(golden: Callable[[Path, str], None]) -> None:
    path = Path(__file__).with_name("golden") / "puzzles.txt"
    golden(path, rewritten(path, told))
