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
from dataclasses import replace
from typing import Any

from bstar.options import Limit
from scrabble.analysis.evaluator import PositionEvaluator, evaluate_turn
from scrabble.analysis.explain.explain import add_reasons, compared
from scrabble.analysis.explain.preendgame_rules import claims_of
from scrabble.analysis.preendgame_turn import BagTurn, evaluate_preendgame
from scrabble.analysis.turn import AnalysedTurn, Reason, UnanalysedTurn
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.game.unseen import tiles_in_bag
from scrabble.lexicon import Lexicon
from scrabble.records.record import Event
from scrabble.records.walk import ReplayedTurn
from scrabble.report.preendgame_text import lost_text
from scrabble.solver.format import worth_text
from scrabble.solver.preendgame.solution import BagSolution, Judged
from scrabble.web.preendgame_exploration import PreendgameExploration, chance_and_spread_text

SECONDS = 10.0  # for each position that is searched
NAMES = ("Player 1", "Player 2")  # the side to move first
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
        self, position: Position, text: str, lexicon: Lexicon, memory: int, names: tuple[str, str] = NAMES
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
        self._evaluator = PositionEvaluator(self._lexicon, limit=Limit(SECONDS), memory=self._memory, top=2)
        if not keeps_on():
            return
        turn = turn_of(self._position, self._move, self.text, self._lexicon, self._names)
        verdict = evaluate_turn(turn, self._evaluator)
        if isinstance(verdict, AnalysedTurn) and not self._evaluator.is_stopped:
            explain = add_reasons if self.text in verdict.choice.best else compared
            verdict = explain(verdict, self._evaluator, self._names)
        if self._evaluator.is_stopped:
            return
        self.sentences = list(_sentences(verdict)) if isinstance(verdict, AnalysedTurn) else []
        if not self.sentences:
            self.sentences = [NOTHING_CERTAIN]
        self.is_done, self._evaluator = True, None


def _sentences(verdict: AnalysedTurn) -> Iterator[str]:
    """Yield the sentences about the move that was made."""
    played, best = verdict.played, verdict.choice.best[0]
    worth = worth_text(verdict.value.lower, verdict.value.upper)
    if played == best:
        standing = "best" if verdict.value.is_exact else "the best move so far"
        yield from _about_one_move(f"{best} is {standing}, worth {worth}", verdict.claims)
        return
    about_made = [claim for claim in verdict.claims if claim.kind in KINDS_OF_MADE]
    about_best = [claim for claim in verdict.claims if claim.kind not in KINDS_OF_MADE]
    if not any(claim.kind == "played" for claim in about_made):
        own = worth_text(verdict.worth.lower, verdict.worth.upper)
        yield f"{played} is worth {own}; it is not proven worse than {best}."
    yield from (claim.text for claim in about_made)
    standing = "Best" if verdict.value.is_exact else "Best so far"
    yield from _about_one_move(f"{standing} is {best}, worth {worth}", about_best)


def _about_one_move(name: str, claims: Sequence[Reason]) -> Iterator[str]:
    """Yield sentences about one move; reasons that are predicates are joined to its name."""
    does = [claim.text for claim in claims if claim.is_predicate]
    joined = "; it ".join(f"{text[0].lower()}{text[1:].removesuffix('.')}" for text in does)
    yield f"{name}: it {joined}." if does else f"{name}."
    yield from (claim.text for claim in claims if not claim.is_predicate)


class PreendgameExplanation(ExplanationTask):
    """The explanation of one move of an explored position with tiles in the bag."""

    def __init__(self, exploration: PreendgameExploration, text: str, names: tuple[str, str]) -> None:
        position = exploration.position
        move = position.parse_move(text)
        position.check(move)
        super().__init__(text)
        self._turn = turn_of(position, move, text, exploration.lexicon, names)
        self._exploration: PreendgameExploration | None = exploration

    def stop(self) -> None:
        """Stop the search under way."""
        if self._exploration is not None:
            self._exploration.stop()

    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words."""
        exploration = self._exploration
        if exploration is None:
            return
        best = exploration.known.facts.get("best", [])[:1]
        wanted = {*best} if self._turn.turn.move == PASS else {*best, self.text}
        found = exploration.settle(wanted, SECONDS, lambda: not keeps_on())
        if found.limit == "interrupt":
            return
        self.sentences = list(_preendgame_sentences(self._turn, replace(found, limit=None)))
        self.is_done, self._exploration = True, None


def _preendgame_sentences(on: UnanalysedTurn, found: BagSolution) -> Iterator[str]:
    """Yield the sentences about a move with tiles in the bag."""
    turn = evaluate_preendgame(on, found)
    if on.played in turn.best:
        turn = replace(turn, best=(on.played, *(each for each in turn.best if each != on.played)))
    by_text = {each.text: each for each in found.moves}
    mine, best = by_text.get(on.played), by_text[turn.best[0]]
    if mine is None:
        return
    worth = chance_and_spread_text(mine.chance, mine.spread, mine.estimate)
    verdict = _verdict(turn, mine, found.status == "proven")
    yield f"{mine.text}: {worth}; {verdict}."
    other_passes = {each.text for each in found.moves if each.move.is_pass and each.status != "best"}
    for claim in claims_of(turn):
        if claim.facts.get("move") not in other_passes:
            yield claim.text
    if mine is not best and min(len(mine.move.placed), len(best.move.placed)) >= found.count:
        rack_text = on.turn.position.alphabet.rack_text
        for one, other in ((best, mine), (mine, best)):
            names = [rack_text(tiles) for tiles in _where_better(one, other)]
            if names:
                more = f" and {len(names) - MOST_NAMED} more" * (len(names) > MOST_NAMED)
                held = ", ".join(names[:MOST_NAMED])
                yield f"{one.text} ends better than {other.text} if the bag holds {held}{more}."


def _verdict(turn: BagTurn, mine: Judged, is_proven: bool) -> str:
    """Return the comparison of a move with the best one."""
    best, lost, spread = turn.best[0], turn.lost_chance, turn.lost_spread
    if mine.text == best:
        return "proven best" if is_proven else "best so far, not proven"
    if lost is not None and lost.lower > 0:
        return f"{best} wins more often, by {lost_text(lost)}"
    if lost is not None and lost.upper == 0 and spread is not None and spread.lower > 0:
        return f"{best} wins as often and ends better on average"
    return f"proven to be no better than {best}" if is_proven else f"{best} is best so far, not proven"


def _where_better(one: Judged, other: Judged) -> list[bytes]:
    """Return the draws with which one move is proven to win, or draw, where the other does worse."""
    least = {draw.tiles: draw.chance.lower for draw in one.draws}
    return [draw.tiles for draw in other.draws if draw.chance.upper < least[draw.tiles]]


def turn_of(
    position: Position, move: Move, text: str, lexicon: Lexicon, names: tuple[str, str]
) -> UnanalysedTurn:
    """Return a move as the turn of a game."""
    score = position.score(move)
    words = [] if move.is_pass else position.new_words(move)
    phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    turn = ReplayedTurn(
        number=1,
        event=Event(0, position.racks[0], text, score),
        position=position,
        move=move,
        score=score,
        total=position.scores[0] + score,
        bag=tiles_in_bag(position) if position.bag else 0,
        held=(len(position.rack_codes[0]), len(position.rack_codes[1])),
        used=None,
        drawn=0,
    )
    return UnanalysedTurn(turn, names[0], text, phonies, score)
