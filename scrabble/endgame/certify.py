"""A certificate of what a search has found: the proof (prove.py) in the order and the words of the file."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from scrabble import cgp
from scrabble.certificate.check import rules_of
from scrabble.certificate.file import MOST_NODES, Header, Node
from scrabble.certificate.rulebook import Rulebook
from scrabble.certificate.words import WordList
from scrabble.cgp import BOARD_FILE
from scrabble.endgame.ground import Ground
from scrabble.endgame.prove import NotWrittenError, Prover, Step, play_in
from scrabble.endgame.solution import Solution


def certify(
    ground: Ground,
    solution: Solution,
    lexicon: WordList,
    most: int = MOST_NODES,
    watch: Callable[[int], None] | None = None,
) -> tuple[Header, list[Node]]:
    """Prove the value and the best move of a solution, in the memory of the search that found them.

    `watch` is told the number of nodes so far; what it raises ends the work.  Raises NotWrittenError if the
    value is not proven, or if the proof takes more than `most` nodes.
    """
    if solution.status != "proven" or solution.value is None:
        raise NotWrittenError("its value is not proven")
    position = solution.position
    if position.layout.name.endswith(BOARD_FILE):
        raise NotWrittenError("its board is a file of this machine, which no certificate may name")
    book = Rulebook(position, lexicon.words)
    prover = Prover(ground, book, most, watch)
    best = play_in(solution.move, position)
    try:
        least = prover.at_least(book.start, (), solution.value, best)
        steps = _in_order([least, prover.at_most(book.start, (), solution.value)])
    finally:
        ground.lead_to((), None)
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


def _in_order(roots: list[Step]) -> list[Step]:
    """The steps that roots rest on, the roots first, each before those that it rests on."""
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


def _after(step: Step) -> Iterator[Step]:
    return (then for _, _, then in step.moves if then is not None)


def _nodes(steps: list[Step], book: Rulebook) -> Iterator[Node]:
    """The steps as nodes; each says no more than those before it need."""
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
