"""Worker processes on this machine, handled the same way by all commands.

    with WorkerPool(2, get_ready, (solver,)) as workers:     get_ready(solver) in each worker, once
        for number, result in workers.run(work, jobs):       as they finish: work(ready, jobs[number])
            ...
        for result in workers.in_order(work, jobs):          the same in the order of the jobs
            ...

    ready = get_ready(solver)       the state of a worker, the first argument of its work

A worker is a spawned process at the other end of a pipe that takes one job at a time.  Workers get ready one
after another, so that only the first one compiles kernels.  In detail:

    Ctrl-C                  reaches all processes of a terminal; workers ignore it from their first moment
                            on, and the main process decides
    main process dies       its workers end too, even after kill -9
    a worker dies           a new one replaces it; its job is tried up to `tries` times in all
    the block ends          the workers are killed, whatever they are doing

There are no locks, semaphores or threads in the main process, so nothing needs cleaning up after a kill.

    main process -> worker     WorkerConfig, once; BEGIN, to get ready; then (work, job), one at a time
    worker -> main process     (True, result) or (False, exception), after getting ready and after each job

A worker starts with this module only; all others are imported when it can be stopped already.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, parent_process, resource_tracker
from typing import Any, Generic, NamedTuple, Self, TypeVar

from scrabble.errors import ScrabbleError

POLL_SECONDS = 0.2  # between two calls of `is_stopped`
BEGIN = b"begin"  # the message that tells a worker to get ready

Ready = TypeVar("Ready")
Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerError(ScrabbleError):
    """Worker processes cannot do their work; one line."""


class WorkerDiedError(WorkerError):
    """A worker process ended unexpectedly."""


class WorkerConfig(NamedTuple):
    """The function that gets a worker ready, and its arguments."""

    get_ready: Callable[..., Any]
    arguments: tuple[Any, ...]


class WorkerPool(Generic[Ready]):
    """Worker processes; `get_ready` and `work` are module-level functions, pickled by name."""

    def __init__(
        self, count: int, get_ready: Callable[..., Ready], arguments: tuple[Any, ...] = (), tries: int = 1
    ) -> None:
        from bstar.compile.objects import usable_folder

        usable_folder()  # warns if there is none, once for all workers
        self._start = pickle.dumps(WorkerConfig(get_ready, arguments))
        self._tries = tries
        self._workers: set[_Worker] = set()
        try:
            for _ in range(count):
                self._workers.add(_Worker(self._start))
        except BaseException as error:
            self.end()
            if isinstance(error, OSError | RuntimeError):  # no memory, or too many processes
                raise WorkerError(f"a worker process cannot start: {error}") from None
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill all workers, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    def wait_until_ready(self) -> None:
        """Wait until all workers have loaded or compiled their code.  Raises WorkerError."""
        while not all(worker.is_ready for worker in self._workers):
            self._begin_next()
            for message in self._receive():
                if message.is_death:
                    self._replace(message.worker)

    def run(
        self,
        work: Callable[[Ready, Job], Result],
        jobs: Sequence[Job],
        is_stopped: Callable[[], bool] = lambda: False,
        died: Callable[[Job, int], Result] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """Yield number and result of each job as it finishes, until stopped; jobs begin in their order.

        `died(job, tries)` makes the result of a job whose workers have died `tries` times; without it
        WorkerDiedError is raised.  Raises WorkerError if a worker cannot get ready, as no other could.
        """
        waiting = deque((number, 1) for number in range(len(jobs)))
        busy: dict[_Worker, tuple[int, int]] = {}
        while waiting or busy:
            if is_stopped():
                return
            self._begin_next()
            for worker in [each for each in self._workers if each.is_idle][: len(waiting)]:
                number, tries = waiting.popleft()
                if worker.take(pickle.dumps((work, jobs[number]))):
                    busy[worker] = number, tries
                else:
                    waiting.appendleft((number, tries))
            done: list[tuple[int, Result]] = []
            for message in self._receive():
                if message.is_death:
                    self._replace(message.worker)
                if message.worker not in busy:  # it has become ready, or finished a job of an earlier call
                    continue
                number, tries = busy.pop(message.worker)
                if not message.is_death:
                    done.append((number, message.result()))
                elif tries < self._tries:
                    waiting.appendleft((number, tries + 1))
                elif died is not None:
                    done.append((number, died(jobs[number], tries)))
                else:
                    raise WorkerDiedError("a worker process died; try fewer jobs")
            if is_stopped():
                return
            yield from done

    def in_order(
        self,
        work: Callable[[Ready, Job], Result],
        jobs: Sequence[Job],
        is_stopped: Callable[[], bool] = lambda: False,
        died: Callable[[Job, int], Result] | None = None,
    ) -> Iterator[Result]:
        """Yield the result of each job, in the order of the jobs, until stopped; otherwise like `run`."""
        early: dict[int, Result] = {}
        following = 0
        for number, result in self.run(work, jobs, is_stopped, died):
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1

    def _begin_next(self) -> None:
        """Tell one more worker to get ready, unless one is getting ready now."""
        waiting = [each for each in self._workers if not each.has_begun]
        if waiting and all(each.is_ready for each in self._workers if each.has_begun):
            waiting[0].begin()

    def _receive(self) -> list[_Message]:
        """Return the messages of the next POLL_SECONDS.  Raises WorkerError if a worker cannot get ready."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        return [by_pipe[pipe].receive() for pipe in connection.wait(list(by_pipe), POLL_SECONDS)]  # type: ignore[index]

    def _replace(self, dead: _Worker) -> None:
        self._workers.remove(dead)
        dead.process.join()
        dead.pipe.close()
        self._workers.add(_Worker(self._start))


def kill_all() -> None:
    """Kill all worker processes of this process, which is about to end."""
    for process in multiprocessing.active_children():
        process.kill()


class _Message(NamedTuple):
    """A message of a worker: the result of a job, an exception, or its death (the pipe is closed)."""

    worker: _Worker
    is_death: bool = False
    is_good: bool = True
    answer: Any = None

    def result(self) -> Any:
        """Return the result, or raise the exception of the work."""
        if not self.is_good:
            raise self.answer
        return self.answer


class _Worker:
    """A worker process and the pipe to it."""

    def __init__(self, start: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other,))
        self.has_begun = self.is_ready = self._is_busy = False
        try:
            with _sigint_deferred():
                self.process.start()
        finally:
            other.close()
        self._send(start)

    @property
    def is_idle(self) -> bool:
        """Return whether it can take a job."""
        return self.is_ready and not self._is_busy

    def begin(self) -> None:
        """Tell it to get ready."""
        self.has_begun = True
        self._send(BEGIN)

    def take(self, job: bytes) -> bool:
        """Send a job; return whether the process is there to take it."""
        self._is_busy = self._send(job)
        return self._is_busy

    def receive(self) -> _Message:
        """Receive the next message of the worker.  Raises WorkerError if it cannot get ready."""
        try:
            is_good, answer = pickle.loads(self.pipe.recv_bytes())
        except (EOFError, OSError):
            if not self.is_ready:  # a new one would die as well
                text = "a worker process ended before it was ready; try fewer jobs"
                raise WorkerDiedError(text) from None
            return _Message(self, is_death=True)
        if not self.is_ready:
            if not is_good:
                reason = f"{type(answer).__name__}: {answer}"
                raise WorkerError(f"a worker process cannot start: {reason}") from None
            self.is_ready = True
        self._is_busy = False
        return _Message(self, False, is_good, answer)

    def _send(self, data: bytes) -> bool:
        with suppress(OSError):  # it is dead; `receive` reports that soon
            self.pipe.send_bytes(data)
            return True
        return False


@contextmanager
def _sigint_deferred() -> Iterator[None]:
    """Start a process that ignores Ctrl-C; a Ctrl-C meanwhile reaches this process afterwards.

    The mask is for the new process, which inherits it, and for this thread.  Another thread, such as one of
    numpy's, may still take the signal, whose handler Python runs here: a process that has been started, but
    has not been sent its work, would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # Python's own process: starting it would unblock SIGINT
    received: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()  # only there handlers can be set
    handler = signal.signal(signal.SIGINT, lambda number, frame: received.append(number)) if is_main else None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if received:
            signal.raise_signal(signal.SIGINT)


# In the worker process


def serve(parent: connection.Connection) -> None:
    """Run as a worker process until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.filterwarnings("ignore", "compiled kernels cannot be kept")
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the main process is gone
        ready = _get_ready(parent)
        while True:
            _answer(parent, lambda data: _run_job(ready, data), parent.recv_bytes())


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _get_ready(parent: connection.Connection) -> Any:
    """Import the code at once; get ready when told to.  Return the state of this worker."""
    found: list[Any] = []
    data = parent.recv_bytes()
    try:
        start = pickle.loads(data)
    except Exception as error:
        parent.recv_bytes()
        parent.send((False, error))
    else:
        parent.recv_bytes()
        _answer(parent, lambda _: found.append(start.get_ready(*start.arguments)), b"")
    return found[0] if found else None


def _run_job(ready: Any, data: bytes) -> Any:
    work, job = pickle.loads(data)
    return work(ready, job)


def _answer(parent: connection.Connection, work: Callable[[bytes], Any], data: bytes) -> None:
    """Send the result of some work, or the exception that it raises."""
    try:
        answer = pickle.dumps((True, work(data)))
    except Exception as error:
        try:
            answer = pickle.dumps((False, error))
        except Exception:  # it cannot be pickled
            answer = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    parent.send_bytes(answer)
