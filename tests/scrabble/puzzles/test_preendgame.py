"""Puzzles with tiles in the bag, held against the oracle on small random worlds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from scrabble.answer.moves import Step
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import choice
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.make import line_end
from scrabble.puzzles.maker import MakeOptions, OutOfTimeError, Rejection
from scrabble.puzzles.preendgame import PreendgamePuzzle
from scrabble.puzzles.puzzle import Puzzle, Question, read_puzzles
from scrabble.report.view import line_steps
from scrabble.solver import EndgameSearch
from scrabble.solver.preendgame.only_best import OnlyBestSearch
from scrabble.training.judging import known_verdicts, verdict_sentence
from tests.oracles.naive_bag import guaranteed
from tests.tools.check_puzzles import puzzle_error
from tests.worlds.bags import bag_world, position_of

DATA = Path(__file__).parents[2] / "data"
ANSWERS: dict[Position, Solution] = {}
EASY = MakeOptions(seconds=60, min_moves=2, memory=16 << 20, keeps_trivial=True)


@pytest.fixture(autouse=True)
def search_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search each endgame after a draw once for all claims about a puzzle."""

    def remembered(position: Position, *given: Any) -> SimpleNamespace:
        if position not in ANSWERS:
            ANSWERS[position] = EndgameSearch(position, *given).result()
        return SimpleNamespace(result=lambda: ANSWERS[position])

    monkeypatch.setattr("tests.tools.check_puzzles.EndgameSearch", remembered)


def made(seed: int, count: int, monkeypatch: pytest.MonkeyPatch) -> Puzzle | Rejection:
    """Make a puzzle of a small world, which has no text of its own."""
    position, lexicon = position_of(bag_world(seed, count))
    monkeypatch.setattr(cgp, "dumps", lambda position: "board racks 0/0 0")
    return PreendgamePuzzle(Candidate("", "", f"world {seed}"), position, lexicon, EASY).make()


@pytest.mark.parametrize("seed", [9, 10, 12, 13, 18, 22, 26, 38, 48, 49])
def test_a_puzzle_agrees_with_the_oracle(seed, monkeypatch):
    check_with_oracle(seed, made(seed, 1, monkeypatch))


@pytest.mark.parametrize("seed", [10, 26, 49])
def test_a_move_that_is_slow_to_solve_is_bounded(seed, monkeypatch):
    """Without time for more than uniqueness, the plausible moves have bounds."""
    monkeypatch.setattr(OnlyBestSearch, "narrow", lambda *given: None)
    found = made(seed, 1, monkeypatch)
    assert isinstance(found, Puzzle)
    assert any(each.is_bound for each in found.plausible)
    check_with_oracle(seed, found)


def check_with_oracle(seed: int, found: Puzzle | Rejection) -> None:
    """Hold a puzzle of a small world against the value of each of its moves."""
    bagged = bag_world(seed, 1)
    chances = {text: chance for text, (chance, _) in guaranteed(bagged, 1).items()}
    assert isinstance(found, Puzzle)
    position, lexicon = position_of(bagged)
    assert found.question == Question.BEST_CHANCE and found.has_bag
    solution = found.solution
    best = Fraction(solution.win)
    assert chances.pop(solution.move) == best and solution.spread is None, seed
    assert all(chance <= best - Fraction(found.gap) for chance in chances.values()), seed
    assert Fraction(found.gap) > 0
    for each in found.plausible:
        if each.move in chances:
            loss = best - chances[each.move]
            assert Fraction(each.loss) <= loss if each.is_bound else Fraction(each.loss) == loss, seed
    for each in found.refutations:
        chance = chances[each.move]
        assert chance <= Fraction(each.win) if each.is_bound else Fraction(each.win) == chance, seed
        assert Fraction(each.win) == best - Fraction(each.loss) < best
        assert each.spread is None
        assert each.line[0] == Step(each.move, each.score)
        end = line_end(
            replace(position, previous=None), each.line, lexicon, position.alphabet.encode(each.bag)
        )
        assert isinstance(end, int) and end <= 0, (seed, end)


@pytest.mark.parametrize(
    ("seed", "count", "reason"),
    [
        (3, 1, Rejection.NOT_UNIQUE),
        (14, 1, Rejection.NEVER_WINS),
        (5, 1, Rejection.LEAVES_TILES),
        (9, 2, Rejection.LEAVES_TILES),
    ],
)
def test_positions_that_make_no_puzzle(seed, count, reason, monkeypatch):
    assert made(seed, count, monkeypatch) == reason


def test_the_time_for_a_position_is_limited():
    position, lexicon = position_of(bag_world(1, 1))
    with pytest.raises(OutOfTimeError):
        PreendgamePuzzle(Candidate("", "", ""), position, lexicon, replace(EASY, seconds=1e-9)).make()


def test_a_puzzle_of_a_real_game_holds_and_false_claims_are_found():
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    lexicon = choice.load(puzzle.lexicon)
    assert puzzle_error(puzzle, lexicon) is None
    [wrong] = puzzle.refutations
    for change, message in (
        ({"bag": "Z"}, "the bag of 7D B(A)SK cannot hold Z"),
        ({"bag": "E"}, "the line of 7D B(A)SK: move "),
        ({"line": wrong.line[1:]}, "the line of 7D B(A)SK begins with another move"),
        ({"win": "1/4"}, "7D B(A)SK wins 1/4, which is not what it loses"),
    ):
        broken = msgspec.structs.replace(wrong, **change)
        found = puzzle_error(msgspec.structs.replace(puzzle, refutations=[broken]), lexicon)
        assert str(found).startswith(message)


def changed(puzzle: Puzzle, loss: str, win: str, is_bound: bool = True, **more: object) -> Puzzle:
    """A puzzle whose wrong plausible move has another claim."""
    best, other = puzzle.plausible
    [wrong] = puzzle.refutations
    return msgspec.structs.replace(
        puzzle,
        plausible=[best, msgspec.structs.replace(other, loss=loss, is_bound=is_bound)],
        refutations=[msgspec.structs.replace(wrong, loss=loss, win=win, is_bound=is_bound)],
        **more,
    )


def test_bounds_are_checked_as_bounds():
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    lexicon = choice.load(puzzle.lexicon)
    assert puzzle_error(changed(puzzle, "1/16", "5/16"), lexicon) is None
    for broken, message in (
        (changed(puzzle, "1/8", "1/4"), "mtdf says 7D B(A)SK wins 5/16, so it does not lose 1/8"),
        (changed(puzzle, "1/32", "11/32"), "7D B(A)SK loses 1/32, less than the gap 1/16"),
        (changed(puzzle, "1/32", "11/32", is_bound=False), "mtdf says 7D B(A)SK wins 5/16, so it does"),
    ):
        assert str(puzzle_error(broken, lexicon)).startswith(message)


def test_a_false_win_probability_or_gap_is_found():
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    lexicon = choice.load(puzzle.lexicon)
    for change, message in (
        ({"solution": msgspec.structs.replace(puzzle.solution, win="7/16")}, "mtdf says 2D KAF wins 3/8"),
        ({"gap": "3/32", "difficulty": 2}, "7D B(A)SK loses 1/16, less than the gap 3/32"),
    ):
        found = puzzle_error(msgspec.structs.replace(puzzle, **change), lexicon)
        assert str(found).startswith(message)


def test_a_refutation_is_shown_with_its_draw():
    [puzzle] = read_puzzles(DATA / "puzzle-with-bag.jsonl")
    verdict = known_verdicts(puzzle)[1]
    text = verdict_sentence(verdict, puzzle)
    assert text.startswith("7D B(A)SK costs 0.5 of 8 games: it wins 2.5 of 8; the solution wins 3 of 8.")
    assert text.endswith("The line shows what happens with I in the bag.")
    first, *others = line_steps(cgp.loads(puzzle.cgp), verdict.line, verdict.bag)
    assert first.racks is None
    assert [len(rack) for rack in others[0].racks or []] == [5, 7]  # B, S and K laid, the I drawn
