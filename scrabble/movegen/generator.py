"""The plays of one line, for one rack: a walk over the pruned lexicon from every start square.

    line    . . Q U A . E . . .          start 2: the run QUA is followed at once, then the walk
            0 1 2 3 4 5 6 7              tries letters on square 5, follows E, and so on

After Appel & Jacobson (1988), without shared left parts: a word starts on a square whose predecessor is
empty, extends to the right, and counts as soon as it has reached a square that touches a tile on the
board.  A frame is pushed only where another tile can be laid.  A play of one tile that forms words both
ways is generated across only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inner
from scrabble.movegen.bits import TYPE_BITS, lowest, tile_count
from scrabble.movegen.cross_sets import DOWN, NO_WORD
from scrabble.movegen.packed_move import CODE_BITS, MOST_LAID, pack
from scrabble.movegen.scoring import BINGO_BONUS, BINGO_LENGTH
from scrabble.movegen.state import rack_letters
from scrabble.movegen.word_prune import BLANK

FRAME = np.dtype(
    [
        ("node", np.int64),
        ("square", np.int64),
        ("tiles", np.uint64),  # letters to try with a tile of their own
        ("blanks", np.uint64),  # letters to try with a blank
        ("rack", np.uint32),
        ("laid", np.uint32),  # squares, a bit each
        ("need", np.uint32),  # tiles, packed as a rack
        ("letters", np.int64),  # codes, 7 bits each
        ("main", np.int64),  # points of the main word so far, without word premiums
        ("multiplier", np.int64),
        ("crosses", np.int64),  # points of the words across
        ("worth", np.int64),  # points of the tiles laid, without premiums
        ("count", np.int64),
    ]
)

PLAY = np.dtype(
    [
        ("move", np.int64),
        ("tiles", np.uint32),  # tiles laid, packed as the rack of the side that plays
        ("squares", np.uint32),  # squares of the line where they are laid
        ("score", np.int32),
        ("face", np.int16),  # points of the tiles laid, without premiums
        ("laid", np.int16),  # number of tiles laid
    ]
)


class Generator(NamedTuple):
    """Work space of the move generator."""

    frames: np.ndarray  # FRAME[MOST_LAID + 1]


def new_generator() -> Generator:
    """Return work space for one generator."""
    return Generator(np.zeros(MOST_LAID + 1, FRAME))


@inner
def line_plays(state, generator, side, rack, direction, line, plays, first):
    """Write the plays of a line to `plays[first:]`; return how many, or -1 if they do not fit."""
    board, words = state.board, state.words
    squares = board.letters[direction, line]
    cross_scores = board.cross_scores[direction, line]
    cross_sets = board.cross_sets[direction, line]
    n = squares.shape[0]
    own, blanks = rack_letters(state, side, rack)
    tiles = tile_count(rack)
    usable = own if blanks == 0 else ~np.uint64(0)
    written = first
    touch = np.int64(-1)
    for start in range(n):
        if start > 0 and squares[start - 1] != 0:
            continue
        touch = max(touch, np.int64(start))
        while touch < n and squares[touch] == 0 and cross_scores[touch] == NO_WORD:
            touch += 1
        if touch == n:
            break
        if touch - start + (squares[touch] == 0) > tiles:
            continue
        if squares[touch] == 0 and cross_sets[touch] & usable == 0:
            continue
        frame = generator.frames[0]
        frame.node, frame.square, frame.main = _follow(
            words, board.values, squares, np.int64(start), np.int64(0)
        )
        if frame.node < 0 or frame.square == n:
            continue
        frame.rack, frame.laid, frame.need, frame.letters = rack, 0, 0, 0
        frame.multiplier, frame.crosses, frame.worth, frame.count = 1, 0, 0, 0
        written = _extend(state, generator, side, direction, line, touch, plays, written)
        if written < 0:
            return np.int64(-1)
    return written - first


@inner
def _follow(words, values, squares, square, node):
    """Walk along the run of tiles that starts on `square`: (node or -1, square behind it, its points)."""
    n = squares.shape[0]
    points = np.int64(0)
    while square < n and squares[square] != 0:
        code = np.int64(squares[square])
        letter = code & (BLANK - 1)
        if (words.accepts[node] >> np.uint64(letter)) & np.uint64(1) == 0:
            return np.int64(-1), square, points
        node = np.int64(words.child[node, letter])
        points += values[code]
        square += 1
    return node, square, points


@inner
def _open(state, side, frame, mask):
    """Find what can be laid on the square of a frame."""
    own, blanks = rack_letters(state, side, frame.rack)
    fitting = state.words.accepts[frame.node] & mask
    frame.tiles = fitting & own
    frame.blanks = fitting if blanks > 0 else np.uint64(0)
    return frame.tiles | frame.blanks != 0


@inner
def _extend(state, generator, side, direction, line, touch, plays, written):
    """Lay tiles to the right of the first frame in every way; return the new end of `plays`, or -1."""
    board, words, hands = state.board, state.words, state.hands
    squares, cross_sets = board.letters[direction, line], board.cross_sets[direction, line]
    cross_scores = board.cross_scores[direction, line]
    n = squares.shape[0]
    depth = 0
    if not _open(state, side, generator.frames[0], cross_sets[generator.frames[0].square]):
        return written
    while depth >= 0:
        frame = generator.frames[depth]
        if frame.tiles:
            letter = lowest(frame.tiles)
            frame.tiles &= frame.tiles - np.uint64(1)
            code = letter
        elif frame.blanks:
            letter = lowest(frame.blanks)
            frame.blanks &= frame.blanks - np.uint64(1)
            code = letter | BLANK
        else:
            depth -= 1
            continue
        at = frame.square
        deeper = generator.frames[depth + 1]
        is_word = (words.ends[frame.node] >> np.uint64(letter)) & np.uint64(1) != 0
        node = np.int64(words.child[frame.node, letter])
        points = np.int64(board.values[code]) * board.letter_multiplier[direction, line, at]
        main = frame.main + points
        multiplier = frame.multiplier * board.word_multiplier[direction, line, at]
        crosses = frame.crosses
        if cross_scores[at] >= 0:
            crosses += (points + cross_scores[at]) * board.word_multiplier[direction, line, at]
        behind = at + 1
        while behind < n and squares[behind] != 0:
            existing = np.int64(squares[behind])
            through = np.uint64(existing & (BLANK - 1))
            if (words.accepts[node] >> through) & np.uint64(1) == 0:
                node = np.int64(-1)
                break
            is_word = (words.ends[node] >> through) & np.uint64(1) != 0
            node = np.int64(words.child[node, np.int64(through)])
            main += board.values[existing]
            behind += 1
        if node < 0:
            continue
        tile = np.uint32(1) << np.uint32(
            TYPE_BITS * np.int64(hands.kind_of[side, 0 if code >= BLANK else letter])
        )
        count = frame.count + 1
        letters = frame.letters | (np.int64(code) << (CODE_BITS * frame.count))
        laid = frame.laid | (np.uint32(1) << np.uint32(at))
        worth = frame.worth + board.values[code]
        if is_word and behind > touch and not (count == 1 and direction == DOWN and cross_scores[at] >= 0):
            if written == plays.shape[0]:
                return np.int64(-1)
            play = plays[written]
            first_square = lowest(np.uint64(laid))
            play.move = pack(direction, line, first_square, count, letters)
            play.tiles = frame.need + tile
            play.squares = laid
            play.score = main * multiplier + crosses
            if count >= state.rules[BINGO_LENGTH]:
                play.score += state.rules[BINGO_BONUS]
            play.face = worth
            play.laid = count
            written += 1
        rack = np.uint32(frame.rack - tile)
        if behind < n and rack != 0:
            deeper.node = node
            deeper.square = behind
            deeper.rack = rack
            if _open(state, side, deeper, cross_sets[behind]):
                deeper.laid = laid
                deeper.need = frame.need + tile
                deeper.letters = letters
                deeper.main = main
                deeper.multiplier = multiplier
                deeper.crosses = crosses
                deeper.worth = worth
                deeper.count = count
                depth += 1
    return written
