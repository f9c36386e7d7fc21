"""Bundled puzzles made again: every key of the record comes out as it is there.

The records themselves are held against other solvers and the plain rules (`test_second_opinion`,
`test_check`).  Those tried by default have every theme, question and kind of plausible move, and each fact
that the difficulty and the themes depend on at the edge of its range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from scrabble.game import cgp
from scrabble.lexicon import choice
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.make import make_puzzle
from scrabble.puzzles.maker import MakeOptions
from scrabble.puzzles.puzzle import MoveKind, Puzzle, Theme, read_puzzles
from tests.conftest import DATA, POSITIONS

PUZZLES = read_puzzles(POSITIONS / "puzzles.jsonl") + read_puzzles(DATA / "puzzle-costly-tile.jsonl")
OPTIONS = MakeOptions(seconds=60, min_gap=1, min_moves=2, keeps_trivial=True)
EDGES = {"rank": {1, 2, 3, 4, 9, 10, 24, 25}, "length": {2, 3, 4, 5}, "gap": {6, 7, 19, 20}, "fail": {5, 6}}
FOUR, MORE = frozenset("FHVWY"), frozenset("JKQXZ")  # points of a tile


def features(puzzle: Puzzle) -> Iterator[str]:
    """What a puzzle is an example of."""
    yield from (puzzle.question, f"difficulty {puzzle.difficulty}", *puzzle.themes)
    yield from (kind for each in puzzle.plausible for kind in each.kinds)
    line, solution = puzzle.solution.line, puzzle.solution.move
    failing = [each for each in puzzle.plausible if each.move != solution]
    numbers = {"rank": puzzle.rank, "length": len(line), "gap": puzzle.gap, "fail": len(failing)}
    yield from (f"{name} {number}" for name, number in numbers.items() if number in EDGES[name])
    kinds = next((each.kinds for each in puzzle.plausible if each.move == solution), [])
    yield f"plausible {set(kinds) - {MoveKind.PLAYED} != set()}, played {MoveKind.PLAYED in kinds}"
    given_up = max((each.score for each in puzzle.refutations), default=0) - puzzle.solution.score
    if given_up in (9, 10):
        yield f"gives up {given_up}"
    if len(line) > 2 and line[2].score == line[0].score:
        yield f"as many points next, {Theme.SAVES_SPOT in puzzle.themes}"
    if Theme.UNLOADS in puzzle.themes:
        mine, theirs = map(set, cgp.loads(puzzle.cgp).racks)
        if not MORE & mine:
            yield "a costly tile of four points at most"
        if len(line) == 1 and (FOUR | MORE) & mine & theirs:
            yield "goes out with a costly tile that the opponent is left with, too"


def examples(puzzles: Sequence[Puzzle]) -> list:
    """All puzzles; those with the fewest moves that are examples of anything are tried by default."""
    known: set[str] = set()
    found, rest = [], []
    for puzzle in sorted(puzzles, key=lambda each: (each.moves, each.id)):
        new = set(features(puzzle)) - known
        known |= new
        if new:
            found.append(pytest.param([puzzle], id=puzzle.id))
        else:
            rest.append(puzzle)
    return [*found, pytest.param(rest, id="the rest", marks=pytest.mark.slow)]


@pytest.mark.parametrize("puzzles", examples(PUZZLES))
def test_a_puzzle_made_again_is_the_same(puzzles):
    for puzzle in puzzles:
        players = None if puzzle.players is None else (puzzle.players[0], puzzle.players[1])
        candidate = Candidate(puzzle.cgp, puzzle.lexicon, puzzle.source, players, puzzle.played)
        made = make_puzzle(candidate, choice.load(puzzle.lexicon), OPTIONS)
        assert isinstance(made, Puzzle), puzzle.id
        expected, found = (msgspec.to_builtins(each) for each in (puzzle, made))
        if None in (expected["winning_moves"], found["winning_moves"]):  # not counted in the time
            expected["winning_moves"] = found["winning_moves"]
        assert found == expected
