"""No looking for garbage in the middle of the work.

A position has some 50,000 pairs of a move and a draw, each an object with lists that live as long as the
search.  Python would look through all of them again and again for cycles, of which there are none: that took
more than half the time of setting up, and a third of what is between the questions.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_at_work, _was_enabled = 0, True


@contextmanager
def no_garbage_hunt() -> Iterator[None]:
    """Do not look for cycles of dead objects meanwhile, in this process; whoever comes last ends it."""
    global _at_work, _was_enabled
    with _lock:
        if _at_work == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _at_work += 1
    try:
        yield
    finally:
        with _lock:
            _at_work -= 1
            if _at_work == 0 and _was_enabled:
                gc.enable()
