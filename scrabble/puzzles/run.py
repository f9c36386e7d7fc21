"""Make puzzles of many positions, in this process or in worker processes.

    for candidate, made in make_many(candidates, MakeOptions(seconds=5), jobs=2):
        ...                              a Puzzle, a Rejection, or the text of an error, in the order given

No position stops the others: an error becomes a text, and a worker that dies is replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scrabble.analysis.batch.run import prepare_worker
from scrabble.errors import ScrabbleError
from scrabble.lexicon import choice
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.conditions import MakeOptions
from scrabble.puzzles.make import make_puzzle
from scrabble.puzzles.puzzle import Puzzle
from scrabble.solver.names import PROOF
from scrabble.workers import WorkerPool

TRIES = 2  # of a position whose worker dies

Work = tuple[Candidate, MakeOptions]
Made = Puzzle | str


def make_many(
    candidates: Sequence[Candidate],
    options: MakeOptions,
    jobs: int = 1,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Candidate, Made]]:
    """Yield each candidate with its puzzle, or the reason why there is none, in order, until stopped.

    Raises WorkerError if worker processes cannot start.
    """
    work = [(candidate, options) for candidate in candidates]
    if jobs == 1 or len(work) < 2:
        prepare_worker(PROOF)
        for each in work:
            if is_stopped():
                return
            yield each[0], make_one(None, each)
        return
    early: dict[int, Made] = {}
    following = 0
    with WorkerPool(min(jobs, len(work)), prepare_worker, (PROOF,), TRIES) as workers:
        for number, made in workers.run(make_one, work, is_stopped, _died):
            early[number] = made
            while following in early:
                yield work[following][0], early.pop(following)
                following += 1


def make_one(ready: None, work: Work) -> Made:
    """Make a puzzle of one position; an error becomes its text."""
    candidate, options = work
    try:
        return make_puzzle(candidate, choice.load(candidate.lexicon), options)
    except ScrabbleError as error:
        return str(error)
    except MemoryError:
        return "out of memory, try a smaller --memory or fewer --jobs"


def _died(work: Work, tries: int) -> Made:
    return f"the worker process died, {tries} times"
