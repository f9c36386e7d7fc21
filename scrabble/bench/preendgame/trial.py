"""Run one solver on one pre-endgame position and record the result.

chance             of the position: lower <= truth <= upper, proven even if the contender estimates
spread             of the chosen move, the same
lost               how much less often the chosen move wins than the best one; lost_spread if equal
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scrabble.bench.figures import DIGITS
from scrabble.bench.measure import run_until
from scrabble.bench.preendgame.contenders import Contender
from scrabble.bench.preendgame_strategies import CHANCE, SPREAD, EvaluationSession
from scrabble.bench.trial import ESTIMATED
from scrabble.game.move import move_text
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import unpack
from scrabble.report.preendgame_solution import interval_json
from scrabble.solver.preendgame.search import PreendgameTask, ScenarioEvaluator, gc_paused
from scrabble.solver.preendgame.solution import Range

PROVEN, BOUNDED = "proven", "bounded"


@dataclass(frozen=True, slots=True)
class PreendgamePosition:
    """A position, and the values that its set states."""

    number: int
    id: str
    order: PreendgameTask
    known: tuple[Fraction, Fraction] | None = None  # chance and spread, proven


@dataclass(frozen=True, slots=True)
class BagTrial:
    """One contender on one position."""

    number: int
    id: str
    solver: str
    status: str  # proven, bounded, estimated
    is_sure: bool  # it is proven that no move wins more often
    move: str
    chance: Range
    spread: Range
    asked: int  # pairs of a move and a draw
    pairs: int
    questions: int
    playouts: int
    set_up: float
    seconds: float  # CPU time, set-up included
    nodes: int
    limit: str | None
    known: tuple[Fraction, Fraction] | None = None  # chance and spread, as the set states them
    lost: Fraction | None = None  # chance; None: not known
    lost_spread: Fraction | None = None

    @property
    def is_best(self) -> bool:
        """Return whether the move is known to be a best one."""
        return self.lost == 0 and self.lost_spread == 0

    @property
    def is_refuted(self) -> bool:
        """Return whether a claimed proof is wrong."""
        return bool(self.is_sure and self.lost) or bool(self.status == PROVEN and self.lost_spread)

    def as_data(self) -> dict[str, Any]:
        """Return the trial as plain data; fractions are texts."""
        return {
            "number": self.number,
            "id": self.id,
            "solver": self.solver,
            "status": self.status,
            "sure": self.is_sure,
            "move": self.move,
            "chance": interval_json(self.chance),
            "spread": interval_json(self.spread),
            "asked": self.asked,
            "pairs": self.pairs,
            "questions": self.questions,
            "playouts": self.playouts,
            "set_up": round(self.set_up, DIGITS),
            "seconds": round(self.seconds, DIGITS),
            "nodes": self.nodes,
            "limit": self.limit,
            "known": None if self.known is None else [str(each) for each in self.known],
            "lost": None if self.lost is None else str(self.lost),
            "lost_spread": None if self.lost_spread is None else str(self.lost_spread),
        }


def trial(
    target: PreendgamePosition,
    contender: Contender,
    seconds: float,
    is_stopped: Callable[[], bool] = lambda: False,
) -> BagTrial:
    """Run a contender on a position for at most `seconds` of CPU time, with fresh tables."""
    position = target.order.position
    compile_position(position, target.order.lexicon)  # brings the lexicon into the cache
    gc.collect()
    began = time.process_time()
    with gc_paused():
        asking = EvaluationSession(ScenarioEvaluator(target.order))
    ready = time.process_time()
    is_done = False

    def work() -> None:
        nonlocal is_done
        with gc_paused():
            contender.run(asking)
        is_done = True

    stopped_by = run_until(began + seconds, is_stopped, asking.judge.solver.engine.control, work)
    spent = time.process_time() - began
    choice, total = asking.choice, asking.judge.unseen.total
    best, others = choice.moves[asking.best], [at for at in range(len(choice.moves)) if at != asking.best]
    is_proven = not any(choice.may_beat(at, asking.best) for at in others)
    most = [max(option.lower[CHANCE] for option in choice.moves)]
    most.append(max(option.upper[CHANCE] for option in choice.moves))
    return BagTrial(
        number=target.number,
        id=target.id,
        solver=contender.name,
        status=PROVEN if is_proven else ESTIMATED if contender.is_estimate else BOUNDED,
        is_sure=all(choice.moves[at].upper[CHANCE] <= best.lower[CHANCE] for at in others),
        move=move_text(unpack(asking.judge.moves[asking.best].play.number, position), position),
        chance=Range(*(Fraction(bound, 2 * total) for bound in most)),
        spread=Range(Fraction(best.lower[SPREAD], total), Fraction(best.upper[SPREAD], total)),
        asked=choice.evaluated,
        pairs=choice.term_count,
        questions=choice.queries,
        playouts=asking.playouts,
        set_up=ready - began,
        seconds=spent,
        nodes=asking.judge.solver.nodes,
        limit=None if is_done else stopped_by,
        known=target.known,
    )
