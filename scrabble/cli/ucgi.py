"""`endgame ucgi`: the line protocol by which a board program drives the solver.

    > position cgp 15/7CAT5/.../15 AEINRST/DGO 310/297 0 lex ENABLE;
    > go movetime 5000
    < info time 104 nodes 2011 score spread lower -3 upper 21 estimate 18 disproved 40 moves 163 pv 3F.LLANO
    < info move 3F.LLANO points 7 lower 22 upper 22 status best        each move, the best first
    < info string proven
    < bestmove 3F.LLANO

After the draft of a Universal Crossword Game Interface by C. Del Solar (2023), itself after UCI; squares are
those of CGP.  docs/commands.md lists the commands.  Input is read at all times; a search runs in a
thread of its own, and each `go` ends with exactly one `bestmove`.

Invariant: lower <= value <= upper in every line, and only a proven answer is called `proven`.  An open value
has an `estimate` between its bounds.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from bstar.options import Limit
from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Command
from scrabble.cli.options import LEAST_MEGABYTES, MOST_MEGABYTES
from scrabble.game.tiles import quoted
from scrabble.solver.names import BSTAR, MOST_THREADS

if TYPE_CHECKING:
    from scrabble.answer.solution import Snapshot, Solution
    from scrabble.game.position import Position
    from scrabble.lexicon import Lexicon
    from scrabble.solver import EndgameSearch

NAME, AUTHOR = "scrabble-endgame", "the scrabble-endgame authors"
NUMBERS = {"movetime": "time", "nodes": "nodes", "threads": "threads"}  # the limits of `go`
IGNORED = ("depth", "iterations", "stopcondition", "maxdepth")  # followed by a number
MOST_DIGITS = 15  # of a number
NO_MOVE = "none"

EPILOG = """\b
Examples:
  endgame ucgi
  endgame ucgi --lexicon ENABLE

UCGI is to crossword games what UCI is to chess. Commands are read from standard
input: ucgi, isready, setoption, position cgp, go, stop, quit. `go` takes movetime
(ms), nodes, threads and infinite."""


@click.command(cls=Command, epilog=EPILOG)
@options.lexicon
def ucgi(lexicon: str | None) -> None:
    """Run as an engine for programs that speak UCGI."""
    from scrabble._version import __version__

    given = EngineOptions(threads=options.threads_set(), memory=options.memory() >> 20)
    if lexicon is not None:
        given.set("lexicon", lexicon)

    def say(line: str) -> None:
        try:
            terminal.echo(line)
        except OSError as error:  # in the thread of a search or in the reading thread
            terminal.exit_on_output_error(error)

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    UcgiEngine(say, __version__, given).handle_lines(sys.stdin or ())


@dataclass
class EngineOptions:
    """Options set by `setoption`."""

    lexicon: str = ""  # where a position names none
    threads: int = 1
    memory: int = 512  # MB

    def set(self, name: str, value: str) -> None:
        """Set an option.  Raises ValueError for an unknown name or a bad value."""
        if name == "lexicon":
            from scrabble.lexicon import choice

            choice.load(value)
            self.lexicon = value
        elif name == "threads":
            self.threads = _number(name, value, 1, MOST_THREADS)
        elif name in ("endgamehash", "hash"):
            self.memory = _number(name, value, LEAST_MEGABYTES, MOST_MEGABYTES)
        else:
            raise ValueError(f"no option {quoted(name)}, expected Lexicon, Threads or EndgameHash")


@dataclass(frozen=True)
class GoCommand:
    """Arguments of `go`."""

    limit: Limit
    threads: int
    is_infinite: bool  # the answer waits for `stop`


class UcgiEngine:
    """Engine that reads the lines of a board program and writes its answers."""

    def __init__(
        self, say: Callable[[str], None], version: str, settings: EngineOptions | None = None
    ) -> None:
        self._write, self._lock, self._version = say, threading.Lock(), version
        self.options = settings or EngineOptions()
        self._given: tuple[Position, Lexicon] | None = None
        self._worker: threading.Thread | None = None
        self._search: EndgameSearch | None = None
        self._is_stopped = threading.Event()
        self._is_infinite = False
        self._is_answering = False  # until the best move is said

    def handle_lines(self, lines: Iterable[str]) -> None:
        """Handle each line until `quit`; at the end of the input wait for a search that ends by itself."""
        for line in lines:
            if line.split()[:1] == ["quit"]:
                self._stop()
                break
            self.handle_line(line)
        if self._is_infinite:  # no `stop` can come any more
            self._stop()
        self._wait()

    def handle_line(self, line: str) -> None:
        """Handle one line; a search answers later."""
        name, _, rest = line.strip().partition(" ")
        try:
            if name == "ucgi":
                self._introduce()
            elif name == "isready":
                self._get_ready()
                self._say("readyok")
            elif name == "setoption":
                self._set(rest)
            elif name == "position":
                self._given = self._position(rest)
            elif name == "go" and self._is_answering:  # the `bestmove` that is awaited is that search's
                self._say("info string error bad-go a search is running, expected 'stop' first")
            elif name == "go":
                self._go(rest.split())
            elif name == "stop":
                self._stop()
            elif name == "ucginewgame":
                self._given = None
            elif name:
                self._say(f"info string error unknown-command {quoted(name)}")
        except ValueError as error:
            code = {"position": "bad-position", "go": "bad-go", "setoption": "bad-option"}.get(name, name)
            self._say(f"info string error {code} {error}")
            if name == "go":
                self._say(f"bestmove {NO_MOVE}")

    def _introduce(self) -> None:
        self._say(f"id name {NAME} {self._version}")
        self._say(f"id author {AUTHOR}")
        self._say(f"option name Lexicon type string default {self.options.lexicon}".rstrip())
        self._say(f"option name Threads type spin default {self.options.threads} min 1 max {MOST_THREADS}")
        self._say(
            f"option name EndgameHash type spin default {self.options.memory} "
            f"min {LEAST_MEGABYTES} max {MOST_MEGABYTES}"
        )
        self._say("ucgiok")

    def _get_ready(self) -> None:
        """Compile or load what a search of the current position needs."""
        from scrabble.solver.setup import warm_up

        if not self._is_answering and self._given is not None:
            warm_up(*self._given, BSTAR, self.options.threads)

    def _set(self, text: str) -> None:
        _, _, rest = f" {text} ".partition(" name ")
        name, _, value = rest.partition(" value ")
        self.options.set(name.strip().lower(), value.strip())

    def _position(self, text: str) -> tuple[Position, Lexicon]:
        from scrabble import sources
        from scrabble.game import cgp
        from scrabble.lexicon import choice

        kind, _, rest = text.partition(" ")
        if kind != "cgp":
            raise ValueError(f"expected 'cgp' and a position, got {quoted(text)}")
        line, _, moves = rest.partition(" moves ")
        self._given = None
        given = choice.load(self.options.lexicon) if self.options.lexicon else None
        has_own = cgp.loads(line).lexicon_name is not None
        entry = sources.Entry("", "", line)
        position, lexicon, warnings, note = sources.resolve(entry, None if has_own else given)
        for warning in [*warnings, *([note] if note else [])]:
            self._say(f"info string {warning}")
        for move in moves.split():
            position = position.play(position.parse_move(move.replace(".", " ", 1)))
        return position, lexicon

    def _go(self, words: Sequence[str]) -> None:
        if self._given is None:
            raise ValueError("no position to search, expected 'position cgp ...' first")
        command = self._go_command(words)
        self._wait()  # its last answer was read before its thread ended
        self._is_stopped.clear()
        self._is_infinite, self._is_answering = command.is_infinite, True
        self._worker = threading.Thread(target=self._answer, args=(command, *self._given), daemon=True)
        self._worker.start()

    def _go_command(self, words: Sequence[str]) -> GoCommand:
        """Parse the arguments of `go`; report those that are ignored."""
        found: dict[str, int] = {}
        waiting = iter(words)
        for word in waiting:
            if word in NUMBERS:
                found[word] = _number(word, next(waiting, ""), 1)
            elif word in IGNORED:
                next(waiting, "")
                self._say(f"info string ignored {word}")
            elif word not in ("infinite", "endgame", "auto"):
                self._say(f"info string ignored {word}")
        seconds = found["movetime"] / 1000 if "movetime" in found else None
        threads = min(found.get("threads", self.options.threads), MOST_THREADS)
        return GoCommand(Limit(seconds, found.get("nodes")), threads, "infinite" in words)

    def _answer(self, command: GoCommand, position: Position, lexicon: Lexicon) -> None:
        """Search and write the answer."""
        from scrabble.solver import EndgameSearch, SolveOptions
        from scrabble.solver.setup import warm_up

        best = NO_MOVE
        try:
            warm_up(position, lexicon, BSTAR, command.threads)
            limit, memory = command.limit, self.options.memory << 20
            wanted = SolveOptions(
                seconds=limit.seconds,
                nodes=limit.nodes,
                memory=memory,
                workers=command.threads,
                late_tests=limit.seconds is None,  # `movetime` is when the answer is due
            )
            search = EndgameSearch(position, lexicon, wanted)
            self._search = search
            if self._is_stopped.is_set():
                search.stop()
            for now in search:
                self._say_state(now, now.moves, _dotted(now.text))
            solution = search.result()
            best = _dotted(solution.text)
            if command.is_infinite:
                self._is_stopped.wait()
            self._conclude(solution)
        except (ValueError, MemoryError) as error:
            self._say(f"info string error {error}")
        finally:
            self._search, self._is_answering = None, False
            self._say(f"bestmove {best}")

    def _conclude(self, solution: Solution) -> None:
        for each in solution.moves:
            lower, upper = each.bounds
            self._say(
                f"info move {_dotted(each.text)} points {each.score} lower {lower} upper {upper}"
                f"{_about(each.value_estimate)} status {each.status.replace(' ', '-')}"
            )
        line = " ".join(_dotted(step.text) for step in solution.line)
        self._say_state(solution, len(solution.moves), line)
        reason = f", stopped by {solution.stopped_by}" if solution.stopped_by else ""
        self._say(f"info string {solution.status}{reason}")

    def _say_state(self, found: Snapshot | Solution, moves: int, line: str) -> None:
        self._say(
            f"info time {found.seconds * 1000:.0f} nodes {found.nodes} score spread lower {found.lower} "
            f"upper {found.upper}{_about(found.value_estimate)} disproved {found.refuted} "
            f"moves {moves} pv {line}"
        )

    def _stop(self) -> None:
        """End a search, or its wait for `stop`; do nothing if there is none."""
        self._is_stopped.set()
        search = self._search
        if search is not None:
            search.stop()
        self._wait()

    def _wait(self) -> None:
        if self._worker is not None:
            self._worker.join()
            self._worker = None

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(" ".join(line.split()))


def _about(estimate: int | None) -> str:
    """Return an estimate as part of a line, "" if the value is known."""
    return "" if estimate is None else f" estimate {estimate}"


def _dotted(text: str) -> str:
    """Return a move in the notation of UCGI: 3F (L)LANO is 3F.LLANO."""
    return text.replace("(", "").replace(")", "").replace(" ", ".")


def _number(name: str, text: str, least: int, most: int | None = None) -> int:
    is_number = text.isdecimal() and len(text) <= MOST_DIGITS
    if not is_number or int(text) < least or (most is not None and int(text) > most):
        expected = f"{least} to {most}" if most is not None else f"at least {least}"
        raise ValueError(f"{name}: expected a number, {expected}, got {quoted(text)}")
    return int(text)
