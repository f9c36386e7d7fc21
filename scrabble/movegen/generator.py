"""The plays of one line, for one rack: a walk over the lexicon from every start square.

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

from bstar.jit import inline, kernel_tuple
from scrabble.movegen.bits import lowest
from scrabble.movegen.cross_sets import ACROSS, NO_WORD
from scrabble.movegen.packed_move import CODE_BITS, MOST_LAID, pack
from scrabble.movegen.packed_rack import count_of, tile_count, tile_of
from scrabble.movegen.scoring import BINGO_BONUS, BINGO_LENGTH
from scrabble.movegen.squares import bit_of
from scrabble.movegen.state import kind_of_tile, letters_of, rack_codes
from scrabble.movegen.word_table import BLANK, NO_NODE

NO_CODE = -1
NO_ROOM = -1  # for all plays of a line

FRAME = np.dtype(
    [
        ("letters", np.uint64),  # to try on `square` with a tile of their own
        ("blanks", np.uint64),  # to try with a blank
        ("node", np.int64),  # the rest as in PartialWord
        ("square", np.int64),
        ("held", np.uint64),
        ("rack", np.uint32),
        ("squares", np.uint32),
        ("tiles", np.uint32),
        ("codes", np.int64),
        ("main", np.int64),
        ("multiplier", np.int64),
        ("crosses", np.int64),
        ("face", np.int64),
        ("laid", np.int64),
    ]
)

PLAY = np.dtype(
    [
        ("move", np.int64),
        ("tiles", np.uint32),  # tiles laid, packed as the rack of the side that plays
        ("squares", np.uint32),  # squares of the line where they are laid, a bit each
        ("score", np.int32),
        ("face", np.int16),  # points of the tiles laid, without premiums
        ("laid", np.int16),  # number of tiles laid
    ]
)


class LineContext(NamedTuple):
    """A line, and the side that plays on it."""

    direction: int
    line: int
    side: int
    rack: np.uint32  # packed; not always all that the side has


class PartialWord(NamedTuple):
    """The letters of a line from a start square to the one before `square`, some of them just laid."""

    node: int  # where they lead in the lexicon, or NO_NODE
    square: int
    is_word: bool
    held: np.uint64  # codes of the tiles left, a bit each (scrabble.movegen.state.rack_codes)
    rack: np.uint32  # what is left, packed
    squares: np.uint32  # of the tiles laid, a bit each
    tiles: np.uint32  # tiles laid, packed as a rack
    codes: int  # of these, CODE_BITS each
    main: int  # points of the letters, without word premiums
    multiplier: int  # word premiums
    crosses: int  # points of the words across
    face: int  # points of the tiles laid, without premiums
    laid: int  # number of tiles laid


class FollowedRun(NamedTuple):
    """A run of tiles on the board, perhaps of none, that continues a word."""

    node: int  # where its letters lead in the lexicon, or NO_NODE
    square: int  # the first one behind it
    points: int
    is_word: bool  # with its last letter


@kernel_tuple
class MoveGenerator(NamedTuple):
    """Work space of the move generator."""

    frames: np.ndarray  # FRAME[MOST_LAID + 1]


def new_generator() -> MoveGenerator:
    """Return work space for one generator."""
    return MoveGenerator(np.zeros(MOST_LAID + 1, FRAME))


@inline
def line_plays(state, generator, on, plays, first):
    """Write the plays of a line to `plays[first:]`; return how many, or NO_ROOM."""
    letters = state.board.letters[on.direction, on.line]
    n = letters.shape[0]
    held = rack_codes(state, on.side, on.rack)
    usable = letters_of(held)
    tiles = tile_count(on.rack)
    written, touch = np.int64(first), np.int64(-1)
    for start in range(n):
        if start > 0 and letters[start - 1] != 0:
            continue
        touch = _first_touch(state.board, on, max(touch, np.int64(start)))
        if touch == n:
            break
        if touch - start + (letters[touch] == 0) > tiles:
            continue
        needed = _needed(state.board, on, touch, usable)
        if needed == 0:
            continue
        if _begin(state, on, generator.frames[0], np.int64(start), held):
            written = _extend(state, generator, on, touch, needed, plays, written)
            if written == NO_ROOM:
                return np.int64(NO_ROOM)
    return written - first


@inline
def _first_touch(board, on, square):
    """The first square from `square` on that holds a tile or touches one, or n."""
    letters, cross_scores = board.letters[on.direction, on.line], board.cross_scores[on.direction, on.line]
    while square < letters.shape[0] and letters[square] == 0 and cross_scores[square] == NO_WORD:
        square += 1
    return square


@inline
def _needed(board, on, touch, usable):
    """The letters with which a word can go on at the first square that touches a tile."""
    tile = board.letters[on.direction, on.line, touch]
    if tile != 0:
        return np.uint64(1) << np.uint64(tile & (BLANK - 1))
    return board.cross_sets[on.direction, on.line, touch] & usable


@inline
def _begin(state, on, frame, start, held):
    """Make the frame of the words that start on a square; False if no tile can be laid.

    `held` are the codes of the tiles of the rack.
    """
    letters = state.board.letters[on.direction, on.line]
    run = _follow(state, letters, start, np.int64(0), False)
    frame.node, frame.square, frame.main = run.node, run.square, run.points
    if frame.node == NO_NODE or frame.square == letters.shape[0]:
        return False
    frame.held, frame.rack, frame.squares, frame.tiles, frame.codes = held, on.rack, 0, 0, 0
    frame.multiplier, frame.crosses, frame.face, frame.laid = 1, 0, 0, 0
    return _open(state, on, frame)


@inline
def _follow(state, letters, square, node, is_word):
    """Walk from a node, with a word there or not, along the run of tiles that starts on `square`."""
    words, n = state.words, letters.shape[0]
    points = np.int64(0)
    while square < n and letters[square] != 0:
        code = np.int64(letters[square])
        letter = np.uint64(code & (BLANK - 1))
        if (words.accepts[node] >> letter) & np.uint64(1) == 0:
            return FollowedRun(np.int64(NO_NODE), square, points, False)
        is_word = (words.ends[node] >> letter) & np.uint64(1) != 0
        node = np.int64(words.child[node, np.int64(letter)])
        points += state.board.values[code]
        square += 1
    return FollowedRun(node, square, points, is_word)


@inline
def _open(state, on, frame):
    """Find what can be laid on the square of a frame; False if nothing can."""
    cross_set = state.board.cross_sets[on.direction, on.line, frame.square]
    fitting = state.words.accepts[frame.node] & cross_set
    frame.letters = fitting & frame.held
    frame.blanks = fitting if frame.held & np.uint64(1) != 0 else np.uint64(0)
    return frame.letters | frame.blanks != 0


@inline
def _extend(state, generator, on, touch, needed, plays, written):
    """Lay tiles to the right of the first frame in every way; return the new end of `plays`, or NO_ROOM.

    The letter on the square `touch` must be one of those `needed`.
    """
    n = state.board.letters.shape[1]
    depth = 0
    while depth >= 0:
        frame = generator.frames[depth]
        code = _next_code(frame)
        if code == NO_CODE:
            depth -= 1
            continue
        run = _lay(state, on, frame, code)
        if run.node == NO_NODE or _must_miss(state.words, run, touch, needed):
            continue
        word = _longer(state, on, frame, code, run)
        if word.is_word and word.square > touch and not _is_one_across(state.board, on, frame, word):
            if written == plays.shape[0]:
                return np.int64(NO_ROOM)
            _write(state, on, word, plays[written])
            written += 1
        if word.square < n and word.rack != 0:
            deeper = generator.frames[depth + 1]
            deeper.node, deeper.square, deeper.held = word.node, word.square, word.held
            if _open(state, on, deeper):
                _push(word, deeper)
                depth += 1
    return written


@inline
def _must_miss(words, run, touch, needed):
    """Return whether a word that has not reached `touch` cannot have one of the letters `needed` there."""
    distance = touch - run.square
    return 0 <= distance < words.ahead.shape[1] and words.ahead[run.node, distance] & needed == 0


@inline
def _next_code(frame):
    """Take the next tile to lay from a frame, or NO_CODE."""
    if frame.letters:
        letter = lowest(frame.letters)
        frame.letters &= frame.letters - np.uint64(1)
        return letter
    if frame.blanks:
        letter = lowest(frame.blanks)
        frame.blanks &= frame.blanks - np.uint64(1)
        return letter | BLANK
    return np.int64(NO_CODE)


@inline
def _lay(state, on, frame, code):
    """Lay a tile on the square of a frame: the run behind it."""
    words, letter = state.words, code & (BLANK - 1)
    node = np.int64(words.child[frame.node, letter])
    is_word = (words.ends[frame.node] >> np.uint64(letter)) & np.uint64(1) != 0
    return _follow(state, state.board.letters[on.direction, on.line], frame.square + 1, node, is_word)


@inline
def _longer(state, on, frame, code, run):
    """The word of a frame with one more tile, and with the run of tiles behind it."""
    board, at = state.board, frame.square
    points = np.int64(board.values[code]) * board.letter_multiplier[on.direction, on.line, at]
    times = np.int64(board.word_multiplier[on.direction, on.line, at])
    cross_score = np.int64(board.cross_scores[on.direction, on.line, at])
    kind = kind_of_tile(state.hands, on.side, code)
    tile = tile_of(kind)
    held = frame.held
    if count_of(frame.rack, kind) == 1:
        held &= ~(np.uint64(1) << np.uint64(0 if code >= BLANK else code))
    return PartialWord(
        run.node,
        run.square,
        run.is_word,
        held,
        np.uint32(frame.rack - tile),
        np.uint32(frame.squares | bit_of(at)),
        np.uint32(frame.tiles + tile),
        frame.codes | (np.int64(code) << (CODE_BITS * frame.laid)),
        frame.main + points + run.points,
        frame.multiplier * times,
        frame.crosses + ((points + cross_score) * times if cross_score >= 0 else np.int64(0)),
        frame.face + board.values[code],
        frame.laid + 1,
    )


@inline
def _is_one_across(board, on, frame, word):
    """Return whether a play of one tile down also forms a word across, and is generated there."""
    return (
        word.laid == 1
        and on.direction != ACROSS
        and board.cross_scores[on.direction, on.line, frame.square] >= 0
    )


@inline
def _write(state, on, word, play):
    """Write a word as a play."""
    play.move = pack(on.direction, on.line, lowest(np.uint64(word.squares)), word.laid, word.codes)
    play.tiles, play.squares = word.tiles, word.squares
    play.score = word.main * word.multiplier + word.crosses
    if word.laid >= state.rules[BINGO_LENGTH]:
        play.score += state.rules[BINGO_BONUS]
    play.face, play.laid = word.face, word.laid


@inline
def _push(word, frame):
    """Continue a frame from a word; what can be laid there has been found."""
    frame.rack, frame.squares, frame.tiles, frame.codes = word.rack, word.squares, word.tiles, word.codes
    frame.main, frame.multiplier, frame.crosses = word.main, word.multiplier, word.crosses
    frame.face, frame.laid = word.face, word.laid
