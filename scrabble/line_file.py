"""Files that grow by lines and survive a kill.

    with line_file(path, "results", BatchError) as file:
        file.read(b'{"version": ')        the lines that are there
        file.append(line)                 one more

A line is on the disk before `append` returns, and one process at a time has the file.  A kill can leave an
incomplete last line, a crash of the machine zeros after it: `read` cuts off both, unless they begin
otherwise than a line of ours, as they may be someone's data.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from scrabble.files import exists, file_errors, is_file, make_folder_of, read_bounded

try:
    import fcntl
except ImportError:  # Windows: files are not locked
    fcntl = None  # type: ignore[assignment]

MOST_BYTES = 1 << 30


class LineFile:
    """An open file of lines; errors are raised as `error`, one line with the file."""

    def __init__(self, file: FileIO, path: Path, error: Callable[[str], Exception]) -> None:
        self.path, self._file, self._error = path, file, error
        self.dropped = 0  # bytes of an incomplete last line

    def read(self, start: bytes, check: Callable[[bytes], object] = lambda data: None) -> list[bytes]:
        """Return the lines with their ends; `start` is how ours begin.

        What is not of ours stays as it is, the last line without an end.  `check` may refuse the content
        before anything is cut off.
        """
        with file_errors(self.path, self._error, "read"):
            self._file.seek(0)
            data = read_bounded(self._file, MOST_BYTES)
        check(data)
        whole = data.rfind(b"\n") + 1
        written = data[whole:].strip(b"\0")
        if whole < len(data) and written.startswith(start[: len(written)]):
            self.dropped = len(data) - whole
            self._file.truncate(whole)
            data = data[:whole]
        return data.splitlines(keepends=True)

    def append(self, line: str) -> None:
        """Add a line, and wait until it is on the disk."""
        data = f"{line}\n".encode("utf-8", "surrogatepass")
        with file_errors(self.path, self._error, "written"):
            if self._file.write(data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())

    def clear(self) -> None:
        """Remove all lines."""
        self._file.truncate(0)


@contextmanager
def line_file(path: Path, contents: str, error: Callable[[str], Exception]) -> Iterator[LineFile]:
    """Open a file of lines, and lock out other processes; it is created if necessary.

    `contents` says in messages what the file holds.
    """
    with file_errors(path, error, "written"):
        make_folder_of(path)
        if exists(path) and not is_file(path):
            raise error(f"{path}: a device, a pipe or a folder, expected a file of {contents}")
        file = path.open("a+b", buffering=0)
    with file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise error(f"{path}: another process is writing its {contents} there") from None
        yield LineFile(file, path, error)
