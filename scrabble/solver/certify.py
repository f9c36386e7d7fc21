"""Certificates of what a search has found: a proof in steps that plain rules can check.

The search says what is true, and the plain rules of `scrabble.certificate` have to confirm every step:

    at least b    the move that the search names, if the rest is worth at most gain - b; else the next one
    at most b     every move that the rules generate is answered: by a reply that goes out, by the bound
                  against passes, or by a step "at least gain - b" for the opponent

A position that is reached twice is proven once.  Scoreless turns are counted as in the rules, never in the
shorter way of the search (bounds/README.md, T1).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bstar.engine import SearchStopped
from scrabble.answer.names import Status
from scrabble.answer.solution import Solution
from scrabble.certificate.check import rules_of
from scrabble.certificate.file import MOST_NODES, Header, Node
from scrabble.certificate.game import PASS, CheckedWordList, Play, State
from scrabble.certificate.rulebook import OutReply, Rulebook
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.cgp import BOARD_FILE
from scrabble.game.move import Move, canonical
from scrabble.game.position import Position
from scrabble.movegen import packed_move
from scrabble.movegen.packed_move import packed, placement
from scrabble.solver.setup import MoveNumbers, SearchState

PASSES = 2  # tiles left at most for the bound against passes; the checker's time grows with them
TOUCHED = 8  # replies that are tried even if the play touches them
FARTHEST = 120  # moves: the undo log has room for these and the moves of a search


class ProofNotFoundError(ScrabbleError):
    """A proof cannot be written, or is too big."""


@dataclass(eq=False, slots=True)
class ProofStep:
    """A node under construction: a bound of the value of a position for the side to move."""

    state: State
    is_most: bool
    bound: int
    moves: list[tuple[Play, int, ProofStep | None]] = field(
        default_factory=list
    )  # play, its gain, and the step after it
    replies: list[OutReply] = field(default_factory=list)
    passes: int = 0


class ProofBuilder:
    """Builder of proofs for a position and its successors, in the memory of a search."""

    def __init__(
        self, search: SearchState, book: Rulebook, most: int, watch: Callable[[int], None] | None = None
    ) -> None:
        self.search, self.book, self.steps = search, book, 0
        self._most, self._watch = most, watch
        self._known: dict[tuple[State, bool], list[ProofStep]] = {}

    def at_least(self, state: State, path: MoveNumbers, bound: int, only: Play | None = None) -> ProofStep:
        """Prove a lower bound by a move of the side to move: by `only`, if that is given."""
        known = self._recalled(state, False, bound)
        if known is not None:
            return known
        self._lead(state, path)
        for play in self._moves(state, path, bound) if only is None else iter([only]):
            found = self.book.turn(state, play)
            if found is None:
                raise ProofNotFoundError("the search and the plain rules differ: a move that is not legal")
            after = (*path, number_of_play(play, state.board, self.book.game.size))
            if found.gain >= bound if found.is_over else self._holds(found.state, after, found.gain - bound):
                step = self._new(ProofStep(state, False, bound))
                then = None if found.is_over else self.at_most(found.state, after, found.gain - bound)
                step.moves.append((play, found.gain, then))
                return step
        raise ProofNotFoundError("the search and the plain rules differ: no move does what the search says")

    def at_most(self, state: State, path: MoveNumbers, bound: int) -> ProofStep:
        """Prove an upper bound by an answer to every move of the side to move."""
        known = self._recalled(state, True, bound)
        if known is not None:
            return known
        step, outs = self._new(ProofStep(state, True, bound)), _OutPlays(self.book, state)
        for play, found in self.book.turns(state):
            needed = found.gain - bound
            if found.is_over:
                if needed > 0:
                    raise ProofNotFoundError(
                        "the search and the plain rules differ: a move that is worth more"
                    )
            elif outs.answer(play, found.state, needed):
                continue
            elif len(found.state.other) <= PASSES and found.gain + self.book.most(found.state) <= bound:
                step.passes = PASSES
            else:
                after = (*path, number_of_play(play, state.board, self.book.game.size))
                step.moves.append((play, found.gain, self.at_least(found.state, after, needed)))
        step.replies = outs.used
        return step

    def _new(self, step: ProofStep) -> ProofStep:
        self.steps += 1
        if self.steps > self._most:
            raise ProofNotFoundError(f"its proof has more than {self._most:,} nodes")
        if self._watch is not None:
            self._watch(self.steps)
        self._known.setdefault((step.state, step.is_most), []).append(step)
        return step

    def _recalled(self, state: State, is_most: bool, bound: int) -> ProofStep | None:
        """Return an earlier step that proves this bound or a stronger one, or None."""
        for step in self._known.get((state, is_most), ()):
            if step.bound <= bound if is_most else step.bound >= bound:
                return step
        return None

    def _moves(self, state: State, path: MoveNumbers, bound: int) -> Iterator[Play]:
        """Yield the move that the search names for a bound, then all others, which are hardly ever needed."""
        engine = self.search.engine
        if self._ask(bound - 1) < bound:
            raise ProofNotFoundError("the search and the plain rules differ: a bound that is not true")
        named = engine.best_move
        yield play_of(named, state.board, self.book.game.size)
        self._lead(state, path)
        for number, *_ in engine.moves():
            if number != named:
                yield play_of(number, state.board, self.book.game.size)
                self._lead(state, path)

    def _holds(self, state: State, path: MoveNumbers, bound: int) -> bool:
        """Return whether the value of a position is at most `bound`."""
        self._lead(state, path)
        return self._ask(bound) <= bound

    def _ask(self, alpha: int) -> int:
        try:
            return self.search.engine.bound([], alpha, alpha + 1)
        except SearchStopped as stopped:
            raise ProofNotFoundError(f"stopped: {stopped}") from None

    def _lead(self, state: State, path: MoveNumbers) -> None:
        if len(path) > FARTHEST:
            raise ProofNotFoundError(f"its proof goes more than {FARTHEST} moves deep")
        self.search.move_to(path, self.book.game.rules.scoreless_turns_limit - state.zeros)


class _OutPlays:
    """The plays by which the side that is not to move goes out on the board as it is, best first."""

    def __init__(self, book: Rulebook, state: State) -> None:
        tiles = len(state.other)
        plays = [play for play, _ in book.plays.of(state.board, state.other) if len(play.squares) == tiles]
        found = [reply for reply in (book.reply(state, play) for play in plays) if reply is not None]
        self._book, self._replies = book, sorted(found, key=lambda reply: -reply.gain)
        self.used: list[OutReply] = []

    def answer(self, play: Play, after: State, needed: int) -> bool:
        """Return whether one of them answers a play, those in use first."""
        if any(self._book.answers(reply, play, after, needed) for reply in self.used):
            return True
        out = self._book.game.rules.out * self._book.game.value(after.other)
        for index, reply in enumerate(self._replies):
            is_untouched = reply.footprint.isdisjoint(play.squares)
            if reply.gain + out < needed and index >= TOUCHED:
                return False
            if (is_untouched or index < TOUCHED) and self._book.answers(reply, play, after, needed):
                self.used.append(reply)
                return True
        return False


def play_of(number: int, board: bytes, size: int) -> Play:
    """Return the play with a number of the kernels."""
    if number == packed_move.PASS:
        return PASS
    direction, line, first, codes = placement(number)
    start, step = (line, size) if direction else (line * size, 1)
    free = [start + step * at for at in range(first, size) if not board[start + step * at]]
    return Play(tuple(free[: len(codes)]), bytes(codes))


def number_of_play(play: Play, board: bytes, size: int) -> int:
    """Return the number of a play in the kernels."""
    if play.is_pass:
        return packed_move.PASS
    first, last = play.squares[0], play.squares[-1]
    row, column = divmod(first, size)
    is_down = _is_down(play, board, size)
    step = size if is_down else 1
    tiles = dict(zip(play.squares, play.tiles, strict=True))
    return packed(Move(row, column, is_down, bytes(tiles.get(at, 0) for at in range(first, last + 1, step))))


def _is_down(play: Play, board: bytes, size: int) -> bool:
    """Return whether a play counts as one down.

    A play of one tile is one across, unless only the word down has two tiles.
    """
    square = play.squares[0]
    if len(play.squares) > 1:
        return play.squares[1] - square >= size
    row, column = divmod(square, size)
    across = (column > 0 and board[square - 1]) or (column < size - 1 and board[square + 1])
    down = (row > 0 and board[square - size]) or (row < size - 1 and board[square + size])
    return bool(down and not across)


def play_in(move: Move, position: Position) -> Play:
    """Return a move of a position as a play of the plain rules."""
    size = position.layout.size
    return play_of(packed(canonical(move, position.squares)), position.squares.tobytes(), size)


def certify(
    search: SearchState,
    solution: Solution,
    lexicon: CheckedWordList,
    most: int = MOST_NODES,
    watch: Callable[[int], None] | None = None,
) -> tuple[Header, list[Node]]:
    """Prove the value and the best move of a solution, in the memory of the search that found them.

    `watch` is called with the number of nodes searched; an exception that it raises ends the work.  Raises
    ProofNotFoundError if the value is not proven, or if the proof takes more than `most` nodes.
    """
    if solution.status != Status.PROVEN or solution.value is None:
        raise ProofNotFoundError("its value is not proven")
    position = solution.position
    if position.layout.name.endswith(BOARD_FILE):
        raise ProofNotFoundError("its board is a file of this machine, which no certificate may name")
    book = Rulebook(position, lexicon.words)
    prover = ProofBuilder(search, book, most, watch)
    best = play_in(solution.move, position)
    try:
        least = prover.at_least(book.start, (), solution.value, best)
        steps = _in_order([least, prover.at_most(book.start, (), solution.value)])
    finally:
        search.move_to((), None)
    named = dataclasses.replace(position, lexicon_name=lexicon.name, extra=())
    header = Header(
        cgp=cgp.dumps(named),
        rules=rules_of(position),
        lexicon=lexicon.name,
        words=len(lexicon.words),
        text_sha256=lexicon.text_sha256,
        best=book.notation.text(book.start.board, best),
        value=solution.value,
        nodes=len(steps),
    )
    return header, list(_nodes(steps, book))


def _in_order(roots: list[ProofStep]) -> list[ProofStep]:
    """Return the steps that roots rest on, the roots first, each before those that it rests on."""
    met, order = set(map(id, roots)), []
    for root in reversed(roots):
        waiting = [(root, _after(root))]
        while waiting:
            step, rest = waiting[-1]
            then = next(rest, None)
            if then is None:
                waiting.pop()
                order.append(step)
            elif id(then) not in met:
                met.add(id(then))
                waiting.append((then, _after(then)))
    return [*roots, *(step for step in reversed(order) if step not in roots)]


def _after(step: ProofStep) -> Iterator[ProofStep]:
    return (then for _, _, then in step.moves if then is not None)


def _nodes(steps: list[ProofStep], book: Rulebook) -> Iterator[Node]:
    """Yield the steps as nodes; each proves no more than the steps before it need."""
    number_of = {id(step): number for number, step in enumerate(steps, 1)}
    bounds = {id(step): step.bound for step in steps[:2]}
    for step in steps:
        bound = bounds[id(step)]
        for _, gain, then in step.moves:
            if then is not None:
                needed, stricter = gain - bound, min if then.is_most else max
                bounds[id(then)] = stricter(needed, bounds.get(id(then), needed))
        board = step.state.board
        moves = [(book.notation.text(board, play), then) for play, _, then in step.moves]
        if step.is_most:
            listed = tuple((text, number_of[id(then)]) for text, then in moves)
            replies = tuple(book.notation.text(board, reply.play) for reply in step.replies)
            yield Node(True, bound, replies=replies, passes=step.passes, moves=listed)
        else:
            [(text, then)] = moves
            yield Node(False, bound, text, None if then is None else number_of[id(then)])
