"""Compiling what is missing: several objects at once in other processes, or one after the other here.

    python -m bstar.compile.build      a compiler: reads what is wanted from stdin, answers with the object

A linked function has a declared result, so its caller does not wait for it: as soon as one object is
compiled, those that it calls are known, and each is given to a process that is free.  The processes end with
this one. BSTAR_COMPILERS is their number, by default the number of cores; with 0, and for functions that
another process cannot import, this process compiles.
"""

from __future__ import annotations

import atexit
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
from typing import Any

from bstar.compile.objects import LoadedKernel, MachineCode, Wanted, key, link, read, write
from bstar.compile.registry import find, is_question, questions

COMPILERS = "BSTAR_COMPILERS"


class UnexpectedNumbaError(Exception):
    """numba's internals are not as expected."""


_lock = threading.RLock()
_started: dict[str, Future[MachineCode]] = {}  # what this process compiles or has compiled, by key
_pool: list[ThreadPoolExecutor] = []


def load(wanted: Wanted) -> LoadedKernel:
    """Return a kernel, compiled if need be; for several threads at once."""
    for again in (False, True):  # compiled in any case if the linker does not find what the code calls
        compile_missing([wanted], again)
        code = _found(wanted)
        address = link(wanted, code, _found) if code is not None else None
        if code is not None and address is not None:
            return LoadedKernel(wanted, code, address)
    raise RuntimeError(f"{wanted.name} calls what the linker does not find")


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
            code = None if again else _found(each)
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
    """Compile one object in this process and write it to disk."""
    result = _declared_result(wanted)
    try:
        from bstar.compile.compiler import NumbaError, compile_object
    except Exception as error:  # an unknown version may raise anything
        raise UnexpectedNumbaError(f"{type(error).__name__}: {error}") from error
    try:
        code = compile_object(wanted, result)
    except NumbaError:  # the function is wrong
        raise
    except Exception as error:
        raise UnexpectedNumbaError(f"{type(error).__name__}: {error}") from error
    write(wanted, code)
    return code


def _found(wanted: Wanted) -> MachineCode | None:
    """Return the code of an object; None if it is not compiled yet."""
    started = _started.get(key(wanted))
    if started is not None:
        return started.result() if started.done() else None
    return read(wanted)


def _declared_result(wanted: Wanted) -> Any:
    """Return the type of the result that callers of a linked function count on; None if it is not linked."""
    found = find(wanted.name)
    return questions[found.__name__].result if is_question(found) else getattr(found, "result", None)


def _start(wanted: Wanted) -> Future[MachineCode]:
    """Have an object compiled, once in this process."""
    with _lock:
        if key(wanted) not in _started:
            if compilers() == 0 or wanted.name.startswith("__main__"):
                _started[key(wanted)] = found = Future[MachineCode]()
                found.set_result(compile_here(wanted))
            else:
                if not _pool:
                    _pool.append(ThreadPoolExecutor(compilers(), thread_name_prefix="compile"))
                _started[key(wanted)] = _pool[0].submit(_compile, wanted)
        return _started[key(wanted)]


def _compile(wanted: Wanted) -> MachineCode:
    """Have another process compile an object, or do it here if that cannot."""
    compiler = _Compiler() if _free.empty() else _free.get()
    code = compiler.compile(wanted)
    if code is not None:
        _free.put(compiler)
    return code or compile_here(wanted)  # it cannot import the function, or has ended


class _Compiler:
    """A process that compiles."""

    def __init__(self) -> None:
        path = os.pathsep.join(each for each in sys.path if each)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__],
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
            pickle.dump(wanted, self._process.stdin)
            self._process.stdin.flush()
            found = pickle.load(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            found = None
        if found is None:
            self._process.kill()
            self._process.communicate()
            return None
        return MachineCode(*found)


_free: SimpleQueue[_Compiler] = SimpleQueue()


def _serve() -> None:
    """Compile what is read from stdin until there is nothing more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is meant for the search
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets between the answers
    while True:
        try:
            wanted = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: Any = None  # the process that asked compiles it, and shows what is wrong
        with suppress(Exception):
            answer = tuple(compile_here(wanted))
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    _serve()
