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

What a page wishes to be explored, and what it has been told.

What a page knows of the positions it has been to, as far as memory goes: one walk, a few with a bag.

    endgames             one `Walk`: its home and all that is led to from it share a table
    tiles in the bag     the last searches, for who comes back from a draw

What is dropped goes before new memory is taken.

The pages that are open: each has a session as long as its stream of events is read.

Pages share the machine as threads do, each search being one: nobody waits for another to end.  There is a
bound on how many there are; the memory of a search is that of the command's `--memory`, touched as needed.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias

from scrabble.analysis.evaluator import key
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver.walk import AnalysisSession, SessionPosition
from scrabble.web.bag_exploration import BagExploration
from scrabble.web.exploration import NOTHING_KNOWN, Exploration, Rows
from scrabble.web.game import GameAnalysisTask
from scrabble.web.reasons import ExplanationTask


class ExploreRequest(NamedTuple):
    """A position to be explored."""

    home: Position
    moves: tuple[str, ...]  # that lead to it
    position: Position
    lexicon: Lexicon
    seconds: float | None
    threads: int


class Stoppable(Protocol):
    """A search under way."""

    def stop(self) -> None:
        """Let it leave."""


class ClientState(NamedTuple):
    """What a page has been told."""

    serial: int
    rows: Rows


NOTHING_SEEN = ClientState(0, {})


KEPT_EXPLORATIONS = 2  # with tiles in the bag

AnyExploration: TypeAlias = Exploration | BagExploration


class ExplorationCache:
    """The explorations of a page; a walk may take `memory`, a search with tiles in the bag half of it."""

    def __init__(self, memory: int, tell: Callable[[], None]) -> None:
        self._memory, self._tell = memory, tell
        self.walk: AnalysisSession | None = None
        self._walked: tuple[Position, str, int] | None = None  # where the walk began: lexicon, threads
        self._places: dict[tuple[int, ...], Exploration] = {}
        self._with_bag: list[BagExploration] = []  # the latest first

    def of(self, wish: ExploreRequest) -> AnyExploration:
        """Go to the position that is wanted: one that is known, or a new one."""
        return self._of_bag(wish) if wish.position.bag else self._of_endgame(wish)

    def clear(self) -> None:
        """Let everything go."""
        self._leave_walk()
        self._with_bag = []

    def _leave_walk(self) -> None:
        self.walk, self._walked, self._places = None, None, {}

    def _of_bag(self, wish: ExploreRequest) -> BagExploration:
        known = [each for each in self._with_bag if each.is_of(wish.position, wish.lexicon)]
        others = [each for each in self._with_bag if each not in known]
        if not known:
            del others[KEPT_EXPLORATIONS - 1 :]
            self._with_bag = others
            self._leave_walk()
            known = [BagExploration(wish.position, wish.lexicon, self._memory // 2, self._tell)]
        self._with_bag = [*known, *others]
        return known[0]

    def _of_endgame(self, wish: ExploreRequest) -> Exploration:
        walk, place = self._place(wish)
        if place.path not in self._places:
            self._places[place.path] = Exploration(walk, place, self._tell)
        return self._places[place.path]

    def _place(self, wish: ExploreRequest) -> tuple[AnalysisSession, SessionPosition]:
        began = (wish.home, wish.lexicon.sha256, wish.threads)
        if self.walk is not None and self._walked == began:
            place: SessionPosition | None = self.walk.home
            for text in wish.moves:
                if place is not None:
                    place = self.walk.after(place, place.position.parse_move(text))
            if place is not None and key(place.position) == key(wish.position):
                return self.walk, place
        self._leave_walk()
        home = wish.position if wish.moves else wish.home
        self.walk = AnalysisSession(home, wish.lexicon, self._memory, wish.threads)
        self._walked = (home, wish.lexicon.sha256, wish.threads)
        return self.walk, self.walk.home


IDLE = "idle"
KEPT = 200  # explorations of which the facts stay, for what is saved


class Session:
    """The state of a page, and its worker."""

    def __init__(self, memory: int, show: Callable[[], None], warm: Callable[[], None]) -> None:
        self.memory, self._show, self._warm = memory, show, warm
        self.serial = 0
        self.state, self.message = IDLE, ""
        self.exploration: AnyExploration | None = None
        self.game: GameAnalysisTask | None = None
        self.reasons: ExplanationTask | None = None
        self.facts: dict[str, dict[str, Any]] = {}  # of places by CGP, for what is saved
        self._explorations = ExplorationCache(memory, self._tell)
        self._wish: ExploreRequest | None = None
        self._is_paused, self._is_closed = False, False
        self._is_interrupted = False
        self._running: Stoppable | None = None
        self._news = threading.Condition()
        self._worker = threading.Thread(target=self._work, name="explorer", daemon=True)
        self._worker.start()

    # What a page asks for

    def explore(self, wish: ExploreRequest | None) -> int:
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

    def why(self, reasons: ExplanationTask) -> None:
        """Find the reasons for a move before anything is searched on."""
        with self._news:
            self.reasons = reasons
            self._interrupt()

    def judge(self, game: GameAnalysisTask | None) -> None:
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

    def news(self, seen: ClientState) -> tuple[ClientState, dict[str, Any]]:
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
        return ClientState(serial, known.rows), told

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

    def _do(self, wish: ExploreRequest | None) -> None:
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

    def _begin(self, wish: ExploreRequest) -> None:
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


MOST_PAGES = 12


class TooManyPagesError(ValueError):
    """There is no room for another page."""


class SessionRegistry:
    """The sessions by the names of their pages."""

    def __init__(self, memory: int, warm: Callable[[], None]) -> None:
        self._memory, self._warm = memory, warm
        self._open: dict[str, Session] = {}
        self._lock = threading.Lock()

    def begin(self, show: Callable[[], None]) -> tuple[str, Session]:
        """A session for a page that has just been opened, and its name.  Raises TooManyPagesError."""
        with self._lock:
            if len(self._open) >= MOST_PAGES:
                raise TooManyPagesError(f"{MOST_PAGES} pages are open: close one of them first")
            name = secrets.token_urlsafe(12)
            self._open[name] = Session(self._memory, show, self._warm)
            return name, self._open[name]

    def find(self, name: str) -> Session | None:
        """The session of a page, None if it has none any more."""
        return self._open.get(name)

    def end(self, name: str) -> None:
        """End the session of a page that has been closed."""
        with self._lock:
            session = self._open.pop(name, None)
        if session is not None:
            session.close()

    def end_all(self) -> None:
        """End all searching."""
        for name in list(self._open):
            self.end(name)

    def __len__(self) -> int:
        return len(self._open)
