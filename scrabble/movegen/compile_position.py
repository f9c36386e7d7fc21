"""From a position to its compiled form.

The lexicon is laid out once, cross information and keys are computed afresh, and the racks are packed.
Side 0 is the one on turn.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from bstar.jit import kernel
from scrabble.game.position import Position, PositionError
from scrabble.game.rules import Rules
from scrabble.lexicon import Lexicon
from scrabble.movegen.cross_sets import EVERY_LETTER, NO_WORD, RUNS, CompiledBoard, fill
from scrabble.movegen.features import ALL_FEATURES, SearchFeatures
from scrabble.movegen.packed_rack import TYPES, packed_rack
from scrabble.movegen.scoring import BINGO_BONUS, BINGO_LENGTH, LOSS, OUT, ZERO_IS_SCORELESS, ZEROS_AFTER_PLAY
from scrabble.movegen.state import ZEROS_LEFT, GameState, RackPair, least_equal_zeros, new_log
from scrabble.movegen.word_table import BLANK, WordTable, all_words

NO_KIND = 127


def compile_position(
    position: Position,
    lexicon: Lexicon,
    features: SearchFeatures = ALL_FEATURES,
    bag: bytes = b"",
) -> GameState:
    """Return the compiled form of an endgame position; raises PositionError when its racks do not fit.

    The tiles in `bag` may come into play, too (movegen/redeal).
    """
    alphabet, rules, n = position.alphabet, position.rules, position.layout.size
    if rules.scoreless_turns_limit is None:
        raise PositionError(
            f"the rule set {rules.name} has no end by scoreless turns: an endgame could go on for ever"
        )
    for rack in position.rack_codes:
        if len(set(rack)) > TYPES or len(rack) > 7:
            raise PositionError(
                f"rack of {len(rack)} tiles, at most 7 can be searched: {alphabet.decode(rack)!r}"
            )
    hand = np.zeros(alphabet.size + 1, np.int64)
    for code in b"".join((*position.rack_codes, bag)):
        hand[code] += 1
    state = GameState(
        words=_words(lexicon, alphabet.size),
        board=_new_board(position, hand, features),
        hands=new_hands(position.rack_codes, _types(position.rack_codes)),
        log=new_log(n),
        now=np.zeros(3, np.int64),
        board_key=np.zeros(1, np.uint64),
        rules=_new_rules(rules),
    )
    row, column = position.layout.start
    _start(state, rules.scoreless_turns_limit - position.scoreless_turns, row, column)
    return state


def _words(lexicon: Lexicon, size: int) -> WordTable:
    """Return the words of a lexicon with `size` letters, which are laid out once."""
    found = _all_words.get(lexicon)
    if found is None or found.child.shape[1] != size + 1:
        found = _all_words[lexicon] = all_words(lexicon.units, size)
    return found


_all_words: WeakKeyDictionary[Lexicon, WordTable] = WeakKeyDictionary()


def _new_board(position: Position, hand: np.ndarray, features: SearchFeatures) -> CompiledBoard:
    """The board with nothing computed yet that is derived from its letters; `hand` counts tiles by code."""
    n, layout = position.layout.size, position.layout
    letters = np.stack([position.squares, position.squares.T]).astype(np.uint8)
    codes = [code for code in range(1, len(hand)) if hand[code]]
    held = EVERY_LETTER if hand[0] else np.uint64(sum(1 << code for code in codes))
    return CompiledBoard(
        letters=np.ascontiguousarray(letters),
        occupied=np.zeros((2, n), np.uint32),
        cross_sets=np.full((2, n, n), EVERY_LETTER, np.uint64),
        cross_scores=np.full((2, n, n), NO_WORD, np.int32),
        line_keys=np.zeros((2, n), np.uint64),
        letter_multiplier=_both_ways(layout.letter_multiplier),
        word_multiplier=_both_ways(layout.word_multiplier),
        values=np.array([_value(position, code) for code in range(128)], np.int32),
        held=np.array([held], np.uint64),
        runs=np.zeros((RUNS, 2), np.uint64),
        refreshes_all=np.array([not features.incremental_cross_sets]),
    )


def _new_rules(rules: Rules) -> np.ndarray:
    """The rules by name, int64[6]; ZEROS_AFTER_PLAY is the true number here."""
    numbers = np.zeros(6, np.int64)
    numbers[BINGO_LENGTH], numbers[BINGO_BONUS] = rules.bingo_length, rules.bingo_bonus
    numbers[OUT], numbers[LOSS] = rules.out_gain + rules.out_loss, rules.scoreless_loss
    numbers[ZEROS_AFTER_PLAY] = rules.scoreless_turns_limit
    numbers[ZERO_IS_SCORELESS] = rules.zero_play_is_scoreless
    return numbers


def _value(position: Position, code: int) -> int:
    # code 0 is a blank on a rack; on the board it is an empty square and never looked up
    return 0 if code >= BLANK or code > position.alphabet.size else position.alphabet.values[code]


def _both_ways(multiplier: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(np.stack([multiplier, multiplier.T]).astype(np.int32))


def _types(racks: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """The types of the tiles on each rack, in order."""
    mine, theirs = (bytes(sorted(set(rack))) for rack in racks)
    return mine, theirs


def new_hands(racks: tuple[bytes, bytes], types: tuple[bytes, bytes]) -> RackPair:
    """Pack racks whose tiles are of these types, at most TYPES a side, each once and in order."""
    kinds = np.full((2, TYPES), NO_KIND, np.uint8)
    kind_of = np.full((2, BLANK), NO_KIND, np.uint8)
    packed = np.zeros(2, np.uint32)
    for side in range(2):
        for kind, code in enumerate(types[side]):
            kinds[side, kind] = code
            kind_of[side, code] = kind
        packed[side] = packed_rack(racks[side].count(code) for code in types[side])
    return RackPair(packed, kinds, kind_of, np.arange(2, dtype=np.uint64))


@kernel
def _start(state, zeros_left, row, column):
    """Compute what is derived: cross information, line keys, the scoreless turns to go."""
    fill(state.words, state.board, row, column)
    state.rules[ZEROS_AFTER_PLAY] = least_equal_zeros(state, state.rules[ZEROS_AFTER_PLAY])
    state.now[ZEROS_LEFT] = zeros_left  # the true number: after a pass, `least_equal_zeros` comes in
