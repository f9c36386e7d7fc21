"""Analyse one game of many: from a job to a record, in this process or in any other.

    get_ready("bstar")                    load and compile what the analysis runs; once in a process
    outcome = analyse(job)               GameOutcome(job, record) or GameOutcome(job, error=...)

Whatever is wrong with a game becomes a text in its outcome: nothing that one game does stops the others.
"""

from __future__ import annotations

import dataclasses
import threading
from dataclasses import dataclass

from bstar.search import Limit
from scrabble import cgp, gcg
from scrabble.analysis import study
from scrabble.analysis.data import analysis_data
from scrabble.analysis.judge import Judge
from scrabble.batch.jobs import Job, load_lexicon
from scrabble.batch.results import Record
from scrabble.endgame import legal_moves
from scrabble.endgame.warm_up import warm_up
from scrabble.gcg.record import GcgError
from scrabble.lexicon import Lexicon, LexiconError
from scrabble.replay import replay

SMALLEST = "/".join(["15"] * 15) + " A/A 0/0 0"  # a position


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What came of the analysis of a game: a record, or the reason why there is none."""

    job: Job
    record: Record | None = None
    error: str = ""


class InterruptedAnalysisError(Exception):
    """The analysis was asked to stop."""


def get_ready(solver: str) -> None:
    """Compile the kernels, or load them from disk, before the clock of a position starts."""
    position, words = cgp.loads(SMALLEST), load_lexicon("ENABLE")
    warm_up(position, words, solver)
    legal_moves(position, words)


def analyse(job: Job, stop: threading.Event | None = None) -> GameOutcome:
    """Analyse a game.  Raises InterruptedAnalysisError soon after `stop` is set."""
    try:
        return _analysed(job, stop or threading.Event())
    except GcgError as error:
        return GameOutcome(job, error=str(GcgError(error.text, error.line)))
    except LexiconError as error:
        return GameOutcome(job, error=str(error))
    except MemoryError:
        return GameOutcome(job, error="out of memory, try a smaller --memory or fewer --jobs")
    except (InterruptedAnalysisError, KeyboardInterrupt):
        raise
    except Exception as error:  # a fault of the program must not cost the other games
        return GameOutcome(job, error=f"a fault of the program: {type(error).__name__}: {error}")


def _analysed(job: Job, stop: threading.Event) -> GameOutcome:
    settings = job.settings
    game = dataclasses.replace(gcg.loads(job.data, strict=settings.strict), source=job.id)
    words = _lexicon(job)
    replayed = replay(game, alphabet=words.alphabet, strict=settings.strict)
    limit = Limit(settings.seconds, settings.nodes)
    judge = Judge(words, settings.solver, limit, settings.memory << 20, settings.top)
    judge.watch = lambda about, snapshot: judge.stop() if stop.is_set() else None
    analysis = study(replayed, judge, settings.explains, settings.bag)
    if not analysis.is_complete:
        raise InterruptedAnalysisError
    record = Record(
        **analysis_data(analysis, job.id),
        key=job.key,
        sha256=job.sha256,
        lexicon_sha256=job.lexicon_sha256,
        settings=dataclasses.asdict(settings),
    )
    return GameOutcome(job, record)


def _lexicon(job: Job) -> Lexicon:
    """The lexicon of the job; another one of the same name will not do."""
    words = load_lexicon(job.lexicon)
    if words.sha256 != job.lexicon_sha256:
        found, expected = words.sha256[:16], job.lexicon_sha256[:16]
        raise LexiconError(f"{words.name} of this worker has sha256 {found}…, expected {expected}…")
    return words
