"""Let one contender search one position, with fresh tables, in CPU time: `bench.measure.measure` for all.

B* with a tree of its own is given TREE expansions at most, where Berliner called a tree intractable, so that
its limit does not depend on the machine.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import replace

from bstar.engine import Stopped
from bstar.maven import STABLE, STEP
from bstar.rounds import NODES_KEPT, BStar, Verdict
from bstar.tree import fitting
from bstar.variants.ladder import climber
from scrabble.bench.figures import Measurement
from scrabble.bench.machine import peak_memory
from scrabble.bench.measure import Setting, Task, measure, run_until
from scrabble.compare.contenders import Contender
from scrabble.compare.record import ESTIMATED, MavenChoice, Trial
from scrabble.endgame.names import MAVEN
from scrabble.endgame.set_up import new_tree_search
from scrabble.endgame.solution import known
from scrabble.game.move import move_text
from scrabble.movegen.compile import new_state
from scrabble.movegen.packed_move import unpack

TREE = NODES_KEPT  # expansions


def trial(
    task: Task,
    contender: Contender,
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Trial:
    """Let a contender search a position for at most so many CPU seconds."""
    if contender.strategy is None and contender.solver != MAVEN:
        setting, drive = Setting(contender.solver), None
        if contender.ladder is not None:
            drive = climber(contender.ladder)
        outcome = measure(task, setting, seconds, memory, is_stopped, contender.wants_value, drive)
        return Trial(replace(outcome, setting=contender.name))
    return _Growth(task, contender, memory).run(seconds, is_stopped)


class _Growth:
    """A search of B* that grows a tree: under a strategy on sound intervals, or in Maven's way."""

    def __init__(self, task: Task, contender: Contender, memory: int) -> None:
        self.task, self.contender = task, contender
        self.position = task.reading.position
        new_state(self.position, task.reading.lexicon)  # the lexicon comes within reach
        gc.collect()
        self.began = time.process_time()
        strategy = contender.strategy
        self.engine, game, tree_bytes = new_tree_search(self.position, task.reading.lexicon, memory)
        nodes, links = fitting(tree_bytes)
        self.first = self.engine.moves()[0][0]
        self.search = BStar(
            game,
            strategy or "alternated",
            heuristic=strategy is None,
            nodes=nodes,
            links=links,
            stack=self.engine.stack,
            control=self.engine.control,
        )
        self.ready = time.process_time()
        self.choices: list[MavenChoice] = []
        self.verdict: Verdict | None = None  # the latest

    def run(self, seconds: float, is_stopped: Callable[[], bool]) -> Trial:
        """Search, and say what was found."""
        work = self._go_in_rounds if self.contender.strategy is None else self._separate
        stopped_by = run_until(self.began + seconds, is_stopped, self.engine.control, work)
        spent = time.process_time() - self.began
        verdict = self._verdict()
        status = "bounded" if verdict is None else verdict.status
        if status == "bounded" and self.choices:
            status = ESTIMATED
        if self.choices and status == ESTIMATED:
            move = self.choices[-1].move
        else:
            move = self._name(self.first if verdict is None else verdict.move)
        limit = "interrupt" if verdict is None else verdict.limit
        outcome = Measurement(
            number=self.task.number,
            id=self.task.id,
            setting=self.contender.name,
            status=status,
            move=move,
            value=None if verdict is None else verdict.value,
            lower=None if verdict is None else known(verdict.lower),
            upper=None if verdict is None else known(verdict.upper),
            known=self.task.known,
            set_up=self.ready - self.began,
            seconds=spent,
            nodes=self.engine.nodes,
            expansions=self.engine.expansions,
            limit=stopped_by if limit == "interrupt" else limit,
            memory=peak_memory(),
        )
        return Trial(outcome, rounds=tuple(self.choices))

    def _separate(self) -> None:
        self.search.run(expansions=TREE)

    def _go_in_rounds(self) -> None:
        """Go through Maven's rounds, until the choice is stable or the widenings asked for are made."""
        most = self.contender.rounds
        for each in self.search.rounds(STEP, STABLE if most is None else most + 1, most):
            if each.verdict.limit is None:
                move, counts = self._name(each.verdict.move), (each.verdict.expansions, each.verdict.nodes)
                self.choices.append(MavenChoice(each.number, move, *counts, time.process_time() - self.began))

    def _verdict(self) -> Verdict | None:
        try:
            return self.search.verdict
        except Stopped:
            return None

    def _name(self, number: int) -> str:
        return move_text(unpack(number, self.position), self.position)
