"""The rules of one position as nodes need them, for the writer and the checker of certificates.

The bound "passes" is the most that a side can make if the opponent only passes from now on.  A pass is always
legal, so the side can do no better against other play (bounds/README.md, T2a).  It is the best sequence of
plays, each on the board that the previous ones leave, including the end of the game: going out, or scoreless
turns, which may end it at any time.

Plays are generated in plain Python: line by line, from every square, along the tree of words.  The plays on a
line depend on its tiles, on the tiles across its empty squares, and on the rack; each result is cached.

    contexts     . . 3 . 0      a number for the tiles before and after a square, across the line; 0: none
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scrabble.certificate.game import (
    BLANK,
    LETTER,
    PASS,
    CheckedGame,
    Notation,
    Play,
    PlayResult,
    State,
    board_after,
    footprint,
    from_position,
    rack_after,
    score_of,
    turn,
)
from scrabble.game.position import Position

MOST_PLAYS, MOST_BOARDS = 1 << 20, 1 << 17  # that are kept; then all is forgotten
MOST_KEPT = 1 << 18  # bounds against passes
MOST_TILES = 3  # of the side that plays
Found = tuple[tuple[Play, int], ...]  # plays with their points


class _Line(NamedTuple):
    """A row or column, with its cross-checks."""

    number: int  # rows first, then columns
    tiles: bytes
    contexts: tuple[int, ...]  # of each square
    is_first: bool  # the board is empty


class _CrossCheck(NamedTuple):
    """The cross-check of an empty square: tiles across the line, and the letters that fit."""

    fits: frozenset[int]  # the letters that make a word there
    points: int


END = 0  # the key of the end of a word


class WordTree:
    """Words with a common beginning, by what comes next: next[1].next[20].next[END] is AT."""

    def __init__(self, words: list[bytes], length: int = 0) -> None:
        self._words, self._length = words, length

    @functools.cached_property
    def next(self) -> dict[int, WordTree]:
        """What follows, by the code of the next tile; found at first use, as most is never read."""
        by_tile: dict[int, list[bytes]] = {}
        for word in self._words:
            tile = word[self._length] if self._length < len(word) else END
            by_tile.setdefault(tile, []).append(word)
        return {tile: WordTree(words, self._length + 1) for tile, words in by_tile.items()}


class PlayGenerator:
    """Generator of the legal plays of a game, with a cache."""

    def __init__(self, game: CheckedGame) -> None:
        self.game, self._tree = game, WordTree(sorted(game.lexicon))
        size, cells = game.size, range(game.size * game.size)
        squares = [cells[row * size : (row + 1) * size] for row in range(size)]
        self._squares = [*squares, *(cells[column::size] for column in range(size))]
        self._letters = [bytes(game.letters[square] for square in line) for line in self._squares]
        self._words = [bytes(game.words[square] for square in line) for line in self._squares]
        self._contexts: list[_CrossCheck] = [_CrossCheck(frozenset(), 0)]
        self._context_of: dict[tuple[bytes, bytes], int] = {(b"", b""): 0}
        self._across: dict[bytes, tuple[int, ...]] = {}
        self._forget()

    def _forget(self) -> None:
        """Clear the caches, which grow with the number of positions."""
        self._lines: list[_Line] = []
        self._line_of: dict[_Line, int] = {}
        self._boards: dict[bytes, tuple[int, ...]] = {}
        self._found: dict[bytes, dict[int, Found]] = {}
        self._kept = 0

    def of(self, board: bytes, rack: bytes) -> list[tuple[Play, int]]:
        """Return every legal play of a rack with its score, without the pass."""
        if self._kept > MOST_PLAYS or len(self._boards) > MOST_BOARDS:
            self._forget()
        numbers = self._boards.get(board)
        if numbers is None:
            numbers = self._boards[board] = self._numbers(board)
        known = self._found.setdefault(rack, {})
        every: list[tuple[Play, int]] = []
        for number in numbers:
            found = known.get(number)
            if found is None:
                found = known[number] = self._on(self._lines[number], rack)
                self._kept += 1 + len(found)
            every += found
        return every

    def _numbers(self, board: bytes) -> tuple[int, ...]:
        """Return the lines of a board, by number."""
        size, is_first = self.game.size, not any(board)
        rows = [board[row * size : (row + 1) * size] for row in range(size)]
        columns = [board[column::size] for column in range(size)]
        by_row = zip(*map(self._contexts_along, columns), strict=True)
        by_column = zip(*map(self._contexts_along, rows), strict=True)
        lines = zip([*rows, *columns], [*by_row, *by_column], strict=True)
        return tuple(
            self._number(_Line(number, tiles, contexts, is_first))
            for number, (tiles, contexts) in enumerate(lines)
        )

    def _number(self, line: _Line) -> int:
        number = self._line_of.setdefault(line, len(self._lines))
        if number == len(self._lines):
            self._lines.append(line)
        return number

    def _contexts_along(self, tiles: bytes) -> tuple[int, ...]:
        """Return the tiles before and after each square of a line, as seen from the lines across it."""
        known = self._across.get(tiles)
        if known is None:
            around = (
                (b"", b"") if tile else (tiles[:at].rpartition(b"\0")[2], tiles[at + 1 :].partition(b"\0")[0])
                for at, tile in enumerate(tiles)
            )
            known = self._across[tiles] = tuple(self._context(*each) for each in around)
        return known

    def _context(self, before: bytes, after: bytes) -> int:
        number = self._context_of.setdefault((before, after), len(self._contexts))
        if number == len(self._contexts):
            spelt = [bytes(tile & LETTER for tile in part) for part in (before, after)]
            letters = range(1, BLANK)
            known = self.game.lexicon
            fits = frozenset(each for each in letters if spelt[0] + bytes([each]) + spelt[1] in known)
            self._contexts.append(_CrossCheck(fits, self.game.value(before + after)))
        return number

    def _on(self, line: _Line, rack: bytes) -> Found:
        """Return all plays along a line."""
        anchors = self._anchors(line)
        if not any(anchors):
            return ()
        walk = _LineWalk(self, line, anchors)
        for start in range(self.game.size):
            if start == 0 or not line.tiles[start - 1]:
                walk.start = start
                walk.extend(start, self._tree, rack, _PartialWord(), False)
        return tuple(walk.found)

    def _anchors(self, line: _Line) -> list[bool]:
        """Return the anchors: empty squares where a new tile connects a play to the board."""
        if line.is_first:
            return [square == self.game.start for square in self._squares[line.number]]
        beside = b"\0" + line.tiles + b"\0"
        return [
            not tile and bool(context or beside[at] or beside[at + 2])
            for at, (tile, context) in enumerate(zip(line.tiles, line.contexts, strict=True))
        ]


class _PartialWord(NamedTuple):
    """The new tiles of an unfinished word, and their points."""

    places: tuple[int, ...] = ()  # on the line, of new tiles
    tiles: tuple[int, ...] = ()
    main: int = 0  # points of the word along the line, but for its premium
    factor: int = 1
    across: int = 0  # points of the words across it


class _LineWalk:
    """A depth-first walk along one line."""

    def __init__(self, plays: PlayGenerator, line: _Line, anchors: list[bool]) -> None:
        self.game, self.line, self.anchors, self.start = plays.game, line, anchors, 0
        self.squares = plays._squares[line.number]
        self.letters, self.words = plays._letters[line.number], plays._words[line.number]
        self.contexts = [plays._contexts[context] for context in line.contexts]
        self.is_down = line.number >= self.game.size
        self.needed = self._tiles_to_touch()
        self.found: list[tuple[Play, int]] = []

    def _tiles_to_touch(self) -> list[int]:
        """Return for each square the number of new tiles from there to the first anchor."""
        size = self.game.size
        needed = [size + 1] * (size + 1)
        for at in range(size - 1, -1, -1):
            if self.anchors[at]:
                needed[at] = 1
            else:
                needed[at] = needed[at + 1] + (not self.line.tiles[at])
        return needed

    def extend(self, at: int, node: WordTree, rest: bytes, partial: _PartialWord, is_tied: bool) -> None:
        """Extend a word by the square `at`."""
        is_edge = at == len(self.line.tiles)
        if is_tied and END in node.next and at - self.start > 1 and (is_edge or not self.line.tiles[at]):
            self._record(partial)
        if is_edge or not (is_tied or self.needed[at] <= len(rest)):
            return
        tile = self.line.tiles[at]
        if tile:
            child = node.next.get(tile & LETTER)
            if child is not None:
                main = partial.main + self.game.values[tile]
                self.extend(at + 1, child, rest, partial._replace(main=main), is_tied)
            return
        is_tied = is_tied or self.anchors[at]
        last = -1
        for index, tile in enumerate(rest):
            if tile == last:
                continue
            last = tile
            left = rest[:index] + rest[index + 1 :]
            if tile:
                if tile in node.next and self._fits(at, tile):
                    self.extend(at + 1, node.next[tile], left, self._with(partial, at, tile), is_tied)
                continue
            for letter, child in node.next.items():
                if letter != END and self._fits(at, letter):
                    self.extend(at + 1, child, left, self._with(partial, at, letter | BLANK), is_tied)

    def _fits(self, at: int, letter: int) -> bool:
        return not self.line.contexts[at] or letter in self.contexts[at].fits

    def _with(self, partial: _PartialWord, at: int, tile: int) -> _PartialWord:
        points, factor = self.game.values[tile] * self.letters[at], self.words[at]
        across = (points + self.contexts[at].points) * factor if self.line.contexts[at] else 0
        return _PartialWord(
            (*partial.places, at),
            (*partial.tiles, tile),
            partial.main + points,
            partial.factor * factor,
            partial.across + across,
        )

    def _record(self, partial: _PartialWord) -> None:
        """Record a word that ends here; a single tile that also makes a word across counts there."""
        places = partial.places
        if self.is_down and len(places) == 1 and self.line.contexts[places[0]]:
            return
        rules = self.game.rules
        bonus = rules.bingo_bonus if len(places) >= rules.bingo_length else 0
        play = Play(tuple(self.squares[at] for at in places), bytes(partial.tiles))
        self.found.append((play, partial.main * partial.factor + partial.across + bonus))


class PassBound:
    """The bound against passes, with a cache."""

    def __init__(self, game: CheckedGame, plays: PlayGenerator) -> None:
        self.game, self.plays = game, plays
        self._known: dict[tuple[bytes, bytes, int], int] = {}

    def most(self, board: bytes, rack: bytes, others: int) -> int:
        """Return the most that the side with `rack` makes; `others` is the value of the other rack."""
        key = board, rack, others
        best = self._known.get(key)
        if best is not None:
            return best
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        rules = self.game.rules
        best = rules.loss * (others - self.game.value(rack))
        for play, score in self.plays.of(board, rack):
            rest = rack_after(rack, play)
            if rest:
                best = max(best, score + self.most(board_after(board, play), rest, others))
            else:
                best = max(best, score + rules.out * others)
        self._known[key] = best
        return best


class OutReply(NamedTuple):
    """A play that goes out, on the board before the move it answers."""

    play: Play
    gain: int  # without what the move leaves
    footprint: frozenset[int]


class Rulebook:
    """The moves, replies and bound against passes of one position."""

    def __init__(self, position: Position, words: Iterable[str]) -> None:
        self.game, self.start = from_position(position, words)
        self.plays = PlayGenerator(self.game)
        self.solitaire = PassBound(self.game, self.plays)
        self.notation = Notation(self.game, position.alphabet)

    def turn(self, state: State, play: Play) -> PlayResult | None:
        """Return the result of a move, or None if it is illegal."""
        if play.is_pass:
            return turn(self.game, state, PASS, 0)
        score = score_of(self.game, state.board, play)
        if score is None or rack_after(state.mine, play) is None:
            return None
        return turn(self.game, state, play, score)

    def turns(self, state: State) -> Iterator[tuple[Play, PlayResult]]:
        """Yield every legal move, including the pass, with its result."""
        yield PASS, turn(self.game, state, PASS, 0)
        for play, score in self.plays.of(state.board, state.mine):
            yield play, turn(self.game, state, play, score)

    def reply(self, state: State, play: Play) -> OutReply | None:
        """Return a play with which the opponent goes out on the present board, or None."""
        score = score_of(self.game, state.board, play)
        if score is None or rack_after(state.other, play) != b"":
            return None
        return OutReply(play, score, footprint(self.game, state.board, play))

    def answers(self, reply: OutReply, play: Play, after: State, needed: int) -> bool:
        """Return whether a reply gains `needed` after a play; an untouched footprint leaves it unchanged."""
        out = self.game.rules.out * self.game.value(after.other)
        if reply.footprint.isdisjoint(play.squares):
            return reply.gain + out >= needed
        score = score_of(self.game, after.board, reply.play)
        return score is not None and score + out >= needed

    def most(self, after: State) -> int:
        """Return the most that the side that has just moved makes if the opponent only passes."""
        return self.solitaire.most(after.board, after.other, self.game.value(after.mine))
