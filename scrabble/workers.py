"""Worker processes of this machine: the one pool that there is, with one answer to Ctrl-C.

    with Workers(2, get_ready, (solver,)) as workers:        get_ready(solver) in each, once
        for number, result in workers.run(work, jobs):       as they come: work(ready, jobs[number])
            ...
        for result in workers.in_order(work, jobs):          the same in the order of the jobs
            ...

    ready = get_ready(solver)       what a worker keeps from its start, the first argument of its work

A worker is a spawned process at the other end of a pipe that takes one job at a time.  They get ready one
after the other, so that only the first one compiles.  What may happen to it:

    Ctrl-C                    reaches all processes of a terminal; workers are deaf to it from their first
                              moment on, and the first process decides
    the first process dies    its workers end too, even after kill -9
    a worker dies             a new one takes its place; it gets the job, too, up to `tries` times in all
    the block ends            the workers are killed, whatever they are doing

There are no threads, locks or semaphores: nothing has to be cleaned up when a process is killed.

What happens in a worker process: it begins deaf to Ctrl-C, gets ready once, and ends with its parent.

    from the parent    Start, once; then the word to get ready; then (work, job), one at a time
    to the parent      (True, result) or (False, exception) after getting ready, and after each job

Only this module is loaded when a worker starts: what it runs is loaded while it can be stopped already.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, parent_process, resource_tracker
from typing import Any, Generic, NamedTuple, Self, TypeVar


class WorkerConfig(NamedTuple):
    """What a worker is given when it starts."""

    get_ready: Callable[..., Any]
    arguments: tuple[Any, ...]


def serve(parent: connection.Connection) -> None:
    """Be a worker process, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody is left to work for
        ready = _get_ready(parent)
        while True:
            _answer(parent, lambda data: _do(ready, data), parent.recv_bytes())


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _get_ready(parent: connection.Connection) -> Any:
    """Load what was sent at once, and make ready what it takes when the turn of this worker has come."""
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


def _do(ready: Any, data: bytes) -> Any:
    """Do a job with what the worker keeps."""
    work, job = pickle.loads(data)
    return work(ready, job)


def _answer(parent: connection.Connection, work: Callable[[bytes], Any], data: bytes) -> None:
    """Send what comes of some work, or the exception that it raises."""
    try:
        answer = pickle.dumps((True, work(data)))
    except Exception as error:
        try:
            answer = pickle.dumps((False, error))
        except Exception:  # one that cannot be sent
            answer = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    parent.send_bytes(answer)


POLL_SECONDS = 0.2  # from one look at `is_stopped` to the next
BEGIN = b"begin"  # the word to get ready

Ready = TypeVar("Ready")
Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerError(Exception):
    """Why worker processes cannot do their work; one line."""


class WorkerDiedError(WorkerError):
    """A worker process ended before its time."""


class WorkerPool(Generic[Ready]):
    """Some worker processes; `get_ready` and `work` are functions of modules, sent by name."""

    def __init__(
        self, count: int, get_ready: Callable[..., Ready], arguments: tuple[Any, ...] = (), tries: int = 1
    ) -> None:
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
        """Wait for all workers to load or compile what they run.  Raises WorkerError."""
        while not all(worker.is_ready for worker in self._workers):
            self._begin_next()
            for heard in self._heard():
                if heard.is_death:
                    self._replace(heard.worker)

    def run(
        self,
        work: Callable[[Ready, Job], Result],
        jobs: Sequence[Job],
        is_stopped: Callable[[], bool] = lambda: False,
        died: Callable[[Job, int], Result] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """Yield number and result of each job, as they come, until stopped; jobs begin in their order.

        `died` makes the result of a job whose workers died, so many of them.  Without it raises
        WorkerDiedError.  Raises WorkerError when a worker cannot get ready: another one could not either.
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
            for heard in self._heard():
                if heard.is_death:
                    self._replace(heard.worker)
                if heard.worker not in busy:  # it has got ready, or is done with what nobody waits for
                    continue
                number, tries = busy.pop(heard.worker)
                if not heard.is_death:
                    done.append((number, heard.result()))
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
    ) -> Iterator[Result]:
        """Yield the result of each job, in the order of the jobs, until stopped.  Raises WorkerError."""
        early: dict[int, Result] = {}
        following = 0
        for number, result in self.run(work, jobs, is_stopped):
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1

    def _begin_next(self) -> None:
        """Let one more worker get ready, if none is at it."""
        waiting = [each for each in self._workers if not each.has_begun]
        if waiting and all(each.is_ready for each in self._workers if each.has_begun):
            waiting[0].begin()

    def _heard(self) -> list[_Heard]:
        """What workers say within a moment.  Raises WorkerError when one cannot get ready."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        return [by_pipe[pipe].hear() for pipe in connection.wait(list(by_pipe), POLL_SECONDS)]  # type: ignore[index]

    def _replace(self, dead: _Worker) -> None:
        self._workers.remove(dead)
        dead.process.join()
        dead.pipe.close()
        self._workers.add(_Worker(self._start))


class _Heard(NamedTuple):
    """What a worker says: the result of a job, an exception, or by its silence that it is dead."""

    worker: _Worker
    is_death: bool = False
    is_good: bool = True
    answer: Any = None

    def result(self) -> Any:
        """The result; or raise the exception of the work."""
        if not self.is_good:
            raise self.answer
        return self.answer


class _Worker:
    """A process, and this end of the pipe to it."""

    def __init__(self, start: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other,))
        self.has_begun = self.is_ready = self._is_busy = False
        try:
            with _ctrl_c_held_back():
                self.process.start()
        finally:
            other.close()
        self._send(start)

    @property
    def is_idle(self) -> bool:
        """Return whether it can take a job."""
        return self.is_ready and not self._is_busy

    def begin(self) -> None:
        """Let it get ready."""
        self.has_begun = True
        self._send(BEGIN)

    def take(self, job: bytes) -> bool:
        """Hand over a job; return whether there is a process to take it."""
        self._is_busy = self._send(job)
        return self._is_busy

    def hear(self) -> _Heard:
        """Take what the worker says.  Raises WorkerError if it cannot get ready."""
        try:
            is_good, answer = pickle.loads(self.pipe.recv_bytes())
        except (EOFError, OSError):
            if not self.is_ready:  # a new one would die as well
                text = "a worker process ended before it was ready; try fewer jobs"
                raise WorkerDiedError(text) from None
            return _Heard(self, is_death=True)
        if not self.is_ready:
            if not is_good:
                reason = f"{type(answer).__name__}: {answer}"
                raise WorkerError(f"a worker process cannot start: {reason}") from None
            self.is_ready = True
        self._is_busy = False
        return _Heard(self, False, is_good, answer)

    def _send(self, data: bytes) -> bool:
        with suppress(OSError):  # it is dead, which is heard soon
            self.pipe.send_bytes(data)
            return True
        return False


def kill_all() -> None:
    """Kill the worker processes of this process: it is about to end."""
    for process in multiprocessing.active_children():
        process.kill()


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Let a process be started that Ctrl-C does not reach; it reaches this one afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # Python's own process, whose start would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
