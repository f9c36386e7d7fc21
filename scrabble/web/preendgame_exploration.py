"""One explored position with tiles in the bag: win probabilities of its moves, and what each draw brings.

    row       [score, [chance, chance], [spread, spread], status, estimate]: lower and upper bounds as
              fractions; the estimate is [chance, spread] in decimals, or None
    draws     of one move, by what is drawn:

              the move empties the bag     a row for each draw, and the endgame after it
              tiles stay in the bag        a row for each draw, and a position for each content that may stay
              pass                         a row for each content of the bag

A search runs one task at a time and ends when that is done (`DONE`), as it does at a limit; `go_on` continues
with the next task from all that is known:

    requested moves     their win probability and spread, as far as they can be known
    the best move       proven by B*
    all other moves     the rest, those that may win most often first

When no task is left the search has come to its end.  All bounds are proven.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from time import monotonic
from typing import Any

from bstar.chance.interval_sum import Query
from bstar.engine import SearchStopped
from bstar.options import Limit
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.report.preendgame_solution import (
    estimate_json,
    interval_json,
    mean_text,
    spread_cell,
    wins_text,
)
from scrabble.solver.preendgame.search import FIRST_NODES, PreendgameSearch, PreendgameTask
from scrabble.solver.preendgame.solution import (
    BagSnapshot,
    BagSolution,
    Estimate,
    Judged,
    Range,
    WithDraw,
    open_interval,
)
from scrabble.solver.preendgame.values import Objective
from scrabble.web.exploration import (
    KEPT_MOVES,
    LOOKS,
    PREENDGAME,
    SHOWN_EVERY,
    AnswerFacts,
    Exploration,
    Rows,
)
from scrabble.web.position_view import after_draw, left_after

DONE = "done"  # the reason to stop of a run whose task is done


class PreendgameExploration(Exploration):
    """An explored position with tiles in the bag."""

    def __init__(self, position: Position, lexicon: Lexicon, memory: int, show: Callable[[], None]) -> None:
        super().__init__(show)
        self._position, self.lexicon = position, lexicon
        self._unseen = UnseenTiles(position)
        self._search = FocusedSearch(PreendgameTask(position, lexicon, memory))
        self._search.warm_up()
        self._is_at_the_end = False

    @property
    def position(self) -> Position:
        """The explored position."""
        return self._position

    def is_of(self, position: Position, lexicon: Lexicon) -> bool:
        """Return whether this position is explored, with this lexicon."""
        return cgp.dumps(self.position) == cgp.dumps(position) and self.lexicon.sha256 == lexicon.sha256

    @property
    def has_open(self) -> bool:
        """Return whether the search can find out more."""
        return not self._is_at_the_end

    @property
    def has_request(self) -> bool:
        """Return whether the win probability or spread of a requested move is open."""
        return self._search.has_focus

    def request(self, text: str) -> bool:
        """Search a move next; return False if there is no such move."""
        return self._search.focus(text)

    def stop(self) -> None:
        """Stop the search under way as soon as possible."""
        self._search.stop()

    def step(self, is_stopped: Callable[[], bool]) -> None:
        """Search once: requested moves, the best move, or all other moves."""
        before = self._search.seconds
        found = self._run(self.left, is_stopped)
        self.stopped_by = None if found.limit == DONE else found.limit
        self._spend(self._search.seconds - before)
        self._publish()

    def settle(self, moves: Iterable[str], seconds: float, is_stopped: Callable[[], bool]) -> BagSolution:
        """Search these moves before everything else, for at most `seconds`."""
        for move in moves:
            self._search.focus(move)
        found = self._run(seconds, is_stopped)
        if found.limit == "time":
            self._search.clear_focus()
        return found

    def _run(self, seconds: float | None, is_stopped: Callable[[], bool]) -> BagSolution:
        search = self._search
        search.go_on(Limit(seconds))
        if is_stopped():
            search.stop()
        for snapshot in search:
            if self._is_due:
                self._update(search, snapshot)
                self._publish()
        found = search.result()
        self._complete(found)
        return found

    def _update(self, search: FocusedSearch, now: BagSnapshot) -> None:
        """Take over what a search under way knows."""
        began = monotonic()
        moves = search.moves_now
        facts = self.known.facts
        if not self.is_proven:
            facts = {
                "status": "bounded",
                "best": [each.text for each in moves if each.status == "best so far"] or [now.text],
                "chance": interval_json(open_interval(moves, Objective.CHANCE, Objective.CHANCE)),
                "spread": interval_json(open_interval(moves, Objective.SPREAD, Objective.CHANCE)),
                "regret": None,
                "estimate": estimate_json(now.estimate),
                "limit": None,
            }
        counts = {"disproved": now.disproved, "questions": now.questions, "nodes": now.nodes}
        self.known = AnswerFacts({**facts, **counts}, _rows_of(moves))
        self._pause = max(SHOWN_EVERY, LOOKS * (monotonic() - began))

    def _complete(self, found: BagSolution) -> None:
        """Take over the result of a search that has ended."""
        facts = {
            "status": found.status,
            "best": found.best,
            "chance": interval_json(found.chance),
            "spread": interval_json(found.spread),
            "regret": str(found.regret),
            "estimate": estimate_json(found.estimate),
            "ignores_exchanges": found.exchange is not None,
            "disproved": sum(each.status in ("worse", "not better") for each in found.moves),
            "questions": found.questions,
            "nodes": found.nodes,
            "limit": None if found.limit == DONE else found.limit,
        }
        self.known = AnswerFacts(facts, _rows_of(found.moves))
        self._is_at_the_end = found.limit is None

    def to_json(self, known: AnswerFacts) -> dict[str, Any]:
        """Return the answer as the page gets it, without the moves."""
        exact = sum(_is_exact(chance) and _is_exact(spread) for _, chance, spread, *_ in known.rows.values())
        bag = {"kind": PREENDGAME, "bag": self._unseen.count, "moves": len(known.rows), "exact": exact}
        return {**bag, **known.facts, "seconds": round(self._search.seconds, 3)}

    def to_keep(self) -> dict[str, Any]:
        """Return the answer with the rows of the moves that may win most often."""
        known = self.known
        most = heapq.nlargest(KEPT_MOVES, known.rows.items(), key=lambda each: _promise(each[1]))
        return self.to_json(known) | {"rows": dict(most)}

    def draws(self, text: str) -> dict[str, Any] | None:
        """Return the result of a move for each draw, or None if there is no such move."""
        move = self._search.judged_now(text)
        if move is None:
            return None
        found = scenarios_json(self.position, self.lexicon.name, self._unseen, move)
        return found | {"is_settled": self._search.is_settled(text)}


class FocusedSearch(PreendgameSearch):
    """A search of all moves in which single moves can be searched first."""

    def __init__(self, task: PreendgameTask) -> None:
        super().__init__(task, settle_ties=True)
        self._focused: list[int] = []  # numbers of moves, the latest first
        self._was_proven = False  # at the beginning of the run
        self._others = self._about_others()

    def go_on(self, limit: Limit) -> None:
        """Begin the next task, within a limit."""
        self._was_proven, self._others = self._choice.is_proven, self._about_others()
        super().go_on(limit)

    def focus(self, text: str) -> bool:
        """Search a move first from the next run on; return False if there is no such move."""
        number = self._number(text)
        if number is None:
            return False
        with self._lock:
            self._focused = [number, *(each for each in self._focused if each != number)]
        return True

    def clear_focus(self) -> None:
        """Forget all requested moves."""
        with self._lock:
            self._focused = []

    @property
    def has_focus(self) -> bool:
        """Return whether a requested move is not settled."""
        return any(not self._is_settled(each) for each in self._focused)

    def is_settled(self, text: str) -> bool:
        """Return whether nothing more can be found out about a move."""
        number = self._number(text)
        return number is None or self._is_settled(number)

    def _number(self, text: str) -> int | None:
        return next((at for at in range(len(self._moves)) if self._text(at) == text), None)

    def _is_settled(self, number: int) -> bool:
        parts, aims = self._choice.moves[number].terms, range(len(self.task.objectives))
        return not any(part.is_open(aim) for part in parts for aim in aims)

    def _question(self) -> Query | None:
        """Return the next query of the task, or None if no task is left.  Raises SearchStopped at its end."""
        if self._focused:
            return self._about_focused()
        if not self._was_proven:
            found = super()._question()
            if found is not None:
                return found
            if self._choice.is_proven:
                raise SearchStopped(DONE)
        return next(self._others, None)

    def _about_focused(self) -> Query:
        while self._focused:
            wanted = self._focused[0]
            found = self._choice.query_for(wanted)
            if found is not None:
                return found
            with self._lock:
                self._focused = [each for each in self._focused if each != wanted]
        raise SearchStopped(DONE)

    def _about_others(self) -> Iterator[Query]:
        """Yield queries until everything is known, cheap ones first."""
        options = self._choice.moves
        waiting = [number for number in range(len(options)) if not self._is_settled(number)]
        waiting.sort(key=lambda number: options[number].upper, reverse=True)
        for most in (FIRST_NODES, None):
            for number in waiting:
                while (found := self._choice.query_for(number, most)) is not None:
                    yield found


def scenarios_json(position: Position, lexicon: str, unseen: UnseenTiles, move: Judged) -> dict[str, Any]:
    """Return a move with its draws; `lexicon` is the name for the positions that follow."""
    named = replace(position, lexicon_name=lexicon, extra=())
    taken = min(len(move.move.placed), unseen.count)
    return {
        "move": move.text,
        "chance": interval_json(move.chance),
        "spread": interval_json(move.spread),
        "status": move.status,
        "empties_bag": taken == unseen.count,
        "draws": [_draw_json(named, unseen, move, each, taken) for each in move.draws],
    }


def _draw_json(
    position: Position, unseen: UnseenTiles, move: Judged, draw: WithDraw, taken: int
) -> dict[str, Any]:
    rack_text = position.alphabet.rack_text
    following = list(_positions_after(position, unseen, move, draw, taken))
    return {
        "tiles": rack_text(draw.tiles),
        "share": str(draw.share),
        "chance": interval_json(draw.chance),
        "spread": interval_json(draw.spread),
        "is_one_game": len(draw.tiles) == unseen.count,
        "cgp": following[0]["cgp"] if len(following) == 1 else None,
        "after": following,
    }


def _positions_after(
    position: Position, unseen: UnseenTiles, move: Judged, draw: WithDraw, taken: int
) -> Iterator[dict[str, str]]:
    """Yield the positions after a move with a draw, and the step to each (`position_view`)."""
    rack_text = position.alphabet.rack_text
    draws = draw.tiles[:taken]
    is_whole = len(draw.tiles) == unseen.count
    for leaves in [draw.tiles[taken:]] if is_whole else left_after(unseen, draws):
        added = f" draws {rack_text(draws)}" * bool(draws) + f" leaves {rack_text(leaves)}" * bool(leaves)
        after = after_draw(position, move.move, draws, leaves, unseen)
        yield {"step": f"{move.text}{added}", "leaves": rack_text(leaves), "cgp": cgp.dumps(after)}


def chance_and_spread_text(chance: Range, spread: Range, estimate: Estimate | None = None) -> str:
    """Return win probability and mean spread in words, without a spread that is completely open."""
    if estimate:
        mean = mean_text(spread, estimate, " on average")
    else:
        mean = f"{cell} on average" if (cell := spread_cell(spread, None)) else ""
    return f"{wins_text(chance, (), estimate)}{f', spread {mean}' if mean else ''}"


def _rows_of(moves: Iterable[Judged]) -> Rows:
    return {
        each.text: [
            each.score,
            _pair(each.chance),
            _pair(each.spread),
            each.status,
            _rounded(each.estimate),
        ]
        for each in moves
    }


def _rounded(estimate: Estimate | None) -> list[float] | None:
    return None if estimate is None else [round(estimate.chance, 4), round(estimate.spread, 2)]


def _pair(found: Range) -> list[str]:
    return [str(found.lower), str(found.upper)]


def _is_exact(ends: Sequence[str]) -> bool:
    return ends[0] == ends[1]


def _promise(row: list[Any]) -> tuple[Any, ...]:
    """Return the sort key of a row: the best move, then estimated or known win probability and spread."""
    _, chance, spread, status, estimate = row
    known = estimate or [float(Fraction(chance[1])), float(Fraction(spread[1]))]
    return (status.startswith("best"), *known, *(Fraction(each) for each in chance[::-1]))
