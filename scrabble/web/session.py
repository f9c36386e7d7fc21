"""Sessions: one for each open page, with the positions it has explored and one worker thread.

    Session              state of a page; its worker does one thing at a time, in this order:

        a new position             stops whatever runs
        a requested move           its exact value
        an explanation             the sentences about a move
        the best move              and the value of the position
        a game                     turns of the endgame, from the last one back
        all other moves            exact values, the most promising moves first
        a game                     turns with tiles in the bag

    ExplorationCache     explored positions of a page, as far as memory goes: one analysis session, in which
                         all endgames that follow from its home share a table, and the last searches with
                         tiles in the bag, for a return from a draw; old ones are dropped before new memory
                         is taken
    SessionRegistry      sessions by the name of their page, a limited number

`show` is called, from any thread, when there is news; the page then asks `news` for what it has not seen.  A
closed session leaves no thread behind.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scrabble.analysis.evaluator import key
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.settings import OUT_OF_MEMORY
from scrabble.solver.session import AnalysisSession, SessionPosition
from scrabble.web.exploration import NOTHING_KNOWN, Exploration, Found
from scrabble.web.searches import EndgameSearches, PreendgameSearches
from scrabble.web.shown import EXACT_VALUES, PROGRESS, MoveRow

if TYPE_CHECKING:
    from scrabble.web.game import GameAnalysisTask
    from scrabble.web.reasons import ExplanationTask

MOST_PAGES = 12
KEPT_EXPLORATIONS = 2  # with tiles in the bag
KEPT_ANSWERS = 200  # of explored positions, for an export
IDLE, STARTING = "idle", "starting"  # states before there is an answer


class ExplorationRequest(NamedTuple):
    """A position to be explored."""

    home: Position
    moves: tuple[str, ...]  # that lead from `home` to the position
    position: Position
    lexicon: Lexicon
    seconds: float | None  # for searching; None: no limit
    threads: int


class Stoppable(Protocol):
    """Work that can be stopped."""

    def stop(self) -> None:
        """Stop as soon as possible."""


class ClientState(NamedTuple):
    """The news that a page has received."""

    serial: int
    rows: Mapping[str, MoveRow]


NOTHING_SEEN = ClientState(0, {})


class ExplorationCache:
    """The explorations of a page.

    An analysis session may take `memory` bytes, a search with tiles in the bag half of it.
    """

    def __init__(self, memory: int, publish: Callable[[], None]) -> None:
        self._memory, self._publish = memory, publish
        self.analysis: AnalysisSession | None = None
        self._begun_with: tuple[Position, str, int] | None = None  # home, lexicon, threads
        self._places: dict[tuple[int, ...], Exploration] = {}
        self._preendgames: list[Exploration] = []  # the latest first

    def of(self, request: ExplorationRequest) -> Exploration:
        """Return the exploration of a position, a known one or a new one."""
        return self._of_preendgame(request) if request.position.bag else self._of_endgame(request)

    def clear(self) -> None:
        """Drop everything."""
        self._drop_analysis()
        self._preendgames = []

    def _drop_analysis(self) -> None:
        self.analysis, self._begun_with, self._places = None, None, {}

    def _of_preendgame(self, request: ExplorationRequest) -> Exploration:
        position, lexicon = request.position, request.lexicon
        known = [each for each in self._preendgames if each.is_of(position, lexicon)]
        others = [each for each in self._preendgames if each not in known]
        if not known:
            del others[KEPT_EXPLORATIONS - 1 :]
            self._preendgames = others
            self._drop_analysis()
            searches = PreendgameSearches(position, lexicon, self._memory // 2)
            known = [Exploration(searches, self._publish)]
        self._preendgames = [*known, *others]
        return known[0]

    def _of_endgame(self, request: ExplorationRequest) -> Exploration:
        analysis, place = self._place(request)
        if place.path not in self._places:
            self._places[place.path] = Exploration(EndgameSearches(analysis, place), self._publish)
        return self._places[place.path]

    def _place(self, request: ExplorationRequest) -> tuple[AnalysisSession, SessionPosition]:
        began = (request.home, request.lexicon.sha256, request.threads)
        if self.analysis is not None and self._begun_with == began:
            place: SessionPosition | None = self.analysis.home
            for text in request.moves:
                if place is not None:
                    place = self.analysis.after(place, place.position.parse_move(text))
            if place is not None and key(place.position) == key(request.position):
                return self.analysis, place
        self._drop_analysis()
        home = request.position if request.moves else request.home
        self.analysis = AnalysisSession(home, request.lexicon, self._memory, request.threads)
        self._begun_with = (home, request.lexicon.sha256, request.threads)
        return self.analysis, self.analysis.home


class Session:
    """The state of one page, and its worker."""

    def __init__(self, memory: int, show: Callable[[], None], warm: Callable[[], None]) -> None:
        self.memory, self._show, self._warm = memory, show, warm
        self.serial = 0
        self.state, self.message = IDLE, ""
        self.exploration: Exploration | None = None
        self.game: GameAnalysisTask | None = None
        self.reasons: ExplanationTask | None = None
        self.found: dict[str, Found] = {}  # answers of explored positions by CGP, for an export
        self._explorations = ExplorationCache(memory, show)
        self._request: ExplorationRequest | None = None
        self._is_paused, self._is_closed = False, False
        self._is_interrupted = False
        self._running: Stoppable | None = None
        self._news = threading.Condition()
        self._worker = threading.Thread(target=self._work, name="explorer", daemon=True)
        self._worker.start()

    # Requests of the page

    def explore(self, request: ExplorationRequest | None) -> int:
        """Explore a position, or none; return the serial number of its news."""
        with self._news:
            self.serial += 1
            self._request, self._is_paused = request, False
            self.exploration = None  # news of the new serial must not show the old position
            if self.reasons is not None and not self.reasons.is_done:
                self.reasons = None  # the page has left the position
            self.state, self.message = (STARTING if request else IDLE), ""
            self._interrupt()
            return self.serial

    def stop(self) -> None:
        """Stop searching until `go_on`."""
        with self._news:
            self._is_paused = True
            self._interrupt()

    def go_on(self, seconds: float | None) -> None:
        """Continue the search, for at most `seconds`."""
        with self._news:
            self._is_paused = False
            if self.exploration is not None:
                self.exploration.left, self.exploration.stopped_by = seconds, None
            self._interrupt()

    def exact(self, move: str, seconds: float | None) -> bool:
        """Search the exact value of a move first; return False if there is no such move."""
        with self._news:
            exploration = self.exploration
            if exploration is None or not exploration.request(move):
                return False
            if self._is_paused or exploration.is_exhausted:
                exploration.left, exploration.stopped_by = seconds, None
            self._is_paused = False
            self._interrupt()
            return True

    def why(self, reasons: ExplanationTask) -> None:
        """Explain a move before other searches continue."""
        with self._news:
            self.reasons = reasons
            self._interrupt()

    def analyse(self, game: GameAnalysisTask | None) -> None:
        """Analyse the turns of a game, or of none."""
        with self._news:
            self.game = game
            self._interrupt()

    def close(self) -> None:
        """End the worker: the page is closed."""
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

    # News for the page

    def news(self, seen: ClientState) -> tuple[ClientState, dict[str, Any]]:
        """Return what has changed since the news that a page has seen."""
        with self._news:
            exploration, serial = self.exploration, self.serial
            news: dict[str, Any] = {"serial": serial, "state": self.state, "message": self.message}
            before = seen.rows if seen.serial == serial else {}
            known = NOTHING_KNOWN if exploration is None else exploration.known
            news["answer"] = None if exploration is None else exploration.to_json(known, self.state)
            game, reasons = self.game, self.reasons
        if news["answer"] is None:
            news["message"] = news["message"] or PROGRESS.get(news["state"], "")
        news["rows"] = {move: row for move, row in known.rows.items() if before.get(move) != row}
        news["is_whole"] = not before
        news["game"] = None if game is None else game.to_json()
        news["why"] = None if reasons is None else reasons.to_json()
        return ClientState(serial, known.rows), news

    # The worker

    def _work(self) -> None:
        while True:
            with self._news:
                work = None
                while not (self._is_closed or (work := self._next_work())):
                    self._rest()
                    self._news.wait()
                if work is None:
                    break
                self._is_interrupted = False
            try:
                work()
            except MemoryError:
                self._fail(f"{OUT_OF_MEMORY}, or close other pages")
            except Exception as error:  # an internal error must not silently end the page
                self._fail(f"{type(error).__name__}: {error}")
        self.exploration = None
        self._explorations.clear()

    def _next_work(self) -> Callable[[], None] | None:
        """Return the most urgent work; None if there is none."""
        request, self._request = self._request, None
        if request is not None:
            return partial(self._begin, request)
        exploration, reasons = self.exploration, self.reasons
        game = None if self._is_paused else self.game
        if self._is_paused or (exploration is not None and exploration.is_exhausted):
            exploration = None
        if exploration is not None and exploration.requested:
            return partial(self._step, exploration)
        if reasons is not None and not reasons.is_done:
            return partial(self._run, reasons, partial(reasons.find, self._continue))
        is_open = exploration is not None and exploration.has_open
        if exploration is not None and is_open and not exploration.is_proven:
            return partial(self._step, exploration)
        if game is not None and game.has_endgames:
            return partial(self._run, game, partial(game.analyse_next, self._continue))
        if exploration is not None and is_open:
            return partial(self._step, exploration)
        if game is not None and not game.is_done:
            self._rest()
            return partial(self._run, game, partial(game.analyse_next, self._continue))
        return None

    def _begin(self, request: ExplorationRequest) -> None:
        """Go to the requested position."""
        self._set_state("getting ready")
        self._warm()
        found = self._explorations.of(request)
        found.left, found.stopped_by = request.seconds, None
        with self._news:
            if self._request is None and not self._is_closed:
                self.exploration = found
        self._set_state("searching")

    def _step(self, exploration: Exploration) -> None:
        self._set_state(EXACT_VALUES if exploration.is_proven else "searching")
        self._run(exploration, lambda: exploration.step(lambda: self._is_interrupted))
        with self._news:
            if (found := exploration.to_keep()) is not None:
                self.found[cgp.dumps(exploration.position)] = found
            while len(self.found) > KEPT_ANSWERS:
                del self.found[next(iter(self.found))]

    def _run(self, stoppable: Stoppable, work: Callable[[], None]) -> None:
        """Do some work that `_interrupt` can stop."""
        with self._news:
            self._running = stoppable
        try:
            work()
        finally:
            with self._news:
                self._running = None
        self._show()

    def _continue(self) -> bool:
        return not self._is_interrupted

    def _rest(self) -> None:
        """Set the state that says why no search runs."""
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
            if self._request is not None or state == self.state:
                return
            self.state = state
        self._show()

    def _fail(self, message: str) -> None:
        with self._news:
            self.exploration, self.game, self.reasons = None, None, None
            self._explorations.clear()
            self.state, self.message = "failed", message
        self._show()


class TooManyPagesError(ScrabbleError):
    """Too many pages are open."""


class SessionRegistry:
    """The sessions of all open pages."""

    def __init__(self, memory: int, warm: Callable[[], None]) -> None:
        self._memory, self._warm = memory, warm
        self._open: dict[str, Session] = {}
        self._lock = threading.Lock()

    def begin(self, show: Callable[[], None]) -> tuple[str, Session]:
        """Open a session for a new page; return its name and the session.  Raises TooManyPagesError."""
        with self._lock:
            if len(self._open) >= MOST_PAGES:
                raise TooManyPagesError(f"{MOST_PAGES} pages are open: close one of them first")
            name = secrets.token_urlsafe(12)
            self._open[name] = Session(self._memory, show, self._warm)
            return name, self._open[name]

    def find(self, name: str) -> Session | None:
        """Return the session of a page, or None if it is closed."""
        return self._open.get(name)

    def end(self, name: str) -> None:
        """Close the session of a page."""
        with self._lock:
            session = self._open.pop(name, None)
        if session is not None:
            session.close()

    def end_all(self) -> None:
        """Close all sessions."""
        for name in list(self._open):
            self.end(name)

    def __len__(self) -> int:
        return len(self._open)
