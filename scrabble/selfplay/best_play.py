"""The best play of any rack on any board, for games from the full bag.

    find_best(position, side, worth)   best      the play with the largest  TENTHS * score + worth[kept]
                                     playable  the tiles that occur in some play
                                     plays     the number of plays

The words are laid out once, and each call compiles the board and the rack into the same arrays.  The kernel
evaluates plays as it generates them; only the best one becomes an object.

    kept     a sub-rack as one number, mixed radix: sum over the types of count x stride
             rack AAE?: strides ?: 1, A: 2, E: 6      ?A = 1 + 2 = 3      all of it = 11, nothing = 0
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bstar.jit import compiled
from scrabble.game.board import BoardLayout, empty_squares
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import NO_KIND, compile_position
from scrabble.movegen.cross_sets import fill
from scrabble.movegen.generator import NO_ROOM, PLAY, LineContext, MoveGenerator, line_plays, new_generator
from scrabble.movegen.packed_move import unpack
from scrabble.movegen.packed_rack import TYPES, count_of, counts_of, packed_rack
from scrabble.movegen.state import GameState

TENTHS = 10  # the unit of worth is a tenth of a point
PLAYS_IN_LINE = 1 << 14  # to begin with
MOVE, SCORE, VALUE, PLAYABLE, PLAYS = range(5)  # indices into `found`
FULL = -1


class FinderWorkspace(NamedTuple):
    """The work space of a finder, with a position whose board and racks change."""

    state: GameState
    generator: MoveGenerator
    plays: np.ndarray  # PLAY[P]       the plays of one line
    stride: np.ndarray  # int64[TYPES]  of the types of the rack
    start: np.ndarray  # int64[2]      row and column of the square that the first play covers
    found: np.ndarray  # int64[5]      MOVE, SCORE, VALUE, PLAYABLE, PLAYS


class BestPlay(NamedTuple):
    """The best play of a rack on a board, and the tiles that can be played."""

    best: Move | None  # None: there is no play
    score: int
    value: int  # TENTHS * score + worth of the leave
    playable: bytes  # the tiles that occur in some play, sorted, each once
    plays: int


def scan_plays(workspace: Any, side: Any, worth: Any) -> Any:
    """Evaluate every play of `side`; `worth` int64[sub-racks] is indexed by the leave.

    Return the number of plays, or FULL if a line has more plays than fit in the buffer.
    """
    state, found = workspace.state, workspace.found
    fill(state.words, state.board, workspace.start[0], workspace.start[1])
    rack = state.hands.racks[side]
    everything = worth.shape[0] - 1
    n = state.board.letters.shape[1]
    found[:] = 0
    for direction in range(2):
        for line in range(n):
            on = LineContext(np.int64(direction), np.int64(line), side, rack)
            count = line_plays(state, workspace.generator, on, workspace.plays, np.int64(0))
            if count == NO_ROOM:
                return np.int64(FULL)
            for index in range(count):
                play = workspace.plays[index]
                laid = np.int64(0)
                for kind in range(TYPES):
                    laid += count_of(play.tiles, kind) * workspace.stride[kind]
                found[PLAYABLE] |= np.int64(play.tiles)
                value = TENTHS * np.int64(play.score) + worth[everything - laid]
                if found[PLAYS] == 0 or value > found[VALUE]:
                    found[MOVE], found[SCORE], found[VALUE] = play.move, play.score, value
                found[PLAYS] += 1
    return found[PLAYS]


class MoveFinder:
    """Finds plays with one lexicon on one layout; holds the whole lexicon in compiled form."""

    def __init__(
        self, lexicon: Lexicon, layout: BoardLayout, rules: Rules, room: int = PLAYS_IN_LINE
    ) -> None:
        self.lexicon, self.layout, self.rules = lexicon, layout, rules
        everything = Position(  # a blank on each rack: every letter may be held
            lexicon.alphabet, layout, rules, empty_squares(layout), rack_codes=(b"\0", b"\0")
        )
        self._workspace = _new_workspace(compile_position(everything, lexicon), layout, room)
        self._scan = compiled(scan_plays)

    def find_best(
        self, position: Position, side: int = 0, worth: NDArray[np.int64] | None = None
    ) -> BestPlay:
        """Return the best play of a rack of `position`, side 0 on turn; without `worth` by score alone."""
        rack = position.rack_codes[side]
        counts = [rack.count(code) for code in sorted(set(rack))]
        if worth is None:
            worth = np.zeros(int(np.prod([count + 1 for count in counts], dtype=np.int64)), np.int64)
        self._set_up(position, side)
        while self._scan(self._workspace, side, worth) == FULL:
            self._workspace = self._workspace._replace(plays=np.zeros(2 * len(self._workspace.plays), PLAY))
        move, score, value, playable, plays = map(int, self._workspace.found)
        codes = (code for code, count in zip(sorted(set(rack)), counts_of(playable), strict=False) if count)
        return BestPlay(unpack(move, position) if plays else None, score, value, bytes(codes), plays)

    def _set_up(self, position: Position, side: int) -> None:
        """Write board and rack of a position into the work space."""
        letters, hands = self._workspace.state.board.letters, self._workspace.state.hands
        letters[0], letters[1] = position.squares, position.squares.T
        hands.kinds[side], hands.kind_of[side] = NO_KIND, NO_KIND
        stride = 1
        rack = position.rack_codes[side]
        codes = sorted(set(rack))
        for kind, code in enumerate(codes):
            hands.kinds[side, kind], hands.kind_of[side, code] = code, kind
            self._workspace.stride[kind] = stride
            stride *= rack.count(code) + 1
        hands.racks[side] = packed_rack(rack.count(code) for code in codes)


def _new_workspace(state: GameState, layout: BoardLayout, room: int) -> FinderWorkspace:
    return FinderWorkspace(
        state,
        new_generator(),
        np.zeros(room, PLAY),
        np.zeros(TYPES, np.int64),
        np.array(layout.start, np.int64),
        np.zeros(5, np.int64),
    )
