"""Run several contenders on the same pre-endgames, in one process or in several.

As in `scrabble.bench.compare`: contenders take turns in going first, each has tables of its own, then comes
the ground truth; results come back in the order of the positions.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Iterable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from scrabble import bundled, sources
from scrabble.bench.compare import UnreadablePosition
from scrabble.bench.measure import WARM_SECONDS, BenchError
from scrabble.bench.preendgame.contenders import Contender
from scrabble.bench.preendgame.ground_truth import score_trials
from scrabble.bench.preendgame.trial import BagTrial, PreendgamePosition, trial
from scrabble.files import read_file
from scrabble.game.position import PositionError
from scrabble.game.unseen import MOST_IN_BAG, is_preendgame
from scrabble.lexicon import Lexicon
from scrabble.solver.preendgame.search import PreendgameSearch, PreendgameTask
from scrabble.workers import WorkerDiedError, WorkerError, WorkerPool


class Terms(NamedTuple):
    """The contenders, and the limits of each search."""

    contenders: tuple[Contender, ...]
    seconds: float  # of CPU time, for each search and for the ground truth
    memory: int  # bytes, for each search
    lexicon: str | None = None  # None: the one that each position names

    @property
    def names(self) -> list[str]:
        """Return the names of the contenders."""
        return [each.name for each in self.contenders]


class Sent(NamedTuple):
    """A position as it is sent to another process."""

    number: int
    id: str
    text: str
    known: tuple[Fraction, Fraction] | None

    def target(self, terms: Terms) -> PreendgamePosition:
        """Return the position with its lexicon."""
        return _target(self, sources.Entry(self.id, self.id, self.text), terms)


class LoadedPositions(NamedTuple):
    """The positions to compare on, and the unreadable ones."""

    sent: list[Sent]
    targets: list[PreendgamePosition]
    unread: list[UnreadablePosition]
    notes: list[str]


def gather(given: Iterable[str], terms: Terms) -> LoadedPositions:
    """Return the positions of sets by name, files, standard input and texts."""
    found = LoadedPositions([], [], [], [])
    for source in given:
        path = None if sources.is_text(source) else bundled.path_of(source)
        proven = _proven(path) if path is not None and path.suffix == ".jsonl" and path.is_file() else {}
        for entry in sources.entries([source]):
            sent = Sent(len(found.sent), entry.id, entry.text, proven.get(entry.text))
            try:
                found.targets.append(_target(sent, entry, terms, found.notes))
            except ValueError as error:
                found.unread.append(UnreadablePosition(entry.id, entry.where, str(error)))
            else:
                found.sent.append(sent)
    return found


def prepare_position(target: PreendgamePosition, terms: Terms) -> None:
    """Compile or load all that the contenders run."""
    PreendgameSearch(target.order).warm_up()
    for each in terms.contenders:
        trial(target, each, WARM_SECONDS)


def trials_of(target: PreendgamePosition, terms: Terms, is_stopped: Callable[[], bool]) -> list[BagTrial]:
    """Run all contenders on one position; return the trials in the order of `terms`, [] if stopped."""
    found: dict[str, BagTrial] = {}
    at = target.number % len(terms.contenders)
    for each in [*terms.contenders[at:], *terms.contenders[:at]]:
        found[each.name] = trial(target, each, terms.seconds, is_stopped)
        if is_stopped():
            return []
    trials = score_trials(target, [found[name] for name in terms.names], terms.seconds, is_stopped)
    return [] if is_stopped() else trials


def compare(
    gathered: LoadedPositions, terms: Terms, jobs: int = 1, stop: threading.Event | None = None
) -> Generator[list[BagTrial], None, None]:
    """Yield the trials of each position until all are done or `stop` is set."""
    stop = stop or threading.Event()
    if jobs == 1:
        for target in gathered.targets:
            if not stop.is_set() and (trials := trials_of(target, terms, stop.is_set)):
                yield trials
        return
    with WorkerPool(jobs, _get_ready, (gathered.sent[0], terms)) as workers:
        try:
            yield from workers.in_order(_trials_there, gathered.sent, stop.is_set)
        except WorkerDiedError:
            raise BenchError("a process ended unexpectedly; memory may be too small for --jobs") from None
        except WorkerError as error:
            raise BenchError(str(error)) from None


def _target(
    sent: Sent, entry: sources.Entry, terms: Terms, notes: list[str] | None = None
) -> PreendgamePosition:
    """Return the position of an entry; raises ValueError if the bag is empty or holds too many tiles."""
    words = None if terms.lexicon is None else Lexicon(terms.lexicon)
    reading = sources.resolve(entry, words, bag_limit=MOST_IN_BAG)
    if not is_preendgame(reading.position):
        raise PositionError("the bag is empty: leave --preendgames out")
    if notes is not None:
        notes.append(reading.note)
    order = PreendgameTask(reading.position, reading.lexicon, terms.memory)
    return PreendgamePosition(sent.number, sent.id, order, sent.known)


def _proven(path: Path) -> dict[str, tuple[Fraction, Fraction]]:
    """Return the exact chances and spreads that the JSON lines of a file state, by position."""
    found = {}
    if not path.is_file():  # a pipe, which has been read
        return {}
    for line in read_file(path, sources.MOST_BYTES).decode("utf-8-sig", "replace").splitlines():
        try:
            record = json.loads(line) if line.lstrip().startswith("{") else {}
            ranges = [record[key] for key in ("chance", "spread")] if record.get("proven") else []
            if ranges and all(each["lower"] == each["upper"] for each in ranges):
                chance, spread = (Fraction(each["lower"]) for each in ranges)
                found[str(record["cgp"])] = chance, spread
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
    return found


def _get_ready(first: Sent, terms: Terms) -> Terms:
    """Prepare a worker."""
    prepare_position(first.target(terms), terms)
    return terms


def _trials_there(terms: Terms, sent: Sent) -> list[BagTrial]:
    """Run all contenders on one position in a worker, which is killed when the comparison is stopped."""
    return trials_of(sent.target(terms), terms, lambda: False)
