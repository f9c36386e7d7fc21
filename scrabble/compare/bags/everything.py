"""Ask everything: of every move with every draw its spread, or only whether it is won; naive, and sure."""

from __future__ import annotations

from scrabble.compare.bags.asking import CHANCE, SPREAD, Asking


def everything(asking: Asking, is_chance_enough: bool = False) -> None:
    """Settle all parts of all moves, one after the other.  Raises Stopped."""
    for move in range(len(asking.choice.options)):
        if not is_chance_enough:
            asking.settle_move(move, SPREAD)
        asking.settle_move(move, CHANCE)
