"""Explanations: why a move is best, or what is wrong with it, in sentences.

    a best move       why no move is better
    any other         what it costs and what it allows; then the best move, and what that does

With tiles in the bag the sentences rest on what is proven for each draw, so the search first settles with
which draws the move and the best move win.  A pass that is not best is left out: its draws only show what
passing to the end brings.

Every sentence names the move that it is about.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace as with_fields

from scrabble.analysis.evaluator import PositionEvaluator, evaluate_turn, turn_of_solution
from scrabble.analysis.explain.draw_rules import reasons_of_turn
from scrabble.analysis.explain.explain import add_reasons, compared
from scrabble.analysis.recorded_turn import turn_of_move
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import MoveStatus, StopReason
from scrabble.answer.reasons import Reason
from scrabble.answer.solution import Solution
from scrabble.answer.turns import Turn
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.game.unseen import tiles_in_bag
from scrabble.lexicon import Lexicon
from scrabble.report.pages.positions import SIDES
from scrabble.solver import SolveOptions
from scrabble.web.exploration import Exploration
from scrabble.wording.chances import wins_and_spread
from scrabble.wording.points import worth_text
from scrabble.wording.verdicts import verdict_text

SECONDS = 10.0  # for each position that is searched
NOTHING_CERTAIN = "No reason could be proven: the position is too hard for a short search."
KINDS_OF_MADE = ("played", "phony", "allows")  # of reasons about the move made
MOST_NAMED = 8  # draws in a sentence


class ExplanationTask(ABC):
    """The explanation of one move.  `find` can be stopped and started again."""

    def __init__(self, text: str) -> None:
        self.text = text  # the move
        self.sentences: list[str] = []
        self.is_done = False

    @abstractmethod
    def stop(self) -> None:
        """Stop the search under way."""

    @abstractmethod
    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words; set `is_done` unless stopped."""

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as the page gets it."""
        return {"move": self.text, "sentences": self.sentences, "is_done": self.is_done}


class Explanation(ExplanationTask):
    """The explanation of one move of an endgame."""

    def __init__(
        self, position: Position, text: str, lexicon: Lexicon, memory: int, names: tuple[str, str] = SIDES
    ) -> None:
        super().__init__(text)
        self._position, self._lexicon, self._memory = position, lexicon, memory
        self._names = names
        self._move: Move = position.parse_move(text)
        position.check(self._move)
        self._evaluator: PositionEvaluator | None = None

    def stop(self) -> None:
        """Stop the search under way."""
        if self._evaluator is not None:
            self._evaluator.stop()

    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words."""
        options = SolveOptions(seconds=SECONDS, memory=self._memory, exact=2)
        self._evaluator = PositionEvaluator(self._lexicon, options)
        if not keeps_on():
            return
        turn = turn_of_move(self._position, self._move, self.text, self._lexicon, self._names)
        verdict = evaluate_turn(turn, self._evaluator)
        if verdict.evaluation is not None and not self._evaluator.is_stopped:
            explain = add_reasons if self.text in verdict.found.best else compared
            verdict = explain(verdict, self._evaluator, self._names)
        if self._evaluator.is_stopped:
            return
        self.sentences = list(_sentences(verdict)) if verdict.evaluation is not None else []
        if not self.sentences:
            self.sentences = [NOTHING_CERTAIN]
        self.is_done, self._evaluator = True, None


def _sentences(verdict: Turn) -> Iterator[str]:
    """Yield the sentences about the move that was made."""
    played, best = verdict.played, verdict.found.best[0]
    worth = worth_text(verdict.bounds)
    if played == best:
        standing = "best" if verdict.spread.is_exact else "the best move so far"
        yield from _about_one_move(f"{best} is {standing}, worth {worth}", verdict.reasons)
        return
    about_made = [each for each in verdict.reasons if each.kind in KINDS_OF_MADE]
    about_best = [each for each in verdict.reasons if each.kind not in KINDS_OF_MADE]
    if not any(each.kind == "played" for each in about_made):
        own = worth_text(verdict.spread_after.plus(-verdict.lead))
        yield f"{played} is worth {own}; it is not proven worse than {best}."
    yield from (each.text for each in about_made)
    standing = "Best" if verdict.spread.is_exact else "Best so far"
    yield from _about_one_move(f"{standing} is {best}, worth {worth}", about_best)


def _about_one_move(name: str, reasons: Sequence[Reason]) -> Iterator[str]:
    """Yield sentences about one move; reasons that are predicates are joined to its name."""
    does = [each.text for each in reasons if each.is_predicate]
    joined = "; it ".join(f"{text[0].lower()}{text[1:].removesuffix('.')}" for text in does)
    yield f"{name}: it {joined}." if does else f"{name}."
    yield from (each.text for each in reasons if not each.is_predicate)


class PreendgameExplanation(ExplanationTask):
    """The explanation of one move of an explored position with tiles in the bag."""

    def __init__(self, exploration: Exploration, text: str, names: tuple[str, str]) -> None:
        position = exploration.position
        move = position.parse_move(text)
        position.check(move)
        super().__init__(text)
        self._turn = turn_of_move(position, move, text, exploration.lexicon, names)
        self._exploration: Exploration | None = exploration

    def stop(self) -> None:
        """Stop the search under way."""
        if self._exploration is not None:
            self._exploration.stop()

    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words."""
        exploration = self._exploration
        if exploration is None:
            return
        known = exploration.known.solution
        wanted = [] if self._turn.replayed.move == PASS else [self.text]
        if known is not None and known.text not in wanted:
            wanted.append(known.text)
        found = exploration.settle(wanted, SECONDS, lambda: not keeps_on())
        if found.stopped_by == StopReason.INTERRUPT:
            return
        solution, lexicon = with_fields(found, stopped_by=None), exploration.lexicon.name
        self.sentences = list(_preendgame_sentences(self._turn, solution, lexicon))
        self.is_done, self._exploration = True, None


def _preendgame_sentences(on: Turn, found: Solution, lexicon: str) -> Iterator[str]:
    """Yield the sentences about a move with tiles in the bag."""
    turn = turn_of_solution(on, found, lexicon)
    names = turn.found.best
    if on.played in names:
        names = (on.played, *(each for each in names if each != on.played))
        turn = with_fields(turn, evaluation=with_fields(turn.found, best=names))
    by_text = {each.text: each for each in found.moves}
    mine, best = by_text.get(on.played), by_text[names[0]]
    if mine is None:
        return
    worth = wins_and_spread(mine.win, mine.spread, mine.estimate)
    yield f"{mine.text}: {worth}; {verdict_text(turn)}."
    other_passes = {each.text for each in found.moves if each.is_pass and each.status != MoveStatus.BEST}
    for reason in reasons_of_turn(turn):
        if getattr(reason.facts, "move", None) not in other_passes:
            yield reason.text
    bag_count = tiles_in_bag(found.position)
    laid = [len(found.position.parse_move(each.text).placed) for each in (mine, best)]
    if mine is not best and min(laid) >= bag_count:
        for one, other in ((best, mine), (mine, best)):
            draws = _where_better(one, other)
            if draws:
                more = f" and {len(draws) - MOST_NAMED} more" * (len(draws) > MOST_NAMED)
                held = ", ".join(draws[:MOST_NAMED])
                yield f"{one.text} ends better than {other.text} if the bag holds {held}{more}."


def _where_better(one: MoveResult, other: MoveResult) -> list[str]:
    """Return the draws with which one move is proven to win, or draw, where the other does worse."""
    least = {scenario.tiles: scenario.win.lower for scenario in one.scenarios}
    return [each.tiles for each in other.scenarios if each.win.upper < least[each.tiles]]
