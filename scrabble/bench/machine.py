"""The machine of a benchmark: description, current speed, peak memory of the process.

Figures of two runs can be compared only if the machine was equally fast in both.  A fixed loop in plain
Python, timed before and after, shows it.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

LOOPS, REPEATS = 2_000_000, 5
CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True)
class Machine:
    """The environment that figures depend on besides the program."""

    cpu: str
    cores: int
    system: str
    python: str
    numba: str
    loop_before: float  # CPU seconds of the fixed loop
    loop_after: float


def describe(loop_before: float, loop_after: float) -> Machine:
    """Describe this machine."""
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        numba=_numba(),
        loop_before=loop_before,
        loop_after=loop_after,
    )


def _numba() -> str:
    """Return the version of what compiles kernels; a wheel that brings them does without."""
    try:
        return metadata.version("numba")
    except metadata.PackageNotFoundError:
        return "not installed"


def time_loop() -> float:
    """Return the CPU seconds of the fixed loop, the best of a few runs."""
    return min(_loop() for _ in range(REPEATS))


def _loop() -> float:
    began = time.process_time()
    total = 0
    for number in range(LOOPS):
        total += number & 7
    return time.process_time() - began


def peak_memory() -> int | None:
    """Return the peak memory of this process in bytes; None on systems that do not report it."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024  # elsewhere it counts kilobytes


def _cpu() -> str:
    if CPU_INFO.exists():
        named = re.search(r"^model name\s*:\s*(.+)$", CPU_INFO.read_text("utf-8", "replace"), re.MULTILINE)
        if named:
            return named[1].strip()
    return platform.processor() or platform.machine()
