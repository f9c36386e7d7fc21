"""Why a move is best, or what is wrong with it, of a position by itself: the sentences of an explanation.

    a best move       why there is no better one
    any other         what it costs and what it allows; then what the best move is, and what that does

No sentence is about a move that it does not name.

What is asked about one move: the reasons, once they are found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bstar.options import Limit
from scrabble.analysis.evaluator import PositionEvaluator, evaluate_turn
from scrabble.analysis.explain.explain import ABOUT_MADE, add_reasons, compared
from scrabble.analysis.turn import AnalysedTurn, Reason, UnanalysedTurn
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.unseen import tiles_in_bag
from scrabble.lexicon import Lexicon
from scrabble.records.record import Event
from scrabble.records.walk import ReplayedTurn
from scrabble.solver.format import worth_text


class ExplanationTask(ABC):
    """The sentences about one move; `find` may be stopped, and begun again."""

    def __init__(self, text: str) -> None:
        self.text = text  # the move
        self.sentences: list[str] = []
        self.is_done = False

    @abstractmethod
    def stop(self) -> None:
        """Stop the search under way."""

    @abstractmethod
    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words; in the end `is_done`, unless it was stopped."""

    def told(self) -> dict[str, Any]:
        """What the page is told."""
        return {"move": self.text, "sentences": self.sentences, "is_done": self.is_done}


SECONDS = 10.0  # for each position that is searched
NAMES = ("Player 1", "Player 2")  # the one on turn first
NOTHING_CERTAIN = "Nothing can be said for certain: the position is too hard for a short search."
KINDS_OF_MADE = tuple(rule.__name__ for rule in ABOUT_MADE)
VERBS = ("Avoids", "Blocks", "Goes", "Sets", "Sticks")  # that begin a claim whose subject is the best move


class Explanation(ExplanationTask):
    """The sentences about one move of an endgame."""

    def __init__(
        self, position: Position, text: str, lexicon: Lexicon, memory: int, names: tuple[str, str] = NAMES
    ) -> None:
        super().__init__(text)
        self._position, self._lexicon, self._memory = position, lexicon, memory
        self._names = names
        self._move: Move = position.parse_move(text)
        position.check(self._move)
        self._judge: PositionEvaluator | None = None

    def stop(self) -> None:
        """Stop the search under way."""
        if self._judge is not None:
            self._judge.stop()

    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words."""
        self._judge = PositionEvaluator(self._lexicon, limit=Limit(SECONDS), memory=self._memory, top=2)
        if not keeps_on():
            return
        turn = turn_of(self._position, self._move, self.text, self._lexicon, self._names)
        verdict = evaluate_turn(turn, self._judge)
        if isinstance(verdict, AnalysedTurn) and not self._judge.is_stopped:
            explain = add_reasons if self.text in verdict.choice.best else compared
            verdict = explain(verdict, self._judge, self._names)
        if self._judge.is_stopped:
            return
        self.sentences = list(_sentences(verdict)) if isinstance(verdict, AnalysedTurn) else []
        if not self.sentences:
            self.sentences = [NOTHING_CERTAIN]
        self.is_done, self._judge = True, None


def _sentences(verdict: AnalysedTurn) -> Iterator[str]:
    """The sentences about the move that was made, each naming the move that it is about."""
    played, best = verdict.played, verdict.choice.best[0]
    worth = worth_text(verdict.value.lower, verdict.value.upper)
    if played == best:
        standing = "best" if verdict.value.is_exact else "the best move so far"
        yield from _of_one_move(f"{best} is {standing}, worth {worth}", verdict.claims)
        return
    about_made = [claim for claim in verdict.claims if claim.kind in KINDS_OF_MADE]
    about_best = [claim for claim in verdict.claims if claim.kind not in KINDS_OF_MADE]
    if not any(claim.kind == "played" for claim in about_made):
        own = worth_text(verdict.worth.lower, verdict.worth.upper)
        yield f"{played} is worth {own}, not proven to be worse than {best}."
    yield from (claim.text for claim in about_made)
    standing = "Best" if verdict.value.is_exact else "Best so far"
    yield from _of_one_move(f"{standing} is {best}, worth {worth}", about_best)


def _of_one_move(name: str, claims: Sequence[Reason]) -> Iterator[str]:
    """Sentences about one move: claims that begin with a verb are joined to its name."""
    does = [claim.text for claim in claims if claim.text.startswith(VERBS)]
    joined = "; it ".join(f"{text[0].lower()}{text[1:].removesuffix('.')}" for text in does)
    yield f"{name}: it {joined}." if does else f"{name}."
    yield from (claim.text for claim in claims if not claim.text.startswith(VERBS))


def turn_of(
    position: Position, move: Move, text: str, lexicon: Lexicon, names: tuple[str, str]
) -> UnanalysedTurn:
    """A move as the turn of a game."""
    score = position.score(move)
    words = [] if move.is_pass else position.new_words(move)
    phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    turn = ReplayedTurn(
        number=1,
        event=Event(0, position.alphabet.rack_text(position.racks[0]), text, score),
        position=position,
        move=move,
        score=score,
        total=position.scores[0] + score,
        bag=tiles_in_bag(position) if position.bag else 0,
        held=(len(position.racks[0]), len(position.racks[1])),
        used=None,
        drawn=0,
    )
    return UnanalysedTurn(turn, names[0], text, phonies, score)
