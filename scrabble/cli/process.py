"""The command line as a process of its own, quick to start and to end.

Loading numba makes a million objects.  To look for garbage among them time and again meanwhile, and to take
them apart one by one in the end, would take longer than an easy position.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from scrabble.cli.commands import main

YOUNG = 200_000  # new objects before garbage is looked for


def run() -> NoReturn:
    """Run the command line and end the process with its exit status."""
    gc.set_threshold(YOUNG)
    status = main()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, its reader gone, or none at all
            stream.flush()
    os._exit(status)
