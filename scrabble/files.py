"""Where the data files live: the bundled ones, read-only, and those of the user.

    bundled   scrabble/_data/KIND   in an installed wheel
              <repository>/KIND     in a checkout or an editable install
    user      KIND in the user's data folder (XDG_DATA_HOME and its likes are honoured)
    cache     KIND in the user's cache folder: what can be made anew at any time

KIND is "lexicons", "positions" or, in the cache, "kernels".  A file is written whole or not at all, and never
read without a limit: what a file names may be a device that does not end, or a pipe that does not begin.

JSON as all commands print and write it: one object, which says by which version of the keys it is made.

    {"version": 1, ...}

VERSION goes up when a key goes away or means something else; keys are added without that.  What is read again
may lack it: so did everything before version 1.
"""

from __future__ import annotations

import errno
import functools
import json
import os
import stat
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import platformdirs

from scrabble.safe_text import visible_json

APPLICATION = "scrabble-endgame"
PACKAGE = Path(__file__).resolve().parent
CHUNK = 1 << 20  # bytes


def bundled(kind: str) -> Path:
    """The folder of the data files that come with the program.  FileNotFoundError when it is missing."""
    places = (PACKAGE / "_data" / kind, PACKAGE.parent / kind)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(
        f"the bundled {kind} are missing: neither {places[0]} nor {places[1]} is a folder"
    )


def user_dir(kind: str) -> Path:
    """The folder of the user's own data files; it need not exist yet."""
    return Path(platformdirs.user_data_dir(APPLICATION)) / kind


def cache_dir(kind: str) -> Path:
    """The folder of what is kept to save time; it need not exist yet."""
    return Path(platformdirs.user_cache_dir(APPLICATION)) / kind


def config_file() -> Path:
    """The file of the user's settings; it need not exist."""
    return Path(platformdirs.user_config_dir(APPLICATION)) / "config.toml"


def expand_user(path: str | os.PathLike[str]) -> Path:
    """A path in which ~ is the folder of the user; as it is where nobody has such a name."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def read_file(path: Path, most: int, allow_pipe: bool = False) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Only a regular file is opened, with `allow_pipe` also a pipe or a device: for what the user names.  Raises
    OSError, and ValueError for a NUL character in the path.
    """
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, f"{os.strerror(errno.EISDIR)}, expected a file", str(path))
    if not stat.S_ISREG(found.st_mode) and not allow_pipe:
        raise OSError(errno.EINVAL, "a device or a pipe, expected a file", str(path))
    if found.st_size > most:
        raise OSError(errno.EINVAL, f"{found.st_size:,} bytes, expected at most {most:,}", str(path))
    with path.open("rb") as file:
        return read_bounded(file, most)


def read_bounded(file: BinaryIO, most: int) -> bytes:
    """Return the rest of an open file, of at most `most` bytes.  Raises OSError."""
    parts, room = [], most + 1
    while room > 0 and (part := file.read(min(room, CHUNK))):
        parts.append(part)
        room -= len(part)
    if room <= 0:
        raise OSError(errno.EINVAL, f"it does not end after {most:,} bytes, the most that is read")
    return b"".join(parts)


def atomic_write(path: Path, data: bytes) -> None:
    """Write a file so that a reader, or a crash, finds the old content or the new, never a part of it.

    What a link leads to is written, and a device or a pipe is written to, not put another file in its place.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@functools.cache
def data_files(folder: str) -> dict[str, Path]:
    """The data files of this package in `folder`, by their names without .toml, sorted."""
    return {file.stem: file for file in sorted((PACKAGE / "game" / folder).glob("*.toml"))}


VERSION = 1  # of the keys


def json_line(found: Mapping[str, Any], is_ascii: bool = True) -> str:
    """The object in one line, without its end; `is_ascii` for terminals that lack characters."""
    return visible_json(json.dumps(with_version(found), ensure_ascii=is_ascii))


def json_file(found: Mapping[str, Any]) -> str:
    """The object as a file of its own, for people, too."""
    return json.dumps(with_version(found), ensure_ascii=False, indent=1) + "\n"


def with_version(found: Mapping[str, Any]) -> dict[str, Any]:
    """The object with its version in front."""
    return {"version": VERSION, **found}
