"""Score caps: the most that a side can score, by arithmetic alone, so that all bounds are finite.

The opponent may always pass, so a side's best total against passes is at least its total against real play,
and the same holds for the opponent (bounds/README.md, T2a, T2b, T5).  Then only one side lays tiles, n of
them, in any number of plays:

    word        lies on a run of squares between empty ones or edges, of which at most n are empty now; each
                of those e gets one of my tiles, k of them in the play that is counted, e - k in plays before:
                    word <= (the k best word premiums) x (tiles there now + the e best of mine, the best of
                             them on the k best letter premiums)
    play        of k tiles: a main word and at most k words across it, each with one new tile; a bonus
    all plays   the tiles laid after each play, c of n, are so many that e <= c: the best sum over all ways
                to go from 0 to n

After a move of mine that lays s tiles the opponent's words may hold those as well: e <= s + c.

    gain - plays of the opponent - end  <=  worth of a move  <=  gain + my further plays + end

No word is looked up and no square is remembered from play to play: the caps are wide, but proven and quick.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrabble.game.board import Squares
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, Alphabet

Numbers = NDArray[np.int64]


class ScoreCaps(NamedTuple):
    """Bounds on the values of a position's moves; tables by the number of tiles that a move lays."""

    rules: Rules
    alphabet: Alphabet
    racks: tuple[int, int]  # points of the tiles of either side, the player on turn first
    own: tuple[int, ...]  # what the player on turn still makes at most
    other: tuple[int, ...]  # what the other side makes at most

    def of(self, move: Move, gain: int) -> tuple[int, int]:
        """The least and the most that a move may be worth: lower <= worth <= upper."""
        mine, theirs = self.racks
        laid = [code for code in move.tiles if code]
        left = mine - self.alphabet.value(laid)
        most = gain + self.own[len(laid)] + _end(self.rules, left, theirs)
        least = gain - self.other[len(laid)] - _end(self.rules, theirs, left)
        return least, most


def score_caps(position: Position) -> ScoreCaps:
    """Return the caps of a position."""
    alphabet, (mine, theirs) = position.alphabet, position.rack_codes
    own, other = ([max(0, alphabet.value_of(code)) for code in rack] for rack in (mine, theirs))
    runs = _runs(position, len(own) + len(other))
    mine_alone, theirs_after = _words(runs, own, len(own)), _words(runs, own + other, len(other))
    counts = range(len(own) + 1)
    return ScoreCaps(
        position.rules,
        alphabet,
        (alphabet.value(mine), alphabet.value(theirs)),
        tuple(_plays(position, mine_alone, laid, len(own)) for laid in counts),
        tuple(_plays(position, theirs_after, laid, laid + len(other)) for laid in counts),
    )


def _end(rules: Rules, left: int, others: int) -> int:
    """Return the most that the end brings a side with `left` points on its rack, `others` on the other."""
    out, loss = rules.out_gain + rules.out_loss, rules.scoreless_loss
    return max(out * others, loss * others, loss * (others - left))


def _plays(position: Position, words: Numbers, first: int, last: int) -> int:
    """The most that plays make which bring the number of new tiles on the board from `first` to `last`."""
    rules, best = position.rules, [0] * (last + 1)
    for before in range(last - 1, first - 1, -1):
        for laid in range(1, last - before + 1):
            bonus = rules.bingo_bonus if laid >= rules.bingo_length else 0
            across = laid * int(words[1, before + 1])
            score = int(words[laid, before + laid]) + across + bonus
            best[before] = max(best[before], score + best[before + laid])
    return best[first]


class _Runs(NamedTuple):
    """The runs of squares that a word with new tiles can lie on."""

    empty: Numbers  # int64[R]      squares without a tile now
    old: Numbers  # int64[R]        points of the tiles there now
    letters: Numbers  # int64[R, n]    letter premiums of the empty squares, the greatest first
    words: Numbers  # int64[R, n]      word premiums, the same


def _runs(position: Position, most: int) -> _Runs:
    """Return the runs with at most `most` empty squares; a word ends where the next square is empty."""
    size, layout = position.layout.size, position.layout
    values = np.full(2 * BLANK, position.alphabet.values[0])  # a blank's, but for the letters
    values[: position.alphabet.size + 1] = 0, *position.alphabet.values[1:]
    lines = np.concatenate([position.squares, position.squares.T]).astype(np.int64)
    first, last = np.triu_indices(size, 1)
    before = _sums_before(lines == 0)
    empty = before[:, last + 1] - before[:, first]
    is_old = np.pad(lines > 0, ((0, 0), (1, 1)))
    line, run = np.nonzero((empty > 0) & (empty <= most) & ~is_old[:, first] & ~is_old[:, last + 2])
    first, last, at = first[run, None], last[run, None], np.arange(size)
    is_empty = (first <= at) & (at <= last) & (lines[line] == 0)

    def premiums(squares: Squares) -> Numbers:
        both = np.concatenate([squares, squares.T]).astype(np.int64)
        return -np.sort(np.where(is_empty, -both[line], -1), axis=1)

    points = _sums_before(values[lines])
    old = points[line, last[:, 0] + 1] - points[line, first[:, 0]]
    return _Runs(empty[line, run], old, premiums(layout.letter_multiplier), premiums(layout.word_multiplier))


def _sums_before(numbers: NDArray[Any]) -> Numbers:
    """Return the sums of the numbers before each place of each row, int64[rows, columns + 1]."""
    return np.pad(numbers.cumsum(axis=1, dtype=np.int64), ((0, 0), (1, 0)))


def _words(runs: _Runs, values: list[int], most: int) -> Numbers:
    """The best word, int64[most + 1, tiles + 1], by new tiles and the most squares that are empty now."""
    points = np.sort(np.array([*values, *[0] * runs.letters.shape[1]], np.int64))[::-1]
    tiles = points.cumsum()[runs.empty - 1]
    premiums = (points[: runs.letters.shape[1]] * (runs.letters - 1)).cumsum(axis=1)
    factors = runs.words.cumprod(axis=1)
    best = np.zeros((most + 1, len(values) + 1), np.int64)
    for laid in range(1, min(most, runs.letters.shape[1]) + 1):
        fits = (laid <= runs.empty) & (runs.empty <= len(values))
        scores = factors[:, laid - 1] * (runs.old + tiles + premiums[:, laid - 1])
        np.maximum.at(best[laid], runs.empty[fits], scores[fits])
    return np.maximum.accumulate(best, axis=1)
