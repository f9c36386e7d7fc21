"""Puzzles of which each idea is kept once, and their file, which survives a kill (`scrabble.line_file`).

    with puzzles_in(path) as file:
        if file.is_due(candidate, options): file.add(candidate, options, made)

    mine.jsonl          the puzzles, one a line
    mine.jsonl.tried    the digests of all candidates tried, so that the same command goes on where it
                        stopped; ignored once the puzzles are deleted

Two puzzles have the same idea if they are of neighbouring turns, one board lying within the other, and the
solution of one is a move of the line of the other, or both have the same board and racks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path

import numpy as np

from scrabble.game import cgp
from scrabble.line_file import LineFile, line_file
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.maker import MakeOptions, Rejection
from scrabble.puzzles.puzzle import Puzzle, PuzzleError, puzzle_line, read_puzzles
from scrabble.records.encoding import is_wide

TRIED = ".tried"  # added to the name of the file
MADE = " puzzle"  # after the digest of a candidate that made one


class PuzzleCollection:
    """Puzzles without duplicates."""

    def __init__(self) -> None:
        self.puzzles: list[Puzzle] = []
        self._boards: list[bytes] = []
        self._ids: set[str] = set()

    def has_idea_of(self, puzzle: Puzzle) -> bool:
        """Return whether the puzzle, or one with the same idea, is in the collection."""
        if puzzle.id in self._ids:
            return True
        board = _board(puzzle)
        return any(
            puzzle.lexicon == other.lexicon and _are_neighbours(board, known) and _share_idea(puzzle, other)
            for known, other in zip(self._boards, self.puzzles, strict=True)
        )

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle unless its idea is there; return whether it was added."""
        if self.has_idea_of(puzzle):
            return False
        self.puzzles.append(puzzle)
        self._boards.append(_board(puzzle))
        self._ids.add(puzzle.id)
        return True


class PuzzleFile:
    """A file of puzzles that is being made, with the file of the candidates tried."""

    def __init__(self, file: LineFile, collection: PuzzleCollection, tried: LineFile) -> None:
        self._file, self.collection, self._tried_file = file, collection, tried
        known = [line.decode("ascii").strip() for line in tried.read(b"")]
        if not collection.puzzles and any(line.endswith(MADE) for line in known):  # they were deleted
            tried.clear()
            known = []
        self._tried = {line.partition(" ")[0] for line in known}

    def is_due(self, candidate: Candidate, options: MakeOptions) -> bool:
        """Return whether a candidate has not been tried with these options."""
        return candidate_key(candidate, options) not in self._tried

    def add(self, candidate: Candidate, options: MakeOptions, made: Puzzle | str) -> Puzzle | str:
        """Store a puzzle, or the reason why there is none; return it, or the reason why it is left out."""
        if isinstance(made, Puzzle) and not self.collection.add(made):
            made = Rejection.DUPLICATE
        if isinstance(made, Puzzle):
            self._file.append(puzzle_line(made))
        key = candidate_key(candidate, options)
        self._tried.add(key)
        verdict = MADE if isinstance(made, Puzzle) else f" {made}"
        self._tried_file.append(f"{key}{verdict}".encode("ascii", "backslashreplace").decode())
        return made


def candidate_key(candidate: Candidate, options: MakeOptions) -> str:
    """Return the digest of everything that a puzzle depends on."""
    return hashlib.sha256(repr((astuple(candidate), astuple(options))).encode()).hexdigest()[:20]


@contextmanager
def puzzles_in(path: Path) -> Iterator[PuzzleFile]:
    """Open a file of puzzles to add some.  Raises PuzzleError."""

    def refuse_wide(data: bytes) -> None:
        if is_wide(data):
            raise PuzzleError(f"{path}: expected UTF-8 to append to, got UTF-16 or UTF-32")

    with line_file(path, "puzzles", PuzzleError) as file:
        file.read(b"{", refuse_wide)
        collection = PuzzleCollection()
        for puzzle in read_puzzles(path):
            collection.add(puzzle)
        with line_file(path.with_name(path.name + TRIED), "puzzles", PuzzleError) as tried:
            yield PuzzleFile(file, collection, tried)


def _board(puzzle: Puzzle) -> bytes:
    return cgp.loads(puzzle.cgp).squares.tobytes()


def _are_neighbours(one: bytes, other: bytes) -> bool:
    """Return whether one of two boards lies within the other: positions of the same game."""
    if len(one) != len(other):
        return False
    first, second = np.frombuffer(one, np.uint8), np.frombuffer(other, np.uint8)
    differ = first != second
    return not (differ & (first != 0)).any() or not (differ & (second != 0)).any()


def _share_idea(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles of one game have the same position or the same idea."""
    if one.cgp.split()[:2] == other.cgp.split()[:2]:
        return True
    return _plain(one.solution.move) in _moves_of(other) or _plain(other.solution.move) in _moves_of(one)


def _moves_of(puzzle: Puzzle) -> set[str]:
    """Return the moves of the solution's line, without the pass."""
    return {_plain(puzzle.solution.move), *(_plain(step.text) for step in puzzle.solution.line)} - {"pass"}


def _plain(move: str) -> str:
    """Return a move without the marks of tiles on the board, which depend on the moves before it."""
    return move.replace("(", "").replace(")", "")
