"""Measure two checkouts of the program on the same positions, each in processes of its own.

    block 1   here, there      a block is a few positions; the order alternates, so that a change of the
    block 2   there, here      machine's speed affects both
    ...

A process is `python -m scrabble bench --json` with the checkout as working folder, so its package is found
first.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import ValidationError

from scrabble.answer.interval import exactly, to_wire
from scrabble.answer.plain import as_builtins
from scrabble.bench.figures import Measurement
from scrabble.bench.measure import BenchPosition
from scrabble.errors import ScrabbleError
from scrabble.files import PACKAGE, is_file, json_line
from scrabble.game.tiles import quoted

HERE = "here"
BLOCK = 10  # positions
POLL_SECONDS = 0.2
GOOD = (0, 1, 130)  # exit statuses: agreement, disagreement, Ctrl-C


class CheckoutError(ScrabbleError):
    """A checkout that cannot be measured."""


def compare_checkouts(
    there: Path, tasks: Sequence[BenchPosition], options: Sequence[str], stop: threading.Event
) -> Iterator[list[Measurement]]:
    """Yield the outcomes of each block and checkout; the settings are HERE and the folder `there`.

    `options` of `endgame bench` are given to both.
    """
    if not is_file(there / "scrabble" / "__main__.py"):
        raise CheckoutError(f"{there}: no checkout of this program")
    sides = [(HERE, PACKAGE.parent), (str(there), there.resolve())]
    for start in range(0, len(tasks), BLOCK):
        block = tasks[start : start + BLOCK]
        for name, folder in sides:
            if stop.is_set():
                return
            measured = []
            for found in _measured(folder, block, options, stop):
                task = block[found["number"]]
                stated = as_builtins({"known": task.known, "known_win": task.known_win})
                try:
                    measured.append(Measurement.from_data(found, setting=name, number=task.number, **stated))
                except ValidationError as error:
                    raise CheckoutError(f"{folder}: expected a measurement, got one where {error}") from None
            yield measured
        sides.reverse()


def _record(task: BenchPosition) -> dict[str, Any]:
    """Return a position with what is known of it, as a set states it."""
    record: dict[str, Any] = {"id": task.id, "cgp": task.text}
    if not task.is_preendgame:
        return record | {"value": task.known}
    if task.known is None or task.known_win is None:
        return record
    spread = exactly(task.known + task.reading.position.spread)
    return record | {"win": to_wire(exactly(task.known_win)), "spread": to_wire(spread)}


def _measured(
    folder: Path, block: Sequence[BenchPosition], options: Sequence[str], stop: threading.Event
) -> list[dict[str, Any]]:
    """Return the records that the checkout in `folder` prints for a block of positions."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "block.jsonl"
        path.write_text("".join(f"{json_line(_record(task))}\n" for task in block), "utf-8")
        command = [sys.executable, "-m", "scrabble", "bench", "--json", *options, "--set", str(path)]
        status, out, err = _run(command, folder, stop)
    if stop.is_set() and not out:  # stopped before the first measurement
        return []
    try:
        lines = [json.loads(line) for line in out.splitlines()] if status in GOOD else []
    except ValueError:
        raise CheckoutError(f"{folder}: expected measurements in JSON, got {quoted(out.strip())}") from None
    if not lines or "folder" not in lines[-1]:
        errors = err.strip().splitlines() or [f"exit status {status}"]
        raise CheckoutError(f"{folder}: {errors[-1].removeprefix('error: ')}")
    *outcomes, summary = lines
    if Path(summary["folder"]) != folder:
        raise CheckoutError(f"{folder}: the command ran {summary['folder']} instead")
    return outcomes


def _run(command: Sequence[str], folder: Path, stop: threading.Event) -> tuple[int, str, str]:
    """Run a process in a session of its own; when `stop` is set, send it Ctrl-C once."""
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        is_interrupted = False
        try:
            while True:
                try:
                    out, err = process.communicate(timeout=POLL_SECONDS)
                    return process.returncode, out, err
                except subprocess.TimeoutExpired:
                    if stop.is_set() and not is_interrupted:
                        if sys.platform == "win32":  # which has no signal for one process
                            process.terminate()
                        else:
                            process.send_signal(signal.SIGINT)
                        is_interrupted = True
        finally:
            if process.poll() is None:
                process.kill()
