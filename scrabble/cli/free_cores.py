"""How many threads a search may take without being in the way of others."""

from __future__ import annotations

import os
from pathlib import Path

MOST = 4  # more share too little: each makes lists of plays of its own
RUNNING = Path("/proc/loadavg")  # 0.42 0.36 0.30 2/345 12345: two of 345 are running now


def free_cores() -> int:
    """The cores on which nothing else runs now, at least 1 and at most MOST; all, where that is not told."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST, cores - _others()))


def _others() -> int:
    """How many threads of others are running now."""
    try:
        running = int(RUNNING.read_text("ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return 0
    return max(0, running - 1)  # this one does, too
