"""The checker of certificates: verifies every step of a proof with the rules of the game alone.

A node is a claim on the position that its parents lead to.  Parents come first, so that each position is
known when its node is read, and no claim can rest on itself.

    at_least b    the side to move has a legal move that gets b: it ends the game with gain b, or the node
                  after it claims that the opponent gets at most gain - b
    at_most b     no move gets more: each legal move ends the game with gain b or less, or has a node that
                  claims "at least gain - b" for the opponent, or is answered by one of the `replies`, or
                  is bounded by "passes"

The first claim that does not hold refuses the certificate, and its node is named.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import NamedTuple

from scrabble.certificate.file import Certificate, Header, Node, NodeError, nodes_of
from scrabble.certificate.game import CheckedWordList, NotationError, Play, State, position_of
from scrabble.certificate.rulebook import MOST_TILES, OutReply, Rulebook
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.game.tiles import Alphabet, quoted

MOST_RULES = 400  # characters of a message that quotes them
LEAST, MOST = 1, 2  # the nodes of the root: the value is at least, and at most, what is claimed


class InvalidProofError(ScrabbleError):
    """A certificate whose proof is wrong: the `reason`, the `node` and its position as `cgp`."""

    def __init__(self, reason: str, node: int | None = None, state: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.node, self.cgp = reason, node, state


class CheckReport(NamedTuple):
    """The result of a successful check.

    Attributes:
        position: The position.
        header: The claim that holds: `header.best` is a best move, `header.value` the value.
        nodes: The number of nodes.
        moves: Moves that nodes "at most" had to answer, each as often as it was met.
        endings: Of these, those that end the game.
        listed: Those that have a node.
        replies: Those answered by a play that goes out.
        passes: Those bounded against passes.
    """

    position: Position
    header: Header
    nodes: int
    moves: int
    endings: int
    listed: int
    replies: int
    passes: int


class _Obligation(NamedTuple):
    """The claim that the parents of a node need from it."""

    state: State
    is_most: bool
    bound: int  # the strictest


def rules_of(position: Position) -> dict[str, object]:
    """Return the rules of a position in the form of a header."""
    return dataclasses.asdict(position.rules)


def require_tiles_of(alphabet: Alphabet, lexicon: str, position: Position) -> None:
    """Raise InvalidProofError unless the words of a lexicon are spelt by the tiles of a position."""
    if not position.alphabet.has_words_of(alphabet):
        raise InvalidProofError(
            f"its position has {position.alphabet.name} tiles, but the lexicon {lexicon} is {alphabet.name}"
        )


def check(
    certificate: Certificate,
    position: Position,
    lexicon: CheckedWordList,
    watch: Callable[[int], None] | None = None,
) -> CheckReport:
    """Check a certificate of a position, usually the one of its header, by a word list.

    `watch` is called with each node's number.  Raises InvalidProofError, PositionError if it is no endgame.
    """
    header, words = certificate.header, len(lexicon.words)
    if cgp.dumps(position) != header.cgp:
        raise InvalidProofError(f"it is of another position: {header.cgp}, expected {cgp.dumps(position)}")
    if position.extra:
        name, operand = position.extra[0]
        raise InvalidProofError(f"its position says more than a position: {quoted(f'{name} {operand}')}")
    if position.lexicon_name is not None and position.lexicon_name.casefold() != header.lexicon.casefold():
        own, other = quoted(header.lexicon), quoted(position.lexicon_name)
        raise InvalidProofError(f"its header names the lexicon {own}, its position {other}")
    if rules_of(position) != header.rules:
        said = quoted(str(header.rules), MOST_RULES)
        raise InvalidProofError(f"it is of a game by other rules: {said}, expected {rules_of(position)}")
    if (words, lexicon.text_sha256) != (header.words, header.text_sha256):
        raise InvalidProofError(
            f"it is of another word list: {header.words:,} words, sha256 {header.text_sha256}; expected "
            f"{words:,} words, sha256 {lexicon.text_sha256}"
        )
    return _Checker(position, header, lexicon.words).run(certificate.lines, watch)


class _Checker:
    """A check under way."""

    def __init__(self, position: Position, header: Header, words: Iterable[str]) -> None:
        self._position, self._header = position, header
        self._book = Rulebook(position, words)
        self._demands = {
            LEAST: _Obligation(self._book.start, False, header.value),
            MOST: _Obligation(self._book.start, True, header.value),
        }
        self._number = 0
        self._moves = self._endings = self._listed = self._replies = self._passes = 0

    def run(self, lines: list[bytes], watch: Callable[[int], None] | None) -> CheckReport:
        """Check all nodes."""
        if len(lines) != self._header.nodes:
            raise InvalidProofError(f"it has {len(lines):,} nodes, its header says {self._header.nodes:,}")
        try:
            for number, node in nodes_of(lines):
                self._number = number
                if watch is not None:
                    watch(number)
                self._check(node)
        except NodeError as error:
            raise InvalidProofError(str(error), self._number + 1) from None
        if self._demands:
            self._number = min(self._demands)
            raise self._wrong("it is missing", self._demands[self._number].state)
        counts = self._moves, self._endings, self._listed, self._replies, self._passes
        return CheckReport(self._position, self._header, len(lines), *counts)

    def _check(self, node: Node) -> None:
        demand = self._demands.pop(self._number, None)
        if demand is None:
            raise InvalidProofError("no node before it leads there", self._number)
        state = demand.state
        if (node.is_most, node.bound) != (demand.is_most, demand.bound):
            said, expected = _claim(node.is_most, node.bound), _claim(demand.is_most, demand.bound)
            raise self._wrong(f"it says {said}, expected {expected}", state)
        if node.is_most:
            self._check_all(node, state)
        else:
            self._check_one(node, state)

    def _check_one(self, node: Node, state: State) -> None:
        """Check that the move of an "at least" node gets what is claimed."""
        if self._number == LEAST and node.move != self._header.best:
            raise self._wrong(f"it moves {quoted(node.move)}, expected the best move", state)
        found = self._book.turn(state, self._play(node.move, state))
        if found is None:
            raise self._wrong(f"{quoted(node.move)} is not legal", state)
        if found.is_over != (node.to is None):
            ends = "ends" if found.is_over else "does not end"
            raise self._wrong(f"{quoted(node.move)} {ends} the game", state)
        if node.to is not None:
            self._demand(node.to, found.state, True, found.gain - node.bound, state)
        elif found.gain < node.bound:
            raise self._wrong(f"{quoted(node.move)} brings {found.gain}, less than {node.bound}", state)

    def _check_all(self, node: Node, state: State) -> None:
        """Check that every move at an "at most" node is answered."""
        if not 0 <= node.passes <= MOST_TILES:
            raise self._wrong(f'"passes" is {node.passes}, expected 0 to {MOST_TILES}', state)
        listed = {self._play(text, state): to for text, to in node.moves}
        if len(listed) < len(node.moves):
            raise self._wrong("a move is listed twice", state)
        replies = [self._reply(text, state) for text in node.replies]
        for play, found in self._book.turns(state):
            self._moves += 1
            needed = found.gain - node.bound
            to = listed.pop(play, None)
            if found.is_over:
                self._endings += 1
                if to is not None or needed > 0:
                    raise self._unanswered(play, state, f"it ends the game for {found.gain}")
            elif to is not None:
                self._listed += 1
                self._demand(to, found.state, False, needed, state)
            elif any(self._book.answers(reply, play, found.state, needed) for reply in replies):
                self._replies += 1
            elif len(found.state.other) <= node.passes and self._book.most(found.state) <= -needed:
                self._passes += 1
            else:
                raise self._unanswered(play, state, "it has no node, and no reply or bound answers it")
        if listed:
            text = self._book.notation.text(state.board, next(iter(listed)))
            raise self._wrong(f"{quoted(text)} is listed and not legal", state)

    def _demand(self, number: int, after: State, is_most: bool, bound: int, state: State) -> None:
        """Record the claim that a node must prove; the strictest of its parents counts."""
        if not self._number < number <= self._header.nodes:
            raise self._wrong(f"it goes on to node {number}, expected a later one", state)
        known = self._demands.get(number)
        if known is not None:
            if (known.state, known.is_most) != (after, is_most):
                raise self._wrong(f"it goes on to node {number}, which is of another position", state)
            bound = min(bound, known.bound) if is_most else max(bound, known.bound)
        self._demands[number] = _Obligation(after, is_most, bound)

    def _play(self, text: str, state: State) -> Play:
        try:
            return self._book.notation.play(text)
        except NotationError as error:
            raise self._wrong(str(error), state) from None

    def _reply(self, text: str, state: State) -> OutReply:
        reply = self._book.reply(state, self._play(text, state))
        if reply is None:
            raise self._wrong(f"the reply {quoted(text)} is not legal, or does not go out", state)
        return reply

    def _unanswered(self, play: Play, state: State, why: str) -> InvalidProofError:
        text = self._book.notation.text(state.board, play)
        return self._wrong(f"{quoted(text)} is not answered: {why}", state)

    def _wrong(self, reason: str, state: State) -> InvalidProofError:
        return InvalidProofError(reason, self._number, cgp.dumps(position_of(state, self._position)))


def _claim(is_most: bool, bound: int) -> str:
    return f"at {'most' if is_most else 'least'} {bound}"
