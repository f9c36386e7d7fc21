"""Moves and lines of play as text.

B6 PRO 26 · B1 SEER 15        line_text: moves with their scores
Beta B6 PRO 26, Alpha pass    with_names
six passes                    in both: passes in a row are one text
A5 GROWl (or GROWn)           variants_text: equal moves that differ only in the blank are one move
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from scrabble.game.step import Step

TILE = re.compile(r"\[[^\]]*\]|.")  # of a word in a move: [CH] is one
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class HasText(Protocol):
    """A move with its text."""

    @property
    def text(self) -> str: ...


Item = TypeVar("Item")
Named = TypeVar("Named", bound=HasText)


def line_text(line: Sequence[Step]) -> str:
    """Moves with their scores."""
    return " · ".join(text for _, text in _moves(line))


def with_names(line: Sequence[Step], names: Sequence[str]) -> str:
    """A line as text, the side of `names[0]` first."""
    return ", ".join(text if at is None else f"{names[at % 2]} {text}" for at, text in _moves(line))


def _moves(line: Sequence[Step]) -> Iterator[tuple[int | None, str]]:
    """The moves of a line with their places in it; passes in a row are one text, without a place."""
    at = 0
    for is_play, steps in itertools.groupby(line, key=lambda step: bool(step.move.tiles)):
        run = list(steps)
        if is_play:
            yield from ((at + ahead, f"{step.text} {step.score}") for ahead, step in enumerate(run))
        elif len(run) == 1:
            yield at, run[0].text
        else:
            yield None, f"{_count(len(run))} passes"
        at += len(run)


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def variants(moves: Iterable[str]) -> list[list[str]]:
    """Group moves that differ only in the blank, in the order of the first of each group.

    Such moves have another letter for the blank (GROWl, GROWn), or the blank in another place of the same
    word (JeE, JEe); that they are worth the same is for the caller to know.
    """
    return _grouped(moves, _forms)


def joined(moves: Iterable[Named], known: Callable[[Named], Hashable]) -> list[list[Named]]:
    """Group the moves of a list that differ only in the blank, if `known` says the same of them."""
    return _grouped(moves, lambda move: {(known(move), form) for form in _forms(move.text)})


def _grouped(moves: Iterable[Item], forms: Callable[[Item], Iterable[Hashable]]) -> list[list[Item]]:
    """Group what has a form in common, directly or through others."""
    groups: list[list[Item]] = []
    numbers: dict[Hashable, int] = {}  # of the group of each form
    for move in moves:
        mine = list(forms(move))
        found = sorted({numbers[form] for form in mine if form in numbers})
        number = found[0] if found else len(groups)
        if not found:
            groups.append([])
        groups[number].append(move)
        for other in found[1:]:  # this move connects them
            groups[number] += groups[other]
            groups[other] = []
            numbers |= {form: number for form, at in numbers.items() if at == other}
        numbers |= dict.fromkeys(mine, number)
    return [group for group in groups if group]


def variants_text(group: Sequence[str]) -> str:
    """A group of moves as one: `A5 GROWl (or GROWn)`."""
    first, *others = group
    square = first.partition(" ")[0]
    if not others:
        return first
    return f"{first} (or {', '.join(other.removeprefix(f'{square} ') for other in others)})"


def _forms(move: str) -> set[str]:
    """Return what a move has in common with those that differ only in the blank; nothing without one."""
    square, _, word = move.partition(" ")
    masked = TILE.sub(lambda tile: "?" if tile[0].islower() else tile[0], word)
    if masked == word:
        return set()
    return {f"{square} {masked}", f"{square} {word.upper()}"}
