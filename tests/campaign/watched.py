"""What no input may do: take longer than two seconds, more memory than a bound, or write anything.

with watched(): ...      raises TooSlow, MemoryError or Written, whatever the code inside catches
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from bstar.compile.objects import folder

SECONDS = 2.0  # of the processor
PATIENCE = 60.0  # by the clock: others may use the machine
MEMORY = 1 << 30  # bytes beyond what the process has
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.truncate",
    "os.link",
    "os.symlink",
    "os.chmod",
}
KERNELS = str(folder())  # what is compiled is kept there
COMPILER = os.path.join("numba", "core")  # noqa: PTH118
HARMLESS = ("/dev/null", "/proc/", "/dev/tty", "__pycache__", KERNELS)


class TooSlow(BaseException):
    """More than two seconds."""


class Written(Exception):  # noqa: N818
    """A file was written."""


_writing: list[str] = []
_is_watched = False
_is_hooked = False


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if not _is_watched or (event != "open" and event not in CHANGES):
        return
    path = arguments[0]
    if not isinstance(path, str) or any(each in path for each in HARMLESS):
        return
    if event in CHANGES:
        _writing.append(f"{event} {path!r}")
    else:
        mode, flags = arguments[1:]
        is_writing = isinstance(flags, int) and flags & WRITING
        if is_writing or (isinstance(mode, str) and set(mode) & set("wax+")):
            _writing.append(f"open {path!r}")


def _too_slow(number: int, frame: FrameType | None) -> None:
    """End what takes too long, unless it compiles, which happens once."""
    while frame is not None:
        if COMPILER in frame.f_code.co_filename:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            return
        frame = frame.f_back
    raise TooSlow


@contextmanager
def watched() -> Iterator[None]:
    """Watch what is done inside, in the main thread."""
    global _is_watched, _is_hooked
    if not _is_hooked:
        sys.addaudithook(_hear)
        _is_hooked = True
    before = {number: signal.signal(number, _too_slow) for number in (signal.SIGPROF, signal.SIGALRM)}
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_size() + MEMORY, limits[1]))
    _writing.clear()
    _is_watched = True
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _is_watched = False
        resource.setrlimit(resource.RLIMIT_AS, limits)
        for number, handler in before.items():
            signal.signal(number, handler)
    if _writing:
        raise Written(f"it was written: {', '.join(_writing[:3])}")


@contextmanager
def unwatched() -> Iterator[None]:
    """Whatever is written inside is the campaign's own doing."""
    global _is_watched
    before, _is_watched = _is_watched, False
    try:
        yield
    finally:
        _is_watched = before


def _size() -> int:
    """The address space of this process in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[0]) * resource.getpagesize()
