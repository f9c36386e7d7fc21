"""The words that a position can still form: the lexicon, pruned and laid out for the move generator.

    child[node, letter]   the node after one more letter
    accepts[node]         bit k is set: letter k leads on        0 is the root
    ends[node]            bit k is set: letter k ends a word
    ahead[node, d]        bit k is set: letter k may come after d more letters       ahead[node, 0] is accepts

A word can be formed only on some line, from some square, with the letters that lie there in their places
and the rest from the tiles in hand.  A walk over the lexicon marks the arcs of such words, and the marked
arcs are renumbered into a small table: about 1,400 nodes of 53,000 in an endgame without a blank, all in
the fastest memory.  The result is a superset by arcs, and every path in it is a word of the lexicon.  With a
blank in hand the walk takes far longer than what a smaller table saves: the whole lexicon is laid out, once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel, kernel_tuple
from scrabble.movegen.bits import lowest

LEAF = np.uint32(1 << 8)  # dawgdic: a word ends with this unit's label
CHECK = np.uint32(0x800000FF)
BLANK = 64  # the flag of a blank in the code of the letter it stands for
NO_NODE = -1
DISTANCES = 8  # letters that `ahead` looks behind, less one
NO_ARC = -1
NO_RUN = -1


@kernel_tuple
class PrunedWords(NamedTuple):
    """A pruned lexicon; node 0 is the root."""

    child: np.ndarray  # int32[nodes, letters + 1]
    accepts: np.ndarray  # uint64[nodes]
    ends: np.ndarray  # uint64[nodes]
    ahead: np.ndarray  # uint64[nodes, DISTANCES]


@kernel_tuple
class PruneWalk(NamedTuple):
    """A walk over the lexicon that marks words; in the arrays one row a letter of the word being spelt."""

    units: np.ndarray  # uint32[...]  the lexicon
    marked: np.ndarray  # bool[...]  the arcs of words that fit, by unit
    hand: np.ndarray  # int64[letters + 1]  tiles not in the word, by code
    base: np.ndarray  # int64[n + 2]  index ^ offset of the unit reached: names the node
    letter: np.ndarray  # int64[n + 2]  the next letter to try
    arc: np.ndarray  # int64[n + 2]  the unit reached


@kernel_tuple
class Runs(NamedTuple):
    """The runs of tiles on the lines of a board, listed by their first letters."""

    first: np.ndarray  # int64[letters + 1]  a run that begins with this letter, or NO_RUN
    next: np.ndarray  # int64[runs]  another one with the same first letter, or NO_RUN
    direction: np.ndarray  # int64[runs]
    line: np.ndarray  # int64[runs]
    square: np.ndarray  # int64[runs]  its first one
    room: np.ndarray  # int64[runs]  empty squares before it that a word can take


def prune(units: np.ndarray, letters: np.ndarray, hand: np.ndarray) -> PrunedWords:
    """Return the words that the tiles in `hand` can form, now or later, on the lines of a board.

    `units` uint32[...] is a dawgdic lexicon, `letters` uint8[2, n, n] the board along and across (0 empty,
    blanks flagged), `hand` int64[letters + 1] the tiles of both racks by code, none of them a blank.
    """
    return _laid_out(units, _marked(units, letters, hand), len(hand))


def all_words(units: np.ndarray, size: int) -> PrunedWords:
    """Return all words of a lexicon with `size` letters, unpruned."""
    return _laid_out(units, np.ones(len(units) + 256, np.bool_), size + 1)


def _laid_out(units: np.ndarray, marked: np.ndarray, width: int) -> PrunedWords:
    """Return the tables of the marked arcs, `width` numbers a node."""
    child = np.zeros((np.count_nonzero(marked) + 1, width), np.int32)
    accepts = np.zeros(len(child), np.uint64)
    ends = np.zeros(len(child), np.uint64)
    number = np.full(len(units) + 256, NO_NODE, np.int32)
    bases = np.zeros(len(child), np.int64)
    used = _renumber(units, marked, number, bases, child, accepts, ends)
    words = PrunedWords(child[:used], accepts[:used], ends[:used], np.zeros((used, DISTANCES), np.uint64))
    _look_ahead(words)
    return words


def _marked(units: np.ndarray, letters: np.ndarray, hand: np.ndarray) -> np.ndarray:
    """Return the arcs of the words that fit on some line, bool by unit."""
    marked = np.zeros(len(units) + 256, np.bool_)
    n = letters.shape[1]
    rows = [np.zeros(n + 2, np.int64) for _ in range(3)]
    most = n * (n + 1)  # runs: every other square of each line
    runs = Runs(np.full(len(hand), NO_RUN, np.int64), *(np.zeros(most, np.int64) for _ in range(5)))
    _mark_board(PruneWalk(units, marked, hand.copy(), *rows), letters, runs)
    return marked


@inline
def _base(units, index):
    unit = units[index]
    return index ^ np.int64((unit >> np.uint32(10)) << ((unit & np.uint32(0x200)) >> np.uint32(6)))


@inline
def _follow(units, base, letter):
    """The unit of the arc with this letter, or NO_ARC."""
    arc = base ^ letter
    if arc < units.shape[0] and units[arc] & CHECK == np.uint32(letter):
        return arc
    return np.int64(NO_ARC)


@kernel
def _mark_board(walk, letters, runs):
    """Mark the arcs of the words that fit on an empty line, and on some line of the board.

    What a word has before the first run of tiles that it goes through is spelt with the hand alone, so one
    walk over all that the hand can spell meets the beginnings of all words on all lines.
    """
    n = letters.shape[1]
    _list_runs(letters, runs)
    depth = np.int64(0)
    walk.base[0] = _base(walk.units, np.int64(0))
    done = _mark_through_runs(walk, letters, runs, depth, np.int64(0))  # arcs 1..done of the path are marked
    walk.letter[0] = 1
    while depth >= 0:
        letter = walk.letter[depth]
        if depth == n or letter == walk.hand.shape[0]:
            depth -= 1
            done = min(done, depth)
            if depth >= 0:
                walk.hand[walk.letter[depth] - 1] += 1
            continue
        walk.letter[depth] = letter + 1
        if walk.hand[letter] == 0:
            continue
        arc = _follow(walk.units, walk.base[depth], letter)
        if arc == NO_ARC:
            continue
        walk.hand[letter] -= 1
        depth += 1
        _step(walk, depth, arc)
        if walk.units[arc] & LEAF:
            done = _mark_path(walk, done, depth)
        done = _mark_through_runs(walk, letters, runs, depth, done)
        walk.letter[depth] = 1


@inline
def _list_runs(letters, runs):
    """Find the runs of tiles on all lines."""
    n = letters.shape[1]
    found = np.int64(0)
    for direction in range(2):
        for line in range(n):
            start = np.int64(0)  # a word may begin there, or on an empty square behind it
            for square in range(n):
                if letters[direction, line, square] == 0:
                    continue
                if square == 0 or letters[direction, line, square - 1] == 0:
                    letter = np.int64(letters[direction, line, square]) & (BLANK - 1)
                    runs.direction[found] = direction
                    runs.line[found] = line
                    runs.square[found] = square
                    runs.room[found] = square - start
                    runs.next[found] = runs.first[letter]
                    runs.first[letter] = found
                    found += 1
                start = square + 2


@inline
def _mark_through_runs(walk, letters, runs, depth, done):
    """Mark the words that go on from the node at `depth` with a run of tiles.

    Return how many arcs of the path are marked, as the functions below do.
    """
    for letter in range(1, walk.hand.shape[0]):
        run = runs.first[letter]
        if run == NO_RUN or _follow(walk.units, walk.base[depth], np.int64(letter)) == NO_ARC:
            continue
        while run != NO_RUN:
            if runs.room[run] >= depth:
                squares = letters[runs.direction[run], runs.line[run]]
                done = _mark_line(walk, squares, runs.square[run], depth, done)
            run = runs.next[run]
    return done


@inline
def _mark_line(walk, squares, first, start, done):
    """Mark the words that go on from the node at depth `start` with the square `first` of a line."""
    n = squares.shape[0]
    depth = start
    walk.letter[depth] = 1
    while True:
        square = first + depth - start
        fixed = square < n and squares[square] != 0
        letter = walk.letter[depth]
        if square == n or letter > (1 if fixed else walk.hand.shape[0] - 1):
            if depth == start:
                return min(done, start)
            depth -= 1
            done = min(done, depth)
            if squares[square - 1] == 0:
                walk.hand[walk.letter[depth] - 1] += 1
            continue
        walk.letter[depth] = letter + 1
        if fixed:
            letter = np.int64(squares[square]) & (BLANK - 1)
        elif walk.hand[letter] == 0:
            continue
        arc = _follow(walk.units, walk.base[depth], letter)
        if arc == NO_ARC:
            continue
        depth += 1
        _step(walk, depth, arc)
        if not fixed:
            walk.hand[letter] -= 1
        if walk.units[arc] & LEAF and (square + 1 == n or squares[square + 1] == 0):
            done = _mark_path(walk, done, depth)


@inline
def _step(walk, depth, arc):
    """Go on along an arc."""
    walk.arc[depth] = arc
    walk.base[depth] = _base(walk.units, arc)
    walk.letter[depth] = 1


@inline
def _mark_path(walk, done, depth):
    """Mark the arcs of a word behind the first `done` ones; return how many are marked."""
    while done < depth:
        done += 1
        walk.marked[walk.arc[done]] = True
    return done


@kernel
def _renumber(units, marked, number, bases, child, accepts, ends):
    """Fill the tables breadth-first from the marked arcs; return the number of nodes.

    `number` int32[units] holds the node of each unit by the base of its arcs, NO_NODE at first; `bases` int64
    has room for the base of each node.
    """
    size = child.shape[1] - 1
    bases[0] = _base(units, np.int64(0))
    number[bases[0]] = 0
    used = 1
    node = 0
    while node < used:
        for letter in range(1, size + 1):
            arc = bases[node] ^ letter
            if arc < units.shape[0] and marked[arc] and units[arc] & CHECK == np.uint32(letter):
                base = _base(units, np.int64(arc))
                if number[base] == NO_NODE:
                    number[base] = used
                    bases[used] = base
                    used += 1
                child[node, letter] = number[base]
                accepts[node] |= np.uint64(1) << np.uint64(letter)
                if units[arc] & LEAF:
                    ends[node] |= np.uint64(1) << np.uint64(letter)
        node += 1
    return used


@kernel
def _look_ahead(words):
    """Fill `ahead`."""
    for node in range(words.child.shape[0]):
        words.ahead[node, 0] = words.accepts[node]
    for distance in range(1, words.ahead.shape[1]):
        for node in range(words.child.shape[0]):
            letters, waiting = np.uint64(0), words.accepts[node]
            while waiting:
                letter = lowest(waiting)
                waiting &= waiting - np.uint64(1)
                letters |= words.ahead[words.child[node, letter], distance - 1]
            words.ahead[node, distance] = letters


@inline
def run_node(words, squares, start, end):
    """The node after the letters on squares `start` .. `end` - 1 of a line; NO_NODE if no word begins so."""
    node = np.int64(0)
    for square in range(start, end):
        letter = np.int64(squares[square]) & (BLANK - 1)
        if (words.accepts[node] >> np.uint64(letter)) & np.uint64(1) == 0:
            return np.int64(NO_NODE)
        node = np.int64(words.child[node, letter])
    return node


@inline
def completions(words, squares, start, square, end, letters):
    """Those of `letters`, a bit mask, that make a word of the squares `start` to `end` - 1 of a line, where
    `square` is empty."""
    node = run_node(words, squares, start, square)
    if node == NO_NODE:
        return np.uint64(0)
    if end == square + 1:
        return words.ends[node] & letters
    fitting = np.uint64(0)
    waiting = words.accepts[node] & letters
    while waiting:
        letter = lowest(waiting)
        waiting &= waiting - np.uint64(1)
        after = np.int64(words.child[node, letter])
        good = True
        for behind in range(square + 1, end):
            code = np.uint64(squares[behind] & np.uint8(BLANK - 1))
            if (words.accepts[after] >> code) & np.uint64(1) == 0:
                good = False
                break
            if behind == end - 1:
                good = (words.ends[after] >> code) & np.uint64(1) != 0
            after = np.int64(words.child[after, np.int64(code)])
        if good:
            fitting |= np.uint64(1) << np.uint64(letter)
    return fitting
