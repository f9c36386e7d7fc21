"""What a side makes alone after a move, by what the lines can take: many moves on one board.

A move changes few lines: its own, those of the words across it, and those on which the squares at the ends of
its words lie.  On all others the best words are those of the board before it, with the tiles that it leaves:

    board before    words of every set of tiles, all lines      once
    after a move    words of the lines that it changes          line by line
                    packing, as in line_packing                 once

The move and what comes after it are one sequence of plays on the board before.  So beside a tile of the board
no letter can stand that did not fit there before the move, when the whole rack was at hand.  On the squares
whose word across the move changes, letters are looked for anew, in the lines of the tiles that it lays
(bounds/README.md, T9).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel, kernel_tuple
from scrabble.bounds.line_best_words import (
    ALL,
    NO_CROSS,
    NONE,
    PASSES,
    WordsWorkspace,
    fill_equal,
    line_words,
    new_words_workspace,
    note_line,
    number_tiles,
)
from scrabble.bounds.line_packing import (
    KeptLines,
    PackingWorkspace,
    group_premiums,
    most_of_lines,
    new_packing_workspace,
    premium_groups,
    score_context,
)
from scrabble.game.move import Move, canonical
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon
from scrabble.movegen.bits import TYPES, bit_of, count_of, lowest, tile_count
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.cross_sets import EVERY_LETTER, NO_WORD
from scrabble.movegen.packed_move import PASS, direction_of, line_of, packed
from scrabble.movegen.state import PLY, GameState, play_state, undo_state
from scrabble.movegen.word_pruning import PrunedWords

MOST_KEPT = 64  # racks on a board for which it is kept what lines bring: 0.5 MB for six tiles


class Alone(NamedTuple):
    """The most that a side makes against passes."""

    most: int  # the end of the game included
    out: int | None  # points of a play that lays all of its tiles; None if there is no word for them


@kernel_tuple
class CrossInformation(NamedTuple):
    """The cross information of a board: what is true, and what may be true when words are made."""

    true_sets: np.ndarray  # uint64[2, n, n]
    true_scores: np.ndarray  # int32[2, n, n]
    fitting: np.ndarray  # uint64[2, n, n]   the letters that stand on a square in any word across


@kernel_tuple
class ChangedLines(NamedTuple):
    """The lines that a move changes: work space."""

    is_changed: np.ndarray  # bool[2, n]
    is_same: np.ndarray  # bool[2, n]   the other ones
    has_tiles: np.ndarray  # bool[2, n]   of the move
    squares: np.ndarray  # uint32[2, n]   whose word across has changed


class Spaces:
    """Work space by number of tiles left, for the boards of a position and those after it."""

    def __init__(self, position: Position) -> None:
        n = len(position.squares)
        self._groups = premium_groups(position)
        self._words = new_words_workspace(n, 0)
        self._by_tiles: dict[int, tuple[WordsWorkspace, PackingWorkspace]] = {}
        changed, same, laid = (np.zeros((2, n), np.bool_) for _ in range(3))
        self.changed = ChangedLines(changed, same, laid, np.zeros((2, n), np.uint32))
        self.kept: dict[tuple[int, bytes], KeptLines] = {}  # by board and tiles left
        self.boards = 0  # so far

    def of(self, tiles: int) -> tuple[WordsWorkspace, PackingWorkspace]:
        """Return the work space for words and for packing."""
        if tiles not in self._by_tiles:
            words = new_words_workspace(len(self._groups[0]), tiles, self._words)
            self._by_tiles[tiles] = words, new_packing_workspace(tiles, self._groups.copy())
        return self._by_tiles[tiles]


class WordsBefore:
    """The words of all lines of a board, for the side on turn, and bounds of what it makes after moves."""

    def __init__(self, position: Position, lexicon: Lexicon, pruned: PrunedWords, spaces: Spaces) -> None:
        self._position, self._spaces, self._number = position, spaces, spaces.boards
        spaces.boards += 1
        self._state: GameState = compile_position(position, lexicon, words=pruned)
        board = self._state.board
        sets, scores = board.cross_sets.copy(), board.cross_scores.copy()
        self._words = line_words(self._state, len(position.rack_codes[0]))
        self._crosses = CrossInformation(sets, scores, board.cross_sets.copy())
        board.cross_sets[:], board.cross_scores[:] = sets, scores

    def most_alone(self, move: Move) -> Alone | None:
        """Return what the side makes at most after a move that is legal on this board, without its points.

        None if a line has too many words to look at.
        """
        if self._words is None:
            return None
        left = bytearray(sorted(self._position.rack_codes[0]))
        for code in filter(None, move.tiles):
            left.remove(0 if code & BLANK else code)
        words, packing = self._spaces.of(len(left))
        number = np.int64(packed(canonical(move, self._position.squares)))
        if not _fill_after(
            self._state, number, self._words, self._crosses, self._spaces.changed, words, packing.premiums
        ):
            return None
        points = score_context(self._position, bytes(left))
        most = int(most_of_lines(words.words, points, packing, self._kept_lines(bytes(left))))
        out = int(words.words[:, :, -1, ALL].max())
        bonus = points.bingo_bonus if len(left) >= points.bingo_length else 0
        return Alone(most, None if out == NONE else out + bonus)

    def _kept_lines(self, left: bytes) -> KeptLines:
        """Return what the lines bring that the last move has not changed, with some tiles."""
        kept, sets = self._spaces.kept, 1 << len(left)
        key = self._number, left
        if key not in kept:
            if len(kept) == MOST_KEPT:
                kept.clear()
            is_kept = np.zeros_like(self._spaces.changed.is_changed)
            totals = np.zeros((*is_kept.shape, sets, sets), np.int32)
            kept[key] = KeptLines(self._spaces.changed.is_same, is_kept, totals)
        return kept[key]


@kernel
def _fill_after(state, move, before, crosses, changed, room, premiums):
    """Fill in the words of all lines after a move; False if there is no room for the plays of one."""
    board, all_tiles = state.board, state.hands.racks[0]
    n = board.letters.shape[1]
    for direction in range(2):
        for line in range(n):
            changed.is_changed[direction, line] = changed.has_tiles[direction, line] = False
            changed.squares[direction, line] = 0
    if move != PASS:
        play_state(state, move)
        _mark_changes(state, move, changed)
    rack = state.hands.racks[0]
    number_tiles(rack, room.numbers)
    group_premiums(board.letters, board.word_multiplier, tile_count(rack), premiums)
    for direction in range(2):
        for line in range(n):
            changed.is_same[direction, line] = not changed.is_changed[direction, line]
            if changed.is_same[direction, line]:
                _copy_words(all_tiles, rack, before[direction, line], room.words[direction, line])
    is_done = _fill_changed(state, crosses, changed, room)
    if move != PASS:
        undo_state(state)
    for direction in range(2):
        for line in range(n):
            if changed.is_changed[direction, line]:
                for at in range(n):
                    board.cross_sets[direction, line, at] = crosses.true_sets[direction, line, at]
                    board.cross_scores[direction, line, at] = crosses.true_scores[direction, line, at]
    return is_done


@inline
def _mark_changes(state, move, changed):
    """Mark the lines that the play just made changes, and the squares whose word across it does."""
    log, ply = state.log, state.now[PLY] - 1
    for direction in range(2):
        for line in range(state.board.line_keys.shape[1]):
            is_new = state.board.line_keys[direction, line] != log.line_keys[ply, direction, line]
            changed.is_changed[direction, line] = is_new
    for entry in range(log.top[ply], log.changes.used[0]):
        place = log.changes.place[entry]
        changed.squares[place[0], place[1]] |= bit_of(place[2])
        changed.is_changed[place[0], place[1]] = True
    direction = direction_of(move)
    changed.has_tiles[direction, line_of(move)] = True
    squares = np.uint64(log.squares[ply])
    while squares != 0:
        changed.has_tiles[1 - direction, lowest(squares)] = True
        squares &= squares - np.uint64(1)


@inline
def _copy_words(all_tiles, rack, before, words):
    """Copy the words of a line: for each set of tiles of a rack, those of the same tiles of `all_tiles`."""
    for tiles in range(words.shape[0]):
        same, first, first_before = np.int64(0), np.int64(0), np.int64(0)
        for kind in range(TYPES):
            count = count_of(rack, kind)
            same |= ((np.int64(tiles) >> first) & ((np.int64(1) << count) - 1)) << first_before
            first += count
            first_before += count_of(all_tiles, kind)
        for kind in range(words.shape[1]):
            for premium in range(2):
                words[tiles, kind, premium] = before[same, kind, premium]


@inline
def _fill_changed(state, crosses, changed, room):
    """Fill in the words of the lines that are changed; False if there is no room for the plays of one."""
    board = state.board
    n = board.letters.shape[1]
    for direction in range(2):
        for line in range(n):
            if not changed.is_changed[direction, line]:
                continue
            room.words[direction, line] = NONE
            for at in range(n):
                room.fixed[direction, line, at] = board.cross_sets[direction, line, at]
                board.cross_sets[direction, line, at] = EVERY_LETTER
                if board.cross_scores[direction, line, at] == NO_WORD:
                    board.cross_scores[direction, line, at] = NO_CROSS
                elif not _is_in(changed.squares[direction, line], at):
                    board.cross_sets[direction, line, at] = crosses.fitting[direction, line, at]
    for step in range(PASSES):
        for direction in range(2):
            for line in range(n):
                for at in range(n):
                    if _is_in(changed.squares[direction, line], at):
                        room.fitting[direction, line, at] = room.fixed[direction, line, at]
        for direction in range(2):
            for line in range(n):
                is_looked_at = changed.has_tiles if step < PASSES - 1 else changed.is_changed
                if not is_looked_at[direction, line]:
                    continue
                if not note_line(state, direction, line, step, room):
                    return False
        for direction in range(2):
            for line in range(n):
                for at in range(n):
                    if step < PASSES - 1 and _is_in(changed.squares[direction, line], at):
                        board.cross_sets[direction, line, at] = room.fitting[direction, line, at]
    for direction in range(2):
        for line in range(n):
            if changed.is_changed[direction, line]:
                fill_equal(room.words[direction, line], room.numbers)
    return True


@inline
def _is_in(squares, at):
    """Return whether a square of a line is one of some squares."""
    return squares & bit_of(at) != 0
