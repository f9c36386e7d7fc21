"""What worker processes run in tests of theirs; it loads nothing."""

from __future__ import annotations

import os
import signal
import time
import warnings
from pathlib import Path


def slow_if_even(ready: int, job: int) -> int:
    time.sleep(0.05 * (job % 2 == 0))
    return ready + job


def dies_at_first(folder: str, job: int) -> int:
    """End the process unless another one has done so at this job."""
    try:
        (Path(folder) / f"{job}").touch(exist_ok=False)
    except FileExistsError:
        return job
    os._exit(1)


def dies(ready: object, job: object) -> int:
    os._exit(1)


def hears_ctrl_c(ready: object, job: object) -> bool:
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    return signal.SIGINT not in mask or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def warns(ready: object, text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=1)


def refuses(text: str) -> None:
    raise ValueError(text)
