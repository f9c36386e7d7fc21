"""Locations of data files, bounded reading and atomic writing, and the JSON of all commands.

    bundled   scrabble/_data/KIND   in an installed wheel
              <repository>/KIND     in a checkout or an editable install
    user      KIND in the user's data folder (XDG_DATA_HOME and its equivalents are honoured)
    cache     KIND in the user's cache folder: files that can be regenerated at any time

KIND is "lexicons", "positions" or, in the cache, "kernels" and "games".  A file is written completely
or not at all, and read only up to a limit, as a path may lead to an endless device or a pipe
without a writer.

JSON is one object with the version of its keys, `{"version": 3, ...}`.  VERSION goes up when a key is removed
or changes its meaning, not when one is added.
"""

from __future__ import annotations

import errno
import functools
import json
import os
import stat
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import platformdirs

from scrabble.safe_text import visible_json

APPLICATION = "scrabble-endgame"
PACKAGE = Path(__file__).resolve().parent
CHUNK = 1 << 20  # bytes
VERSION = 3  # of the JSON keys
HELD_OPEN = (0.01, 0.04, 0.2, 0.75)  # seconds to wait for a file that is open elsewhere


def bundled(kind: str) -> Path:
    """Return the folder of bundled data files.  Raises FileNotFoundError if it is missing."""
    places = (PACKAGE / "_data" / kind, PACKAGE.parent / kind)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(
        f"the bundled {kind} are missing: neither {places[0]} nor {places[1]} is a folder"
    )


def user_dir(kind: str) -> Path:
    """Return the folder of the user's own data files; it may not exist yet."""
    return Path(platformdirs.user_data_dir(APPLICATION)) / kind


def cache_dir(kind: str) -> Path:
    """Return the folder of cached files; it may not exist yet."""
    return Path(platformdirs.user_cache_dir(APPLICATION)) / kind


def config_file() -> Path:
    """Return the file of the user's settings; it may not exist."""
    return Path(platformdirs.user_config_dir(APPLICATION)) / "config.toml"


def expand_user(path: str | os.PathLike[str]) -> Path:
    """Expand ~ in a path; a path with the name of an unknown user is returned unchanged."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def exists(path: Path) -> bool:
    """Return whether there is anything of this name; False also for a text that can be no name of a file."""
    return _holds(path.exists)


def is_file(path: Path) -> bool:
    """Return whether there is a file of this name; False also for a text that can be no name of one."""
    return _holds(path.is_file)


def is_dir(path: Path) -> bool:
    """Return whether there is a folder of this name; False also for a text that can be no name of one."""
    return _holds(path.is_dir)


def _holds(test: Callable[[], bool]) -> bool:
    try:
        return test()
    except ValueError:  # with a NUL character
        return False
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False


def read_file(path: Path, most: int, allow_pipe: bool = False) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Only a regular file is opened; with `allow_pipe`, for paths the user gives, also a pipe or a device.
    Raises OSError, and ValueError for a NUL character in the path.
    """
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a folder, expected a file", str(path))
    if not stat.S_ISREG(found.st_mode) and not allow_pipe:
        raise OSError(errno.EINVAL, "a device or a pipe, expected a file", str(path))
    if found.st_size > most:
        raise OSError(errno.EINVAL, f"{found.st_size:,} bytes, expected at most {most:,}", str(path))
    with path.open("rb") as file:
        return read_bounded(file, most)


def read_bounded(file: BinaryIO, most: int) -> bytes:
    """Return the rest of an open file, at most `most` bytes.  Raises OSError if there is more."""
    parts, room = [], most + 1
    while room > 0 and (part := file.read(min(room, CHUNK))):
        parts.append(part)
        room -= len(part)
    if room <= 0:
        raise OSError(errno.EINVAL, f"it does not end after {most:,} bytes, the most that is read")
    return b"".join(parts)


def require_allowed_names(path: Path) -> None:
    """Raise OSError if a name in a path is too long for its disk, ValueError if one has a NUL character."""
    path = path.absolute()
    there = next((each for each in path.parents if is_dir(each)), Path(path.anchor))
    for name in path.relative_to(there).parts:
        with suppress(FileNotFoundError):
            (there / name).lstat()


def make_folder_of(path: Path) -> None:
    """Make the folder of a file to write, and those above it; none if a name is not allowed.

    Raises OSError, ValueError.
    """
    require_allowed_names(path)
    path.parent.mkdir(parents=True, exist_ok=True)


def atomic_write(path: Path, data: bytes) -> None:
    """Write a file atomically: a reader, or a crash, finds the old content or the new, never a part.

    A link is followed; a device or a pipe is written to, not replaced by a file.
    """
    if path.exists() and not path.is_file():  # asked first: the link /dev/stdout leads to no name
        path.write_bytes(data)
        return
    path = path.resolve()
    make_folder_of(path)
    part = path.with_name(f".{uuid.uuid4().hex}.part")  # not longer than what is allowed for any name
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def replace(part: Path, path: Path) -> None:
    """Put a finished file in the place of another; on Windows wait a while for readers, which block it."""
    for seconds in HELD_OPEN if sys.platform == "win32" else ():
        with suppress(PermissionError):
            part.replace(path)
            return
        time.sleep(seconds)
    part.replace(path)


@contextmanager
def file_errors(
    path: str | os.PathLike[str], error: Callable[[str], Exception], tried: str = ""
) -> Iterator[None]:
    """Raise `error` with one line, the file, what was tried and why it failed, in place of an OSError."""
    try:
        yield
    except OSError as refused:
        what = f"cannot be {tried}: " if tried else ""
        raise error(f"{path}: {what}{refused.strerror or refused}") from None


@functools.cache
def data_files(folder: str) -> dict[str, Path]:
    """Return the data files in `folder` of `scrabble.game` by name, without .toml, sorted."""
    return {file.stem: file for file in sorted((PACKAGE / "game" / folder).glob("*.toml"))}


def json_line(found: Mapping[str, Any], is_ascii: bool = True) -> str:
    """Return the object as one line without a line end; `is_ascii` for terminals that lack characters."""
    return visible_json(json.dumps(with_version(found), ensure_ascii=is_ascii))


def json_file(found: Mapping[str, Any]) -> str:
    """Return the object as an indented file."""
    return json.dumps(with_version(found), ensure_ascii=False, indent=1) + "\n"


def with_version(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object with its version in front."""
    return {"version": VERSION, **found}
