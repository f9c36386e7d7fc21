"""What one page has going on: a worker thread that does one thing at a time, the most wanted first.

    a new position          stops whatever runs
    a move's exact worth    what somebody waits for comes first
    why                     the sentences of an explanation
    the best move           and the value of the position
    a game                  the turns of its endgame judged, from the last one back
    all other moves         exact, those that may be worth most first
    a game                  its turns with tiles in the bag

`show` is called when there is news, from any thread; the page then asks `news` for what it has not seen.  A
session that is closed leaves no thread behind.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from scrabble import cgp
from scrabble.web.bag_exploration import BagExploration
from scrabble.web.explorations import AnyExploration, Explorations
from scrabble.web.judging import JudgedGame
from scrabble.web.known import NOTHING_KNOWN
from scrabble.web.why import Why
from scrabble.web.wishes import Seen, Stoppable, Wish

IDLE = "idle"
KEPT = 200  # explorations of which the facts stay, for what is saved


class Session:
    """The state of a page, and its worker."""

    def __init__(self, memory: int, show: Callable[[], None], warm: Callable[[], None]) -> None:
        self.memory, self._show, self._warm = memory, show, warm
        self.serial = 0
        self.state, self.message = IDLE, ""
        self.exploration: AnyExploration | None = None
        self.game: JudgedGame | None = None
        self.reasons: Why | None = None
        self.facts: dict[str, dict[str, Any]] = {}  # of places by CGP, for what is saved
        self._explorations = Explorations(memory, self._tell)
        self._wish: Wish | None = None
        self._is_paused, self._is_closed = False, False
        self._is_interrupted = False
        self._running: Stoppable | None = None
        self._news = threading.Condition()
        self._worker = threading.Thread(target=self._work, name="explorer", daemon=True)
        self._worker.start()

    # What a page asks for

    def explore(self, wish: Wish | None) -> int:
        """Explore a position, or none; return the number that news of it will have."""
        with self._news:
            self.serial += 1
            self._wish, self._is_paused = wish, False
            self.exploration = None  # nothing that is known of another position is told of this one
            if self.reasons is not None and not self.reasons.is_done:
                self.reasons = None  # nobody waits for them any more
            self.state, self.message = ("starting" if wish else IDLE), ""
            self._interrupt()
            return self.serial

    def stop(self) -> None:
        """Stop searching until somebody says `go_on`."""
        with self._news:
            self._is_paused = True
            self._interrupt()

    def go_on(self, seconds: float | None) -> None:
        """Search on, for so long."""
        with self._news:
            self._is_paused = False
            if self.exploration is not None:
                self.exploration.left, self.exploration.stopped_by = seconds, None
            self._interrupt()

    def exact(self, move: str, seconds: float | None) -> bool:
        """Find out what a move is worth before anything else; False if there is no such move."""
        with self._news:
            exploration = self.exploration
            if exploration is None or not exploration.ask(move):
                return False
            if self._is_paused or exploration.is_spent:
                exploration.left, exploration.stopped_by = seconds, None
            self._is_paused = False
            self._interrupt()
            return True

    @property
    def with_bag(self) -> BagExploration | None:
        """What is explored, if there are tiles in the bag."""
        exploration = self.exploration
        return exploration if isinstance(exploration, BagExploration) else None

    def draws(self, move: str) -> dict[str, Any] | None:
        """What each draw brings after a move of the position that is explored; None if there is none."""
        exploration = self.with_bag
        return None if exploration is None else exploration.draws(move)

    def why(self, reasons: Why) -> None:
        """Find the reasons for a move before anything is searched on."""
        with self._news:
            self.reasons = reasons
            self._interrupt()

    def judge(self, game: JudgedGame | None) -> None:
        """Judge the turns of a game, or of none."""
        with self._news:
            self.game = game
            self._interrupt()

    def close(self) -> None:
        """End the worker; nobody looks any more."""
        with self._news:
            self._is_closed = True
            self._interrupt()

    def join(self) -> None:
        """Wait for the worker of a closed session."""
        self._worker.join()

    def _interrupt(self) -> None:
        self._is_interrupted = True
        if self._running is not None:
            self._running.stop()
        self._news.notify()

    # What it is told

    def news(self, seen: Seen) -> tuple[Seen, dict[str, Any]]:
        """What has changed since a page was told what it has seen."""
        with self._news:
            exploration, serial = self.exploration, self.serial
            told: dict[str, Any] = {"serial": serial, "state": self.state, "message": self.message}
            before = seen.rows if seen.serial == serial else {}
            known = NOTHING_KNOWN if exploration is None else exploration.known
            told["answer"] = exploration.told(known) if exploration is not None and known.rows else None
            game, reasons = self.game, self.reasons
        told["changed"] = {move: row for move, row in known.rows.items() if before.get(move) != row}
        told["is_whole"] = not before
        told["game"] = None if game is None else game.told()
        told["why"] = None if reasons is None else reasons.told()
        return Seen(serial, known.rows), told

    def _tell(self) -> None:
        self._show()

    # The worker

    def _work(self) -> None:
        while True:
            with self._news:
                while not (self._is_closed or self._has_work):
                    self._rest()
                    self._news.wait()
                if self._is_closed:
                    break
                self._is_interrupted = False
                wish, self._wish = self._wish, None
            try:
                self._do(wish)
            except MemoryError:
                self._fail("out of memory: close other pages, or give it less with --memory")
            except Exception as error:  # a fault of the program must not end the page in silence
                self._fail(f"{type(error).__name__}: {error}")
        self.exploration = None
        self._explorations.clear()

    @property
    def _has_work(self) -> bool:
        exploration, game, reasons = self.exploration, self.game, self.reasons
        can_search = exploration is not None and not self._is_paused and not exploration.is_spent
        return bool(
            self._wish is not None
            or (reasons is not None and not reasons.is_done)
            or (game is not None and not game.is_done and not self._is_paused)
            or (can_search and exploration is not None and (exploration.has_open or exploration.asked))
        )

    def _do(self, wish: Wish | None) -> None:
        """Do what is wanted most."""
        if wish is not None:
            self._begin(wish)
            return
        exploration, game, reasons = self.exploration, self.game, self.reasons
        can_search = exploration is not None and not self._is_paused and not exploration.is_spent
        if exploration is not None and can_search and exploration.asked:
            self._step(exploration)
        elif reasons is not None and not reasons.is_done:
            self._run(reasons, lambda: reasons.find(self._keeps_on))
        elif exploration is not None and can_search and not exploration.is_proven:
            self._step(exploration)
        elif game is not None and game.has_endgames and not self._is_paused:
            self._run(game, lambda: game.judge_next(self._keeps_on))
        elif exploration is not None and can_search and exploration.has_open:
            self._step(exploration)
        elif game is not None and not game.is_done and not self._is_paused:
            with self._news:
                if self._wish is None:
                    self._rest()
            self._run(game, lambda: game.judge_next(self._keeps_on))

    def _begin(self, wish: Wish) -> None:
        """Go to the position that is wanted."""
        self._set_state("getting ready")
        self._warm()
        found = self._explorations.of(wish)
        found.left, found.stopped_by = wish.seconds, None
        with self._news:
            if self._wish is None and not self._is_closed:
                self.exploration = found
        self._set_state("searching")

    def _step(self, exploration: AnyExploration) -> None:
        self._set_state("exact values" if exploration.is_proven else "searching")
        self._run(exploration, lambda: exploration.step(lambda: self._is_interrupted))
        with self._news:
            self.facts[cgp.dumps(exploration.position)] = exploration.to_keep()
            while len(self.facts) > KEPT:
                del self.facts[next(iter(self.facts))]

    def _run(self, stoppable: Stoppable, work: Callable[[], None]) -> None:
        """Do some work that can be stopped."""
        with self._news:
            self._running = stoppable
        try:
            work()
        finally:
            with self._news:
                self._running = None
        self._tell()

    def _keeps_on(self) -> bool:
        return not self._is_interrupted

    def _rest(self) -> None:
        """Say why the position is not searched."""
        exploration = self.exploration
        if exploration is None:
            state = IDLE
        elif self._is_paused:
            state = "stopped"
        elif exploration.stopped_by == "memory":
            state = "memory"
        elif exploration.has_open:
            state = "time"
        else:
            state = "done"
        if state != self.state and self.state != "failed":
            self.state = state
            self._show()

    def _set_state(self, state: str) -> None:
        with self._news:
            if self._wish is not None or state == self.state:
                return
            self.state = state
        self._tell()

    def _fail(self, message: str) -> None:
        with self._news:
            self.exploration, self.game, self.reasons = None, None, None
            self._explorations.clear()
            self.state, self.message = "failed", message
        self._tell()
