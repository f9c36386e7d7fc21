"""Compiling what is missing: several objects at once in other processes, or one after the other here.

    python -m bstar.compile.build      a compiler: reads what is wanted from stdin, answers with the object

A linked function has a declared result, so its caller does not wait for it: as soon as one object is
compiled, those that it calls are known, and each is given to a process that is free.  The processes end with
this one. BSTAR_COMPILERS is their number, by default the number of cores; with 0, and for functions that
another process cannot import, this process compiles.
"""

from __future__ import annotations

import atexit
import gc
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import SimpleQueue

from bstar.compile.objects import MachineCode, Wanted, key, pack, read, unpack, write
from bstar.compile.registry import declared_result, find

COMPILERS = "BSTAR_COMPILERS"
GC_THRESHOLD = 500_000  # new objects before a collection: numba keeps most of its own
LOG = logging.getLogger(__name__)

_lock = threading.RLock()
_started: dict[str, Future[MachineCode]] = {}  # what this process compiles or has compiled, by key
_pool: list[ThreadPoolExecutor] = []


def compile_missing(wanted: Iterable[Wanted], again: bool = False) -> None:
    """Compile some kernels and all that they call, except what is compiled; `again`: whatever is on disk."""
    known: set[str] = set()
    running: set[Future[MachineCode]] = set()
    waiting = list(wanted)
    while waiting or running:
        while waiting:
            each = waiting.pop()
            if key(each) in known:
                continue
            known.add(key(each))
            code = None if again else found(each)
            if code is None:
                running.add(_start(each))
            else:
                waiting += code.needs
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        waiting += [inner for each in finished for inner in each.result().needs]


def progress() -> tuple[int, int]:
    """Return how many objects this process has had compiled, and how many it has asked for."""
    with _lock:
        return sum(each.done() for each in _started.values()), len(_started)


def compilers() -> int:
    """Return the number of processes that compile."""
    chosen = os.environ.get(COMPILERS, "")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(chosen) if chosen.isdecimal() else cores


def compile_here(wanted: Wanted) -> MachineCode:
    """Compile one object in this process."""
    from bstar.compile.compiler import compile_object

    return compile_object(wanted, declared_result(find(wanted.name)))


def found(wanted: Wanted) -> MachineCode | None:
    """Return the code of an object; None if it is not compiled yet."""
    started = _started.get(key(wanted))
    if started is not None:
        return started.result() if started.done() else None
    return read(wanted)


def _start(wanted: Wanted) -> Future[MachineCode]:
    """Have an object compiled, once in this process."""
    with _lock:
        if key(wanted) not in _started:
            LOG.info("compiling %s, number %d", wanted.name, len(_started) + 1)
            if compilers() == 0 or wanted.name.startswith("__main__"):
                _started[key(wanted)] = future = Future[MachineCode]()
                future.set_result(_compile(wanted, is_here=True))
            else:
                if not _pool:
                    _pool.append(ThreadPoolExecutor(compilers(), thread_name_prefix="compile"))
                _started[key(wanted)] = _pool[0].submit(_compile, wanted)
        return _started[key(wanted)]


def _compile(wanted: Wanted, is_here: bool = False) -> MachineCode:
    """Compile an object, in another process if there is one that can, and keep it on disk."""
    code = None if is_here else _compile_elsewhere(wanted)
    code = code or compile_here(wanted)
    write(wanted, code)
    return code


def _compile_elsewhere(wanted: Wanted) -> MachineCode | None:
    """Have another process compile an object; None if it cannot import the function, or has ended."""
    compiler = _Compiler() if _free.empty() else _free.get()
    code = compiler.compile(wanted)
    if code is not None:
        _free.put(compiler)
    return code


class _Compiler:
    """A process that compiles."""

    def __init__(self) -> None:
        path = os.pathsep.join(each for each in sys.path if each)
        optimize = ["-" + "O" * sys.flags.optimize] if sys.flags.optimize else []  # the same keys
        self._process = subprocess.Popen(
            [sys.executable, *optimize, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path, COMPILERS: "0"},
        )
        atexit.register(self._process.kill)

    def compile(self, wanted: Wanted) -> MachineCode | None:
        """Return an object; None if that process cannot make it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            pickle.dump((wanted, key(wanted)), self._process.stdin)
            self._process.stdin.flush()
            code = unpack(wanted, pickle.load(self._process.stdout))
        except (OSError, EOFError, pickle.UnpicklingError):
            code = None
        if code is None:
            self._process.kill()
            self._process.communicate()
        return code


_free: SimpleQueue[_Compiler] = SimpleQueue()


def _serve() -> None:
    """Compile what is read from stdin until there is nothing more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is meant for the search
    gc.set_threshold(GC_THRESHOLD)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets between the answers
    while True:
        try:
            wanted, its_key = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer = b""  # the process that asked compiles it, and shows what is wrong
        with suppress(Exception):
            if key(wanted) == its_key:  # it would compile the same code
                answer = pack(wanted, compile_here(wanted))
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    _serve()
