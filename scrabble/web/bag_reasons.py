"""Why a move is best, or what is wrong with it, with tiles in the bag: what is proven of it draw by draw.

What the sentences need is found out first: with which draws the move wins, and the best one.  Of a pass that
is not best its draws tell only what passing on to the end brings, so nothing is said of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from scrabble.analysis.explain.preendgame_rules import claims_of
from scrabble.analysis.preendgame_turn import BagTurn, evaluate_preendgame
from scrabble.analysis.turn import UnanalysedTurn
from scrabble.game.move import PASS
from scrabble.report.bag_text import lost_text
from scrabble.solver.preendgame.solution import BagSolution, Judged
from scrabble.web.bag_exploration import BagExploration
from scrabble.web.bag_text import worth_text
from scrabble.web.reasons import ExplanationTask, turn_of

SECONDS = 10.0  # for finding out
MOST_NAMED = 8  # draws in a sentence


class BagReasons(ExplanationTask):
    """The sentences about one move of a position that is explored."""

    def __init__(self, exploration: BagExploration, text: str, names: tuple[str, str]) -> None:
        position = exploration.position
        move = position.parse_move(text)
        position.check(move)
        super().__init__(text)
        self._turn = turn_of(position, move, text, exploration.lexicon, names)
        self._exploration: BagExploration | None = exploration

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
        self.sentences = list(_sentences(self._turn, replace(found, limit=None)))
        self.is_done, self._exploration = True, None


def _sentences(on: UnanalysedTurn, found: BagSolution) -> Iterator[str]:
    turn = evaluate_preendgame(on, found)
    if on.played in turn.best:
        turn = replace(turn, best=(on.played, *(each for each in turn.best if each != on.played)))
    by_text = {each.text: each for each in found.moves}
    mine, best = by_text.get(on.played), by_text[turn.best[0]]
    if mine is None:
        return
    worth, verdict = (
        worth_text(mine.chance, mine.spread, mine.estimate),
        _verdict(turn, mine, found.status == "proven"),
    )
    yield f"{mine.text}: {worth}; {verdict}."
    only_passed_on = {each.text for each in found.moves if each.move.is_pass and each.status != "best"}
    for claim in claims_of(turn):
        if claim.facts.get("move") not in only_passed_on:
            yield claim.text
    if mine is not best and min(len(mine.move.placed), len(best.move.placed)) >= found.count:
        rack_text = on.turn.position.alphabet.rack_text
        for one, other in ((best, mine), (mine, best)):
            names = [rack_text(tiles) for tiles in _where_better(one, other)]
            if names:
                more = f" and {len(names) - MOST_NAMED} more" * (len(names) > MOST_NAMED)
                held = ", ".join(names[:MOST_NAMED])
                yield f"{one.text} ends better than {other.text} where the bag holds {held}{more}."


def _verdict(turn: BagTurn, mine: Judged, is_proven: bool) -> str:
    """How a move compares with the best one."""
    best, lost, spread = turn.best[0], turn.lost_chance, turn.lost_spread
    if mine.text == best:
        return "proven to be best" if is_proven else "best so far, not proven"
    if lost is not None and lost.lower > 0:
        return f"{best} wins more often, by {lost_text(lost)}"
    if lost is not None and lost.upper == 0 and spread is not None and spread.lower > 0:
        return f"{best} wins as often and ends better on average"
    return f"proven to be no better than {best}" if is_proven else f"{best} so far, not proven to be better"


def _where_better(one: Judged, other: Judged) -> list[bytes]:
    """The draws with which one move is proven to win, or to draw, where another does less."""
    least = {draw.tiles: draw.chance.lower for draw in one.draws}
    return [draw.tiles for draw in other.draws if draw.chance.upper < least[draw.tiles]]
