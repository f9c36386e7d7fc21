"""Choose puzzles from a large set, spread over themes, questions and difficulties; run by hand.

    python -m tests.tools.select_puzzles pool.jsonl --count 300 --out puzzles.jsonl

One after the other: each from the difficulty with the fewest chosen ones, of these the one whose themes and
question have been chosen least.  The choice depends on nothing but the puzzles; one that is there twice
counts once.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from scrabble.game import cgp
from scrabble.game.unseen import tiles_in_bag
from scrabble.puzzles.puzzle import Puzzle, puzzle_line, read_puzzles


def spread_out(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return at most `count` of the puzzles, the easiest first, in the order given among equals."""
    firsts: dict[str, int] = {}
    left = [(at, each) for at, each in enumerate(puzzles) if firsts.setdefault(each.id, at) == at]
    uses, features = Counter[str](), {puzzle.id: _features(puzzle) for _, puzzle in left}
    chosen: list[tuple[int, Puzzle]] = []
    levels = Counter[int]()
    while left and len(chosen) < count:
        level = min({puzzle.difficulty for _, puzzle in left}, key=lambda each: (levels[each], each))
        candidates = [each for each in left if each[1].difficulty == level]
        best = min(candidates, key=lambda each: (_commonness(features[each[1].id], uses), each[0]))
        left.remove(best)
        chosen.append(best)
        levels[level] += 1
        uses.update(features[best[1].id])
    return [puzzle for _, puzzle in sorted(chosen, key=lambda each: (each[1].difficulty, each[0]))]


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
