"""Moves that differ only in the blank, as one.

variants        moves as text in groups: GROWl and GROWn, JeE and JEe
joined          the same for moves of an answer
variants_text   A5 GROWl (or GROWn)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from scrabble.answer.moves import MoveResult

TILE = re.compile(r"\[[^\]]*\]|.")  # a tile of the word in a move: [CH] is one


Item = TypeVar("Item")


def variants(moves: Iterable[str]) -> list[list[str]]:
    """Group moves that differ only in the blank, in the order of the first of each group.

    Such moves have another letter for the blank (GROWl, GROWn), or the blank in another place of the same
    word (JeE, JEe).  The caller makes sure that they have the same value.
    """
    return _grouped(moves, _forms)


def joined(moves: Iterable[MoveResult], key: Callable[[MoveResult], Hashable]) -> list[list[MoveResult]]:
    """Group the moves of a list that differ only in the blank and have the same `key`."""

    def forms(move: MoveResult) -> set[Hashable]:
        found = _forms(move.text)
        known = key(move) if found else None
        return {(known, form) for form in found}

    return _grouped(moves, forms)


def _grouped(moves: Iterable[Item], forms: Callable[[Item], Iterable[Hashable]]) -> list[list[Item]]:
    """Group items that share a form, directly or through others."""
    groups: list[list[Item]] = []
    forms_of: list[list[Hashable]] = []  # of each group
    numbers: dict[Hashable, int] = {}  # of the group of each form
    for move in moves:
        mine = list(forms(move))
        found = sorted({numbers[form] for form in mine if form in numbers})
        number = found[0] if found else len(groups)
        if not found:
            groups.append([])
            forms_of.append([])
        groups[number].append(move)
        for other in found[1:]:  # this move connects them
            groups[number] += groups[other]
            mine += forms_of[other]
            groups[other], forms_of[other] = [], []
        forms_of[number] += mine
        numbers |= dict.fromkeys(mine, number)
    return [group for group in groups if group]


def variants_text(group: Sequence[str]) -> str:
    """Return a group of moves as one text: `A5 GROWl (or GROWn)`."""
    first, *others = group
    square = first.partition(" ")[0]
    if not others:
        return first
    return f"{first} (or {', '.join(other.removeprefix(f'{square} ') for other in others)})"


def _forms(move: str) -> set[str]:
    """Return the forms that a move shares with those that differ only in the blank; none without a blank."""
    square, _, word = move.partition(" ")
    masked = TILE.sub(lambda tile: "?" if tile[0].islower() else tile[0], word)
    if masked == word:
        return set()
    return {f"{square} {masked}", f"{square} {word.upper()}"}
