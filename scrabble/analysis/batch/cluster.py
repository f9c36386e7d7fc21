"""Runner of jobs on a dask cluster of machines that have this program installed.

    dask scheduler --scheduler-file cluster.json             on one machine
    dask worker --scheduler-file cluster.json --nthreads 1   on each, as many as it has cores

    with dask_runner("tcp://10.0.0.1:8786") as run:
        for outcome in run(jobs, stop):
            ...

A job carries the record of its game; the worker has the lexicon, whose digest is checked.  When a worker dies
the scheduler gives its jobs to another one; a job that kills several workers fails.
"""

from __future__ import annotations

import json
import queue
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scrabble.analysis.batch.jobs import Job
from scrabble.analysis.batch.results import BatchError
from scrabble.analysis.batch.run import GameOutcome, Runner, analyse, prepare_worker
from scrabble.files import expand_user, read_file
from scrabble.workers import POLL_SECONDS

if TYPE_CHECKING:
    from distributed import Client, Future

ADDRESS = re.compile(r"\w+://.*|[^/\\]+:\d+")
MOST_BYTES = 1 << 20  # of the file of a scheduler
SECONDS_TO_CONNECT = 10
MISSING = (
    "a cluster needs dask.distributed: pip install 'distributed>=2024.1', or scrabble-endgame with the extra "
    "cluster"
)


@contextmanager
def dask_runner(cluster: str) -> Iterator[Runner]:
    """Provide a runner on the cluster of a scheduler, given by its address or by the file that it writes.

    Raises BatchError when it cannot be reached.
    """
    client = _connected(cluster)

    def run(jobs: Sequence[Job], stop: threading.Event) -> Iterator[GameOutcome]:
        return _run(client, jobs, stop)

    try:
        yield run
    finally:
        client.close(timeout=SECONDS_TO_CONNECT)


def _connected(cluster: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise BatchError(MISSING) from None
    where = cluster if ADDRESS.fullmatch(cluster) else _address_in(Path(cluster))
    try:
        return Client(where, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BatchError(f"{where}: no scheduler answers: {error}") from None


def _address_in(path: Path) -> str:
    """Return the address in a scheduler file."""
    try:
        found = json.loads(read_file(expand_user(path), MOST_BYTES))
        return str(found["address"])
    except OSError as error:
        raise BatchError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError):
        raise BatchError(f"{path}: expected the file of a dask scheduler, with its address") from None


def _run(client: Client, jobs: Sequence[Job], stop: threading.Event) -> Iterator[GameOutcome]:
    done: queue.SimpleQueue[Future] = queue.SimpleQueue()
    futures: dict[str, tuple[Job, Future]] = {}
    for job in jobs:
        future = client.submit(_analyse_there, job, key=f"endgame-{job.key}", pure=False)
        futures[future.key] = job, future
        future.add_done_callback(done.put)
    try:
        while futures and not stop.is_set():
            try:
                future = done.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if client.status not in ("running", "connecting"):
                    raise BatchError("the scheduler is gone; rerun the command to resume") from None
                continue
            if future.key in futures:
                job, _ = futures.pop(future.key)
                yield _outcome(job, future)
    finally:
        client.cancel([future for _, future in futures.values()], force=True)


def _outcome(job: Job, future: Future) -> GameOutcome:
    if future.status == "finished":
        outcome: GameOutcome = future.result()
        return outcome
    if future.status == "cancelled":
        raise BatchError("the scheduler lost the games; rerun the command to resume")
    return GameOutcome(job, error=f"the cluster failed: {future.exception()}")


def _analyse_there(job: Job) -> GameOutcome:
    prepare_worker(job.settings.options.solver)
    return analyse(job)
