"""B* over moves and draws, as `endgame solve` runs it, in one process; to its end, or until it is proven that
no move wins more often."""

from __future__ import annotations

from scrabble.compare.bags.asking import Asking

EVERY = 16  # questions from one look at what is proven to the next


def best_first(asking: Asking, is_chance_enough: bool = False) -> None:
    """Ask what B* wants to know.  Raises Stopped."""
    choice = asking.choice
    for _ in asking.beliefs.look(choice):
        pass
    asking.beliefs.take_in(choice)
    while (question := choice.question()) is not None:
        asking.ask(question)
        asking.beliefs.learn(choice, question)
        if is_chance_enough and choice.questions % EVERY == 0 and choice.regret() == 0:
            return
