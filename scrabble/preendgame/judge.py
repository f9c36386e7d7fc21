"""Who answers the questions of B*: the moves of a position with their parts, and the engine that asks them.

    judge = Judge(Order(position, lexicon, ...))
    judge.answer(question)        what is proven of that part now

In several processes each has a judge of its own, of the same moves in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bstar.unknown import Question
from scrabble.game.position import Position
from scrabble.game.unseen import Unseen
from scrabble.lexicon import Lexicon
from scrabble.preendgame.deals import FAST, Deals
from scrabble.preendgame.garbage import no_garbage_hunt
from scrabble.preendgame.moves import Moves
from scrabble.preendgame.worth import Aim


@dataclass(frozen=True)
class Order:
    """What is to be judged."""

    position: Position
    lexicon: Lexicon
    memory: int  # bytes
    aims: tuple[Aim, ...] = (Aim.CHANCE, Aim.SPREAD)
    is_seen: bool = False  # the player on turn knows the bag
    game: str = FAST


class Answer(NamedTuple):
    """What is proven of a part after a question."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    is_done: bool
    nodes: int


class Judge:
    """The moves of a position, and how to find out about them."""

    def __init__(self, order: Order) -> None:
        self.unseen = Unseen(order.position, order.is_seen)
        self.deals = Deals(self.unseen, order.lexicon, order.memory, order.game)
        self.aims = order.aims
        self.moves = Moves(self.deals, order.aims).candidates

    def answer(self, question: Question) -> Answer:
        """Ask; raises Stopped when the engine was told to leave."""
        candidate = self.moves[question.option]
        part, aim = candidate.parts[question.part], self.aims[question.aim]
        before = self.deals.nodes
        is_done = part.ask(aim, question.gamma, question.budget)
        return self.known(question, is_done, self.deals.nodes - before)

    def known(self, question: Question, is_done: bool = False, nodes: int = 0) -> Answer:
        """What is proven of the part that a question is about."""
        candidate = self.moves[question.option]
        lower, upper = candidate.parts[question.part].bounds(self.aims)
        return Answer(lower, upper, is_done, nodes)


def get_ready(order: Order) -> Judge:
    """A judge for a process of its own."""
    with no_garbage_hunt():
        return Judge(order)


def ask(judge: Judge, question: Question) -> Answer:
    """The work of such a process."""
    with no_garbage_hunt():
        return judge.answer(question)
