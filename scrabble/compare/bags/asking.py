"""What every strategy works with: the moves of a position, what is proven of them, and who answers.

    asking.ask(question)                   one question, with a budget
    asking.settle(move, part, aim)         as many as it takes to know what a move is worth with a draw

All strategies ask the same engine (preendgame.judge) and keep what is proven in the same way, so that they
differ only in what they ask.
"""

from __future__ import annotations

from bstar.engine import Stopped
from bstar.unknown import PROVE_BEST, Question
from scrabble.preendgame.beliefs import Beliefs
from scrabble.preendgame.judge import Judge
from scrabble.preendgame.worth import Aim

CHANCE, SPREAD = 0, 1  # places of the aims
WITHOUT_END = 1 << 40  # nodes for a question that has to be answered


class Asking:
    """A position that is asked about."""

    def __init__(self, judge: Judge) -> None:
        assert judge.aims == (Aim.CHANCE, Aim.SPREAD)
        self.judge = judge
        self.beliefs = Beliefs(judge.moves, judge.aims, judge.deals)
        self.choice = self.beliefs.choice()
        self.playouts = 0
        self.chosen: int | None = None  # by a strategy that does not go by what is proven

    @property
    def best(self) -> int:
        """The move to choose now."""
        return self.choice.best if self.chosen is None else self.chosen

    def ask(self, question: Question) -> None:
        """Ask, and keep what is proven.  Raises Stopped."""
        try:
            answer = self.judge.answer(question)
        except Stopped:
            answer = self.judge.known(question)
            self.choice.take(question, answer.lower, answer.upper, False)
            raise
        self.choice.take(question, answer.lower, answer.upper, answer.is_done, answer.nodes)

    def settle(self, move: int, part: int, aim: int) -> None:
        """Ask until a part of a move is known, as far as it can be, in an aim.  Raises Stopped."""
        unknown = self.choice.options[move].parts[part]
        while unknown.is_open(aim):
            self.ask(Question(move, part, aim, unknown.next_level(aim), WITHOUT_END, PROVE_BEST))

    def settle_move(self, move: int, aim: int) -> None:
        """The same for all parts of a move."""
        for part in range(len(self.choice.options[move].parts)):
            self.settle(move, part, aim)
