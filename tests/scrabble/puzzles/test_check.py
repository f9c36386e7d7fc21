"""The check of a puzzle: the bundled ones hold, and each false claim is found."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from scrabble.answer.moves import Step
from scrabble.game import cgp
from scrabble.game.unseen import tiles_in_bag
from scrabble.lexicon import choice
from scrabble.puzzles.puzzle import (
    Puzzle,
    Question,
    puzzle_id,
    read_puzzles,
)
from scrabble.solver import SolveOptions
from tests.conftest import POSITIONS
from tests.tools.check_puzzles import OpenError, puzzle_error

SETS = {"puzzles": 300, "puzzles-german": 30, "puzzles-french": 30, "puzzles-spanish": 30}
BAG = "puzzles-preendgame"  # the highest score is all that is of difficulty 1
SETS |= {BAG: 20}
ALL = [(name, puzzle) for name in SETS for puzzle in read_puzzles(POSITIONS / f"{name}.jsonl")]
ENDGAMES = [puzzle for _, puzzle in ALL if not puzzle.has_bag]
PUZZLE = min((each for each in ENDGAMES if len(each.refutations) > 2), key=lambda each: each.moves)


def error(puzzle: Puzzle, **limits) -> str | None:
    """Return what is wrong with a puzzle."""
    return puzzle_error(puzzle, choice.load(puzzle.lexicon), SolveOptions(**limits))


def changed(puzzle: Puzzle = PUZZLE, **keys) -> Puzzle:
    """Return a puzzle with other keys."""
    return msgspec.structs.replace(puzzle, **keys)


def test_the_bundled_sets():
    for name, count in SETS.items():
        found = [puzzle for each, puzzle in ALL if each == name]
        assert len(found) == count
        assert {each.difficulty for each in found} == {1, 2, 3, 4, 5} - ({1} if name == BAG else set())
        assert len({each.id for each in found}) == count


def test_the_answer_has_to_be_found():
    """Few sides lead by much, often one move decides, and the highest score is hardly ever the answer."""
    for name in SETS:
        found = [puzzle for each, puzzle in ALL if each == name]
        assert all(abs(cgp.loads(each.cgp).spread) <= 40 for each in found)
        assert 3 * sum(each.question != Question.BEST_MOVE for each in found) >= len(found)
        easy = [each for each in found if each.difficulty <= 2]
        assert 5 * sum(each.rank == 1 for each in easy) <= len(easy)
        assert all(each.rank > 1 for each in found if each.difficulty > 2)


def test_the_set_with_tiles_in_the_bag():
    found = [puzzle for _, puzzle in ALL if puzzle.has_bag]
    assert len(found) == SETS[BAG]
    counts = Counter(tiles_in_bag(cgp.loads(each.cgp)) for each in found)
    assert counts == {1: 18, 2: 2}


@pytest.mark.parametrize(("name", "puzzle"), ALL[::60])
def test_a_sample_of_the_bundled_puzzles_holds(name, puzzle):
    assert error(puzzle) is None


@pytest.mark.slow
def test_every_bundled_puzzle_holds():
    assert {name: said for name, puzzle in ALL if (said := error(puzzle)) is not None} == {}


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"id": "0123456789"}, "id is 0123456789, found "),
        ({"moves": PUZZLE.moves + 1}, f"moves is {PUZZLE.moves + 1}, found {PUZZLE.moves}"),
        ({"rank": 99}, f"rank is 99, found {PUZZLE.rank}"),
        ({"value": 999}, "value is 999, found "),
        ({"difficulty": 1 + PUZZLE.difficulty % 5}, "difficulty is "),
        (
            {"question": Question.ONLY_DRAW, "id": puzzle_id(PUZZLE.cgp, Question.ONLY_DRAW, PUZZLE.lexicon)},
            "question is only drawing move, found ",
        ),
    ],
)
def test_keys_that_do_not_follow_from_the_position(keys, message):
    assert str(error(changed(**keys))).startswith(message)


def test_lines_that_do_not_end_as_they_should():
    solution = msgspec.structs.replace(PUZZLE.solution, win=int(PUZZLE.solution.win == 0))
    assert "but win is" in str(error(changed(solution=solution)))
    first, *others = PUZZLE.refutations
    for broken, message in (
        (msgspec.structs.replace(first, spread=first.spread + 1), "the line ends at"),
        (msgspec.structs.replace(first, line=first.line[:-1]), "the line does not end the game"),
        (msgspec.structs.replace(first, line=others[0].line), "the line ends at"),
        (msgspec.structs.replace(first, score=first.score + 1), "begins with another move"),
        (msgspec.structs.replace(first, line=[Step("A1 XYZZY", 0)]), "move 1, A1 XYZZY"),
        (msgspec.structs.replace(first, loss=first.loss + 1), "has two losses"),
    ):
        assert message in str(error(changed(refutations=[broken, *others]))), message


def test_claims_that_another_solver_refutes():
    spread = PUZZLE.solution.spread
    wrong = PUZZLE.refutations[0]
    best = msgspec.structs.replace(
        PUZZLE.solution,
        move=wrong.move, score=wrong.score, spread=wrong.spread, win=wrong.win, line=wrong.line,
    )  # fmt: skip
    gap = int(PUZZLE.gap) + 1
    plausible = [
        msgspec.structs.replace(each, loss=int(each.loss) + 1) if each.loss else each
        for each in PUZZLE.plausible
    ]
    refutations = [
        msgspec.structs.replace(each, loss=int(each.loss) + 1, spread=int(each.spread))
        for each in PUZZLE.refutations
    ]
    assert "is" in str(error(changed(solution=best)))
    assert "gap" in str(error(changed(gap=gap))) or "question" in str(error(changed(gap=gap)))
    assert "but ends at" in str(error(changed(plausible=plausible, refutations=refutations)))
    unproven = [each for each in plausible if each.loss]
    text = str(error(changed(plausible=plausible, refutations=[])))
    assert "so it does not lose" in text and unproven and spread == PUZZLE.solution.spread


def test_what_cannot_be_checked():
    with pytest.raises(OpenError, match="the best move is not proven: stopped by"):
        hardest = max((puzzle for _, puzzle in ALL), key=lambda each: each.moves)
        error(hardest, nodes=1)
    wrong = changed(question=Question.BEST_CHANCE)
    assert "id is" in str(error(wrong))
