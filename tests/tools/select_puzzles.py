"""Choose puzzles from a large set, spread over themes, questions and difficulties; run by hand.

    python -m tests.tools.select_puzzles pool.jsonl --count 300 --out puzzles.jsonl

One after the other: each from the difficulty with the fewest chosen ones, of these the one whose themes and
question have been chosen least.  Half of each difficulty are puzzles in which one move alone wins, or draws,
if there are so many; the highest-scoring play is the answer of a fifth of the easiest two, and of no other
one.  The choice depends on nothing but the puzzles; one that is there twice counts once.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from scrabble.game import cgp
from scrabble.game.unseen import tiles_in_bag
from scrabble.puzzles.puzzle import Puzzle, Question, puzzle_line, read_puzzles

LAST_EASY = 2  # difficulty up to which the highest-scoring play may be the answer
HIGHEST = 5  # of so many at least, of one puzzle


def spread_out(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return at most `count` of the puzzles, the easiest first, in the order given among equals."""
    left = list({each.id: each for each in puzzles}.values())
    uses = Counter[str]()
    chosen: list[Puzzle] = []
    levels = {level: Level() for level in sorted({each.difficulty for each in left})}
    while levels and len(chosen) < count:
        number = min(levels, key=lambda each: (len(levels[each].chosen), each))
        level = levels[number]
        candidates = level.candidates([each for each in left if each.difficulty == number])
        if not candidates:
            del levels[number]
            continue
        best = min(candidates, key=lambda each: _commonness(_features(each), uses))
        left.remove(best)
        chosen.append(best)
        level.chosen.append(best)
        uses.update(_features(best))
    order = {each.id: at for at, each in enumerate(puzzles)}
    return sorted(chosen, key=lambda each: (each.difficulty, order[each.id]))


class Level:
    """The puzzles of one difficulty that have been chosen."""

    def __init__(self) -> None:
        self.chosen: list[Puzzle] = []

    def candidates(self, left: Sequence[Puzzle]) -> Sequence[Puzzle]:
        """Return those from which the next one is chosen, of those of this difficulty that are left."""
        after = len(self.chosen) + 1
        highest = sum(each.rank == 1 for each in self.chosen) + 1
        if any(each.difficulty > LAST_EASY for each in left) or highest * HIGHEST > after:
            left = [each for each in left if each.rank > 1]
        decisive = sum(each.question != Question.BEST_MOVE for each in self.chosen)
        if 2 * decisive < after:
            return [each for each in left if each.question != Question.BEST_MOVE] or left
        return left


def _features(puzzle: Puzzle) -> list[str]:
    """Return what is to be spread; also the tiles in the bag, and whether the best move scores most."""
    themes = [str(theme) for theme in puzzle.themes] or ["no theme"]
    in_bag = [f"in the bag: {tiles_in_bag(cgp.loads(puzzle.cgp))}"] if puzzle.has_bag else []
    return [str(puzzle.question), *themes, *in_bag, f"scores most: {puzzle.rank == 1}"]


def _commonness(features: Sequence[str], uses: Counter[str]) -> float:
    """Return how often the features of a puzzle have been chosen, on average."""
    return sum(uses[each] for each in features) / len(features)


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__), formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pool", type=Path, help="a file of puzzles")
    parser.add_argument("--count", type=int, required=True, help="how many to choose")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    given = parser.parse_args()
    chosen = spread_out(read_puzzles(given.pool), given.count)
    given.out.write_text("".join(f"{puzzle_line(each)}\n" for each in chosen), "utf-8")


if __name__ == "__main__":
    main()
